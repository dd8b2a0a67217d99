// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Everything a mailbox is made of, in `sluice::mailbox`: consumers, factories, options, producers, signals, kinds. What
/// travels through them is in `sluice::mailbox::messages`.
#include <sluice/engine/mailbox/abstract_mailbox.hpp>
#include <sluice/engine/mailbox/concepts.hpp>
#include <sluice/engine/mailbox/create_mailbox.hpp>
#include <sluice/engine/mailbox/enqueue_outcome.hpp>
#include <sluice/engine/mailbox/kinds.hpp>
#include <sluice/engine/mailbox/messages/priority_envelope.hpp>
#include <sluice/engine/mailbox/options.hpp>
#include <sluice/engine/mailbox/queue_backend.hpp>
#include <sluice/engine/mailbox/queue_mailbox.hpp>
#include <sluice/engine/mailbox/queue_mailbox_core.hpp>
#include <sluice/engine/mailbox/signal.hpp>
#include <sluice/engine/mailbox/stash.hpp>
#include <sluice/engine/mailbox/timed.hpp>
