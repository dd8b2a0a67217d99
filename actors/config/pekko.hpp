// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <expected>
#include <sluice/actors/config/descriptors.hpp>
#include <sluice/config.hpp>
#include <span>
#include <string_view>

/// Pekko's compatibility mode: what a section of its configuration says, as descriptors of ours.
///
/// | key | means here |
/// |---|---|
/// | `throughput` | the same; 0 and less mean 1, as Pekko does it (not as it says); 5 if not given |
/// | `throughput-deadline-time` | the same; less than a millisecond means none, as there |
/// | `mailbox-type` | one of Pekko's classes, which this section describes; or the id of a mailbox |
/// | `mailbox-capacity` | of the bounded classes: 1000 if not given; at least 1 |
/// | `mailbox-push-timeout-time` | `Overflow::block` and its timeout, 10 s if not given; of 0 `Overflow::dead_letter`; negative: for ever |
/// | `mailbox-requirement` | one of Pekko's semantics; empty: none |
/// | `stash-capacity` | the same; -1, or not given: no limit |
///
/// Where Pekko blocks a thread, our senders wait by `offer`; what is told to a full mailbox becomes a dead letter at once.
/// Classes that are aware of control messages or have several consumers are not known here.
namespace sluice::inline SLUICE_ABI {

/// One line of a section. The texts live as long as what is made of them.
struct PekkoSetting {
  std::string_view key;
  std::string_view value;
};

/// A line that cannot be understood.
struct PekkoError {
  enum class Reason : std::uint8_t { unknown_key, no_number, no_duration, out_of_range, unknown_class };

  Reason reason;
  std::string_view key;
  std::string_view value;
};

[[nodiscard]] constexpr std::string_view describe(const PekkoError& error) noexcept {
  switch (error.reason) {
    case PekkoError::Reason::unknown_key: return "no such key is known";
    case PekkoError::Reason::no_number: return "the value is not a whole number";
    case PekkoError::Reason::no_duration: return "the value is not a time such as 100ms or 5 s";
    case PekkoError::Reason::out_of_range: return "the value is outside its allowed range";
    case PekkoError::Reason::unknown_class: return "there is no mailbox of this class here";
  }
  return "for an unknown reason";
}

/// A section, read as that of a dispatcher. If its `mailbox-type` is one of Pekko's classes, the mailbox is that which the
/// same section describes, under the same id.
[[nodiscard]] std::expected<DispatcherDescriptor, PekkoError> dispatcher_from_pekko(
    std::string_view id, std::span<const PekkoSetting> lines) noexcept;

/// A section, read as that of a mailbox: an unbounded one if it has no `mailbox-type`.
[[nodiscard]] std::expected<MailboxDescriptor, PekkoError> mailbox_from_pekko(
    std::string_view id, std::span<const PekkoSetting> lines) noexcept;

}  // namespace sluice::inline SLUICE_ABI
