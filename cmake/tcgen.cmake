# tcgen, from generator/ and the texts that it carries: the rules of mk/compile.mk.
file(GLOB device_headers CONFIGURE_DEPENDS include/tilecopy/*.h)
file(GLOB host_headers CONFIGURE_DEPENDS include/tilecopy/host/*.h)
set(embedded "${PROJECT_BINARY_DIR}/embedded")
file(MAKE_DIRECTORY "${embedded}")

file(GLOB sources CONFIGURE_DEPENDS tools/embed/*.c)
add_executable(tilecopy_embed EXCLUDE_FROM_ALL ${sources})
target_compile_features(tilecopy_embed PRIVATE c_std_11)

# NAME.c by a mode of tools/embed with the arguments, made again when one of the files behind DEPENDS changes.
function(tilecopy_embedded name mode)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ARGUMENTS;DEPENDS")
  add_custom_command(
    OUTPUT "${embedded}/${name}.c"
    COMMAND tilecopy_embed ${mode} "${embedded}/${name}.c" ${arg_ARGUMENTS}
    DEPENDS tilecopy_embed ${arg_DEPENDS}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    COMMENT "Embedding ${name}" VERBATIM)
endfunction()

set(all_headers ${device_headers} ${host_headers})
tilecopy_embedded(runtime_text text ARGUMENTS runtime_text include/tilecopy/tilecopy.h DEPENDS ${all_headers})
tilecopy_embedded(tensormap_text text DEPENDS include/tilecopy/tensormap.h include/tilecopy/config.h
                  ARGUMENTS tensormap_text include/tilecopy/tensormap.h include/tilecopy/config.h)
tilecopy_embedded(prelude_text text ARGUMENTS prelude_text generator/prelude.tc DEPENDS generator/prelude.tc)
tilecopy_embedded(kit_text text ARGUMENTS kit_text generator/kit.tc DEPENDS generator/kit.tc)
tilecopy_embedded(diagnostics_text text ARGUMENTS diagnostics_text docs/diagnostics.md DEPENDS docs/diagnostics.md)
tilecopy_embedded(runtime_items items ARGUMENTS include DEPENDS ${all_headers})
tilecopy_embedded(library_names names ARGUMENTS ${all_headers} DEPENDS ${all_headers})

file(GLOB sources CONFIGURE_DEPENDS generator/*.c generator/*/*.c)
foreach(name runtime_text tensormap_text prelude_text kit_text diagnostics_text runtime_items library_names)
  list(APPEND sources "${embedded}/${name}.c")
endforeach()
add_executable(tilecopy_tcgen ${tilecopy_all} ${sources})
add_executable(TileCopy::tcgen ALIAS tilecopy_tcgen)
set_target_properties(tilecopy_tcgen PROPERTIES OUTPUT_NAME tcgen C_STANDARD 11 C_STANDARD_REQUIRED ON
                                                C_EXTENSIONS OFF)
# A build without a type is as fast as the one of make.
target_compile_options(tilecopy_tcgen PRIVATE $<$<CONFIG:>:-O2>)
# The embedded items include "generator/tell/runtime.h".
target_include_directories(tilecopy_tcgen PRIVATE "${PROJECT_SOURCE_DIR}")
