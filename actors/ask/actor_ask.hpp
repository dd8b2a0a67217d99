// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/life/control.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/intrusive_list.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// An ask of an actor, which does not wait: the answer comes as a control, and is made into a message of its own.
///
/// Owners: beside those of every slot, the control that is on its way, and the timeout that is to run.
///
/// A timeout fires under the lock of the timers. Telling the asker there might let it go, if it ends at that moment in a
/// guarded cell; and that takes back its timers, under the same lock. So the executor does it.
class ActorAsk : public engine::ListLink<ActorAsk> {
public:
  ActorAsk(const ActorAsk&) = delete;
  ActorAsk& operator=(const ActorAsk&) = delete;

  [[nodiscard]] static ActorAsk& of(Control& control) noexcept { return static_cast<Part&>(control).ask; }

  /// By the asker, while it lives: makes a message of the outcome, and sends it to itself.
  virtual void finish(Actor& asker) noexcept = 0;
  /// By whoever finds that the asker does not want it any more: its answer, if there is one, is a dead letter.
  virtual void lose_answer() noexcept = 0;
  [[nodiscard]] virtual AskSlot& slot() noexcept = 0;

protected:
  explicit ActorAsk(engine::Address asker) noexcept : asker_{asker} {}
  ~ActorAsk() = default;

  /// Has the asker told of the outcome. False if it is gone.
  [[nodiscard]] bool send() noexcept;
  /// Has the executor let it fail, because its time is up. While the asker has its share.
  void expire() noexcept;

private:
  struct Part final : Control {
    explicit Part(ActorAsk& whole) noexcept : Control{Kind::answer}, ask{whole} {}
    ActorAsk& ask;
  };

  class Expiry final : public engine::Runnable {
  public:
    explicit Expiry(ActorAsk& whole) noexcept : ask_{whole} {}

  private:
    void run() noexcept override;
    void hand_back() noexcept override { ask_.slot().drop(); }
    ActorAsk& ask_;
  };

  const engine::Address asker_;
  Part answer_{*this};
  Expiry expiry_{*this};
};

}  // namespace sluice::inline SLUICE_ABI
