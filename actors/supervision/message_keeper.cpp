// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/supervision/message_keeper.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

MessageKeeper::~MessageKeeper() {
  is_due_ = false;
  forget();
}

void MessageKeeper::forget() noexcept {
  original_ = nullptr;
  if (copy_ != nullptr && !is_due_) {
    engine::end(*std::exchange(copy_, nullptr));
  }
}

bool MessageKeeper::claim(engine::Envelope& envelope) noexcept {
  if (copy_ == nullptr || is_due_ || original_ != &envelope || tries_ == policy_.times()) {
    return false;
  }
  copy_->generation = envelope.generation;
  copy_->sender = envelope.sender;
  copy_->reply = std::exchange(envelope.reply, nullptr);
  copy_->headers = std::exchange(envelope.headers, nullptr);
  ++tries_;
  is_due_ = true;
  return true;
}

engine::Envelope* MessageKeeper::take() noexcept {
  is_due_ = false;
  return std::exchange(copy_, nullptr);
}

}  // namespace sluice::inline SLUICE_ABI
