// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Hears what happens to the messages of a mailbox. Every function does nothing unless it is overridden.
///
/// Thread safety: called from any thread that uses the mailbox.
template <class M>
class MailboxMetricsSink {
public:
  /// `size` counts all channels, and so below.
  virtual void enqueued(std::uint32_t /*size*/) noexcept {}
  virtual void dequeued(std::uint32_t /*size*/) noexcept {}
  virtual void rejected() noexcept {}
  /// `message` had to go for a newer one of `try_send`, whose answer has no room for it: the sink is its last owner.
  virtual void evicted(M&& /*message*/) noexcept {}

protected:
  ~MailboxMetricsSink() = default;
};

/// Is told when a mailbox has something to do.
///
/// Thread safety: called from any thread that sends.
class SchedulerHook {
public:
  virtual void mailbox_ready() noexcept = 0;

protected:
  ~SchedulerHook() = default;
};

/// A hook that may be set while others call it. It outlives the mailbox: taking it out does not wait for a call that is
/// under way.
template <class Hook>
class HookSlot {
public:
  void set(Hook* hook) noexcept {
    // release | the hook's construction, to the acquire in `call`.
    hook_.store(hook, std::memory_order_release);
  }

  /// Does `action(hook)` if there is one.
  template <class Action>
  void call(Action action) const noexcept {
    // acquire | the hook's construction, from the release in `set`.
    if (Hook* const hook = hook_.load(std::memory_order_acquire)) {
      action(*hook);
    }
  }

private:
  engine::Atomic<Hook*> hook_{nullptr};
};

}  // namespace sluice::inline SLUICE_ABI::mailbox
