// SPDX-License-Identifier: BSL-1.0
#include "system_model.hpp"

#include <sluice/engine/assert.hpp>

namespace sluice::engine::system_model {

SystemModel::SystemModel(std::uint64_t seed) noexcept : random_{seed}, executor_{seed, oracle_, clock_, counts_} {
  for (std::uint32_t box = 0; box < most_boxes; ++box) {
    build(box);
  }
  for (Promise& promise : promises_) {
    promise.model = this;
  }
}

/// SplitMix64: every seed is good.
std::uint32_t SystemModel::draw(std::uint32_t below) noexcept {
  std::uint64_t mixed = random_ += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return static_cast<std::uint32_t>(mixed >> 33) % below;
}

Plan SystemModel::draw_plan() noexcept {
  constexpr QueueKind kinds[]{QueueKind::unbounded, QueueKind::bounded, QueueKind::bounded, QueueKind::deque};
  Plan plan;
  plan.has_lane = draws(80);
  plan.has_events = draws(50);
  plan.has_metrics = draws(40);
  plan.mailbox.kind = kinds[draw(4)];
  plan.mailbox.overflow = draws(40) ? Overflow::block : static_cast<Overflow>(draw(6));
  if (plan.mailbox.kind == QueueKind::bounded || (plan.mailbox.kind == QueueKind::deque && draws(70))) {
    plan.mailbox.capacity = 1 + draw(4);  // so that a ring of the smallest target is one block
  }
  plan.mailbox.push_timeout = draws(50) ? Duration{1 + draw(40)} : Duration{};
  plan.dispatcher.throughput = static_cast<std::int32_t>(1 + draw(6));
  plan.dispatcher.throughput_deadline = draws(40) ? Duration{1 + draw(20)} : Duration{};
  plan.dispatcher.slow_congested = draws(30);
  return plan;
}

void SystemModel::build(std::uint32_t index) noexcept {
  Box& box = oracle_.boxes[index];
  box = {};
  box.plan = draw_plan();
  box.capacity =
      box.plan.has_lane && box.plan.mailbox.kind != QueueKind::unbounded ? box.plan.mailbox.capacity : no_limit;
  const DispatcherPorts ports{.clock = &clock_,
                              .events = box.plan.has_events ? &sinks_ : nullptr,
                              .metrics = box.plan.has_metrics ? &sinks_ : nullptr};
  stations_[index].emplace(*this, oracle_, counts_, index, executor_, ports);
  box.mailbox = &station(index);
}

/// A mailbox that has ended makes place for another one.
void SystemModel::renew(std::uint32_t index) noexcept {
  if (!oracle_.boxes[index].is_finished || oracle_.has_offer_for(index)) {
    return;
  }
  oracle_.check_end(index);
  oracle_.expect(station(index).dispatcher.inhabitants() == 0, "a closed mailbox has left its dispatcher");
  ++counts_.renewed;
  build(index);
}

bool SystemModel::step() noexcept {
  const std::uint32_t choice = draw(100);
  if (choice < 50) {
    step_outside(choice);
  } else {
    step_control(choice);
  }
  if (failure() == nullptr) {
    oracle_.check_all();
  }
  return failure() == nullptr;
}

/// What senders do.
void SystemModel::step_outside(std::uint32_t choice) noexcept {
  const std::uint32_t box = draw(draws(50) ? 2 : most_boxes);  // two get more than they can handle
  const std::uint32_t promise = draw(most_offers);
  const bool is_free = promises_[promise].owner == nobody && promises_[promise].offer.has_value();
  if (choice < 22) {
    post(box, false, nobody);
  } else if (choice < 29) {
    post(box, true, nobody);
  } else if (choice < 37) {
    (void)offer(box, nobody);
  } else if (choice < 43) {
    if (is_free) {
      (void)poll(promise);
    }
  } else if (choice < 47) {
    poll_woken();
  } else if (is_free) {
    give_up(promise);
  }
}

/// What everybody else does.
void SystemModel::step_control(std::uint32_t choice) noexcept {
  const std::uint32_t box = draw(most_boxes);
  if (choice < 57) {
    signal(box);
  } else if (choice < 60) {
    suspend(box);
  } else if (choice < 65) {
    resume(box);
  } else if (choice < 71) {
    complete_await(draws(20) ? box : next_from(box, &Box::is_awaiting));
  } else if (choice < 74) {
    nudge(box);
  } else if (choice < 79) {
    jump();
  } else if (choice < 82) {
    executor_.set_refusals(draws(15) ? 100 : draw(40));
  } else if (choice < 85) {
    renew(next_from(box, &Box::is_finished));
  } else if (choice == 85) {
    close(box);
  } else {
    (void)executor_.tick(1 + draw(6));
  }
}

Envelope* SystemModel::write(std::uint32_t target, std::uint32_t& letter) noexcept {
  letter = oracle_.write(target);
  if (letter == nobody) {
    return nullptr;
  }
  auto* const envelope = EnvelopeOf<Numbered>::make(Numbered{oracle_, letter});
  check(envelope != nullptr, "the target's pool is large enough for this test");
  return envelope;
}

void SystemModel::post(std::uint32_t target, bool is_try, std::uint32_t sender) noexcept {
  std::uint32_t letter = nobody;
  Envelope* const envelope = write(target, letter);
  if (envelope == nullptr) {
    return;
  }
  const std::uint32_t number = oracle_.number_of(letter);
  Mailbox* const from = sender == nobody ? nullptr : &station(sender);
  const Posted expected = oracle_.before_post(letter, is_try);
  const Posted posted =
      (is_try ? station(target).try_post(*envelope, from) : station(target).post(*envelope, from)).posted;
  oracle_.after_post(letter, number, expected, posted);
  if (posted == Posted::full || posted == Posted::closed) {
    end(*envelope);
  }
}

void SystemModel::signal(std::uint32_t box) noexcept { station(box).signal(); }

void SystemModel::suspend(std::uint32_t box) noexcept {
  ++oracle_.boxes[box].suspends;
  station(box).suspend();
}

void SystemModel::resume(std::uint32_t box) noexcept {
  if (oracle_.boxes[box].suspends > 0) {
    --oracle_.boxes[box].suspends;
    station(box).resume();
  }
}

void SystemModel::close(std::uint32_t box) noexcept {
  oracle_.boxes[box].is_closed = true;
  station(box).close();
}

/// The next mailbox of which `property` holds, or `box` itself.
std::uint32_t SystemModel::next_from(std::uint32_t box, bool Box::* property) const noexcept {
  for (std::uint32_t i = 0; i < most_boxes; ++i) {
    const std::uint32_t candidate = (box + i) % most_boxes;
    if (oracle_.boxes[candidate].*property) {
      return candidate;
    }
  }
  return box;
}

void SystemModel::complete_await(std::uint32_t box) noexcept {
  oracle_.boxes[box].is_ready = true;
  station(box).complete_await();
}

/// Has it run if it can.
void SystemModel::nudge(std::uint32_t box) noexcept {
  oracle_.boxes[box].was_rejected = false;
  Station& mailbox = station(box);
  (void)mailbox.dispatcher.register_for_execution(mailbox, false, false);
}

void SystemModel::jump() noexcept {
  clock_.advance(Duration{draw(30)});
  (void)wheel_.advance();
  oracle_.check_timers();
}

}  // namespace sluice::engine::system_model
