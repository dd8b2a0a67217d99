// SPDX-License-Identifier: BSL-1.0
#include <csignal>
#include <cstdlib>
#include <sluice/profiling/chrome/calibration.hpp>
#include <sluice/profiling/chrome/provider.hpp>

namespace sluice::inline SLUICE_ABI::recorder {
namespace {

constexpr engine::trace::Label park{"park", "run_worker", __FILE__, __LINE__, engine::trace::color::park};

/// Gives the ring back when the thread ends. What is traced later, by others who end with it, is not recorded.
struct Departure {
  ~Departure() {
    Here& self = here;
    if (self.ring != nullptr) {
      release_ring(*self.ring);
    }
    self.ring = nullptr;
    self.has_ended = true;
  }
  void begin() noexcept {}  // whoever calls it has it constructed
};
thread_local Departure departure;

void write_at_exit() {
  if (const char* const path = std::getenv("SLUICE_TRACE_FILE")) {
    (void)write_chrome_json(path);
  }
}

void write_and_abort(int) {
  write_flight_record();
  std::signal(SIGABRT, SIG_DFL);  // who returns from here is aborted
}

/// A program that ends writes its record; one that aborts writes the end of it, unless it has plans of its own.
bool arm() noexcept {
  begin_calibration();
  std::atexit(&write_at_exit);
  struct sigaction former{};
  if (sigaction(SIGABRT, nullptr, &former) == 0 && former.sa_handler == SIG_DFL) {
    std::signal(SIGABRT, &write_and_abort);
  }
  return true;
}

}  // namespace

bool begin_recording(Here& self) noexcept {
  static const bool is_armed = arm();
  static constinit engine::Atomic<std::uint64_t> threads{0};
  if (!is_armed || self.has_ended) {
    return false;
  }
  departure.begin();
  self.ring = claim_ring();
  self.has_ended = self.ring == nullptr;
  // relaxed: a number that is given once
  self.messages = (threads.fetch_add(1, std::memory_order_relaxed) + 1) << 40;
  return self.ring != nullptr;
}

void Provider::begin_turn() noexcept {
  Here& self = here;
  if (self.ring == nullptr || self.ring->name.load(std::memory_order_relaxed) == nullptr) {  // the owner's own
    name_thread("worker");
  }
  if (self.is_parked) {
    self.is_parked = false;
    end_zone(1, 0);
  }
  self.is_in_turn = true;
}

void Provider::end_turn(bool parks) noexcept {
  Here& self = here;
  self.is_in_turn = false;
  if (parks && !self.is_parked) {
    self.is_parked = true;
    (void)begin_zone(park);
  }
}

}  // namespace sluice::inline SLUICE_ABI::recorder
