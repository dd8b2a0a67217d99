// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/dispatch/dispatcher.hpp>

namespace sluice_test {

/// What a test's mailbox derives from first, to live in a dispatcher of its own.
struct OwnDispatcher {
  explicit OwnDispatcher(sluice::engine::Executor& executor, const sluice::engine::DispatcherSettings& settings = {},
                         const sluice::engine::DispatcherPorts& ports = {}) noexcept
      : dispatcher{executor, settings, ports} {}

  sluice::engine::Dispatcher dispatcher;
};

}  // namespace sluice_test
