// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/telemetry/figures.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// All that is given wraps around, the differences are right.
Duration mean_of(SummedTime::Ticks sum, std::uintptr_t count) noexcept {
  return count == 0 ? Duration{} : SummedTime::duration(sum) / static_cast<std::int64_t>(count);
}

/// What has left is read before: so it never is more than what came.
std::uintptr_t depth_of(const KindFigures& figures) noexcept {
  const std::uintptr_t departed = value_of(figures.departed);
  const std::uintptr_t arrived = value_of(figures.arrived);
  return static_cast<std::intptr_t>(arrived - departed) < 0 ? 0 : arrived - departed;
}

}  // namespace

MailboxMetrics KindFigures::snapshot() const noexcept {
  MailboxMetrics metrics;
  metrics.kind = kind_;
  metrics.actors = value_of(actors);
  metrics.depth = depth_of(*this);
  metrics.arrived = value_of(arrived);
  metrics.handled = value_of(handled);
  metrics.deepest = value_of(deepest);
  metrics.residence = residence.snapshot();
  metrics.handling = handling.snapshot();
  metrics.stashed = value_of(stashed);
  metrics.largest_stash = value_of(largest_stash);
  metrics.suspended = value_of(suspended);
  metrics.suspensions = value_of(suspensions);
  metrics.suspended_time = suspended_time.sum();
  metrics.awaited_time = awaited_time.sum();
  metrics.pressure = value_of(pressure);
  metrics.alerts = value_of(alerts);
  for (std::size_t i = 0; i < lost.size(); ++i) {
    metrics.lost[i] = value_of(lost[i]);
  }
  return metrics;
}

MailboxSample KindFigures::sample() noexcept {
  const Sampled before = sampled_;
  sampled_.news = value_of(news_);  // first: what comes meanwhile is told by the next one
  const std::uintptr_t all = sampled_.handled = value_of(handled);
  sampled_.residences = static_cast<std::uintptr_t>(residence.snapshot().count());
  sampled_.residence = residence.ticks();
  sampled_.handling = handling.ticks();
  return {.kind = kind_,
          .handled = all,
          .handled_since = static_cast<std::uint32_t>(all - before.handled),
          .actors = static_cast<std::uint32_t>(value_of(actors)),
          .depth = static_cast<std::uint32_t>(depth_of(*this)),
          .deepest = static_cast<std::uint32_t>(value_of(deepest)),
          .residence = mean_of(sampled_.residence - before.residence, sampled_.residences - before.residences),
          .handling = mean_of(sampled_.handling - before.handling, all - before.handled)};
}

DispatcherMetrics DispatcherFigures::snapshot() const noexcept {
  return {.name = name_,
          .inhabitants = value_of(inhabitants),
          .slices = value_of(slices),
          .messages = value_of(messages),
          .largest_slice = value_of(largest_slice),
          .deadline_cuts = value_of(deadline_cuts),
          .rejections = value_of(rejections)};
}

DispatcherSample DispatcherFigures::sample() noexcept {
  const std::uintptr_t all_slices = value_of(slices);
  const std::uintptr_t all_messages = value_of(messages);
  const DispatcherSample sample{.name = name_,
                                .slices = all_slices,
                                .slices_since = static_cast<std::uint32_t>(all_slices - sampled_slices_),
                                .messages_since = static_cast<std::uint32_t>(all_messages - sampled_messages_),
                                .inhabitants = static_cast<std::uint32_t>(value_of(inhabitants)),
                                .rejections = static_cast<std::uint32_t>(value_of(rejections))};
  sampled_slices_ = all_slices;
  sampled_messages_ = all_messages;
  return sample;
}

}  // namespace sluice::inline SLUICE_ABI
