// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace sluice_fuzz {

/// A message that owns memory: a copy that is lost, destroyed twice or read after it was moved does not go unnoticed.
class Cargo {
public:
  static constexpr std::uint32_t nothing = UINT32_MAX;

  explicit Cargo(std::uint32_t number) : content_{std::make_unique<Content>(number)} {}

  /// `nothing` if it was moved away.
  [[nodiscard]] std::uint32_t number() const noexcept { return content_ == nullptr ? nothing : content_->number; }

  /// How many there are, moved ones not counted.
  [[nodiscard]] static std::uint32_t alive() noexcept { return Content::alive; }

private:
  struct Content {
    explicit Content(std::uint32_t unique) : number{unique} { ++alive; }
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content() { --alive; }

    std::uint32_t number;
    static inline std::uint32_t alive = 0;
  };

  std::unique_ptr<Content> content_;
};

}  // namespace sluice_fuzz
