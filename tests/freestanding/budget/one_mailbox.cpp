// SPDX-License-Identifier: BSL-1.0
// One mailbox on the executor that is driven by hand: what a message costs, and how much code that takes.
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/mailbox.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/engine/platform.hpp>

namespace {

using namespace sluice::engine;

constexpr trace::Label label{"Sum", "run", __FILE__, __LINE__, 0};

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

constexpr std::uint32_t messages = 10'000;

ManualExecutor executor;
Dispatcher dispatcher{executor};
Sum sum{dispatcher};

/// Under the emulator one instruction is one nanosecond.
std::uint32_t instructions_per_message(std::uint32_t batch) noexcept {
  const std::uint64_t begin = platform::now_nanoseconds();
  for (std::uint32_t sent = 0; sent < messages; sent += batch) {
    for (std::uint32_t i = 0; i < batch; ++i) {
      sum.send(1);
    }
    executor.run_until_idle();
  }
  return static_cast<std::uint32_t>((platform::now_nanoseconds() - begin) / messages);
}

void print(const char* what, std::uint32_t number) noexcept {
  platform::write(what);
  platform::write(Decimal{number}.text());
  platform::write("\n");
}

}  // namespace

extern "C" int main() {
  print("instructions ", instructions_per_message(1));
  print("batched ", instructions_per_message(8));
  return sum.total == 2 * messages ? 0 : 1;
}
