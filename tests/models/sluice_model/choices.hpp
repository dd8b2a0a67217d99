// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::model {

/// Where an execution asks what happens next. Either walks through all answers, execution by execution, or draws them
/// from a seed, or repeats recorded ones.
class Choices {
public:
  /// Walks through the tree of all answers, depth first.
  [[nodiscard]] static Choices exhaustive() { return Choices{Mode::exhaustive, 0}; }
  /// Draws from a generator, which each execution starts anew: so any of them can be repeated alone.
  [[nodiscard]] static Choices random(std::uint64_t seed) { return Choices{Mode::random, seed}; }
  /// The seed with which execution `index` of a random search is the first one.
  [[nodiscard]] static std::uint64_t seed_of(std::uint64_t seed, std::uint64_t index) noexcept;
  /// Gives the answers of `path`, then always the first.
  [[nodiscard]] static Choices replay(std::vector<std::uint8_t> path);

  /// An answer below `options`; 0 is the undisturbed one. Asked only if there are at least two.
  [[nodiscard]] std::uint32_t next(std::uint32_t options) {
    if (depth_ < path_.size()) {
      return path_[depth_++].chosen;
    }
    return extend(options);
  }

  /// Starts execution number `index` (they are numbered from 0).
  void begin(std::uint64_t index);

  /// Moves on to an execution that was not seen yet; false if there is none.
  [[nodiscard]] bool advance();

  /// The answers of the present execution.
  [[nodiscard]] std::vector<std::uint8_t> path() const;

private:
  enum class Mode : std::uint8_t { exhaustive, random, replay };
  struct Answer {
    std::uint8_t chosen;
    std::uint8_t options;
  };

  Choices(Mode mode, std::uint64_t seed) : mode_{mode}, seed_{seed} {}
  [[nodiscard]] std::uint32_t extend(std::uint32_t options);
  [[nodiscard]] std::uint64_t draw() noexcept;

  Mode mode_;
  std::uint64_t seed_;
  std::uint64_t state_ = 0;
  std::vector<Answer> path_;
  std::size_t depth_ = 0;
};

/// A path as people pass it on: "0.2.1".
[[nodiscard]] std::string to_text(const std::vector<std::uint8_t>& path);
[[nodiscard]] std::vector<std::uint8_t> path_from(const std::string& text);

}  // namespace sluice::model
