// SPDX-License-Identifier: BSL-1.0
//
// A token goes round a ring and counts its hops.
#include <sluice/profiling/bench/mailbox/mailbox_workloads.hpp>

#include <sluice/profiling/bench/mailbox/stage.hpp>
#include <sluice/profiling/bench/mailbox/tell.hpp>
#include <sluice/profiling/bench/verify.hpp>

#include <cstddef>

namespace sluice::bench {

namespace {

constexpr std::size_t ring_size = 1'000;

class Member final : public Role {
public:
  void join(const Member& next, std::int64_t hops, Finish& finish) noexcept {
    next_ = next.self();
    hops_ = hops;
    finish_ = &finish;
  }

  Tally tally;

private:
  void handle(engine::Envelope& envelope) noexcept override {
    const std::int64_t hop = message_in<std::int64_t>(envelope);
    tally.add(static_cast<std::uint64_t>(hop));
    if (hop == hops_) [[unlikely]] {
      finish_->arrive();
    } else {
      tell(next_, hop + 1);
    }
  }

  engine::Address next_;
  std::int64_t hops_ = 0;
  Finish* finish_ = nullptr;
};

}  // namespace

Outcome run_ring(const RunOptions& options) {
  const std::uint64_t hops = options.shrunk(1'000'000);
  Finish finish;
  std::vector<Member> members(ring_size);
  Stage stage{options};
  stage.open_all(members);
  for (std::size_t i = 0; i < ring_size; ++i) {
    members[i].join(members[(i + 1) % ring_size], static_cast<std::int64_t>(hops), finish);
  }
  const auto elapsed = stage.time(finish, [&] { tell(members.front().self(), std::int64_t{1}); });
  stage.close();

  Tally tally;
  for (const Member& member : members) {
    tally += member.tally;
  }
  const std::uint64_t verified = verify_tally("ring", Tally::of_numbers_to(hops), tally);
  return {.verified = verified, .samples = {{nanoseconds_each(elapsed, verified), "ns/hop"}}};
}

}  // namespace sluice::bench
