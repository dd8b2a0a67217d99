// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <sluice/engine/clock.hpp>
#include <sluice/engine/dead_letter.hpp>
#include <sluice/engine/dispatch/event_sink.hpp>
#include <sluice/engine/dispatch/post_result.hpp>
#include <sluice/engine/dispatch/settings.hpp>
#include <utility>

namespace sluice::engine::system_model {

// The smallest image has 16 KiB, most of them the pool's.
inline constexpr bool is_small = sizeof(void*) == 4;
inline constexpr std::uint32_t most_boxes = is_small ? 4 : 6;
inline constexpr std::uint32_t most_letters = is_small ? 24 : 64;
inline constexpr std::uint32_t most_offers = is_small ? 3 : 8;
inline constexpr std::uint32_t nobody = UINT32_MAX;

/// How a mailbox is made.
struct Plan {
  bool has_lane = false;
  bool has_events = false;
  bool has_metrics = false;
  MailboxSettings mailbox;
  DispatcherSettings dispatcher;
};

/// What is known of a mailbox, in plain flags and counts.
struct Box {
  Plan plan;
  const Mailbox* mailbox = nullptr;
  std::uint32_t capacity = no_limit;

  std::uint32_t sent = 0;
  std::uint32_t handled = 0;
  std::uint32_t dead = 0;
  std::uint32_t returned = 0;
  std::uint32_t queued = 0;
  std::uint32_t waiting = 0;  ///< offers that have a place in the line

  std::uint32_t suspends = 0;
  bool is_awaiting = false;
  bool is_ready = false;  ///< what it awaits has come
  bool is_closed = false;
  bool is_finished = false;  ///< closed and drained

  bool is_submitted = false;
  bool was_rejected = false;  ///< since anybody tried to have it run
  bool is_running = false;
  bool is_in_handler = false;
  std::uint32_t slice_handled = 0;
  Instant slice_begin{};

  std::uint32_t signals_sent = 0;
  std::uint32_t signals_handled = 0;

  bool is_pressed = false;
  bool was_rejection_told = false;
  std::uint32_t closed_events = 0;
  std::uint32_t measured_handled = 0;
  std::uint32_t measured_dropped = 0;

  [[nodiscard]] bool is_blocked() const noexcept { return suspends > 0 || (is_awaiting && !is_ready); }
  /// A message comes, or would: a mailbox that was rejected is submitted again, unless it waits for its resumption.
  void try_again() noexcept { was_rejected = was_rejected && is_blocked(); }
  [[nodiscard]] bool has_signals() const noexcept { return signals_handled != signals_sent; }
  [[nodiscard]] bool lets_senders_wait() const noexcept {
    return plan.has_lane && plan.mailbox.overflow == Overflow::block;
  }
  [[nodiscard]] bool has_work() const noexcept {
    return has_signals() || (!is_closed && !is_blocked() && (queued > 0 || is_awaiting)) || (is_closed && !is_finished);
  }
};

/// What should happen to every message, and did. It knows each one by its number, from its making to its end.
///
/// The whole system runs on one thread, so nothing is left open: what a post answers, which message is next and who is
/// woken can be said beforehand.
class Oracle {
public:
  explicit Oracle(const Clock& clock) noexcept : clock_{clock} {}

  /// Notes the first thing that was not as it should be.
  void expect(bool holds, const char* sentence) noexcept {
    if (!holds && failure_ == nullptr) {
      failure_ = sentence;
    }
  }
  [[nodiscard]] const char* failure() const noexcept { return failure_; }

  Box boxes[most_boxes];
  [[nodiscard]] Box& box_of(const Mailbox& mailbox) noexcept;

  /// A new message for `target`; `nobody` if there are enough.
  [[nodiscard]] std::uint32_t write(std::uint32_t target) noexcept;
  [[nodiscard]] std::uint32_t number_of(std::uint32_t letter) const noexcept { return letters_[letter].number; }
  /// The message is destroyed.
  void end(std::uint32_t letter, std::uint32_t number) noexcept;

  /// Around each post: what it should answer, and what it did.
  [[nodiscard]] Posted before_post(std::uint32_t letter, bool is_try) noexcept;
  void after_post(std::uint32_t letter, std::uint32_t number, Posted expected, Posted posted) noexcept;

  /// What the poll of an offer answers.
  enum class Answer : std::uint8_t { waits, accepted, rejected, closed, timed_out };
  void make_offer(std::uint32_t offer, std::uint32_t letter, bool has_timer) noexcept;
  [[nodiscard]] Answer before_poll(std::uint32_t offer) noexcept;
  void after_poll(std::uint32_t offer, Answer expected, Answer answer) noexcept;
  void wake(std::uint32_t offer) noexcept { offers_[offer].is_woken = true; }
  [[nodiscard]] bool is_woken(std::uint32_t offer) const noexcept { return offers_[offer].is_woken; }
  /// The future is destroyed.
  void end_offer(std::uint32_t offer) noexcept;
  [[nodiscard]] bool has_offer_for(std::uint32_t target) const noexcept;

  // What the mailboxes do.
  void begin_handler(std::uint32_t box) noexcept;
  void handle(std::uint32_t box, std::uint32_t letter) noexcept;
  void resume_handler(std::uint32_t box) noexcept;
  void handle_signal(std::uint32_t box, std::uint32_t number) noexcept;
  void bury(std::uint32_t box, std::uint32_t letter, DeadLetterReason reason) noexcept;
  void hear(const MailboxEvent& event) noexcept;

  /// What holds between any two steps.
  void check_all() noexcept;
  /// The timers were advanced.
  void check_timers() noexcept;
  /// What holds of a mailbox that is closed and drained.
  void check_end(std::uint32_t box) noexcept;

private:
  enum class Fate : std::uint8_t { free, held, promised, offered, waiting, queued, handling, dead };
  struct Letter {
    Fate fate = Fate::free;
    bool is_offer = false;
    std::uint32_t target = 0;
    std::uint32_t number = 0;
    std::uint32_t arrival = 0;
    std::uint32_t offer = nobody;
  };
  struct Offer {
    enum class Stage : std::uint8_t { none, fresh, waiting, accepted, decided };
    Stage stage = Stage::none;
    bool has_timer = false;
    bool is_woken = false;
    std::uint32_t letter = 0;
    std::uint32_t number = 0;
    std::uint32_t target = 0;
    std::optional<Instant> deadline{};
  };

  [[nodiscard]] bool is(const Offer& offer, Fate fate) const noexcept {
    return letters_[offer.letter].number == offer.number && letters_[offer.letter].fate == fate;
  }
  [[nodiscard]] std::uint32_t first(std::uint32_t box, Fate fate) const noexcept;
  [[nodiscard]] static Posted answer_when_full(Box& box) noexcept;
  [[nodiscard]] static bool is_reason_right(const Box& box, const Letter& letter, DeadLetterReason reason) noexcept;
  [[nodiscard]] Answer first_poll(Offer& offer) noexcept;
  void hand_over(std::uint32_t box) noexcept;
  void check_box(std::uint32_t box) noexcept;
  void check_pressure(const Box& box, std::uint32_t depth) noexcept;

  const Clock& clock_;
  const char* failure_ = nullptr;
  std::uint32_t numbers_ = 0;
  std::uint32_t arrivals_ = 0;
  Letter letters_[most_letters];
  Offer offers_[most_offers];
};

/// What the messages are: they tell the oracle of their end.
struct Numbered {
  Numbered(Oracle& to, std::uint32_t its_letter) noexcept
      : oracle{&to}, letter{its_letter}, number{to.number_of(its_letter)} {}
  Numbered(Numbered&& other) noexcept
      : oracle{std::exchange(other.oracle, nullptr)}, letter{other.letter}, number{other.number} {}
  Numbered& operator=(Numbered&&) = delete;
  ~Numbered() {
    if (oracle != nullptr) {
      oracle->end(letter, number);
    }
  }

  Oracle* oracle;
  std::uint32_t letter;
  std::uint32_t number;
};

}  // namespace sluice::engine::system_model
