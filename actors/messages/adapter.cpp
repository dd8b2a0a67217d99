// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/messages/adapter.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

void AdapterRegistry::add(MessageAdapter& adapter) noexcept {
  MessageAdapter** link = &first_;
  while (*link != nullptr && &(*link)->type != &adapter.type) {
    link = &(*link)->next;
  }
  MessageAdapter* const replaced = *link;
  adapter.next = replaced == nullptr ? nullptr : replaced->next;
  *link = &adapter;
  if (replaced != nullptr) {
    replaced->destroy();
  }
}

bool AdapterRegistry::adapt(Actor& actor, engine::Envelope& envelope) noexcept {
  for (MessageAdapter* adapter = first_; adapter != nullptr; adapter = adapter->next) {
    if (&adapter->type == envelope.type) {
      adapter->adapt(actor, envelope);
      return true;
    }
  }
  return false;
}

void AdapterRegistry::clear() noexcept {
  while (first_ != nullptr) {
    MessageAdapter* const adapter = std::exchange(first_, first_->next);
    adapter->destroy();
  }
}

}  // namespace sluice::inline SLUICE_ABI
