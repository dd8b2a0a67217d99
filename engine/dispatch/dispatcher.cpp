// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/dispatch/dispatcher.hpp>
#include <sluice/engine/mailbox.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

std::uint32_t at_least_one(std::int32_t throughput) noexcept {
  return throughput < 1 ? 1 : static_cast<std::uint32_t>(throughput);
}

}  // namespace

Dispatcher::Dispatcher(Executor& executor, const DispatcherSettings& settings, const DispatcherPorts& ports) noexcept
    : settings_{settings},
      ports_{ports},
      throughput_{at_least_one(settings.throughput)},
      has_deadline_{settings.throughput_deadline > Duration{}},
      source_{nullptr},
      executor_{&executor} {
  check(ports.clock != nullptr || settings.throughput_deadline <= Duration{}, "a deadline needs a clock");
  check(ports.clock != nullptr || ports.metrics == nullptr, "metrics need a clock");
}

Dispatcher::Dispatcher(ExecutorSource& source, const DispatcherSettings& settings,
                       const DispatcherPorts& ports) noexcept
    : settings_{settings},
      ports_{ports},
      throughput_{at_least_one(settings.throughput)},
      has_deadline_{settings.throughput_deadline > Duration{}},
      source_{&source},
      executor_{nullptr} {
  check(ports.clock != nullptr, "a shutdown timeout needs a clock");
}

Dispatcher::~Dispatcher() {
  check(inhabitants() == 0, "a dispatcher outlives its mailboxes");
  if (source_ != nullptr && executor_.get() != nullptr) {
    source_->release(*executor_.get());
  }
}

bool Dispatcher::register_for_execution(Mailbox& mailbox, bool has_message_hint, bool has_system_hint) noexcept {
  return mailbox.register_for_execution(has_message_hint, has_system_hint);
}

bool Dispatcher::execute_again(Runnable& runnable) noexcept {
  for (std::uint32_t attempt = 0; attempt < submit_retries; ++attempt) {
    if (executor_.get()->submit(runnable) == Submission::accepted) {
      return true;
    }
  }
  return false;
}

Result<> Dispatcher::attach() noexcept {
  inhabitants_.enter();  // before the lock: whoever lets the executor go looks under it whether somebody came
  if (source_ == nullptr) {
    return {};
  }
  bool has_executor = false;
  {
    const auto shutdown = shutdown_.lock();
    if (executor_.get() == nullptr) {
      executor_.set(source_->acquire());
    }
    has_executor = executor_.get() != nullptr;
  }
  if (!has_executor) {
    detach();
    return std::unexpected{Error::out_of_memory};
  }
  return {};
}

void Dispatcher::detach() noexcept {
  if (inhabitants_.leave() == Inhabitants::Duty::wait && source_ != nullptr) {
    shutdown_.lock()->due = later(now(), settings_.shutdown_timeout);
  }
}

bool Dispatcher::end_if_unused() noexcept {
  Executor* const unused = take_unused();
  if (unused == nullptr) {
    return false;
  }
  source_->release(*unused);  // not under the lock: what it waits for may be moving somebody in
  return true;
}

/// The executor, if it goes now. The look is made under the lock that everybody passes who moves in: so nobody comes,
/// uses the executor and leaves between the look and the end.
Executor* Dispatcher::take_unused() noexcept {
  const auto shutdown = shutdown_.lock();
  const std::optional<Instant> due = shutdown->due;
  if (!due.has_value() || now() < *due) {
    return nullptr;
  }
  shutdown->due.reset();  // this look is ours
  switch (inhabitants_.look()) {
    case Inhabitants::Duty::nothing: return nullptr;
    case Inhabitants::Duty::wait: shutdown->due = later(now(), settings_.shutdown_timeout); return nullptr;
    case Inhabitants::Duty::shut_down: break;
  }
  Executor* const unused = executor_.get();
  executor_.set(nullptr);
  return unused;
}

}  // namespace sluice::inline SLUICE_ABI::engine
