// SPDX-License-Identifier: BSL-1.0
// The end of the record as text, for one who has nothing but the console: no allocation, no lock.
#include <sluice/engine/decimal.hpp>
#include <sluice/engine/platform.hpp>
#include <sluice/engine/trace.hpp>
#include <sluice/profiling/chrome/calibration.hpp>
#include <sluice/profiling/chrome/provider.hpp>
#include <string_view>

namespace sluice::inline SLUICE_ABI::recorder {
namespace {

constexpr std::uint32_t per_thread = 64;
constexpr std::uint32_t longest_chain = 16;

using engine::Decimal;
using engine::trace::Label;

void say(std::string_view text) noexcept { engine::platform::write(text); }

const Label& label_of(const Entry& entry) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one
  return *reinterpret_cast<const Label*>(entry.subject);
}
const char* text_of(std::uint64_t word) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one
  return word == 0 ? "" : reinterpret_cast<const char*>(word);
}

void say_number(std::int64_t number) noexcept {
  if (number < 0) {
    say("-");
  }
  say(Decimal{static_cast<std::uint64_t>(number < 0 ? -number : number)}.text());
}

void say_what(const Entry& entry) noexcept {
  switch (entry.kind()) {
    case Kind::begin_slice: say("runs "), say(label_of(entry).name); break;
    case Kind::end_slice: say("ends its slice, handled "), say_number(entry.value()); break;
    case Kind::begin_zone: say("begins "), say(label_of(entry).name); break;
    case Kind::end_zone: say("ends that"); break;
    case Kind::begin_wait: say("begins to wait: "), say(label_of(entry).name); break;
    case Kind::end_wait: say("has waited: "), say(label_of(entry).name); break;
    case Kind::event: say(label_of(entry).name), say(" "), say(text_of(entry.who)); break;
    case Kind::plot:
      say(name_of(static_cast<engine::trace::Plot>(entry.who))), say(" "), say_number(entry.value());
      break;
    case Kind::made: say("sends "), say(text_of(entry.subject)); break;
    case Kind::handling: say("handles "), say(text_of(entry.subject)); break;
  }
}

void say_name(const ThreadRing& ring) noexcept {
  const char* const name = ring.name.load(std::memory_order_relaxed);  // as in `name_ring`
  say(name == nullptr ? "a thread outside" : name);
  if (name != nullptr) {
    say(" ");
    say(Decimal{ring.number.load(std::memory_order_relaxed)}.text());  // as above
  }
}

/// The last entries of one thread.
struct Last {
  const ThreadRing* ring = nullptr;
  Entry entries[per_thread];
  std::uint32_t size = 0;
  std::uint32_t next = 0;
};
constinit Last lasts[most_rings]{};
constinit engine::Atomic<std::uint32_t> is_writing{0};

std::uint32_t collect() noexcept {
  Entry room[per_thread];
  std::uint32_t threads = 0;
  while (ThreadRing* const ring = ring_at(threads)) {
    Last& last = lasts[threads++];
    last.ring = ring;
    last.size = 0;
    last.next = 0;
    (void)ring->ring.read(room, per_thread, [&](const Entry& entry) { last.entries[last.size++] = entry; });
  }
  return threads;
}

Last* oldest_of(std::uint32_t threads) noexcept {
  Last* oldest = nullptr;
  for (Last* each = lasts; each != lasts + threads; ++each) {
    if (each->next < each->size &&
        (oldest == nullptr || each->entries[each->next].ticks < oldest->entries[oldest->next].ticks)) {
      oldest = each;
    }
  }
  return oldest;
}

/// The slice and the message that a thread was in when it wrote an entry.
struct Where {
  const Entry* slice = nullptr;
  const Entry* message = nullptr;
};

Where where_at(const Last& last, std::uint32_t end) noexcept {
  Where found;
  for (std::uint32_t i = 0; i < end; ++i) {
    const Entry& entry = last.entries[i];
    switch (entry.kind()) {
      case Kind::begin_slice: found = {.slice = &entry}; break;
      case Kind::end_slice: found = {}; break;
      case Kind::handling: found.message = &entry; break;
      default: break;
    }
  }
  return found;
}

void say_actor(const Where& where) noexcept {
  say(where.slice == nullptr ? "an actor whose slice began before" : label_of(*where.slice).name);
}

/// Which message led to the sending of that one, and so on, as far as the entries reach.
void say_chain(const Entry* message) noexcept {
  for (std::uint32_t step = 0; message != nullptr && step < longest_chain; ++step) {
    const Entry* cause = nullptr;
    for (const Last& last : lasts) {
      for (std::uint32_t i = 0; i < last.size; ++i) {
        if (last.entries[i].kind() != Kind::made || last.entries[i].who != message->who) {
          continue;
        }
        const Where sender = where_at(last, i);
        say("sluice:   ");
        say(text_of(message->subject));
        say(" was sent by ");
        if (sender.slice == nullptr && sender.message == nullptr) {
          say_name(*last.ring);
        } else {
          say_actor(sender);
          say(sender.message == nullptr ? "" : ", when it handled ");
          say(sender.message == nullptr ? "" : text_of(sender.message->subject));
        }
        say("\n");
        cause = sender.message;
      }
    }
    message = cause;
  }
}

/// What the thread that writes all this is in the middle of.
void say_where() noexcept {
  for (const Last& last : lasts) {
    const Where where = last.ring != nullptr && last.ring == here.ring ? where_at(last, last.size) : Where{};
    if (where.slice == nullptr && where.message == nullptr) {
      continue;
    }
    say("sluice: it happened in ");
    say_actor(where);
    if (where.message != nullptr) {
      say(", which handled ");
      say(text_of(where.message->subject));
    }
    say("\n");
    say_chain(where.message);
  }
}

}  // namespace

void write_flight_record() noexcept {
  // relaxed: who comes second writes nothing, and so reads nothing of what the first one does
  if (is_writing.exchange(1, std::memory_order_relaxed) != 0) {
    return;
  }
  const std::uint32_t threads = collect();
  const Calibration calibration = calibrate();
  const std::int64_t now = calibration.nanoseconds_at(calibration.first_ticks + calibration.ticks);
  say("sluice: flight record, the last entries of each thread; nanoseconds before now\n");
  while (Last* const last = oldest_of(threads)) {
    const Entry& entry = last->entries[last->next++];
    say("  ");
    say_number(now - calibration.nanoseconds_at(entry.ticks));
    say("  ");
    say_name(*last->ring);
    say("  ");
    say_what(entry);
    say("\n");
  }
  say_where();
  is_writing.store(0, std::memory_order_relaxed);  // as above
}

}  // namespace sluice::inline SLUICE_ABI::recorder
