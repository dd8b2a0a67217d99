// SPDX-License-Identifier: BSL-1.0
// A mailbox and a reference that could not be simpler get the same random operations, from outside and from within the
// handlers. All that happens is written into both traces, which must not differ after any operation.
#include <cstdint>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice_test/own_dispatcher.hpp>
#include <sluice_test/test.hpp>
#include <utility>

namespace sluice::engine {
namespace {

constexpr trace::Label label{"Subject", "run", __FILE__, __LINE__, 0};
constexpr std::uint32_t most_messages = 80;  // more than a slice handles; the smallest pool has 96 blocks
constexpr std::uint32_t most_signals = 4;

/// What happened, as a hash of all events in their order.
class Trace {
public:
  enum class Event : std::uint8_t { handled, system, resumed, dead, closed };
  void add(Event event, std::uint32_t number = 0) noexcept {
    hash_ = (hash_ ^ (number * 8 + static_cast<std::uint32_t>(event))) * 16777619u;
  }
  friend bool operator==(const Trace&, const Trace&) noexcept = default;

private:
  std::uint32_t hash_ = 2166136261u;
};
using Event = Trace::Event;

/// What the handler of a message does besides; decided by its number, so that both sides agree.
enum class Deed : std::uint8_t { none, await, post, post_system, suspend, close };
Deed deed_of(std::uint32_t number) noexcept {
  switch (number * 2654435761u >> 24) {
    case 0:
    case 1: return Deed::await;
    case 2:
    case 3:
    case 4: return Deed::post;
    case 5:
    case 6: return Deed::post_system;
    case 7: return Deed::suspend;
    case 8: return Deed::close;
    default: return Deed::none;
  }
}

struct Signal : SystemNode {
  std::uint32_t number = 0;
  bool is_free = true;
};

class Subject final : private sluice_test::OwnDispatcher, public Mailbox {
public:
  explicit Subject(ManualExecutor& executor) noexcept : OwnDispatcher{executor}, Mailbox{dispatcher, label} {}

  void send(std::uint32_t number) noexcept {
    auto* const envelope = EnvelopeOf<std::uint32_t>::make(std::move(number));
    check(envelope != nullptr, "the target's pool is large enough for this test");
    post(*envelope);
  }
  void signal(std::uint32_t number) noexcept {
    for (Signal& signal : signals_) {
      if (signal.is_free) {
        signal.number = number;
        signal.is_free = !post_system(signal);
        return;
      }
    }
  }
  void open() noexcept {
    check(begin_open(), "nobody drains on another thread");
    end_open(dispatcher, label);
  }

  Trace trace;
  std::uint32_t next_own = 1u << 30;  ///< numbers of what the handlers send

private:
  void handle(Envelope& envelope) noexcept override {
    const std::uint32_t number = static_cast<EnvelopeOf<std::uint32_t>&>(envelope).message;
    trace.add(Event::handled, number);
    switch (deed_of(number)) {
      case Deed::await: begin_await(); break;
      case Deed::post: send(next_own++); break;
      case Deed::post_system: signal(next_own++); break;
      case Deed::suspend: suspend(); break;
      case Deed::close: close(); break;
      case Deed::none: break;
    }
  }
  void handle_system(SystemNode& message) noexcept override {
    auto& signal = static_cast<Signal&>(message);
    trace.add(Event::system, signal.number);
    signal.is_free = true;
  }
  void resume_handler() noexcept override { trace.add(Event::resumed); }
  void dead_letter(Envelope& envelope, DeadLetterReason) noexcept override {
    trace.add(Event::dead, static_cast<EnvelopeOf<std::uint32_t>&>(envelope).message);
  }
  void on_closed() noexcept override { trace.add(Event::closed); }

  Signal signals_[most_signals];
};

constexpr std::uint32_t throughput = 64;  // the default of a dispatcher

/// Numbers, first in, first out.
template <std::uint32_t capacity>
class Line {
public:
  void push(std::uint32_t number) noexcept { numbers_[(first_ + count_++) % capacity] = number; }
  std::uint32_t pop() noexcept {
    const std::uint32_t number = numbers_[first_];
    first_ = (first_ + 1) % capacity;
    --count_;
    return number;
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

private:
  std::uint32_t numbers_[capacity]{};
  std::uint32_t first_ = 0;
  std::uint32_t count_ = 0;
};

/// What a mailbox should do, without a word of bits: plain flags, and every rule said once.
class Reference {
public:
  void send(std::uint32_t number) noexcept {
    if (finished) {
      trace.add(Event::dead, number);
      return;
    }
    const bool rests = !due && !is_blocked();
    users_.push(number);
    due = due || rests;
  }
  void signal(std::uint32_t number) noexcept {
    if (finished || systems_.count() == most_signals) {
      return;
    }
    systems_.push(number);
    due = true;
  }
  void suspend() noexcept { ++depth; }
  void resume() noexcept {
    const bool was_blocked = is_blocked();
    --depth;
    wake(was_blocked);
  }
  void complete_await() noexcept {
    const bool was_blocked = is_blocked();
    ready_ = true;
    wake(was_blocked);
  }
  void close() noexcept {
    if (!std::exchange(closed_, true) && !due) {
      finish();
    }
  }
  void open() noexcept {
    ++lives;
    closed_ = finished = awaiting = ready_ = false;
    depth = 0;
  }

  /// One slice, if one is due; tells whether it was.
  bool run() noexcept {
    if (!due) {
      return false;
    }
    handle_systems();
    std::uint32_t handled = 0;
    while (handled < throughput && handle_one()) {
      ++handled;
      handle_systems();
    }
    if (handled == throughput) {
      ++full_slices;
    }
    if (!closed_ && may_go_on()) {
      return true;
    }
    due = false;
    if (closed_) {
      finish();
    }
    return true;
  }

  [[nodiscard]] bool has_room() const noexcept { return users_.count() + 1 < most_messages; }

  Trace trace;
  bool due = false;  ///< submitted, or running
  bool finished = false;
  bool awaiting = false;
  std::uint32_t depth = 0;
  std::uint32_t next_own = 1u << 30;
  std::uint32_t full_slices = 0;
  std::uint32_t lives = 0;

private:
  [[nodiscard]] bool is_blocked() const noexcept { return depth > 0 || (awaiting && !ready_); }

  void wake(bool was_blocked) noexcept {
    if (was_blocked && !is_blocked() && !closed_) {
      due = true;
    }
  }
  [[nodiscard]] bool may_go_on() const noexcept { return !is_blocked() && (awaiting || users_.count() > 0); }
  void handle_systems() noexcept {
    while (systems_.count() > 0) {
      trace.add(Event::system, systems_.pop());
    }
  }
  bool handle_one() noexcept {
    if (closed_ || is_blocked()) {
      return false;
    }
    if (awaiting) {
      awaiting = ready_ = false;
      trace.add(Event::resumed);
      return true;
    }
    if (users_.count() == 0) {
      return false;
    }
    const std::uint32_t number = users_.pop();
    trace.add(Event::handled, number);
    switch (deed_of(number)) {
      case Deed::await: awaiting = true; break;
      case Deed::post: send(next_own++); break;
      case Deed::post_system: signal(next_own++); break;
      case Deed::suspend: suspend(); break;
      case Deed::close: close(); break;
      case Deed::none: break;
    }
    return true;
  }
  void finish() noexcept {
    handle_systems();
    while (users_.count() > 0) {
      trace.add(Event::dead, users_.pop());
    }
    finished = true;
    trace.add(Event::closed);
  }

  Line<most_messages> users_;
  Line<most_signals> systems_;
  bool closed_ = false;
  bool ready_ = false;
};

class Both {
public:
  /// One random operation on both; false if they differ afterwards. In a flood nothing runs.
  [[nodiscard]] bool step(std::uint32_t random, bool is_flood) noexcept {
    const std::uint32_t choice = random % 64;
    bool ran = false;
    bool should_run = false;
    if (choice < 26) {
      send();
    } else if (choice < 32) {
      subject_.signal(next_);
      reference_.signal(next_++);
    } else if (choice < 35) {
      subject_.suspend();
      reference_.suspend();
    } else if (choice < 40 && reference_.depth > 0) {
      subject_.resume();
      reference_.resume();
    } else if (choice < 46) {
      subject_.complete_await();
      reference_.complete_await();
    } else if (choice == 46 && random < 1u << 30) {
      subject_.close();
      reference_.close();
    } else if (choice < 50 && reference_.finished) {
      subject_.open();
      reference_.open();
    } else if (is_flood) {
      send();
    } else {
      ran = executor_.tick(1) != 0;
      should_run = reference_.run();
    }
    return ran == should_run && subject_.trace == reference_.trace;
  }

  [[nodiscard]] const Reference& reference() const noexcept { return reference_; }

private:
  void send() noexcept {
    if (reference_.has_room()) {
      subject_.send(next_);
      reference_.send(next_++);
    }
  }

  ManualExecutor executor_;
  Subject subject_{executor_};
  Reference reference_;
  std::uint32_t next_ = 0;
};

TEST(MailboxModel, agrees_with_a_reference_over_random_operations) {
  constexpr int operations = 100'000;
  Both both;
  std::uint32_t random = 2463534242u;  // xorshift: the same run on every target

  for (int step = 0; step < operations; ++step) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    ASSERT_TRUE(both.step(random, step % 1024 < 256)) << "first differs at operation " << step;
  }

  EXPECT_GT(both.reference().lives, 100u);
  EXPECT_GT(both.reference().full_slices, 10u);
}

}  // namespace
}  // namespace sluice::engine
