// SPDX-License-Identifier: BSL-1.0
#include <csignal>
#include <sluice_test/interrupt.hpp>

namespace sluice_test {
namespace {

InterruptHandler raised_handler = nullptr;

void handle(int signal, void (*handler)(int)) noexcept {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

RaisedInterrupt::RaisedInterrupt(InterruptHandler handler) noexcept {
  raised_handler = handler;
  handle(SIGUSR1, [](int) { raised_handler(); });
}

RaisedInterrupt::~RaisedInterrupt() { handle(SIGUSR1, SIG_DFL); }

void RaisedInterrupt::raise() noexcept { std::raise(SIGUSR1); }

}  // namespace sluice_test
