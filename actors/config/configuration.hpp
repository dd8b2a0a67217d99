// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <sluice/actors/config/mailbox_service.hpp>
#include <sluice/actors/config/runtime_config.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

struct ActorKind;

/// What a system makes of its `RuntimeConfig`: the dispatchers, as long as it lives itself.
///
/// Thread safety: any thread, once it is made.
/// Allocates: a block for itself and one for each dispatcher, when it is made.
class Configuration {
public:
  /// A dispatcher that was made of a descriptor.
  struct Made {
    Made(engine::Executor& executor, const DispatcherDescriptor& of, const engine::DispatcherPorts& ports) noexcept;

    const DispatcherDescriptor& descriptor;
    engine::Dispatcher dispatcher;
    Made* next = nullptr;
  };

  /// Null if memory runs out. Dispatchers that name no executor are on `executor`.
  [[nodiscard]] static Configuration* make(const RuntimeConfig& config, engine::Executor& executor,
                                           const engine::DispatcherPorts& ports) noexcept;
  /// Nobody lives in any of the dispatchers any more.
  void end() noexcept;

  [[nodiscard]] const RuntimeConfig& tables() const noexcept { return config_; }
  [[nodiscard]] std::expected<Made*, SpawnError> find_dispatcher(std::string_view id) const noexcept;
  /// The first of the dispatchers; the others by `next`.
  [[nodiscard]] Made* dispatchers() const noexcept { return first_; }

private:
  explicit Configuration(const RuntimeConfig& config) noexcept : config_{config} {}
  ~Configuration() = default;

  const RuntimeConfig config_;
  Made* first_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
