// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expected>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/spawn_options.hpp>
#include <string>

#include "records.hpp"

namespace sluice::actor_model {

class ActorModel;

using SpawnedLetterBox = std::expected<ActorRef<Letter>, SpawnError>;

/// Lives as long as its actor does, in copies.
class Token {
public:
  Token(ActorModel& model, std::uint32_t actor);
  Token(const Token& other) : Token{*other.model_, other.actor_} {}
  Token& operator=(const Token&) = delete;
  ~Token();

  [[nodiscard]] ActorModel& model() const noexcept { return *model_; }
  [[nodiscard]] std::uint32_t actor() const noexcept { return actor_; }

private:
  ActorModel* model_;
  std::uint32_t actor_;
};

/// What a handler can do through its context, of whatever type that is.
class Within {
public:
  virtual void stop() = 0;
  virtual Result<> stop_other(const ActorRef<Letter>& other) = 0;
  virtual Result<> watch(const ActorRef<Letter>& other) = 0;
  virtual Result<> watch_with(const ActorRef<Letter>& other, Letter letter) = 0;
  virtual void unwatch(const ActorRef<Letter>& other) = 0;
  virtual Result<> ask(const ActorRef<Letter>& other, Letter letter, Duration timeout, std::uint32_t ask) = 0;
  /// With itself as the sender.
  virtual Result<> request(const ActorRef<Letter>& other, Letter letter) = 0;
  virtual void reply(Answer answer) = 0;
  virtual Result<> stash(Letter letter) = 0;
  virtual void unstash_all() = 0;
  /// Makes letters of what is foreign.
  virtual bool adapt(const Token& token) = 0;
  [[nodiscard]] virtual std::string path() = 0;
  [[nodiscard]] virtual SpawnedLetterBox spawn(const Token& token, Kind kind, const SpawnOptions& options) = 0;

protected:
  ~Within() = default;
};

}  // namespace sluice::actor_model
