// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/actors/life/control.hpp>
#include <sluice/actors/supervision/failing_message.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/cell.hpp>

namespace sluice::inline SLUICE_ABI {

/// Stands in the cell before an actor whose failing messages are tried again, and keeps a copy of what that handles. Others
/// are in their cells themselves, and pay nothing.
///
/// Thread safety: used by the actor's runner.
class MessageKeeper final : public engine::Occupant {
public:
  MessageKeeper(engine::Occupant& actor, const FailingMessage& policy) noexcept : actor_{actor}, policy_{policy} {}
  MessageKeeper(const MessageKeeper&) = delete;
  MessageKeeper& operator=(const MessageKeeper&) = delete;
  ~MessageKeeper();

  /// Keeps a copy of `envelope`, which is about to be handled.
  void note(const engine::Envelope& envelope) noexcept {
    copy_ = policy_.copy(envelope);
    original_ = &envelope;
  }
  /// It was handled: the copy is not needed, unless it is due.
  void forget() noexcept;

  /// The handler of `envelope` failed: from here on its copy is due, and has taken over who is to be answered. False if
  /// there is none, or if that was tried often enough.
  [[nodiscard]] bool claim(engine::Envelope& envelope) noexcept;
  [[nodiscard]] bool is_due() const noexcept { return is_due_; }
  /// What is due; the caller's from here on.
  [[nodiscard]] engine::Envelope* take() noexcept;

  Control retry{Control::Kind::retry};
  bool is_retry_on_its_way = false;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    tries_ = 0;
    note(envelope);
    actor_.handle(envelope);
    forget();
  }
  void handle_system(engine::SystemNode& node) noexcept override { actor_.handle_system(node); }
  void refuse_system(engine::SystemNode& node) noexcept override { actor_.refuse_system(node); }
  void resume_handler() noexcept override { actor_.resume_handler(); }
  void on_backpressure(const engine::BackpressureHint& hint) noexcept override { actor_.on_backpressure(hint); }
  void prepare_to_leave() noexcept override { actor_.prepare_to_leave(); }
  void leave() noexcept override { actor_.leave(); }

  engine::Occupant& actor_;
  const FailingMessage policy_;
  engine::Envelope* copy_ = nullptr;
  const engine::Envelope* original_ = nullptr;
  std::uint32_t tries_ = 0;
  bool is_due_ = false;
};

}  // namespace sluice::inline SLUICE_ABI
