// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <sluice/config.hpp>
#include <sluice/engine/atomic.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/workers/worker.hpp>
#include <sluice/integrations/asio/context_watch.hpp>
#include <sluice/integrations/asio/handler_memory.hpp>
#include <sluice/integrations/asio/loop_listener.hpp>
#include <sluice/integrations/asio/loop_token.hpp>
#include <span>
#include <utility>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// Between an executor and a user's loop, of which either may end first: owned by the executor and by each handler of
/// its that is in the loop's queue.
///
/// Thread safety: any thread.
/// Allocates: when it is made, and never afterwards.
class LoopLink final : public ContextUser, public std::enable_shared_from_this<LoopLink> {
public:
  LoopLink(::asio::io_context& loop, std::uint32_t workers, LoopListener* listener)
      : loop_{&loop},
        listener_{listener},
        memory_{std::make_unique<Place[]>(workers)},
        places_{memory_.get(), workers} {}

  /// Has the loop run `worker`. If it is gone, or does not run, the worker waits until it runs again or is recalled.
  void start(schedule::Worker& worker) noexcept {
    Place& place = places_[worker.index()];
    place.worker = &worker;
    const std::lock_guard lock{mutex_};  // behind it the loop may be gone
    if (loop_ == nullptr) {
      place.token.strand();
      return;
    }
    if (place.token.start()) {
      ::asio::post(*loop_, Handler{shared_from_this(), place});
    }
    if (loop_->stopped()) {
      note_parked();
    }
  }

  /// One that waits and will not be run as things are: the loop is stopped, or gone; or, for the executor's end, any that
  /// waits. Null if there is none.
  [[nodiscard]] schedule::Worker* recall(bool at_the_end) noexcept {
    if (!at_the_end && is_running()) {
      return nullptr;
    }
    for (Place& place : places_) {
      if (place.token.recall()) {
        return place.worker;
      }
    }
    return nullptr;
  }

  /// Nobody listens any more behind this call.
  void end() noexcept {
    const std::lock_guard lock{mutex_};
    listener_ = nullptr;
  }

  void on_context_end() noexcept override {
    const std::lock_guard lock{mutex_};
    loop_ = nullptr;
    tell(LoopEvent::gone);
  }

private:
  /// A worker's way to the loop and back.
  struct Place {
    LoopToken token;
    schedule::Worker* worker = nullptr;
    HandlerMemory memory;
  };

  /// What is in the loop's queue. It is run, or ends with the loop.
  class Handler {
  public:
    // NOLINTNEXTLINE(readability-identifier-naming): Asio's name
    using allocator_type = HandlerMemory::Allocator<void>;

    Handler(std::shared_ptr<LoopLink> link_shared, Place& place) noexcept
        : link_shared_{std::move(link_shared)}, place_{&place} {}
    Handler(Handler&&) noexcept = default;  // leaves one without a link
    Handler& operator=(Handler&&) = delete;
    ~Handler() {
      if (link_shared_ != nullptr) {
        place_->token.drop();
      }
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return place_->memory.allocator(); }

    void operator()() noexcept {
      const std::shared_ptr<LoopLink> link_shared = std::move(link_shared_);
      if (place_->token.begin()) {
        link_shared->note_run();
        schedule::run_worker(*place_->worker);
      }
    }

  private:
    std::shared_ptr<LoopLink> link_shared_;
    Place* place_;
  };

  [[nodiscard]] bool is_running() noexcept {
    const std::lock_guard lock{mutex_};
    return loop_ != nullptr && !loop_->stopped();
  }

  /// A worker begins, on a thread of the loop's.
  void note_run() noexcept {
    if (is_parked_.load(std::memory_order_relaxed) != 0) {  // relaxed: a hint; who parks it later tells again
      const std::lock_guard lock{mutex_};
      if (is_parked_.exchange(0, std::memory_order_relaxed) != 0) {  // relaxed: under the lock
        tell(LoopEvent::resumed);
      }
    }
  }

  /// Under the lock.
  void note_parked() noexcept {
    if (is_parked_.exchange(1, std::memory_order_relaxed) == 0) {  // relaxed: under the lock, and a hint without
      tell(LoopEvent::parked);
    }
  }

  /// Under the lock.
  void tell(LoopEvent event) const noexcept {
    if (listener_ != nullptr) {
      listener_->on_loop(event);
    }
  }

  std::mutex mutex_;
  ::asio::io_context* loop_;  ///< null once it is gone
  LoopListener* listener_;    ///< null if nobody listens
  engine::Atomic<std::uint32_t> is_parked_{0};
  const std::unique_ptr<Place[]> memory_;
  const std::span<Place> places_;
};

}  // namespace sluice::inline SLUICE_ABI::asio_bridge
