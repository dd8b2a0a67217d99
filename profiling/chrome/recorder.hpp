// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <string>

/// The flight recorder: what each thread did last, kept in memory and written down only on request. A program that was
/// built with it (`SLUICE_TRACE=chrome` or `tracy+chrome`) needs none of these calls:
///
///     SLUICE_TRACE_FILE=run.json ./program    writes the record when the program ends
///     SLUICE_TRACE_ENTRIES=65536 ./program    keeps that many entries of each thread instead of 16,384
///
/// and a program that aborts writes its last entries to stderr.
namespace sluice::inline SLUICE_ABI::recorder {

/// The record as Chrome JSON, for Perfetto, chrome://tracing, and Tracy through `import-chrome`.
///
/// Thread safety: any thread; others go on meanwhile.
[[nodiscard]] std::string chrome_json();

/// Writes it into a file; false if that cannot be written.
bool write_chrome_json(const char* path);

/// Writes the last entries of all threads to stderr, oldest first, then what this thread is in the middle of.
///
/// Thread safety: any thread or signal handler, one at a time: a second one returns at once.
/// Allocates: never.
void write_flight_record() noexcept;

}  // namespace sluice::inline SLUICE_ABI::recorder
