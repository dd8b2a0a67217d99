// SPDX-License-Identifier: BSL-1.0
// References that outlive what they refer to.
#include <sluice/engine/cell_slab.hpp>
#include <sluice_model/scenarios.hpp>
#include "test_mailbox.hpp"

namespace sluice::model {
namespace {

using engine::Address;

/// Counts the dead letters of all threads. Inspected at the end only, so its order does not matter.
class CountingSink final : public engine::DeadLetterSink {
public:
  void dead_letter(const engine::DeadLetter&) noexcept override { count.fetch_add(1, std::memory_order_relaxed); }
  engine::Atomic<std::uint32_t> count{0};
};

/// Counts what it handles; a message of another one's is a failure.
class Tenant final : public engine::Occupant {
public:
  explicit Tenant(int own) : own_{own} {}
  [[nodiscard]] std::uint32_t handled() const { return handled_.get(); }
  [[nodiscard]] std::uint32_t signalled() const { return signalled_.get(); }
  [[nodiscard]] std::uint32_t refused() const { return refused_.get(); }
  [[nodiscard]] bool is_gone() const { return gone_.get(); }

private:
  void handle(engine::Envelope& envelope) noexcept override {
    require(!gone_.get(), "an occupant that left handles a message");
    require(static_cast<engine::EnvelopeOf<int>&>(envelope).message == own_, "a message reaches the next occupant");
    handled_.set(handled_.get() + 1);
  }
  void handle_system(engine::SystemNode&) noexcept override {
    require(!gone_.get(), "an occupant that left handles a message");
    signalled_.set(signalled_.get() + 1);
  }
  void refuse_system(engine::SystemNode&) noexcept override { refused_.set(refused_.get() + 1); }
  void resume_handler() noexcept override {}
  void leave() noexcept override { gone_.set(true); }

  int own_;
  engine::Plain<std::uint32_t> handled_;
  engine::Plain<std::uint32_t> signalled_;
  engine::Plain<std::uint32_t> refused_;
  engine::Plain<bool> gone_{false};
};

/// One cell, in which a first tenant lives at the start.
template <std::uint32_t Others>
class CellScenario : public Scenario {
public:
  CellScenario() : first_address{open(first)} {}

protected:
  std::uint32_t threads() const final { return Others + 1; }
  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }
  virtual void act(std::uint32_t index) = 0;

  Address open(Tenant& tenant) { return *slab.open(tenant, lasting.dispatcher, test_label); }

  /// What a reference does: the early check, then the push. False is the early error.
  bool send(Address to, int number) {
    if (!to.cell->is_current(to.generation)) {
      return false;
    }
    auto* const envelope = engine::EnvelopeOf<int>::make(std::move(number));
    envelope->generation = to.generation;
    to.cell->post(*envelope);
    return true;
  }

  /// Closes the first tenant's cell and moves the second one into it.
  Address replace_first() {
    first_address.cell->close();
    while (first_address.cell->is_current(first_address.generation)) {
      engine::spin_hint();
    }
    return open(second);
  }

  ModelExecutor executor;
  union Lasting {  // as the cells: they are never closed
    explicit Lasting(ModelExecutor& executor) : dispatcher{executor} {}
    ~Lasting() {}
    engine::Dispatcher dispatcher;
  } lasting{executor};
  CountingSink sink;
  engine::CellSlab slab{sink};
  Tenant first{1}, second{2};
  Address first_address;
};

/// Two stale references against the end of their actor and the reuse of its cell.
class StaleAgainstReuse final : public CellScenario<3> {
  void act(std::uint32_t index) override {
    if (index < 2) {
      refused[index] = send(first_address, 1) ? 0 : 1;
      return;
    }
    first_address.cell->close();
    const Address next = open(second);  // the same cell if it is free by now
    require(send(next, 2), "a living actor takes messages");
  }
  void finish() override {
    const std::uint32_t known = first.handled() + second.handled() + sink.count.load(std::memory_order_relaxed);
    require(known + refused[0] + refused[1] == 3, "a message is stranded");
    require(first.is_gone(), "a closed cell lets its occupant go");
    require(second.handled() == 1, "the next occupant gets its own message");
  }
  std::uint32_t refused[2]{};
};

/// The cell is reused for certain, while a sender is between its check and its push.
class CheckThenReuse final : public CellScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 0) {
      refused = send(first_address, 1) ? 0 : 1;
      return;
    }
    const Address next = replace_first();
    require(next.cell != first_address.cell || next.generation != first_address.generation,
            "two occupants have different addresses");
  }
  void finish() override {
    require(first.handled() + sink.count.load(std::memory_order_relaxed) + refused == 1, "a message is stranded");
    require(second.handled() == 0, "a message reaches the next occupant");
  }
  std::uint32_t refused = 0;
};

/// The same with a system message.
class CheckThenSignal final : public CellScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 1) {
      (void)replace_first();
    } else if (first_address.cell->is_current(first_address.generation)) {
      signal.generation = first_address.generation;
      taken = first_address.cell->post_system(signal) ? 1 : 0;
    }
  }
  void finish() override {
    require(first.signalled() + second.refused() == taken, "a system message is stranded");
    require(second.signalled() == 0 && first.refused() == 0, "a system message reaches the next occupant");
  }
  engine::SystemNode signal;
  std::uint32_t taken = 0;
};

/// Two spawners at once: two cells.
class TwoSpawners final : public CellScenario<2> {
  void act(std::uint32_t index) override {
    addresses[index] = open(index == 0 ? second : third);
    require(send(addresses[index], static_cast<int>(index) + 2), "a living actor takes messages");
  }
  void finish() override {
    require(!(addresses[0] == addresses[1]), "two actors share a cell");
    require(second.handled() == 1 && third.handled() == 1, "each actor gets its own message");
  }
  Tenant third{3};
  Address addresses[2];
};

constexpr NamedScenario table[] = {
    {"cells.stale_against_reuse", "stale references reach nobody else", &make_scenario<StaleAgainstReuse>},
    {"cells.check_then_reuse", "the runner's check catches what the sender's missed", &make_scenario<CheckThenReuse>},
    {"cells.check_then_signal", "the same for system messages", &make_scenario<CheckThenSignal>},
    {"cells.two_spawners", "two actors have two cells", &make_scenario<TwoSpawners>},
};

}  // namespace

std::span<const NamedScenario> cell_scenarios() { return table; }

}  // namespace sluice::model
