// SPDX-License-Identifier: BSL-1.0
// What the oracle knows of each message, question and actor.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/ask/ask_error.hpp>
#include <sluice/actors/life/supervision.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/queue/overflow.hpp>
#include <string>
#include <vector>

#include "letter.hpp"

namespace sluice::actor_model {

/// Where a message is. Behind `handled` are ends: each message comes to one of them, once.
enum class Fate : std::uint8_t {
  unsent,    ///< the call that sends it has not returned
  returned,  ///< the system sends it when the code of the model that runs now has returned
  queued,
  stashed,
  armed,        ///< it comes when somebody ends
  failing,      ///< the handler that has it is about to fail
  unhandling,   ///< the handler that has it is about to leave it unhandled
  overflowing,  ///< the stash that is to keep it is full
  handled,
  dead,
  given_back,
  refused,  ///< the sender got an error, and nothing else is told
  taken,    ///< an answer that its asker got
  lost,     ///< an answer whose asker had gone in the meantime; or a message for an end that nobody waits for any more
};

struct LetterRecord {
  std::uint32_t to = nobody;
  Fate fate = Fate::unsent;
  bool is_stray = false;
  bool is_foreign = false;
  bool is_answer = false;
  bool floats = false;         ///< when it was sent is not seen
  std::uint32_t ask = nobody;  ///< that it carries, or answers
  engine::DeadLetterReason reason{};
};

struct AskRecord {
  enum class State : std::uint8_t { pending, answered, done, forgotten };

  std::uint32_t asker = nobody;  ///< nobody: asked from outside
  std::uint32_t question = nobody;
  std::uint32_t answer = nobody;
  bool has_deadline = false;
  Instant deadline{};
  State state = State::pending;
};

enum class Kind : std::uint8_t { lambda, plain, keeper, behavior, stash_behavior };
inline constexpr std::uint32_t kinds = 5;

/// What one incarnation of an actor remembers. A restart makes a new one.
struct Memory {
  std::uint32_t handled = 0;
  bool has_started = false;
};

struct ActorRecord {
  Kind kind = Kind::lambda;
  std::uint32_t parent = nobody;
  ActorRef<Letter> ref;
  std::string wanted_name;
  std::string path;  ///< as told by itself

  bool is_bounded = false;
  std::uint32_t capacity = 0;
  Overflow overflow = Overflow::fail;
  std::uint32_t stash_capacity = 0;

  bool restarts = false;
  bool resumes = false;
  Restart limits{};
  Instant window_begin{};
  std::uint32_t window_count = 0;
  std::uint32_t incarnations = 1;

  std::uint32_t tokens = 0;  ///< objects that live as long as the actor does
  bool is_in = false;        ///< it was spawned
  bool is_gone = false;
  bool is_starting = false;
  bool has_adapter = false;
  bool has_stop_hook = false;
  std::uint32_t stop_hooks = 0;
  bool stop_sent = false;    ///< somebody told it to stop
  bool stop_called = false;  ///< it said so itself
  bool has_failed = false;
  bool must_end = false;  ///< when nothing is left to run it is gone
  bool may_end = false;   ///< it was seen to bury messages as only one does that ends

  Memory memory;                         ///< what its incarnation should remember
  std::vector<std::uint32_t> waits_for;  ///< children that end before it goes on
  std::deque<std::uint32_t> queue;
  std::vector<std::uint32_t> stash;
  bool unstashes_later = false;  ///< when it starts anew, behind its children
  std::uint32_t suspends = 0;
  bool is_suspended = false;                        ///< nothing was left to run, and it was
  std::map<std::uint32_t, std::uint32_t> watching;  ///< target, and the letter that comes or `nobody`
  std::set<std::uint32_t> late_watches;             ///< those whose targets were gone: how they ended nobody knows

  [[nodiscard]] bool lives() const noexcept { return is_in && !is_gone; }
};

/// How often something happened.
struct Counts {
  std::uint64_t handled = 0;
  std::uint64_t given_back = 0;
  std::uint64_t refused = 0;
  std::uint64_t stashed = 0;
  std::uint64_t restarts = 0;
  std::uint64_t resumes = 0;
  std::uint64_t failed = 0;
  std::uint64_t gone = 0;
  std::uint64_t notices = 0;
  std::uint64_t watch_letters = 0;
  std::uint64_t children = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t adapted = 0;
  std::uint64_t outcomes[static_cast<std::size_t>(AskError::Reason::cancelled) + 2] = {};  ///< the last: answered
  std::uint64_t dead[engine::dead_letter_reasons] = {};
};

}  // namespace sluice::actor_model
