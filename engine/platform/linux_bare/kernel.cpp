// SPDX-License-Identifier: BSL-1.0
// The six functions as requests to the kernel. The image has one thread, so plain variables do.
#include <sluice/engine/platform.hpp>
#include <sluice/engine/platform/linux_bare/system_call.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {
namespace {

using SignalMask = std::uint64_t;

// Both are written only while signals are blocked, so a handler never sees them half done.
CriticalState depth = 0;
SignalMask mask_outside = 0;

constexpr long block = 0;
constexpr long set = 2;
constexpr long monotonic = 1;
constexpr long standard_output = 1;

}  // namespace

CriticalState enter_critical() noexcept {
  const SignalMask all = ~SignalMask{0};
  SignalMask before = 0;
  system_call(SystemCall::rt_sigprocmask, block, address_of(&all), address_of(&before), sizeof(SignalMask));
  if (depth == 0) {
    mask_outside = before;
  }
  return depth++;
}

void leave_critical(CriticalState state) noexcept {
  depth = state;
  if (state == 0) {
    const SignalMask outside = mask_outside;
    system_call(SystemCall::rt_sigprocmask, set, address_of(&outside), 0, sizeof(SignalMask));
  }
}

void wait_for_event() noexcept {
  const SignalMask outside = mask_outside;
  system_call(SystemCall::rt_sigsuspend, address_of(&outside), sizeof(SignalMask));
}

std::uint64_t now_nanoseconds() noexcept {
  std::uint64_t seconds_and_nanoseconds[2] = {};
  system_call(SystemCall::clock_gettime, monotonic, address_of(seconds_and_nanoseconds));
  return seconds_and_nanoseconds[0] * 1'000'000'000 + seconds_and_nanoseconds[1];
}

void write(std::string_view text) noexcept {
  constexpr long interrupted = -4;
  while (!text.empty()) {
    const long written =
        system_call(SystemCall::write, standard_output, address_of(text.data()), static_cast<long>(text.size()));
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written != interrupted) {
      return;
    }
  }
}

void halt(int code) noexcept {
  system_call(SystemCall::exit_group, code);
  __builtin_unreachable();
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform
