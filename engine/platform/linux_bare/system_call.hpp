// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>

namespace sluice::inline SLUICE_ABI::engine::platform {

/// The requests we make of the Linux kernel, numbered as on x86-64.
enum class SystemCall : long {
  write = 1,
  rt_sigaction = 13,
  rt_sigprocmask = 14,
  rt_sigreturn = 15,
  getpid = 39,
  setitimer = 38,
  kill = 62,
  rt_sigsuspend = 130,
  clock_gettime = 228,
  exit_group = 231,
};

/// Enters the kernel. A result below zero is an error number, negated.
inline long system_call(SystemCall number, long first = 0, long second = 0, long third = 0, long fourth = 0) noexcept {
  long result = static_cast<long>(number);
  register long r10 asm("r10") = fourth;
  asm volatile("syscall" : "+a"(result) : "D"(first), "S"(second), "d"(third), "r"(r10) : "rcx", "r11", "memory");
  return result;
}

/// A pointer as the kernel takes it.
inline long address_of(const void* object) noexcept { return reinterpret_cast<long>(object); }

}  // namespace sluice::inline SLUICE_ABI::engine::platform
