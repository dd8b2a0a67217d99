// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/messages/adapter.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

void AdapterRegistry::add(MessageAdapter& adapter) noexcept {
  MessageAdapter** link = &first_;
  while (*link != nullptr && &(*link)->type_ != &adapter.type_) {
    link = &(*link)->next_;
  }
  MessageAdapter* const replaced = *link;
  adapter.next_ = replaced == nullptr ? nullptr : replaced->next_;
  *link = &adapter;
  if (replaced != nullptr) {
    replaced->destroy();
  }
}

bool AdapterRegistry::adapt(Actor& actor, engine::Envelope& envelope) noexcept {
  for (MessageAdapter* adapter = first_; adapter != nullptr; adapter = adapter->next_) {
    if (&adapter->type_ == envelope.type) {
      adapter->adapt(actor, envelope);
      return true;
    }
  }
  return false;
}

void AdapterRegistry::clear() noexcept {
  while (first_ != nullptr) {
    MessageAdapter* const adapter = std::exchange(first_, first_->next_);
    adapter->destroy();
  }
}

}  // namespace sluice::inline SLUICE_ABI
