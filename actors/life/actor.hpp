// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/life/current.hpp>
#include <sluice/actors/life/signals.hpp>
#include <sluice/actors/messages/reply.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <sluice/actors/system/names.hpp>
#include <sluice/actors/system/text.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class ActorAsk;
class Belongings;
class Children;
class Actor;
class SystemRecord;
class Watch;

/// What is known of a kind of actor, before there is one.
struct ActorKind {
  const engine::trace::Label& label;  ///< names it in traces and reports
  const void* type;                   ///< tells what an `ActorRef` to it refers to: a class, or a message
  bool starts = false;                ///< it does something before its first message
  bool stashes = false;               ///< it needs a mailbox of the deque kind
  std::uint32_t stash_capacity = 0;
};

/// Remembers what a handler of `actor` may stash.
void note_handled(Actor& actor, engine::Envelope& envelope) noexcept;
/// Has `actor`, which has belongings, handle a message that is not in its mailbox, and ends it unless it is stashed.
void receive_unqueued(Actor& actor, engine::Envelope& envelope) noexcept;

/// One actor: what lives in a cell. Its life, from spawn to the last notice; what it does with messages is its kind's.
///
///     started --stop--> [waits for its children] --> stop hook, mailbox closed --> left
///     started --failure, restart--> [waits for its children] --> state made anew --> started
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
  [[nodiscard]] engine::Address settle_as_guardian(const ActorKind& kind, engine::Dispatcher& dispatcher) noexcept;

  /// Ends one that is not in the world: it never was, or it is a guardian that has left and refused all since.
  void discard() noexcept;

  /// Writes its path, as "/user/parent/name".
  void write_path(TextWriter& writer) const noexcept;

  /// By its parent, while it is in that one's list.
  [[nodiscard]] bool tell_to_stop() noexcept { return cell_->post_system(stop_by_parent_); }
  /// It ends when the handler that runs has returned.
  void request_stop() noexcept { stop_requested_ = true; }

  [[nodiscard]] Result<> watch(engine::Address target, engine::Envelope* instead) noexcept;
  void unwatch(engine::Address target) noexcept;

  /// Waits with the next messages until `envelope` has room at `target`.
  [[nodiscard]] Result<> offer(engine::Address target, engine::Envelope* envelope) noexcept;

  /// Its handler could not do its work: its supervision decides. `cause` is the message, if it was one.
  void fail(engine::Envelope* cause, const ActorError& error, bool has_thrown = false) noexcept;
  /// Its code has thrown: it ends.
  void fail_by_exception(engine::Envelope* cause, const char* text) noexcept;
  /// A message that is not for it, and that no adapter knows.
  void reject_type(engine::Envelope& envelope) noexcept;

  /// As if `envelope` had come by its mailbox.
  void receive_again(engine::Envelope& envelope) noexcept { receive(envelope); }

  /// Whether it wants to be told, as a message of `type`, what happens to its children. Any thread.
  [[nodiscard]] virtual bool wants(const engine::MessageType& /*type*/) const noexcept { return false; }

  /// What only some actors have, made when it is first needed; null if memory runs out.
  [[nodiscard]] Belongings* belongings() noexcept;
  [[nodiscard]] Belongings* existing_belongings() const noexcept { return belongings_; }

protected:
  explicit Actor(SystemRecord& record, Actor* parent) noexcept : record_{record}, parent_{parent} {}
  ~Actor() = default;

  // What a kind of actor is. Each is called with `current_cell` set, and catches what users throw.
  virtual void receive(engine::Envelope& envelope) noexcept = 0;
  virtual void start() noexcept {}
  virtual void finish() noexcept {}
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
  void resume_handler() noexcept final { go_on_offering(); }
  void prepare_to_leave() noexcept final { give_up_offers(); }
  void leave() noexcept final { depart(); }

  void obey(Control& control) noexcept;
  static void refuse_control(Control& control) noexcept;
  void begin_stop() noexcept;
  void finish_stop() noexcept;
  void restart() noexcept;
  void finish_restart() noexcept;
  void remake() noexcept;
  void begin() noexcept;
  [[nodiscard]] bool may_restart(const ActorError& error) noexcept;
  void go_on_childless() noexcept;
  void defer(Control& control) noexcept;
  void obey_deferred() noexcept;
  [[nodiscard]] bool is_too_early_for(Control& control) const noexcept;
  void forget_children() noexcept;
  void keep_watcher(Watch& watch) noexcept;
  void release_watcher(Watch& watch) noexcept;
  void hear_notice(Watch& watch) noexcept;
  void hear_answer(ActorAsk& ask) noexcept;
  void drop_asks() noexcept;
  void end_subscriptions() noexcept;
  void go_on_offering() noexcept;
  void give_up_offers() noexcept;
  [[nodiscard]] bool take_name(std::string_view wanted, const ActorKind& kind) noexcept;
  [[nodiscard]] bool prepare(const ActorKind& kind, const SpawnOptions& options) noexcept;
  [[nodiscard]] Result<> move_in(const ActorKind& kind, const engine::MailboxSettings& mailbox,
                                 engine::Dispatcher& dispatcher) noexcept;
  [[nodiscard]] std::expected<engine::Address, SpawnError> bring_in(Actor& child, const ActorKind& kind,
                                                                    const SpawnOptions& options) noexcept;
  void let_go_of_child() noexcept;
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
  Belongings* belongings_ = nullptr;
  Watch* watchers_ = nullptr;
  std::uintptr_t called_ = 1;  ///< the entry of its name, or twice its number in the system and one: others read it
  // It carries the generation of this actor, which is nowhere else, and lends the rest of its last word to what follows.
  [[no_unique_address]] Control stop_by_parent_{Control::Kind::stop_by_parent};
  bool start_failed_ = false;  ///< and it may try again
  bool stop_requested_ : 1 = false;
  bool is_stopping_ : 1 = false;
  bool is_restarting_ : 1 = false;
  bool is_starting_ : 1 = false;
  bool has_failed_ : 1 = false;

protected:
  bool has_state_ = false;  ///< the kind's: whether there is an object in its `StateRoom`

private:
  std::uint32_t suspensions_ = 0;  ///< by others
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
