// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/actors/ask/ask_error.hpp>
#include <sluice/actors/ask/ask_link.hpp>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/reply_channel.hpp>
#include <sluice/engine/time/timer.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

class SystemRecord;

/// Where an answer is put, and who is told of it. Shared by the one who asks and the envelope that carries the question;
/// the last of them ends it.
///
///     pending --claim--> claimed --settle--> settled
///
/// Answer, failure, timeout and cancellation compete for the claim; the winner writes the outcome, the others' is void:
/// an answer that comes late is a dead letter.
///
/// Thread safety: everything from any thread; the outcome is read by the asker once it is settled.
class AskSlot : public engine::ReplyChannel {
public:
  AskSlot(const AskSlot&) = delete;
  AskSlot& operator=(const AskSlot&) = delete;

  /// Ends without an answer, unless it has an outcome.
  void fail(AskError::Reason reason) noexcept;
  /// The first to come may write the outcome, and then settles.
  [[nodiscard]] bool claim() noexcept {
    std::uint32_t expected = pending;
    // acquire | what the asker wrote before the question was sent, for the one who tells of the outcome.
    return word_.compare_exchange_strong(expected, claimed, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void settle() noexcept;
  [[nodiscard]] bool is_settled() const noexcept {
    // acquire | the outcome, from the release in `settle`.
    return word_.load(std::memory_order_acquire) == settled;
  }

  /// What the answer must be.
  [[nodiscard]] const engine::MessageType& reply_type() const noexcept { return *reply_type_; }
  void abandon(engine::Envelope&) noexcept final {
    fail(AskError::Reason::no_answer);
    drop();
  }
  void share() noexcept {
    owners_.fetch_add(1, std::memory_order_relaxed);  // by an owner: it cannot reach zero meanwhile
  }
  void drop() noexcept {
    // acq_rel | release: what this owner did with it, to the acquire of the last one.
    //         | acquire: what the others did, before it ends.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      destroy();
    }
  }

  /// An answer that nobody gets.
  void lose(const engine::Envelope& answer, engine::DeadLetterReason reason) noexcept;

  /// By the asker: lets it fail after `timeout`, unless that is zero.
  void set_timeout(Duration timeout) noexcept;
  void cancel_timeout() noexcept {
    if (has_timeout_) {  // the timers have a lock that all asks of the system share
      cancel_timer();
    }
  }

  [[nodiscard]] SystemRecord& record() const noexcept { return record_; }

  /// By the asker, before the question is sent: a handler asks. `link` lives as long as the slot.
  void set_link(AskLink& link) noexcept { link_ = &link; }
  /// Null unless a handler asks.
  [[nodiscard]] const AskLink* link() const noexcept { return link_; }
  /// For whoever handles the question: until when the answer is waited for.
  [[nodiscard]] std::optional<Instant> deadline() const noexcept {
    return has_timeout_ ? std::optional{deadline_} : std::nullopt;
  }
  /// Whether nobody waits for the answer any more, or for what it would help to answer.
  [[nodiscard]] bool is_unwanted() const noexcept;

  AskError error;  ///< written by who asks, and its reason by who claims

protected:
  AskSlot(SystemRecord& record, const engine::MessageType& reply_type) noexcept
      : record_{record}, reply_type_{&reply_type} {}
  ~AskSlot() = default;

  /// Tells the asker.
  virtual void on_settled() noexcept = 0;
  /// Called under the lock of the timers, so it only schedules. An asker whose `on_settled` does no more than that may
  /// fail at once.
  virtual void on_timeout() noexcept = 0;
  /// Ends the object and gives its memory back.
  virtual void destroy() noexcept = 0;

private:
  void cancel_timer() noexcept;
  void enter_chain() noexcept;
  void leave_chain() noexcept;
  void name_slowest() noexcept;

  static constexpr std::uint32_t pending = 0;
  static constexpr std::uint32_t claimed = 1;
  static constexpr std::uint32_t settled = 2;

  SystemRecord& record_;
  const engine::MessageType* reply_type_;
  engine::Atomic<std::uint32_t> word_{pending};
  engine::Atomic<std::uint32_t> owners_{2};
  Instant begin_{};
  Instant deadline_{};
  AskLink* link_ = nullptr;
  AskSlot* inner_ = nullptr;  ///< an ask that helps to answer this one; under the lock of all chains
  bool has_timeout_ = false;  ///< the asker's, until the question is sent
  engine::Timer timer_;
};

/// The answer of a slot for answers of type `Reply`. The slot is a base beside it: see `answer`.
template <class Reply>
struct AskAnswer {
  std::optional<Reply> value;
};

/// A slot that is told nothing of who asks: where the answer goes.
template <class Reply>
class AskSlotOf : public AskSlot, public AskAnswer<Reply> {
protected:
  explicit AskSlotOf(SystemRecord& record) noexcept : AskSlot{record, engine::EnvelopeOf<Reply>::type_of} {}
  ~AskSlotOf() = default;
};

}  // namespace sluice::inline SLUICE_ABI
