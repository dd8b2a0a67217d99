// SPDX-License-Identifier: BSL-1.0
// expect: success
#include <sluice/engine/dispatch/interrupt_sender.hpp>

template class sluice::engine::InterruptSender<sluice::Overflow::drop_newest>;
template class sluice::engine::InterruptSender<sluice::Overflow::drop_oldest>;
template class sluice::engine::InterruptSender<sluice::Overflow::dead_letter>;
template class sluice::engine::InterruptSender<sluice::Overflow::fail>;
