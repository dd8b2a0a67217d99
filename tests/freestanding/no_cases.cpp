// SPDX-License-Identifier: BSL-1.0
// An image into which no case was linked, as happens when the linker drops them: it must not count as a success.
