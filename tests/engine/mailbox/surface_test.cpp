// SPDX-License-Identifier: BSL-1.0
// What one include gives, the options, and the envelope. MB-1, MB-4, MB-5
#include <sluice/engine/mailboxes.hpp>
#include <sluice_test/test.hpp>
#include <type_traits>

using namespace sluice::mailbox;  // MB-1: nothing below names a path, except that of the messages

namespace {

template <class Mode>
using Factory = QueueMailboxFactory<Mode>;
using Envelope = messages::PriorityEnvelope<int>;

// MB-2, MB-3, MB-6, MB-7: what a factory is made of.
template <class Mode, class M>
constexpr bool is_whole =
    MailboxFactory<Factory<Mode>, M> && MailboxConcurrency<typename Factory<Mode>::Concurrency> &&
    MetadataStorageMode<typename Factory<Mode>::Concurrency> &&
    MailboxQueueBackend<typename Factory<Mode>::template Queue<M>, M> &&
    MailboxConsumer<typename Factory<Mode>::template Mailbox<M>, M> &&
    MailboxProducer<typename Factory<Mode>::template Producer<M>, M> && MailboxSignal<typename Factory<Mode>::Signal>;
static_assert(is_whole<ThreadSafe, int> && is_whole<SingleThreaded, int>);
static_assert(is_whole<ThreadSafe, Envelope> && is_whole<SingleThreaded, Envelope>);
static_assert(ThreadSafe::is_thread_safe && !SingleThreaded::is_thread_safe);

// MB-1: Downstream module imports mailbox traits once
TEST(MailboxSurface, one_include_and_one_namespace_are_enough) {
  const QueueMailboxFactory<> factory;
  auto built = factory.build_mailbox<int>(MailboxOptions::with_capacity(2));
  ASSERT_TRUE(built.has_value());
  const auto& [mailbox, producer] = *built;

  EXPECT_TRUE(producer.try_send(7).has_value());

  EXPECT_EQ(**mailbox.try_dequeue(), 7);
  EXPECT_TRUE(mailbox.signal().wait().poll({}).has_value());
}

// MB-5: Default reservation applied
TEST(MailboxOptions, by_default_regular_messages_are_unlimited_and_four_places_are_reserved) {
  constexpr MailboxOptions options;

  static_assert(default_system_reservation == 4);
  EXPECT_EQ(options.priority_capacity_limit().value(), 4u);
  EXPECT_FALSE(options.capacity_limit().has_value());
  EXPECT_TRUE(options.capacity.is_limitless());
}

TEST(MailboxOptions, with_capacity_bounds_regular_messages_and_keeps_the_reservation) {
  constexpr MailboxOptions options = MailboxOptions::with_capacity(128);

  EXPECT_EQ(options.capacity_limit().value(), 128u);
  EXPECT_EQ(options.priority_capacity_limit().value(), 4u);
}

TEST(MailboxOptions, with_capacities_sets_both) {
  constexpr MailboxOptions options = MailboxOptions::with_capacities(QueueSize::limited(3), QueueSize::limitless());

  EXPECT_EQ(options.capacity_limit().value(), 3u);
  EXPECT_FALSE(options.priority_capacity_limit().has_value());
}

TEST(MailboxOptions, with_priority_capacity_changes_the_reservation_only) {
  constexpr MailboxOptions options = MailboxOptions::with_capacity(5).with_priority_capacity(QueueSize::limited(9));

  EXPECT_EQ(options.capacity_limit().value(), 5u);
  EXPECT_EQ(options.priority_capacity_limit().value(), 9u);
}

TEST(MailboxOptions, unbounded_limits_nothing) {
  constexpr MailboxOptions options = MailboxOptions::unbounded();

  EXPECT_FALSE(options.capacity_limit().has_value());
  EXPECT_FALSE(options.priority_capacity_limit().has_value());
}

TEST(MailboxOptions, a_number_never_becomes_limitless) {
  EXPECT_EQ(MailboxOptions::with_capacity(UINT32_MAX).capacity_limit().value(), UINT32_MAX);
  EXPECT_FALSE(QueueSize::limited(UINT32_MAX) == QueueSize::limitless());
}

// MB-4: Control message keeps metadata intact
TEST(PriorityEnvelope, a_system_message_keeps_its_priority_and_goes_by_the_control_channel) {
  const messages::SystemMessage system{messages::SystemRequest::suspend, 42};

  const auto envelope = messages::PriorityEnvelope<messages::SystemMessage>::from_system(system);

  EXPECT_EQ(envelope.channel(), messages::PriorityChannel::control);
  EXPECT_TRUE(envelope.is_control());
  ASSERT_TRUE(envelope.system_message().has_value());
  EXPECT_EQ(envelope.system_message()->priority(), 42);
  EXPECT_EQ(envelope.priority(), 42);
  EXPECT_TRUE(envelope.message() == system);
  EXPECT_TRUE(*envelope.system_message() == system);
}

// MB-4
TEST(PriorityEnvelope, each_way_of_making_one_sets_priority_and_channel) {
  const Envelope plain{1, -7};
  const Envelope chosen = Envelope::with_channel(2, 3, messages::PriorityChannel::control);
  const Envelope control = Envelope::control(3, 127);
  const Envelope ordinary = Envelope::with_default_priority(4);

  EXPECT_EQ(plain.channel(), messages::PriorityChannel::regular);
  EXPECT_EQ(plain.get_priority().value(), -7);
  EXPECT_EQ(chosen.channel(), messages::PriorityChannel::control);
  EXPECT_EQ(chosen.get_priority().value(), 3);
  EXPECT_EQ(control.channel(), messages::PriorityChannel::control);
  EXPECT_EQ(control.get_priority().value(), 127);
  EXPECT_EQ(ordinary.channel(), messages::PriorityChannel::regular);
  EXPECT_EQ(ordinary.get_priority().value(), messages::default_priority);
  EXPECT_FALSE(control.system_message().has_value());
}

TEST(PriorityEnvelope, map_changes_the_message_and_nothing_else) {
  const messages::SystemMessage system{messages::SystemRequest::resume, -5};

  const auto mapped = messages::PriorityEnvelope<messages::SystemMessage>::from_system(system).map(
      [](messages::SystemMessage message) { return message.priority() * 2; });

  static_assert(std::is_same_v<decltype(mapped), const Envelope>);
  EXPECT_EQ(mapped.message(), -10);
  EXPECT_EQ(mapped.priority(), -5);
  EXPECT_TRUE(mapped.is_control());
  EXPECT_TRUE(mapped.system_message() == system);
}

TEST(PriorityEnvelope, map_priority_changes_the_priority_and_nothing_else) {
  const Envelope mapped = Envelope::control(1, 10).map_priority(
      [](std::int8_t priority) { return static_cast<std::int8_t>(priority - 1); });

  EXPECT_EQ(mapped.message(), 1);
  EXPECT_EQ(mapped.priority(), 9);
  EXPECT_TRUE(mapped.is_control());
}

TEST(PriorityEnvelope, into_parts_gives_everything_back) {
  const messages::SystemMessage system{messages::SystemRequest::failure, 6};

  const auto parts = messages::PriorityEnvelope<messages::SystemMessage>::from_system(system).into_parts();

  EXPECT_TRUE(parts.message == system);
  EXPECT_EQ(parts.priority, 6);
  EXPECT_EQ(parts.channel, messages::PriorityChannel::control);
  EXPECT_TRUE(parts.system_message == system);
}

// MB-4: as movable as the message is.
struct Pinned {
  Pinned() = default;
  Pinned(Pinned&&) = delete;
};
struct MoveOnly {
  MoveOnly() = default;
  MoveOnly(MoveOnly&&) noexcept = default;
};
struct Throwing {
  Throwing() = default;
  Throwing(Throwing&&) noexcept(false) {}
};
template <class M>
using Around = messages::PriorityEnvelope<M>;
static_assert(messages::PriorityMessage<Envelope> && !messages::PriorityMessage<int>);
static_assert(std::is_nothrow_move_constructible_v<Around<MoveOnly>> &&
              !std::is_copy_constructible_v<Around<MoveOnly>>);
static_assert(std::is_move_constructible_v<Around<Throwing>> &&
              !std::is_nothrow_move_constructible_v<Around<Throwing>>);
static_assert(std::is_copy_constructible_v<Envelope> && !std::is_move_constructible_v<Around<Pinned>>);

TEST(PriorityEnvelope, carries_what_can_only_be_moved) {
  Around<MoveOnly> envelope{MoveOnly{}, 1};

  const Around<MoveOnly> moved = std::move(envelope);

  EXPECT_EQ(moved.priority(), 1);
}

TEST(QueueFault, each_has_a_sentence) {
  EXPECT_EQ(describe(QueueFault::full), "the queue is full");
  EXPECT_EQ(describe(QueueFault::disconnected), "the queue was closed, or nobody is left at its other end");
  EXPECT_EQ(describe(QueueFault::out_of_memory), "no memory is left for the message");
  EXPECT_EQ(describe(QueueFault::timed_out), "nothing happened before the deadline");
  EXPECT_EQ(describe(static_cast<QueueFault>(99)), "an unknown fault");
}

}  // namespace
