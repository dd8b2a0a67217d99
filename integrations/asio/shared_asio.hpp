// SPDX-License-Identifier: BSL-1.0
#pragma once

// As shared_taskflow.hpp: compiled in the user's translation unit, with the user's Asio and its settings.
#include <asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <sluice/config.hpp>
#include <sluice/graph/schedule/host.hpp>
#include <sluice/graph/schedule/hosted_executor.hpp>
#include <sluice/integrations/asio/context_watch.hpp>
#include <sluice/integrations/asio/loop_link.hpp>
#include <sluice/integrations/asio/loop_listener.hpp>

namespace sluice::inline SLUICE_ABI::schedule {

/// The threads that call `run` of a user's `asio::io_context`; each worker gives its thread back every 200 us and queues
/// up again behind the user's handlers.
class SharedAsioHost final : public Host {
public:
  SharedAsioHost(::asio::io_context& loop, std::uint32_t workers, asio_bridge::LoopListener* listener)
      : link_shared_{std::make_shared<asio_bridge::LoopLink>(loop, workers, listener)} {
    asio_bridge::ContextWatch::of(loop).add(link_shared_);
  }
  ~SharedAsioHost() override { link_shared_->end(); }
  SharedAsioHost(const SharedAsioHost&) = delete;
  SharedAsioHost& operator=(const SharedAsioHost&) = delete;

  void start(Worker& worker) noexcept override { link_shared_->start(worker); }
  [[nodiscard]] bool wants_thread(std::uint32_t) noexcept override { return true; }  // Asio does not tell who waits
  [[nodiscard]] bool is_shared() const noexcept override { return true; }
  [[nodiscard]] bool may_strand() const noexcept override { return true; }
  [[nodiscard]] Worker* recall(bool at_the_end) noexcept override { return link_shared_->recall(at_the_end); }

private:
  std::shared_ptr<asio_bridge::LoopLink> link_shared_;
};

/// Runs mailboxes on the threads that run `users`, next to the user's own handlers.
///
/// Neither starves the other: mailboxes give way every 200 us. `users.run()` returns when handlers and mailboxes have
/// nothing left to do, for only mailboxes that have something to do are in its queue. While `users` is stopped, or nobody
/// runs it, mailboxes wait in a queue of ours, and go on when it is run again. What waits when `users` is stopped or
/// gone, `drain` and the end of the executor run on the thread that waits: nobody else would.
///
/// Who is blocked, or overloads the loop, is named as everywhere; but no spare worker joins unless
/// `settings.monitor.most_spares` says how many may: what runs on a loop may rely on its threads.
///
/// `settings.workers`: at most as many mailboxes run at once; 0 means 1, for a loop does not tell how many threads run it.
/// Lifetime: not longer than `users`, but if it is, nothing is lost and nothing that is gone is touched.
class SharedAsioExecutor final : public HostedExecutor {
public:
  /// `listener` hears of `users`; it lives longer than the executor and whatever is still in a handler then. Null: nobody.
  explicit SharedAsioExecutor(::asio::io_context& users, const ExecutorSettings& settings = {},
                              asio_bridge::LoopListener* listener = nullptr)
      : SharedAsioExecutor{users, settings, listener, settings.workers == 0 ? 1 : settings.workers} {}
  ~SharedAsioExecutor() = default;

private:
  SharedAsioExecutor(::asio::io_context& users, const ExecutorSettings& settings, asio_bridge::LoopListener* listener,
                     std::uint32_t workers)
      : HostedExecutor{new SharedAsioHost{users, workers, listener}, workers, on_its_threads(settings)} {}

  static ExecutorSettings on_its_threads(ExecutorSettings settings) noexcept {
    if (settings.monitor.most_spares == MonitorSettings::by_workers) {
      settings.monitor.most_spares = 0;
    }
    return settings;
  }
};

}  // namespace sluice::inline SLUICE_ABI::schedule
