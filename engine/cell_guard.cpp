// SPDX-License-Identifier: BSL-1.0
#include <sluice/engine/cell_guard.hpp>

namespace sluice::inline SLUICE_ABI::engine {

Result<CellFittings> CellFittings::make(const Dispatcher& dispatcher, const MailboxSettings& settings) noexcept {
  CellFittings made;
  if (settings.need_lane()) {
    Result<Owned<Lane>> lane = Owned<Lane>::make(settings);
    if (!lane.has_value()) {
      return std::unexpected{lane.error()};
    }
    if (const Result<> status = (*lane)->status(); !status.has_value()) {
      return std::unexpected{status.error()};
    }
    made.lane = std::move(*lane);
  }
  const DispatcherPorts& ports = dispatcher.ports();
  if (ports.metrics != nullptr) {
    Result<Owned<Meter>> meter = Owned<Meter>::make(*ports.clock, *ports.metrics);
    if (!meter.has_value()) {
      return std::unexpected{meter.error()};
    }
    made.meter = std::move(*meter);
  }
  return made;
}

}  // namespace sluice::inline SLUICE_ABI::engine
