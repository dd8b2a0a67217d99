// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mailbox_state.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// A queue of messages that schedules itself: the first message on an idle mailbox submits it to its executor, and
/// a run handles up to `throughput` messages before it lets others go on.
///
/// Thread safety: `post` from any thread or interrupt; everything else by the executor.
/// Order: messages of one sender are handled in the order of their `post`.
///
/// Thin on purpose: one lane, no system messages, no close, no rejection handling yet.
class Mailbox : public Runnable {
public:
  /// Messages that one slice handles at most.
  static constexpr std::uint32_t throughput = 64;

  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Takes `envelope` over, to be handled and ended later.
  void post(Envelope& envelope) noexcept;

  // Inline, as every virtual function of a class that users derive from: one defined in this library, which has no
  // RTTI, would make the compiler look for the class's type information here.
  void run() noexcept final { run_and_reschedule(); }

protected:
  Mailbox(Executor& executor, const trace::Label& label) noexcept : executor_{executor}, label_{label} {}

  /// Ends the messages that nobody will handle any more. Nothing may run or post.
  ~Mailbox();

  /// Handles one message; the mailbox ends the envelope afterwards.
  virtual void handle(Envelope& envelope) noexcept = 0;

private:
  void run_and_reschedule() noexcept;
  void schedule() noexcept;
  [[nodiscard]] std::uint32_t run_slice() noexcept;

  MpscQueue messages_;
  MailboxState state_;
  Executor& executor_;
  const trace::Label& label_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
