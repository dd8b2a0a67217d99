// SPDX-License-Identifier: BSL-1.0
// expect: success
#include "backend.hpp"

namespace sluice::mailbox {

struct Derived : Whole {
  using Whole::Whole;
};
struct DerivedDeque : WholeDeque {
  using WholeDeque::WholeDeque;
};

template class QueueMailboxCore<Message, Derived>;
template class StashOf<DerivedDeque>;

}  // namespace sluice::mailbox
