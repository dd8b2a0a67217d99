// SPDX-License-Identifier: BSL-1.0
//
// Everybody pings random others, one after the other: the next ping when the last is answered.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

constexpr std::uint32_t crowd_size = 512;

struct Word {
  std::uint32_t number;
  bool is_answer;
};

class Person final : public Role {
public:
  void join(const std::vector<Person>& crowd, std::uint32_t index, std::uint32_t pings, Finish& finish) noexcept {
    crowd_ = crowd.data();
    index_ = index;
    random_ = index;
    pings_ = pings;
    finish_ = &finish;
  }

  Tally answered;  ///< the pings of others
  Tally answers;   ///< to its own

private:
  void handle(engine::Envelope& envelope) noexcept override {
    const Word word = message_in<Word>(envelope);
    if (!word.is_answer) {
      answered.add(word.number);
      tell(envelope.sender, Word{word.number, true});
      return;
    }
    if (word.number > 0) {  // 0 is the start
      answers.add(word.number);
    }
    if (word.number == pings_) [[unlikely]] {
      finish_->arrive();
    } else {
      tell(somebody_else().self(), Word{word.number + 1, false}, self());
    }
  }

  const Person& somebody_else() noexcept {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    const auto drawn = static_cast<std::uint32_t>((random_ >> 32) * (crowd_size - 1) >> 32);
    return crowd_[drawn < index_ ? drawn : drawn + 1];
  }

  const Person* crowd_ = nullptr;
  std::uint64_t random_ = 0;
  std::uint32_t index_ = 0;
  std::uint32_t pings_ = 0;
  Finish* finish_ = nullptr;
};

}  // namespace

Outcome run_big(const RunOptions& options) {
  const std::uint64_t pings = options.shrunk(2'000);
  Finish finish{crowd_size};
  std::vector<Person> crowd(crowd_size);
  Stage stage{options};
  stage.open_all(crowd);
  for (std::uint32_t i = 0; i < crowd_size; ++i) {
    crowd[i].join(crowd, i, static_cast<std::uint32_t>(pings), finish);
  }
  const auto elapsed = stage.time(finish, [&] {
    for (const Person& person : crowd) {
      tell(person.self(), Word{0, true});
    }
  });
  stage.close();

  Tally answered;
  Tally answers;
  for (const Person& person : crowd) {
    answered += person.answered;
    answers += person.answers;
  }
  const Tally expected = Tally::of_numbers_to(pings, crowd_size);
  const std::uint64_t verified =
      verify_tally("big, pings", expected, answered) + verify_tally("big, answers", expected, answers);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/message"}}};
}

}  // namespace sluice::bench
