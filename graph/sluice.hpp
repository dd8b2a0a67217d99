// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The hosted API in one include. It brings no third-party header, and it must not bring <functional> or <memory>.
#include <sluice/actors/actor_context.hpp>
#include <sluice/actors/actor_ref.hpp>
#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/behaviors.hpp>
#include <sluice/actors/config/mailbox_builder.hpp>
#include <sluice/actors/config/pekko.hpp>
#include <sluice/actors/events/actor_events.hpp>
#include <sluice/actors/events/buffer/buffered_subscription.hpp>
#include <sluice/actors/events/event_reports.hpp>
#include <sluice/actors/events/event_stream.hpp>
#include <sluice/actors/events/executor_events.hpp>
#include <sluice/actors/events/mailbox_events.hpp>
#include <sluice/actors/middleware/middleware.hpp>
#include <sluice/actors/props.hpp>
#include <sluice/actors/supervision/recover_exceptions.hpp>
#include <sluice/actors/telemetry/samples.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <sluice/graph/schedule/blocking.hpp>
