// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mailbox_state.hpp>
#include <sluice/engine/system_queue.hpp>
#include <sluice/engine/trace.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// Two queues that schedule themselves: the first message on an idle mailbox submits it to its executor; a run handles
/// every system message and up to `throughput` user messages, then lets others go on.
///
/// Thread safety: `post`, `post_system`, `suspend`, `resume`, `complete_await` and `close` from any thread, on bare metal
/// any interrupt (a signal handler must not: a late post gives memory back). The handlers are called by one thread at
/// a time.
/// Order: messages of one sender are handled in the order of their `post`; system messages go first.
///
/// Thin on purpose: one user lane, one throughput, no deadline and no rejection handling yet.
class Mailbox : public Runnable {
public:
  /// User messages that one slice handles at most.
  static constexpr std::uint32_t throughput = 64;

  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Takes `envelope` over: it is handled, or becomes a dead letter.
  void post(Envelope& envelope) noexcept {
    user_.push(envelope);
    attend(state_.post());
  }

  /// Takes `message` over; false if the mailbox is closed, and then it is still the caller's.
  [[nodiscard]] bool post_system(SystemNode& message) noexcept;

  void suspend() noexcept { attend(state_.suspend()); }
  void resume() noexcept { attend(state_.resume()); }
  void complete_await() noexcept { attend(state_.complete_await()); }

  /// Refuses messages from now on; what is left becomes dead letters, and `on_closed` is called once.
  void close() noexcept { attend(state_.close()); }

  // Inline, as every virtual function of a class that users derive from: one defined in this library, which has no
  // RTTI, would make the compiler look for the class's type information here.
  void run() noexcept final { run_and_reschedule(); }

protected:
  Mailbox(Executor& executor, const trace::Label& label) noexcept : executor_{&executor}, label_{&label} {}

  /// One that takes no messages until it is opened.
  Mailbox() noexcept : state_{MailboxState::Start::finished} { (void)system_.close(); }

  /// Claims a closed mailbox for a new life; false while a late sender drains what came after the last one's end.
  [[nodiscard]] bool begin_open() noexcept { return state_.begin_open(); }
  /// Starts the new life that `begin_open` claimed.
  void end_open(Executor& executor, const trace::Label& label) noexcept;

  /// Nothing may run or post any more. What was never handled is ended.
  ~Mailbox();

  /// Handles one message; the mailbox ends the envelope afterwards.
  virtual void handle(Envelope& envelope) noexcept = 0;
  /// Handles one system message, and owns it from then on.
  virtual void handle_system(SystemNode& message) noexcept = 0;
  /// Goes on with the handler that called `begin_await`.
  virtual void resume_handler() noexcept = 0;
  /// A message that nobody will handle; the mailbox ends the envelope afterwards.
  virtual void dead_letter(Envelope& envelope) noexcept = 0;
  /// The queues are drained for the first time after `close`. The mailbox's last own act.
  virtual void on_closed() noexcept = 0;

  /// For a handler: no user messages until `complete_await` was called.
  void begin_await() noexcept { state_.begin_await(); }
  [[nodiscard]] bool is_closed() const noexcept { return state_.is_closed(); }

private:
  void attend(MailboxState::Duty duty) noexcept;
  void run_and_reschedule() noexcept;
  [[nodiscard]] std::uint32_t run_slice() noexcept;
  [[nodiscard]] bool run_user() noexcept;
  void run_system() noexcept;
  void handle_all(SystemNode* oldest) noexcept;
  [[nodiscard]] MailboxState::Duty recheck() noexcept;
  void finalize() noexcept;

  Executor* executor_ = nullptr;
  const trace::Label* label_ = nullptr;
  MpscQueue user_;
  MailboxState state_;
  SystemQueue system_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
