// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/mailbox.hpp>

/// Mailboxes that see what an executor does to them.
namespace sluice::contract {

inline constexpr std::uint32_t most_senders = 8;

/// A count that many write and whoever likes reads. Relaxed: it must not order what the executor has to order.
class Tally {
public:
  std::uint32_t add(std::uint32_t by = 1) noexcept { return count_.fetch_add(by, std::memory_order_relaxed); }
  std::uint32_t exchange(std::uint32_t with) noexcept { return count_.exchange(with, std::memory_order_relaxed); }
  void set(std::uint32_t to) noexcept { count_.store(to, std::memory_order_relaxed); }
  [[nodiscard]] std::uint32_t get() const noexcept { return count_.load(std::memory_order_relaxed); }

private:
  engine::Atomic<std::uint32_t> count_{0};
};

/// A count behind which whoever has seen it may touch, and end, what was counted.
class Farewell {
public:
  void add() noexcept {
    // release | all that the mailbox did, to the acquire in `get`.
    count_.fetch_add(1, std::memory_order_release);
  }
  [[nodiscard]] std::uint32_t get() const noexcept {
    return count_.load(std::memory_order_acquire);  // acquire | from the release in `add`
  }

private:
  engine::Atomic<std::uint32_t> count_{0};
};

/// Sees whether two are inside at once.
class Room {
public:
  class Visit {
  public:
    explicit Visit(Room& room) noexcept : room_{room} { room_.overlaps_.add(room_.inside_.exchange(1)); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit() {
      ++room_.visits_;
      room_.inside_.set(0);
    }

  private:
    Room& room_;
  };

  [[nodiscard]] std::uint32_t overlaps() const noexcept { return overlaps_.get(); }
  /// Not atomic, so that the thread sanitizer sees who was not ordered; to be read when all is quiet.
  [[nodiscard]] std::uint32_t visits() const noexcept { return visits_; }

private:
  Tally inside_;
  Tally overlaps_;
  std::uint32_t visits_ = 0;
};

/// A message that says where it stands in the row of its sender.
struct Numbered {
  std::uint32_t sender = 0;
  std::uint32_t number = 0;
};

/// Sees that every sender's messages come in order, none twice, none left out. One thread at a time.
class Rows {
public:
  void see(Numbered message) noexcept { errors_ += next_[message.sender]++ == message.number ? 0u : 1u; }
  [[nodiscard]] std::uint32_t errors() const noexcept { return errors_; }
  [[nodiscard]] std::uint32_t seen(std::uint32_t sender) const noexcept { return next_[sender]; }

private:
  std::uint32_t next_[most_senders]{};
  std::uint32_t errors_ = 0;
};

struct NumberedSignal : engine::SystemNode {
  std::uint32_t number = 0;
};

inline constexpr engine::trace::Label probe_label{"Probe", "run", __FILE__, __LINE__, 0};

/// Counts what it is given, and sees whether two threads are in its handlers at once.
class Probe : public engine::Mailbox {
public:
  explicit Probe(engine::Dispatcher& dispatcher, engine::Lane* lane = nullptr,
                 const engine::trace::Label& label = probe_label) noexcept
      : Mailbox{dispatcher, label, lane} {}

  engine::PostResult send(Numbered message, engine::Mailbox* sender = nullptr) noexcept {
    auto* const envelope = engine::EnvelopeOf<Numbered>::make(Numbered{message});
    engine::check(envelope != nullptr, "there is memory for a message");
    const engine::PostResult result = post(*envelope, sender);
    if (result.posted == engine::Posted::full || result.posted == engine::Posted::closed) {
      engine::end(*envelope);
    }
    return result;
  }

  Room room;
  Tally handled;
  Tally buried;  ///< dead letters
  Farewell closed;

protected:
  ~Probe() = default;

  virtual void on_message(Numbered) noexcept {}
  virtual void on_signal(NumberedSignal&) noexcept {}
  virtual void on_resumed() noexcept {}

private:
  void handle(engine::Envelope& envelope) noexcept final {
    const Room::Visit visit{room};
    on_message(static_cast<engine::EnvelopeOf<Numbered>&>(envelope).message);
    handled.add();
  }
  void handle_system(engine::SystemNode& message) noexcept final {
    const Room::Visit visit{room};
    on_signal(static_cast<NumberedSignal&>(message));
  }
  void resume_handler() noexcept final {
    const Room::Visit visit{room};
    on_resumed();
  }
  void dead_letter(engine::Envelope&, engine::DeadLetterReason) noexcept final { buried.add(); }
  void on_closed() noexcept final { closed.add(); }
};

/// One that does no more than that.
class PlainProbe final : public Probe {
public:
  using Probe::Probe;
};

}  // namespace sluice::contract
