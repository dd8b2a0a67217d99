// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <limits>
#include <optional>
#include <sluice/actors/config/pekko.hpp>

namespace sluice::inline SLUICE_ABI {
namespace {

using Reason = PekkoError::Reason;

/// Everything that a section may say.
struct Section {
  std::int64_t throughput = 5;
  Duration deadline{};
  std::string_view mailbox_type;
  std::int64_t capacity = 1000;
  Duration push_timeout = std::chrono::seconds{10};
  std::string_view requirement;
  std::int64_t stash_capacity = -1;
};

/// One of Pekko's names, without its package, and what it stands for.
template <class Meaning>
struct Named {
  std::string_view name;
  Meaning meaning;
};

struct MailboxClass {
  engine::QueueKind kind;
  bool is_bounded;
  bool waits;  ///< its senders do, when it is full
};

constexpr Named<MailboxClass> mailbox_classes[] = {
    {"UnboundedMailbox", {engine::QueueKind::unbounded, false, false}},
    {"SingleConsumerOnlyUnboundedMailbox", {engine::QueueKind::unbounded, false, false}},
    {"BoundedMailbox", {engine::QueueKind::bounded, true, true}},
    {"NonBlockingBoundedMailbox", {engine::QueueKind::bounded, true, false}},
    {"UnboundedDequeBasedMailbox", {engine::QueueKind::deque, false, false}},
    {"BoundedDequeBasedMailbox", {engine::QueueKind::deque, true, true}},
    {"UnboundedPriorityMailbox", {engine::QueueKind::priority, false, false}},
    {"UnboundedStablePriorityMailbox", {engine::QueueKind::priority, false, false}},
    {"BoundedPriorityMailbox", {engine::QueueKind::priority, true, true}},
    {"BoundedStablePriorityMailbox", {engine::QueueKind::priority, true, true}},
};

constexpr Named<QueueSemantics> semantics[] = {
    {"UnboundedMessageQueueSemantics", UnboundedBased{}},
    {"BoundedMessageQueueSemantics", BoundedBased{}},
    {"DequeBasedMessageQueueSemantics", DequeBased{}},
    {"UnboundedDequeBasedMessageQueueSemantics", UnboundedDequeBased{}},
    {"BoundedDequeBasedMessageQueueSemantics", BoundedDequeBased{}},
};

constexpr Named<Duration> units[] = {
    {"", std::chrono::milliseconds{1}},
    {"ns", std::chrono::nanoseconds{1}},
    {"nanos", std::chrono::nanoseconds{1}},
    {"nanoseconds", std::chrono::nanoseconds{1}},
    {"us", std::chrono::microseconds{1}},
    {"micros", std::chrono::microseconds{1}},
    {"ms", std::chrono::milliseconds{1}},
    {"millis", std::chrono::milliseconds{1}},
    {"milliseconds", std::chrono::milliseconds{1}},
    {"s", std::chrono::seconds{1}},
    {"second", std::chrono::seconds{1}},
    {"seconds", std::chrono::seconds{1}},
    {"m", std::chrono::minutes{1}},
    {"minute", std::chrono::minutes{1}},
    {"minutes", std::chrono::minutes{1}},
    {"h", std::chrono::hours{1}},
    {"hours", std::chrono::hours{1}},
    {"d", std::chrono::days{1}},
    {"days", std::chrono::days{1}},
};

/// Of "org.apache.pekko.dispatch.BoundedMailbox", the end.
std::string_view without_package(std::string_view name) noexcept {
  std::size_t begin = name.size();
  while (begin > 0 && name[begin - 1] != '.') {
    --begin;
  }
  name.remove_prefix(begin);
  return name;
}

template <class Meaning, std::size_t Count>
const Meaning* find(const Named<Meaning> (&names)[Count], std::string_view name) noexcept {
  for (const Named<Meaning>& each : names) {
    if (each.name == name) {
      return &each.meaning;
    }
  }
  return nullptr;
}

/// The number that `text` begins with, and removes it.
std::optional<std::int64_t> take_number(std::string_view& text) noexcept {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const bool is_negative = text.starts_with('-');
  text.remove_prefix(is_negative ? 1 : 0);
  std::int64_t number = 0;
  bool has_digits = false;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    const std::int64_t digit = text.front() - '0';
    if (number > (most - digit) / 10) {
      return std::nullopt;
    }
    number = number * 10 + digit;
    has_digits = true;
    text.remove_prefix(1);
  }
  return has_digits ? std::optional{is_negative ? -number : number} : std::nullopt;
}

std::optional<std::int64_t> number_in(std::string_view text) noexcept {
  const std::optional<std::int64_t> number = take_number(text);
  return text.empty() ? number : std::nullopt;
}

/// As in "100ms" and "5 s"; a bare number means milliseconds.
std::optional<Duration> duration_in(std::string_view text) noexcept {
  const std::optional<std::int64_t> number = take_number(text);
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  const Duration* const unit = find(units, text);
  if (!number.has_value() || unit == nullptr) {
    return std::nullopt;
  }
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / unit->count();
  return *number > most || *number < -most ? std::nullopt : std::optional{*number * *unit};
}

/// Takes what `parse` makes of the value, which is to be there; `wrong` is the reason otherwise.
template <class Value, class Parse>
std::optional<Reason> set(Value& value, std::string_view text, Parse parse, Reason wrong) noexcept {
  const std::optional<Value> parsed = parse(text);
  value = parsed.value_or(value);
  return parsed.has_value() ? std::nullopt : std::optional{wrong};
}

/// What is wrong with the line, if anything.
std::optional<Reason> read(Section& section, const PekkoSetting& line) noexcept {
  if (line.key == "throughput") {
    return set(section.throughput, line.value, number_in, Reason::no_number);
  }
  if (line.key == "throughput-deadline-time") {
    return set(section.deadline, line.value, duration_in, Reason::no_duration);
  }
  if (line.key == "mailbox-capacity") {
    const auto wrong = set(section.capacity, line.value, number_in, Reason::no_number);
    const bool is_outside = section.capacity < 1 || section.capacity >= engine::no_limit;
    return wrong.has_value() || !is_outside ? wrong : std::optional{Reason::out_of_range};
  }
  if (line.key == "mailbox-push-timeout-time") {
    return set(section.push_timeout, line.value, duration_in, Reason::no_duration);
  }
  if (line.key == "stash-capacity") {
    const auto wrong = set(section.stash_capacity, line.value, number_in, Reason::no_number);
    const bool is_outside = section.stash_capacity == 0 || section.stash_capacity >= engine::no_limit;
    return wrong.has_value() || !is_outside ? wrong : std::optional{Reason::out_of_range};
  }
  if (line.key == "mailbox-type") {
    section.mailbox_type = line.value;
    return std::nullopt;
  }
  if (line.key == "mailbox-requirement") {
    section.requirement = line.value;
    const bool is_known = line.value.empty() || find(semantics, without_package(line.value)) != nullptr;
    return is_known ? std::nullopt : std::optional{Reason::unknown_class};
  }
  return Reason::unknown_key;
}

std::expected<Section, PekkoError> read_all(std::span<const PekkoSetting> lines) noexcept {
  Section section;
  for (const PekkoSetting& line : lines) {
    if (const std::optional<Reason> wrong = read(section, line); wrong.has_value()) {
      return std::unexpected{PekkoError{*wrong, line.key, line.value}};
    }
  }
  return section;
}

std::uint32_t stash_capacity_of(const Section& section) noexcept {
  return section.stash_capacity < 0 ? 0 : static_cast<std::uint32_t>(section.stash_capacity);
}

std::int32_t throughput_of(const Section& section) noexcept {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (section.throughput < 1) {
    return 1;
  }
  return static_cast<std::int32_t>(section.throughput < most ? section.throughput : most);
}

}  // namespace

std::expected<DispatcherDescriptor, PekkoError> dispatcher_from_pekko(std::string_view id,
                                                                      std::span<const PekkoSetting> lines) noexcept {
  const auto section = read_all(lines);
  if (!section.has_value()) {
    return std::unexpected{section.error()};
  }
  DispatcherDescriptor made{.id = id, .throughput = throughput_of(*section)};
  if (section->deadline >= std::chrono::milliseconds{1}) {
    made.throughput_deadline = section->deadline;
  }
  const bool is_own = find(mailbox_classes, without_package(section->mailbox_type)) != nullptr;
  made.mailbox_type = is_own ? id : section->mailbox_type;
  if (!section->requirement.empty()) {
    made.mailbox_requirement = *find(semantics, without_package(section->requirement));
  }
  made.stash_capacity = stash_capacity_of(*section);
  return made;
}

std::expected<MailboxDescriptor, PekkoError> mailbox_from_pekko(std::string_view id,
                                                                std::span<const PekkoSetting> lines) noexcept {
  const auto section = read_all(lines);
  if (!section.has_value()) {
    return std::unexpected{section.error()};
  }
  const bool has_type = !section->mailbox_type.empty();
  const MailboxClass* const type =
      find(mailbox_classes, has_type ? without_package(section->mailbox_type) : "UnboundedMailbox");
  if (type == nullptr) {
    return std::unexpected{PekkoError{Reason::unknown_class, "mailbox-type", section->mailbox_type}};
  }
  engine::MailboxSettings settings{.kind = type->kind};
  if (type->is_bounded) {
    settings.capacity = static_cast<std::uint32_t>(section->capacity);
    const bool waits = type->waits && section->push_timeout != Duration{};
    settings.overflow = waits ? Overflow::block : Overflow::dead_letter;
    settings.push_timeout = waits ? section->push_timeout : Duration{};
  }
  return MailboxDescriptor{.id = id, .mailbox = MailboxChoice{settings}, .stash_capacity = stash_capacity_of(*section)};
}

}  // namespace sluice::inline SLUICE_ABI
