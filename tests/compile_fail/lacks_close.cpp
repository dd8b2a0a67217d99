// SPDX-License-Identifier: BSL-1.0
// expect: the queue backend lacks close, which ends a mailbox without losing messages
#include "backend.hpp"

namespace sluice::mailbox {

struct Lacking : Whole {
  using Whole::Whole;
  void close() = delete;
};

template class QueueMailboxCore<Message, Lacking>;

}  // namespace sluice::mailbox
