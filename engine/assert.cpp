// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/assert.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI::engine {
namespace {

void write_failure(const AssertFailure& failure) noexcept {
  platform::write("sluice: broken promise: ");
  platform::write(failure.promise);
  platform::write("\n  at ");
  platform::write(failure.file);
  platform::write(":");
  platform::write(Decimal{failure.line}.text());
  platform::write("\n");
}

// What a shell reports for abort(): people and scripts know it.
constexpr int exit_code = 134;

constinit Atomic<AssertHandler> current_handler{&write_failure};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) noexcept {
  // acq_rel | release: what the handler relies on, to the acquire in `fail_assert`.
  //         | acquire: what the former handler relies on, for the caller who may call or restore it.
  return current_handler.exchange(handler == nullptr ? &write_failure : handler, std::memory_order_acq_rel);
}

void fail_assert(const AssertFailure& failure) noexcept {
  // acquire | what the handler relies on, from the release in `set_assert_handler`.
  current_handler.load(std::memory_order_acquire)(failure);
  platform::halt(exit_code);
}

}  // namespace sluice::inline SLUICE_ABI::engine
