// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <sluice/config.hpp>
#include <sluice/engine/assert.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI::mailbox {

/// Why a queue did not do what it was asked for.
enum class QueueFault : std::uint8_t { full, disconnected, out_of_memory, timed_out };

[[nodiscard]] constexpr std::string_view describe(QueueFault fault) noexcept {
  switch (fault) {
    case QueueFault::full: return "the queue is full";
    case QueueFault::disconnected: return "the queue was closed, or nobody is left at its other end";
    case QueueFault::out_of_memory: return "no memory is left for the message";
    case QueueFault::timed_out: return "nothing happened before the deadline";
  }
  return "an unknown fault";
}

/// A queue's refusal. One that refuses a message has it inside: nothing is lost.
template <class M>
class QueueError {
public:
  [[nodiscard]] static QueueError full(M message) { return {QueueFault::full, std::move(message)}; }
  [[nodiscard]] static QueueError disconnected(M message) { return {QueueFault::disconnected, std::move(message)}; }
  [[nodiscard]] static QueueError disconnected() { return QueueError{QueueFault::disconnected}; }
  [[nodiscard]] static QueueError out_of_memory(M message) { return {QueueFault::out_of_memory, std::move(message)}; }

  explicit QueueError(QueueFault fault) : fault_{fault} {}
  QueueError(QueueFault fault, M&& message) : fault_{fault}, message_{std::move(message)} {}

  [[nodiscard]] QueueFault fault() const noexcept { return fault_; }
  [[nodiscard]] std::string_view description() const noexcept { return describe(fault_); }

  [[nodiscard]] bool has_message() const noexcept { return message_.has_value(); }
  [[nodiscard]] const M& message() const noexcept {
    engine::check(has_message(), "only a refused message is looked at");
    return *message_;
  }
  /// The refused message; once.
  [[nodiscard]] M take_message() {
    engine::check(has_message(), "a refused message is taken once");
    M message = std::move(*message_);
    message_.reset();
    return message;
  }

private:
  QueueFault fault_;
  std::optional<M> message_;
};

/// What a mailbox could not do: so far, what its queue could not.
template <class M>
class MailboxError {
public:
  [[nodiscard]] static MailboxError queue(QueueError<M> error) { return MailboxError{std::move(error)}; }

  [[nodiscard]] QueueError<M>& queue_error() noexcept { return error_; }
  [[nodiscard]] const QueueError<M>& queue_error() const noexcept { return error_; }
  [[nodiscard]] std::string_view description() const noexcept { return error_.description(); }

private:
  explicit MailboxError(QueueError<M>&& error) : error_{std::move(error)} {}
  QueueError<M> error_;
};

/// The same answer, with the queue's error as the mailbox's.
template <class M, class T>
[[nodiscard]] std::expected<T, MailboxError<M>> as_mailbox_error(std::expected<T, QueueError<M>>&& answer) {
  if (!answer.has_value()) {
    return std::unexpected{MailboxError<M>::queue(std::move(answer.error()))};
  }
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return *std::move(answer);
  }
}

}  // namespace sluice::inline SLUICE_ABI::mailbox
