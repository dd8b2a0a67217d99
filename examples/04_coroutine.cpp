// SPDX-License-Identifier: BSL-1.0
// Two tasks share an account; who must wait is suspended, and no thread waits.
#include <iostream>
#include <sluice/engine/async_mutex.hpp>
#include <sluice/engine/manual_executor.hpp>
#include <sluice/integrations/coroutine/run_on.hpp>

using namespace sluice;  // NOLINT(google-build-using-namespace): one short file

Task<int> pay_in(AsyncMutex<int>& account, int amount) {
  const auto balance = co_await account.lock();
  co_return * balance += amount;
}

Task<> visit(AsyncMutex<int>& account, const char* name, int amount) {
  const int balance = co_await pay_in(account, amount);
  std::cout << name << " sees " << balance << '\n';
}

int main() {
  engine::ManualExecutor executor;
  AsyncMutex<int> account;
  run_on(executor, visit(account, "Ada", 10));
  run_on(executor, visit(account, "Bob", 5));
  executor.run_until_idle();
}
