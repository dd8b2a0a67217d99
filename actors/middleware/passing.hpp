// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/actors/mailboxes.hpp>
#include <sluice/actors/untyped_ref.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/post_result.hpp>
#include <sluice/engine/envelope.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

class Passage;

/// A message that passes the links of a chain; valid during the call.
class PassingMessage {
public:
  PassingMessage(const PassingMessage&) = delete;
  PassingMessage& operator=(const PassingMessage&) = delete;

  [[nodiscard]] const char* type() const noexcept { return envelope_.type->name; }
  /// The message itself if it is of this type, before it has passed.
  template <class Message>
  [[nodiscard]] const Message* message() const noexcept {
    return message_in<Message>(envelope_);
  }
  [[nodiscard]] std::optional<std::uint64_t> header(std::string_view name) const noexcept {
    return envelope_.headers == nullptr ? std::nullopt : envelope_.headers->user.get(name);
  }
  /// Whether it has passed all links.
  [[nodiscard]] bool has_passed() const noexcept { return has_passed_; }

  /// Not part of the API.
  [[nodiscard]] Passage& passage() const noexcept { return passage_; }

protected:
  PassingMessage(Passage& passage, engine::Envelope& envelope) noexcept : passage_{passage}, envelope_{envelope} {}
  ~PassingMessage() = default;

  Passage& passage_;
  engine::Envelope& envelope_;
  std::uint32_t steps_ = 0;
  bool has_passed_ = false;
};

/// A message on its way to the handler. If a link does not pass it on, it is a dead letter, `filtered`.
class Inbound final : public PassingMessage {
public:
  /// Whom it came from by `request`; otherwise nobody.
  [[nodiscard]] UntypedRef sender() const noexcept { return UntypedRef{envelope_.sender}; }
  [[nodiscard]] UntypedRef receiver() const noexcept;
  /// Whether somebody waits for an answer.
  [[nodiscard]] bool is_ask() const noexcept { return envelope_.reply != nullptr; }
  /// How long it was in the mailbox, if the system measures.
  [[nodiscard]] std::optional<Duration> residence() const noexcept;
  /// The link has done what was to be done: the message is not passed on, and no dead letter either.
  void consume() noexcept { is_consumed_ = true; }
  /// Gives it to the next link, and behind the last one to the handler. Once.
  void next() noexcept;

private:
  friend class Passage;
  Inbound(Passage& passage, engine::Envelope& envelope, bool is_queued) noexcept
      : PassingMessage{passage, envelope}, is_queued_{is_queued} {}

  bool is_queued_;
  bool is_consumed_ = false;
};

/// A message that a handler sends, by whichever verb; it is on its way when all links have returned. If one does not pass it
/// on, it is a dead letter, `filtered`, and the verb gives `Error::rejected`; `try_tell` gives it back.
class Outbound final : public PassingMessage {
public:
  /// The actor whose handler sends it.
  [[nodiscard]] UntypedRef sender() const noexcept;
  [[nodiscard]] UntypedRef receiver() const noexcept { return UntypedRef{target_}; }
  /// Gives it something to go with it; the name lives as long as the program. False if there is no room or no memory.
  bool set_header(std::string_view name, std::uint64_t value) noexcept;
  /// Gives it to the next link; behind the last one it may go. Once.
  void next() noexcept;

private:
  friend class Passage;
  Outbound(Passage& passage, engine::Envelope& envelope, engine::Address target) noexcept
      : PassingMessage{passage, envelope}, target_{target} {}

  engine::Address target_;
};

/// A hint that the mailbox which the handler sent to is filling up; valid during the call. If a link does not pass it on,
/// the actor does not hear of it. (Its slices are shortened in any case.)
class Backpressure final {
public:
  Backpressure(const Backpressure&) = delete;
  Backpressure& operator=(const Backpressure&) = delete;

  [[nodiscard]] const engine::BackpressureHint& hint() const noexcept { return hint_; }
  /// Gives it to the next link, and behind the last one to the actor. Once.
  void next() noexcept;
  /// Not part of the API.
  [[nodiscard]] Passage& passage() const noexcept { return passage_; }

private:
  friend class Passage;
  Backpressure(Passage& passage, const engine::BackpressureHint& hint) noexcept : passage_{passage}, hint_{hint} {}

  Passage& passage_;
  const engine::BackpressureHint& hint_;
  std::uint32_t steps_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
