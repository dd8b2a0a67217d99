// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <string>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

class ActorSystem;

/// What an HTTP server says that `write_prometheus` gives.
inline constexpr std::string_view prometheus_content_type = "text/plain; version=0.0.4; charset=utf-8";

/// Everything that `system` counts and measures, as Prometheus reads it: the text format, version 0.0.4. Families and
/// series have the same order every time. Nothing here listens to a port: whoever has a server gives it this.
///
/// What is measured only while somebody listens is there only then; `Telemetry::always` is for those who scrape and do
/// not subscribe.
///
/// Thread safety: any thread, while the system lives.
/// Allocates: the text, and a copy of the figures of each kind of actor.
[[nodiscard]] std::string write_prometheus(const ActorSystem& system);

/// The same, behind what `text` has already.
void write_prometheus(const ActorSystem& system, std::string& text);

}  // namespace sluice::inline SLUICE_ABI
