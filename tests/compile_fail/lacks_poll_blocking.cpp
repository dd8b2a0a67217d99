// SPDX-License-Identifier: BSL-1.0
// expect: the queue backend lacks poll_blocking, which a waiting consumer needs
#include "backend.hpp"

namespace sluice::mailbox {

struct Lacking : Whole {
  using Whole::Whole;
  void poll_blocking() = delete;
};

template class QueueMailboxCore<Message, Lacking>;

}  // namespace sluice::mailbox
