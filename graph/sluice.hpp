// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The hosted API in one include. It brings no third-party header, and it must not bring <functional> or <memory>.
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice/actors/props.hpp>
