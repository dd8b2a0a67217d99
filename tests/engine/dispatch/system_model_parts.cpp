// SPDX-License-Identifier: BSL-1.0
#include "system_model_parts.hpp"

#include "system_model.hpp"

namespace sluice::engine::system_model {
namespace {

constexpr trace::Label label{"Station", "run", __FILE__, __LINE__, 0};

Numbered& content(Envelope& envelope) noexcept { return static_cast<EnvelopeOf<Numbered>&>(envelope).message; }

}  // namespace

FlakyExecutor::FlakyExecutor(std::uint64_t seed, Oracle& oracle, const Clock& clock, Counts& counts) noexcept
    : executor_{seed},
      oracle_{oracle},
      clock_{clock},
      counts_{counts},
      random_{static_cast<std::uint32_t>(seed) * 2654435761u | 1} {
  for (Slice& slice : slices_) {
    slice.owner = this;
  }
}

Submission FlakyExecutor::submit(Runnable& runnable) noexcept {
  Box& box = oracle_.box_of(static_cast<Mailbox&>(runnable));
  oracle_.expect(!box.is_submitted && !box.is_in_handler, "a mailbox is submitted once");
  random_ ^= random_ << 13;
  random_ ^= random_ >> 17;
  random_ ^= random_ << 5;
  if ((random_ >> 8) % 100 < refusals_) {
    ++counts_.rejected;
    box.was_rejected = true;
    return Submission::rejected;
  }
  box.is_submitted = true;
  box.was_rejected = box.was_rejection_told = false;
  return executor_.submit(slices_[&box - oracle_.boxes]);
}

void FlakyExecutor::run(const Slice& slice) noexcept {
  Box& box = oracle_.boxes[&slice - slices_];
  oracle_.expect(box.is_submitted && !box.is_running, "a mailbox has one runner");
  box.is_submitted = false;
  box.is_running = true;
  box.slice_handled = 0;
  box.slice_begin = clock_.now();
  const_cast<Mailbox*>(box.mailbox)->run();
  box.is_running = false;
}

Station::Station(SystemModel& model, Oracle& oracle, Counts& counts, std::uint32_t index, Executor& executor,
                 const DispatcherPorts& ports) noexcept
    : StationParts{executor, oracle.boxes[index].plan, ports},
      Mailbox{dispatcher, label, own_lane.has_value() ? &*own_lane : nullptr},
      model_{model},
      oracle_{oracle},
      counts_{counts},
      index_{index} {}

void Station::signal() noexcept {
  for (Signal& signal : signals_) {
    if (signal.is_free) {
      signal.is_free = false;
      signal.number = box().signals_sent;
      box().was_rejected = false;
      const bool is_open = !box().is_finished;
      if (is_open) {
        ++box().signals_sent;
      }
      const bool is_in = post_system(signal);
      oracle_.expect(is_in == is_open, "a system message is refused once the mailbox is drained");
      signal.is_free = signal.is_free || !is_in;
      return;
    }
  }
}

void Station::begin_wait() noexcept {
  box().is_awaiting = true;
  begin_await(promise == nobody ? Pause::await : Pause::offer);
}

void Station::handle(Envelope& envelope) noexcept {
  oracle_.handle(index_, content(envelope).letter);
  ++counts_.handled;
  model_.act(index_);
  box().is_in_handler = false;
}

void Station::resume_handler() noexcept {
  oracle_.resume_handler(index_);
  model_.go_on(index_);
  box().is_in_handler = false;
}

void Station::handle_system(SystemNode& message) noexcept {
  auto& signal = static_cast<Signal&>(message);
  oracle_.handle_signal(index_, signal.number);
  signal.is_free = true;
}

void Station::dead_letter(Envelope& envelope, DeadLetterReason reason) noexcept {
  ++counts_.dead[static_cast<std::uint32_t>(reason)];
  oracle_.bury(index_, content(envelope).letter, reason);
}

void Station::on_closed() noexcept {
  oracle_.expect(box().is_closed && !box().is_finished, "a mailbox closes once");
  box().is_finished = true;
  model_.end_wait(index_);
}

void Station::on_backpressure(const BackpressureHint& hint) noexcept {
  ++counts_.hints;
  oracle_.expect(box().is_in_handler && hint.target != nullptr, "a handler hears of backpressure while it sends");
}

}  // namespace sluice::engine::system_model
