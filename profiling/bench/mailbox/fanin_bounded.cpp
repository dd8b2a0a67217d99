// SPDX-License-Identifier: BSL-1.0
//
// As fanin, but the consumer has room for 1024 messages and the producers wait for room: no thread waits, and nothing is
// dropped. Cells have no lanes yet, so these are mailboxes of their own.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/engine/dispatch/lane.hpp>
#include <sluice/engine/dispatch/mailbox_offer.hpp>
#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <array>
#include <optional>

namespace sluice::bench {

namespace {

constexpr std::uint32_t capacity = 1024;
constexpr std::uint64_t producer_count = 4;
constexpr std::int64_t burst = 64;
constexpr engine::trace::Label label{"bench", "run", __FILE__, __LINE__, engine::trace::color::dispatch};

struct GoOn {};

template <class Message>
engine::Envelope& enclose(Message message) noexcept {
  auto* const envelope = engine::EnvelopeOf<Message>::make(std::move(message));
  if (envelope == nullptr) [[unlikely]] {
    fail("there is no memory for a message");
  }
  return *envelope;
}

class Party : public engine::Mailbox {
protected:
  using Mailbox::Mailbox;
  ~Party() = default;

private:
  void handle_system(engine::SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(engine::Envelope&, engine::DeadLetterReason) noexcept override {
    fail("fanin_bounded has lost a message");
  }
  void on_closed() noexcept override {}
};

class Consumer final : public Party {
public:
  Consumer(engine::Dispatcher& dispatcher, engine::Lane& lane, std::uint64_t expected, Finish& finish) noexcept
      : Party{dispatcher, label, &lane}, expected_{expected}, finish_{finish} {}

  Tally tally;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    tally.add(static_cast<std::uint64_t>(message_in<std::int64_t>(envelope)));
    if (tally.count == expected_) [[unlikely]] {
      finish_.arrive();
    }
  }

  const std::uint64_t expected_;
  Finish& finish_;
};

class Producer final : public Party {
public:
  Producer(engine::Dispatcher& dispatcher, Consumer& consumer, std::int64_t last) noexcept
      : Party{dispatcher, label}, consumer_{consumer}, last_{last} {}

private:
  void handle(engine::Envelope&) noexcept override { offer_burst(); }
  void resume_handler() noexcept override {
    if (offer_.has_value() && settle(*offer_)) {
      offer_burst();
    }
  }

  /// Offers up to the end of the burst, or until it has to wait.
  void offer_burst() noexcept {
    while (offered_ < last_) {
      if (!settle(offer_.emplace(consumer_, enclose(++offered_), this))) {
        return;
      }
      if (offered_ % burst == 0 && offered_ < last_) {
        (void)post(enclose(GoOn{}));
        return;
      }
    }
  }

  /// False if the message waits for room; then the handler goes on when there is.
  bool settle(engine::MailboxOffer& offer) noexcept {
    const auto polled = offer.poll(await_waker());
    if (!polled.has_value()) {
      begin_await(engine::Pause::offer);
      return false;
    }
    if (!polled->has_value()) {
      fail("fanin_bounded: an offer was refused");
    }
    offer_.reset();
    return true;
  }

  Consumer& consumer_;
  const std::int64_t last_;
  std::int64_t offered_ = 0;
  std::optional<engine::MailboxOffer> offer_;
};

}  // namespace

Outcome run_fanin_bounded(const RunOptions& options) {
  const std::uint64_t each = options.shrunk(1'000'000);
  const auto last = static_cast<std::int64_t>(each);
  Finish finish;
  Stage stage{options};
  engine::Dispatcher& dispatcher = stage.dispatcher();
  engine::Lane lane{{.kind = engine::QueueKind::bounded, .capacity = capacity, .overflow = Overflow::block}};
  Consumer consumer{dispatcher, lane, each * producer_count, finish};
  std::array<Producer, producer_count> producers{{{dispatcher, consumer, last},
                                                  {dispatcher, consumer, last},
                                                  {dispatcher, consumer, last},
                                                  {dispatcher, consumer, last}}};
  const auto elapsed = stage.time(finish, [&] {
    for (Producer& producer : producers) {
      (void)producer.post(enclose(GoOn{}));
    }
  });
  stage.close();  // nothing runs any more, so the mailboxes may end

  const std::uint64_t verified =
      verify_tally("fanin_bounded", Tally::of_numbers_to(each, producer_count), consumer.tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
