// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/life/control.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// An ask of an actor, which does not wait: the answer comes as a control, and is made into a message of its own.
///
/// Owners: beside those of every slot, the control that is on its way.
class ActorAsk : public engine::ListLink<ActorAsk> {
public:
  ActorAsk(const ActorAsk&) = delete;
  ActorAsk& operator=(const ActorAsk&) = delete;

  [[nodiscard]] static ActorAsk& of(Control& control) noexcept { return static_cast<Part&>(control).ask; }

  /// By the asker, while it lives: makes a message of the outcome, and sends it to itself.
  virtual void finish(Actor& asker) noexcept = 0;
  /// Instead of that, if the asker is gone or does not wait any more: an answer is a dead letter.
  virtual void lose_answer() noexcept = 0;
  [[nodiscard]] virtual AskSlot& slot() noexcept = 0;

protected:
  explicit ActorAsk(engine::Address asker) noexcept : asker_{asker} {}
  ~ActorAsk() = default;

  /// Has the asker told of the outcome. False if it is gone.
  [[nodiscard]] bool send() noexcept;

private:
  struct Part final : Control {
    explicit Part(ActorAsk& whole) noexcept : Control{Kind::answer}, ask{whole} {}
    ActorAsk& ask;
  };

  const engine::Address asker_;
  Part answer_{*this};
};

}  // namespace sluice::inline SLUICE_ABI
