# SPDX-License-Identifier: BSL-1.0
# Install rules: libraries, headers, find_package(sluice) and pkg-config. What is installed may be moved.
#
# Taskflow is not asked for again: its headers were compiled into sluice::schedule and no public header names it.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(layers GLOBAL PROPERTY SLUICE_LAYERS)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/sluice")
install(TARGETS ${layers} EXPORT sluice-targets FILE_SET HEADERS)
install(EXPORT sluice-targets NAMESPACE sluice:: DESTINATION "${package_folder}")

# Tracy's client is a library of its own, so whoever links Sluice with it links both.
if(NOT SLUICE_TRACE MATCHES "tracy")
  set(SLUICE_FIND_TRACY "")
  set(tracy_libraries "")
else()
  get_property(tracy_client GLOBAL PROPERTY SLUICE_TRACY_CLIENT)
  set(SLUICE_FIND_TRACY "find_dependency(Tracy ${Tracy_VERSION} CONFIG)")
  set(tracy_libraries " $<TARGET_FILE:${tracy_client}> -ldl")
endif()

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/sluice-config.cmake.in" "${PROJECT_BINARY_DIR}/package/sluice-config.cmake"
  INSTALL_DESTINATION "${package_folder}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/sluice-config-version.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/package/sluice-config.cmake"
    "${PROJECT_BINARY_DIR}/package/sluice-config-version.cmake"
  DESTINATION "${package_folder}")

# --- pkg-config -------------------------------------------------------------------------------------------------------

# The layers need each other in a circle (the engine declares ports that other layers define), so they form one group
# for the linker; and the group is one word, because pkg-config reorders words and drops those it has seen.
set(group "")
foreach(layer IN LISTS layers)
  get_target_property(type ${layer} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    string(APPEND group ",-l$<TARGET_FILE_BASE_NAME:${layer}>")
  endif()
endforeach()
set(SLUICE_PC_LIBS "-Wl,--start-group${group},--end-group${tracy_libraries} -pthread")

file(RELATIVE_PATH SLUICE_PC_UP "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" SLUICE_PC_UP "${SLUICE_PC_UP}")
set(SLUICE_PC_INCLUDEDIR "\${prefix}")
set(SLUICE_PC_LIBDIR "\${prefix}")
cmake_path(APPEND SLUICE_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(APPEND SLUICE_PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/sluice.pc.in" "${PROJECT_BINARY_DIR}/package/sluice.pc.in" @ONLY)
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/package/sluice.pc" INPUT "${PROJECT_BINARY_DIR}/package/sluice.pc.in")
install(FILES "${PROJECT_BINARY_DIR}/package/sluice.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
