// SPDX-License-Identifier: BSL-1.0
// The functions that a compiler calls without being asked, on targets that have no C and no C++ library.
//
// Deliberately missing: operator new, malloc and whatever throws. Code that needs them does not link.
#include <cstddef>
#include <cstdint>
#include <sluice/engine/platform.hpp>

namespace platform = sluice::engine::platform;

namespace {

using Byte = unsigned char;
using Word [[gnu::may_alias]] = std::uintptr_t;

bool are_aligned(const void* a, const void* b) noexcept {
  return ((reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b)) % sizeof(Word)) == 0;
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, std::size_t size) noexcept {
  std::size_t done = 0;
  if (are_aligned(to, from)) {
    for (; done + sizeof(Word) <= size; done += sizeof(Word)) {
      *reinterpret_cast<Word*>(static_cast<Byte*>(to) + done) =
          *reinterpret_cast<const Word*>(static_cast<const Byte*>(from) + done);
    }
  }
  for (; done < size; ++done) {
    static_cast<Byte*>(to)[done] = static_cast<const Byte*>(from)[done];
  }
  return to;
}

void* memmove(void* to, const void* from, std::size_t size) noexcept {
  if (reinterpret_cast<std::uintptr_t>(to) <= reinterpret_cast<std::uintptr_t>(from)) {
    return memcpy(to, from, size);  // ours goes upwards, so it never overwrites what it has yet to read
  }
  for (std::size_t left = size; left-- > 0;) {
    static_cast<Byte*>(to)[left] = static_cast<const Byte*>(from)[left];
  }
  return to;
}

void* memset(void* to, int value, std::size_t size) noexcept {
  const auto byte = static_cast<Byte>(value);
  std::size_t done = 0;
  if (are_aligned(to, to)) {
    const Word pattern = static_cast<Word>(-1) / 0xFF * byte;
    for (; done + sizeof(Word) <= size; done += sizeof(Word)) {
      *reinterpret_cast<Word*>(static_cast<Byte*>(to) + done) = pattern;
    }
  }
  for (; done < size; ++done) {
    static_cast<Byte*>(to)[done] = byte;
  }
  return to;
}

int memcmp(const void* left, const void* right, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    const int difference = static_cast<const Byte*>(left)[i] - static_cast<const Byte*>(right)[i];
    if (difference != 0) {
      return difference;
    }
  }
  return 0;
}

const void* memchr(const void* from, int value, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    if (static_cast<const Byte*>(from)[i] == static_cast<Byte>(value)) {
      return static_cast<const Byte*>(from) + i;
    }
  }
  return nullptr;
}

std::size_t strlen(const char* text) noexcept {
  std::size_t size = 0;
  while (text[size] != '\0') {
    ++size;
  }
  return size;
}

[[noreturn]] void abort() noexcept {
  platform::write("sluice: abort\n");
  platform::halt(134);
}

[[noreturn]] void __cxa_pure_virtual() noexcept {
  platform::write("sluice: a pure virtual function was called\n");
  platform::halt(134);
}

// Static objects are never destroyed: an image ends when the power does.
void* __dso_handle = nullptr;
int __cxa_atexit(void (*)(void*), void*, void*) noexcept { return 0; }

}  // extern "C"

// A virtual destructor names these even if nobody deletes; without operator new there is nothing to give back.
void operator delete(void*) noexcept { abort(); }
void operator delete(void*, std::size_t) noexcept { abort(); }
