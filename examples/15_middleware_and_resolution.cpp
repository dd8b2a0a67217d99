// SPDX-License-Identifier: BSL-1.0
// Who operates a program says how its actors are run; who writes it says what their messages pass. The actors know nothing
// of either.
#include <cstdio>
#include <sluice/sluice.hpp>

struct Order {
  int number;
};

/// Sends orders to the kitchen, and hears when that cannot keep up.
struct Waiter {
  sluice::ActorRef<Order> kitchen;
  void on(Order order) {
    for (int dish = 1; dish <= order.number; ++dish) {
      (void)kitchen.tell({dish});
    }
  }
  void on_backpressure(const sluice::engine::BackpressureHint& hint) noexcept {
    std::printf("waiter: the kitchen has %u of %u orders\n", hint.depth, hint.capacity);
  }
};

/// What every message of every actor passes.
struct Counting {
  int in = 0;
  int out = 0;
  void inbound(sluice::Inbound& message) {
    ++in;
    message.next();
  }
  void outbound(sluice::Outbound& message) {
    ++out;
    message.next();
  }
};

/// What only the kitchen has.
struct NoThirteen {
  void inbound(sluice::Inbound& message) {
    const auto* const order = message.message<Order>();
    if (order == nullptr || order->number != 13) {
      message.next();  // otherwise it is a dead letter
    }
  }
};

int main() {
  // A section of Pekko's configuration; it could have been read from a file.
  constexpr sluice::PekkoSetting section[] = {{"throughput", "2"},
                                              {"mailbox-requirement", "BoundedMessageQueueSemantics"}};
  const sluice::DispatcherDescriptor dispatchers[] = {sluice::dispatcher_from_pekko("slow", section).value()};
  constexpr sluice::MailboxDescriptor mailboxes[] = {
      {.id = "small", .mailbox = sluice::MailboxBuilder{}.bounded(4).overflow(sluice::Overflow::drop_oldest)}};
  constexpr sluice::Alias aliases[] = {{"kitchen-mailbox", "small"}};
  const sluice::Deploy deployments[] = {{.path = "/kitchen", .mailbox = "kitchen-mailbox", .dispatcher = "slow"}};

  sluice::Middleware<Counting> counting;
  sluice::Middleware<NoThirteen> no_thirteen;
  const sluice::MiddlewareChain of_all{counting};
  const sluice::MiddlewareChain of_kitchen{no_thirteen};

  sluice::engine::ManualExecutor executor;
  sluice::ActorSystem system{
      {.executor = &executor,
       .config = {.dispatchers = dispatchers, .mailboxes = mailboxes, .aliases = aliases, .deployments = deployments},
       .middleware = &of_all}};
  const auto kitchen = system.spawn([](Order order) { std::printf("kitchen: dish %d\n", order.number); },
                                    {.name = "kitchen", .middleware = &of_kitchen});
  const auto waiter = system.spawn<Waiter>({.name = "waiter"}, kitchen);

  kitchen.tell({13});
  executor.run_until_idle();
  waiter.tell(Order{5});
  executor.run_until_idle();
  std::printf("passed: %d in, %d out\n", counting->in, counting->out);

  char text[100];
  const auto nobody = system.try_spawn([](Order) {}, {.dispatcher = "fast"});
  std::printf("%.*s\n", static_cast<int>(explain(nobody.error(), text).size()), text);
  return 0;
}
