// SPDX-License-Identifier: BSL-1.0
// Who lives in a dispatcher, who has its mailbox run, and when its executor goes.
#include <optional>
#include <sluice/engine/cell_slab.hpp>
#include <sluice_model/scenarios.hpp>
#include "lane_mailbox.hpp"

namespace sluice::model {
namespace {

using Kind = engine::MailboxEvent::Kind;

/// Who may say that there is something to do says so, in all ways.
class RegisterWithAllHints final : public MailboxScenario<2> {
public:
  RegisterWithAllHints() { require(mailbox.post_system(signal), "it is open"); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      mailbox.send(1);
      (void)mailbox.register_for_execution(false, false);
    } else {
      (void)mailbox.register_for_execution(true, true);
    }
  }
  void finish() override { require(mailbox.handled() == 1 && mailbox.handled_system() == 1, "all of it is handled"); }
  engine::SystemNode signal;
};

/// Messages that nobody posted for, and two who say so.
class RegisterForArrivals final : public MailboxScenario<2> {
public:
  RegisterForArrivals() {
    picky.refuse(PickyExecutor::always);
    refused.send(1);
    picky.refuse(0);
  }

private:
  void act(std::uint32_t) override { submitted += refused.register_for_execution(false, false) ? 1u : 0u; }
  void finish() override {
    require(refused.handled() == 1, "what is there is handled");
    require(submitted >= 1, "who submits is told so");
  }
  PickyExecutor picky{executor, 0};
  TestMailbox refused{picky};
  std::uint32_t submitted = 0;
};

/// An executor on loan.
class Loan final : public engine::Executor {
public:
  explicit Loan(ModelExecutor& executor) : executor_{executor} {}
  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    Execution::current()->pause();
    require(is_taken, "somebody uses an executor that was given back");
    return executor_.submit(runnable);
  }
  void drain() noexcept override {}
  bool is_taken = false;

private:
  ModelExecutor& executor_;
};

/// Lends one executor after the other. Giving one back waits for whatever is still running on it.
class Lender final : public engine::ExecutorSource {
public:
  explicit Lender(ModelExecutor& executor) : loans_{Loan{executor}, Loan{executor}, Loan{executor}} {}

  [[nodiscard]] engine::Executor* acquire() noexcept override {
    Execution::current()->pause();
    require(acquired_ < 3, "it is taken again only after it was given back");
    loans_[acquired_].is_taken = true;
    return &loans_[acquired_++];
  }
  void release(engine::Executor& executor) noexcept override {
    auto& loan = static_cast<Loan&>(executor);
    require(loan.is_taken, "an executor is given back twice");
    loan.is_taken = false;
    ++released_;
    while (busy.load(std::memory_order_relaxed)) {  // relaxed: it orders nothing
      engine::spin_hint();
    }
  }
  engine::Atomic<bool> busy{false};  ///< something still runs on it
  [[nodiscard]] std::uint32_t acquired() const { return acquired_; }
  [[nodiscard]] std::uint32_t released() const { return released_; }

private:
  Loan loans_[3];
  std::uint32_t acquired_ = 0;
  std::uint32_t released_ = 0;
};

/// Time is what the test says it is.
class StillClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override { return now_; }
  void pass() { now_ += std::chrono::seconds{1}; }

private:
  Instant now_{};
};

/// A mailbox that lives in a dispatcher of several.
class Guest final : public engine::Mailbox {
public:
  explicit Guest(engine::Dispatcher& dispatcher) : Mailbox{dispatcher, test_label} {}
  void send() { post(*engine::EnvelopeOf<int>::make(1)); }
  [[nodiscard]] std::uint32_t handled() const { return handled_.get(); }

private:
  void handle(engine::Envelope&) noexcept override {
    handled_.set(handled_.get() + 1);
    close();
  }
  void handle_system(engine::SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(engine::Envelope&, engine::DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
  engine::Plain<std::uint32_t> handled_;
};

/// Somebody has lived there and gone long ago. The last thread is the worker.
template <std::uint32_t Others>
class LoanScenario : public Scenario {
public:
  LoanScenario() {
    require(dispatcher.attach().has_value(), "there is an executor");
    dispatcher.detach();
    clock.pass();
  }

  [[nodiscard]] std::uint32_t threads() const final { return Others + 1; }
  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }

protected:
  virtual void act(std::uint32_t index) = 0;

  /// At the end somebody looks after each timeout.
  void let_time_pass() {
    for (int looks = 0; looks < 3; ++looks) {
      clock.pass();
      (void)dispatcher.end_if_unused();
    }
    require(lender.released() == lender.acquired(), "an executor that nobody uses is given back");
  }

  ModelExecutor executor;
  Lender lender{executor};
  StillClock clock;
  engine::Dispatcher dispatcher{lender, engine::DispatcherSettings{}, {.clock = &clock}};  // a timeout of one second
};

/// Somebody moves in while the executor is about to go.
class MoveInAgainstShutdown final : public LoanScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      guest.emplace(dispatcher);
      guest->send();
    } else {
      (void)dispatcher.end_if_unused();
    }
  }
  void finish() override {
    require(guest->handled() == 1, "who moves in is run");
    guest.reset();
    require(dispatcher.inhabitants() == 0, "who has closed has left");
    let_time_pass();
  }
  std::optional<Guest> guest;
};

/// Something else than a mailbox that an executor runs.
struct Step final : engine::Runnable {
  void run() noexcept override {}
};

/// Somebody comes, uses the executor and leaves, all while it is about to go.
class ComeAndGoAgainstShutdown final : public LoanScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      require(dispatcher.attach().has_value(), "there is an executor");
      require(dispatcher.execute(step), "it accepts");
      dispatcher.detach();
    } else {
      ended = dispatcher.end_if_unused();
    }
  }
  void finish() override {
    require(ended == (lender.acquired() == 2), "an executor goes before somebody came, or not at once");
    let_time_pass();
  }
  Step step;
  bool ended = false;
};

/// Two who look at once: one of them lets it go.
class TwoLooks final : public LoanScenario<2> {
  void act(std::uint32_t) override { ended += dispatcher.end_if_unused() ? 1u : 0u; }
  void finish() override {
    require(ended == 1 && lender.released() == 1, "the executor is given back once");
    let_time_pass();
  }
  std::uint32_t ended = 0;
};

/// Two use the executor and leave, while somebody looks, and looks again after the next timeout.
class TwoLeaveAgainstALook final : public LoanScenario<3> {
public:
  TwoLeaveAgainstALook() {
    require(dispatcher.attach().has_value() && dispatcher.attach().has_value(), "there is an executor");
  }

private:
  void act(std::uint32_t index) override {
    if (index < 2) {
      require(dispatcher.execute(steps[index]), "it accepts");
      dispatcher.detach();
      return;
    }
    require(!dispatcher.end_if_unused(), "who has just left was there during the timeout");
    clock.pass();
    (void)dispatcher.end_if_unused();
  }
  void finish() override { let_time_pass(); }
  Step steps[2];
};

/// A worker moves somebody in while another thread gives its executor back and waits for it.
class MoveInFromTheWorker final : public LoanScenario<1> {
public:
  MoveInFromTheWorker() {
    lender.busy.store(true, std::memory_order_relaxed);
    require(executor.submit(step) == engine::Submission::accepted, "it accepts");
  }

private:
  void act(std::uint32_t) override { (void)dispatcher.end_if_unused(); }
  void finish() override {
    require(dispatcher.inhabitants() == 1, "who moves in stays");
    dispatcher.detach();
    let_time_pass();
  }
  struct MoveIn final : engine::Runnable {
    explicit MoveIn(MoveInFromTheWorker& owner) : scenario{owner} {}
    void run() noexcept override {
      require(scenario.dispatcher.attach().has_value(), "there is an executor");
      scenario.lender.busy.store(false, std::memory_order_relaxed);  // relaxed: it orders nothing
    }
    MoveInFromTheWorker& scenario;
  } step{*this};
};

/// An occupant of a cell.
class Tenant final : public engine::Occupant {
public:
  [[nodiscard]] std::uint32_t handled() const { return handled_.get(); }

private:
  void handle(engine::Envelope&) noexcept override { handled_.set(handled_.get() + 1); }
  void handle_system(engine::SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void leave() noexcept override {}
  engine::Plain<std::uint32_t> handled_;
};

class CountingLetters final : public engine::DeadLetterSink {
public:
  void dead_letter(const engine::DeadLetter&) noexcept override { ++count; }
  std::uint32_t count = 0;  // in ordinary memory: it adds no steps
};

/// A cell that was refused in its first dispatcher is opened again in another one, while a late sender is on its way.
class ReopenedElsewhere final : public Scenario {
public:
  ReopenedElsewhere() : old_address{*slab.open(old_tenant, first, test_label)} {
    post(old_address);
    first_executor.refuse(0);
  }

private:
  void post(const engine::Address& to) {
    engine::Envelope& envelope = *engine::EnvelopeOf<int>::make(1);
    envelope.generation = to.generation;
    to.cell->post(envelope);
  }
  [[nodiscard]] std::uint32_t threads() const override { return 3; }
  void thread(std::uint32_t index) override {
    if (index == 0) {
      post(old_address);
    } else if (index == 1) {
      old_address.cell->close();
      while (old_address.cell->is_current(old_address.generation)) {
        engine::spin_hint();
      }
      require(first.inhabitants() == 0, "who has closed has left");
      new_address = *slab.open(new_tenant, second, test_label);
    } else {
      executor.work();
    }
  }
  void finish() override {
    require(old_tenant.handled() + letters.count == 2, "a message is stranded");
    require(new_tenant.handled() == 0, "a message reaches the next occupant");
    second_executor.refuse(PickyExecutor::always);
    post(new_address);
    require(events.count(Kind::rejected) == 1, "the first rejection in a new life is told");
    second_executor.refuse(0);
    (void)new_address.cell->register_for_execution(false, false);
    executor.run_all();
    require(new_tenant.handled() == 1, "the next occupant is run by its own dispatcher");
    new_address.cell->close();
    require(second.inhabitants() == 0, "who has closed has left");
  }

  ModelExecutor executor;
  PickyExecutor first_executor{executor, PickyExecutor::always};
  PickyExecutor second_executor{executor, 0};
  CountingEvents events;
  CountingLetters letters;
  engine::CellSlab slab{letters};
  engine::Dispatcher first{first_executor};
  engine::Dispatcher second{second_executor, {}, {.events = &events}};
  Tenant old_tenant, new_tenant;
  engine::Address old_address;
  engine::Address new_address;
};

constexpr NamedScenario table[] = {
    {"dispatcher.register_with_all_hints", "it is submitted once, and misses nothing",
     &make_scenario<RegisterWithAllHints>},
    {"dispatcher.register_for_arrivals", "without hints the queues are looked at", &make_scenario<RegisterForArrivals>},
    {"dispatcher.move_in_at_the_end", "nobody uses an executor that was given back",
     &make_scenario<MoveInAgainstShutdown>},
    {"dispatcher.come_and_go_at_the_end", "who came and went keeps the executor for a while",
     &make_scenario<ComeAndGoAgainstShutdown>},
    {"dispatcher.two_looks", "an executor is given back once", &make_scenario<TwoLooks>},
    {"dispatcher.two_leave", "the last one out starts the timeout", &make_scenario<TwoLeaveAgainstALook>},
    {"dispatcher.move_in_from_a_worker", "giving an executor back keeps nobody from moving in",
     &make_scenario<MoveInFromTheWorker>},
    {"dispatcher.reopened_elsewhere", "a cell's new life is its new dispatcher's", &make_scenario<ReopenedElsewhere>},
};

}  // namespace

std::span<const NamedScenario> dispatcher_scenarios() { return table; }

}  // namespace sluice::model
