// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <sluice_model/arena.hpp>
#include <sluice_model/choices.hpp>
#include <sluice_model/fiber.hpp>
#include <sluice_model/location.hpp>
#include <sluice_model/trace.hpp>
#include <sluice_model/vector_clock.hpp>
#include <string>
#include <vector>

namespace sluice::model {

/// How far an exploration goes.
struct Bounds {
  std::uint32_t preemptions = 2;  ///< times a thread that could go on is interrupted
  std::uint32_t stale_reads = 2;  ///< times a load returns a value that is not the newest
  std::uint32_t steps = 4'000;    ///< operations and plain accesses of one execution; more is a livelock
};

/// More than one execution has choices.
inline constexpr Bounds unbounded{.preemptions = 100'000, .stale_reads = 100'000};

/// What the threads of a scenario do. A new one is made for every execution, by thread 0.
class Scenario {
public:
  virtual ~Scenario() = default;
  [[nodiscard]] virtual std::uint32_t threads() const = 0;
  virtual void thread(std::uint32_t index) = 0;
  /// Looks at the outcome, when every thread has finished or waits for ever.
  virtual void finish() {}
};

/// Makes a scenario in the memory of the current execution.
using MakeScenario = Scenario* (*)();

/// What is known of a plain variable: its last write, and everybody's last read.
struct PlainState {
  VectorClock reads;
  Moment write;
  std::uint32_t execution = 0;
  bool dead = false;
};

/// One run of a scenario under the memory model. Threads are fibers of one real thread; before each operation on an
/// atomic variable the choices decide who goes on, and at each load what it returns.
class Execution {
public:
  /// The one that runs now; null outside, where atomic variables are ordinary ones. One per process at a time.
  [[nodiscard]] static Execution* current() noexcept { return current_; }

  explicit Execution(Bounds bounds);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Runs once; empty if nothing was wrong, otherwise what.
  [[nodiscard]] const std::string& run(MakeScenario make, Choices& choices, Trace* trace);

  // --- For the atomic backend (accesses.cpp) --------------------------------------------------------------------

  /// True while thread 0 builds the scenario or inspects the outcome.
  [[nodiscard]] bool is_alone() const noexcept { return running_threads_ == 0; }
  /// A variable is born with `value`, now or (`from_before`) before the execution; gives its location.
  [[nodiscard]] std::uint32_t create(std::uint64_t value, bool from_before = false);
  void destroy(std::uint32_t location, Site site);
  [[nodiscard]] std::uint64_t load(std::uint32_t location, std::memory_order order, Site site);
  void store(std::uint32_t location, std::uint64_t value, std::memory_order order, Site site);
  /// One step of a read-modify-write: `change(old)` gives the new value.
  template <class Change>
  std::uint64_t modify(std::uint32_t location, std::memory_order order, Site site, const char* what, Change change) {
    const std::uint64_t before = begin_modify(location, order, site);
    end_modify(location, before, change(before), order, site, what);
    return before;
  }
  [[nodiscard]] bool compare_exchange(std::uint32_t location, std::uint64_t& expected, std::uint64_t desired,
                                      std::memory_order success, std::memory_order failure, Site site);
  /// A plain variable is touched: a race if another thread's touch is unordered with this one and one of them writes.
  void touch_plain(PlainState& state, bool writes, Site site);
  /// It is no more. Out of line: what a destructor itself writes into its object, the compiler may leave out.
  void end_plain(PlainState& state) noexcept;

  // --- For scenarios, the modelled executor and mutex ------------------------------------------------------------

  /// A step that is no operation on a variable; others may go on before it.
  void pause() { step(); }
  /// This thread waits for another one: somebody else goes on, if anybody can.
  void yield();
  /// Something has changed that those who yielded may wait for.
  void let_yielders_go_on() noexcept { yielded_ = 0; }
  /// This thread waits until `wake`. One that waits for ever is fine if `may_stay`, otherwise a failure.
  void wait(bool may_stay);
  void wake(std::uint32_t thread);
  [[nodiscard]] std::uint32_t thread() const noexcept { return thread_; }
  /// Differs from that of every other execution of the process.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }

  /// Order that comes from outside the modelled code, such as an executor's own queue.
  void publish(VectorClock& into) { into.join(clock()); }
  void receive(const VectorClock& from) { clock().join(from); }

  /// Ends the execution, which has shown something wrong.
  [[noreturn]] void fail(const std::string& what);

  /// Memory that is not reused within the execution, and must be given back before its end unless it is `forever`.
  [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment = 16, bool forever = false);
  void release(void* block);

private:
  enum class Life : std::uint8_t { ready, waiting, idle, done };
  struct Thread {
    Fiber fiber;
    VectorClock clock;
    Life life = Life::done;
    bool started = false;  // the fiber has a stack that can be resumed
    Execution* owner = nullptr;
    std::uint32_t index = 0;
  };
  struct LocationState {
    Location history;
    VectorClock touched;
    Moment created;
    bool dead = false;
  };
  using ThreadSet = std::uint32_t;  // one bit each

  static void fiber_body(void* thread);
  void direct();
  void start_threads();
  void check_end();

  VectorClock& clock() noexcept { return threads_[thread_].clock; }
  Moment now() noexcept { return {static_cast<std::uint16_t>(thread_), clock()[thread_]}; }
  void tick();
  void step();
  void pass_on();
  void resume(std::uint32_t next);
  /// Those who could go on instead of the running thread.
  [[nodiscard]] ThreadSet others() const noexcept { return ready_ & ~yielded_ & ~(ThreadSet{1} << thread_); }
  void set_life(std::uint32_t thread, Life life) noexcept;

  LocationState& reach(std::uint32_t location, Site site);
  [[nodiscard]] bool may_be_stale() const noexcept {
    return running_threads_ != 0 && stale_reads_ < bounds_.stale_reads;
  }
  std::uint64_t begin_modify(std::uint32_t location, std::memory_order order, Site site);
  void end_modify(std::uint32_t location, std::uint64_t before, std::uint64_t after, std::memory_order order, Site site,
                  const char* what);
  [[nodiscard]] std::uint32_t failing_read(const Location& history, std::uint64_t expected, std::memory_order order);
  void note(std::uint32_t location, const char* what, std::memory_order order, std::uint64_t value, Site site,
            std::uint32_t age = 0) {
    if (trace_ != nullptr) [[unlikely]] {
      trace_->add(thread_, location, what, order, arena_, value, age, site);
    }
  }

  static inline Execution* current_ = nullptr;

  Bounds bounds_;
  Choices* choices_ = nullptr;
  Trace* trace_ = nullptr;
  MakeScenario make_ = nullptr;
  Scenario* scenario_ = nullptr;
  std::uint32_t thread_ = 0;
  std::uint32_t running_threads_ = 0;  // 0 while thread 0 builds or inspects: nothing to choose then
  ThreadSet ready_ = 0;                // lives of `ready`
  ThreadSet yielded_ = 0;              // of those, who waits for another thread's write
  std::uint32_t preemptions_ = 0;
  std::uint32_t stale_reads_ = 0;
  std::uint32_t steps_ = 0;
  std::uint32_t number_ = 0;
  std::uint32_t used_locations_ = 0;
  std::vector<LocationState> locations_;
  std::vector<Thread> threads_;
  Fiber home_;  // who called `run`
  Arena arena_;
  std::string failure_;
};

}  // namespace sluice::model
