// SPDX-License-Identifier: BSL-1.0
#include <sluice/profiling/metrics/prometheus.hpp>

#include <sluice/actors/actor_system.hpp>
#include <sluice/actors/telemetry/system_metrics.hpp>
#include <sluice/profiling/metrics/exposition.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace sluice::inline SLUICE_ABI {
namespace {

using prometheus::Exposition;
using prometheus::Labels;

/// What a dashboard calls them. A new one is called by its number until it has a name here.
constexpr std::array reasons{
    "stopped",         "replaced",       "dropped_newest", "dropped_oldest", "overflow",      "would_wait",
    "offer_timed_out", "offer_given_up", "shutdown",       "handler_failed", "type_mismatch", "unhandled",
    "late_answer",     "stash_overflow", "out_of_memory",  "suspended",      "filtered",
};

/// In the order of `Overflow`.
constexpr std::array<std::string_view, overflow_policies> policies{"drop_newest", "drop_oldest", "grow",
                                                                   "block",       "fail",        "dead_letter"};

std::string name_of_reason(std::size_t reason) {
  return reason < reasons.size() ? reasons[reason] : "reason_" + std::to_string(reason);
}

/// All series of one figure.
template <class Metrics>
struct Family {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  void (*write)(Exposition& to, Labels labels, const Metrics& metrics);
};

template <auto Member, class Metrics>
void write_value(Exposition& to, Labels labels, const Metrics& metrics) {
  to.value(labels, metrics.*Member);
}

template <auto Member>
void write_histogram(Exposition& to, Labels labels, const MailboxMetrics& metrics) {
  to.histogram(labels, metrics.*Member);
}

using Kind = MailboxMetrics;
constexpr std::array mailbox_families{
    Family<Kind>{"sluice_mailbox_actors", "gauge", "Actors of the kind that are measured now.",
                 &write_value<&Kind::actors>},
    Family<Kind>{"sluice_mailbox_arrived_total", "counter", "Messages that were told them.",
                 &write_value<&Kind::arrived>},
    Family<Kind>{"sluice_mailbox_handled_total", "counter", "Messages that they handled.",
                 &write_value<&Kind::handled>},
    Family<Kind>{"sluice_mailbox_depth", "gauge", "Messages that wait now, in all mailboxes of the kind.",
                 &write_value<&Kind::depth>},
    Family<Kind>{"sluice_mailbox_deepest", "gauge", "The most messages that ever waited in one mailbox.",
                 &write_value<&Kind::deepest>},
    Family<Kind>{"sluice_mailbox_residence_seconds", "histogram", "From the tell to the handler.",
                 &write_histogram<&Kind::residence>},
    Family<Kind>{"sluice_mailbox_handling_seconds", "histogram", "How long handlers took.",
                 &write_histogram<&Kind::handling>},
    Family<Kind>{"sluice_mailbox_stashed", "gauge", "Messages in stashes now.", &write_value<&Kind::stashed>},
    Family<Kind>{"sluice_mailbox_largest_stash", "gauge", "The most messages that one stash ever had.",
                 &write_value<&Kind::largest_stash>},
    Family<Kind>{"sluice_mailbox_suspended", "gauge", "Actors that are suspended now.", &write_value<&Kind::suspended>},
    Family<Kind>{"sluice_mailbox_suspensions_total", "counter", "Suspensions that are over.",
                 &write_value<&Kind::suspensions>},
    Family<Kind>{"sluice_mailbox_suspended_seconds_total", "counter", "How long they were.",
                 &write_value<&Kind::suspended_time>},
    Family<Kind>{"sluice_mailbox_awaited_seconds_total", "counter", "How long handlers waited for something.",
                 &write_value<&Kind::awaited_time>},
    Family<Kind>{"sluice_mailbox_pressure_total", "counter", "Crossings of the high-water mark.",
                 &write_value<&Kind::pressure>},
    Family<Kind>{"sluice_mailbox_alerts_total", "counter", "Thresholds of telemetry that were crossed.",
                 &write_value<&Kind::alerts>},
};

using Load = DispatcherMetrics;
constexpr std::array dispatcher_families{
    Family<Load>{"sluice_dispatcher_inhabitants", "gauge", "Actors that are measured now.",
                 &write_value<&Load::inhabitants>},
    Family<Load>{"sluice_dispatcher_slices_total", "counter", "Slices of measured actors.",
                 &write_value<&Load::slices>},
    Family<Load>{"sluice_dispatcher_messages_total", "counter", "Messages of these slices.",
                 &write_value<&Load::messages>},
    Family<Load>{"sluice_dispatcher_largest_slice", "gauge", "The most messages that one slice had.",
                 &write_value<&Load::largest_slice>},
    Family<Load>{"sluice_dispatcher_deadline_cuts_total", "counter", "Slices that the deadline ended.",
                 &write_value<&Load::deadline_cuts>},
    Family<Load>{"sluice_dispatcher_rejections_total", "counter", "Mailboxes that the executor began to refuse.",
                 &write_value<&Load::rejections>},
};

std::vector<MailboxMetrics> kinds_of(const SystemMetrics& metrics) {
  std::vector<MailboxMetrics> kinds;
  metrics.each_mailbox([&](const MailboxMetrics& each) { kinds.push_back(each); });
  std::ranges::sort(kinds, {}, [](const MailboxMetrics& each) { return std::string_view{each.kind}; });
  return kinds;
}

std::vector<DispatcherMetrics> dispatchers_of(const SystemMetrics& metrics) {
  std::vector<DispatcherMetrics> dispatchers;
  metrics.each_dispatcher([&](const DispatcherMetrics& each) { dispatchers.push_back(each); });
  return dispatchers;
}

void write_mailboxes(Exposition& to, const std::vector<MailboxMetrics>& kinds) {
  for (const Family<Kind>& family : mailbox_families) {
    to.family(family.name, family.type, family.help);
    for (const MailboxMetrics& each : kinds) {
      family.write(to, {{"kind", each.kind}}, each);
    }
  }
  to.family("sluice_mailbox_lost_total", "counter", "Dead letters of messages to them, by reason.");
  for (const MailboxMetrics& each : kinds) {
    for (std::size_t reason = 0; reason < each.lost.size(); ++reason) {
      if (each.lost[reason] != 0) {  // most never are
        to.value({{"kind", each.kind}, {"reason", name_of_reason(reason)}}, each.lost[reason]);
      }
    }
  }
}

void write_dispatchers(Exposition& to, const std::vector<DispatcherMetrics>& dispatchers) {
  for (const Family<Load>& family : dispatcher_families) {
    to.family(family.name, family.type, family.help);
    for (const DispatcherMetrics& each : dispatchers) {
      family.write(to, {{"dispatcher", each.name}}, each);
    }
  }
}

void write_single(Exposition& to, std::string_view name, std::string_view help, std::uint64_t value) {
  to.family(name, "counter", help);
  to.value({}, value);
}

void write_supervision(Exposition& to, const SupervisionCounters& supervision) {
  write_single(to, "sluice_supervision_failures_total", "Handlers that failed.", supervision.failures());
  write_single(to, "sluice_supervision_throws_total", "Of these: exceptions.", supervision.throws());
  to.family("sluice_supervision_decisions_total", "counter", "What became of those that failed.");
  to.value({{"directive", "escalate"}}, supervision.escalations());
  to.value({{"directive", "restart"}}, supervision.restarts());
  to.value({{"directive", "resume"}}, supervision.resumes());
  to.value({{"directive", "stop"}}, supervision.stops());
  write_single(to, "sluice_supervision_dropped_total", "Messages that failed and were dropped.", supervision.dropped());
  write_single(to, "sluice_supervision_retried_total", "Messages that failed and were handled again.",
               supervision.retried());
}

void write_event_metrics(Exposition& to, const EventMetrics& events) {
  write_single(to, "sluice_events_taken_total", "Events that were taken out of buffers.", events.taken);
  to.family("sluice_events_delay_seconds_total", "counter", "How long these waited, from their publication.");
  to.value({}, events.delay_sum);
  to.family("sluice_events_longest_delay_seconds", "gauge", "The longest that one of them waited.");
  to.value({}, events.longest_delay);
}

void write_events(Exposition& to, const EventCounters& events) {
  write_single(to, "sluice_events_published_total", "Events that had a subscriber.", events.published);
  write_single(to, "sluice_events_delivered_total", "Deliveries of events.", events.delivered);
  write_single(to, "sluice_events_subscribed_total", "Subscriptions that began.", events.subscribed);
  write_single(to, "sluice_events_unsubscribed_total", "Subscriptions that ended.", events.unsubscribed);
  write_single(to, "sluice_events_abandoned_total", "Events in buffers whose subscription ended.", events.abandoned);
  write_single(to, "sluice_events_failures_total", "Failures of callbacks.", events.failures);
  to.family("sluice_events_lost_total", "counter", "Events that full buffers did not keep, by their policy.");
  for (std::size_t policy = 0; policy < events.lost.size(); ++policy) {
    to.value({{"policy", policies[policy]}}, events.lost[policy]);
  }
}

}  // namespace

void write_prometheus(const ActorSystem& system, std::string& text) {
  const SystemMetrics metrics = system.metrics();
  Exposition to{text};
  if (const std::vector<MailboxMetrics> kinds = kinds_of(metrics); !kinds.empty()) {
    write_mailboxes(to, kinds);
    write_dispatchers(to, dispatchers_of(metrics));
  }
  to.family("sluice_dead_letters_total", "counter", "Messages that nobody handled, by reason.");
  for (std::size_t reason = 0; reason < engine::dead_letter_reasons; ++reason) {
    to.value({{"reason", name_of_reason(reason)}}, metrics.dead_letters(static_cast<DeadLetterReason>(reason)));
  }
  write_single(to, "sluice_type_mismatches_total", "Messages that their actor does not handle.", metrics.mismatches());
  write_supervision(to, metrics.supervision());
  write_events(to, metrics.events());
  write_event_metrics(to, metrics.event_metrics());
}

std::string write_prometheus(const ActorSystem& system) {
  std::string text;
  write_prometheus(system, text);
  return text;
}

}  // namespace sluice::inline SLUICE_ABI
