// SPDX-License-Identifier: BSL-1.0
// Cells whose senders are counted: lanes, meters and dispatchers that end with the occupant.
#include <optional>
#include <sluice/engine/cell_offer.hpp>
#include <sluice/engine/cell_slab.hpp>
#include <sluice_model/scenarios.hpp>
#include "lane_mailbox.hpp"

namespace sluice::model {
namespace {

using engine::Address;
using engine::CellOffer;
using engine::Posted;

constexpr engine::MailboxSettings bounded{.kind = engine::QueueKind::bounded, .capacity = 1};
constexpr engine::MailboxSettings waiting{
    .kind = engine::QueueKind::bounded, .capacity = 1, .overflow = Overflow::block};
constexpr engine::MailboxSettings growing{.kind = engine::QueueKind::deque, .capacity = 1, .overflow = Overflow::grow};

constexpr engine::MailboxSettings urgent{
    .kind = engine::QueueKind::priority, .capacity = 1, .overflow = Overflow::drop_oldest};
constexpr engine::MailboxSettings waiting_urgently{
    .kind = engine::QueueKind::priority, .capacity = 1, .overflow = Overflow::block};

class CountingLetters final : public engine::DeadLetterSink {
public:
  void dead_letter(const engine::DeadLetter&) noexcept override { ++count; }
  std::uint32_t count = 0;  // in ordinary memory: it adds no steps
};

/// Lives in a dispatcher of its own, which ends with it: whoever uses that later touches what is gone.
class Tenant final : public engine::Occupant {
public:
  Tenant(engine::Executor& executor, int own, const engine::DispatcherPorts& ports = {}) : own_{own} {
    dispatcher.emplace(executor, engine::DispatcherSettings{}, ports);
  }

  [[nodiscard]] std::uint32_t handled() const { return handled_.get(); }
  [[nodiscard]] std::uint32_t signalled() const { return signalled_.get(); }
  /// For any thread: what came before its end is known then.
  [[nodiscard]] bool is_gone() const { return gone_.load(std::memory_order_acquire); }
  void wait_until_gone() const {
    while (!is_gone()) {
      engine::spin_hint();
    }
  }

  std::optional<engine::Dispatcher> dispatcher;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    require(static_cast<engine::EnvelopeOf<int>&>(envelope).message == own_, "a message reaches the next occupant");
    handled_.set(handled_.get() + 1);
  }
  void handle_system(engine::SystemNode&) noexcept override { signalled_.set(signalled_.get() + 1); }
  void resume_handler() noexcept override {}
  void leave() noexcept override {
    handled_.set(handled_.get());  // a race with whoever still handles something
    dispatcher.reset();
    // release | all of its life, to the acquire in `is_gone`.
    require(!gone_.exchange(true, std::memory_order_release), "an occupant leaves once");
  }

  int own_;
  engine::Plain<std::uint32_t> handled_;
  engine::Plain<std::uint32_t> signalled_;
  engine::Atomic<bool> gone_{false};
};

/// Fails if it is told something by somebody who is not inside any more.
class Events final : public engine::EventSink {
public:
  explicit Events(const Tenant& tenant) : tenant_{tenant} {}
  void publish(const engine::MailboxEvent&) noexcept override {
    require(tenant_.dispatcher.has_value() && tenant_.dispatcher->inhabitants() != 0,
            "a dispatcher is used after its last inhabitant left");
  }

private:
  const Tenant& tenant_;
};

/// One guarded cell, in which a first tenant lives at the start, and perhaps a worker, which is the last thread.
template <std::uint32_t Others, bool HasWorker = true>
class GuardedScenario : public Scenario {
public:
  explicit GuardedScenario(const engine::MailboxSettings& settings) : address{open(first, settings)} {}

protected:
  [[nodiscard]] std::uint32_t threads() const final { return Others + (HasWorker ? 1 : 0); }
  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }
  virtual void act(std::uint32_t index) = 0;

  Address open(Tenant& tenant, const engine::MailboxSettings& settings) {
    return *slab.open(tenant, *tenant.dispatcher, test_label, settings);
  }

  static engine::Envelope& envelope(const Address& to, int number) {
    engine::Envelope& made = *engine::EnvelopeOf<int>::make(std::move(number));
    made.generation = to.generation;
    return made;
  }

  /// What a `tell` does; a message that comes back is counted as lost.
  void send(const Address& to, int number) {
    engine::Envelope& message = envelope(to, number);
    const Posted posted = to.cell->post(message).posted;
    if (posted == Posted::full || posted == Posted::closed) {
      ++letters.count;
      end(message);
    }
  }

  ModelExecutor executor;
  CountingLetters letters;
  engine::CellSlab slab{letters};
  Events events{first};
  Tenant first{executor, 1, {.events = &events}};
  Tenant second{executor, 2};
  Address address;
};

/// A sender against the end, and against a new life of the same cell with other settings.
class PostAgainstReopen final : public GuardedScenario<2> {
public:
  PostAgainstReopen() : GuardedScenario{bounded} {}

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      send(address, 1);
      return;
    }
    address.cell->close();
    first.wait_until_gone();
    const Address next = open(second, growing);
    require(next.cell == address.cell, "the cell is used again");
    send(next, 2);
  }
  void finish() override {
    require(first.handled() + letters.count == 1, "a message is stranded, or ended twice");
    require(second.handled() == 1, "the next occupant gets its own message");
    address.cell->close();
    require(second.is_gone(), "nobody lets the occupant go");
  }
};

/// Two are inside, or come too late: one of all lets the occupant go.
class TwoVisitorsAndTheEnd final : public GuardedScenario<3, false> {
public:
  TwoVisitorsAndTheEnd() : GuardedScenario{bounded} {}

private:
  void act(std::uint32_t index) override {
    if (index == 2) {
      address.cell->close();
    } else {
      send(address, 1);
    }
  }
  void finish() override {
    executor.run_all();
    require(first.is_gone(), "nobody lets the occupant go");
    require(first.handled() + letters.count == 2, "a message is stranded, or ended twice");
  }
};

/// One who came too late for the first life is the last one out of the second.
class LateAgainstTheNextEnd final : public GuardedScenario<3> {
public:
  LateAgainstTheNextEnd() : GuardedScenario{bounded} {
    address.cell->close();
    next = open(second, waiting);
    require(next.cell == address.cell, "the cell is used again");
  }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      send(address, 1);
    } else if (index == 1) {
      send(next, 2);
    } else {
      next.cell->close();
    }
  }
  void finish() override {
    require(second.is_gone(), "nobody lets the occupant go");
    require(second.handled() + letters.count == 2, "a message is stranded, or ended twice");
  }
  Address next;
};

/// The same cell ends twice, while one who saw the first end is slow to claim it.
class SlowClaim final : public GuardedScenario<2> {
public:
  SlowClaim() : GuardedScenario{bounded} {}

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      send(address, 1);
      return;
    }
    address.cell->close();
    while (address.cell->is_current(address.generation)) {
      engine::spin_hint();
    }
    open(second, bounded).cell->close();  // the same cell if it is free by now
    first.wait_until_gone();
    second.wait_until_gone();
  }
  void finish() override { require(first.handled() + letters.count == 1, "a message is stranded, or ended twice"); }
};

/// One waits for room that never comes, because of the end.
class OfferAgainstTheEnd final : public GuardedScenario<2, false> {
public:
  OfferAgainstTheEnd() : GuardedScenario{waiting} { send(address, 1); }

private:
  void act(std::uint32_t index) override {
    if (index == 1) {
      address.cell->close();
      executor.run_all();
      return;
    }
    Sleeper sleeper;
    CellOffer offer{address, envelope(address, 1)};
    for (;;) {
      if (const auto result = offer.poll(sleeper.waker())) {
        require(result->has_value() || result->error() == Error::closed, "what keeps it out is the end");
        break;
      }
      require(!first.is_gone(), "an occupant leaves while somebody waits inside");
      sleeper.sleep();
    }
    first.wait_until_gone();  // the future that is done is still there
  }
  void finish() override {
    require(first.is_gone(), "nobody lets the occupant go");
    require(first.handled() + letters.count == 2, "a message is stranded, or ended twice");
  }
};

/// A system message comes when all is over: its sender drains too.
class SystemAgainstTheEnd final : public GuardedScenario<2> {
public:
  SystemAgainstTheEnd() : GuardedScenario{bounded} { signal.generation = address.generation; }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      taken = address.cell->post_system(signal) ? 1 : 0;
    } else {
      address.cell->close();
    }
  }
  void finish() override {
    require(first.is_gone(), "nobody lets the occupant go");
    require(first.signalled() == taken, "a system message is stranded");
  }
  engine::SystemNode signal;
  std::uint32_t taken = 0;
};

/// One message takes the other's place in a heap, and the end comes: each has a slip, which ends too.
class PriorityAgainstTheEnd final : public GuardedScenario<3, false> {
public:
  PriorityAgainstTheEnd() : GuardedScenario{urgent} {}

private:
  void act(std::uint32_t index) override {
    if (index < 2) {
      send(address, 1);
    } else {
      address.cell->close();
    }
  }
  void finish() override {
    executor.run_all();
    require(first.is_gone(), "nobody lets the occupant go");
    require(first.handled() + letters.count == 2, "a message is stranded, or ended twice");
  }
};

/// One waits for room in a heap and gives up, at the moment at which its message is taken.
class PriorityOfferGivenUp final : public GuardedScenario<1> {
public:
  PriorityOfferGivenUp() : GuardedScenario{waiting_urgently} { send(address, 1); }

private:
  void act(std::uint32_t) override {
    Sleeper sleeper;
    CellOffer offer{address, envelope(address, 1)};
    (void)offer.poll(sleeper.waker()).has_value();
  }
  void finish() override {
    require(first.handled() + letters.count == 2, "its message is handled or a dead letter, once");
    address.cell->close();
    require(first.is_gone(), "nobody lets the occupant go");
  }
};

/// Counts nothing: only whether the meter is there matters.
class Figures final : public engine::MetricsSink {};
class NoTime final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override { return {}; }
};

/// A cell without a lane, but with a meter.
class MeasuredAgainstTheEnd final : public Scenario {
public:
  MeasuredAgainstTheEnd() : address{*slab.open(tenant, *tenant.dispatcher, test_label)} {}

private:
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      engine::Envelope& message = *engine::EnvelopeOf<int>::make(1);
      message.generation = address.generation;
      address.cell->post(message);
    } else if (index == 1) {
      address.cell->close();
    } else {
      executor.work();
    }
  }
  void finish() override {
    require(tenant.is_gone(), "nobody lets the occupant go");
    require(tenant.handled() + letters.count == 1, "a message is stranded, or ended twice");
  }

  ModelExecutor executor;
  CountingLetters letters;
  Figures figures;
  NoTime clock;
  engine::CellSlab slab{letters};
  Tenant tenant{executor, 1, {.clock = &clock, .metrics = &figures}};
  Address address;
};

constexpr NamedScenario table[] = {
    {"guarded.post_against_reopen", "nobody meets the lane of another life", &make_scenario<PostAgainstReopen>},
    {"guarded.two_visitors", "one of all lets the occupant go", &make_scenario<TwoVisitorsAndTheEnd>},
    {"guarded.late_visitor", "who is too late may be the last one out", &make_scenario<LateAgainstTheNextEnd>},
    {"guarded.slow_claim", "an end is claimed once, whichever life it is of", &make_scenario<SlowClaim>},
    {"guarded.offer", "who waits inside keeps the occupant until it is decided", &make_scenario<OfferAgainstTheEnd>},
    {"guarded.system_message", "a late system message meets no lane that is gone", &make_scenario<SystemAgainstTheEnd>},
    {"guarded.priority", "a slip ends with its message's place", &make_scenario<PriorityAgainstTheEnd>},
    {"guarded.priority_offer", "so does that of a message that waits", &make_scenario<PriorityOfferGivenUp>},
    {"guarded.measured", "a meter ends when nobody is inside", &make_scenario<MeasuredAgainstTheEnd>},
};

}  // namespace

std::span<const NamedScenario> guarded_cell_scenarios() { return table; }

}  // namespace sluice::model
