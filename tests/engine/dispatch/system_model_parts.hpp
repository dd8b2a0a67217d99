// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>

#include "system_model_oracle.hpp"

namespace sluice::engine::system_model {

class SystemModel;

/// That what a test wants to happen did.
struct Counts {
  std::uint32_t handled = 0;
  std::uint32_t rejected = 0;
  std::uint32_t hints = 0;
  std::uint32_t timeouts = 0;
  std::uint32_t waits = 0;    ///< offers that had to wait
  std::uint32_t renewed = 0;  ///< mailboxes that closed and were made anew
  std::uint32_t dead[8]{};    ///< by reason
};

/// Tells the oracle what mailboxes tell.
class Sinks final : public EventSink, public MetricsSink {
public:
  explicit Sinks(Oracle& oracle) noexcept : oracle_{oracle} {}

  void publish(const MailboxEvent& event) noexcept override { oracle_.hear(event); }
  void handled(const Mailbox& mailbox, Duration residence, Duration handling) noexcept override {
    ++oracle_.box_of(mailbox).measured_handled;
    oracle_.expect(residence >= Duration{} && handling >= Duration{}, "no time is negative");
  }
  void slice(const Mailbox& mailbox, std::uint32_t handled, std::uint32_t) noexcept override {
    oracle_.expect(handled == oracle_.box_of(mailbox).slice_handled, "a slice tells what it handled");
  }
  void dropped(const Mailbox& mailbox, DeadLetterReason) noexcept override {
    ++oracle_.box_of(mailbox).measured_dropped;
  }

private:
  Oracle& oracle_;
};

/// Runs in the order that the seed draws, and refuses at random. Sees each slice begin and end.
class FlakyExecutor final : public Executor {
public:
  FlakyExecutor(std::uint64_t seed, Oracle& oracle, const Clock& clock, Counts& counts) noexcept;

  [[nodiscard]] Submission submit(Runnable& runnable) noexcept override;
  void drain() noexcept override { executor_.run_until_idle(); }
  std::uint32_t tick(std::uint32_t budget) noexcept { return executor_.tick(budget); }

  /// Refuses `percent` of all submissions.
  void set_refusals(std::uint32_t percent) noexcept { refusals_ = percent; }

private:
  /// One submitted mailbox.
  struct Slice final : Runnable {
    void run() noexcept override { owner->run(*this); }
    FlakyExecutor* owner = nullptr;
  };
  void run(const Slice& slice) noexcept;

  ManualExecutor executor_;
  Oracle& oracle_;
  const Clock& clock_;
  Counts& counts_;
  std::uint32_t random_;
  std::uint32_t refusals_ = 0;
  Slice slices_[most_boxes];
};

/// What a station has to have before its mailbox.
struct StationParts {
  StationParts(Executor& executor, const Plan& plan, const DispatcherPorts& ports) noexcept
      : dispatcher{executor, plan.dispatcher, ports} {
    if (plan.has_lane) {
      own_lane.emplace(plan.mailbox);
    }
  }

  Dispatcher dispatcher;
  std::optional<Lane> own_lane;
};

/// A mailbox of the model.
class Station final : public StationParts, public Mailbox {
public:
  Station(SystemModel& model, Oracle& oracle, Counts& counts, std::uint32_t index, Executor& executor,
          const DispatcherPorts& ports) noexcept;

  /// Posts a system message, if one is free.
  void signal() noexcept;
  void begin_wait() noexcept;

  std::uint32_t promise = nobody;  ///< what its handler waits with

private:
  struct Signal : SystemNode {
    std::uint32_t number = 0;
    bool is_free = true;
  };

  [[nodiscard]] Box& box() const noexcept { return oracle_.boxes[index_]; }
  void handle(Envelope& envelope) noexcept override;
  void handle_system(SystemNode& message) noexcept override;
  void resume_handler() noexcept override;
  void dead_letter(Envelope& envelope, DeadLetterReason reason) noexcept override;
  void on_closed() noexcept override;
  void on_backpressure(const BackpressureHint& hint) noexcept override;

  SystemModel& model_;
  Oracle& oracle_;
  Counts& counts_;
  const std::uint32_t index_;
  Signal signals_[3];
};

}  // namespace sluice::engine::system_model
