// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/engine/platform/linux_bare/signals.hpp>
#include <sluice/engine/platform/linux_bare/system_call.hpp>
#include <sluice_test/interrupt.hpp>

namespace sluice_test {
namespace {

using namespace sluice::engine::platform;

constexpr int user_signal = 10;
constexpr int alarm_signal = 14;

InterruptHandler raised_handler = nullptr;
InterruptHandler repeated_handler = nullptr;

void set_interval(long microseconds) noexcept {
  const long interval[] = {0, microseconds, 0, microseconds};
  constexpr long real_time = 0;
  system_call(SystemCall::setitimer, real_time, address_of(interval));
}

}  // namespace

RaisedInterrupt::RaisedInterrupt(InterruptHandler handler) noexcept {
  raised_handler = handler;
  signals::handle(user_signal, [](int, void*, signals::Context*) { raised_handler(); });
}

RaisedInterrupt::~RaisedInterrupt() = default;

void RaisedInterrupt::raise() noexcept { system_call(SystemCall::kill, system_call(SystemCall::getpid), user_signal); }

RepeatedInterrupt::RepeatedInterrupt(InterruptHandler handler) noexcept {
  repeated_handler = handler;
  signals::handle(alarm_signal, [](int, void*, signals::Context*) { repeated_handler(); });
  set_interval(50);
}

RepeatedInterrupt::RepeatedInterrupt(InterruptHandler handler, std::uint32_t delay) noexcept
    : RepeatedInterrupt{handler} {
  set_interval(static_cast<long>(delay));
}

RepeatedInterrupt::~RepeatedInterrupt() { set_interval(0); }

}  // namespace sluice_test
