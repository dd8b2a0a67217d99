// SPDX-License-Identifier: BSL-1.0
#include <csignal>
#include <cstdlib>
#include <exception>
#include <sluice_model/crash.hpp>
#include <sluice_model/execution.hpp>

namespace sluice::model {
namespace {

// On a stack of its own, because the crash may have been the end of the fiber's. `fail` leaves it for good.
alignas(16) char handler_stack[64 * 1024];

extern "C" void end_execution(int signal) {
  if (Execution* const execution = Execution::current()) {
    execution->fail(signal == SIGSEGV ? "crash: a wild pointer" : "crash: an arithmetic or illegal instruction");
  }
  std::abort();
}

/// A call of a pure virtual function, above all: an object whose destructor has run was used.
[[noreturn]] void end_terminated_execution() {
  if (Execution* const execution = Execution::current()) {
    execution->fail("crash: a virtual function of an object that has ended, or an exception that nobody catches");
  }
  std::abort();
}

}  // namespace

void report_crashes() {
  const stack_t stack{.ss_sp = handler_stack, .ss_flags = 0, .ss_size = sizeof handler_stack};
  struct sigaction action{};
  action.sa_handler = &end_execution;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;  // it never returns, and there may be another one
  if (sigaltstack(&stack, nullptr) != 0) {
    std::abort();
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) {
    sigaction(signal, &action, nullptr);
  }
  std::set_terminate(&end_terminated_execution);
}

}  // namespace sluice::model
