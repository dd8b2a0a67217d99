// SPDX-License-Identifier: BSL-1.0
// The life of an execution, and who goes on when.
#include <algorithm>
#include <cstdlib>
#include <sluice_model/execution.hpp>

namespace sluice::model {

Execution::Execution(Bounds bounds) : bounds_{bounds}, locations_(64), threads_(max_threads) {
  bounds_.steps = std::min(bounds_.steps, max_stamp);
  for (std::uint32_t i = 0; i < max_threads; ++i) {
    threads_[i].owner = this;
    threads_[i].index = i;
  }
}

const std::string& Execution::run(MakeScenario make, Choices& choices, Trace* trace) {
  static std::uint32_t executions = 0;
  number_ = ++executions;
  current_ = this;
  make_ = make;
  choices_ = &choices;
  trace_ = trace;
  failure_.clear();
  arena_.clear();
  used_locations_ = preemptions_ = stale_reads_ = steps_ = thread_ = 0;

  if (!threads_[0].started) {
    threads_[0].fiber.start(&fiber_body, &threads_[0]);
    threads_[0].started = true;
  }
  home_.switch_to(threads_[0].fiber);

  if (!failure_.empty()) {  // abandoned: the stacks hold half-done work
    for (Thread& thread : threads_) {
      thread.started = false;
    }
  }
  current_ = nullptr;
  return failure_;
}

void Execution::fiber_body(void* argument) {
  auto& self = *static_cast<Thread*>(argument);
  Execution& execution = *self.owner;
  for (;;) {
    if (self.index == 0) {
      execution.direct();
      self.fiber.switch_to(execution.home_);
    } else {
      execution.scenario_->thread(self.index - 1);
      execution.set_life(self.index, Life::done);
      execution.pass_on();
    }
  }
}

// Thread 0: builds the scenario, lets the others run, looks at the outcome.
void Execution::direct() {
  VectorClock& own = threads_[0].clock;
  own = {};
  own.set(0, 1);
  running_threads_ = 0;
  scenario_ = make_();
  start_threads();
  pass_on();  // comes back when nobody can go on

  check_end();
  for (std::uint32_t i = 1; i <= running_threads_; ++i) {
    own.join(threads_[i].clock);
  }
  running_threads_ = 0;
  scenario_->finish();
  scenario_->~Scenario();
  if (!arena_.is_settled()) {
    fail("leak: memory was not given back");
  }
}

void Execution::start_threads() {
  running_threads_ = scenario_->threads();
  ready_ = yielded_ = 0;
  if (running_threads_ >= max_threads) {
    fail("a scenario has at most seven threads");
  }
  for (std::uint32_t i = 1; i <= running_threads_; ++i) {
    Thread& thread = threads_[i];
    thread.clock = threads_[0].clock;
    thread.clock.set(i, 1);
    set_life(i, Life::ready);
    if (!thread.started) {
      thread.fiber.start(&fiber_body, &thread);
      thread.started = true;
    }
  }
}

void Execution::check_end() {
  for (std::uint32_t i = 1; i <= running_threads_; ++i) {
    if (threads_[i].life == Life::waiting) {
      fail("deadlock: thread " + std::to_string(i) + " waits for ever");
    }
    // One that waits and may stay has its fiber in the middle of its work: it cannot take the next execution's.
    if (threads_[i].life == Life::idle) {
      threads_[i].started = false;
    }
  }
}

void Execution::fail(const std::string& what) {
  failure_ = what;
  if (trace_ != nullptr) {
    trace_->add(thread_, "FAILS: " + what);
  }
  threads_[thread_].fiber.switch_to(home_);
  std::abort();
}

void Execution::set_life(std::uint32_t thread, Life life) noexcept {
  const ThreadSet bit = ThreadSet{1} << thread;
  threads_[thread].life = life;
  ready_ = life == Life::ready ? ready_ | bit : ready_ & ~bit;
}

namespace {

std::uint32_t member(std::uint32_t set, std::uint32_t number) {
  for (; number > 0; --number) {
    set &= set - 1;
  }
  return static_cast<std::uint32_t>(std::countr_zero(set));
}

}  // namespace

void Execution::tick() {
  if (++steps_ > bounds_.steps) {
    fail("livelock: more than " + std::to_string(bounds_.steps) + " steps");
  }
  clock().tick(thread_);
}

void Execution::step() {
  tick();
  if (running_threads_ == 0 || preemptions_ == bounds_.preemptions) {
    return;
  }
  const ThreadSet set = others();
  if (set == 0) {
    return;
  }
  const std::uint32_t chosen = choices_->next(static_cast<std::uint32_t>(std::popcount(set)) + 1);
  if (chosen != 0) {
    ++preemptions_;
    resume(member(set, chosen - 1));
  }
}

void Execution::pass_on() {
  ThreadSet set = others();
  if (set == 0) {  // nobody else but those who wait for a write: they must look again
    yielded_ = 0;
    set = others();
  }
  if (set != 0) {
    const auto count = static_cast<std::uint32_t>(std::popcount(set));
    resume(member(set, count == 1 ? 0 : choices_->next(count)));
  } else if (thread_ == 0 || threads_[thread_].life != Life::ready) {
    resume(0);
  }
}

void Execution::resume(std::uint32_t next) {
  if (next != thread_) {
    Thread& self = threads_[thread_];
    thread_ = next;
    self.fiber.switch_to(threads_[next].fiber);
  }
}

void Execution::yield() {
  if (running_threads_ == 0) {
    return;
  }
  tick();
  yielded_ |= ThreadSet{1} << thread_;
  pass_on();
}

void Execution::wait(bool may_stay) {
  set_life(thread_, may_stay ? Life::idle : Life::waiting);
  pass_on();
}

void Execution::wake(std::uint32_t thread) {
  if (threads_[thread].life == Life::waiting || threads_[thread].life == Life::idle) {
    set_life(thread, Life::ready);
  }
}

void* Execution::allocate(std::size_t size, std::size_t alignment, bool forever) {
  void* const block = arena_.allocate(size, alignment, forever);
  if (block == nullptr) {
    fail("the execution's memory is used up");
  }
  return block;
}

void Execution::release(void* block) {
  switch (arena_.release(block)) {
    case Arena::Released::now: break;
    case Arena::Released::before: fail("memory is given back twice");
    case Arena::Released::never_taken: fail("memory is given back that was never taken");
  }
}

}  // namespace sluice::model
