// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/events/event_log.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/engine/decimal.hpp>

namespace sluice::inline SLUICE_ABI {

void write_event_line(const char* type, std::string_view what, std::uint64_t number) noexcept {
  if (is_worth_a_line(number)) {
    ConsoleLine{} << "event " << type << " " << what << ", " << engine::Decimal{number}.text() << " so far";
  }
}

}  // namespace sluice::inline SLUICE_ABI
