// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/queue/priority_heap.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

/// Stands for an envelope in a heap, whose links an envelope has no room for.
struct PrioritySlip : PriorityNode {
  explicit PrioritySlip(Envelope& of) noexcept : envelope{of} {}
  Envelope& envelope;
};

/// Of a message of whose urgency nothing is said.
constexpr std::int32_t default_priority = 10;

}  // namespace

MpscNode* Lane::make_slip(Envelope& envelope) const noexcept {
  void* const block = memory::allocate(sizeof(PrioritySlip));
  if (block == nullptr) {
    return nullptr;
  }
  auto* const slip = ::new (block) PrioritySlip{envelope};
  slip->priority = settings_.priority_of == nullptr ? default_priority : settings_.priority_of(envelope);
  return slip;
}

Envelope& Lane::end_slip(MpscNode& node) noexcept {
  auto& slip = static_cast<PrioritySlip&>(node);
  Envelope& envelope = slip.envelope;
  slip.~PrioritySlip();
  memory::release(&slip, sizeof(PrioritySlip));
  return envelope;
}

}  // namespace sluice::inline SLUICE_ABI::engine
