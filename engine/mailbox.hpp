// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/dispatch/post_result.hpp>
#include <sluice/engine/dispatch/throttle.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mailbox_state.hpp>
#include <sluice/engine/system_queue.hpp>
#include <sluice/engine/task.hpp>
#include <sluice/engine/trace.hpp>
#include <type_traits>

namespace sluice::inline SLUICE_ABI::engine {

class Meter;

/// What a slice left behind.
enum class SliceResult : std::uint8_t {
  need_reschedule,  ///< there is more to do: whoever ran it has it run again, after others
  idle,             ///< nothing to do; the next message schedules it
  closed,           ///< nothing to do, for ever
};

/// Two queues that schedule themselves: the first message on an idle mailbox submits it to its dispatcher's executor; a
/// run handles every system message and up to the throughput of user messages, then lets others go on.
///
/// The user messages are in an unbounded queue inside, or in a `Lane` of any kind beside it.
///
/// Thread safety: `post`, `try_post`, `post_system`, `suspend`, `resume`, `complete_await`, `nudge` and `close` from any
/// thread, on bare metal any interrupt (a signal handler must not: a late post gives memory back). The handlers are called
/// by one thread at a time; `sender` is used by its own only.
/// Order: messages of one sender are handled in the order of their `post`, unless the lane orders them otherwise; system
/// messages go first.
class Mailbox : public Runnable {
public:
  /// A message that waits for room; see `MailboxOffer`.
  class Offer;
  /// Messages that its handler keeps for later; see `MailboxStash`.
  class Stash;
  /// What its lane may do with it; defined beside the lane's own code.
  struct LaneSide;

  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Takes `envelope` over, unless the result says otherwise: it is handled, or becomes a dead letter. `sender` is the
  /// mailbox whose handler posts, if one does: it is told of backpressure.
  PostResult post(Envelope& envelope, Mailbox* sender = nullptr) noexcept {
    if (is_special()) [[unlikely]] {
      return post_slowly(envelope, sender);
    }
    return post_plainly(envelope);
  }

  /// The same, but a message that does not get in is the caller's, whatever the policy.
  [[nodiscard]] PostResult try_post(Envelope& envelope, Mailbox* sender = nullptr) noexcept;

  /// Takes `message` over; false if the mailbox is closed, and then it is still the caller's.
  [[nodiscard]] bool post_system(SystemNode& message) noexcept;

  void suspend() noexcept;
  void resume() noexcept;
  /// What the handler waits for has come. Perhaps called from within a wake, so it only schedules.
  void complete_await() noexcept;
  /// Has `resume_handler` called soon, though no handler has called `begin_await`: one that waits while messages are
  /// handled. As `complete_await`, it only schedules.
  void nudge() noexcept;
  /// Calls `complete_await`. The mailbox lives longer than who has it.
  [[nodiscard]] Waker await_waker() noexcept {
    return {[](void* self) noexcept { static_cast<Mailbox*>(self)->complete_await(); }, this};
  }

  /// Refuses messages from now on; what is left becomes dead letters, and `on_closed` is called once. If the executor
  /// refuses a wake meanwhile, that waits for whoever tries the rejected mailbox again.
  void close() noexcept { attend(state_.close()); }

  /// See `Dispatcher`.
  bool register_for_execution(bool has_message_hint, bool has_system_hint) noexcept;

  // Inline, as every virtual function of a class that users derive from: one defined in this library, which has no
  // RTTI, would make the compiler look for the class's type information here.
  void run() noexcept override { run_and_reschedule(); }
  /// As if the executor had refused it.
  void hand_back() noexcept override { (void)accept_rejection(); }

  /// The same without the rescheduling, for an executor that does that itself.
  [[nodiscard]] SliceResult run_slice() noexcept;

  /// How many user messages wait; of an unbounded queue without metrics only whether any do.
  [[nodiscard]] std::uint32_t depth() noexcept;
  /// What it does now. By anybody who knows that it does not end meanwhile.
  [[nodiscard]] MailboxLook look() noexcept;
  /// Null if there is none.
  [[nodiscard]] Lane* lane() const noexcept { return static_cast<Lane*>(lane_); }
  [[nodiscard]] const char* name() const noexcept { return trace_label().name; }
  /// The one it lives in, or lived in last. By its runner.
  [[nodiscard]] const Dispatcher& lives_in() const noexcept { return *dispatcher_; }
  /// Whether its dispatcher has a metrics sink.
  [[nodiscard]] bool is_measured() const noexcept { return meter_ != nullptr; }

protected:
  /// Moves into `dispatcher`. The user messages go by `lane`, if there is one; it outlives the mailbox.
  Mailbox(Dispatcher& dispatcher, const trace::Label& label, Lane* lane = nullptr) noexcept;

  /// One that takes no messages until it is opened.
  Mailbox() noexcept : state_{MailboxState::Start::finished} { (void)system_.close(); }

  /// Claims a closed mailbox for a new life; false while a late sender drains what came after the last one's end. Not
  /// before `on_closed` was called.
  [[nodiscard]] bool begin_open() noexcept { return state_.begin_open(); }
  /// Starts the new life that `begin_open` claimed. `lane` and `meter` are taken away again by `strip` only.
  void end_open(Dispatcher& dispatcher, const trace::Label& label, UserLane* lane = nullptr,
                Meter* meter = nullptr) noexcept;
  /// From the first life on: the end leaves the dispatcher to `strip`.
  void leave_late() noexcept { leaves_late_ = true; }
  /// Behind `on_closed`, when nobody is inside who could use them: forgets lane and meter, and leaves the dispatcher.
  void strip() noexcept;

  /// `post` to a mailbox that has neither lane nor meter.
  PostResult post_plainly(Envelope& envelope) noexcept {
    user_.push(envelope);
    const MailboxState::Duty duty = state_.post();
    if (duty == MailboxState::Duty::schedule) {
      submit();
    } else if (duty != MailboxState::Duty::nothing) [[unlikely]] {
      attend(duty);
    }
    return {};
  }

  /// Nothing may run or post any more. What was never handled is ended.
  ~Mailbox();

  /// Handles one message; the mailbox ends the envelope afterwards, unless it was stashed.
  virtual void handle(Envelope& envelope) noexcept = 0;
  /// Handles one system message, and owns it from then on.
  virtual void handle_system(SystemNode& message) noexcept = 0;
  /// Goes on with the handler that called `begin_await`. Perhaps for nothing: a future that was waited for before may wake
  /// late. So it polls again, and waits again if it must.
  virtual void resume_handler() noexcept = 0;
  /// A message that nobody will handle; the mailbox ends the envelope afterwards. Called by whoever finds that out: with
  /// a lane that is any sender, beside the handlers and beside others.
  virtual void dead_letter(Envelope& envelope, DeadLetterReason reason) noexcept = 0;
  /// The queues are drained for the first time after `close`. The mailbox's last own act.
  virtual void on_closed() noexcept = 0;
  /// The handler has posted into a mailbox that is filling up, for the first time since that one crossed its mark; again
  /// only if it was told of another one meanwhile.
  virtual void on_backpressure(const BackpressureHint&) noexcept {}

  /// For a handler: no user messages until `complete_await` was called.
  void begin_await(Pause cause = Pause::await) noexcept;
  [[nodiscard]] bool is_closed() const noexcept { return state_.is_closed(); }

private:
  /// How often a slice looks for system messages again that came while it handled others: whoever is sent them without
  /// end must not keep the worker.
  static constexpr std::uint32_t system_rounds = 16;

  /// What this mailbox, as a sender, was told last.
  struct LastHint {
    const Mailbox* target = nullptr;
    std::uint32_t crossings = 0;
  };

  /// What only the responsible thread touches.
  struct RunnersOwn {
    Throttle throttle;
    Pause await_cause = Pause::await;
    Plain<std::uint32_t> plain_limit{0};  ///< what a slice may handle; 0 if there is more to it: see `set_plain_limit`
    LastHint last_hint;
    bool kept = false;  ///< the message that was handled is in a stash
  };

  /// What is to be told of a rejection when the mailbox is perhaps somebody else's already.
  struct Rejection {
    const Dispatcher* news_for;  ///< null if it was told before
    const char* name;
  };

  // One core has no lines; there the queue is the one that its executor has, so that both share their code.
  using BesideTheQueue = std::conditional_t<hosted, RunnersOwn, NoNeighbours>;
  using BehindTheQueue = std::conditional_t<hosted, NoNeighbours, RunnersOwn>;
  static RunnersOwn& runners(RunnersOwn& own, NoNeighbours&) noexcept { return own; }
  static RunnersOwn& runners(NoNeighbours&, RunnersOwn& own) noexcept { return own; }
  [[nodiscard]] RunnersOwn& own() noexcept { return runners(user_.neighbours(), behind_); }

  bool attend(MailboxState::Duty duty) noexcept;
  bool submit() noexcept;
  bool accept_rejection() noexcept;
  [[nodiscard]] Rejection note_rejection() noexcept;
  void tell(const Rejection& rejection) const noexcept;
  void run_and_reschedule() noexcept;
  [[nodiscard]] SliceResult run_one_slice() noexcept;
  [[nodiscard]] SliceResult settle(MailboxState::Duty duty) noexcept;
  // Both are always looked at: one test instead of two.
  [[nodiscard]] bool is_special() const noexcept { return (lane_ != nullptr) | (meter_ != nullptr); }
  [[nodiscard]] bool run_plain(std::uint32_t& handled) noexcept;
  [[nodiscard]] SliceResult run_special_slice() noexcept;
  [[nodiscard]] std::uint32_t run_special() noexcept;
  [[nodiscard]] std::uint32_t slice_limit() noexcept;
  [[nodiscard]] bool run_user() noexcept;
  [[nodiscard]] bool resume(MailboxState::Turn turn) noexcept;
  [[nodiscard]] bool run_system() noexcept { return !system_.has_messages() || run_all_system(); }
  [[nodiscard]] bool run_all_system() noexcept;
  void handle_all(SystemNode* oldest) noexcept;
  void handle_metered(Envelope& envelope) noexcept;
  [[nodiscard]] Envelope* pop_user() noexcept;
  [[nodiscard]] bool has_backlog() noexcept;
  [[nodiscard]] MailboxState::Duty recheck() noexcept;
  void finalize() noexcept;
  void bury(Envelope& envelope, DeadLetterReason reason) noexcept;

  PostResult post_slowly(Envelope& envelope, Mailbox* sender) noexcept;
  PostResult post_to_lane(Envelope& envelope, Mailbox* sender) noexcept;
  [[nodiscard]] PostResult offer(Envelope& envelope, Mailbox* sender) noexcept;
  [[nodiscard]] bool is_refusing() const noexcept;
  [[nodiscard]] Envelope* pop_from_lane() noexcept;
  std::optional<BackpressureHint> arrive(Mailbox* sender) noexcept;
  [[nodiscard]] std::optional<BackpressureHint> hint_for(Mailbox* sender) noexcept;
  void note_depth() noexcept;
  void note_relief() noexcept;
  void tell(Pressure::Change change, Pressure::Reading reading) noexcept;
  void tell_relief(Mailbox* sender) const noexcept;
  void hear(const BackpressureHint& hint, std::uint32_t crossings) noexcept;
  void stamp(Envelope& envelope) noexcept;
  void make_meter() noexcept;
  void attach() noexcept;
  void set_plain_limit() noexcept;

  // What is hardly ever written, with the executor's link.
  Dispatcher* dispatcher_ = nullptr;
  UserLane* lane_ = nullptr;
  Meter* meter_ = nullptr;
  SystemQueue system_;
  bool leaves_late_ = false;  ///< its dispatcher: when nobody is inside
  // The runner's line, then that of the senders: they write the queue's newest end and the state, one after the other.
  [[no_unique_address]] BasicMpscQueue<BesideTheQueue> user_;
  [[no_unique_address]] BehindTheQueue behind_;
  MailboxState state_;
  Atomic<std::uint32_t> rejected_{0};  ///< 1: the executor refused it, and that was told
};

}  // namespace sluice::inline SLUICE_ABI::engine
