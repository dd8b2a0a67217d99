# SPDX-License-Identifier: BSL-1.0
# Installs once for the tests that follow, and looks for what would tie the result to this machine.
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

function(expect_no_mention file place)
  file(STRINGS "${file}" lines REGEX "${place}/" LIMIT_COUNT 1)
  if(lines)
    message(FATAL_ERROR "${file} names ${place}: ${lines}")
  endif()
endfunction()

install_into("${prefix}")

file(GLOB_RECURSE files LIST_DIRECTORIES false "${prefix}/*")
foreach(file IN LISTS files)
  if(IS_SYMLINK "${file}")
    message(FATAL_ERROR "${file} is a link, which breaks elsewhere")
  endif()
  expect_no_mention("${file}" "${source}")
  if(NOT file MATCHES "\\.a$") # Taskflow's error texts carry the path of its headers; nobody opens it
    expect_no_mention("${file}" "${dependencies}")
  endif()
endforeach()
