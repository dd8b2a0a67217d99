// SPDX-License-Identifier: BSL-1.0
#include <new>
#include <sluice/actors/system/names.hpp>
#include <sluice/actors/system/text.hpp>
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/memory.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

std::size_t block_size(std::size_t path_size) noexcept { return sizeof(NameEntry) + path_size; }

/// `number`, if there is one, is put behind the name and a dash.
NameEntry* make(std::string_view parent_path, std::string_view name, std::string_view number) noexcept {
  const std::size_t suffix = number.empty() ? 0 : 1 + number.size();
  const std::size_t size = parent_path.size() + 1 + name.size() + suffix;
  void* const block = engine::memory::allocate(block_size(size));
  if (block == nullptr) {
    return nullptr;
  }
  auto* const entry = ::new (block) NameEntry{};
  entry->path_size = static_cast<std::uint32_t>(size);
  entry->name_size = static_cast<std::uint32_t>(name.size() + suffix);
  TextWriter writer{reinterpret_cast<char*>(entry + 1), size};
  writer.append(parent_path);
  writer.append("/");
  writer.append(name);
  if (!number.empty()) {
    writer.append("-");
    writer.append(number);
  }
  return entry;
}

}  // namespace

NameEntry*& Names::bucket_of(Buckets& buckets, std::string_view path) noexcept {
  std::uint32_t hash = 2166136261u;  // FNV-1a
  for (const char letter : path) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
  }
  return buckets.first[hash % bucket_count];
}

NameEntry* Names::look_up(Buckets& buckets, std::string_view path) noexcept {
  NameEntry* entry = bucket_of(buckets, path);
  while (entry != nullptr && entry->path() != path) {
    entry = entry->next;
  }
  return entry;
}

NameEntry* Names::enter(std::string_view parent_path, std::string_view name, Serial serial, const void* kind) noexcept {
  bool is_taken = false;
  for (;;) {
    NameEntry* const entry =
        is_taken ? make(parent_path, name, engine::Decimal{serial++}.text()) : make(parent_path, name, {});
    if (entry == nullptr) {
      return nullptr;
    }
    entry->kind = kind;
    {
      const auto buckets = buckets_.lock();
      if (look_up(*buckets, entry->path()) == nullptr) {
        NameEntry*& first = bucket_of(*buckets, entry->path());
        entry->next = first;
        first = entry;
        return entry;
      }
    }
    engine::memory::release(entry, block_size(entry->path_size));
    is_taken = true;
  }
}

void Names::publish(NameEntry& entry, engine::Address address) noexcept {
  const auto buckets = buckets_.lock();
  entry.address = address;
}

void Names::remove(NameEntry& entry) noexcept {
  {
    const auto buckets = buckets_.lock();
    NameEntry** link = &bucket_of(*buckets, entry.path());
    while (*link != &entry) {
      link = &(*link)->next;
    }
    *link = entry.next;
  }
  engine::memory::release(&entry, block_size(entry.path_size));
}

Names::Found Names::find(std::string_view path) noexcept {
  const auto buckets = buckets_.lock();
  const NameEntry* const entry = look_up(*buckets, path);
  return entry == nullptr ? Found{} : Found{entry->address, entry->kind};
}

std::size_t Names::path_of(engine::Address address, char* text, std::size_t size) noexcept {
  const auto buckets = buckets_.lock();
  for (NameEntry* entry : buckets->first) {
    for (; entry != nullptr; entry = entry->next) {
      if (entry->address == address) {
        TextWriter writer{text, size};
        writer.append(entry->path());
        return writer.text().size();
      }
    }
  }
  return 0;
}

}  // namespace sluice::inline SLUICE_ABI
