// SPDX-License-Identifier: BSL-1.0
// Messages that wait for room, against those who make it, who close, and who give up.
#include <optional>
#include <sluice_model/scenarios.hpp>
#include "lane_mailbox.hpp"

namespace sluice::model {
namespace {

using engine::MailboxOffer;

engine::Envelope& envelope() { return *engine::EnvelopeOf<int>::make(1); }

/// A mailbox with room for one, which is taken, and its run is still to come.
template <std::uint32_t Others>
class OfferScenario : public LaneScenario<Others, Overflow::block, 1> {
public:
  OfferScenario() { this->mailbox.send(1); }

protected:
  /// Waits until it is decided; what became of the message.
  Result<> wait_for(MailboxOffer& offer, Sleeper& sleeper) {
    for (;;) {
      if (const auto result = offer.poll(sleeper.waker())) {
        return *result;
      }
      sleeper.sleep();
    }
  }
};

class OfferAgainstRun final : public OfferScenario<1> {
  void act(std::uint32_t) override {
    Sleeper sleeper;
    MailboxOffer offer{mailbox, envelope()};
    require(wait_for(offer, sleeper).has_value(), "an open mailbox takes it in the end");
  }
  void finish() override { require(mailbox.handled() == 2, "lost wake-up: an accepted message was not handled"); }
};

/// Both wait already, and the one who waits with them looks at the younger one first.
class TwoOffers final : public OfferScenario<1> {
public:
  TwoOffers() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      require(!offers[i].poll(sleepers[i].waker()).has_value(), "there is no room");
    }
  }

private:
  void act(std::uint32_t) override {
    require(wait_for(offers[1], sleepers[1]).has_value(), "an open mailbox takes it in the end");
    require(wait_for(offers[0], sleepers[0]).has_value(), "the older one is in before the younger one");
  }
  void finish() override { require(mailbox.handled() == 3, "lost wake-up: an accepted message was not handled"); }
  Sleeper sleepers[2];
  MailboxOffer offers[2]{{mailbox, envelope()}, {mailbox, envelope()}};
};

/// It is given up at the moment at which its message is taken.
class OfferGivenUp final : public OfferScenario<1> {
  void act(std::uint32_t) override {
    Sleeper sleeper;
    MailboxOffer offer{mailbox, envelope()};
    (void)offer.poll(sleeper.waker()).has_value();
  }
  void finish() override { require(known() == 2, "its message is handled or a dead letter, once"); }
};

/// The first one in the row gives up: the second one gets the room.
class OfferBehindOneGivenUp final : public OfferScenario<2> {
public:
  OfferBehindOneGivenUp() { require(!first->poll(sleepers[0].waker()).has_value(), "there is no room"); }

private:
  void act(std::uint32_t index) override {
    if (index == 0) {
      first.reset();
      return;
    }
    MailboxOffer second{mailbox, envelope()};
    require(wait_for(second, sleepers[1]).has_value(), "an open mailbox takes it in the end");
  }
  void finish() override { require(known() == 3, "each message is handled or a dead letter, once"); }
  Sleeper sleepers[2];
  std::optional<MailboxOffer> first{std::in_place, mailbox, envelope()};
};

class OfferAgainstClose final : public OfferScenario<2> {
  void act(std::uint32_t index) override {
    if (index == 1) {
      mailbox.close();
      return;
    }
    Sleeper sleeper;
    MailboxOffer offer{mailbox, envelope()};
    const Result<> result = wait_for(offer, sleeper);
    require(result.has_value() || result.error() == Error::closed, "what keeps it out is the closing");
  }
  void finish() override {
    require(known() == 2 && mailbox.depth() == 0, "a message is stranded in a closed mailbox");
    require(mailbox.closings() == 1, "a closed mailbox says so once");
  }
};

/// One waits when the mailbox is closed; another one comes after that, and before the first has heard of it.
class OfferAfterClose final : public OfferScenario<2> {
public:
  OfferAfterClose() {
    require(!first.poll(sleepers[0].waker()).has_value(), "there is no room");
    mailbox.close();
    executor.run_all();
  }

private:
  void act(std::uint32_t index) override {
    const Result<> result = wait_for(index == 0 ? first : second, sleepers[index]);
    require(!result.has_value() && result.error() == Error::closed, "a closed mailbox takes nothing");
  }
  void finish() override { require(mailbox.lost() == 3, "each message is a dead letter, once"); }
  Sleeper sleepers[2];
  MailboxOffer first{mailbox, envelope()};
  MailboxOffer second{mailbox, envelope()};
};

/// A clock that is late already.
class LateClock final : public Clock {
public:
  [[nodiscard]] Instant now() const noexcept override { return now_; }
  void be_late() { now_ += std::chrono::hours{1}; }

private:
  Instant now_{};
};

/// Its time is over when room comes: whoever is faster decides.
class OfferTimesOut final : public Scenario {
public:
  OfferTimesOut() {
    mailbox.send(1);
    require(!offer->poll(sleeper.waker()).has_value(), "there is no room");
    clock.be_late();
  }

private:
  [[nodiscard]] std::uint32_t threads() const override { return 2; }
  void thread(std::uint32_t index) override {
    if (index == 1) {
      executor.work();
    }
    const auto result = offer->poll(sleeper.waker());
    require(result.has_value(), "it does not wait for ever");
    accepted = result->has_value();
    require(accepted || result->error() == Error::timed_out, "what keeps it out is the time");
    offer.reset();
  }
  void finish() override {
    require(mailbox.handled() == (accepted ? 2u : 1u), "it is handled if it was accepted");
    require(mailbox.lost() == (accepted ? 0u : 1u), "and a dead letter otherwise");
  }

  ModelExecutor executor;
  LateClock clock;
  LaneMailbox mailbox{executor, Overflow::block, 1, {.clock = &clock}, std::chrono::seconds{1}};
  Sleeper sleeper;
  std::optional<MailboxOffer> offer{std::in_place, mailbox, envelope()};
  bool accepted = false;
};

constexpr NamedScenario table[] = {
    {"offer.against_run", "who makes room takes the message, and it is handled", &make_scenario<OfferAgainstRun>},
    {"offer.two", "both are taken, one after the other", &make_scenario<TwoOffers>},
    {"offer.given_up", "it has one owner, whoever is faster", &make_scenario<OfferGivenUp>},
    {"offer.behind_one_given_up", "room is not lost on who has left", &make_scenario<OfferBehindOneGivenUp>},
    {"offer.against_close", "it is taken or refused, and never strands", &make_scenario<OfferAgainstClose>},
    {"offer.after_close", "who comes after the end hears of it", &make_scenario<OfferAfterClose>},
    {"offer.times_out", "it is taken just in time, or timed out", &make_scenario<OfferTimesOut>},
};

}  // namespace

std::span<const NamedScenario> mailbox_offer_scenarios() { return table; }

}  // namespace sluice::model
