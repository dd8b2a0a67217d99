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

  [[nodiscard]] engine::Address address() const noexcept { return {cell_, generation_}; }
  [[nodiscard]] engine::Cell& cell() const noexcept { return *cell_; }
  /// Any thread that knows it to live.
  [[nodiscard]] SystemRecord& record() const noexcept { return record_; }
  [[nodiscard]] Actor* parent() const noexcept { return parent_; }
  [[nodiscard]] Serial serial() const noexcept { return serial_; }
  [[nodiscard]] const NameEntry* name() const noexcept { return name_; }

  /// Moves `child`, which nobody knows yet, into a cell, below this one. Any thread that knows this one to live.
  /// `child` may have ended when this returns; if it fails, it has.
  [[nodiscard]] std::expected<engine::Address, SpawnError> adopt(Actor& child, const ActorKind& kind,
                                                                 const SpawnOptions& options) noexcept;

  /// Moves in as the root of a new system.
  [[nodiscard]] engine::Address settle_as_guardian(const ActorKind& kind, engine::Dispatcher& dispatcher) noexcept;

  /// The end of a guardian that has left its cell; nobody knows it any more.
  void end_as_guardian() noexcept { discard(); }

  /// Writes its path, as "/user/parent/name".
  void write_path(TextWriter& writer) const noexcept;

  /// By its parent, while it is in that one's list.
  [[nodiscard]] bool tell_to_stop() noexcept {
    stop_by_parent_.generation = generation_;
    return cell_->post_system(stop_by_parent_);
  }
  /// It ends when the handler that runs has returned.
  void request_stop() noexcept { stop_requested_ = true; }

  [[nodiscard]] Result<> watch(engine::Address target, engine::Envelope* instead) noexcept;
  void unwatch(engine::Address target) noexcept;

  /// Its handler could not do its work: its supervision decides. `cause` is the message, if it was one.
  void fail(engine::Envelope* cause, const ActorError& error) noexcept;
  /// Its code has thrown: it ends.
  void fail_by_exception(engine::Envelope* cause, const char* text) noexcept;
  /// Whether the handler of `envelope`, which has just returned, gave it to its stash: that one owns it, or has told of
  /// its loss.
  [[nodiscard]] bool is_given_away(const engine::Envelope& envelope) const noexcept;
  /// A message that is not for it, and that no adapter knows.
  void reject_type(engine::Envelope& envelope) noexcept;

  /// As if `envelope`, which an adapter made, had come by its mailbox.
  void receive_again(engine::Envelope& envelope) noexcept { receive(envelope); }

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
  /// Makes the state anew; false if it cannot.
  [[nodiscard]] virtual bool renew() noexcept { return false; }
  /// False if it does not know the signal.
  [[nodiscard]] virtual bool signal(const Terminated&) noexcept { return false; }
  /// Ends the object and gives its memory back.
  virtual void destroy() noexcept = 0;

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
  void resume_handler() noexcept final {}
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
  void keep_watcher(Watch& watch) noexcept;
  void release_watcher(Watch& watch) noexcept;
  void hear_notice(Watch& watch) noexcept;
  void hear_answer(ActorAsk& ask) noexcept;
  void drop_asks() noexcept;
  void end_subscriptions() noexcept;
  [[nodiscard]] bool take_name(std::string_view wanted, const ActorKind& kind) noexcept;
  [[nodiscard]] bool prepare(const ActorKind& kind, const SpawnOptions& options) noexcept;
  [[nodiscard]] Result<> move_in(const ActorKind& kind, const engine::MailboxSettings& mailbox,
                                 engine::Dispatcher& dispatcher) noexcept;
  void discard() noexcept;
  void drop_name() noexcept;
  void end_belongings() noexcept;
  void depart() noexcept;

  SystemRecord& record_;
  Actor* const parent_;  ///< null for the guardian
  engine::Cell* cell_ = nullptr;
  engine::Generation generation_ = 0;
  Belongings* belongings_ = nullptr;
  Watch* watchers_ = nullptr;
  NameEntry* name_ = nullptr;  ///< null if it is anonymous
  Serial serial_ = 0;          ///< its number in the system; an anonymous actor is called by it
  Control stop_by_parent_{Control::Kind::stop_by_parent};
  std::uint16_t suspends_ = 0;  ///< by others; it suspends itself, too
  bool stop_requested_ = false;
  bool is_stopping_ = false;
  bool is_restarting_ = false;
  bool is_starting_ = false;
  bool start_failed_ = false;  ///< and it may try again
  bool has_failed_ = false;
};

}  // namespace sluice::inline SLUICE_ABI
