// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/awaited.hpp>
#include <sluice/actors/system/text.hpp>

namespace sluice::inline SLUICE_ABI {

void Awaited::add(Actor& actor) noexcept { state_.lock()->actors.push_back(actor); }

void Awaited::remove(Actor& actor) noexcept { state_.lock()->actors.remove(actor); }

void Awaited::list(SystemReport& report) noexcept {
  const auto state = state_.lock();
  (void)state->actors.find([&](const Actor& actor) {
    list_running(report, actor);
    return false;
  });
}

void list_running(SystemReport& report, const Actor& actor) noexcept {
  if (report.running < SystemReport::most_named) {
    RunningActor& entry = report.named[report.running];
    TextWriter writer{entry.path_text, sizeof entry.path_text};
    actor.write_path(writer);
    entry.path_size = static_cast<std::uint16_t>(writer.text().size());
    entry.kind = actor.cell().name();
    entry.message_type = actor.handled_type();
  }
  ++report.running;
}

}  // namespace sluice::inline SLUICE_ABI
