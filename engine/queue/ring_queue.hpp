// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/config.hpp>
#include <sluice/engine/queue/message_queue.hpp>
#include <sluice/engine/queue/ring.hpp>

namespace sluice::inline SLUICE_ABI::engine {

/// The bounded kind: first in, first out, exactly as many as it was made for.
///
/// Thread safety: everything from any thread or interrupt, `pop` and `evict` as well; lock-free.
class RingQueue final : public MessageQueue {
public:
  /// Once, before anything else.
  [[nodiscard]] Result<> make(std::uint32_t capacity) noexcept { return ring_.make(capacity); }

  [[nodiscard]] Entry push(MpscNode& node) noexcept override { return ring_.push(node); }
  [[nodiscard]] MpscNode* pop() noexcept override { return ring_.pop(); }
  [[nodiscard]] MpscNode* evict(const MpscNode&) noexcept override { return ring_.pop(); }
  [[nodiscard]] bool grow() noexcept override { return false; }
  bool close() noexcept override { return ring_.close(); }

  [[nodiscard]] bool is_closed() const noexcept override { return ring_.is_closed(); }
  [[nodiscard]] std::uint32_t size() const noexcept override { return ring_.size(); }
  [[nodiscard]] std::uint32_t capacity() const noexcept override { return ring_.capacity(); }

private:
  Ring ring_;
};

}  // namespace sluice::inline SLUICE_ABI::engine
