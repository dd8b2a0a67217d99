// SPDX-License-Identifier: BSL-1.0
// expect: the queue backend lacks offer_blocking, which the Block policy needs
#include "backend.hpp"

namespace sluice::mailbox {

struct Lacking : Whole {
  using Whole::Whole;
  void offer_blocking() = delete;
};

template class QueueMailboxCore<Message, Lacking>;

}  // namespace sluice::mailbox
