// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/address.hpp>
#include <sluice/engine/mutex.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// Numbers the actors of a system, in the order of their spawning.
using Serial = std::uintptr_t;

/// The path of a named actor, and whose it is. The characters follow the entry.
struct NameEntry {
  NameEntry* next = nullptr;  ///< in its bucket
  engine::Address address;
  const void* kind = nullptr;  ///< tells its type from others
  std::uint32_t path_size = 0;
  std::uint32_t name_size = 0;  ///< of its last part

  [[nodiscard]] std::string_view path() const noexcept { return {reinterpret_cast<const char*>(this + 1), path_size}; }
  [[nodiscard]] std::string_view name() const noexcept {
    return {reinterpret_cast<const char*>(this + 1) + (path_size - name_size), name_size};
  }
};

/// The named actors of a system, by path. Anonymous ones are not here: their names are numbers.
///
/// Thread safety: any thread.
/// Allocates: an entry for each name.
class Names {
public:
  constexpr Names() noexcept = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  /// Enters `parent_path`/`name`, or, if that is taken, `parent_path`/`name`-`serial`. Null if memory runs out.
  [[nodiscard]] NameEntry* enter(std::string_view parent_path, std::string_view name, Serial serial,
                                 const void* kind) noexcept;
  /// From here on it is found.
  void publish(NameEntry& entry, engine::Address address) noexcept;
  void remove(NameEntry& entry) noexcept;

  /// What is known of a name.
  struct Found {
    engine::Address address;
    const void* kind = nullptr;
  };
  /// Nobody's address if there is none, or none yet.
  [[nodiscard]] Found find(std::string_view path) noexcept;

  /// Copies the path of the one at `address` into `text`; how long it is, 0 if it has no name.
  [[nodiscard]] std::size_t path_of(engine::Address address, char* text, std::size_t size) noexcept;

private:
  static constexpr std::size_t bucket_count = hosted ? 256 : 8;
  struct Buckets {
    NameEntry* first[bucket_count]{};
  };

  [[nodiscard]] static NameEntry*& bucket_of(Buckets& buckets, std::string_view path) noexcept;
  [[nodiscard]] static NameEntry* look_up(Buckets& buckets, std::string_view path) noexcept;

  SyncMutex<Buckets> buckets_;
};

}  // namespace sluice::inline SLUICE_ABI
