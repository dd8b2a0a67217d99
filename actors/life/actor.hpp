// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/life/current.hpp>
#include <sluice/actors/life/set_once.hpp>
#include <sluice/actors/life/signals.hpp>
#include <sluice/actors/life/standing_orders.hpp>
#include <sluice/actors/messages/reply.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/actors/system/names.hpp>
#include <sluice/actors/system/text.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class ActorAsk;
class ActorBuffer;
class ActorTimers;
class ActorVisitor;
class Belongings;
struct Care;
struct FailureReport;
struct Ruling;
class Children;
class Actor;
class PendingOffer;
class SystemRecord;
class WaitList;
class Watch;

/// What is known of a kind of actor, before there is one.
struct ActorKind {
  const engine::trace::Label& label;  ///< names it in traces and reports
  const void* type;                   ///< tells what an `ActorRef` to it refers to: a class, or a message
  bool starts = false;                ///< it does something before its first message
  bool stashes = false;               ///< it needs a mailbox of the deque kind
  std::uint32_t stash_capacity = 0;
  QueueSemantics required_queue{};  ///< what else it needs of its mailbox
};

/// Has `actor`, which has a wait list, handle no messages until there is room for `offer`.
void keep_offer(Actor& actor, PendingOffer& offer) noexcept;
/// What `actor` waits for, made when it is first needed; null if memory runs out.
[[nodiscard]] WaitList* wait_list(Actor& actor) noexcept;
/// Remembers what a handler of `actor` may stash.
void note_handled(Actor& actor, engine::Envelope& envelope) noexcept;
/// Has `actor`, which has belongings, handle a message that is not in its mailbox, and ends it unless it is stashed.
void receive_unqueued(Actor& actor, engine::Envelope& envelope) noexcept;

/// How often it failed and started anew; of one that is not supervised, nothing is known.
[[nodiscard]] RestartStatistics restart_statistics_of(const Actor& actor) noexcept;

/// One actor: what lives in a cell. Its life, from spawn to the last notice; what it does with messages is its kind's.
///
///     started --stop--> [waits for its children] --> stop hook, mailbox closed --> left
///     started --failure, restart--> [waits for its children] --> [back-off] --> state made anew --> started
///     started --failure, resume--> started
///     started --failure that its parent decides on--> [waits for the verdict] --> one of these
///
/// Thread safety: everything by its own runner, unless said otherwise.
class Actor : public engine::Occupant, public engine::ListLink<Actor> {
public:
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

  [[nodiscard]] engine::Address address() const noexcept { return {cell_, stop_by_parent_.generation}; }
  [[nodiscard]] engine::Cell& cell() const noexcept { return *cell_; }
  /// Any thread that knows it to live.
  [[nodiscard]] SystemRecord& record() const noexcept { return record_; }
  [[nodiscard]] Actor* parent() const noexcept { return parent_; }

  /// Moves `child`, which nobody knows yet, into a cell, below this one. Any thread that knows this one to live.
  /// `child` may have ended when this returns; if it fails, it has.
  [[nodiscard]] std::expected<engine::Address, SpawnError> adopt(Actor& child, const ActorKind& kind,
                                                                 const SpawnOptions& options) noexcept;

  /// Moves in as the root of a new system.
  [[nodiscard]] engine::Address settle_as_guardian(const ActorKind& kind, engine::Dispatcher& dispatcher,
                                                   const SupervisionStrategy& of_children = {}) noexcept;

  /// Ends one that is not in the world: it never was, or it is a guardian that has left and refused all since.
  void discard() noexcept;

  /// Writes its path, as "/user/parent/name".
  void write_path(TextWriter& writer) const noexcept;

  /// By its parent, while it is in that one's list, under the lock of that; once.
  [[nodiscard]] bool tell_to_stop() noexcept;
  /// Whether that has happened; under that lock.
  [[nodiscard]] bool was_told_to_stop() const noexcept { return stop_by_parent_.kind != Control::Kind::not_told; }
  /// It ends when the handler that runs has returned.
  void request_stop() noexcept { stop_requested_ = true; }
  /// It has begun to end: it takes up nothing new.
  [[nodiscard]] bool is_stopping() const noexcept { return is_stopping_; }
  /// What others told it. Any thread that knows it to live, as said there.
  [[nodiscard]] StandingOrders& orders() noexcept { return orders_; }

  [[nodiscard]] Result<> watch(engine::Address target, engine::Envelope* instead) noexcept;
  void unwatch(engine::Address target) noexcept;

  /// Its handler could not do its work: its supervision decides. `cause` is the message, if it was one.
  void fail(engine::Envelope* cause, const ActorError& error, bool has_thrown = false) noexcept;
  /// Its code has thrown: it ends, unless its exceptions are recovered.
  void fail_by_exception(engine::Envelope* cause, const char* text) noexcept;
  /// A link of its middleware could not do its work; nothing of the actor is on the stack.
  void fail_by_middleware(engine::Envelope* cause, const ActorError& error, bool has_thrown) noexcept;
  /// A message that is not for it, and that no adapter knows.
  void reject_type(engine::Envelope& envelope) noexcept;

  /// As if `envelope` had come by its mailbox.
  void receive_again(engine::Envelope& envelope) noexcept { receive(envelope); }

  /// The type of the message that it handles, or handled last; null if that is not known. Any thread that knows it to live.
  [[nodiscard]] virtual const char* handled_type() const noexcept { return nullptr; }

  /// Whether it wants to be told, as a message of `type`, what happens to its children. Any thread.
  [[nodiscard]] virtual bool wants(const engine::MessageType& /*type*/) const noexcept { return false; }

  /// Whether a child of it that says nothing itself may start anew. Any thread that may spawn below it.
  [[nodiscard]] bool may_restart_children() const noexcept;
  /// What its supervision needs; null if it is not supervised.
  [[nodiscard]] Care* care() const noexcept;
  /// Who stands in its cell when nobody else stands in front of it.
  [[nodiscard]] engine::Occupant& in_cell() noexcept;

  /// What only some actors have, made when it is first needed; null if memory runs out.
  [[nodiscard]] Belongings* belongings() noexcept;
  [[nodiscard]] Belongings* existing_belongings() const noexcept { return belongings_; }
  /// Shows those below it that have not begun to end, and those below them. Any thread that knows it to live.
  void show_children(ActorVisitor& visitor, std::uint32_t levels) noexcept;

protected:
  explicit Actor(SystemRecord& record, Actor* parent) noexcept : record_{record}, parent_{parent} {}
  ~Actor() = default;

  // What a kind of actor is. Each is called with `current_cell` set, and catches what users throw.
  virtual void receive(engine::Envelope& envelope) noexcept = 0;
  virtual void start() noexcept {}
  virtual void finish() noexcept {}
  /// It is to start anew, and what it was until now ends.
  virtual void before_restart() noexcept {}
  /// Whether it knows what its state was made of.
  [[nodiscard]] virtual bool can_renew() const noexcept { return true; }
  /// Makes the state anew; false if it cannot.
  [[nodiscard]] virtual bool renew() noexcept { return false; }
  /// False if it does not know the signal.
  [[nodiscard]] virtual bool signal(const Terminated&) noexcept { return false; }
  /// Ends the object and gives its memory back.
  virtual void destroy() noexcept = 0;

  /// Keeps, with its belongings, what its state is made of again; false if memory runs out.
  [[nodiscard]] bool keep_original(void* original) noexcept;
  [[nodiscard]] void* original() const noexcept;

private:
  // Inline, as every virtual function of a class that users' types derive from.
  void handle(engine::Envelope& envelope) noexcept final {
    const Presence presence{*cell_};
    receive(envelope);
    if (stop_requested_) [[unlikely]] {
      begin_stop();
    }
  }
  void handle_system(engine::SystemNode& node) noexcept final { obey(static_cast<Control&>(node)); }
  void refuse_system(engine::SystemNode& node) noexcept final { refuse_control(static_cast<Control&>(node)); }
  void resume_handler() noexcept final { go_on_waiting(); }
  void prepare_to_leave() noexcept final { give_up_rest(); }
  void leave() noexcept final { depart(); }

  void show(ActorVisitor& visitor, std::uint32_t levels) noexcept;
  void obey(Control& control) noexcept;
  static void refuse_control(Control& control) noexcept;
  void begin_stop() noexcept;
  void finish_stop() noexcept;
  void give_up_rest() noexcept;
  void restart() noexcept;
  [[nodiscard]] bool awaits_restart() noexcept;
  void restart_on_request() noexcept;
  [[nodiscard]] bool ensure_care() noexcept;
  void announce_restart() noexcept;
  void finish_restart() noexcept;
  void start_anew() noexcept;
  void remake() noexcept;
  void begin() noexcept;
  void go_on_childless() noexcept;
  void defer(Control& control) noexcept;
  void obey_deferred() noexcept;
  [[nodiscard]] bool is_too_early_for(Control& control) const noexcept;
  void forget_children() noexcept;
  void keep_watcher(Watch& watch) noexcept;
  void release_watcher(Watch& watch) noexcept;
  void hear_notice(Watch& watch) noexcept;
  void hear_answer(ActorAsk& ask) noexcept;
  void hear_events(ActorBuffer& buffer) noexcept;
  void drop_asks() noexcept;
  void cancel_timers() noexcept;
  void end_subscriptions() noexcept;
  [[nodiscard]] bool is_suspended() const noexcept;
  [[nodiscard]] bool is_waiting() const noexcept;
  void go_on_waiting() noexcept;
  void go_on_offering(WaitList& waits) noexcept;
  void go_on_handling(WaitList& waits) noexcept;
  void give_up_handlers(engine::DeadLetterReason reason) noexcept;
  void give_up_offers() noexcept;
  void give_up_waits() noexcept;
  [[nodiscard]] bool take_name(std::string_view wanted, const ActorKind& kind) noexcept;
  [[nodiscard]] bool prepare(const ActorKind& kind, const SpawnOptions& options) noexcept;
  [[nodiscard]] Result<> move_in(const ActorKind& kind, const engine::MailboxSettings& mailbox,
                                 engine::Dispatcher& dispatcher, const MiddlewareChain* middleware) noexcept;
  /// What may stand before it in its cell.
  struct Front {
    const MiddlewareChain* middleware;
    engine::CellMeter* meter;
  };
  [[nodiscard]] Result<engine::Address> open_cell(const ActorKind& kind, const engine::MailboxSettings& mailbox,
                                                  engine::Dispatcher& dispatcher, const Front& front) noexcept;
  [[nodiscard]] std::expected<engine::Address, SpawnError> bring_in(Actor& child, const ActorKind& kind,
                                                                    const SpawnOptions& options) noexcept;
  void let_go_of_child() noexcept;

  // What becomes of it when it fails: supervision/*.cpp.
  [[nodiscard]] bool prepare_care(const SpawnOptions& options) noexcept;
  [[nodiscard]] Ruling rule_on(const ActorError& error, bool has_thrown) noexcept;
  [[nodiscard]] bool admits_restart(const Restart& limits, bool at_start, RestartStatistics& statistics,
                                    Duration& delay) const noexcept;
  void execute(Directive directive) noexcept;
  void end_failing_message(engine::Envelope* cause, Directive directive) noexcept;
  [[nodiscard]] bool begin_backoff() noexcept;
  void begin_turn() noexcept;
  [[nodiscard]] bool leave_backoff() noexcept;
  void end_backoff() noexcept;
  void begin_retry() noexcept;
  void go_on_retrying() noexcept;
  void retry() noexcept;
  void give_up_retry() noexcept;
  void await_verdict(const ActorError& error, bool has_thrown, bool escalates) noexcept;
  void hear_failure(FailureReport& report) noexcept;
  void fail_for(FailureReport& report) noexcept;
  void decide_for_all(FailureReport& report) noexcept;
  void restart_all(FailureReport& report) noexcept;
  static void answer(FailureReport& report, Directive verdict) noexcept;
  void hold(FailureReport& report, bool is_cause) noexcept;
  void release_held(Directive verdict) noexcept;
  void hear_verdict() noexcept;
  void hear_order() noexcept;
  void restart_with_siblings(Duration delay) noexcept;
  void suspend_subtree() noexcept;
  void give_up_name() noexcept;
  /// Null if it is called by its number.
  [[nodiscard]] NameEntry* name() const noexcept {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one; nothing is gained from knowing which.
    return (called_ & 1) == 0 ? reinterpret_cast<NameEntry*>(called_) : nullptr;
  }
  void end() noexcept;
  void depart() noexcept;

  SystemRecord& record_;
  Actor* const parent_;  ///< null for the guardian
  engine::Cell* cell_ = nullptr;
  SetOnce<Belongings> belongings_;
  Watch* watchers_ = nullptr;
  std::uintptr_t called_ = 1;  ///< the entry of its name, or twice its number in the system and one: others read it
  // It carries the generation of this actor, which is nowhere else, and lends the rest of its last word to what follows.
  [[no_unique_address]] Control stop_by_parent_{Control::Kind::not_told};
  bool start_failed_ = false;  ///< and it may try again
  bool stop_requested_ : 1 = false;
  bool is_stopping_ : 1 = false;
  bool is_restarting_ : 1 = false;
  bool is_starting_ : 1 = false;
  bool has_failed_ : 1 = false;

protected:
  bool has_state_ = false;  ///< the kind's: whether there is an object in its `StateRoom`

private:
  StandingOrders orders_;
};

// With two words of state, such as a reference, it fits into a block of 112 bytes. The explorer's variables are larger.
static_assert(!hosted || sizeof(engine::Atomic<void*>) != sizeof(void*) || sizeof(Actor) <= 12 * sizeof(void*));

/// Memory for the state of an actor. Whether there is one, the actor tells (`has_state_`).
template <class State>
union StateRoom {
  StateRoom() noexcept {}
  ~StateRoom() {}
  State state;
};

}  // namespace sluice::inline SLUICE_ABI
