// SPDX-License-Identifier: BSL-1.0
#include <sluice/actors/config/configuration.hpp>
#include <sluice/actors/config/deployments.hpp>
#include <sluice/actors/config/resolution.hpp>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/system/system_record.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

constexpr std::size_t longest_path = 256;

/// Of systems that have none.
constexpr RuntimeConfig no_config{};

const Deploy* deployment_for(const RuntimeConfig& config, const Actor& parent, std::string_view name) noexcept {
  if (config.deployments.empty()) {
    return nullptr;
  }
  char path[longest_path];
  TextWriter writer{path, sizeof path};
  parent.write_path(writer);
  return find_deployment(config.deployments, writer.text(), name);
}

/// A dispatcher, and what the mailbox has to know of it.
std::expected<engine::Dispatcher*, SpawnError> find_dispatcher(const SystemRecord& record,
                                                               const DispatcherChoice& choice,
                                                               MailboxRequest& request) noexcept {
  if (choice.dispatcher() != nullptr) {
    request.of_dispatcher = &choice.dispatcher()->settings().mailbox;
    return choice.dispatcher();
  }
  const std::string_view id = choice.is_chosen() || record.configuration == nullptr
                                  ? choice.id()
                                  : record.configuration->tables().default_dispatcher;
  if (id.empty()) {
    return record.dispatcher;
  }
  if (record.configuration == nullptr) {
    return std::unexpected{
        SpawnError{.error = Error::not_found, .problem = ConfigProblem::unknown_dispatcher, .id = id}};
  }
  const auto made = record.configuration->find_dispatcher(id);
  if (!made.has_value()) {
    return std::unexpected{made.error()};
  }
  request.dispatcher = &(*made)->descriptor;
  return &(*made)->dispatcher;
}

}  // namespace

std::expected<Resolution, SpawnError> resolve(const Actor& parent, const ActorKind& kind,
                                              const SpawnOptions& options) noexcept {
  const SystemRecord& record = parent.record();
  const RuntimeConfig& config = record.configuration == nullptr ? no_config : record.configuration->tables();
  MailboxRequest request{.deploy = deployment_for(config, parent, options.name),
                         .wanted = options.mailbox,
                         .required = kind.required_queue | options.required_queue};
  if (kind.stashes) {
    request.required = request.required | DequeBased{};
  }
  const bool is_deployed = request.deploy != nullptr && request.deploy->dispatcher.is_chosen();
  const DispatcherChoice& choice = is_deployed ? request.deploy->dispatcher : options.dispatcher;
  request.is_dispatcher_named = choice.is_chosen();
  const auto dispatcher = find_dispatcher(record, choice, request);
  if (!dispatcher.has_value()) {
    return std::unexpected{dispatcher.error()};
  }
  const auto mailbox = Mailboxes{config, record.dispatcher->settings().mailbox}.resolve(request);
  if (!mailbox.has_value()) {
    return std::unexpected{mailbox.error()};
  }
  return Resolution{*dispatcher, *mailbox};
}

}  // namespace sluice::inline SLUICE_ABI
