// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/config/aliases.hpp>
#include <sluice/actors/config/configuration.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/memory.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {
namespace {

engine::DispatcherSettings settings_of(const DispatcherDescriptor& descriptor) noexcept {
  return {.throughput = descriptor.throughput,
          .throughput_deadline = descriptor.throughput_deadline,
          .slow_congested = descriptor.slow_congested};
}

}  // namespace

Configuration::Made::Made(engine::Executor& executor, const DispatcherDescriptor& of,
                          const engine::DispatcherPorts& ports) noexcept
    : descriptor{of}, dispatcher{executor, settings_of(of), ports} {}

Configuration* Configuration::make(const RuntimeConfig& config, engine::Executor& executor,
                                   const engine::DispatcherPorts& ports) noexcept {
  void* const memory = engine::memory::allocate(sizeof(Configuration));
  if (memory == nullptr) {
    return nullptr;
  }
  auto* const made = ::new (memory) Configuration{config};
  for (const DispatcherDescriptor& each : made->config_.dispatchers) {
    void* const block = engine::memory::allocate(sizeof(Made));
    if (block == nullptr) {
      made->end();
      return nullptr;
    }
    engine::Executor& own = each.executor.executor() == nullptr ? executor : *each.executor.executor();
    auto* const one = ::new (block) Made{own, each, ports};
    one->next = std::exchange(made->first_, one);
  }
  return made;
}

void Configuration::end() noexcept {
  while (first_ != nullptr) {
    Made* const made = std::exchange(first_, first_->next);
    made->~Made();
    engine::memory::release(made, sizeof(Made));
  }
  this->~Configuration();
  engine::memory::release(this, sizeof(Configuration));
}

std::expected<Configuration::Made*, SpawnError> Configuration::find_dispatcher(std::string_view id) const noexcept {
  const auto found = find_by_id(config_.dispatchers, config_.aliases, id, ConfigProblem::unknown_dispatcher);
  if (!found.has_value()) {
    return std::unexpected{found.error()};
  }
  Made* made = first_;
  while (made != nullptr && &made->descriptor != *found) {
    made = made->next;
  }
  engine::check(made != nullptr, "every descriptor has its dispatcher");
  return made;
}

}  // namespace sluice::inline SLUICE_ABI
