// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <sluice/config.hpp>
#include <sluice/engine/executor.hpp>
#include <sluice/engine/mailbox_look.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI {

/// One actor at a moment; see `ActorSystem::visit_actors`.
struct ActorLook {
  std::string_view path;  ///< only during the visit
  const char* kind;
  engine::MailboxLook mailbox;
  const engine::Runnable* runnable;  ///< tells it from others: see `WorkerLook`
  bool is_caller = false;            ///< its handler is the one that asks
};

/// Is shown the actors of a system. Called under locks of the actors' parents: it takes note, and uses no actor.
class ActorVisitor {
public:
  virtual void visit(const ActorLook& actor) = 0;

protected:
  ~ActorVisitor() = default;
};

}  // namespace sluice::inline SLUICE_ABI
