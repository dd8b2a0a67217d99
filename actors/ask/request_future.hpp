// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <new>
#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/ask/ask_waiter.hpp>
#include <sluice/actors/messages/delivery.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/task.hpp>
#include <source_location>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// What is known of an ask before it is sent. Fails at once if there is nobody to ask.
[[nodiscard]] std::expected<SystemRecord*, AskError::Reason> record_for_ask(engine::Address target,
                                                                            const engine::MessageType& type) noexcept;

/// Puts `slot` and `message` together and sends them.
template <class Message>
void send_question(AskSlot& slot, engine::Address target, const char* target_name,
                   std::type_identity_t<Message>&& message, Duration timeout, std::source_location where) noexcept {
  slot.error.target = UntypedRef{target};
  slot.error.target_name = target_name;
  slot.error.message_type = engine::type_name<Message>.text;
  slot.error.where = where;
  slot.set_timeout(timeout);
  auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
  if (envelope == nullptr) {
    slot.fail(AskError::Reason::out_of_memory);
    slot.drop();  // the envelope's share
    return;
  }
  envelope->reply = &slot;
  (void)deliver(*envelope, target);  // if it fails, so does the slot
}

/// The answer to a question, some time. Given up, what is answered later is a dead letter.
///
/// Thread safety: one thread at a time.
/// Blocks: `wait`; not to be called by a handler, which gets an error.
template <class Reply>
class [[nodiscard]] RequestFuture {
public:
  using Outcome = std::expected<Reply, AskError>;

  template <class Message>
  static RequestFuture send(engine::Address target, const char* target_name, std::type_identity_t<Message>&& message,
                            Duration timeout, std::source_location where) noexcept {
    const auto record = record_for_ask(target, engine::EnvelopeOf<Message>::type_of);
    void* const block = record.has_value() ? engine::memory::allocate(sizeof(Slot)) : nullptr;
    if (block == nullptr) {
      return RequestFuture{AskError{.reason = record.has_value() ? AskError::Reason::out_of_memory : record.error(),
                                    .target = UntypedRef{target},
                                    .target_name = target_name,
                                    .message_type = engine::type_name<Message>.text,
                                    .where = where}};
    }
    auto* const slot = ::new (block) Slot{**record};
    send_question<Message>(*slot, target, target_name, std::move(message), timeout, where);
    return RequestFuture{slot};
  }

  RequestFuture(RequestFuture&& other) noexcept : slot_{std::exchange(other.slot_, nullptr)}, error_{other.error_} {}
  RequestFuture& operator=(RequestFuture other) noexcept {
    std::swap(slot_, other.slot_);
    std::swap(error_, other.error_);
    return *this;
  }
  ~RequestFuture() { cancel(); }

  /// Blocks until there is an outcome.
  Outcome wait() && noexcept {
    if (slot_ != nullptr) {
      AskWaiter::wait(*slot_, slot_->waiter);
    }
    return take();
  }

  /// The outcome, once; nothing yet, and `waker` is woken when it is worth asking again.
  [[nodiscard]] engine::Poll<Outcome> poll(const engine::Waker& waker) noexcept {
    if (slot_ != nullptr) {
      slot_->waiter.set(waker);
      if (!slot_->is_settled()) {
        return engine::pending;
      }
    }
    return take();
  }

  [[nodiscard]] bool is_ready() const noexcept { return slot_ == nullptr || slot_->is_settled(); }

  /// Nobody wants the answer any more.
  void cancel() noexcept {
    if (slot_ != nullptr) {
      slot_->waiter.set({});  // who gives it up need not be told
      slot_->fail(AskError::Reason::cancelled);
      end_slot();
    }
  }

private:
  class Slot final : public AskSlotOf<Reply> {
  public:
    explicit Slot(SystemRecord& record) noexcept : AskSlotOf<Reply>{record} {}
    AskWaiter waiter;

  private:
    ~Slot() = default;
    void on_settled() noexcept override { waiter.wake(); }
    void on_timeout() noexcept override { this->fail(AskError::Reason::timed_out); }
    void destroy() noexcept override {
      this->~Slot();
      engine::memory::release(this, sizeof(Slot));
    }
  };

  explicit RequestFuture(Slot* slot) noexcept : slot_{slot} {}
  explicit RequestFuture(const AskError& error) noexcept : error_{error} {}

  [[nodiscard]] Outcome take() noexcept {
    if (slot_ == nullptr) {
      return std::unexpected{error_};
    }
    slot_->waiter.set({});
    Outcome outcome =
        slot_->value.has_value() ? Outcome{std::move(*slot_->value)} : Outcome{std::unexpected{slot_->error}};
    end_slot();
    return outcome;
  }

  /// Leaves the error behind that a second look is to find.
  void end_slot() noexcept {
    slot_->cancel_timeout();
    // Not the whole: somebody who was faster may be writing the reason.
    error_ = {.reason = AskError::Reason::cancelled,
              .target = slot_->error.target,
              .target_name = slot_->error.target_name,
              .message_type = slot_->error.message_type,
              .where = slot_->error.where};
    std::exchange(slot_, nullptr)->drop();
  }

  Slot* slot_ = nullptr;
  AskError error_{};
};

}  // namespace sluice::inline SLUICE_ABI
