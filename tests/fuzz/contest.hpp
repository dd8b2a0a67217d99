// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <sluice/engine/mailbox/concepts.hpp>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <utility>

#include "cargo.hpp"
#include "history.hpp"
#include "oracle.hpp"
#include "scarce_memory.hpp"
#include "steps.hpp"

namespace sluice_fuzz {

/// A queue and the oracle, which get the same steps and must give the same answers.
class AnyContest {
public:
  virtual ~AnyContest() = default;
  /// False if there was nothing to do.
  virtual bool take(Step step) = 0;
};

template <class Queue>
class Contest final : public AnyContest {
public:
  /// `how` is what the backend passes on to its queue.
  template <class... How>
  explicit Contest(const Choice& choice, How... how) : oracle_{choice}, backend_{choice.policy, how...} {
    history::expect("whether the queue could be made", true, backend_.status().has_value());
    compare();
  }
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  bool take(Step step) override {
    const bool did_something = act(step);
    scarce_memory::is_exhausted = step.verb() == Verb::starve;
    compare();
    return did_something;
  }

private:
  using Backend = sluice::mailbox::QueueBackend<Cargo, Queue>;
  using Fault = sluice::mailbox::QueueFault;
  using Error = sluice::mailbox::QueueError<Cargo>;
  using OfferFuture = sluice::mailbox::OfferFuture<Cargo>;
  using PollFuture = sluice::mailbox::PollFuture<Cargo>;
  using Answer = Oracle::Answer;
  using Outcome = Backend::Outcome;
  using Kind = Outcome::Kind;

  /// A future that waits to offer; not in memory that the last one had, so that a use of the dead is seen.
  struct WaitingOffer {
    Known message;
    bool is_refused;  ///< there was no memory for it
    std::unique_ptr<OfferFuture> future;
  };

  bool act(Step step) {
    const std::uint8_t argument = step.argument;
    const std::size_t place = argument % places;
    const std::size_t waker = (argument / places) % wakers;
    switch (step.verb()) {
      case Verb::try_offer: return try_offer(argument);
      case Verb::try_poll: return try_poll();
      case Verb::make_offer: return make_offer(place, argument);
      case Verb::poll_offer: return poll_offer(place, waker);
      case Verb::drop_offer: return drop_offer(place);
      case Verb::give_up_offer: return give_up_offer(place);
      case Verb::make_poll: return make_poll(place);
      case Verb::poll_poll: return poll_poll(place, waker);
      case Verb::drop_poll: return drop_poll(place);
      case Verb::give_up_poll: return give_up_poll(place);
      case Verb::stash: return stash();
      case Verb::put_back: return put_back();
      case Verb::drop_stash: return drop_stash();
      case Verb::close: return close(argument);
      case Verb::starve:
      case Verb::renew: break;
    }
    return false;
  }

  [[nodiscard]] Known new_message(std::uint8_t argument) {
    std::int32_t priority = argument / static_cast<std::int32_t>(places) % 8 - 4;
    if (argument >= 254) {
      priority = argument == 254 ? INT32_MIN : INT32_MAX;
    }
    return {numbers_++, priority};
  }

  bool try_offer(std::uint8_t argument) {
    const Known message = new_message(argument);
    const bool is_refused = scarce_memory::is_exhausted;
    const Oracle::Offered expected = is_refused ? Oracle::Offered{Answer::full, {}} : oracle_.offer(message);
    Outcome outcome = backend_.try_offer(Cargo{message.number}, message.priority);
    const bool is_in = expected.answer == Answer::accepted;
    const Kind success = expected.evicted.empty() ? Kind::accepted : Kind::evicted;
    history::expect("what came of an offer", is_in ? success : Kind::rejected, outcome.kind());
    if (!is_in) {
      expect_error(outcome.error(), is_refused ? Fault::out_of_memory : fault_of(expected.answer), message.number);
    }
    for (const std::uint32_t number : expected.evicted) {
      const std::optional<Cargo> evicted = outcome.take_evicted();
      history::expect("who was evicted", number, evicted.has_value() ? evicted->number() : Cargo::nothing);
    }
    history::expect("that nobody else was evicted", false, outcome.take_evicted().has_value());
    return true;
  }

  bool try_poll() {
    const Oracle::Polled expected = oracle_.poll();
    auto polled = backend_.try_poll();
    history::expect("whether the queue is disconnected", is_disconnected(expected), !polled.has_value());
    if (polled.has_value()) {
      history::expect("whether there is a message", expected.number.has_value(), polled->has_value());
      expect_message(expected, polled->has_value() ? (*polled)->number() : Cargo::nothing);
    } else {
      expect_error(polled.error(), Fault::disconnected, Cargo::nothing);
    }
    return true;
  }

  bool make_offer(std::size_t place, std::uint8_t argument) {
    std::optional<WaitingOffer>& offer = offers_[place];
    if (offer.has_value()) {
      return poll_offer(place, 0);
    }
    const Known message = new_message(argument);
    offer.emplace(message, scarce_memory::is_exhausted,
                  std::make_unique<OfferFuture>(backend_.offer_blocking(Cargo{message.number}, message.priority)));
    return true;
  }

  bool poll_offer(std::size_t place, std::size_t waker) {
    std::optional<WaitingOffer>& offer = offers_[place];
    if (!offer.has_value()) {
      return false;
    }
    auto answer = Answer::full;
    if (!offer->is_refused) {
      answer = oracle_.poll_offer(place, offer->message, waker);
    }
    auto polled = offer->future->poll(waker_of(offer_wakes_, place, waker));
    history::expect("whether an offer is decided", answer != Answer::pending, polled.has_value());
    if (polled.has_value()) {
      expect_end(*offer, answer == Answer::accepted, Fault::disconnected, *polled);
      forget_offer(place);
    }
    return true;
  }

  bool drop_offer(std::size_t place) {
    if (!offers_[place].has_value()) {
      return false;
    }
    forget_offer(place);
    return true;
  }

  bool give_up_offer(std::size_t place) {
    std::optional<WaitingOffer>& offer = offers_[place];
    if (!offer.has_value()) {
      return false;
    }
    const bool was_taken = oracle_.leave_offers(place);
    auto answer = offer->future->give_up(Fault::timed_out);
    expect_end(*offer, was_taken, Fault::timed_out, answer);
    forget_offer(place);
    return true;
  }

  bool make_poll(std::size_t place) {
    if (polls_[place] != nullptr) {
      return poll_poll(place, 0);
    }
    polls_[place] = std::make_unique<PollFuture>(backend_.poll_blocking());
    return true;
  }

  bool poll_poll(std::size_t place, std::size_t waker) {
    if (polls_[place] == nullptr) {
      return false;
    }
    const Oracle::Polled expected = oracle_.poll_poll(place, waker);
    auto polled = polls_[place]->poll(waker_of(poll_wakes_, place, waker));
    history::expect("whether a poll is decided", !expected.is_pending, polled.has_value());
    if (polled.has_value()) {
      history::expect("whether a poll is disconnected", is_disconnected(expected), !polled->has_value());
      if (polled->has_value()) {
        expect_message(expected, (*polled)->number());
      } else {
        expect_error(polled->error(), Fault::disconnected, Cargo::nothing);
      }
      forget_poll(place);
    }
    return true;
  }

  bool drop_poll(std::size_t place) {
    if (polls_[place] == nullptr) {
      return false;
    }
    forget_poll(place);
    return true;
  }

  bool give_up_poll(std::size_t place) {
    if (polls_[place] == nullptr) {
      return false;
    }
    auto answer = polls_[place]->give_up(Fault::timed_out);
    history::expect("that giving up brings no message", false, answer.has_value());
    expect_error(answer.error(), Fault::timed_out, Cargo::nothing);
    forget_poll(place);
    return true;
  }

  bool stash() {
    const std::optional<Known> next = oracle_.front();
    const Oracle::Polled expected = oracle_.poll();
    sluice::mailbox::NodeOwner<Cargo> node = backend_.try_poll_node();
    history::expect("whether there is a node", expected.number.has_value(), static_cast<bool>(node));
    if (node) {
      expect_message(expected, node->message.number());
      history::expect("the priority of a stashed message", next->priority, node->priority);
      stash_.nodes().push_back(*node.release());
      stashed_.push_back(*next);
    }
    return true;
  }

  bool put_back() {
    if constexpr (sluice::mailbox::CanPutBack<Backend>) {
      const bool is_back = oracle_.put_back(stashed_);
      history::expect("whether messages could be put back", is_back, backend_.put_back(stash_));
      if (is_back) {
        stashed_.clear();
      }
      return true;
    }
    return false;
  }

  bool drop_stash() {
    for (const Known& expected : stashed_) {
      sluice::mailbox::NodeOwner<Cargo> node = stash_.pop_front();
      history::expect("what was stashed", expected.number, node ? node->message.number() : Cargo::nothing);
    }
    stashed_.clear();
    history::expect("that nothing else was stashed", true, stash_.is_empty());
    return false;
  }

  bool close(std::uint8_t argument) {
    if (argument >= 128) {  // half as often as the others: what is closed is soon dull
      return false;
    }
    history::expect("who closed first", oracle_.close(), backend_.close());
    return true;
  }

  void forget_offer(std::size_t place) {
    (void)oracle_.leave_offers(place);
    offers_[place].reset();
  }
  void forget_poll(std::size_t place) {
    oracle_.leave_polls(place);
    polls_[place].reset();
  }

  // --- What must hold -------------------------------------------------------------------------------------------------

  void expect_end(const WaitingOffer& offer, bool is_in, Fault otherwise, OfferFuture::Output& answer) {
    history::expect("whether a message that waited is in", is_in, answer.has_value());
    if (!is_in) {
      expect_error(answer.error(), offer.is_refused ? Fault::out_of_memory : otherwise, offer.message.number);
    }
  }

  static void expect_error(Error& error, Fault fault, std::uint32_t number) {
    history::expect("the fault", fault, error.fault());
    history::expect("the message that was given back", number,
                    error.has_message() ? error.take_message().number() : Cargo::nothing);
  }

  static void expect_message(const Oracle::Polled& expected, std::uint32_t number) {
    history::expect("the message", expected.number.value_or(Cargo::nothing), number);
  }

  void compare() {
    history::expect("the size", oracle_.size(), backend_.size());
    history::expect("the capacity", oracle_.capacity(), backend_.capacity());
    history::expect("whether it is closed", oracle_.is_closed(), backend_.is_closed());
    history::expect("that the calls of offers' wakers are those", true, oracle_.offers().wakes() == offer_wakes_);
    history::expect("that the calls of polls' wakers are those", true, oracle_.polls().wakes() == poll_wakes_);
    history::expect("that nobody waits for what is there", true, oracle_.has_forgotten_nobody());
    std::size_t waiting = 0;
    std::size_t refused = 0;
    for (std::size_t place = 0; place < places; ++place) {
      if (offers_[place].has_value() && !oracle_.offers().is_served(place)) {
        ++(offers_[place]->is_refused ? refused : waiting);
      }
    }
    const std::size_t messages = oracle_.size() + stashed_.size() + waiting;
    history::expect("how many messages live", messages + refused, Cargo::alive());
    const std::size_t blocks =
        oracle_.choice().kind == Oracle::Kind::bounded && oracle_.choice().policy != sluice::Overflow::grow;
    history::expect("how many blocks of memory are used", messages + blocks, scarce_memory::blocks);
  }

  [[nodiscard]] static bool is_disconnected(const Oracle::Polled& polled) {
    return !polled.is_pending && !polled.number.has_value();
  }
  [[nodiscard]] static Fault fault_of(Answer answer) {
    return answer == Answer::disconnected ? Fault::disconnected : Fault::full;
  }
  [[nodiscard]] static sluice::engine::Waker waker_of(Wakes& wakes, std::size_t place, std::size_t waker) {
    return {[](void* count) noexcept { ++*static_cast<std::uint32_t*>(count); }, &wakes[place][waker]};
  }

  Oracle oracle_;
  Wakes offer_wakes_{};
  Wakes poll_wakes_{};
  Backend backend_;
  sluice::mailbox::NodeChain<Cargo> stash_;
  std::deque<Known> stashed_;
  std::array<std::optional<WaitingOffer>, places> offers_;
  std::array<std::unique_ptr<PollFuture>, places> polls_;
  std::uint32_t numbers_ = 0;
};

}  // namespace sluice_fuzz
