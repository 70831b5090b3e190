# A user's project. The suite says how TileCopy comes in: by FetchContent or by find_package.
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C CXX)
if(BY STREQUAL "fetch")
  include(FetchContent)
  FetchContent_Declare(TileCopy GIT_REPOSITORY none GIT_TAG none)
  FetchContent_MakeAvailable(TileCopy)
else()
  find_package(TileCopy ${ASKED} REQUIRED)
endif()

add_executable(plain main.c)
add_executable(scanned main.cpp)
tilecopy_generate(plain FILES tiles.tc TARGET sm_80 sm_90)
tilecopy_generate(scanned SCAN main.cpp HEADER "calls.h" IMPORT_DIRS shared)
foreach(test plain scanned)
  target_compile_options(${test} PRIVATE -fsanitize=thread)
  target_link_libraries(${test} PRIVATE TileCopy::emu)
endforeach()

# Two programs through one library that has only headers, in a folder of its own.
add_subdirectory(below)
add_executable(other other.c)
target_link_libraries(other PRIVATE tiles)
