# tilecopy_generate(): headers made by tcgen as a part of a build. docs/build-systems.md is its reference.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)
set(TileCopy_TCGEN "" CACHE FILEPATH "A tcgen that runs on this machine; empty: the one of this build or installation")

# tilecopy_generate(TARGET_NAME FILES a.tc… | SCAN kernel.cu… [HEADER name.h] [TARGET sm_90…] [IMPORT_DIRS dir…]
#                   [OPTIONS -Wno-fallback…] [SINGLE_FILE])
#
# Each file makes the header NAME_gen.h, or all make the one that HEADER names. The target finds them, and
# include/tilecopy, among its include folders; an INTERFACE library hands both on. Headers are made before the
# target compiles, and again when a file or what it imports changes.
function(tilecopy_generate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SINGLE_FILE" "HEADER" "FILES;SCAN;TARGET;IMPORT_DIRS;OPTIONS")
  if(NOT TARGET "${target}")
    _tilecopy_fail("'${target}' is no target here" "call add_executable or add_library before")
  endif()
  _tilecopy_target(target)
  foreach(list IN ITEMS FILES SCAN TARGET IMPORT_DIRS OPTIONS)
    _tilecopy_flat(arg_${list})
  endforeach()
  if(DEFINED arg_UNPARSED_ARGUMENTS OR DEFINED arg_KEYWORDS_MISSING_VALUES)
    _tilecopy_fail("cannot read '${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}'"
                   "write FILES or SCAN and the files, then HEADER, TARGET, IMPORT_DIRS, OPTIONS or SINGLE_FILE")
  elseif(NOT arg_FILES AND NOT arg_SCAN)
    _tilecopy_fail("there is no file" "write FILES and descriptions, or SCAN and kernels")
  elseif(arg_HEADER AND arg_FILES AND arg_SCAN)
    _tilecopy_fail("one HEADER cannot hold descriptions and scanned kernels"
                   "write two calls, or import the descriptions in a kernel: //@tc import \"tiles.tc\"")
  endif()

  _tilecopy_tcgen(tcgen depends)
  set(options ${arg_OPTIONS})
  if(arg_TARGET)
    list(JOIN arg_TARGET "," targets)
    list(APPEND options "--target=${targets}")
  endif()
  if(arg_SINGLE_FILE)
    list(APPEND options --single-file)
  endif()
  foreach(folder IN LISTS arg_IMPORT_DIRS)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND options -I "${folder}")
  endforeach()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/tilecopy/${target}")
  foreach(kind IN ITEMS FILES SCAN)
    if(arg_HEADER AND arg_${kind})
      _tilecopy_header("${kind}" "${arg_HEADER}" ${arg_${kind}})
    else()
      foreach(file IN LISTS arg_${kind})
        cmake_path(GET file STEM LAST_ONLY stem)
        _tilecopy_header("${kind}" "${stem}_gen.h" "${file}")
      endforeach()
    endif()
  endforeach()
  # Not by the name of TileCopy::TileCopy, which who links an interface library need not see.
  get_property(runtime GLOBAL PROPERTY TILECOPY_INCLUDE)
  _tilecopy_include("${target}" "${folder}" "${runtime}")
endfunction()

# An alias becomes its target; what compiles nothing here is refused.
function(_tilecopy_target variable)
  set(target "${${variable}}")
  get_target_property(aliased "${target}" ALIASED_TARGET)
  if(aliased)
    set(target "${aliased}")
    set(${variable} "${aliased}" PARENT_SCOPE)
  endif()
  get_target_property(imported "${target}" IMPORTED)
  get_target_property(type "${target}" TYPE)
  if(imported OR type STREQUAL "UTILITY")
    _tilecopy_fail("'${target}' is imported or a custom target, and compiles nothing here"
                   "name the executable or library whose sources include the header")
  endif()
endfunction()

# "${list}" in quotes is one argument that holds several.
function(_tilecopy_flat variable)
  set(all)
  foreach(item IN LISTS ${variable})
    list(APPEND all ${item})
  endforeach()
  set(${variable} "${all}" PARENT_SCOPE)
endfunction()

# The name of the target that makes the header: readable, and another one for each header.
function(_tilecopy_rule variable name header)
  string(MAKE_C_IDENTIFIER "tilecopy_${target}_${name}" rule)
  if(TARGET "${rule}")
    string(SHA256 digest "${header}")
    string(SUBSTRING "${digest}" 0 8 digest)
    string(APPEND rule "_${digest}")
  endif()
  set(${variable} "${rule}" PARENT_SCOPE)
endfunction()

# One header of the target that the caller speaks of, out of the files; kind: FILES or SCAN.
#
# tcgen leaves an equal header alone, so that what includes it is not compiled again. A stamp therefore carries the
# time, and the dependencies are the stamp's. Ninja must know who makes the header. A makefile must not: CMake
# would add a rule that gives the header the time of the stamp. Where the header is missing, a rule of its own
# that makes nothing has the stamp made again.
function(_tilecopy_header kind name)
  set(files ${ARGN})
  set(inputs)
  foreach(file IN LISTS files)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE input)
    get_source_file_property(made "${input}" GENERATED)
    if(NOT made AND NOT EXISTS "${input}")
      _tilecopy_fail("there is no file ${input}" "write its path from ${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
    list(APPEND inputs "${input}")
  endforeach()
  cmake_path(ABSOLUTE_PATH name BASE_DIRECTORY "${folder}" NORMALIZE OUTPUT_VARIABLE header)
  get_property(headers GLOBAL PROPERTY TILECOPY_HEADERS)
  if(header IN_LIST headers)
    _tilecopy_fail("two calls or files make the header '${name}'" "give one of them a HEADER of its own")
  elseif(header MATCHES "[#<>]")
    _tilecopy_fail("CMake makes no file whose path has a # or < or >, as ${header} has"
                   "give the header another name by HEADER, or build in another folder")
  endif()
  set_property(GLOBAL APPEND PROPERTY TILECOPY_HEADERS "${header}")
  _tilecopy_rule(rule "${name}" "${header}")
  set(stamp "${folder}/${rule}.stamp")
  set(command)
  if("${kind}" STREQUAL "SCAN")
    set(command scan)
  endif()
  set(byproducts)
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(byproducts BYPRODUCTS "${header}")
  else()
    add_custom_command(OUTPUT "${header}" COMMAND "${CMAKE_COMMAND}" -E true COMMENT "" VERBATIM)
    list(APPEND depends "${header}")
  endif()
  add_custom_command(
    OUTPUT "${stamp}" ${byproducts}
    COMMAND "${tcgen}" ${command} ${options} -o "${header}" -MD -MF "${stamp}.d" -MT "${stamp}" ${inputs}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${inputs} ${depends}
    DEPFILE "${stamp}.d"
    COMMENT "Generating ${name}"
    VERBATIM)
  add_custom_target("${rule}" DEPENDS "${stamp}")
  add_dependencies("${target}" "${rule}")
  set_property(DIRECTORY APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${header}" "${stamp}.d")
endfunction()

function(_tilecopy_include target)
  get_target_property(type "${target}" TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories("${target}" INTERFACE ${ARGN})
  else()
    target_include_directories("${target}" PRIVATE ${ARGN})
  endif()
endfunction()

# The program to run, and what a header depends on for it: TileCopy_TCGEN, or the one of this build, or the installed.
function(_tilecopy_tcgen out_program out_depends)
  set(program "${TileCopy_TCGEN}")
  get_property(installed GLOBAL PROPERTY TILECOPY_INSTALLED_TCGEN)
  if(NOT program AND TARGET TileCopy::tcgen)
    set(${out_program} TileCopy::tcgen PARENT_SCOPE)
    set(${out_depends} TileCopy::tcgen PARENT_SCOPE)
    return()
  elseif(NOT program AND NOT installed)
    _tilecopy_no_tcgen("this build is for ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}: a tcgen that it made would not run on this machine")
  elseif(NOT program)
    set(program "${installed}")
  endif()
  _tilecopy_try("${program}")
  set(${out_program} "${program}" PARENT_SCOPE)
  set(${out_depends} "${program}" PARENT_SCOPE)
endfunction()

# Stops where the program is missing, does not run, or is of another version than the headers; once a configuration.
function(_tilecopy_try program)
  get_property(tried GLOBAL PROPERTY TILECOPY_TRIED_TCGEN)
  if(program STREQUAL tried)
    return()
  endif()
  get_property(version GLOBAL PROPERTY TILECOPY_VERSION)
  execute_process(COMMAND "${program}" --version RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS "${program}")
    _tilecopy_no_tcgen("there is no ${program}")
  elseif(NOT code STREQUAL "0")
    _tilecopy_no_tcgen("${program} does not run on this machine (${code})")
  elseif(NOT said STREQUAL "tcgen ${version}")
    _tilecopy_no_tcgen("${program} is '${said}', and the headers are of version ${version}")
  endif()
  set_property(GLOBAL PROPERTY TILECOPY_TRIED_TCGEN "${program}")
endfunction()

function(_tilecopy_no_tcgen what)
  get_property(version GLOBAL PROPERTY TILECOPY_VERSION)
  _tilecopy_fail("${what}" "build tcgen ${version} for this machine (`make tcgen` in its tree leaves build/tcgen) and configure with -DTileCopy_TCGEN=/path/to/tcgen")
endfunction()

function(_tilecopy_fail what help)
  # CMake wraps lines that do not begin with a blank.
  message(FATAL_ERROR " ${CMAKE_CURRENT_LIST_FILE}: tilecopy_generate(${target}): ${what}\n help: ${help}")
endfunction()

cmake_policy(POP)
