// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/time/timer_wheel.hpp>

#include "system_model_oracle.hpp"
#include "system_model_parts.hpp"

namespace sluice::engine::system_model {

/// A system of mailboxes of every kind on one executor that draws and refuses at random. Whatever can be done to it is
/// done at random, from outside and from within the handlers; an oracle says what should come of it.
class SystemModel {
public:
  explicit SystemModel(std::uint64_t seed) noexcept;
  SystemModel(const SystemModel&) = delete;
  SystemModel& operator=(const SystemModel&) = delete;
  ~SystemModel() = default;

  /// One random operation; then everything must be as it should.
  [[nodiscard]] bool step() noexcept;
  /// Lets everything end: refuses nothing, resumes all, runs until idle, closes all. The balance must be exact.
  [[nodiscard]] bool drain() noexcept;

  /// What was not as it should be; null if all was.
  [[nodiscard]] const char* failure() const noexcept { return oracle_.failure(); }
  [[nodiscard]] const Counts& counts() const noexcept { return counts_; }

  // What the handlers do.
  void act(std::uint32_t box) noexcept;
  void go_on(std::uint32_t box) noexcept;
  void end_wait(std::uint32_t box) noexcept;

private:
  /// An offer, with what its waker needs.
  struct Promise {
    std::optional<MailboxOffer> offer;
    SystemModel* model = nullptr;
    std::uint32_t owner = nobody;  ///< the mailbox whose handler waits with it
  };

  [[nodiscard]] std::uint32_t draw(std::uint32_t below) noexcept;
  [[nodiscard]] bool draws(std::uint32_t percent) noexcept { return draw(100) < percent; }
  [[nodiscard]] Plan draw_plan() noexcept;
  [[nodiscard]] Station& station(std::uint32_t box) noexcept { return *stations_[box]; }
  void build(std::uint32_t box) noexcept;
  void renew(std::uint32_t box) noexcept;

  void step_outside(std::uint32_t choice) noexcept;
  void step_control(std::uint32_t choice) noexcept;
  [[nodiscard]] Envelope* write(std::uint32_t target, std::uint32_t& letter) noexcept;
  void post(std::uint32_t target, bool is_try, std::uint32_t sender) noexcept;
  void signal(std::uint32_t box) noexcept;
  void suspend(std::uint32_t box) noexcept;
  void resume(std::uint32_t box) noexcept;
  void close(std::uint32_t box) noexcept;
  void complete_await(std::uint32_t box) noexcept;
  [[nodiscard]] std::uint32_t next_from(std::uint32_t box, bool Box::* property) const noexcept;
  void nudge(std::uint32_t box) noexcept;
  void jump() noexcept;

  [[nodiscard]] std::uint32_t offer(std::uint32_t target, std::uint32_t owner) noexcept;
  /// True once it is decided.
  bool poll(std::uint32_t promise) noexcept;
  void give_up(std::uint32_t promise) noexcept;
  void poll_woken() noexcept;
  void wait(std::uint32_t box, std::uint32_t promise) noexcept;
  [[nodiscard]] Waker waker_of(Promise& promise) noexcept;

  void run_down() noexcept;
  void close_all() noexcept;

  std::uint64_t random_;
  bool is_draining_ = false;
  ManualClock clock_;
  TimerWheel wheel_{clock_, Duration{1}};
  Oracle oracle_{clock_};
  Counts counts_;
  Sinks sinks_{oracle_};
  FlakyExecutor executor_;
  std::optional<Station> stations_[most_boxes];
  Promise promises_[most_offers];
};

}  // namespace sluice::engine::system_model
