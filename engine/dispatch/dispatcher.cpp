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
  inhabitants_.enter();  // before the lock: whoever lets the executor go asks under it whether somebody came
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
  if (inhabitants_.leave() == Inhabitants::Duty::wait) {
    shutdown_.lock()->due = now() + settings_.shutdown_timeout;
  }
}

bool Dispatcher::end_if_unused() noexcept {
  {
    const auto shutdown = shutdown_.lock();
    if (!shutdown->due.has_value() || now() < *shutdown->due) {
      return false;
    }
    shutdown->due.reset();  // this look is ours
  }
  switch (inhabitants_.look()) {
    case Inhabitants::Duty::wait: shutdown_.lock()->due = now() + settings_.shutdown_timeout; return false;
    case Inhabitants::Duty::shut_down: return let_executor_go();
    case Inhabitants::Duty::nothing: break;
  }
  return false;
}

bool Dispatcher::let_executor_go() noexcept {
  const auto shutdown = shutdown_.lock();
  if (source_ == nullptr || executor_.get() == nullptr || inhabitants() != 0) {
    return false;
  }
  source_->release(*executor_.get());
  executor_.set(nullptr);
  return true;
}

}  // namespace sluice::inline SLUICE_ABI::engine
