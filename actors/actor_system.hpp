// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/config/runtime_config.hpp>
#include <sluice/actors/kinds/class_actor.hpp>
#include <sluice/actors/kinds/handler_actor.hpp>
#include <sluice/actors/spawner.hpp>
#include <sluice/actors/supervision/counters.hpp>
#include <sluice/actors/system/dead_letters.hpp>
#include <sluice/actors/system/executor_choice.hpp>
#include <sluice/actors/system/system_report.hpp>
#include <sluice/actors/system_context.hpp>
#include <sluice/actors/telemetry/telemetry.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/executor.hpp>
#include <string_view>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class ActorVisitor;
class EventStream;
class SystemMetrics;

/// How a system is set up; all of it has defaults.
struct SystemOptions {
  ExecutorChoice executor{};                ///< lives longer; null: one of its own, of the kind this build prefers
  const Clock* clock = nullptr;             ///< lives longer; null: the machine's
  engine::DispatcherSettings dispatcher{};  ///< how actors are run that say nothing else
  engine::MetricsSink* metrics = nullptr;   ///< lives longer; null: nothing is measured for it
  TelemetryChoice telemetry{};              ///< what is measured while somebody listens; none: nothing ever
  Duration shutdown_timeout = std::chrono::seconds{5};  ///< what the destructor gives to what is queued
  SupervisionStrategy children{};  ///< what becomes of actors below the guardian that say nothing themselves
  std::uint64_t seed = 0;          ///< of what is drawn at random: the jitter of back-offs
  RuntimeConfig config{};          ///< dispatchers and mailboxes that have ids; its tables live longer
  const MiddlewareChain* middleware = nullptr;  ///< what the messages of all actors pass; lives longer; null: nothing
};

/// Actors, and the executor that runs them.
///
/// Thread safety: everything from any thread, but `shutdown` and the destructor. When the destructor runs, no other thread
/// is inside a call with one of the system's references; who comes later gets an error.
/// Blocks: the destructor, until what was sent before it is handled, but not for much longer than the shutdown timeout;
/// what is left then becomes dead letters. An actor whose handler does not return is left behind, on purpose, with all
/// that it may touch.
class ActorSystem : public Spawner<ActorSystem> {
public:
  ActorSystem() noexcept : ActorSystem{SystemOptions{}} {}
  explicit ActorSystem(const SystemOptions& options) noexcept;
  /// On `executor`, which lives longer.
  template <std::derived_from<engine::Executor> Executor>
  explicit ActorSystem(Executor& executor) noexcept : ActorSystem{SystemOptions{.executor = &executor}} {}
  /// With a guardian of the user's: actors are spawned below it, and when it stops so does the system.
  template <class T>
  explicit ActorSystem(const Behavior<T>& guardian, const SystemOptions& options = {}) noexcept;

  ~ActorSystem();
  ActorSystem(const ActorSystem&) = delete;
  ActorSystem& operator=(const ActorSystem&) = delete;

  /// Calls `function(SystemContext&)`, and gives what it returns. The references that it got are of no use afterwards.
  template <class Function>
  decltype(auto) run(Function&& function) {
    const Run run{*this};
    SystemContext context{*this, run.scope};
    return std::forward<Function>(function)(context);
  }
  /// The same; for those who come from other libraries.
  template <class Function>
  decltype(auto) block_on(Function&& function) {
    return run(std::forward<Function>(function));
  }

  /// The actor of that name directly below the guardian, or of that path ("/user/parent/name").
  template <class T>
  [[nodiscard]] Result<ActorRef<T>> find(std::string_view name) const noexcept {
    const Result<engine::Address> found = find(name, kind_id<T>());
    return found.has_value() ? Result<ActorRef<T>>{ActorRef<T>{*found}} : std::unexpected{found.error()};
  }
  /// The same, whatever its type.
  [[nodiscard]] Result<UntypedRef> find(std::string_view name) const noexcept {
    const Result<engine::Address> found = find(name, nullptr);
    return found.has_value() ? Result<UntypedRef>{UntypedRef{*found}} : std::unexpected{found.error()};
  }

  /// The guardian, if it is a `Behavior<T>` of the user's.
  template <class T>
  [[nodiscard]] ActorRef<T> guardian() const noexcept;

  template <class T>
  Result<> stop(const ActorRef<T>& actor) noexcept {
    return tell_control(actor.address(), Control::Kind::stop);
  }
  /// Ends it behind what is in its mailbox now; see `ActorRef::poison`.
  template <class T>
  Result<> poison(const ActorRef<T>& actor) noexcept {
    return actor.poison();
  }
  /// It starts anew, as if its supervision had decided so: before its next message, which it keeps. One that does so or ends
  /// anyway just goes on; a function that was not spawned with a `Restart` stays as it is, and the console says so.
  template <class T>
  Result<> restart(const ActorRef<T>& actor) noexcept {
    return tell_control(actor.address(), Control::Kind::restart);
  }
  /// It handles no messages until it is resumed as often; what comes stays in its mailbox, in order (D2, D10).
  template <class T>
  Result<> suspend(const ActorRef<T>& actor) noexcept {
    return tell_control(actor.address(), Control::Kind::suspend);
  }
  template <class T>
  Result<> resume(const ActorRef<T>& actor) noexcept {
    return tell_control(actor.address(), Control::Kind::resume);
  }

  [[nodiscard]] EventStream& events() noexcept;
  [[nodiscard]] DeadLetters& dead_letters() noexcept;
  /// How often actors failed, and what became of them.
  [[nodiscard]] const SupervisionCounters& supervision() const noexcept;
  /// How often an actor got a message that it does not handle.
  [[nodiscard]] std::uint32_t mismatches() const noexcept;

  /// What is counted and measured; see `actors/telemetry/system_metrics.hpp`.
  [[nodiscard]] SystemMetrics metrics() const noexcept;

  /// Shows the actors below the guardian that have not begun to end, parents before their children, `deepest_shown` levels
  /// of them; see `profiling/metrics/dispatcher_dump.hpp`. Who begins to end or spawns below an actor that is shown waits
  /// meanwhile, for a moment.
  void visit_actors(ActorVisitor& visitor) noexcept;
  static constexpr std::uint32_t deepest_shown = 32;
  /// Shows the workers that run them; on an executor that is driven by hand there are none.
  void visit_workers(engine::WorkerVisitor& visitor) noexcept;

  /// Fires the timers whose time has come; only needed where nobody else does: on an executor that is driven by hand.
  void advance_timers() noexcept;

  /// Handles what was sent until now, but not for longer than `timeout`, then ends all actors, children before their
  /// parents. Later calls do nothing, and give the same report. From a handler of this system it is refused.
  SystemReport shutdown(Duration timeout) noexcept;

  /// Not part of the API.
  [[nodiscard]] Actor& parent_of_spawned() noexcept { return *guardian_; }

private:
  struct Run {
    explicit Run(ActorSystem& of) noexcept : system{of}, scope{of.enter()} {}
    ~Run() { system.leave(scope); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ActorSystem& system;
    Scope& scope;
  };

  /// Tells the types of actors apart.
  template <class T>
  [[nodiscard]] static const void* kind_id() noexcept;

  void begin(const SystemOptions& options) noexcept;
  void settle(Actor& guardian, const ActorKind& kind, const SupervisionStrategy& of_children) noexcept;
  [[nodiscard]] Scope& enter() noexcept;
  void leave(Scope& scope) noexcept;
  [[nodiscard]] Result<engine::Address> find(std::string_view name, const void* kind) const noexcept;
  void run_until(Instant deadline) noexcept;
  [[nodiscard]] bool wait_for_end(Instant deadline) noexcept;
  void stop_guardian() noexcept;
  void report_those_left() noexcept;

  SystemRecord* record_ = nullptr;
  engine::Executor* owned_ = nullptr;
  ExecutorChoice given_;
  void* timers_ = nullptr;
  Actor* guardian_ = nullptr;  ///< lives as long as the system, or longer
  engine::Address guardian_address_;
  Control* stop_ = nullptr;  ///< for the guardian, made with it: telling it cannot fail
  Duration shutdown_timeout_{};
  bool is_down_ = false;
  SystemReport report_;
};

template <class... Arguments>
auto SystemContext::spawn(Arguments&&... arguments) {
  return scoped(system_.spawn(std::forward<Arguments>(arguments)...));
}

template <class A, class... Arguments>
  requires ActorClass<A>
ActorScopeRef<A> SystemContext::spawn(const SpawnOptions& options, Arguments&&... arguments) {
  return scoped(system_.spawn<A>(options, std::forward<Arguments>(arguments)...));
}

template <class T>
const void* ActorSystem::kind_id() noexcept {
  if constexpr (ActorClass<T>) {
    return &ClassActor<T>::label;
  } else {
    return &engine::EnvelopeOf<T>::type_of;
  }
}

}  // namespace sluice::inline SLUICE_ABI
