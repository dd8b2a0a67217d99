// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <string>
#include <utility>
#include <vector>

#include "oracle.hpp"
#include "within.hpp"

namespace sluice::actor_model {

/// The text of an error that is to be thrown.
inline constexpr const char* thrown = "thrown";

/// A system of actors of every kind on an executor that draws. Whatever can be done to it is done at random, from outside
/// and from within the handlers; an oracle says what should come of it.
class ActorModel {
public:
  /// Writes each deed if it `tells`.
  ActorModel(std::uint32_t seed, bool tells);
  ActorModel(const ActorModel&) = delete;
  ActorModel& operator=(const ActorModel&) = delete;
  ~ActorModel() = default;

  /// One deed from outside; then everything must be as it should.
  [[nodiscard]] bool step();
  /// Ends the system, perhaps in the midst of its work. The balance must be exact.
  [[nodiscard]] bool finish();

  [[nodiscard]] Oracle& oracle() noexcept { return oracle_; }

  /// What becomes of a message.
  struct Verdict {
    std::optional<ActorError> error;
    bool is_unhandled = false;
    bool stops = false;             ///< by its behavior
    std::uint32_t answer = nobody;  ///< to be returned
  };
  /// What handlers of a kind can do.
  struct Abilities {
    bool returns_answers = false;
    bool stashes = false;
    bool becomes = false;
  };

  // What the actors do.
  [[nodiscard]] Verdict handle(const Token& token, Memory& memory, Letter& letter, Within& within, Abilities abilities);
  void handle_answer(const Token& token, Memory& memory, const Answer& answer);
  [[nodiscard]] std::optional<ActorError> start(const Token& token, Memory& memory, Within& within);
  /// True if it is to throw.
  [[nodiscard]] bool stop(const Token& token, Within& within);
  [[nodiscard]] std::optional<ActorError> hear(const Token& token, Memory& memory, const Terminated& terminated,
                                               Within& within);
  [[nodiscard]] Letter adapt(std::uint32_t self, const Foreign& foreign);
  [[nodiscard]] Letter outcome_letter(std::uint32_t ask, std::expected<Answer, AskError>&& outcome);

private:
  struct Future {
    std::uint32_t ask;
    RequestFuture<Answer> future;
  };

  [[nodiscard]] std::uint32_t draw(std::uint32_t below) noexcept;
  [[nodiscard]] bool draws(std::uint32_t percent) noexcept { return draw(100) < percent; }
  [[nodiscard]] std::uint32_t draw_actor() noexcept;
  [[nodiscard]] Duration draw_timeout() noexcept;
  [[nodiscard]] ActorError draw_error() noexcept;
  [[nodiscard]] ActorRecord draw_record(std::uint32_t parent, SpawnOptions& options);
  void draw_mailbox(ActorRecord& record, SpawnOptions& options, bool needs_deque);
  [[nodiscard]] ActorRecord& of(std::uint32_t actor) noexcept { return oracle_.actors()[actor]; }
  [[nodiscard]] const ActorRef<Letter>& ref(std::uint32_t actor) noexcept { return of(actor).ref; }
  void tell_deed(std::uint32_t self, const char* deed, std::uint32_t number = nobody, std::uint32_t more = nobody);

  void listen();
  void step_outside(std::uint32_t choice);
  void spawn_top_level();
  void spawn_child(std::uint32_t self, Within& within);
  void check_spawned(std::uint32_t actor, const SpawnedLetterBox& spawned, bool may_be_closed);
  void send(std::uint32_t self, std::uint32_t target);
  void try_send(std::uint32_t self, std::uint32_t target);
  void send_stray(std::uint32_t target);
  void send_foreign(std::uint32_t target);
  void ask(std::uint32_t target);
  void ask_foreign(std::uint32_t target);
  void ask_and_wait(std::uint32_t target);
  void note_outcome(std::uint32_t ask, const std::expected<Answer, AskError>& outcome);
  void cancel_ask();
  void poll_futures();
  void stop(std::uint32_t target);
  void suspend(std::uint32_t target);
  void resume();
  void idle();
  void advance();
  void check_counters();

  void act(const Token& token, Within& within);
  [[nodiscard]] std::optional<ActorError> stash(std::uint32_t self, Letter& letter, Within& within);
  void conclude(std::uint32_t self, std::uint32_t letter, Within& within, Abilities abilities, Verdict& verdict);
  void watch(std::uint32_t self, Within& within);
  void ask_within(std::uint32_t self, Within& within);
  void request_within(std::uint32_t self, Within& within);
  [[nodiscard]] bool may_send() const noexcept;
  [[nodiscard]] std::uint32_t write_answer(std::uint32_t question);

  std::uint64_t random_;
  const bool tells_;
  bool is_draining_ = false;
  engine::ManualClock clock_;
  Oracle oracle_{clock_};
  engine::ManualExecutor executor_;
  std::optional<ActorSystem> system_;
  Subscription letters_;
  Subscription failures_;
  std::vector<Future> futures_;
  std::vector<std::uint32_t> senders_;  ///< of each letter: who wants its answer, `nobody` if it came by tell
};

}  // namespace sluice::actor_model
