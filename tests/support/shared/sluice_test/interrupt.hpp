// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

/// Interrupts for tests, the same on every target: a real one of the core on bare metal, a signal otherwise. A port
/// defines them in `tests/support/interrupt/`.
namespace sluice_test {

using InterruptHandler = void (*)() noexcept;

/// An interrupt that comes when the test asks for it. One exists at a time.
class RaisedInterrupt {
public:
  /// `handler` runs in the interrupt, as long as this object lives.
  explicit RaisedInterrupt(InterruptHandler handler) noexcept;
  ~RaisedInterrupt();
  RaisedInterrupt(const RaisedInterrupt&) = delete;
  RaisedInterrupt& operator=(const RaisedInterrupt&) = delete;

  /// Makes the interrupt pending. Unless a critical section keeps it out, it has been served when this returns.
  void raise() noexcept;
};

/// An interrupt that comes by itself, again and again, at any instruction. One exists at a time. Images only: no hosted
/// test waits for time.
class RepeatedInterrupt {
public:
  explicit RepeatedInterrupt(InterruptHandler handler) noexcept;

  /// Comes always `delay` ticks of the port's timer after the last one ended, so that a test can sweep the phase; on
  /// bare x86, where the kernel decides the instruction, about `delay` microseconds.
  RepeatedInterrupt(InterruptHandler handler, std::uint32_t delay) noexcept;
  ~RepeatedInterrupt();
  RepeatedInterrupt(const RepeatedInterrupt&) = delete;
  RepeatedInterrupt& operator=(const RepeatedInterrupt&) = delete;
};

}  // namespace sluice_test
