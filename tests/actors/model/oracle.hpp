// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "records.hpp"

namespace sluice::actor_model {

/// Says what should come of what is done to a system of actors, and compares.
///
/// One thread runs all of it, so of each mailbox the order is known; only messages that the system sends by itself when
/// somebody has ended may come at any time. Everything is told to it in the order in which it happens.
class Oracle {
public:
  explicit Oracle(const Clock& clock) noexcept : clock_{clock} {}

  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  [[nodiscard]] bool is_right() const noexcept { return failure_.empty(); }
  void fail(std::string_view what, std::uint32_t actor = nobody, std::uint32_t letter = nobody);

  // Actors.
  [[nodiscard]] std::uint32_t begin_spawn(const ActorRecord& record);
  void end_spawn(std::uint32_t actor, const ActorRef<Letter>& ref, bool is_in);
  void begin_token(std::uint32_t actor) { ++actors_[actor].tokens; }
  void end_token(std::uint32_t actor);
  void note_path(std::uint32_t actor, std::string_view path);
  void begin_start(std::uint32_t actor, Memory& memory);
  void end_start(std::uint32_t actor) { actors_[actor].is_starting = false; }
  void note_stop_hook(std::uint32_t actor);
  void note_failed(std::uint32_t actor, const ActorError& error, Directive directive);
  void note_stop_sent(std::uint32_t actor);
  void note_stop_called(std::uint32_t actor);
  void note_suspended(std::uint32_t actor) { ++actors_[actor].suspends; }
  void note_resumed(std::uint32_t actor);
  void note_watch(std::uint32_t watcher, std::uint32_t target, std::uint32_t letter);
  void note_unwatch(std::uint32_t watcher, std::uint32_t target);
  void note_terminated(std::uint32_t watcher, std::uint32_t target, bool failed, Memory& memory);
  void note_shutdown() { is_shutting_down_ = true; }

  // Messages.
  [[nodiscard]] std::uint32_t write(const LetterRecord& record);
  void note_told(std::uint32_t letter, const Result<>& result);
  void note_tried(std::uint32_t letter, bool is_queued, std::uint32_t given_back);
  /// The system sends it when the code that runs has returned.
  void note_returned(std::uint32_t letter);
  void note_dead(std::uint32_t letter, engine::DeadLetterReason reason);
  void begin_handling(std::uint32_t actor, std::uint32_t letter, Memory& memory);
  void note_adapted(std::uint32_t actor, std::uint32_t foreign, std::uint32_t made);
  void note_stashed(std::uint32_t actor, std::uint32_t letter, bool is_kept);
  void note_unstashed(std::uint32_t actor);
  void expect(std::uint32_t letter, Fate fate) { letters_[letter].fate = fate; }

  // Questions.
  [[nodiscard]] std::uint32_t begin_ask(std::uint32_t asker, std::uint32_t target, Duration timeout,
                                        bool is_foreign = false);
  /// The question is on its way if a message more lives than `before`, and than have died.
  void end_ask(std::uint32_t ask, std::int64_t before);
  void note_answered(std::uint32_t answer);
  void note_outcome(std::uint32_t ask, const std::expected<std::uint32_t, AskError>& outcome);
  void note_forgotten(std::uint32_t ask);

  /// Nothing is left to run.
  void check_idle();
  /// The system is gone.
  void check_end();

  [[nodiscard]] std::vector<ActorRecord>& actors() noexcept { return actors_; }
  [[nodiscard]] std::vector<LetterRecord>& letters() noexcept { return letters_; }
  [[nodiscard]] std::vector<AskRecord>& asks() noexcept { return asks_; }
  [[nodiscard]] Counts& counts() noexcept { return counts_; }

private:
  enum class Room : std::uint8_t { yes, no, unknown };

  void resolve();
  [[nodiscard]] Room room_in(const ActorRecord& actor) const;
  [[nodiscard]] bool has_reason_to_end(std::uint32_t actor) const;
  void check_incarnation(std::uint32_t actor, Memory& memory);
  void note_gone(std::uint32_t actor);
  void check_children_gone(std::uint32_t actor, std::string_view what);
  void forget_asks(std::uint32_t actor);
  void end_watch(std::uint32_t watcher, std::uint32_t target);
  void take_from_queue(std::uint32_t letter, bool is_oldest);
  [[nodiscard]] bool is_ending(std::uint32_t actor) const;
  void check_newcomer_loss(std::uint32_t letter, engine::DeadLetterReason reason);
  void check_queued_loss(std::uint32_t letter, engine::DeadLetterReason reason);
  [[nodiscard]] Directive expected_directive(ActorRecord& actor, const ActorError& error) const;
  [[nodiscard]] bool admits_restart(ActorRecord& actor) const;
  [[nodiscard]] bool handles_answers(std::uint32_t actor) const;
  void check_error(const AskRecord& ask, AskError::Reason reason);
  void check_idle_actor(std::uint32_t actor);
  void check_idle_ask(std::uint32_t ask);

  const Clock& clock_;
  std::string failure_;
  bool is_shutting_down_ = false;
  std::uint32_t returned_ = nobody;
  std::int64_t deaths_ = 0;  ///< since the last question
  std::vector<ActorRecord> actors_;
  std::vector<LetterRecord> letters_;
  std::vector<AskRecord> asks_;
  Counts counts_;
};

}  // namespace sluice::actor_model
