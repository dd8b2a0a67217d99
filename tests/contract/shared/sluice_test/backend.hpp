// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/executor.hpp>
#include <type_traits>

namespace sluice::contract {

/// A closure of the caller's, for the time of a call.
template <class Signature>
class Borrowed;

template <class Return, class... Arguments>
class Borrowed<Return(Arguments...)> {
public:
  template <class Closure>
    requires(!std::is_same_v<std::remove_cvref_t<Closure>, Borrowed>)
  explicit(false) Borrowed(Closure&& closure) noexcept
      : closure_{const_cast<void*>(static_cast<const void*>(&closure))}, call_{[](void* what, Arguments... arguments) {
          return (*static_cast<std::remove_reference_t<Closure>*>(what))(arguments...);
        }} {}

  Return operator()(Arguments... arguments) const { return call_(closure_, arguments...); }

private:
  void* closure_;
  Return (*call_)(void*, Arguments...);
};

/// How a shutdown went, without containers.
struct ShutdownNote {
  static constexpr std::uint32_t most_names = 4;

  std::uint32_t stragglers = 0;
  const char* names[most_names]{};  ///< of the first stragglers
  std::uint32_t handed_back = 0;
};

/// An executor under test and the world around it: threads where there are threads, turns where there are none.
class Backend {
public:
  using Step = Borrowed<void(std::uint32_t sender, std::uint32_t number)>;

  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  [[nodiscard]] virtual engine::Executor& executor() noexcept = 0;
  /// How many slices may run at once.
  [[nodiscard]] virtual std::uint32_t workers() const noexcept = 0;
  /// As many of `messages` as there is time and memory for.
  [[nodiscard]] virtual std::uint32_t share(std::uint32_t messages) const noexcept = 0;

  /// Returns when nothing is queued and nothing runs.
  virtual void drain() = 0;
  /// Calls `step(sender, number)` for every number below `steps`, in order, for all senders at once; the executor runs
  /// meanwhile. A step may `wait_until`.
  virtual void from_outside(std::uint32_t senders, std::uint32_t steps, Step step) = 0;
  /// Lets the executor run until `holds`, which is not asked again then; false if that does not come about.
  [[nodiscard]] virtual bool wait_until(Borrowed<bool()> holds) = 0;

  // Only of executors that end before their mailboxes: see HOSTED_CONTRACT.
  [[nodiscard]] virtual bool drain_for(Duration timeout) = 0;
  virtual ShutdownNote shut_down(Duration timeout) = 0;

protected:
  ~Backend() = default;
};

}  // namespace sluice::contract
