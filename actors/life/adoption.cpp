// SPDX-License-Identifier: BSL-1.0
// How an actor comes into the world: a name, a mailbox, a cell.
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

constexpr std::size_t longest_path = 256;
constexpr std::size_t longest_name = 128;

const char* name_of(engine::QueueKind kind) noexcept {
  switch (kind) {
    case engine::QueueKind::unbounded: return "unbounded";
    case engine::QueueKind::bounded: return "bounded";
    case engine::QueueKind::deque: return "deque";
    case engine::QueueKind::priority: return "priority";
  }
  return "unknown";
}

/// What an actor of this kind gets, or why it cannot have what it was given.
std::expected<engine::MailboxSettings, SpawnError> mailbox_for(const ActorKind& kind, const SpawnOptions& options,
                                                               const engine::DispatcherSettings& dispatcher) noexcept {
  engine::MailboxSettings settings = options.mailbox.is_chosen() ? options.mailbox.settings() : dispatcher.mailbox;
  if (kind.stashes && settings.kind != engine::QueueKind::deque) {
    if (options.mailbox.is_chosen()) {
      return std::unexpected{SpawnError{Error::invalid_argument, "deque", name_of(settings.kind)}};
    }
    settings.kind = engine::QueueKind::deque;
  }
  return settings;
}

/// Others are for paths, and for those who have none.
bool is_valid_name(std::string_view name) noexcept {
  for (const char letter : name) {
    if (letter == '/') {
      return false;
    }
  }
  return name.size() <= longest_name && !name.starts_with("anonymous-");
}

void warn_of_duplicate(std::string_view wanted, std::string_view given) noexcept {
  ConsoleLine{} << "an actor called " << wanted << " exists already; the new one is " << given;
}

}  // namespace

void Actor::write_path(TextWriter& writer) const noexcept {
  if (const NameEntry* const entry = name()) {
    writer.append(entry->path());
  } else if (parent_ == nullptr) {
    writer.append("/user");
  } else {
    parent_->write_path(writer);
    writer.append("/anonymous-");
    writer.append(engine::Decimal{called_ / 2}.text());
  }
}

bool Actor::take_name(std::string_view wanted, const ActorKind& kind) noexcept {
  const Serial serial = record_.next_serial();
  if (wanted.empty()) {
    called_ = serial * 2 + 1;
    return true;
  }
  char parent_path[longest_path];
  TextWriter writer{parent_path, sizeof parent_path};
  parent_->write_path(writer);
  NameEntry* const entry = record_.names.enter(writer.text(), wanted, serial, kind.type);
  if (entry == nullptr) {
    return false;
  }
  if (entry->name() != wanted) {
    warn_of_duplicate(wanted, entry->name());
  }
  called_ = reinterpret_cast<std::uintptr_t>(entry);
  return true;
}

bool Actor::prepare(const ActorKind& kind, const SpawnOptions& options) noexcept {
  if (!options.supervision.restarts() && !kind.stashes) {
    return take_name(options.name, kind);
  }
  Belongings* const own = belongings();
  if (own == nullptr) {
    return false;
  }
  own->supervision = options.supervision;
  own->stash_capacity = kind.stash_capacity;
  return take_name(options.name, kind);
}

/// Under the lock of its siblings, so that it is told to stop only when it can hear that; and it cannot end before that
/// lock is free again, which it needs for that.
Result<> Actor::move_in(const ActorKind& kind, const engine::MailboxSettings& mailbox,
                        engine::Dispatcher& dispatcher) noexcept {
  Control* const start = kind.starts ? make_control(Control::Kind::start) : nullptr;
  if (kind.starts && start == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  const Result<engine::Address> address = record_.open(*this, dispatcher, kind.label, mailbox);
  if (!address.has_value()) {
    if (start != nullptr) {
      end_control(*start);
    }
    return std::unexpected{address.error()};
  }
  cell_ = address->cell;
  stop_by_parent_.generation = address->generation;
  if (kind.stashes) {
    belongings_->stash.emplace(*cell_);
  }
  if (start != nullptr) {
    start->generation = address->generation;
    engine::check(cell_->post_system(*start), "a new actor takes messages");
  }
  if (NameEntry* const entry = name()) {
    record_.names.publish(*entry, *address);  // behind the start: whoever finds it is not handled before that
  }
  return {};
}

std::expected<engine::Address, SpawnError> Actor::adopt(Actor& child, const ActorKind& kind,
                                                        const SpawnOptions& options) noexcept {
  const bool has_room = belongings() != nullptr;
  if (!has_room || !belongings_->children.expect()) {
    child.discard();
    return std::unexpected{SpawnError{has_room ? Error::closed : Error::out_of_memory}};
  }
  // From here on neither this one nor its system ends before the child has left.
  const auto address = bring_in(child, kind, options);
  if (!address.has_value()) {
    child.discard();
    let_go_of_child();
  }
  return address;
}

std::expected<engine::Address, SpawnError> Actor::bring_in(Actor& child, const ActorKind& kind,
                                                           const SpawnOptions& options) noexcept {
  engine::Dispatcher& dispatcher = options.dispatcher == nullptr ? *record_.dispatcher : *options.dispatcher;
  const auto mailbox = mailbox_for(kind, options, dispatcher.settings());
  if (!mailbox.has_value()) {
    return std::unexpected{mailbox.error()};
  }
  if (!is_valid_name(options.name)) {
    return std::unexpected{SpawnError{.error = Error::invalid_argument, .has_bad_name = true}};
  }
  if (!child.prepare(kind, options)) {
    return std::unexpected{SpawnError{Error::out_of_memory}};
  }
  Result<> result = std::unexpected{Error::closed};
  engine::Address address;
  const bool is_in = belongings_->children.add(child, [&] {
    result = child.move_in(kind, *mailbox, dispatcher);
    address = child.address();  // now, for it may have ended when this returns
    return result.has_value();
  });
  if (!is_in) {
    return std::unexpected{SpawnError{result.error()}};
  }
  return address;
}

engine::Address Actor::settle_as_guardian(const ActorKind& kind, engine::Dispatcher& dispatcher) noexcept {
  engine::check(belongings() != nullptr, "there is memory for a guardian");
  engine::MailboxSettings mailbox{};
  if (kind.stashes) {
    mailbox.kind = engine::QueueKind::deque;
    belongings_->stash_capacity = kind.stash_capacity;
  }
  const Result<> result = move_in(kind, mailbox, dispatcher);
  engine::check(result.has_value(), "there is memory for a guardian");
  return address();
}

void Actor::discard() noexcept {
  give_up_name();
  end();
}

}  // namespace sluice::inline SLUICE_ABI
