// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/middleware/chain.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;
class Passage;

/// Lives in the cell of an actor that has middleware, in the actor's stead, and gives it what passes the links. Actors
/// without middleware live in their cells themselves: that is why it costs them nothing.
class MiddlewareShell final : public engine::Occupant {
public:
  /// Around `actor`; null if memory runs out. A chain may be null.
  [[nodiscard]] static MiddlewareShell* make(Actor& actor, const MiddlewareChain* of_system,
                                             const MiddlewareChain* own) noexcept;
  /// Of one that never got into a cell.
  void discard() noexcept;

  void handle(engine::Envelope& envelope) noexcept override;
  void handle_system(engine::SystemNode& message) noexcept override;
  void refuse_system(engine::SystemNode& message) noexcept override;
  void resume_handler() noexcept override;
  void on_backpressure(const engine::BackpressureHint& hint) noexcept override;
  void prepare_to_leave() noexcept override;
  void leave() noexcept override;

private:
  friend class Passage;

  MiddlewareShell(Actor& actor, const MiddlewareChain* of_system, const MiddlewareChain* own) noexcept
      : actor_{actor}, of_system_{of_system}, own_{own} {}
  ~MiddlewareShell() = default;

  /// The actor, or who stands before it.
  [[nodiscard]] engine::Occupant& occupant() const noexcept;

  Actor& actor_;
  const MiddlewareChain* const of_system_;
  const MiddlewareChain* const own_;
  Passage* now_ = nullptr;  ///< the call that goes on
};

}  // namespace sluice::inline SLUICE_ABI
