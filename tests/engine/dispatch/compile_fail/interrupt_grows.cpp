// SPDX-License-Identifier: BSL-1.0
// expect: an interrupt must not make a mailbox larger: use another policy than grow
#include <sluice/engine/dispatch/interrupt_sender.hpp>

template class sluice::engine::InterruptSender<sluice::Overflow::grow>;
