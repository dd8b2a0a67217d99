// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/pressure.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/queue/any_queue.hpp>
#include <sluice/engine/queue/channel.hpp>
#include <sluice/engine/queue/overflow.hpp>

namespace sluice::inline SLUICE_ABI {

/// What is between a stream and one subscriber. The same on every target.
struct EventBufferOptions {
  std::uint32_t capacity = 64;  ///< events; exact
  Overflow overflow = Overflow::drop_oldest;
  std::uint8_t high_water = 75;  ///< per cent of the capacity; more than that is pressure ...
  std::uint8_t low_water = 50;   ///< ... until it is less than this
};

/// The events of one subscriber that it has not taken yet: a queue of the engine with its overflow policy, and a gauge of
/// how full it is.
///
/// Thread safety: as `engine::Channel`.
/// Allocates: the queue, when it is made.
class EventBuffer {
public:
  explicit EventBuffer(const EventBufferOptions& options) noexcept
      : status_{make(queue_, options)},
        channel{queue_.get(), options.overflow},
        pressure{options.high_water, options.low_water} {}
  EventBuffer(const EventBuffer&) = delete;
  EventBuffer& operator=(const EventBuffer&) = delete;

  /// An error if there is no queue: a capacity of 0 or too large, no memory; or if the marks make no sense.
  [[nodiscard]] Result<> status() const noexcept { return status_; }

  [[nodiscard]] std::uint32_t depth() noexcept { return queue_.get().size(); }
  [[nodiscard]] std::uint32_t capacity() noexcept { return queue_.get().capacity(); }
  [[nodiscard]] engine::Pressure::Reading reading() noexcept { return {depth(), capacity()}; }

private:
  [[nodiscard]] static Result<> make(engine::AnyQueue& queue, const EventBufferOptions& options) noexcept {
    if (options.low_water > options.high_water || options.high_water > 100) {
      return std::unexpected{Error::invalid_argument};  // it would rise and fall at every event
    }
    return queue.make(engine::QueueKind::bounded, options.capacity, options.overflow);
  }

  engine::AnyQueue queue_;
  Result<> status_;

public:
  engine::Channel channel;
  engine::Pressure pressure;
};

}  // namespace sluice::inline SLUICE_ABI
