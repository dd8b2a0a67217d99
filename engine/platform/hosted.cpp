// SPDX-License-Identifier: BSL-1.0
// The platform on POSIX: interrupts are signals, and each thread is a core of its own.
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {
namespace {

// Both are written only while this thread's signals are blocked, so a handler never sees them half done.
thread_local CriticalState depth = 0;
thread_local sigset_t mask_outside;

// The faults stay open: blocked, they kill the process without a word.
sigset_t all_but_faults() noexcept {
  sigset_t signals;
  sigfillset(&signals);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    sigdelset(&signals, fault);
  }
  return signals;
}

constexpr int aborted = 134;  // what a shell reports for abort()

}  // namespace

CriticalState enter_critical() noexcept {
  const sigset_t blocked = all_but_faults();
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  if (depth == 0) {
    mask_outside = before;
  }
  return depth++;
}

void leave_critical(CriticalState state) noexcept {
  depth = state;
  if (state == 0) {
    const sigset_t outside = mask_outside;
    pthread_sigmask(SIG_SETMASK, &outside, nullptr);
  }
}

void wait_for_event() noexcept {
  const sigset_t outside = mask_outside;
  sigsuspend(&outside);
}

std::uint64_t now_nanoseconds() noexcept {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

void write(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return;
    }
  }
}

void halt(int code) noexcept {
  if (code == aborted) {
    std::abort();  // for the core file, the debugger and the parent that asks which signal it was
  }
  std::_Exit(code);
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform
