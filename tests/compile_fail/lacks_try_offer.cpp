// SPDX-License-Identifier: BSL-1.0
// expect: the queue backend lacks try_offer, which every mailbox needs
#include "backend.hpp"

namespace sluice::mailbox {

struct Lacking : Whole {
  using Whole::Whole;
  void try_offer() = delete;
};

template class QueueMailboxCore<Message, Lacking>;

}  // namespace sluice::mailbox
