// SPDX-License-Identifier: BSL-1.0
// What the handlers of the model do, its offers, and its end.
#include "system_model.hpp"

namespace sluice::engine::system_model {

void SystemModel::act(std::uint32_t box) noexcept {
  if (is_draining_) {
    return;
  }
  const std::uint32_t other = draw(draws(30) ? 2 : most_boxes);  // perhaps itself
  switch (draw(24)) {
    case 0:
    case 1:
    case 2: post(other, false, box); [[fallthrough]];
    case 3: post(other, draws(50), box); break;
    case 4: signal(other); break;
    case 5: suspend(other); break;
    case 6: resume(other); break;
    case 7: station(box).begin_wait(); break;
    case 8:
    case 9:
    case 10: wait(box, offer(other, box)); break;
    case 11: jump(); break;
    case 12:
      if (draws(10)) {
        close(other);
      }
      break;
    default: break;
  }
}

/// The handler waits with the offer that it has just made, if it has to.
void SystemModel::wait(std::uint32_t box, std::uint32_t promise) noexcept {
  if (promise == nobody || poll(promise)) {
    return;
  }
  if (is_draining_) {
    give_up(promise);  // two may wait for room in each other's mailboxes
  } else {
    station(box).promise = promise;
    station(box).begin_wait();
  }
}

void SystemModel::go_on(std::uint32_t box) noexcept {
  const std::uint32_t promise = station(box).promise;
  station(box).promise = nobody;
  if (promise != nobody) {
    wait(box, promise);
  }
}

void SystemModel::end_wait(std::uint32_t box) noexcept {
  const std::uint32_t promise = station(box).promise;
  station(box).promise = nobody;
  if (promise != nobody) {
    give_up(promise);
  }
}

std::uint32_t SystemModel::offer(std::uint32_t target, std::uint32_t owner) noexcept {
  for (std::uint32_t i = 0; i < most_offers; ++i) {
    Promise& promise = promises_[i];
    if (promise.offer.has_value()) {
      continue;
    }
    std::uint32_t letter = nobody;
    Envelope* const envelope = write(target, letter);
    if (envelope == nullptr) {
      return nobody;
    }
    const bool has_timer = draws(50);
    oracle_.make_offer(i, letter, has_timer);
    promise.owner = owner;
    promise.offer.emplace(station(target), *envelope, owner == nobody ? nullptr : &station(owner),
                          has_timer ? &wheel_ : nullptr);
    return i;
  }
  return nobody;
}

Waker SystemModel::waker_of(Promise& promise) noexcept {
  return {[](void* context) noexcept {
            auto& woken = *static_cast<Promise*>(context);
            SystemModel& model = *woken.model;
            model.oracle_.wake(static_cast<std::uint32_t>(&woken - model.promises_));
            if (woken.owner != nobody) {
              model.complete_await(woken.owner);
            }
          },
          &promise};
}

bool SystemModel::poll(std::uint32_t index) noexcept {
  using Answer = Oracle::Answer;
  Promise& promise = promises_[index];
  const Answer expected = oracle_.before_poll(index);
  const Poll<Result<>> answer = promise.offer->poll(waker_of(promise));
  Answer actual = Answer::waits;
  if (answer.has_value() && answer->has_value()) {
    actual = Answer::accepted;
  } else if (answer.has_value()) {
    actual = answer->error() == Error::timed_out ? Answer::timed_out
             : answer->error() == Error::closed  ? Answer::closed
                                                 : Answer::rejected;
  }
  oracle_.after_poll(index, expected, actual);
  counts_.timeouts += actual == Answer::timed_out ? 1 : 0;
  counts_.waits += actual == Answer::waits ? 1 : 0;
  if (actual == Answer::waits) {
    return false;
  }
  give_up(index);
  return true;
}

void SystemModel::give_up(std::uint32_t index) noexcept {
  promises_[index].offer.reset();
  promises_[index].owner = nobody;
  oracle_.end_offer(index);
}

void SystemModel::poll_woken() noexcept {
  for (std::uint32_t i = 0; i < most_offers; ++i) {
    if (promises_[i].offer.has_value() && promises_[i].owner == nobody && oracle_.is_woken(i)) {
      (void)poll(i);
    }
  }
}

bool SystemModel::drain() noexcept {
  is_draining_ = true;
  executor_.set_refusals(0);
  for (Promise& promise : promises_) {
    const auto index = static_cast<std::uint32_t>(&promise - promises_);
    if (promise.offer.has_value() && promise.owner == nobody) {
      (void)poll(index);  // also those that were never polled
    }
  }
  for (std::uint32_t round = 0; round < 2 * most_letters && failure() == nullptr; ++round) {
    run_down();
    oracle_.check_all();
  }
  for (std::uint32_t box = 0; box < most_boxes && failure() == nullptr; ++box) {
    const Box& known = oracle_.boxes[box];
    oracle_.expect(known.queued == 0 && known.waiting == 0, "a system that runs freely handles everything");
  }
  if (failure() == nullptr) {
    close_all();
  }
  return failure() == nullptr;
}

void SystemModel::run_down() noexcept {
  for (std::uint32_t box = 0; box < most_boxes; ++box) {
    while (oracle_.boxes[box].suspends > 0) {
      resume(box);
    }
    if (oracle_.boxes[box].is_awaiting) {
      complete_await(box);
    }
    nudge(box);
  }
  executor_.drain();
  poll_woken();
}

void SystemModel::close_all() noexcept {
  for (std::uint32_t box = 0; box < most_boxes; ++box) {
    close(box);
  }
  executor_.drain();
  for (std::uint32_t box = 0; box < most_boxes; ++box) {
    oracle_.check_end(box);
    oracle_.expect(station(box).dispatcher.inhabitants() == 0, "a closed mailbox has left its dispatcher");
    oracle_.expect(!oracle_.has_offer_for(box), "every offer was decided");
  }
}

}  // namespace sluice::engine::system_model
