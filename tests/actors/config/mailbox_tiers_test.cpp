// SPDX-License-Identifier: BSL-1.0
// Which mailbox an actor gets, tier by tier: R6.2, R6.4, D5.
#include <sluice/actors/config/mailbox_service.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice {
namespace {

constexpr MailboxDescriptor mailboxes[] = {
    {.id = "one", .mailbox = Bounded{.capacity = 1}},
    {.id = "two", .mailbox = Bounded{.capacity = 2}},
    {.id = "three", .mailbox = Bounded{.capacity = 3}},
    {.id = "four", .mailbox = Deque{.capacity = 4}},
    {.id = "five", .mailbox = Bounded{.capacity = 5}},
    {.id = "six", .mailbox = Bounded{.capacity = 6}},
    {.id = "endless", .mailbox = Unbounded{}},
    {.id = "liar", .mailbox = Unbounded{}, .produces = BoundedBased{}},
    {.id = "borrowed", .mailbox = "one"},
};
constexpr QueueBinding bindings[] = {{DequeBased{}, "four"}, {BoundedBased{}, "five"}};
constexpr RuntimeConfig config{.mailboxes = mailboxes, .bindings = bindings, .default_mailbox = "six"};
constexpr RuntimeConfig unbound{.mailboxes = mailboxes};
constexpr engine::MailboxSettings plain{};

constexpr Deploy deployed{.path = "/user/x", .mailbox = "one"};
constexpr Deploy elsewhere{.path = "/user/x", .dispatcher = "io"};
constexpr DispatcherDescriptor typed{.id = "typed", .mailbox_type = "three"};
constexpr DispatcherDescriptor demanding{.id = "demanding", .mailbox_requirement = BoundedBased{}};
constexpr DispatcherDescriptor both{.id = "both", .mailbox_type = "three", .mailbox_requirement = BoundedBased{}};

struct Outcome {
  std::uint32_t capacity;
  MailboxTier tier;
  friend bool operator==(const Outcome&, const Outcome&) noexcept = default;
};

std::expected<ResolvedMailbox, SpawnError> resolve(const MailboxRequest& request, const RuntimeConfig& by = config) {
  return Mailboxes{by, plain}.resolve(request);
}

bool gives(const MailboxRequest& request, Outcome wanted) {
  const auto resolved = resolve(request);
  return resolved.has_value() && Outcome{resolved->settings.capacity, resolved->tier} == wanted;
}

TEST(MailboxTier, of_a_deployment_is_the_first) {  // R6.2, D5
  EXPECT_TRUE(gives({.deploy = &deployed,
                     .wanted = "two",
                     .required = BoundedBased{},
                     .dispatcher = &both,
                     .is_dispatcher_named = true},
                    {1, MailboxTier::deployment}));
}

TEST(MailboxTier, of_the_options_is_the_second) {  // R6.2, D5
  EXPECT_TRUE(gives({.wanted = "two", .required = BoundedBased{}, .dispatcher = &both, .is_dispatcher_named = true},
                    {2, MailboxTier::options}));
}

TEST(MailboxTier, of_the_options_counts_if_the_deployment_names_only_a_dispatcher) {  // R6.2
  EXPECT_TRUE(gives({.deploy = &elsewhere, .wanted = "two"}, {2, MailboxTier::options}));
}

TEST(MailboxTier, of_a_named_dispatchers_type_is_the_third) {  // R6.2, D5
  EXPECT_TRUE(gives({.required = BoundedBased{}, .dispatcher = &both, .is_dispatcher_named = true},
                    {3, MailboxTier::dispatcher_type}));
}

TEST(MailboxTier, of_a_dispatchers_type_does_not_count_unless_somebody_names_it) {  // D5
  EXPECT_TRUE(gives({.dispatcher = &typed, .is_dispatcher_named = false}, {6, MailboxTier::fallback}));
}

TEST(MailboxTier, of_what_the_actor_requires_is_the_fourth) {  // R6.4, D5
  constexpr DispatcherDescriptor takes_all{.id = "all"};
  EXPECT_TRUE(gives({.required = DequeBased{}, .dispatcher = &takes_all, .is_dispatcher_named = true},
                    {4, MailboxTier::actor_requirement}));
}

TEST(MailboxTier, of_what_the_actor_requires_comes_before_what_its_dispatcher_does) {  // D5
  EXPECT_TRUE(gives({.required = DequeBased{}, .dispatcher = &demanding}, {4, MailboxTier::actor_requirement}));
}

TEST(MailboxTier, of_what_the_dispatcher_requires_is_the_fifth) {  // D5
  EXPECT_TRUE(gives({.dispatcher = &demanding}, {5, MailboxTier::dispatcher_requirement}));
}

TEST(MailboxTier, of_what_the_dispatcher_requires_is_tried_if_the_actors_own_cannot_be_had) {  // D5
  constexpr QueueBinding broken[] = {{UnboundedBased{}, "nowhere"}, {BoundedBased{}, "five"}};
  constexpr QueueBinding unsuited[] = {{DequeBased{}, "endless"}, {BoundedBased{}, "four"}};

  const auto missing =
      resolve({.required = UnboundedBased{}, .dispatcher = &demanding}, {.mailboxes = mailboxes, .bindings = broken});
  const auto second =
      resolve({.required = DequeBased{}, .dispatcher = &demanding}, {.mailboxes = mailboxes, .bindings = unsuited});

  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(std::string_view{missing.error().actual}, std::string_view{"bounded"});
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->settings.capacity, 4u);
  EXPECT_TRUE(second->tier == MailboxTier::dispatcher_requirement);
}

TEST(MailboxTier, of_the_default_is_the_last) {  // R6.2, D5
  EXPECT_TRUE(gives({}, {6, MailboxTier::fallback}));
}

TEST(MailboxTier, of_the_default_is_the_systems_if_the_configuration_has_none) {  // R6.2
  const engine::MailboxSettings seven{.kind = engine::QueueKind::bounded, .capacity = 7};

  const auto resolved = Mailboxes{unbound, seven}.resolve({});

  ASSERT_TRUE(resolved.has_value());
  EXPECT_EQ(resolved->settings.capacity, 7u);
}

TEST(MailboxTier, of_a_dispatcher_of_the_users_own_is_its_type_or_its_default) {  // R2.7
  const engine::MailboxSettings seven{.kind = engine::QueueKind::bounded, .capacity = 7};

  const auto by_type = resolve({.of_dispatcher = &seven, .is_dispatcher_named = true});
  const auto by_default = resolve({.of_dispatcher = &plain, .is_dispatcher_named = true});

  ASSERT_TRUE(by_type.has_value() && by_default.has_value());
  EXPECT_EQ(by_type->settings.capacity, 7u);
  EXPECT_TRUE(by_type->tier == MailboxTier::dispatcher_type);
  EXPECT_TRUE(by_default->settings.kind == engine::QueueKind::unbounded);
  EXPECT_TRUE(by_default->tier == MailboxTier::fallback);
}

TEST(MailboxRequirement, of_the_actor_is_checked_in_every_tier) {  // R6.4
  const MailboxRequest requests[] = {
      {.deploy = &deployed, .required = DequeBased{}},
      {.wanted = "two", .required = DequeBased{}},
      {.required = DequeBased{}, .dispatcher = &typed, .is_dispatcher_named = true},
  };
  for (const MailboxRequest& request : requests) {
    const auto resolved = resolve(request);
    ASSERT_FALSE(resolved.has_value());
    EXPECT_EQ(std::string_view{resolved.error().required}, std::string_view{"deque"});
    EXPECT_EQ(std::string_view{resolved.error().actual}, std::string_view{"bounded"});
  }
}

TEST(MailboxRequirement, of_the_dispatcher_is_checked_in_every_tier_and_names_it) {  // R6.4, R6.5
  constexpr Deploy endless{.path = "/user/x", .mailbox = "endless"};
  constexpr DispatcherDescriptor torn{.id = "torn", .mailbox_type = "endless", .mailbox_requirement = BoundedBased{}};
  const MailboxRequest requests[] = {
      {.deploy = &endless, .dispatcher = &torn},
      {.wanted = Unbounded{}, .dispatcher = &torn},
      {.dispatcher = &torn, .is_dispatcher_named = true},
  };
  for (const MailboxRequest& request : requests) {
    const auto resolved = resolve(request);
    ASSERT_FALSE(resolved.has_value());
    EXPECT_TRUE(resolved.error().problem == ConfigProblem::dispatcher_needs);
    EXPECT_EQ(resolved.error().id, std::string_view{"torn"});
    EXPECT_EQ(std::string_view{resolved.error().required}, std::string_view{"bounded"});
    EXPECT_EQ(std::string_view{resolved.error().actual}, std::string_view{"unbounded"});
  }
}

TEST(MailboxRequirement, without_a_binding_changes_the_default_as_little_as_it_takes) {  // R6.4
  struct Case {
    QueueSemantics required;
    engine::QueueKind kind;
    std::uint32_t capacity;
  };
  const Case cases[] = {{DequeBased{}, engine::QueueKind::deque, engine::no_limit},
                        {BoundedBased{}, engine::QueueKind::bounded, 1000},
                        {UnboundedBased{}, engine::QueueKind::unbounded, engine::no_limit},
                        {BoundedDequeBased{}, engine::QueueKind::deque, 1000},
                        {UnboundedDequeBased{}, engine::QueueKind::deque, engine::no_limit},
                        {PriorityBased{}, engine::QueueKind::priority, engine::no_limit}};
  for (const Case& each : cases) {
    const auto resolved = resolve({.required = each.required}, unbound);
    ASSERT_TRUE(resolved.has_value());
    EXPECT_TRUE(resolved->settings.kind == each.kind);
    EXPECT_EQ(resolved->settings.capacity, each.capacity);
    EXPECT_TRUE(semantics_of(resolved->settings).satisfy(each.required));
  }
}

TEST(MailboxRequirement, that_no_mailbox_can_meet_is_an_error) {  // R6.4
  const auto resolved = resolve({.required = DequeBased{} | PriorityBased{}}, unbound);

  EXPECT_FALSE(resolved.has_value());
}

TEST(MailboxRequirement, of_a_bound_is_not_met_by_one_that_grows) {  // R6.4
  const auto resolved =
      resolve({.wanted = Bounded{.capacity = 4, .overflow = Overflow::grow}, .required = BoundedBased{}});

  EXPECT_FALSE(resolved.has_value());
}

TEST(MailboxDescriptor, that_promises_what_it_has_not_is_an_error) {  // R6.4
  const auto resolved = resolve({.wanted = "liar"});

  ASSERT_FALSE(resolved.has_value());
  EXPECT_TRUE(resolved.error().problem == ConfigProblem::broken_promise);
  EXPECT_EQ(resolved.error().id, std::string_view{"liar"});
  EXPECT_EQ(std::string_view{resolved.error().required}, std::string_view{"bounded"});
  EXPECT_EQ(std::string_view{resolved.error().actual}, std::string_view{"unbounded"});
}

TEST(MailboxDescriptor, that_is_another_ones_id_is_an_error) {  // R6.3
  const auto resolved = resolve({.wanted = "borrowed"});

  ASSERT_FALSE(resolved.has_value());
  EXPECT_TRUE(resolved.error().problem == ConfigProblem::mailbox_of_mailbox);
}

TEST(StashCapacity, is_the_mailboxs_before_the_dispatchers_before_the_configurations) {  // R3.9
  constexpr MailboxDescriptor keeps_two[] = {{.id = "keeps", .mailbox = Deque{}, .stash_capacity = 2},
                                             {.id = "says nothing", .mailbox = Deque{}}};
  constexpr DispatcherDescriptor keeps_three{.id = "d", .stash_capacity = 3};
  const RuntimeConfig keeps_four{.mailboxes = keeps_two, .stash_capacity = 4};

  const auto by_mailbox = resolve({.wanted = "keeps", .dispatcher = &keeps_three}, keeps_four);
  const auto by_dispatcher = resolve({.wanted = "says nothing", .dispatcher = &keeps_three}, keeps_four);
  const auto by_config = resolve({.wanted = "says nothing"}, keeps_four);

  ASSERT_TRUE(by_mailbox.has_value() && by_dispatcher.has_value() && by_config.has_value());
  EXPECT_EQ(by_mailbox->settings.stash_capacity, 2u);
  EXPECT_EQ(by_dispatcher->settings.stash_capacity, 3u);
  EXPECT_EQ(by_config->settings.stash_capacity, 4u);
}

}  // namespace
}  // namespace sluice
