// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sluice/actors/life/actor_error.hpp>
#include <sluice/actors/middleware/chain.hpp>
#include <sluice/actors/middleware/passing.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/system_queue.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class MiddlewareShell;

/// One call of an actor that has middleware, from the moment its cell calls until it returns. Lives on the stack.
///
/// What a link fails with is kept until nothing of the actor is on the stack any more: only then may it start anew.
class Passage {
public:
  /// `message`: one that passes the links itself. `others`: something that may bring messages which have not passed.
  enum class Of : std::uint8_t { message, others };

  Passage(MiddlewareShell& shell, Of of) noexcept;
  ~Passage();
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

  [[nodiscard]] Actor& actor() const noexcept;
  [[nodiscard]] std::uint32_t links() const noexcept;
  /// The outermost is the first.
  [[nodiscard]] MiddlewareLink& link(std::uint32_t index) const noexcept;

  /// By the cell, or in its stead: a message comes.
  void receive(engine::Envelope& envelope, bool is_queued) noexcept;
  /// The handler sends a message; false if a link keeps it.
  [[nodiscard]] bool let_out(engine::Envelope& envelope, engine::Address target) noexcept;
  void hear(const engine::BackpressureHint& hint) noexcept;
  void call_system(engine::SystemNode& message) noexcept;
  void call_resumed() noexcept;
  /// Behind the last link.
  void hand_over(engine::Envelope& envelope, bool is_queued) noexcept;
  void hand_over(const engine::BackpressureHint& hint) noexcept;

  /// Whether what does not come by the mailbox is still to pass the links: what stands for a notice, not what an adapter
  /// made of a message that has passed.
  [[nodiscard]] bool takes_unqueued(const Actor& actor) const noexcept;

  void note_failure(const ActorError& error) noexcept;
  void note_thrown(const char* text) noexcept;

private:
  static constexpr std::size_t longest_text = 80;

  void lose(engine::Envelope& envelope, bool is_queued, bool by_failure) noexcept;

  MiddlewareShell& shell_;
  Passage* const before_;
  engine::Envelope* cause_ = nullptr;  ///< what failed, if it is the mailbox's and was not handled
  ActorError error_{};
  char text_[longest_text];
  bool is_open_;  ///< see `takes_unqueued`
  bool has_failed_ = false;
  bool has_thrown_ = false;
};

/// Has a message that is not in the mailbox pass the links first; false if there are none that it has not passed.
[[nodiscard]] bool receive_by_middleware(Actor& actor, engine::Envelope& envelope) noexcept;

}  // namespace sluice::inline SLUICE_ABI
