// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <sluice/actors/life/actor.hpp>
#include <sluice/actors/middleware/outbound_mark.hpp>
#include <sluice/actors/middleware/passage.hpp>
#include <sluice/actors/middleware/shell.hpp>
#include <sluice/actors/system/system_record.hpp>
#include <sluice/actors/system/text.hpp>
#include <utility>

namespace sluice::inline SLUICE_ABI {
namespace {

/// The call of an actor with middleware that goes on in this thread; null outside of all.
constinit SLUICE_THREAD_LOCAL Passage* current_passage = nullptr;

/// What the actor's own code sends is looked at, until this dies.
class MarkedSending {
public:
  MarkedSending() noexcept : before_{std::exchange(outbound_mark, UINTPTR_MAX)} {}
  ~MarkedSending() { outbound_mark = before_; }
  MarkedSending(const MarkedSending&) = delete;
  MarkedSending& operator=(const MarkedSending&) = delete;

private:
  std::uintptr_t before_;
};

}  // namespace

Passage::Passage(MiddlewareShell& shell, Of of) noexcept
    : shell_{shell}, before_{std::exchange(current_passage, this)}, is_open_{of == Of::others} {
  shell_.now_ = this;
}

Passage::~Passage() {
  if (has_failed_) {
    const MarkedSending marked;  // perhaps it starts anew; what fails then is not told again, and kept from going out
    shell_.actor_.fail_by_middleware(cause_, error_, has_thrown_);
  }
  shell_.now_ = nullptr;
  current_passage = before_;
}

Actor& Passage::actor() const noexcept { return shell_.actor_; }

std::uint32_t Passage::links() const noexcept {
  return (shell_.of_system_ == nullptr ? 0 : shell_.of_system_->size()) +
         (shell_.own_ == nullptr ? 0 : shell_.own_->size());
}

MiddlewareLink& Passage::link(std::uint32_t index) const noexcept {
  const std::uint32_t of_system = shell_.of_system_ == nullptr ? 0 : shell_.of_system_->size();
  return index < of_system ? (*shell_.of_system_)[index] : (*shell_.own_)[index - of_system];
}

bool Passage::takes_unqueued(const Actor& actor) const noexcept { return is_open_ && &actor == &shell_.actor_; }

void Passage::receive(engine::Envelope& envelope, bool is_queued) noexcept {
  const bool was_open = std::exchange(is_open_, false);
  const UnmarkedSending unmarked;
  Inbound inbound{*this, envelope, is_queued};
  const bool had_failed = has_failed_;
  inbound.next();
  is_open_ = was_open;  // several may come in one call: what was put off while the actor could not handle it
  if (!inbound.has_passed() && !inbound.is_consumed_) {
    lose(envelope, is_queued, has_failed_ && !had_failed);
  }
}

/// What did not come by the mailbox ends before this does: nobody may look at it then.
void Passage::lose(engine::Envelope& envelope, bool is_queued, bool by_failure) noexcept {
  if (by_failure && is_queued) {
    cause_ = &envelope;
    return;
  }
  const DeadLetterReason reason = by_failure ? DeadLetterReason::handler_failed : DeadLetterReason::filtered;
  shell_.actor_.record().dead_letter({envelope, reason, shell_.actor_.address()});
}

void Passage::hand_over(engine::Envelope& envelope, bool is_queued) noexcept {
  const MarkedSending marked;
  if (is_queued) {
    shell_.occupant().handle(envelope);
  } else {
    shell_.actor_.receive_again(envelope);
  }
}

bool Passage::let_out(engine::Envelope& envelope, engine::Address target) noexcept {
  const UnmarkedSending unmarked;  // of what links send themselves nobody is asked
  Outbound outbound{*this, envelope, target};
  outbound.next();
  return outbound.has_passed();
}

void Passage::hear(const engine::BackpressureHint& hint) noexcept {
  const UnmarkedSending unmarked;
  Backpressure{*this, hint}.next();
}

void Passage::hand_over(const engine::BackpressureHint& hint) noexcept { shell_.occupant().on_backpressure(hint); }

/// The first one counts.
void Passage::note_failure(const ActorError& error) noexcept {
  if (!has_failed_) {
    has_failed_ = true;
    error_ = error;
  }
}

void Passage::note_thrown(const char* text) noexcept {
  if (has_failed_) {
    return;
  }
  TextWriter writer{text_, sizeof text_ - 1};
  writer.append(text);
  text_[writer.text().size()] = '\0';
  has_thrown_ = true;
  note_failure(ActorError::fatal(text_));
}

bool may_go_out(engine::Envelope& envelope, engine::Address target) noexcept {
  return outbound_mark == 0 || current_passage == nullptr || current_passage->let_out(envelope, target);
}

bool receive_by_middleware(Actor& actor, engine::Envelope& envelope) noexcept {
  const bool is_asked = current_passage != nullptr && current_passage->takes_unqueued(actor);
  if (is_asked) {
    current_passage->receive(envelope, false);
  }
  return is_asked;
}

void Passage::call_system(engine::SystemNode& message) noexcept {
  const MarkedSending marked;
  shell_.occupant().handle_system(message);
}

void Passage::call_resumed() noexcept {
  const MarkedSending marked;
  shell_.occupant().resume_handler();
}

}  // namespace sluice::inline SLUICE_ABI
