// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <limits>
#include <sluice/profiling/chrome/timeline.hpp>

namespace sluice::inline SLUICE_ABI::recorder {
namespace {

const engine::trace::Label& label_of(std::uint64_t word) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one
  return *reinterpret_cast<const engine::trace::Label*>(word);
}

const char* text_of(std::uint64_t word) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one
  return word == 0 ? "" : reinterpret_cast<const char*>(word);
}

}  // namespace

Timeline::Timeline(std::vector<ThreadRecord> records, const Calibration& calibration)
    : records_{std::move(records)}, calibration_{calibration} {}

std::string Timeline::json(std::uint64_t unrecorded_threads) {
  find_bounds();
  find_sources();
  for (std::uint32_t i = 0; i < records_.size(); ++i) {
    tell(i);
  }
  tell_actors();
  tell_waits();
  name_tracks();
  std::string text = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unrecorded_threads\":";
  text += std::to_string(unrecorded_threads) + "},\n\"traceEvents\":[\n" + writer_.written() + arrow_writer_.written();
  if (text.ends_with(",\n")) {
    text.resize(text.size() - 2);
  }
  return text + "\n]}\n";
}

void Timeline::find_bounds() {
  std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
  std::int64_t latest = 0;
  for (const ThreadRecord& record : records_) {
    for (const Entry& entry : record.entries) {
      earliest = std::min(earliest, time_of(entry));
      latest = std::max(latest, time_of(entry));
    }
  }
  if (earliest <= latest) {
    first_ = earliest;
    last_ = latest - earliest;
  }
}

/// The row of the actor: one for each type that was in a cell.
Track Timeline::actor_of(const Entry& slice) {
  const auto [found, is_new] =
      actors_.try_emplace({slice.who, slice.subject}, static_cast<std::uint32_t>(actors_.size() + 1));
  return {actors, found->second};
}

/// Messages are handled by other threads than those that made them, so all of them are found first.
void Timeline::find_sources() {
  for (std::uint32_t i = 0; i < records_.size(); ++i) {
    const Track thread{workers, i + 1};
    std::vector<Track> slices;
    for (const Entry& entry : records_[i].entries) {
      if (entry.kind() == Kind::begin_slice) {
        slices.push_back(actor_of(entry));
      } else if (entry.kind() == Kind::end_slice && !slices.empty()) {
        slices.pop_back();
      } else if (entry.kind() == Kind::made) {
        sources_[entry.who] = {slices.empty() ? thread : slices.back(), time_of(entry), slices.empty()};
      }
    }
  }
}

void Timeline::tell(std::uint32_t index) {
  Place place{{workers, index + 1}, {}};
  for (const Entry& entry : records_[index].entries) {
    tell_entry(place, entry);
  }
  while (!place.open.empty()) {
    close(place, last_, 0);
  }
}

void Timeline::tell_entry(Place& place, const Entry& entry) {
  const std::int64_t at = time_of(entry);
  switch (entry.kind()) {
    case Kind::begin_slice: begin_slice(place, entry); break;
    case Kind::begin_zone:
      writer_.begin('B', place.thread, at).text("name", label_of(entry.subject).name).text("cat", "zone").end();
      place.open.emplace_back();
      break;
    case Kind::end_slice:
    case Kind::end_zone:
      if (!place.open.empty() && place.open.back().is_slice == (entry.kind() == Kind::end_slice)) {
        close(place, at, entry.value());
      }
      break;
    case Kind::handling: handle(place, entry); break;
    case Kind::made: make(place, entry); break;
    case Kind::event:
      writer_.begin('i', place.thread, at)
          .text("name", label_of(entry.subject).name)
          .text("s", "t")
          .argument("detail", text_of(entry.who))
          .end();
      break;
    case Kind::plot:
      writer_.begin('C', {workers, 0}, at)
          .text("name", name_of(static_cast<engine::trace::Plot>(entry.who)))
          .argument("value", entry.value())
          .end();
      break;
    case Kind::begin_wait:
    case Kind::end_wait: break;  // they end on other threads: `tell_waits`
  }
}

void Timeline::begin_slice(Place& place, const Entry& entry) {
  const Track actor = actor_of(entry);
  const std::int64_t at = time_of(entry);
  Span& span = place.open.emplace_back(Span{.is_slice = true, .actor = actor, .begun = at});
  const char* const name = label_of(entry.subject).name;
  writer_.begin('B', place.thread, at).text("name", name).text("cat", "slice").end();
  span.on_actor.begin('B', actor, at).text("name", name).text("cat", "slice").end();
}

void Timeline::close(Place& place, std::int64_t at, std::int64_t value) {
  Span span = std::move(place.open.back());
  place.open.pop_back();
  if (span.has_message) {
    span.on_actor.begin('E', span.actor, at).end();
  }
  if (span.is_slice) {
    span.on_actor.begin('E', span.actor, at).argument("handled", value).end();
    slices_.emplace_back(span.begun, span.on_actor.written());
  }
  writer_.begin('E', place.thread, at).argument(span.is_slice ? "handled" : "value", value).end();
}

/// A message lasts until the next one, or until the slice ends.
void Timeline::handle(Place& place, const Entry& entry) {
  if (place.open.empty() || !place.open.back().is_slice) {
    return;  // its slice began before the record
  }
  Span& span = place.open.back();
  const std::int64_t at = time_of(entry);
  if (span.has_message) {
    span.on_actor.begin('E', span.actor, at).end();
  }
  span.has_message = true;
  span.on_actor.begin('B', span.actor, at).text("name", text_of(entry.subject)).text("cat", "message").end();
  const auto source = sources_.find(entry.who);
  if (source == sources_.end()) {
    return;
  }
  const std::int64_t number = ++arrows_;
  const auto half = [&](char phase, Track track, std::int64_t when) -> JsonWriter& {
    return arrow_writer_.begin(phase, track, when).text("name", "send").text("cat", "flow").number("id", number);
  };
  half('s', source->second.track, source->second.at).end();
  half('f', span.actor, at).text("bp", "e").end();
}

/// Of those that are sent by no actor: something that their arrows can begin at.
void Timeline::make(const Place& place, const Entry& entry) {
  const auto source = sources_.find(entry.who);
  if (source != sources_.end() && source->second.is_outside) {
    writer_.begin('X', place.thread, time_of(entry))
        .number("dur", 0)
        .text("name", text_of(entry.subject))
        .text("cat", "send")
        .end();
  }
}

/// An actor runs on one thread after the other, and never on two at a time.
void Timeline::tell_actors() {
  std::ranges::stable_sort(slices_, {}, [](const auto& slice) { return slice.first; });
  for (const auto& [begun, text] : slices_) {
    writer_.append(text);
  }
}

void Timeline::tell_waits() {
  std::vector<Entry> waits;
  for (const ThreadRecord& record : records_) {
    std::ranges::copy_if(record.entries, std::back_inserter(waits), [](const Entry& entry) {
      return entry.kind() == Kind::begin_wait || entry.kind() == Kind::end_wait;
    });
  }
  std::ranges::stable_sort(waits, {}, &Entry::ticks);
  std::int64_t number = 0;
  const auto tell_pair = [&](const Entry& begin, std::int64_t end) {
    ++number;
    for (const auto& [phase, at] : {std::pair{'b', time_of(begin)}, std::pair{'e', end}}) {
      writer_.begin(phase, {workers, 0}, at)
          .text("name", label_of(begin.subject).name)
          .text("cat", "wait")
          .number("id", number)
          .end();
    }
  };
  std::unordered_map<std::uint64_t, Entry> open;
  for (const Entry& wait : waits) {
    if (wait.kind() == Kind::begin_wait) {
      open[wait.who] = wait;
    } else if (const auto begin = open.find(wait.who); begin != open.end()) {
      tell_pair(begin->second, time_of(wait));
      open.erase(begin);
    }
  }
  for (const auto& [who, begin] : open) {
    tell_pair(begin, last_);
  }
}

void Timeline::name_tracks() {
  const auto name = [this](const char* what, Track track, const std::string& text) {
    writer_.begin('M', track, 0).text("name", what).argument("name", text).end();
  };
  name("process_name", {workers, 0}, "workers");
  name("process_name", {actors, 0}, "actors");
  for (std::uint32_t i = 0; i < records_.size(); ++i) {
    name("thread_name", {workers, i + 1}, records_[i].name);
  }
  for (const auto& [key, row] : actors_) {
    name("thread_name", {actors, row}, label_of(key.second).name + (" " + std::to_string(row)));
  }
}

}  // namespace sluice::inline SLUICE_ABI::recorder
