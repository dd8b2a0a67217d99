// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/config.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mpsc_queue.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI::engine {

/// A message on its way. Thin on purpose: type id, generation, sender, reply channel and headers join it when the
/// layout is fixed.
struct Envelope : MpscNode {
  using Destroy = void (*)(Envelope& envelope) noexcept;

  explicit Envelope(Destroy destroy_with) noexcept : destroy{destroy_with} {}

  Destroy destroy;  ///< ends the message and gives the memory back
};

/// An envelope with its message inside.
template <class Message>
struct EnvelopeOf final : Envelope {
  explicit EnvelopeOf(Message&& content) noexcept : Envelope{&end}, message{std::move(content)} {}

  /// Null if memory runs out; then `content` is untouched.
  [[nodiscard]] static EnvelopeOf* make(Message&& content) noexcept {
    static_assert(alignof(EnvelopeOf) <= memory::alignment, "over-aligned messages cannot be sent");
    void* const block = memory::allocate(sizeof(EnvelopeOf));
    return block == nullptr ? nullptr : ::new (block) EnvelopeOf{std::move(content)};
  }

  static void end(Envelope& envelope) noexcept {
    auto& self = static_cast<EnvelopeOf&>(envelope);
    self.~EnvelopeOf();
    memory::release(&self, sizeof(EnvelopeOf));
  }

  Message message;
};

}  // namespace sluice::inline SLUICE_ABI::engine
