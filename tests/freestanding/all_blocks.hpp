// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <new>
#include <sluice/engine/memory.hpp>

namespace sluice::engine {

/// Takes every block there is, and gives all of them back at the end.
class AllBlocks {
public:
  AllBlocks() noexcept {
    while (void* const block = memory::allocate(sizeof(Link))) {
      first_ = ::new (block) Link{first_};
      ++count;
    }
  }
  ~AllBlocks() {
    while (first_ != nullptr) {
      give_one_back();
    }
  }
  void give_one_back() noexcept {
    Link* const link = first_;
    first_ = link->next;
    memory::release(link, sizeof(Link));
  }

  int count = 0;

private:
  struct Link {
    Link* next;
  };
  Link* first_ = nullptr;
};

}  // namespace sluice::engine
