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
    return send_by<Message>([](SystemRecord& record) { return make<Slot>(record); }, target, target_name,
                            std::move(message), timeout, where);
  }

  /// The same by a handler; takes `link` over.
  template <class Message>
  static RequestFuture send_linked(const AskLink& link, engine::Address target, const char* target_name,
                                   std::type_identity_t<Message>&& message, Duration timeout,
                                   std::source_location where) noexcept {
    const char* const cycle = find_ask_cycle(link, target);
    bool is_taken = false;
    RequestFuture future = cycle != nullptr
                               ? RequestFuture{error_of<Message>(AskError::Reason::cycle, target, target_name, where)}
                               : send_by<Message>(
                                     [&](SystemRecord& record) -> Slot* {
                                       auto* const slot = make<LinkedSlot>(record, link);
                                       is_taken = slot != nullptr;
                                       return slot;
                                     },
                                     target, target_name, std::move(message), timeout, where);
    if (cycle != nullptr) {
      future.error_.detail = cycle;
    }
    if (!is_taken) {
      unlink_ask(link);
    }
    return future;
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
  class Slot : public AskSlotOf<Reply> {
  public:
    explicit Slot(SystemRecord& record) noexcept : AskSlotOf<Reply>{record} {}
    AskWaiter waiter;

  protected:
    ~Slot() = default;

  private:
    void on_settled() noexcept override { waiter.wake(); }
    void on_timeout() noexcept override { this->fail(AskError::Reason::timed_out); }
    void destroy() noexcept override {
      this->Slot::~Slot();  // it is one, and no more: a linked one has its own
      engine::memory::release(this, sizeof(Slot));
    }
  };

  /// One of an ask by a handler.
  class LinkedSlot final : public Slot {
  public:
    LinkedSlot(SystemRecord& record, const AskLink& link) noexcept : Slot{record}, own_link_{link} {
      this->set_link(own_link_);
    }

  private:
    ~LinkedSlot() = default;
    void destroy() noexcept override {
      const AskLink link = own_link_;
      this->~LinkedSlot();
      engine::memory::release(this, sizeof(LinkedSlot));
      unlink_ask(link);
    }

    AskLink own_link_;
  };

  /// Null if memory runs out.
  template <class Made, class... Arguments>
  [[nodiscard]] static Made* make(Arguments&&... arguments) noexcept {
    void* const block = engine::memory::allocate(sizeof(Made));
    return block == nullptr ? nullptr : ::new (block) Made{std::forward<Arguments>(arguments)...};
  }

  template <class Message>
  [[nodiscard]] static AskError error_of(AskError::Reason reason, engine::Address target, const char* target_name,
                                         std::source_location where) noexcept {
    return {.reason = reason,
            .target = UntypedRef{target},
            .target_name = target_name,
            .message_type = engine::type_name<Message>.text,
            .where = where};
  }

  template <class Message, class MakeSlot>
  static RequestFuture send_by(MakeSlot make_slot, engine::Address target, const char* target_name,
                               std::type_identity_t<Message>&& message, Duration timeout,
                               std::source_location where) noexcept {
    const auto record = record_for_ask(target, engine::EnvelopeOf<Message>::type_of);
    Slot* const slot = record.has_value() ? make_slot(**record) : nullptr;
    if (slot == nullptr) {
      return RequestFuture{error_of<Message>(record.has_value() ? AskError::Reason::out_of_memory : record.error(),
                                             target, target_name, where)};
    }
    send_question<Message>(*slot, target, target_name, std::move(message), timeout, where);
    return RequestFuture{slot};
  }

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
