// SPDX-License-Identifier: BSL-1.0
// expect: the queue backend lacks try_poll, which every mailbox needs
#include "backend.hpp"

namespace sluice::mailbox {

struct Lacking : Whole {
  using Whole::Whole;
  void try_poll() = delete;
};

template class QueueMailboxCore<Message, Lacking>;

}  // namespace sluice::mailbox
