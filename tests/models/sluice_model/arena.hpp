// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::model {

/// The memory of one execution: nothing is used twice within it, and everything is at the same place in the next one,
/// so that executions can be compared.
class Arena {
public:
  Arena();
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Forgets all blocks: a new execution begins.
  void clear() noexcept;

  /// Null if there is no memory left. What is not `forever` must be released.
  [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment, bool forever);

  enum class Released : std::uint8_t { now, before, never_taken };
  [[nodiscard]] Released release(const void* address) noexcept;

  /// Whether every block has come back, but those that are for ever.
  [[nodiscard]] bool is_settled() const noexcept { return outstanding_ == 0; }

  /// How far into the arena `address` is; -1 if it is somewhere else.
  [[nodiscard]] std::ptrdiff_t offset(std::uint64_t address) const noexcept;

private:
  static constexpr std::size_t capacity = 8 * 1024 * 1024;  // untouched pages cost nothing
  struct Block {
    void* address;
    bool released;
  };

  std::byte* memory_;
  std::size_t used_ = 0;
  std::uint32_t outstanding_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace sluice::model
