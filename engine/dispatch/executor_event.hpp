// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/intrusive_list.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

/// Something about an executor's workers that somebody may want to know.
struct ExecutorEvent {
  enum class Kind : std::uint8_t {
    starvation,       ///< a worker is in one and the same slice for long, and others wait; once per slice
    rebalanced,       ///< the number of spare workers has changed
    host_overloaded,  ///< a worker waits long for a thread of the host, and work for the worker; once per episode
    host_recovered,   ///< no worker waits for long any more
  };

  Kind kind;
  std::uint32_t worker = 0;    ///< of starvation and overload: which one
  const char* name = "";       ///< of starvation: of what it runs
  bool is_computing = false;   ///< of starvation: it does not wait, so more workers would not help
  Duration lasted{};           ///< until now, and at least: the slice, the wait, the overload
  std::uint32_t regulars = 0;  ///< workers that the executor always has
  std::uint32_t spares = 0;    ///< workers beside these
};

[[nodiscard]] constexpr std::string_view describe(ExecutorEvent::Kind kind) noexcept {
  switch (kind) {
    case ExecutorEvent::Kind::starvation: return "a worker does not come back while others wait";
    case ExecutorEvent::Kind::rebalanced: return "the number of spare workers has changed";
    case ExecutorEvent::Kind::host_overloaded: return "the host has no thread for a worker; its work is kept";
    case ExecutorEvent::Kind::host_recovered: return "the host has threads for all workers again";
  }
  return "an unknown event";
}

/// Hears of an executor; see `TimedExecutor::listen`.
///
/// Thread safety: called from any thread, one at a time. It takes note, and neither blocks nor listens to the executor.
class ExecutorListener : public ListLink<ExecutorListener> {
public:
  virtual void publish(const ExecutorEvent& event) noexcept = 0;

protected:
  ~ExecutorListener() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
