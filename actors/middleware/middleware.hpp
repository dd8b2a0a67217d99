// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <sluice/actors/messages/attempt.hpp>
#include <sluice/actors/messages/outcome_types.hpp>
#include <sluice/actors/middleware/chain.hpp>
#include <sluice/actors/middleware/passage.hpp>
#include <sluice/actors/middleware/passing.hpp>
#include <sluice/config.hpp>
#include <type_traits>
#include <utility>

namespace sluice::inline SLUICE_ABI {

template <class M>
concept SeesInbound = requires(M& own, Inbound& message) { own.inbound(message); };
template <class M>
concept SeesOutbound = requires(M& own, Outbound& message) { own.outbound(message); };
template <class M>
concept SeesBackpressure = requires(M& own, Backpressure& hint) { own.backpressure(hint); };

/// A link made of an object of class `M`, which has any of `inbound(Inbound&)`, `outbound(Outbound&)` and
/// `backpressure(Backpressure&)`; what it has not, passes. They return nothing or an `ActorResult<>`; what they fail with
/// or throw is a failure of the actor.
///
/// Order: messages come by the system's links and then the actor's, each chain from its first to its last; hints the same;
/// what is sent goes the other way round.
///
/// Thread safety: called by the runners of the actors whose chain it is in. If those are several, or it is the system's, it
/// is called by several threads at once.
///
///     struct Counting {
///       int seen = 0;
///       void inbound(Inbound& message) { ++seen; message.next(); }
///     };
///     Middleware<Counting> counting;
template <class M>
  requires SeesInbound<M> || SeesOutbound<M> || SeesBackpressure<M>
class Middleware final : public MiddlewareLink {
public:
  template <class... Arguments>
  explicit Middleware(Arguments&&... arguments) : own_{std::forward<Arguments>(arguments)...} {}

  [[nodiscard]] M& operator*() noexcept { return own_; }
  [[nodiscard]] M* operator->() noexcept { return &own_; }

private:
  void inbound(Inbound& message) noexcept override {
    if constexpr (SeesInbound<M>) {
      call(message.passage(), [&]() -> decltype(auto) { return own_.inbound(message); });
    } else {
      message.next();
    }
  }
  void outbound(Outbound& message) noexcept override {
    if constexpr (SeesOutbound<M>) {
      call(message.passage(), [&]() -> decltype(auto) { return own_.outbound(message); });
    } else {
      message.next();
    }
  }
  void backpressure(Backpressure& hint) noexcept override {
    if constexpr (SeesBackpressure<M>) {
      call(hint.passage(), [&]() -> decltype(auto) { return own_.backpressure(hint); });
    } else {
      hint.next();
    }
  }

  template <class Code>
  static void heed(Passage& passage, Code& code) {
    if constexpr (std::is_void_v<std::invoke_result_t<Code&>>) {
      code();
    } else {
      const auto result = code();
      static_assert(is_actor_result<std::remove_cvref_t<decltype(result)>>, "a link returns nothing or an ActorResult");
      if (!result.has_value()) {
        passage.note_failure(result.error());
      }
    }
  }

  template <class Code>
  static void call(Passage& passage, Code code) noexcept {
    attempt([&] { heed(passage, code); }, [&](const char* text) noexcept { passage.note_thrown(text); });
  }

  M own_;
};

}  // namespace sluice::inline SLUICE_ABI
