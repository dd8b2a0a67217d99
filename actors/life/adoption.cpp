// SPDX-License-Identifier: BSL-1.0
// How an actor comes into the world: a name, a mailbox, a cell.
#include <sluice/actors/config/resolution.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/life/belongings.hpp>
#include <sluice/actors/middleware/shell.hpp>
#include <sluice/actors/supervision/care.hpp>
#include <sluice/actors/system/console_line.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/telemetry/telemetry_port.hpp>
#include <sluice/actors/waiting/wait_list.hpp>
#include <sluice/engine/assert.hpp>
#include <sluice/engine/decimal.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

constexpr std::size_t longest_path = 256;
constexpr std::size_t longest_name = 128;

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
  if (options.reentrant) {
    WaitList* const waits = wait_list(*this);
    if (waits == nullptr) {
      return false;
    }
    waits->is_reentrant = true;
  }
  if (!prepare_care(options)) {
    return false;
  }
  if (kind.stashes) {
    Belongings* const own = belongings();
    if (own == nullptr) {
      return false;
    }
    own->stash_capacity = kind.stash_capacity;
  }
  return take_name(options.name, kind);
}

/// Moves into a cell, in a shell if it has middleware.
Result<engine::Address> Actor::open_cell(const ActorKind& kind, const engine::MailboxSettings& mailbox,
                                         engine::Dispatcher& dispatcher, const Front& front) noexcept {
  if (front.middleware == nullptr && record_.middleware == nullptr) {
    return record_.open(in_cell(), dispatcher, kind.label, mailbox, front.meter);
  }
  MiddlewareShell* const shell = MiddlewareShell::make(*this, record_.middleware, front.middleware);
  if (shell == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  const Result<engine::Address> address = record_.open(*shell, dispatcher, kind.label, mailbox, front.meter);
  if (!address.has_value()) {
    shell->discard();
  }
  return address;
}

/// Under the lock of its siblings, so that it is told to stop only when it can hear that; and it cannot end before that
/// lock is free again, which it needs for that.
Result<> Actor::move_in(const ActorKind& kind, const engine::MailboxSettings& mailbox, engine::Dispatcher& dispatcher,
                        const MiddlewareChain* middleware) noexcept {
  Control* const start = kind.starts ? make_control(Control::Kind::start) : nullptr;
  if (kind.starts && start == nullptr) {
    return std::unexpected{Error::out_of_memory};
  }
  TelemetryPort* const telemetry = record_.telemetry;
  engine::CellMeter* const meter =
      telemetry == nullptr ? nullptr : telemetry->meter_for(*this, kind.label.name, dispatcher);
  const Result<engine::Address> address = open_cell(kind, mailbox, dispatcher, {middleware, meter});
  if (!address.has_value()) {
    if (meter != nullptr) {
      telemetry->discard(*meter);
    }
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
  if (Care* const own = care(); own != nullptr) {
    own->orders.cell = cell_;
    own->orders.generation = address->generation;
    if (own->is_suspended_by_parent) {
      cell_->suspend();
    }
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
  const auto resolved = resolve(*this, kind, options);
  if (!resolved.has_value()) {
    return std::unexpected{resolved.error()};
  }
  if (!is_valid_name(options.name)) {
    return std::unexpected{SpawnError{.error = Error::invalid_argument, .has_bad_name = true}};
  }
  if (!child.prepare(kind, options)) {
    return std::unexpected{SpawnError{Error::out_of_memory}};
  }
  Result<> result = std::unexpected{Error::closed};
  engine::Address address;
  ParentalOrders* const orders = child.care() == nullptr ? nullptr : &child.care()->orders;
  const bool is_in = belongings_->children.add(child, orders, [&] {
    result = child.move_in(kind, resolved->mailbox.settings, *resolved->dispatcher, options.middleware);
    address = child.address();  // now, for it may have ended when this returns
    return result.has_value();
  });
  if (!is_in) {
    const std::string_view id = result.error() == Error::invalid_argument ? resolved->mailbox.id : std::string_view{};
    return std::unexpected{SpawnError{
        .error = result.error(), .problem = id.empty() ? ConfigProblem::none : ConfigProblem::bad_mailbox, .id = id}};
  }
  return address;
}

engine::Address Actor::settle_as_guardian(const ActorKind& kind, engine::Dispatcher& dispatcher,
                                          const SupervisionStrategy& of_children) noexcept {
  engine::check(belongings() != nullptr && prepare_care({.children = of_children}), "there is memory for a guardian");
  engine::MailboxSettings mailbox{};
  if (kind.stashes) {
    mailbox.kind = engine::QueueKind::deque;
    belongings_->stash_capacity = kind.stash_capacity;
  }
  const Result<> result = move_in(kind, mailbox, dispatcher, nullptr);
  engine::check(result.has_value(), "there is memory for a guardian");
  return address();
}

void Actor::discard() noexcept {
  give_up_name();
  end();
}

}  // namespace sluice::inline SLUICE_ABI
