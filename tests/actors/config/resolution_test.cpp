// SPDX-License-Identifier: BSL-1.0
// Dispatchers and mailboxes by their ids, at spawn: R6.1 to R6.4, R3.9.
#include <optional>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/config/aliases.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/props.hpp>
#include <sluice_test/test.hpp>
#include <sluice_test/trail.hpp>
#include <string_view>

namespace sluice {
namespace {

using sluice_test::Trail;

struct Item {
  int number;
};

constexpr MailboxDescriptor mailboxes[] = {{.id = "small", .mailbox = Bounded{.capacity = 2}},
                                           {.id = "nothing", .mailbox = Bounded{.capacity = 0}}};
constexpr DispatcherDescriptor dispatchers[] = {
    {.id = "in turn", .throughput = 1},
    {.id = "small ones", .mailbox_type = "small"},
    {.id = "lost", .mailbox_type = "nowhere"},
};
constexpr Alias aliases[] = {
    {"io", "blocking-io"}, {"blocking-io", "small ones"}, {"tiny", "small"}, {"a", "b"}, {"b", "a"}, {"into", "a"},
    {"gone", "nobody"}};
constexpr Deploy deployments[] = {{.path = "/user/till", .mailbox = "small"},
                                  {.path = "/shop/*", .mailbox = Bounded{.capacity = 3}},
                                  {.path = "/quick", .dispatcher = "in turn"}};
constexpr RuntimeConfig config{
    .dispatchers = dispatchers, .mailboxes = mailboxes, .aliases = aliases, .deployments = deployments};

struct Configured {
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{.executor = &executor, .config = config}};
};

/// Of an unbounded one, 0.
template <class T>
std::uint32_t capacity_of(const ActorRef<T>& actor) {
  engine::Lane* const lane = actor.address().cell->lane();
  return lane == nullptr ? 0 : lane->settings().capacity;
}

constexpr auto ignore = [](Item) {};

TEST(DispatcherById, runs_its_actors_as_its_descriptor_says) {  // R6.1
  Configured with;
  Trail seen;
  const auto first = with.system.spawn([&](Item item) { seen.add(10 + item.number); }, {.dispatcher = "in turn"});
  const auto second =
      with.system.spawn(Props::from_fn([&](Item item) { seen.add(20 + item.number); }).with_dispatcher("in turn"));
  const auto other = with.system.spawn([&](Item item) { seen.add(30 + item.number); });

  for (int number = 1; number <= 2; ++number) {
    first.tell({number});
    second.tell({number});
    other.tell({number});
  }
  with.executor.run_until_idle();

  EXPECT_TRUE(seen.is({11, 21, 31, 32, 12, 22}));
}

TEST(DispatcherById, may_have_an_executor_of_its_own) {  // R6.1
  engine::ManualExecutor executor;
  engine::ManualExecutor own;
  const DispatcherDescriptor described[] = {{.id = "own", .executor = &own}};
  ActorSystem system{SystemOptions{.executor = &executor, .config = {.dispatchers = described}}};
  Trail seen;
  const auto actor = system.spawn([&](Item item) { seen.add(item.number); }, {.dispatcher = "own"});

  actor.tell({1});
  executor.run_until_idle();
  EXPECT_EQ(seen.count(), 0u);
  own.run_until_idle();

  EXPECT_TRUE(seen.is({1}));
}

TEST(DispatcherById, with_an_executor_of_its_own_handles_to_the_end_what_goes_to_and_fro) {  // R6.1, FR-ACT-5
  engine::ManualExecutor executor;
  engine::ManualExecutor own;
  const DispatcherDescriptor described[] = {{.id = "own", .executor = &own}};
  ActorSystem system{SystemOptions{.executor = &executor, .config = {.dispatchers = described}}};
  Trail seen;
  ActorRef<Item> there;
  const auto here = system.spawn([&](Item item) {
    seen.add(item.number);
    if (item.number < 7) {
      there.tell({item.number + 1});
    }
  });
  there = system.spawn([&](Item item) { here.tell({item.number + 1}); }, {.dispatcher = "own"});

  here.tell({1});
  const SystemReport report = system.shutdown(std::chrono::seconds{5});

  EXPECT_TRUE(seen.is({1, 3, 5, 7}));
  EXPECT_TRUE(report.is_complete);
  EXPECT_EQ(report.dead_letters, 0u);
}

/// Remembers how much time it was given first, and may need all of that.
class Patient final : public engine::TimedExecutor {
public:
  explicit Patient(bool is_slow) noexcept : is_slow_{is_slow} {}

  [[nodiscard]] engine::Submission submit(engine::Runnable& runnable) noexcept override {
    return queue_.submit(runnable);
  }
  void drain() noexcept override { (void)drain_for({}); }
  [[nodiscard]] bool drain_for(Duration timeout) noexcept override {
    const bool is_first = !first_timeout.has_value();
    first_timeout = first_timeout.value_or(timeout);
    const engine::PlatformClock clock;
    const Instant end = later(clock.now(), timeout);
    while (is_slow_ && is_first && clock.now() < end) {
    }
    while (const std::uint32_t ran = queue_.tick(1)) {
      slices_ += ran;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t slices() const noexcept override { return slices_; }

  std::optional<Duration> first_timeout;

private:
  engine::ManualExecutor queue_;
  std::uint64_t slices_ = 0;
  const bool is_slow_;
};

TEST(DispatcherById, with_an_executor_of_its_own_shares_the_time_to_end) {  // R6.1, FR-ACT-5
  Patient executor{false};
  Patient own{true};
  const DispatcherDescriptor described[] = {{.id = "own", .executor = static_cast<engine::TimedExecutor*>(&own)}};
  ActorSystem system{
      SystemOptions{.executor = static_cast<engine::TimedExecutor*>(&executor), .config = {.dispatchers = described}}};
  (void)system.spawn(ignore, {.dispatcher = "own"});

  const SystemReport report = system.shutdown(std::chrono::milliseconds{5});

  EXPECT_TRUE(own.first_timeout > Duration{});
  EXPECT_TRUE(executor.first_timeout == Duration{});
  EXPECT_TRUE(report.is_complete);
}

TEST(DispatcherById, with_an_executor_of_its_own_that_is_never_idle_lets_the_others_end_it) {  // R6.1, FR-ACT-5
  engine::ManualExecutor executor;
  engine::ManualExecutor own;
  const DispatcherDescriptor described[] = {{.id = "own", .executor = &own}};
  ActorSystem system{SystemOptions{.executor = &executor, .config = {.dispatchers = described}}};
  const auto endless =
      system.spawn([](ActorContext<Item>& context, Item item) { context.self().tell(item); }, {.dispatcher = "own"});

  endless.tell({1});
  const SystemReport report = system.shutdown({});

  EXPECT_TRUE(report.is_complete);
}

TEST(DispatcherById, may_be_that_of_all_who_name_none) {  // R6.1
  engine::ManualExecutor executor;
  ActorSystem system{
      SystemOptions{.executor = &executor, .config = {.dispatchers = dispatchers, .default_dispatcher = "in turn"}}};
  Trail seen;
  const auto first = system.spawn([&](Item item) { seen.add(10 + item.number); });
  const auto second = system.spawn([&](Item item) { seen.add(20 + item.number); });

  for (int number = 1; number <= 2; ++number) {
    first.tell({number});
    second.tell({number});
  }
  executor.run_until_idle();

  EXPECT_TRUE(seen.is({11, 21, 12, 22}));
}

TEST(DispatcherById, gives_its_mailbox_type_to_those_who_name_it) {  // R6.2
  Configured with;

  const auto actor = with.system.spawn(ignore, {.dispatcher = "small ones"});
  const auto chosen = with.system.spawn(ignore, {.mailbox = Bounded{.capacity = 5}, .dispatcher = "small ones"});

  EXPECT_EQ(capacity_of(actor), 2u);
  EXPECT_EQ(capacity_of(chosen), 5u);
}

TEST(MailboxById, is_the_one_of_its_descriptor) {  // R6.2
  Configured with;

  const auto by_options = with.system.spawn(ignore, {.mailbox = "small"});
  const auto by_props = with.system.spawn(Props::from_fn(ignore).with_mailbox("tiny"));

  EXPECT_EQ(capacity_of(by_options), 2u);
  EXPECT_EQ(capacity_of(by_props), 2u);
}

TEST(Alias, leads_to_a_dispatcher_or_a_mailbox) {  // R6.1
  Configured with;

  EXPECT_EQ(capacity_of(with.system.spawn(ignore, {.dispatcher = "io"})), 2u);
}

TEST(Deployment, counts_before_the_options) {  // R6.2
  Configured with;

  const auto till = with.system.spawn(ignore, {.name = "till", .mailbox = Bounded{.capacity = 7}});

  EXPECT_EQ(capacity_of(till), 2u);
}

TEST(Deployment, knows_actors_by_the_name_that_they_were_to_have) {  // R6.2
  Configured with;
  with.system.spawn(ignore, {.name = "till"});

  const auto second = with.system.spawn(ignore, {.name = "till"});

  EXPECT_EQ(capacity_of(second), 2u);
}

TEST(Deployment, of_a_place_is_for_children_too) {  // R6.2
  Configured with;
  std::uint32_t named = 0;
  std::uint32_t nameless = 0;
  const auto shop = with.system.spawn(
      [&](ActorContext<Item>& context, Item) {
        named = capacity_of(context.spawn(ignore, {.name = "till"}));
        nameless = capacity_of(context.spawn(ignore));
      },
      {.name = "shop"});

  shop.tell({1});
  with.executor.run_until_idle();

  EXPECT_EQ(capacity_of(shop), 0u);
  EXPECT_EQ(named, 3u);
  EXPECT_EQ(nameless, 3u);
}

TEST(Deployment, may_name_a_dispatcher) {  // R6.1, R6.2
  Configured with;
  Trail seen;
  const auto quick = with.system.spawn([&](Item item) { seen.add(item.number); }, {.name = "quick"});
  const auto other = with.system.spawn([&](Item item) { seen.add(10 + item.number); });

  quick.tell({1});
  quick.tell({2});
  other.tell({1});
  with.executor.run_until_idle();

  EXPECT_TRUE(seen.is({1, 11, 2}));
}

TEST(UnknownId, of_a_dispatcher_fails_the_spawn_and_is_named) {  // R6.3
  Configured with;
  engine::ManualExecutor executor;
  ActorSystem without{executor};

  const auto spawned = with.system.try_spawn(ignore, {.dispatcher = "nobody"});
  const auto unconfigured = without.try_spawn(ignore, {.dispatcher = "nobody"});

  for (const auto& each : {spawned, unconfigured}) {
    ASSERT_FALSE(each.has_value());
    EXPECT_TRUE(each.error().error == Error::not_found);
    EXPECT_TRUE(each.error().problem == ConfigProblem::unknown_dispatcher);
    EXPECT_EQ(each.error().id, std::string_view{"nobody"});
  }
}

TEST(UnknownId, of_a_mailbox_fails_the_spawn_and_is_named) {  // R6.3
  Configured with;

  const auto by_options = with.system.try_spawn(ignore, {.mailbox = "nowhere"});
  const auto by_dispatcher = with.system.try_spawn(ignore, {.dispatcher = "lost"});

  for (const auto& each : {by_options, by_dispatcher}) {
    ASSERT_FALSE(each.has_value());
    EXPECT_TRUE(each.error().problem == ConfigProblem::unknown_mailbox);
    EXPECT_EQ(each.error().id, std::string_view{"nowhere"});
  }
}

TEST(UnknownId, behind_aliases_is_that_which_they_end_with) {  // R6.3
  Configured with;
  char text[100];

  const auto spawned = with.system.try_spawn(ignore, {.dispatcher = "gone"});

  ASSERT_FALSE(spawned.has_value());
  EXPECT_EQ(explain(spawned.error(), text), std::string_view{"no dispatcher has this id: nobody"});
}

TEST(AliasLoop, fails_the_spawn_and_is_shown) {  // R6.3
  Configured with;
  char text[100];

  const auto spawned = with.system.try_spawn(ignore, {.dispatcher = "a"});
  ASSERT_FALSE(spawned.has_value());
  EXPECT_TRUE(spawned.error().problem == ConfigProblem::alias_loop);
  EXPECT_EQ(explain(spawned.error(), text), std::string_view{"the aliases lead back to where they were: a -> b -> a"});
  const auto from_outside = with.system.try_spawn(ignore, {.mailbox = "into"});

  ASSERT_FALSE(from_outside.has_value());
  EXPECT_EQ(explain(from_outside.error(), text),
            std::string_view{"the aliases lead back to where they were: into -> a -> b -> a"});
}

TEST(AliasLoop, is_not_found_where_twenty_aliases_lead_somewhere_and_21_are_too_many) {  // R6.3, boundary
  static constexpr std::string_view names[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10",
                                               "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "small"};
  Alias chain[21];
  for (int i = 0; i < 21; ++i) {
    chain[i] = {names[i], names[i + 1]};
  }

  const auto by_20 = find_by_id<MailboxDescriptor>(mailboxes, chain, "1", ConfigProblem::unknown_mailbox);
  const auto by_21 = find_by_id<MailboxDescriptor>(mailboxes, chain, "0", ConfigProblem::unknown_mailbox);

  EXPECT_TRUE(by_20.has_value());
  ASSERT_FALSE(by_21.has_value());
  EXPECT_TRUE(by_21.error().problem == ConfigProblem::too_many_aliases);
  EXPECT_EQ(by_21.error().id, std::string_view{"0"});
}

TEST(Configuration, of_a_mailbox_that_cannot_be_made_fails_the_spawn_and_is_named) {  // R6.3, FR-PLT
  Configured with;

  const auto spawned = with.system.try_spawn(ignore, {.name = "empty", .mailbox = "nothing"});

  ASSERT_FALSE(spawned.has_value());
  EXPECT_TRUE(spawned.error().problem == ConfigProblem::bad_mailbox);
  EXPECT_EQ(spawned.error().id, std::string_view{"nothing"});
  EXPECT_FALSE(with.system.find("empty").has_value());
}

struct Sorter {
  using RequiresMessageQueue = DequeBased;
  void on(Item) {}
};

TEST(RequiresMessageQueue, of_a_class_gets_what_it_needs_or_fails_the_spawn) {  // R6.4
  Configured with;
  char text[100];

  const auto fitting = with.system.try_spawn<Sorter>();
  const auto refused = with.system.try_spawn<Sorter>({.mailbox = "small"});

  ASSERT_TRUE(fitting.has_value());
  EXPECT_TRUE(fitting->address().cell->lane()->settings().kind == engine::QueueKind::deque);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(explain(refused.error(), text),
            std::string_view{"the actor needs another kind of mailbox: it needs deque and was given bounded"});
}

TEST(RequiresMessageQueue, of_props_is_checked_as_that_of_a_class) {  // R6.4
  Configured with;

  const auto fitting = with.system.try_spawn(Props::from_fn(ignore).with_mailbox("small").requiring(BoundedBased{}));
  const auto refused = with.system.try_spawn(Props::from_fn(ignore).with_mailbox("small").requiring(UnboundedBased{}));

  EXPECT_TRUE(fitting.has_value());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(std::string_view{refused.error().required}, std::string_view{"unbounded"});
  EXPECT_EQ(std::string_view{refused.error().actual}, std::string_view{"bounded"});
}

struct Keeper {
  static constexpr std::uint32_t stash_capacity = any_stash_capacity;
  Trail* results;
  void on(ActorContext<Keeper>& context, Item item) { results->add(context.stash(item).has_value() ? 1 : 0); }
};

TEST(StashCapacity, of_the_configuration_is_a_limit_for_every_stash) {  // R3.9
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{.executor = &executor, .config = {.stash_capacity = 2}}};
  Trail results;
  std::uint32_t told = 0;
  const auto subscription =
      system.events().subscribe<StashOverflow>([&](const StashOverflow& event) { told = event.capacity; });
  const auto keeper = system.spawn<Keeper>({}, &results);

  for (int number = 1; number <= 3; ++number) {
    keeper.tell(Item{number});
  }
  executor.run_until_idle();

  EXPECT_TRUE(results.is({1, 1, 0}));
  EXPECT_EQ(told, 2u);
  EXPECT_EQ(system.dead_letters().count(DeadLetterReason::stash_overflow), 1u);
}

TEST(StashCapacity, of_an_actor_counts_if_it_is_less_than_that_of_the_configuration) {  // R3.9
  engine::ManualExecutor executor;
  ActorSystem system{SystemOptions{.executor = &executor, .config = {.stash_capacity = 5}}};
  std::uint32_t less = 0;
  std::uint32_t more = 0;
  const auto with = [](std::uint32_t capacity, std::uint32_t& seen) {
    return Behaviors::with_stash<Item>(capacity, [&seen](StashBuffer<Item> stash) {
      seen = stash.capacity();
      return Behaviors::receive_message<Item>([](Item) {});
    });
  };

  system.spawn(with(3, less));
  system.spawn(with(8, more));
  executor.run_until_idle();

  EXPECT_EQ(less, 3u);
  EXPECT_EQ(more, 5u);
}

}  // namespace
}  // namespace sluice
