// SPDX-License-Identifier: BSL-1.0
// What operations on variables do, under the memory model.
#include <sluice_model/execution.hpp>

namespace sluice::model {
namespace {

std::string text_of(Site site) { return std::string{site.file} + ":" + std::to_string(site.line); }

}  // namespace

std::uint32_t Execution::create(std::uint64_t value, bool from_before) {
  if (used_locations_ == locations_.size()) {
    locations_.resize(locations_.size() * 2);
  }
  LocationState& location = locations_[used_locations_];
  tick();
  location.created = from_before ? Moment{0, 1} : now();
  location.touched = {};
  location.dead = false;
  location.history.begin(value, location.created);
  return used_locations_++;
}

void Execution::destroy(std::uint32_t index, Site site) {
  LocationState& location = locations_[index];
  if (location.dead) {
    return;
  }
  for (std::uint32_t i = 0; i <= running_threads_; ++i) {
    if (location.touched[i] > clock()[i]) {
      fail("data race: a variable dies while thread " + std::to_string(i) + " may still use it, at " + text_of(site));
    }
  }
  location.dead = true;
}

// The scheduling point before every operation, and what makes any of them wrong.
Execution::LocationState& Execution::reach(std::uint32_t index, Site site) {
  step();
  LocationState& location = locations_[index];
  if (location.dead) [[unlikely]] {
    fail("use after reclaim at " + text_of(site));
  }
  if (!location.created.known_to(clock())) [[unlikely]] {
    fail("data race: an atomic variable is used by a thread that does not see its birth, at " + text_of(site));
  }
  location.touched.set(thread_, clock()[thread_]);
  return location;
}

std::uint64_t Execution::load(std::uint32_t index, std::memory_order order, Site site) {
  Location& history = reach(index, site).history;
  const std::uint32_t newest = history.newest();
  std::uint32_t age = 0;
  if (newest != 0 && may_be_stale()) {
    const std::uint32_t visible = newest - history.oldest_visible(clock(), order) + 1;
    if (visible > 1) {
      age = choices_->next(visible);
      stale_reads_ += age == 0 ? 0 : 1;
    }
  }
  const std::uint64_t value = history.store(newest - age).value;
  history.read(newest - age, thread_, clock(), order);
  note(index, "load", order, value, site, age);
  return value;
}

void Execution::store(std::uint32_t index, std::uint64_t value, std::memory_order order, Site site) {
  Location& history = reach(index, site).history;
  let_yielders_go_on();
  history.write(value, thread_, clock(), order, false);
  note(index, "store", order, value, site);
}

std::uint64_t Execution::begin_modify(std::uint32_t index, std::memory_order order, Site site) {
  Location& history = reach(index, site).history;
  const std::uint32_t newest = history.newest();
  history.read(newest, thread_, clock(), order);
  return history.store(newest).value;
}

void Execution::end_modify(std::uint32_t index, std::uint64_t before, std::uint64_t after, std::memory_order order,
                           Site site, const char* what) {
  if (after != before) {
    let_yielders_go_on();
  }
  locations_[index].history.write(after, thread_, clock(), order, true);
  note(index, what, order, after, site);
}

// A failing compare-exchange is a load and may be stale; one that finds what it expects must find it now.
std::uint32_t Execution::failing_read(const Location& history, std::uint64_t expected, std::memory_order order) {
  const std::uint32_t newest = history.newest();
  if (newest == 0 || !may_be_stale()) {
    return newest;
  }
  const std::uint32_t oldest = history.oldest_visible(clock(), order);
  std::uint32_t options = 1;
  for (std::uint32_t i = oldest; i < newest; ++i) {
    options += history.store(i).value != expected ? 1u : 0u;
  }
  std::uint32_t chosen = options == 1 ? 0 : choices_->next(options);
  stale_reads_ += chosen == 0 ? 0 : 1;
  std::uint32_t index = newest;
  while (chosen > 0) {
    --index;
    chosen -= history.store(index).value != expected ? 1u : 0u;
  }
  return index;
}

bool Execution::compare_exchange(std::uint32_t index, std::uint64_t& expected, std::uint64_t desired,
                                 std::memory_order success, std::memory_order failure, Site site) {
  Location& history = reach(index, site).history;
  const std::uint32_t read = failing_read(history, expected, failure);
  const std::uint64_t found = history.store(read).value;
  if (found != expected) {
    history.read(read, thread_, clock(), failure);
    note(index, "cas fails", failure, found, site, history.newest() - read);
    expected = found;
    return false;
  }
  history.read(read, thread_, clock(), success);
  if (desired != found) {
    let_yielders_go_on();
  }
  history.write(desired, thread_, clock(), success, true);
  note(index, "cas", success, desired, site);
  return true;
}

void Execution::touch_plain(PlainState& state, bool writes, Site site) {
  const auto race = [&](std::uint32_t other) {
    fail(std::string{"data race: a "} + (writes ? "write" : "read") + " by thread " + std::to_string(thread_) +
         " is unordered with an access by thread " + std::to_string(other) + ", at " + text_of(site));
  };
  tick();
  if (state.dead) [[unlikely]] {
    fail("use after reclaim at " + text_of(site));
  }
  if (!state.write.known_to(clock())) [[unlikely]] {
    race(state.write.thread);
  }
  if (writes) {
    for (std::uint32_t i = 0; i <= running_threads_; ++i) {
      if (state.reads[i] > clock()[i]) [[unlikely]] {
        race(i);
      }
    }
    state.write = now();
  }
  state.reads.set(thread_, clock()[thread_]);
}

void Execution::end_plain(PlainState& state) noexcept { state.dead = true; }

}  // namespace sluice::model
