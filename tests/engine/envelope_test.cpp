// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <sluice/engine/envelope.hpp>
#include <sluice_test/test.hpp>
#include <string_view>

namespace sluice::engine {
namespace {

constexpr std::size_t word = sizeof(void*);

struct Small {
  std::uint32_t number;
};
struct Other {
  std::uint32_t number;
};
struct Inline {
  std::byte bytes[64];
};

// The layout is part of the promise: seven words, and a small message on the same cache line.
static_assert(sizeof(Generation) == word);
static_assert(sizeof(Address) == 2 * word);
// Where messages are followed, each has a number.
constexpr std::size_t number = trace_level >= 2 ? 8 : 0;
static_assert(sizeof(Envelope) == 7 * word + number);
static_assert(word != 8 || sizeof(Envelope) == 56 + number);
static_assert(word != 8 || sizeof(EnvelopeOf<Small>) == 64 + number);
static_assert(word != 8 || sizeof(EnvelopeOf<Inline>) == 120 + number);
static_assert(word != 4 || sizeof(Envelope) == 28);
static_assert(word != 4 || sizeof(EnvelopeOf<Small>) == 32);
static_assert(word != 4 || sizeof(EnvelopeOf<Inline>) == 92);

/// Counts those that live, wherever they were moved to.
struct Tracked {
  static inline int alive = 0;
  explicit Tracked(int value) noexcept : number{value} { ++alive; }
  Tracked(Tracked&& other) noexcept : number{other.number} { ++alive; }
  ~Tracked() { --alive; }
  int number;
};

template <class Member>
std::size_t offset_of(const Envelope& envelope, const Member& member) {
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&envelope));
}

TEST(Envelope, its_fields_lie_where_the_promise_says) {
  EnvelopeOf<Small>* const envelope = EnvelopeOf<Small>::make({7});
  ASSERT_TRUE(envelope != nullptr);

  EXPECT_EQ(offset_of(*envelope, envelope->next), 0 * word);
  EXPECT_EQ(offset_of(*envelope, envelope->type), 1 * word);
  EXPECT_EQ(offset_of(*envelope, envelope->generation), 2 * word);
  EXPECT_EQ(offset_of(*envelope, envelope->sender), 3 * word);
  EXPECT_EQ(offset_of(*envelope, envelope->reply), 5 * word);
  EXPECT_EQ(offset_of(*envelope, envelope->headers), 6 * word);
  EXPECT_EQ(offset_of(*envelope, envelope->message), 7 * word);
  end(*envelope);
}

TEST(Envelope, is_blank_but_for_its_message_and_type) {
  EnvelopeOf<Small>* const envelope = EnvelopeOf<Small>::make({7});
  ASSERT_TRUE(envelope != nullptr);

  EXPECT_EQ(envelope->message.number, 7u);
  EXPECT_TRUE(envelope->type == &EnvelopeOf<Small>::type_of);
  EXPECT_EQ(envelope->generation, 0u);
  EXPECT_TRUE(envelope->sender == Address{});
  EXPECT_TRUE(envelope->reply == nullptr);
  EXPECT_TRUE(envelope->headers == nullptr);
  end(*envelope);
}

TEST(Envelope, types_have_ids_of_their_own_and_names) {
  const MessageType* const small = &EnvelopeOf<Small>::type_of;
  const MessageType* const other = &EnvelopeOf<Other>::type_of;

  EXPECT_TRUE(small != other);
  EXPECT_TRUE(std::string_view{small->name}.ends_with("Small"));
  EXPECT_TRUE(std::string_view{other->name}.ends_with("Other"));
}

TEST(Envelope, its_end_destroys_the_message_once_whatever_it_is) {
  EnvelopeOf<Tracked>* const envelope = EnvelopeOf<Tracked>::make(Tracked{3});
  ASSERT_TRUE(envelope != nullptr);
  EXPECT_EQ(Tracked::alive, 1);
  EXPECT_EQ(envelope->message.number, 3);

  Envelope& unknown = *envelope;
  end(unknown);

  EXPECT_EQ(Tracked::alive, 0);
}

TEST(Envelope, a_message_without_content_travels_too) {
  struct Ping {};
  EnvelopeOf<Ping>* const envelope = EnvelopeOf<Ping>::make({});
  ASSERT_TRUE(envelope != nullptr);

  EXPECT_TRUE(envelope->type == &EnvelopeOf<Ping>::type_of);
  end(*envelope);
}

/// Notes what it was told, and how the envelope looked then.
class Asker final : public ReplyChannel {
public:
  int abandoned = 0;
  bool saw_itself = false;
  bool saw_headers = false;
  int alive = 0;

private:
  void abandon(Envelope& envelope) noexcept override {
    ++abandoned;
    saw_itself = envelope.reply != nullptr;
    saw_headers = envelope.headers != nullptr;
    alive = Tracked::alive;
  }
};

TEST(Envelope, a_message_that_ends_without_an_answer_abandons_who_asked) {
  Asker asker;
  EnvelopeOf<Tracked>* const envelope = EnvelopeOf<Tracked>::make(Tracked{3});
  ASSERT_TRUE(envelope != nullptr);
  envelope->reply = &asker;

  end(*envelope);

  EXPECT_EQ(asker.abandoned, 1);
  EXPECT_EQ(asker.alive, 1) << "the message is still there then";
  EXPECT_FALSE(asker.saw_itself);
  EXPECT_EQ(Tracked::alive, 0);
}

TEST(Envelope, who_was_answered_is_not_abandoned) {
  Asker asker;
  EnvelopeOf<Small>* const envelope = EnvelopeOf<Small>::make({7});
  ASSERT_TRUE(envelope != nullptr);
  envelope->reply = &asker;

  envelope->reply = nullptr;
  end(*envelope);

  EXPECT_EQ(asker.abandoned, 0);
}

TEST(Envelope, who_asked_is_abandoned_before_the_headers_end) {
  Asker asker;
  EnvelopeOf<Small>* const envelope = EnvelopeOf<Small>::make({7});
  void* const block = memory::allocate(sizeof(Headers));
  ASSERT_TRUE(envelope != nullptr && block != nullptr);
  envelope->headers = ::new (block) Headers{};
  envelope->reply = &asker;

  end(*envelope);

  EXPECT_EQ(asker.abandoned, 1);
  EXPECT_TRUE(asker.saw_headers);
}

}  // namespace
}  // namespace sluice::engine
