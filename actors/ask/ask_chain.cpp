// SPDX-License-Identifier: BSL-1.0
// Asks that help to answer others: who is the slow one, and do some wait for each other?
#include <array>
#include <cstring>
#include <new>
#include <sluice/actors/ask/ask_link.hpp>
#include <sluice/actors/ask/ask_slot.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/system/text.hpp>
#include <sluice/engine/memory.hpp>
#include <sluice/engine/mutex.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {
namespace {

constexpr std::size_t longest_cycle = 8;
constexpr std::size_t longest_text = 200;

/// Guards all `inner_`. Taken by asks that have an outer one with a deadline, and by timeouts; no other lock is taken
/// under it.
constinit SyncMutex<int> chains{0};

struct CycleText {
  const CycleText* next;
  char text[1];
};
constinit SyncMutex<const CycleText*> cycles{nullptr};

/// The one text that is equal to `text`, for ever.
const char* keep(std::string_view text) noexcept {
  const auto known = cycles.lock();
  for (const CycleText* each = *known; each != nullptr; each = each->next) {
    if (text == each->text) {
      return each->text;
    }
  }
  void* const block = engine::memory::allocate(sizeof(CycleText) + text.size());
  if (block == nullptr) {
    return "ask cycle";
  }
  auto* const made = ::new (block) CycleText{*known, {}};
  std::memcpy(made->text, text.data(), text.size());
  made->text[text.size()] = '\0';
  *known = made;
  return made->text;
}

/// Those who wait, from the one who asks now outwards.
class Askers {
public:
  void add(const char* name) noexcept {
    if (count_ < longest_cycle) {
      names_[count_] = name;
    }
    ++count_;
  }

  [[nodiscard]] const char* describe() const noexcept {
    char text[longest_text];
    TextWriter writer{text, sizeof text};
    writer.append("ask cycle: ");
    const std::size_t shown = count_ < longest_cycle ? count_ : longest_cycle;
    const char* const first = names_[shown - 1];
    if (shown < count_) {
      writer.append("... -> ");
    }
    for (std::size_t i = shown; i != 0; --i) {
      writer.append(names_[i - 1]);
      writer.append(" -> ");
    }
    writer.append(shown < count_ ? "..." : first);
    return keep(writer.text());
  }

private:
  std::array<const char*, longest_cycle> names_{};
  std::size_t count_ = 0;
};

}  // namespace

AskLink link_ask(Actor& actor, const engine::Envelope* handled, bool may_wait, bool is_blocking) noexcept {
  AskLink link{
      .asker = actor.address(), .asker_name = actor.cell().name(), .may_wait = may_wait, .is_blocking = is_blocking};
  if (handled != nullptr && handled->reply != nullptr) {
    link.outer = static_cast<AskSlot*>(handled->reply);
    link.outer->share();
  }
  return link;
}

void unlink_ask(const AskLink& link) noexcept {
  if (link.outer != nullptr) {
    link.outer->drop();
  }
}

const char* find_ask_cycle(const AskLink& link, engine::Address target) noexcept {
  Askers askers;
  const AskLink* each = link.may_wait ? &link : nullptr;
  while (each != nullptr) {
    askers.add(each->asker_name);
    if (each->is_blocking && each->asker == target) {
      return askers.describe();
    }
    const AskSlot* const outer = each->outer;
    each = outer == nullptr || outer->is_settled() ? nullptr : outer->link();
  }
  return nullptr;
}

bool AskSlot::is_unwanted() const noexcept {
  const AskSlot* each = this;
  // acquire | what its asker wrote before the question was sent, as in `claim`. One that is only claimed has an answer on
  //         | its way, or was dropped by an actor that wants none.
  while (each != nullptr && each->word_.load(std::memory_order_acquire) == pending) {
    each = each->link_ == nullptr ? nullptr : each->link_->outer;
  }
  return each != nullptr;
}

/// An ask by a handler is not waited for longer than the one that this answers; which may be of another system, whose clock
/// says something else.
void AskSlot::enter_chain() noexcept {
  AskSlot* const outer = link_->outer;
  if (outer == nullptr || !outer->has_timeout_) {
    return;
  }
  const Instant limit =
      &outer->record_ == &record_ ? outer->deadline_ : later(begin_, outer->deadline_ - outer->record_.clock().now());
  if (!has_timeout_ || limit < deadline_) {
    has_timeout_ = true;
    deadline_ = limit;
  }
  const auto lock = chains.lock();
  outer->inner_ = this;
}

void AskSlot::leave_chain() noexcept {
  AskSlot* const outer = link_->outer;
  if (outer != nullptr && outer->has_timeout_) {
    const auto lock = chains.lock();
    if (outer->inner_ == this) {
      outer->inner_ = nullptr;
    }
  }
}

void AskSlot::name_slowest() noexcept {
  const auto lock = chains.lock();
  const AskSlot* last = this;
  while (last->inner_ != nullptr) {
    last = last->inner_;
  }
  error.slowest = last->error.target;
  error.detail = last->error.target_name;
}

}  // namespace sluice::inline SLUICE_ABI
