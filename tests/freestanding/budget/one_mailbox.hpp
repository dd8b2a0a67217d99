// SPDX-License-Identifier: BSL-1.0
// One mailbox on the executor that is driven by hand.
#pragma once

#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>

namespace budget {

using namespace sluice::engine;

inline constexpr trace::Label label{"Sum", "run", __FILE__, __LINE__, 0};

struct Sample {
  std::uint32_t value;
  std::uint32_t channel;
};

class Sum final : public Mailbox {
public:
  explicit Sum(Dispatcher& dispatcher) noexcept : Mailbox{dispatcher, label} {}

  void send(std::uint32_t value) noexcept {
    auto* const envelope = EnvelopeOf<Sample>::make({value, 1});
    check(envelope != nullptr, "there is memory for a message");
    post(*envelope);
  }

  std::uint32_t total = 0;

private:
  void handle(Envelope& envelope) noexcept override {
    total += static_cast<EnvelopeOf<Sample>&>(envelope).message.value;
  }
  void handle_system(SystemNode&) noexcept override {}
  void resume_handler() noexcept override {}
  void dead_letter(Envelope&, DeadLetterReason) noexcept override {}
  void on_closed() noexcept override {}
};

inline ManualExecutor executor;
inline Dispatcher dispatcher{executor};
inline Sum sum{dispatcher};

}  // namespace budget
