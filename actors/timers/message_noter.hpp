// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>
#include <sluice/engine/clock.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// Which messages leave a receive timeout as it is.
struct IgnoredTypes {
  const engine::MessageType* const* types = nullptr;
  std::uint32_t count = 0;
};

/// Stands in front of an actor that has a receive timeout, and notes when it has handled a message. So those who have none
/// pay nothing.
///
/// Thread safety: the actor's runner only.
class MessageNoter final : public engine::Occupant {
public:
  /// Begins with a message at this moment. It may stand there already.
  void stand_before(Actor& actor, const IgnoredTypes& ignored) noexcept;
  /// Before the actor closes its cell. Perhaps it stands nowhere.
  void step_aside() noexcept;

  /// The actor has handled a message of `type`.
  void note(const engine::MessageType& type) noexcept;
  /// When that was last.
  [[nodiscard]] Instant last() const noexcept { return last_; }

private:
  [[nodiscard]] bool ignores(const engine::MessageType& type) const noexcept;

  // Inline, as every virtual function of a class that users' types may meet.
  void handle(engine::Envelope& envelope) noexcept override { pass_on(envelope); }
  void handle_system(engine::SystemNode& message) noexcept override { behind_->handle_system(message); }
  void refuse_system(engine::SystemNode& message) noexcept override { behind_->refuse_system(message); }
  void resume_handler() noexcept override { behind_->resume_handler(); }
  void on_backpressure(const engine::BackpressureHint& hint) noexcept override { behind_->on_backpressure(hint); }
  void prepare_to_leave() noexcept override { behind_->prepare_to_leave(); }
  void leave() noexcept override { behind_->leave(); }
  void pass_on(engine::Envelope& envelope) noexcept;

  Actor* actor_ = nullptr;  ///< null while it stands nowhere
  engine::Occupant* behind_ = nullptr;
  Instant last_{};
  IgnoredTypes ignored_;
};

}  // namespace sluice::inline SLUICE_ABI
