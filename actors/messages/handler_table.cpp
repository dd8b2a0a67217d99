// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/messages/handler_table.hpp>
#include <sluice/engine/mutex.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

/// One for all tables: each entry is entered once in the life of a program.
struct Nothing {};
constinit SyncMutex<Nothing> entering;

}  // namespace

const HandlerEntry* HandlerTable::find(const engine::MessageType& type) const noexcept {
  // acquire | the entry, from the release in `add`.
  const HandlerEntry* entry = first_.load(std::memory_order_acquire);
  while (entry != nullptr && entry->type != &type) {
    entry = entry->next;
  }
  return entry;
}

void HandlerTable::add(HandlerEntry& entry) noexcept {
  const auto turn = entering.lock();
  if (entry.is_entered.load(std::memory_order_relaxed) != 0) {  // written under the lock
    return;
  }
  entry.next = first_.load(std::memory_order_relaxed);  // written under the lock
  // release | the entry's link, to the acquire in `find`.
  first_.store(&entry, std::memory_order_release);
  // release | that it is in the table, to the acquire in `enter`.
  entry.is_entered.store(1, std::memory_order_release);
}

}  // namespace sluice::inline SLUICE_ABI
