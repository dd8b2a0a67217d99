// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class AskSlot;

/// How a handler that asks is itself asked: what makes a chain of asks.
///
///     thread --asks--> A --asks--> B --asks--> C
///                      |           |
///                      +-- outer --+-- of the last ask is that of A to B, and of that one the thread's
///
/// Down the chain goes the deadline: an ask is not waited for longer than the one it helps to answer. Up goes the question
/// whether anybody still wants the answer, and whether the one who is asked waits for it himself.
struct AskLink {
  AskSlot* outer = nullptr;  ///< the ask that the handler answers, of which this has a share; null if it answers none
  engine::Address asker;
  const char* asker_name = "";
  bool may_wait = false;     ///< the handler goes on with the answer
  bool is_blocking = false;  ///< ... and its actor handles nothing else until then
};

/// For an ask by a handler of `actor`, which handles `handled`; takes a share of the ask that it answers.
[[nodiscard]] AskLink link_ask(Actor& actor, const engine::Envelope* handled, bool may_wait, bool is_blocking) noexcept;
/// Gives that share back.
void unlink_ask(const AskLink& link) noexcept;

/// If `target` cannot answer because it waits, by way of others, for the handler that asks it: who waits for whom, as
/// "ask cycle: A -> B -> A"; otherwise null. The text lives as long as the program, for it names a mistake in that.
[[nodiscard]] const char* find_ask_cycle(const AskLink& link, engine::Address target) noexcept;

}  // namespace sluice::inline SLUICE_ABI
