// SPDX-License-Identifier: BSL-1.0
#include <pthread.h>

#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/seat.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

void Seat::open(const std::string& name) {
  if (!thread_.joinable()) {
    thread_ = std::thread{[this, name] {
      name_this_thread(name);
      serve();
    }};
  }
}

void Seat::close() noexcept {
  if (thread_.joinable()) {
    worker_ = nullptr;
    parker_.wake();
    thread_.join();
  }
}

void Seat::start(Worker& worker) noexcept {
  worker_ = &worker;
  parker_.wake();
}

void Seat::serve() noexcept {
  for (;;) {
    parker_.sleep();
    if (worker_ == nullptr) {
      return;
    }
    run_worker(*worker_);
  }
}

void name_this_thread(const std::string& name) noexcept {
  (void)pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());  // a name that cannot be set is no loss
}

}  // namespace sluice::inline SLUICE_ABI::schedule
