// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/clock.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::engine {

class Runnable;

/// What one worker of an executor does at a moment. The figures were read one after the other while it went on.
struct WorkerLook {
  enum class State : std::uint8_t {
    idle,     ///< it sleeps, searches, or waits for a thread
    working,  ///< it runs something
  };

  std::uint32_t index = 0;
  State state = State::idle;
  std::uint64_t slices = 0;            ///< ended so far
  std::uint32_t queued = 0;            ///< runnables that wait behind the one that runs
  const char* running = nullptr;       ///< names what runs; null if nothing does
  const Runnable* runnable = nullptr;  ///< tells what runs from others; not to be followed, for it may be gone
  std::optional<Duration> lasted{};    ///< the slice that runs, at least: since a look first found it
};

[[nodiscard]] constexpr std::string_view describe(WorkerLook::State state) noexcept {
  return state == WorkerLook::State::working ? "working" : "idle";
}

/// Is shown the workers of an executor, one after the other.
class WorkerVisitor {
public:
  virtual void visit(const WorkerLook& worker) = 0;

protected:
  ~WorkerVisitor() = default;
};

}  // namespace sluice::inline SLUICE_ABI::engine
