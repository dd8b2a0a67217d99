// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <sluice_model/choices.hpp>
#include <sstream>

namespace sluice::model {

Choices Choices::replay(std::vector<std::uint8_t> path) {
  Choices choices{Mode::replay, 0};
  for (const std::uint8_t chosen : path) {
    choices.path_.push_back({chosen, 0});
  }
  return choices;
}

void Choices::begin(std::uint64_t index) {
  depth_ = 0;
  if (mode_ == Mode::random) {
    path_.clear();
    state_ = seed_of(seed_, index);
  }
}

// An odd number far from the generator's own step, so that executions do not draw each other's numbers.
std::uint64_t Choices::seed_of(std::uint64_t seed, std::uint64_t index) noexcept {
  return seed + index * 0xD1342543DE82EF95u;
}

bool Choices::advance() {
  if (mode_ == Mode::random) {
    return true;
  }
  if (mode_ == Mode::replay) {
    return false;
  }
  while (!path_.empty()) {
    Answer& last = path_.back();
    if (last.chosen + 1 < last.options) {
      ++last.chosen;
      return true;
    }
    path_.pop_back();
  }
  return false;
}

std::uint32_t Choices::extend(std::uint32_t options) {
  std::uint8_t chosen = 0;
  // Half of the random answers are the undisturbed one: executions in which everything is odd show little.
  if (mode_ == Mode::random && (draw() & 1) != 0) {
    chosen = static_cast<std::uint8_t>(draw() % options);
  }
  path_.push_back({chosen, static_cast<std::uint8_t>(options)});
  ++depth_;
  return chosen;
}

std::uint64_t Choices::draw() noexcept {  // SplitMix64
  state_ += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

std::vector<std::uint8_t> Choices::path() const {
  std::vector<std::uint8_t> path;
  for (std::size_t i = 0; i < depth_; ++i) {
    path.push_back(path_[i].chosen);
  }
  while (!path.empty() && path.back() == 0) {  // replay answers 0 by itself
    path.pop_back();
  }
  return path;
}

std::string to_text(const std::vector<std::uint8_t>& path) {
  std::string text;
  for (const std::uint8_t chosen : path) {
    text += (text.empty() ? "" : ".") + std::to_string(chosen);
  }
  return text.empty() ? "0" : text;
}

std::vector<std::uint8_t> path_from(const std::string& text) {
  std::vector<std::uint8_t> path;
  std::istringstream stream{text};
  for (std::string number; std::getline(stream, number, '.');) {
    path.push_back(static_cast<std::uint8_t>(std::strtoul(number.c_str(), nullptr, 10)));
  }
  return path;
}

}  // namespace sluice::model
