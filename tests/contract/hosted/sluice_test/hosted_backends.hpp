// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <sluice_test/backend.hpp>
#include <string>
#include <vector>

namespace sluice::contract {

/// A backend with threads around it; it owns the executor, and what that runs on.
class ThreadedBackend : public Backend {
public:
  virtual ~ThreadedBackend() = default;

  [[nodiscard]] std::uint32_t share(std::uint32_t messages) const noexcept final;
  [[nodiscard]] bool wait_until(Borrowed<bool()> holds) override;
  void from_outside(std::uint32_t senders, std::uint32_t steps, Step step) override;

  /// Null of the manual executor.
  [[nodiscard]] virtual schedule::HostedExecutor* hosted() noexcept { return nullptr; }
};

/// An executor to be tested, by its name.
struct BackendChoice {
  std::string name;  ///< such as Taskflow_2
  std::uint32_t workers;
  std::unique_ptr<ThreadedBackend> (*make_with)(std::uint32_t workers);

  [[nodiscard]] std::unique_ptr<ThreadedBackend> make() const { return make_with(workers); }

  /// What GoogleTest shows.
  friend void PrintTo(const BackendChoice& choice, std::ostream* out) { *out << choice.name; }
};

/// Each hosted executor with 1, 2 and 4 workers.
[[nodiscard]] std::vector<BackendChoice> hosted_backends();
/// The same, and the manual one, driven by one thread beside others.
[[nodiscard]] std::vector<BackendChoice> every_backend();
/// Each hosted executor with that many.
[[nodiscard]] std::vector<BackendChoice> hosted_backends_with(std::uint32_t workers);

}  // namespace sluice::contract
