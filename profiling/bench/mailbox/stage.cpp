// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/bench/mailbox/stage.hpp>

#include <sluice/engine/cell_slab.hpp>
#include <sluice/profiling/bench/verify.hpp>

namespace sluice::bench {

namespace {

constexpr engine::trace::Label label{"bench", "run", __FILE__, __LINE__, engine::trace::color::dispatch};

/// Only a workload that ends in the middle of its work has dead letters; the others miss them in their tallies.
class Nobody final : public engine::DeadLetterSink {
public:
  void dead_letter(const engine::DeadLetter&) noexcept override {}
};

// Cells live for ever, and so does their slab; later runs use the same ones.
constinit Nobody nobody;
constinit engine::CellSlab cells{nobody};

}  // namespace

Stage::Stage(const RunOptions& options, const engine::DispatcherSettings& settings)
    : is_driven_by_hand_{options.executor == Executor::manual},
      owner_{make_executor(options.executor, options.workers, options.has_monitor)},
      dispatcher_{owner_->executor(), settings} {}

void Stage::open(Role& role) {
  const Result<engine::Address> address = cells.open(role, dispatcher_, label);
  if (!address.has_value()) {
    fail("there is no memory for a cell");
  }
  role.move_in(*address);
  cells_.push_back(address->cell);
}

void Stage::close() noexcept {
  for (engine::Cell* const cell : cells_) {
    cell->close();  // at once if it is idle, otherwise at the end of its run
  }
  cells_.clear();
  owner_->executor().drain();
}

}  // namespace sluice::bench
