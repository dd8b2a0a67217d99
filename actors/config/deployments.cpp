// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/config/deployments.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// Of a text such as "/user/shop/till", one name after the other. No function of `string_view` that may throw.
class PathNames {
public:
  explicit PathNames(std::string_view path) noexcept : rest_{path} { skip_slash(); }

  [[nodiscard]] bool is_empty() const noexcept { return rest_.empty(); }
  std::string_view next() noexcept {
    std::size_t size = 0;
    while (size < rest_.size() && rest_[size] != '/') {
      ++size;
    }
    const std::string_view name = rest_.substr(0, size);
    rest_.remove_prefix(size);
    skip_slash();
    return name;
  }

private:
  void skip_slash() noexcept {
    if (rest_.starts_with('/')) {
      rest_.remove_prefix(1);
    }
  }
  std::string_view rest_;
};

constexpr std::string_view root = "/user";

/// "/user" and "/user/..." are below the root; others are as if they were.
std::string_view below_root(std::string_view path) noexcept {
  const bool has_root = path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
  if (has_root) {
    path.remove_prefix(root.size());
  }
  return path;
}

/// An actor's place: the names of those above it, and its own at last.
class Place {
public:
  Place(std::string_view parent, std::string_view name) noexcept : above_{below_root(parent)}, name_{name} {}

  [[nodiscard]] bool is_empty() const noexcept { return is_over_; }
  /// Empty of one that has none.
  std::string_view next() noexcept {
    if (!above_.is_empty()) {
      return above_.next();
    }
    is_over_ = true;
    return name_;
  }

private:
  PathNames above_;
  std::string_view name_;
  bool is_over_ = false;
};

bool fits(const Deploy& deploy, Place place) noexcept {
  PathNames pattern{below_root(deploy.path)};
  while (!pattern.is_empty() && !place.is_empty()) {
    const std::string_view wanted = pattern.next();
    if (wanted == "**" && pattern.is_empty()) {
      return true;
    }
    const std::string_view name = place.next();
    if (wanted != "*" && wanted != name) {
      return false;
    }
  }
  return pattern.is_empty() && place.is_empty();
}

int exactness(std::string_view name) noexcept { return name == "**" ? 0 : name == "*" ? 1 : 2; }

/// Of two that fit the same place.
bool is_more_exact(const Deploy& left, const Deploy& right) noexcept {
  PathNames of_left{below_root(left.path)};
  PathNames of_right{below_root(right.path)};
  while (!of_left.is_empty() && !of_right.is_empty()) {
    const int difference = exactness(of_left.next()) - exactness(of_right.next());
    if (difference != 0) {
      return difference > 0;
    }
  }
  return false;
}

}  // namespace

const Deploy* find_deployment(std::span<const Deploy> deployments, std::string_view parent,
                              std::string_view name) noexcept {
  const Deploy* best = nullptr;
  for (const Deploy& each : deployments) {
    if (fits(each, Place{parent, name}) && (best == nullptr || is_more_exact(each, *best))) {
      best = &each;
    }
  }
  return best;
}

}  // namespace sluice::inline SLUICE_ABI
