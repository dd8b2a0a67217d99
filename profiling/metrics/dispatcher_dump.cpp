// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/system/actor_look.hpp>
#include <sluice/profiling/metrics/dispatcher_dump.hpp>

namespace sluice::inline SLUICE_ABI::metrics {
namespace {

class Workers final : public engine::WorkerVisitor {
public:
  explicit Workers(DispatcherDump& dump) noexcept : dump_{dump} {}
  void visit(const engine::WorkerLook& worker) override {
    dump_.workers.push_back(worker);
    dump_.slices += worker.slices;
    dump_.working += worker.state == engine::WorkerLook::State::working ? 1 : 0;
  }

private:
  DispatcherDump& dump_;
};

class Actors final : public ActorVisitor {
public:
  explicit Actors(DispatcherDump& dump) noexcept : dump_{dump} {}
  void visit(const ActorLook& actor) override {
    DumpedActor& dumped = dump_.actors.emplace_back();
    dumped.path = actor.path;
    dumped.kind = actor.kind;
    dumped.mailbox = actor.mailbox;
    dumped.is_running = actor.is_caller;
    for (const engine::WorkerLook& worker : dump_.workers) {
      if (worker.runnable == actor.runnable) {
        dumped.is_running = true;
        dumped.worker = worker.index;
        dumped.lasted = worker.lasted;
      }
    }
  }

private:
  DispatcherDump& dump_;
};

std::string in_microseconds(Duration duration) {
  return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(duration).count()) + " us";
}

std::string describe(const engine::WorkerLook& worker) {
  std::string line = "worker " + std::to_string(worker.index) + ": " + std::string{describe(worker.state)};
  if (worker.running != nullptr) {
    line += std::string{" on "} + worker.running;
  }
  if (worker.lasted.has_value()) {
    line += ", for at least " + in_microseconds(*worker.lasted);
  }
  return line + ", " + std::to_string(worker.queued) + " queued, " + std::to_string(worker.slices) + " slices\n";
}

std::string describe(const DumpedActor& actor) {
  std::string line = actor.path + " (" + actor.kind + "): ";
  line += actor.is_running ? std::string{"running"} : std::string{engine::describe(actor.mailbox.phase)};
  if (actor.worker.has_value()) {
    line += " on worker " + std::to_string(*actor.worker);
  }
  if (actor.lasted.has_value()) {
    line += " for at least " + in_microseconds(*actor.lasted);
  }
  const bool is_vague = !actor.mailbox.is_exact && actor.mailbox.queued != 0;
  line += ", " + (is_vague ? std::string{"some"} : std::to_string(actor.mailbox.queued)) + " queued";
  return line + (actor.mailbox.has_system ? ", system messages too\n" : "\n");
}

}  // namespace

// The workers first: who is found running then and has ended or is idle by now, is shown as its mailbox says.
DispatcherDump dump(ActorSystem& system) {
  DispatcherDump dump;
  Workers workers{dump};
  system.visit_workers(workers);
  Actors actors{dump};
  system.visit_actors(actors);
  return dump;
}

std::string describe(const DispatcherDump& dump) {
  std::string text = std::to_string(dump.actors.size()) + " actors; " + std::to_string(dump.working) + " of " +
                     std::to_string(dump.workers.size()) + " workers work, " + std::to_string(dump.slices) +
                     " slices so far\n";
  for (const engine::WorkerLook& worker : dump.workers) {
    text += describe(worker);
  }
  for (const DumpedActor& actor : dump.actors) {
    text += describe(actor);
  }
  return text;
}

}  // namespace sluice::inline SLUICE_ABI::metrics
