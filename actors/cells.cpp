// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/cells.hpp>
#include <sluice/actors/dead_letters.hpp>
#include <sluice/engine/envelope.hpp>
#include <sluice/engine/platform.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

class Writer final : public engine::DeadLetterSink {
public:
  void dead_letter(const engine::DeadLetter& letter) noexcept override {
    engine::platform::write("sluice: dead letter ");
    engine::platform::write(letter.envelope.type->name);
    engine::platform::write(": ");
    engine::platform::write(describe(letter.reason));
    engine::platform::write("\n");
  }
};

constinit Writer writer;
constinit engine::CellSlab slab{writer};

}  // namespace

engine::DeadLetterSink& dead_letters() noexcept { return writer; }
engine::CellSlab& cells() noexcept { return slab; }

}  // namespace sluice::inline SLUICE_ABI
