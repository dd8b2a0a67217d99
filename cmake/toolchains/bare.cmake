# SPDX-License-Identifier: BSL-1.0
# What all targets without an operating system have in common. The toolchain files next to this one include it
# after they have set `machine_flags`, the compiler options of their core.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a program needs the platform, which is not built yet
set(SLUICE_FREESTANDING ON)

# Exceptions, RTTI, guards of local statics and unwind tables all need a library that is not there.
string(CONCAT CMAKE_CXX_FLAGS_INIT
  "${machine_flags} -ffreestanding -fno-exceptions -fno-rtti -fno-threadsafe-statics"
  " -fno-unwind-tables -fno-asynchronous-unwind-tables -fno-stack-protector -ffunction-sections -fdata-sections")

# In the cache, because CMake appends its own -O3 to what an _INIT variable says.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g" CACHE STRING "Flags of a Release build")
set(CMAKE_CXX_FLAGS_MINSIZEREL "-Os -g" CACHE STRING "Flags of a MinSizeRel build")

# No C library at all: whoever needs one does not link. libgcc has the arithmetic that the core lacks; as a
# "standard library" it stays last on the command line.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -static -Wl,--gc-sections -Wl,--build-id=none")
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT "-lgcc")

# sluice_run_in_qemu(<program> <machine> [option...]): how tests start an image on this target. Text and exit code
# come out through semihosting. `icount` makes one instruction one nanosecond, so that a run repeats exactly,
# interrupts included, and a sleeping core costs no time.
function(sluice_run_in_qemu program machine)
  set(CMAKE_CROSSCOMPILING_EMULATOR
      ${program} -M ${machine} ${ARGN} -nographic -monitor none -serial none -icount shift=0,align=off,sleep=off
      -chardev stdio,id=text -semihosting-config enable=on,target=native,chardev=text -kernel
      PARENT_SCOPE)
endfunction()

# The pool behind engine/memory.hpp; an image that needs another size says so on the command line.
function(sluice_static_pool blocks block_size)
  if(NOT DEFINED SLUICE_STATIC_BLOCKS)
    set(SLUICE_STATIC_BLOCKS ${blocks} PARENT_SCOPE)
  endif()
  if(NOT DEFINED SLUICE_STATIC_BLOCK_SIZE)
    set(SLUICE_STATIC_BLOCK_SIZE ${block_size} PARENT_SCOPE)
  endif()
endfunction()
