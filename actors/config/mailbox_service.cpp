// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/config/aliases.hpp>
#include <sluice/actors/config/mailbox_service.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

using Resolved = std::expected<ResolvedMailbox, SpawnError>;

/// Of a mailbox that somebody needs to be bounded without saying how.
constexpr std::uint32_t usual_capacity = Bounded{}.capacity;

Resolved unsuitable(QueueSemantics required, QueueSemantics actual, ConfigProblem problem = ConfigProblem::none,
                    std::string_view id = {}) noexcept {
  return std::unexpected{SpawnError{.error = Error::invalid_argument,
                                    .required = required.name(),
                                    .actual = actual.name(),
                                    .problem = problem,
                                    .id = id}};
}

/// Whether dispatcher and actor can do with it; both are always looked at.
Resolved verify(Resolved resolved, const MailboxRequest& request) noexcept {
  if (!resolved.has_value()) {
    return resolved;
  }
  const QueueSemantics actual = semantics_of(resolved->settings);
  if (request.dispatcher != nullptr && !actual.satisfy(request.dispatcher->mailbox_requirement)) {
    return unsuitable(request.dispatcher->mailbox_requirement, actual, ConfigProblem::dispatcher_needs,
                      request.dispatcher->id);
  }
  return actual.satisfy(request.required) ? resolved : unsuitable(request.required, actual);
}

/// `settings`, changed as little as it takes to have what is required.
engine::MailboxSettings adapted(engine::MailboxSettings settings, QueueSemantics required) noexcept {
  if (required.has(QueueSemantics::deque)) {
    settings.kind = engine::QueueKind::deque;
  } else if (required.has(QueueSemantics::priority)) {
    settings.kind = engine::QueueKind::priority;
  } else if (required.has(QueueSemantics::bounded)) {
    settings.kind = engine::QueueKind::bounded;
  } else {
    settings.kind = engine::QueueKind::unbounded;
  }
  if (required.has(QueueSemantics::unbounded)) {
    settings.capacity = engine::no_limit;
  } else if (required.has(QueueSemantics::bounded) && !semantics_of(settings).has(QueueSemantics::bounded)) {
    settings.capacity = settings.capacity == engine::no_limit ? usual_capacity : settings.capacity;
    settings.overflow = Overflow::drop_newest;
  }
  return settings;
}

/// Not chosen if it has none.
MailboxChoice type_of_dispatcher(const MailboxRequest& request) noexcept {
  if (request.dispatcher != nullptr) {
    return request.dispatcher->mailbox_type.empty() ? MailboxChoice{} : MailboxChoice{request.dispatcher->mailbox_type};
  }
  return request.of_dispatcher != nullptr && request.of_dispatcher->need_lane() ? MailboxChoice{*request.of_dispatcher}
                                                                                : MailboxChoice{};
}

}  // namespace

Resolved Mailboxes::resolve(const MailboxRequest& request) const noexcept {
  Resolved resolved = decide(request);
  if (resolved.has_value() && resolved->settings.stash_capacity == 0) {
    const std::uint32_t by_dispatcher = request.dispatcher == nullptr ? 0 : request.dispatcher->stash_capacity;
    resolved->settings.stash_capacity = by_dispatcher != 0 ? by_dispatcher : config_.stash_capacity;
  }
  return resolved;
}

Resolved Mailboxes::decide(const MailboxRequest& request) const noexcept {
  if (request.deploy != nullptr && request.deploy->mailbox.is_chosen()) {
    return verify(take(request.deploy->mailbox, MailboxTier::deployment), request);
  }
  if (request.wanted.is_chosen()) {
    return verify(take(request.wanted, MailboxTier::options), request);
  }
  if (const MailboxChoice type = type_of_dispatcher(request); request.is_dispatcher_named && type.is_chosen()) {
    return verify(take(type, MailboxTier::dispatcher_type), request);
  }
  const QueueSemantics of_dispatcher =
      request.dispatcher == nullptr ? QueueSemantics{} : request.dispatcher->mailbox_requirement;
  if (!request.required.is_empty()) {
    const Resolved bound = verify(bind(request.required, request, MailboxTier::actor_requirement), request);
    if (bound.has_value() || of_dispatcher.is_empty()) {
      return bound;
    }
  }
  if (!of_dispatcher.is_empty()) {
    return verify(bind(of_dispatcher, request, MailboxTier::dispatcher_requirement), request);
  }
  return verify(default_for(request), request);
}

Resolved Mailboxes::find(std::string_view id) const noexcept {
  const auto found = find_by_id(config_.mailboxes, config_.aliases, id, ConfigProblem::unknown_mailbox);
  if (!found.has_value()) {
    return std::unexpected{found.error()};
  }
  const MailboxDescriptor& descriptor = **found;
  if (!descriptor.mailbox.id().empty()) {
    return std::unexpected{SpawnError{.problem = ConfigProblem::mailbox_of_mailbox, .id = descriptor.id}};
  }
  ResolvedMailbox resolved{.settings = descriptor.mailbox.settings(), .id = descriptor.id};
  resolved.settings.stash_capacity = descriptor.stash_capacity;
  const QueueSemantics actual = semantics_of(resolved.settings);
  return actual.satisfy(descriptor.produces)
             ? Resolved{resolved}
             : unsuitable(descriptor.produces, actual, ConfigProblem::broken_promise, descriptor.id);
}

Resolved Mailboxes::take(const MailboxChoice& choice, MailboxTier tier) const noexcept {
  Resolved resolved = choice.id().empty() ? Resolved{{.settings = choice.settings()}} : find(choice.id());
  if (resolved.has_value()) {
    resolved->tier = tier;
  }
  return resolved;
}

/// One that has what is required: as the configuration says, or the default, changed as little as that takes.
Resolved Mailboxes::bind(QueueSemantics required, const MailboxRequest& request, MailboxTier tier) const noexcept {
  for (const QueueBinding& each : config_.bindings) {
    if (each.required == required) {
      return take(each.mailbox, tier);
    }
  }
  Resolved resolved = default_for(request);
  if (resolved.has_value()) {
    resolved->tier = tier;
    if (!semantics_of(resolved->settings).satisfy(required)) {
      resolved->settings = adapted(resolved->settings, required);
      resolved->id = {};
    }
  }
  return resolved;
}

Resolved Mailboxes::default_for(const MailboxRequest& request) const noexcept {
  if (request.of_dispatcher != nullptr) {
    return ResolvedMailbox{.settings = *request.of_dispatcher};
  }
  return config_.default_mailbox.empty() ? Resolved{{.settings = fallback_}}
                                         : take(config_.default_mailbox, MailboxTier::fallback);
}

}  // namespace sluice::inline SLUICE_ABI
