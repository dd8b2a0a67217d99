// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/config/configuration.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {
namespace {

constexpr engine::PlatformClock machine_clock;

/// The root of a system whose user brings none: it handles nothing, and has children.
class Guardian final : public Actor {
public:
  static constexpr engine::trace::Label label{"guardian", "run", __FILE__, __LINE__, engine::trace::color::dispatch};

  explicit Guardian(SystemRecord& record) noexcept : Actor{record, nullptr} {}

private:
  ~Guardian() = default;
  void receive(engine::Envelope& envelope) noexcept override { reject_type(envelope); }
  void destroy() noexcept override {
    this->~Guardian();
    engine::memory::release(this, sizeof(Guardian));
  }
};

/// Runs what is queued on one executor, or on several whose actors send each other something, until a deadline.
class Draining {
public:
  Draining(Instant deadline, bool of_several) noexcept : deadline_{deadline}, of_several_{of_several} {}

  [[nodiscard]] bool is_over() const noexcept { return machine_clock.now() >= deadline_; }
  [[nodiscard]] Duration left() const noexcept {
    const Duration left = deadline_ - machine_clock.now();
    return left < Duration{} ? Duration{} : left;
  }

  void drain(const ExecutorChoice& choice) noexcept {
    if (choice.timed() != nullptr) {
      (void)choice.timed()->drain_for(left());
      slices_ += choice.timed()->slices();
    } else if (choice.manual() != nullptr) {
      run_by_hand(*choice.manual());
    } else if (choice.executor() != nullptr) {
      choice.executor()->drain();  // and what that did nobody knows
    }
  }
  void drain_default(engine::Executor& executor) noexcept {
    (void)engine::drain_default_executor(executor, left());
    slices_ += engine::slices_of_default_executor(executor);
  }

  /// Once all had their turn: whether one may have something to do again, for any has run something since its last turn.
  [[nodiscard]] bool needs_another_round() noexcept {
    const std::uint64_t now = slices_ + by_hand_;
    slices_ = 0;
    return std::exchange(before_, now) != now && of_several_ && !is_over();
  }

private:
  /// Who feeds itself would be run for ever; and perhaps it is another one's turn to have it stop.
  void run_by_hand(engine::ManualExecutor& executor) noexcept {
    constexpr std::uint32_t slices_between_looks = 64;
    std::uint32_t ran = 0;
    do {
      ran = executor.tick(slices_between_looks);
      by_hand_ += ran;
    } while (ran == slices_between_looks && !of_several_ && !is_over());
  }

  const Instant deadline_;
  const bool of_several_;
  std::uint64_t slices_ = 0;   ///< of those that count them themselves
  std::uint64_t by_hand_ = 0;  ///< of the others, since this began
  std::uint64_t before_ = 0;
};

}  // namespace

ActorSystem::ActorSystem(const SystemOptions& options) noexcept {
  begin(options);
  void* const block = engine::memory::allocate(sizeof(Guardian));
  engine::check(block != nullptr, "there is memory for a guardian");
  settle(*::new (block) Guardian{*record_}, {.label = Guardian::label, .type = &Guardian::label}, options.children);
}

void ActorSystem::begin(const SystemOptions& options) noexcept {
  record_ = SystemRecord::take();
  engine::check(record_ != nullptr, "there is memory for a system");
  shutdown_timeout_ = options.shutdown_timeout;
  const Clock& clock = options.clock == nullptr ? machine_clock : *options.clock;
  record_->own_clock().follow(clock);
  record_->has_real_time = options.clock == nullptr;
  record_->seed = options.seed;
  record_->middleware = options.middleware;
  given_ = options.executor;
  if (given_.executor() == nullptr) {
    owned_ = engine::make_default_executor();
    engine::check(owned_ != nullptr, "there is memory for an executor");
  }
  record_->executor = owned_ != nullptr ? owned_ : given_.executor();
  record_->set_driven_by_hand(given_.manual() != nullptr || (!hosted && owned_ != nullptr));
  void* const block = engine::memory::allocate(sizeof(engine::Dispatcher));
  engine::check(block != nullptr, "there is memory for a dispatcher");
  const engine::DispatcherPorts ports{.clock = &clock, .events = record_, .metrics = options.metrics};
  record_->dispatcher = ::new (block) engine::Dispatcher{*record_->executor, options.dispatcher, ports};
  if (!options.config.is_empty()) {
    record_->configuration = Configuration::make(options.config, *record_->executor, ports);
    engine::check(record_->configuration != nullptr, "there is memory for a configuration");
  }
  record_->telemetry = options.telemetry.make(*record_, clock);
  if (!record_->is_driven_by_hand() && record_->has_real_time) {
    timers_ = engine::start_default_timers(record_->timers());
  }
}

void ActorSystem::settle(Actor& guardian, const ActorKind& kind, const SupervisionStrategy& of_children) noexcept {
  stop_ = make_control(Control::Kind::stop);
  engine::check(stop_ != nullptr, "there is memory for a guardian");
  guardian_ = &guardian;
  guardian_address_ = guardian.settle_as_guardian(kind, *record_->dispatcher, of_children);
  if (record_->telemetry != nullptr) {
    record_->telemetry->begin(guardian_address_);
  }
}

ActorSystem::~ActorSystem() {
  if (!shutdown(shutdown_timeout_).is_complete) {
    return;  // who comes back from a handler after all goes on to its end, and needs all that it had
  }
  if (record_->telemetry != nullptr) {
    record_->telemetry->end();
    record_->telemetry = nullptr;
  }
  guardian_->discard();
  if (record_->configuration != nullptr) {
    record_->configuration->end();
  }
  record_->dispatcher->~Dispatcher();
  engine::memory::release(record_->dispatcher, sizeof(engine::Dispatcher));
  record_->give_back();
  if (owned_ != nullptr) {
    engine::destroy_default_executor(owned_);
  }
}

/// Everything that was sent is handled, then everybody is told to stop. What then still runs after the deadline keeps
/// the record, the dispatcher, the executor and its cell for ever.
SystemReport ActorSystem::shutdown(Duration timeout) noexcept {
  if (is_down_) {
    return report_;
  }
  if (current_cell != nullptr && &SystemRecord::of(*current_cell) == record_) {
    SystemReport refusal;
    refusal.is_complete = false;
    refusal.refused = Error::would_block;  // it would wait for the handler that waits here
    return refusal;
  }
  is_down_ = true;
  const Instant deadline = later(machine_clock.now(), timeout);
  run_until(deadline);
  record_->begin_shutdown();
  const Instant told = record_->clock().now();
  engine::stop_default_timers(timers_);
  stop_guardian();
  report_.is_complete = wait_for_end(deadline);
  report_.stopped = record_->stopped();
  report_.dead_letters = record_->letters.count();
  report_.messages_left = record_->letters.count(DeadLetterReason::shutdown);
  if (report_.is_complete) {
    record_->end_scope();
  } else {
    report_.waited = record_->clock().now() - told;
    report_those_left();
  }
  return report_;
}

/// Without the memory that has perhaps run out. It may end by itself meanwhile, and its cell may be another's.
void ActorSystem::stop_guardian() noexcept {
  Control& stop = *std::exchange(stop_, nullptr);
  stop.generation = guardian_address_.generation;
  engine::Cell& cell = *guardian_address_.cell;
  if (record_->has_ended() || !cell.is_current(stop.generation) || !cell.post_system(stop)) {
    end_control(stop);
  }
}

void ActorSystem::report_those_left() noexcept {
  report_.top_level_left = guardian_->existing_belongings()->children.living();
  record_->awaited.list(report_);
  if (report_.running == 0) {
    list_running(report_, *guardian_);  // it has nobody to wait for, or has not begun to
  }
  ConsoleLine{} << "a system ends while " << engine::Decimal{report_.top_level_left}.text()
                << " of its top-level actors do not; they are left behind";
  for (const RunningActor& each : report_.running_actors()) {
    ConsoleLine{} << each.path() << " (" << each.kind << ") does not return from its handler of "
                  << (each.message_type == nullptr ? "its start" : each.message_type);
  }
}

/// Runs what is queued, on this thread if the executor is driven by hand. Those of the configuration come first. None of
/// several is done before all are: that is when nobody has run anything from one time that it was idle to the next.
void ActorSystem::run_until(Instant deadline) noexcept {
  Draining draining{deadline, record_->configuration != nullptr};
  do {
    for (auto* made = record_->configuration == nullptr ? nullptr : record_->configuration->dispatchers();
         made != nullptr; made = made->next) {
      draining.drain(made->descriptor.executor);
    }
    if (owned_ != nullptr) {
      draining.drain_default(*owned_);
    } else {
      draining.drain(given_);
    }
  } while (draining.needs_another_round());
}

bool ActorSystem::wait_for_end(Instant deadline) noexcept {
  // What could not be handled in time has had its time; ending takes some more.
  constexpr Duration least = std::chrono::milliseconds{100};
  const Instant last = deadline - machine_clock.now() < least ? later(machine_clock.now(), least) : deadline;
  while (!record_->has_ended()) {
    if (machine_clock.now() >= last) {
      return false;
    }
    run_until(last);
    engine::spin_hint();  // somebody who is not the executor's, a late sender, is about to let the last one go
  }
  return true;
}

Scope& ActorSystem::enter() noexcept {
  Scope* const scope = record_->scopes.enter();
  engine::check(scope != nullptr, "there is memory for one more run at once");
  return *scope;
}

void ActorSystem::leave(Scope& scope) noexcept { record_->scopes.leave(scope); }

Result<engine::Address> ActorSystem::find(std::string_view name, const void* kind) const noexcept {
  char path[256];
  TextWriter writer{path, sizeof path};
  if (!name.starts_with('/')) {
    writer.append("/user/");
  }
  writer.append(name);
  const Names::Found found = record_->names.find(writer.text());
  if (found.address.cell == nullptr) {
    return std::unexpected{Error::not_found};
  }
  if (kind != nullptr && found.kind != kind) {
    return std::unexpected{Error::type_mismatch};
  }
  return found.address;
}

EventStream& ActorSystem::events() noexcept { return record_->events; }
DeadLetters& ActorSystem::dead_letters() noexcept { return record_->letters; }
const SupervisionCounters& ActorSystem::supervision() const noexcept { return record_->supervision; }
SystemMetrics ActorSystem::metrics() const noexcept { return SystemMetrics{*record_}; }
std::uint32_t ActorSystem::mismatches() const noexcept {
  return record_->mismatches.load(std::memory_order_relaxed);  // a figure
}
void ActorSystem::visit_actors(ActorVisitor& visitor) noexcept { guardian_->show_children(visitor, deepest_shown); }
void ActorSystem::visit_workers(engine::WorkerVisitor& visitor) noexcept {
  engine::TimedExecutor* const timed = owned_ != nullptr ? engine::timed_default_executor(*owned_) : given_.timed();
  if (timed != nullptr) {
    timed->visit_workers(visitor);
  }
}
void ActorSystem::advance_timers() noexcept { record_->timers().advance(); }

void report_spawn_error(const SpawnError& error, const char* kind) noexcept {
  char text[200];
  ConsoleLine{} << "no actor for " << kind << " was spawned: " << explain(error, text);
}

}  // namespace sluice::inline SLUICE_ABI
