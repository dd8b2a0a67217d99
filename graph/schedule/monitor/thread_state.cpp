// SPDX-License-Identifier: BSL-1.0
#include <fcntl.h>
#include <unistd.h>
#include <sluice/graph/schedule/monitor/thread_state.hpp>

#include <charconv>
#include <cstring>
#include <string_view>

namespace sluice::inline SLUICE_ABI::schedule {
namespace {

/// The beginning of a file, in `into`; empty if it cannot be read.
std::string_view read_beginning(const char* path, char* into, std::size_t size) noexcept {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return {};
  }
  const ssize_t count = ::read(file, into, size);
  (void)::close(file);
  return count > 0 ? std::string_view{into, static_cast<std::size_t>(count)} : std::string_view{};
}

}  // namespace

std::int32_t this_thread_number() noexcept {
  static thread_local const std::int32_t number = ::gettid();
  return number;
}

bool is_runnable(std::int32_t number) noexcept {
  char path[48] = "/proc/self/task/";
  const std::size_t begin = std::strlen(path);
  char* const end = std::to_chars(path + begin, path + begin + 12, number).ptr;
  std::memcpy(end, "/stat", sizeof "/stat");
  char text[128];
  const std::string_view stat = read_beginning(path, text, sizeof text);
  // "123 (name) R ...": the name may have brackets of its own, but is short.
  const std::size_t bracket = stat.rfind(") ");
  return bracket != std::string_view::npos && bracket + 2 < stat.size() && stat[bracket + 2] == 'R';
}

}  // namespace sluice::inline SLUICE_ABI::schedule
