// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/envelope.hpp>

namespace sluice::inline SLUICE_ABI {

class Actor;

/// Makes a message that its actor handles of one that it does not: registered for one type, run by the actor itself.
class MessageAdapter {
public:
  MessageAdapter(const MessageAdapter&) = delete;
  MessageAdapter& operator=(const MessageAdapter&) = delete;

  /// Has `actor` handle what comes of the message.
  virtual void adapt(Actor& actor, engine::Envelope& envelope) noexcept = 0;
  /// Ends the object and gives its memory back.
  virtual void destroy() noexcept = 0;

  const engine::MessageType& type;
  MessageAdapter* next = nullptr;  ///< the registry's

protected:
  explicit MessageAdapter(const engine::MessageType& of) noexcept : type{of} {}
  ~MessageAdapter() = default;
};

/// The adapters of one actor. Of several for one type the last one counts.
///
/// Thread safety: its actor's runner.
class AdapterRegistry {
public:
  AdapterRegistry() noexcept = default;
  AdapterRegistry(const AdapterRegistry&) = delete;
  AdapterRegistry& operator=(const AdapterRegistry&) = delete;
  ~AdapterRegistry() { clear(); }

  /// Takes `adapter` over; ends the one that it replaces.
  void add(MessageAdapter& adapter) noexcept;
  /// False if there is none for the type of `envelope`.
  [[nodiscard]] bool adapt(Actor& actor, engine::Envelope& envelope) noexcept;
  void clear() noexcept;

private:
  MessageAdapter* first_ = nullptr;
};

}  // namespace sluice::inline SLUICE_ABI
