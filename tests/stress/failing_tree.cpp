// SPDX-License-Identifier: BSL-1.0
#include "failing_tree.hpp"

#include <chrono>
#include <sluice/actors/supervision/recover_exceptions.hpp>
#include <stdexcept>

namespace sluice::stress {
namespace {

using std::chrono::milliseconds;

std::uint32_t next(std::uint64_t& random, std::uint32_t below) noexcept {
  random = scatter(random);
  return static_cast<std::uint32_t>(random % below);
}

Restart draw_restart(std::uint64_t& random) noexcept {
  Restart restart;
  restart.max = next(random, 3) == 0 ? Restart::unlimited : next(random, 20);
  restart.within = next(random, 2) == 0 ? Duration::max() : Duration{milliseconds{1 + next(random, 20)}};
  if (next(random, 3) == 0) {
    restart.backoff = {.first = milliseconds{1}, .most = milliseconds{4}, .jitter_percent = 50};
  }
  switch (next(random, 4)) {
    case 0: restart.failing_message = FailingMessage::drop(); break;
    case 1: restart.failing_message = FailingMessage::retry<Job>(2); break;
    default: break;
  }
  return restart;
}

}  // namespace

std::uint32_t Forest::draw() noexcept {
  return static_cast<std::uint32_t>(scatter(seed_ ^ scatter(drawn_.fetch_add(1, std::memory_order_relaxed))) >> 32);
}

Supervision Forest::draw_supervision(std::uint64_t& random) noexcept {
  Supervision supervision;
  switch (next(random, 8)) {
    case 0: supervision = Stop{}; break;
    case 1: supervision = Resume{.failing_message = draw_restart(random).failing_message}; break;
    case 2: supervision = Escalate{}; break;
    case 3:
    case 4: {
      const auto decider = [this](const ActorError&, const RestartStatistics&) {
        if (fails(20)) {
          throw std::runtime_error{"a decider"};
        }
        return static_cast<Directive>(draw() % 4);
      };
      supervision = Supervision{decider, draw_restart(random)};
      break;
    }
    default: supervision = draw_restart(random); break;
  }
  return next(random, 2) == 0 ? recover_exceptions(supervision) : supervision;
}

SpawnOptions Forest::options_of(std::uint32_t node) noexcept {
  std::uint64_t random = seed_ ^ scatter(node + 1);
  SpawnOptions options;
  if (node == 0) {
    options.supervision = recover_exceptions(next(random, 10) == 0 ? Supervision{Escalate{}} : Supervision{Restart{}});
  } else if (next(random, 3) != 0) {
    options.supervision = draw_supervision(random);
  }
  switch (next(random, 5)) {
    case 0: break;
    case 1:
    case 2: options.children = OneForOne{draw_supervision(random)}; break;
    default: options.children = AllForOne{draw_supervision(random)}; break;
  }
  if (next(random, 6) == 0) {
    options.mailbox = Bounded{.capacity = 4, .overflow = Overflow::drop_oldest};
  }
  return options;
}

void Forest::plant(ActorSystem& system) {
  for (std::uint32_t tries = 0; tries < 10; ++tries) {
    if (ref_of(0).is_alive()) {
      return;
    }
    try {
      (void)system.try_spawn<Node>(options_of(0), this, 0u);
    } catch (const std::runtime_error&) {
      continue;  // its constructor failed; once more
    }
    return;
  }
}

ActorRef<Node> Forest::ref_of(std::uint32_t node) {
  const std::lock_guard lock{mutex_};
  return ActorRef<Node>{refs_[node].address()};
}

void Forest::enter(std::uint32_t node, const ActorRef<Node>& ref) {
  const std::lock_guard lock{mutex_};
  refs_[node] = ref.untyped();
}

void Forest::tell_job(std::uint32_t node, std::uint32_t hops) {
  const ActorRef<Node> ref = ref_of(node);
  if (ref == ActorRef<Node>{}) {
    return;  // it has never been there
  }
  sent_.fetch_add(1, std::memory_order_relaxed);
  if (draw() % 8 != 0) {
    (void)ref.tell(Job{hops});
  } else if (!ref.try_tell(Job{hops}).has_value()) {
    given_back_.fetch_add(1, std::memory_order_relaxed);
  }
}

void Forest::send_job() {
  const std::uint32_t node = draw() % size;
  tell_job(node, draw() % 3);
}

std::uint32_t Forest::probe() {
  std::uint32_t living = 0;
  for (std::uint32_t node = 0; node < size; ++node) {
    const ActorRef<Node> ref = ref_of(node);
    if (ref.is_alive()) {
      ++living;
      sent_.fetch_add(1, std::memory_order_relaxed);
      (void)ref.tell(Job{0});
    }
  }
  return living;
}

std::int64_t Forest::outstanding(ActorSystem& system) const noexcept {
  const std::uint64_t ended = handled.load(std::memory_order_relaxed) + system.dead_letters().count() +
                              system.supervision().dropped() + given_back_.load(std::memory_order_relaxed);
  return static_cast<std::int64_t>(sent_.load(std::memory_order_relaxed) - ended);
}

ActorError draw_error(Forest& forest) noexcept {
  switch (forest.draw() % 8) {
    case 0: return ActorError::fatal("fatal");
    case 1: return ActorError::ignore("ignore");
    case 2: return ActorError::transient("transient");
    default: return ActorError::retryable("retryable");
  }
}

Node::Node(Forest* forest, std::uint32_t number) : forest_{forest}, number_{number} {
  if (forest_->fails(3)) {
    throw std::runtime_error{"a constructor"};
  }
  forest_->states.fetch_add(1, std::memory_order_relaxed);
}

ActorResult<> Node::on_start(ActorContext<Node>& context) {
  forest_->enter(number_, context.self());
  for (std::uint32_t child = number_ * Forest::breadth + 1; child <= (number_ + 1) * Forest::breadth; ++child) {
    if (child < Forest::size) {
      // NOLINTNEXTLINE(readability-redundant-casting): a copy, which the actor keeps.
      (void)context.try_spawn<Node>(forest_->options_of(child), forest_, std::uint32_t{child});
    }
  }
  if (forest_->fails(3)) {
    return fail(draw_error(*forest_));
  }
  return {};
}

void Node::on_stop() {
  if (forest_->fails(20)) {
    throw std::runtime_error{"a stop hook"};
  }
}

ActorResult<> Node::on(ActorContext<Node>& context, Job job) {
  if (job.hops != 0) {
    forest_->tell_job(forest_->draw() % Forest::size, job.hops - 1);
  }
  if (forest_->fails(3)) {
    context.stop();
  }
  if (forest_->fails(10)) {
    throw std::runtime_error{"a handler"};
  }
  if (forest_->fails(40)) {
    return fail(draw_error(*forest_));
  }
  forest_->handled.fetch_add(1, std::memory_order_relaxed);
  return {};
}

}  // namespace sluice::stress
