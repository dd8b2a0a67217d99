// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <asio/execution_context.hpp>
#include <memory>
#include <mutex>
#include <sluice/config.hpp>
#include <utility>
#include <vector>

namespace sluice::inline SLUICE_ABI::asio_bridge {

/// Something that uses a context which it does not own, and hears when that ends.
class ContextUser {
public:
  ContextUser() = default;
  ContextUser(const ContextUser&) = delete;
  ContextUser& operator=(const ContextUser&) = delete;

  /// The context begins to end: it must not be touched behind this call. What was posted to it is ended afterwards.
  virtual void on_context_end() noexcept = 0;

protected:
  ~ContextUser() = default;
};

/// Tells the users of a context of its end. As a service of the context, it is told by Asio; services end in the reverse
/// order of their making, so this one before the queue of handlers.
///
/// Thread safety: `add` from any thread while the context lives.
class ContextWatch final : public ::asio::execution_context::service {
public:
  // NOLINTNEXTLINE(readability-identifier-naming): Asio's name
  static inline ::asio::execution_context::id id;

  explicit ContextWatch(::asio::execution_context& context) : service{context} {}

  /// The watch of `context`, which is made if there is none.
  [[nodiscard]] static ContextWatch& of(::asio::execution_context& context) {
    return ::asio::use_service<ContextWatch>(context);
  }

  /// Users that are gone are forgotten here, so their number does not grow.
  void add(std::weak_ptr<ContextUser> user) {
    const std::lock_guard lock{mutex_};
    std::erase_if(users_, [](const auto& each) { return each.expired(); });
    users_.push_back(std::move(user));
  }

private:
  void shutdown() noexcept override {
    std::vector<std::weak_ptr<ContextUser>> users;
    {
      const std::lock_guard lock{mutex_};
      users.swap(users_);
    }
    for (const auto& each : users) {
      if (const auto user_shared = each.lock()) {
        user_shared->on_context_end();
      }
    }
  }

  std::mutex mutex_;
  std::vector<std::weak_ptr<ContextUser>> users_;
};

}  // namespace sluice::inline SLUICE_ABI::asio_bridge
