// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/engine/mailbox.hpp>
#include <sluice_model/executor.hpp>

namespace sluice::model {

inline constexpr engine::trace::Label test_label{"TestMailbox", "run", __FILE__, __LINE__, 0};

/// A dispatcher of its own, which is there before the mailbox.
struct ModelDispatcher {
  ModelDispatcher(engine::Executor& executor, const engine::DispatcherPorts& ports) : dispatcher{executor, {}, ports} {}
  engine::Dispatcher dispatcher;
};

/// A mailbox that counts. The counts are `Plain`: two threads in the handlers at once are a data race.
class TestMailbox : private ModelDispatcher, public engine::Mailbox {
public:
  explicit TestMailbox(engine::Executor& executor, engine::Lane* lane = nullptr,
                       const engine::DispatcherPorts& ports = {})
      : ModelDispatcher{executor, ports}, Mailbox{dispatcher, test_label, lane} {}
  virtual ~TestMailbox() = default;

  void send(int number) { post(*engine::EnvelopeOf<int>::make(std::move(number))); }

  [[nodiscard]] std::uint32_t handled() const { return handled_.get(); }
  [[nodiscard]] std::uint32_t handled_system() const { return system_.get(); }
  [[nodiscard]] std::uint32_t dead() const { return dead_.get(); }
  [[nodiscard]] std::uint32_t closings() const { return closings_.get(); }

protected:
  void handle(engine::Envelope&) noexcept override { count(handled_); }
  void handle_system(engine::SystemNode&) noexcept override { count(system_); }
  void resume_handler() noexcept override {}
  void dead_letter(engine::Envelope&, engine::DeadLetterReason) noexcept override { count(dead_); }
  void on_closed() noexcept override { count(closings_); }

  static void count(engine::Plain<std::uint32_t>& counter) { counter.set(counter.get() + 1); }

private:
  engine::Plain<std::uint32_t> handled_;
  engine::Plain<std::uint32_t> system_;
  engine::Plain<std::uint32_t> dead_;
  engine::Plain<std::uint32_t> closings_;
};

/// A mailbox with its executor, and as many workers as `Workers`, which are the last threads.
template <std::uint32_t Others, std::uint32_t Workers = 1, class Box = TestMailbox>
class MailboxScenario : public Scenario {
public:
  [[nodiscard]] std::uint32_t threads() const final { return Others + Workers; }

  void thread(std::uint32_t index) final {
    if (index < Others) {
      act(index);
    } else {
      executor.work();
    }
  }

protected:
  /// What the threads that are not workers do.
  virtual void act(std::uint32_t index) = 0;

  ModelExecutor executor;
  Box mailbox{executor};
};

}  // namespace sluice::model
