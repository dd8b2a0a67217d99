// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <sluice_model/arena.hpp>
#include <string>
#include <vector>

namespace sluice::model {

/// A place in the source.
struct Site {
  const char* file;
  std::uint32_t line;
};

/// What one execution did, written down when it is repeated for a reader.
class Trace {
public:
  /// Addresses in `arena` are shown relative to it, so that two traces of one path are the same.
  void add(std::uint32_t thread, std::uint32_t location, const char* what, std::memory_order order, const Arena& arena,
           std::uint64_t value, std::uint32_t age, Site site);
  void add(std::uint32_t thread, const std::string& text);

  /// One line per operation: thread, what, order, value, source line.
  [[nodiscard]] const std::vector<std::string>& lines() const noexcept { return lines_; }

private:
  std::vector<std::string> lines_;
};

}  // namespace sluice::model
