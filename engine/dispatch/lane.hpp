// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/post_result.hpp>
#include <sluice/engine/dispatch/pressure.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <sluice/engine/queue/channel.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Mailbox;

/// What a mailbox asks of its lane. Virtual, so that an image whose mailboxes have none has no code of it either.
class UserLane {
public:
  [[nodiscard]] virtual PostResult post(Mailbox& mailbox, Envelope& envelope, Mailbox* sender) noexcept = 0;
  /// The next message, or null.
  [[nodiscard]] virtual Envelope* pop(Mailbox& mailbox) noexcept = 0;
  /// The run is over: tells of relief, if nobody did.
  virtual void look_again(Mailbox& mailbox) noexcept = 0;
  virtual void close() noexcept = 0;
  [[nodiscard]] virtual std::uint32_t depth() noexcept = 0;

protected:
  ~UserLane() = default;
};

/// The user messages of a mailbox that is more than an unbounded queue: of any kind, with a capacity, an overflow policy
/// and a pressure gauge. Made beside its mailbox, which it outlives.
///
/// Thread safety: as `Channel`.
/// Allocates: of the priority kind a slip per message, which says how urgent it is.
class Lane final : public UserLane {
public:
  explicit Lane(const MailboxSettings& settings) noexcept
      : status_{make(queue_, settings)},
        settings_{settings},
        channel{queue_.get(), settings.overflow},
        pressure{settings.high_water, settings.low_water} {}

  /// An error if there is no queue: a capacity of 0 or too large, an unknown kind, no memory; or if the marks make no
  /// sense.
  [[nodiscard]] Result<> status() const noexcept { return status_; }
  [[nodiscard]] const MailboxSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] AnyQueue& queue() noexcept { return queue_; }
  [[nodiscard]] bool refuses_when_suspended() const noexcept {
    return settings_.when_suspended == SuspendPolicy::refuse;
  }

  /// What goes into the queue for `envelope`: itself, or a slip of the priority kind. Null if there is no memory for one,
  /// which counts as full.
  [[nodiscard]] MpscNode* node_for(Envelope& envelope) const noexcept {
    return settings_.kind == QueueKind::priority ? make_slip(envelope) : &envelope;
  }
  /// The envelope of `node`, which is not in the queue, or not any more; a slip ends.
  [[nodiscard]] Envelope& envelope_of(MpscNode& node) const noexcept {
    return settings_.kind == QueueKind::priority ? end_slip(node) : static_cast<Envelope&>(node);
  }

  /// What becomes of a message that finds it full and is nobody's; nothing if the policy is to give it back.
  [[nodiscard]] std::optional<DeadLetterReason> loss_when_full() const noexcept {
    switch (channel.policy()) {
      case Overflow::drop_newest:
      case Overflow::drop_oldest: return DeadLetterReason::dropped_newest;  // the oldest was not completely in yet
      case Overflow::block: return DeadLetterReason::would_wait;
      case Overflow::dead_letter:
      case Overflow::grow: return DeadLetterReason::overflow;
      case Overflow::fail: break;
    }
    return std::nullopt;
  }

  [[nodiscard]] PostResult post(Mailbox& mailbox, Envelope& envelope, Mailbox* sender) noexcept override;
  [[nodiscard]] Envelope* pop(Mailbox& mailbox) noexcept override;
  void look_again(Mailbox& mailbox) noexcept override;
  void close() noexcept override { (void)channel.close(); }
  [[nodiscard]] std::uint32_t depth() noexcept override { return queue_.get().size(); }
  [[nodiscard]] std::uint32_t capacity() noexcept { return queue_.get().capacity(); }
  [[nodiscard]] Pressure::Reading reading() noexcept { return {depth(), capacity()}; }
  [[nodiscard]] bool is_bounded() noexcept { return capacity() < no_limit; }

private:
  [[nodiscard]] MpscNode* make_slip(Envelope& envelope) const noexcept;
  [[nodiscard]] static Envelope& end_slip(MpscNode& node) noexcept;
  [[nodiscard]] static Result<> make(AnyQueue& queue, const MailboxSettings& settings) noexcept {
    if (settings.low_water > settings.high_water || settings.high_water > 100) {
      return std::unexpected{Error::invalid_argument};  // it would rise and fall at every message
    }
    return queue.make(settings.kind, settings.capacity, settings.overflow);
  }

  AnyQueue queue_;
  Result<> status_;
  MailboxSettings settings_;

public:
  Channel channel;
  Pressure pressure;
};

}  // namespace sluice::inline SLUICE_ABI::engine
