// SPDX-License-Identifier: BSL-1.0
// expect: the queue backend lacks put_back, which a stash needs: a deque has it
#include "backend.hpp"

namespace sluice::mailbox {

struct Lacking : WholeDeque {
  using WholeDeque::WholeDeque;
  void put_back() = delete;
};

template class StashOf<Lacking>;

}  // namespace sluice::mailbox
