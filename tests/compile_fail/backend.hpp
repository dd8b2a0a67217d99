// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sluice/engine/mailboxes.hpp>

namespace sluice::mailbox {

struct Message {};

/// Backends that can do everything that a mailbox and a stash need. Each snippet takes one capability away.
using Whole = QueueBackend<Message, engine::AnyQueue>;
using WholeDeque = QueueBackend<Message, engine::DequeQueue>;

}  // namespace sluice::mailbox
