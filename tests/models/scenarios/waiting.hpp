// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/queue/priority_heap.hpp>
#include <sluice/engine/task.hpp>
#include <sluice_model/scenarios.hpp>
#include "sleeper.hpp"

namespace sluice::model {

/// A message that knows what became of it. All is `Plain`: two owners at once are a data race.
class Item : public engine::PriorityNode {
public:
  enum class Fate : std::uint8_t { none, delivered, evicted, returned };

  /// Its sender writes it.
  void write(std::uint32_t number) { number_.set(number); }
  [[nodiscard]] std::uint32_t number() const { return number_.get(); }

  void meet(Fate fate) {
    require(fate_.get() == Fate::none, "a message has one fate");
    require(number_.get() != 0, "a message comes with its payload");
    fate_.set(fate);
  }
  [[nodiscard]] bool met(Fate fate) const { return fate_.get() == fate; }

private:
  engine::Plain<std::uint32_t> number_{0};
  engine::Plain<Fate> fate_{Fate::none};
};

using Fate = Item::Fate;

[[nodiscard]] inline Item& item_of(engine::MpscNode& node) { return static_cast<Item&>(node); }

}  // namespace sluice::model
