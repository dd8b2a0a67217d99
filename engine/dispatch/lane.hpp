// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/post_result.hpp>
#include <sluice/engine/dispatch/pressure.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <sluice/engine/queue/channel.hpp>

namespace sluice::inline SLUICE_ABI::engine {

class Mailbox;
struct Envelope;

/// What a mailbox asks of its lane. Virtual, so that an image whose mailboxes have none has no code of it either.
class UserLane {
public:
  [[nodiscard]] virtual PostResult post(Mailbox& mailbox, Envelope& envelope, Mailbox* sender) noexcept = 0;
  /// The next message, or null.
  [[nodiscard]] virtual Envelope* pop(Mailbox& mailbox) noexcept = 0;
  virtual void close() noexcept = 0;
  [[nodiscard]] virtual std::uint32_t depth() noexcept = 0;

protected:
  ~UserLane() = default;
};

/// The user messages of a mailbox that is more than an unbounded queue: of any kind, with a capacity, an overflow policy
/// and a pressure gauge. Made beside its mailbox, which it outlives.
///
/// Thread safety: as `Channel`.
class Lane final : public UserLane {
public:
  explicit Lane(const MailboxSettings& settings) noexcept
      : status_{queue_.make(settings.kind, settings.capacity, settings.overflow)},
        settings_{settings},
        channel{queue_.get(), settings.overflow},
        pressure{queue_.get().capacity(), settings.high_water, settings.low_water} {}

  /// An error if there is no queue: a capacity of 0 or too large, an unknown kind, no memory.
  [[nodiscard]] Result<> status() const noexcept { return status_; }
  [[nodiscard]] const MailboxSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] AnyQueue& queue() noexcept { return queue_; }

  [[nodiscard]] PostResult post(Mailbox& mailbox, Envelope& envelope, Mailbox* sender) noexcept override;
  [[nodiscard]] Envelope* pop(Mailbox& mailbox) noexcept override;
  void close() noexcept override { (void)channel.close(); }
  [[nodiscard]] std::uint32_t depth() noexcept override { return queue_.get().size(); }
  [[nodiscard]] std::uint32_t capacity() noexcept { return queue_.get().capacity(); }
  [[nodiscard]] bool is_bounded() noexcept { return capacity() < no_limit; }

private:
  AnyQueue queue_;
  Result<> status_;
  MailboxSettings settings_;

public:
  Channel channel;
  Pressure pressure;
};

}  // namespace sluice::inline SLUICE_ABI::engine
