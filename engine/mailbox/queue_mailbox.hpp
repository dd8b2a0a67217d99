// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/error.hpp>
#include <sluice/engine/mailbox/concurrency.hpp>
#include <sluice/engine/mailbox/mailbox_futures.hpp>
#include <sluice/engine/mailbox/options.hpp>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/mailbox/queue_mailbox_core.hpp>
#include <sluice/engine/mailbox/signal.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Both ends of a mailbox hold one of these per end; when the last copy of an end dies, and the last future that came
/// from it, the mailbox closes: senders get their messages back, receivers get what is left and then `disconnected`.
template <class M, class Mode>
class MailboxEnd {
public:
  using Signal = QueueSignal<Mode::template OwnerShared>;
  using Core = QueueMailboxCore<M, QueueBackend<M, engine::AnyQueue>, Signal>;
  using CoreShared = Mode::template OwnerShared<Core>;

  explicit MailboxEnd(CoreShared shared) noexcept : core{std::move(shared)} {}
  MailboxEnd(MailboxEnd&& other) noexcept = default;
  MailboxEnd& operator=(MailboxEnd&&) = delete;
  ~MailboxEnd() {
    if (core.get() != nullptr) {
      (void)core->close();
    }
  }

  CoreShared core;
};

/// The receiving end. Copies share it, and may take messages from several threads if the mode is thread-safe.
template <class M, class Mode>
class QueueMailbox {
  using End = MailboxEnd<M, Mode>;
  using EndShared = Mode::template OwnerShared<End>;

public:
  using Signal = End::Signal;
  using PollFuture = OwningFuture<typename End::Core::PollFuture, EndShared>;

  explicit QueueMailbox(EndShared end) noexcept : end_{std::move(end)} {}

  [[nodiscard]] Signal signal() const noexcept { return end_->core->signal(); }

  /// The next message, if there is one now; `disconnected` once the mailbox is closed and drained.
  [[nodiscard]] std::expected<std::optional<M>, QueueError<M>> try_dequeue() const { return end_->core->try_dequeue(); }
  [[nodiscard]] std::expected<std::optional<M>, MailboxError<M>> try_dequeue_mailbox() const {
    return as_mailbox_error<M>(try_dequeue());
  }
  /// Waits for the next message.
  [[nodiscard]] PollFuture poll_blocking() const { return {end_, end_->core->poll_blocking()}; }

  /// Refuses messages from now on; what is in can still be taken.
  void close() const noexcept { (void)end_->core->close(); }

  [[nodiscard]] std::uint32_t size() const noexcept { return end_->core->size(); }
  [[nodiscard]] bool is_empty() const noexcept { return size() == 0; }
  [[nodiscard]] QueueSize capacity() const noexcept { return end_->core->capacity(); }

private:
  EndShared end_;
};

/// The sending end. Copies share it.
template <class M, class Mode>
class QueueMailboxProducer {
  using End = MailboxEnd<M, Mode>;
  using EndShared = Mode::template OwnerShared<End>;

public:
  using OfferFuture = OwningFuture<typename End::Core::OfferFuture, EndShared>;
  using Outcome = EnqueueOutcome<M, OfferFuture>;

  explicit QueueMailboxProducer(EndShared end) noexcept : end_{std::move(end)} {}

  /// Sends now, or gives the message back.
  [[nodiscard]] std::expected<void, QueueError<M>> try_send(M message) const {
    return end_->core->try_enqueue(std::move(message));
  }
  [[nodiscard]] std::expected<void, MailboxError<M>> try_send_mailbox(M message) const {
    return as_mailbox_error<M>(try_send(std::move(message)));
  }

  /// Sends by the mailbox's overflow policy: at once, but under Block a message that finds no room waits as a future.
  [[nodiscard]] Outcome enqueue(M message) const {
    auto outcome = end_->core->enqueue(std::move(message));
    if (outcome.kind() == decltype(outcome)::Kind::pending) {
      return Outcome{OfferFuture{end_, std::move(outcome.future())}};
    }
    return std::move(outcome).template as_settled<OfferFuture>();
  }
  /// Waits for room, whatever the policy.
  [[nodiscard]] OfferFuture offer_blocking(M message) const {
    return {end_, end_->core->offer_blocking(std::move(message))};
  }

  /// Nothing is called until one is set; null takes it out.
  void set_metrics_sink(MailboxMetricsSink<M>* sink) const noexcept { end_->core->metrics.set(sink); }
  void set_scheduler_hook(SchedulerHook* hook) const noexcept { end_->core->scheduler.set(hook); }

private:
  EndShared end_;
};

/// Makes mailboxes on queues of the engine.
template <class Mode = ThreadSafe>
class QueueMailboxFactory {
public:
  using Concurrency = Mode;
  using Signal = QueueSignal<Mode::template OwnerShared>;
  template <class M>
  using Queue = QueueBackend<M, engine::AnyQueue>;
  template <class M>
  using Mailbox = QueueMailbox<M, Mode>;
  template <class M>
  using Producer = QueueMailboxProducer<M, Mode>;

  /// Both ends of a new mailbox. `invalid_argument` for a capacity of 0 or one that is too large.
  template <class M>
  [[nodiscard]] Result<std::pair<Mailbox<M>, Producer<M>>> build_mailbox(const MailboxOptions& options) const;

  template <class M>
  [[nodiscard]] Result<std::pair<Mailbox<M>, Producer<M>>> build_default_mailbox() const {
    return build_mailbox<M>(MailboxOptions{});
  }
};

template <class Mode>
template <class M>
auto QueueMailboxFactory<Mode>::build_mailbox(const MailboxOptions& options) const
    -> Result<std::pair<Mailbox<M>, Producer<M>>> {
  using End = MailboxEnd<M, Mode>;
  using EndShared = Mode::template OwnerShared<End>;
  auto signal = Signal::make();
  if (!signal) {
    return std::unexpected{signal.error()};
  }
  auto core = End::CoreShared::make(options, *std::move(signal));
  if (!core) {
    return std::unexpected{core.error()};
  }
  if (const Result<> status = (*core)->status(); !status) {
    return std::unexpected{status.error()};
  }
  auto receiving = EndShared::make(*core);
  auto sending = EndShared::make(*core);
  if (!receiving || !sending) {
    return std::unexpected{Error::out_of_memory};
  }
  return std::pair{Mailbox<M>{*std::move(receiving)}, Producer<M>{*std::move(sending)}};
}

}  // namespace sluice::inline SLUICE_ABI::mailbox
