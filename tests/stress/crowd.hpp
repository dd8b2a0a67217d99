// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/executor.hpp>
#include <thread>
#include <vector>

/// What the stress tests share: many threads, many messages, the build's own executor.
namespace sluice::stress {

/// This case's share of all messages: 10,000,000, or what SLUICE_STRESS_MESSAGES says.
inline std::uint64_t share_of_messages(std::uint64_t percent) {
  const char* const asked = std::getenv("SLUICE_STRESS_MESSAGES");
  return (asked == nullptr ? 10'000'000 : std::strtoull(asked, nullptr, 10)) * percent / 100;
}

/// Runs `work(index)` on `count` threads at once, and waits for them.
template <class Work>
void on_threads(std::uint32_t count, Work work) {
  std::vector<std::jthread> threads;
  for (std::uint32_t index = 0; index < count; ++index) {
    threads.emplace_back(work, index);
  }
}

template <class Predicate>
void yield_until(Predicate predicate) {
  while (!predicate()) {
    std::this_thread::yield();
  }
}

/// The executor that this build prefers, with its workers.
class Workers {
public:
  ~Workers() { engine::destroy_default_executor(executor_); }
  [[nodiscard]] engine::Executor& executor() noexcept { return *executor_; }

private:
  engine::Executor* executor_ = engine::make_default_executor();
};

/// A message that says where it stands in the row of its sender.
struct Numbered {
  std::uint32_t sender;
  std::uint32_t number;
};

inline engine::EnvelopeOf<Numbered>& make_numbered(std::uint32_t sender, std::uint32_t number) noexcept {
  auto* const envelope = engine::EnvelopeOf<Numbered>::make({sender, number});
  engine::check(envelope != nullptr, "there is memory for a message");
  return *envelope;
}

inline Numbered numbered(engine::Envelope& envelope) noexcept {
  return static_cast<engine::EnvelopeOf<Numbered>&>(envelope).message;
}

/// Sees that every sender's messages come in order, none twice, none left out. One thread at a time.
template <std::uint32_t senders>
class OrderCheck {
public:
  void see(Numbered message) noexcept { errors_ += next_[message.sender]++ == message.number ? 0u : 1u; }

  [[nodiscard]] std::uint64_t errors() const noexcept { return errors_; }
  [[nodiscard]] std::uint32_t seen(std::uint32_t sender) const noexcept { return next_[sender]; }

private:
  std::uint32_t next_[senders]{};
  std::uint64_t errors_ = 0;
};

}  // namespace sluice::stress
