// SPDX-License-Identifier: BSL-1.0
// expect: an interrupt cannot wait: use another overflow policy than block
#include <sluice/engine/dispatch/interrupt_sender.hpp>

template class sluice::engine::InterruptSender<sluice::Overflow::block>;
