// SPDX-License-Identifier: BSL-1.0
#include <initializer_list>
#include <sluice/engine/platform/fault.hpp>
#include <sluice/engine/platform/linux_bare/signals.hpp>
#include <sluice/engine/platform/linux_bare/system_call.hpp>

extern "C" [[gnu::naked]] void sluice_return_from_signal() noexcept { asm("movl $15, %eax\n\tsyscall"); }

namespace sluice::inline SLUICE_ABI::engine::platform::signals {
namespace {

// The kernel's own struct sigaction, which is not the C library's.
struct Action {
  Handler handler;
  std::uint64_t flags;
  void (*restorer)() noexcept;
  std::uint64_t mask;
};

constexpr std::uint64_t with_details = 0x4;
constexpr std::uint64_t with_restorer = 0x0400'0000;

void report(int signal, void*, Context* context) {
  report_fault(static_cast<std::uintptr_t>(signal), context->instruction);
}

}  // namespace

void handle(int signal, Handler handler) noexcept {
  const Action action{handler, with_details | with_restorer, &sluice_return_from_signal, ~std::uint64_t{0}};
  system_call(SystemCall::rt_sigaction, signal, address_of(&action), 0, sizeof(action.mask));
}

void handle_faults() noexcept {
  constexpr int illegal_instruction = 4;
  constexpr int trap = 5;
  constexpr int bus_error = 7;
  constexpr int arithmetic = 8;
  constexpr int bad_address = 11;
  for (const int fault : {illegal_instruction, trap, bus_error, arithmetic, bad_address}) {
    handle(fault, &report);
  }
}

}  // namespace sluice::inline SLUICE_ABI::engine::platform::signals
