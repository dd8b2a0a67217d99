// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/memory.hpp>

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

/// Who feeds itself would be run for ever.
bool run_by_hand(engine::ManualExecutor& executor, Duration timeout) noexcept {
  constexpr std::uint32_t slices_between_looks = 64;
  const Instant deadline = later(machine_clock.now(), timeout);
  while (executor.tick(slices_between_looks) == slices_between_looks) {
    if (machine_clock.now() >= deadline) {
      return false;
    }
  }
  return true;
}

}  // namespace

ActorSystem::ActorSystem(const SystemOptions& options) noexcept {
  begin(options);
  void* const block = engine::memory::allocate(sizeof(Guardian));
  engine::check(block != nullptr, "there is memory for a guardian");
  settle(*::new (block) Guardian{*record_}, {.label = Guardian::label, .type = &Guardian::label});
}

void ActorSystem::begin(const SystemOptions& options) noexcept {
  record_ = SystemRecord::take();
  engine::check(record_ != nullptr, "there is memory for a system");
  shutdown_timeout_ = options.shutdown_timeout;
  const Clock& clock = options.clock == nullptr ? machine_clock : *options.clock;
  record_->own_clock().follow(clock);
  record_->has_real_time = options.clock == nullptr;
  given_ = options.executor;
  if (given_.executor() == nullptr) {
    owned_ = engine::make_default_executor();
    engine::check(owned_ != nullptr, "there is memory for an executor");
  }
  record_->executor = owned_ != nullptr ? owned_ : given_.executor();
  record_->set_driven_by_hand(given_.manual() != nullptr || (!hosted && owned_ != nullptr));
  void* const block = engine::memory::allocate(sizeof(engine::Dispatcher));
  engine::check(block != nullptr, "there is memory for a dispatcher");
  record_->dispatcher = ::new (block) engine::Dispatcher{
      *record_->executor, options.dispatcher, {.clock = &clock, .events = record_, .metrics = options.metrics}};
  if (!record_->is_driven_by_hand() && record_->has_real_time) {
    timers_ = engine::start_default_timers(record_->timers());
  }
}

void ActorSystem::settle(Actor& guardian, const ActorKind& kind) noexcept {
  guardian_ = &guardian;
  guardian_address_ = guardian.settle_as_guardian(kind, *record_->dispatcher);
}

ActorSystem::~ActorSystem() {
  if (!shutdown(shutdown_timeout_).is_complete) {
    return;  // who comes back from a handler after all goes on to its end, and needs all that it had
  }
  guardian_->discard();
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
  is_down_ = true;
  const Instant deadline = later(machine_clock.now(), timeout);
  (void)run_for(timeout);
  record_->begin_shutdown();
  engine::stop_default_timers(timers_);
  if (!record_->has_ended()) {
    (void)tell_control(guardian_address_, Control::Kind::stop);
  }
  report_.is_complete = wait_for_end(deadline);
  report_.dead_letters = record_->letters.count();
  if (report_.is_complete) {
    record_->end_scope();
  } else {
    report_.top_level_left = guardian_->existing_belongings()->children.living();
    ConsoleLine{} << "a system ends while " << engine::Decimal{report_.top_level_left}.text()
                  << " of its top-level actors do not; they are left behind";
  }
  return report_;
}

/// Runs what is queued, on this thread if the executor is driven by hand.
bool ActorSystem::run_for(Duration timeout) noexcept {
  if (owned_ != nullptr) {
    return engine::drain_default_executor(*owned_, timeout);
  }
  if (given_.timed() != nullptr) {
    return given_.timed()->drain_for(timeout);
  }
  if (given_.manual() != nullptr) {
    return run_by_hand(*given_.manual(), timeout);
  }
  given_.executor()->drain();
  return true;
}

bool ActorSystem::wait_for_end(Instant deadline) noexcept {
  // What could not be handled in time has had its time; ending takes some more.
  constexpr Duration least = std::chrono::milliseconds{100};
  const Instant last = deadline - machine_clock.now() < least ? later(machine_clock.now(), least) : deadline;
  while (!record_->has_ended()) {
    const Instant now = machine_clock.now();
    if (now >= last) {
      return false;
    }
    (void)run_for(last - now);
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
std::uint32_t ActorSystem::mismatches() const noexcept {
  return record_->mismatches.load(std::memory_order_relaxed);  // a figure
}
void ActorSystem::advance_timers() noexcept { record_->timers().advance(); }

void report_spawn_error(const SpawnError& error, const char* kind) noexcept {
  ConsoleLine line;
  line << "no actor for " << kind << " was spawned: " << describe(error);
  if (error.required != nullptr) {
    line << ": it needs " << error.required << " and was given " << error.actual;
  }
}

}  // namespace sluice::inline SLUICE_ABI
