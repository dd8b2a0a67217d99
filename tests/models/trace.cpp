// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <cstring>
#include <sluice_model/trace.hpp>

namespace sluice::model {
namespace {

const char* name_of(std::memory_order order) {
  switch (order) {
    case std::memory_order_relaxed: return "relaxed";
    case std::memory_order_consume: return "consume";
    case std::memory_order_acquire: return "acquire";
    case std::memory_order_release: return "release";
    case std::memory_order_acq_rel: return "acq_rel";
    case std::memory_order_seq_cst: return "seq_cst";
  }
  return "?";
}

const char* file_name(const char* path) {
  const char* const slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

}  // namespace

void Trace::add(std::uint32_t thread, std::uint32_t location, const char* what, std::memory_order order,
                const Arena& arena, std::uint64_t value, std::uint32_t age, Site site) {
  const std::ptrdiff_t offset = arena.offset(value);
  const auto shown = offset < 0 ? value : static_cast<std::uint64_t>(offset);
  const std::string stale = age == 0 ? "" : " (stale by " + std::to_string(age) + ")";
  char text[192];
  std::snprintf(text, sizeof text, "%-*sT%u  a%-3u %-10s %-8s %s%#llx%s  %s:%u", static_cast<int>(thread * 2), "",
                thread, location, what, name_of(order), offset < 0 ? "" : "&", static_cast<unsigned long long>(shown),
                stale.c_str(), file_name(site.file), site.line);
  lines_.emplace_back(text);
}

void Trace::add(std::uint32_t thread, const std::string& text) {
  lines_.push_back(std::string(thread * 2, ' ') + "T" + std::to_string(thread) + "  " + text);
}

}  // namespace sluice::model
