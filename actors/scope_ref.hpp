// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/system/scope.hpp>
#include <sluice/config.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {

/// Says on the console that a reference was used outside of its run.
void report_out_of_scope(const char* message_type) noexcept;

/// A reference that is valid only inside the `run` that made it (D16): afterwards every use is an error and a line on
/// the console, and no dead letter.
///
/// Thread safety: any thread, while the run lasts.
template <class T>
class ActorScopeRef {
public:
  /// Refers to nobody.
  constexpr ActorScopeRef() noexcept = default;
  ActorScopeRef(const ActorRef<T>& ref, const Scope& scope, std::uint32_t number) noexcept
      : ref_{ref}, scope_{&scope}, number_{number} {}

  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  Result<> tell(Given message) const noexcept {
    if (!is_valid()) {
      report_out_of_scope(engine::type_name<Message>.text);
      return std::unexpected{Error::out_of_scope};
    }
    return ref_.tell(static_cast<Message>(std::move(message)));
  }

  template <class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message> && Answers<T, Message>
  [[nodiscard]] RequestFuture<ReplyOf<T, Message>> ask(
      Given message, Duration timeout = {},
      std::source_location where = std::source_location::current()) const noexcept {
    return checked(engine::type_name<Message>.text).ask(std::move(message), timeout, where);
  }
  template <class Reply, class Given = T, class Message = MessageFor<T, Given>>
    requires Accepts<T, Message>
  [[nodiscard]] RequestFuture<Reply> request_future(
      Given message, Duration timeout = {},
      std::source_location where = std::source_location::current()) const noexcept {
    return checked(engine::type_name<Message>.text).template request_future<Reply>(std::move(message), timeout, where);
  }

  /// The reference to be used by actors, who live as long as the system does; nobody's outside of the run.
  [[nodiscard]] ActorRef<T> actor_ref() const noexcept { return is_valid() ? ref_ : ActorRef<T>{}; }
  [[nodiscard]] bool is_valid() const noexcept { return scope_ != nullptr && Scopes::is_current(*scope_, number_); }

private:
  [[nodiscard]] ActorRef<T> checked(const char* message_type) const noexcept {
    if (!is_valid()) {
      report_out_of_scope(message_type);
    }
    return actor_ref();
  }

  ActorRef<T> ref_;
  const Scope* scope_ = nullptr;
  std::uint32_t number_ = 0;
};

}  // namespace sluice::inline SLUICE_ABI
