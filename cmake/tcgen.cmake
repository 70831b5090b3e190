# tcgen, from generator/ and the texts that it carries: the rules of mk/compile.mk.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB device_headers CONFIGURE_DEPENDS include/tilecopy/*.h)
file(GLOB host_headers CONFIGURE_DEPENDS include/tilecopy/host/*.h)
set(embedded "${PROJECT_BINARY_DIR}/embedded")
file(MAKE_DIRECTORY "${embedded}")

# NAME.c by tools/TOOL.py with the arguments, made again when one of the files behind DEPENDS changes.
function(tilecopy_embed tool name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ARGUMENTS;DEPENDS")
  add_custom_command(
    OUTPUT "${embedded}/${name}.c"
    COMMAND Python3::Interpreter tools/${tool}.py "${embedded}/${name}.c" ${arg_ARGUMENTS}
    DEPENDS tools/${tool}.py ${arg_DEPENDS}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    COMMENT "Embedding ${name}" VERBATIM)
endfunction()

tilecopy_embed(embed_text runtime_text ARGUMENTS runtime_text include/tilecopy/tilecopy.h
               DEPENDS ${device_headers} ${host_headers})
tilecopy_embed(embed_text tensormap_text
               ARGUMENTS tensormap_text include/tilecopy/tensormap.h include/tilecopy/config.h
               DEPENDS include/tilecopy/tensormap.h include/tilecopy/config.h)
tilecopy_embed(embed_text prelude_text ARGUMENTS prelude_text generator/prelude.tc DEPENDS generator/prelude.tc)
tilecopy_embed(embed_text kit_text ARGUMENTS kit_text generator/kit.tc DEPENDS generator/kit.tc)
tilecopy_embed(embed_text diagnostics_text ARGUMENTS diagnostics_text docs/diagnostics.md DEPENDS docs/diagnostics.md)
tilecopy_embed(embed_runtime runtime_items ARGUMENTS include DEPENDS ${device_headers} ${host_headers})
tilecopy_embed(embed_names library_names ARGUMENTS ${device_headers} ${host_headers}
               DEPENDS ${device_headers} ${host_headers})

file(GLOB sources CONFIGURE_DEPENDS generator/*.c generator/*/*.c)
foreach(name runtime_text tensormap_text prelude_text kit_text diagnostics_text runtime_items library_names)
  list(APPEND sources "${embedded}/${name}.c")
endforeach()
add_executable(tilecopy_tcgen ${tilecopy_all} ${sources})
add_executable(TileCopy::tcgen ALIAS tilecopy_tcgen)
set_target_properties(tilecopy_tcgen PROPERTIES OUTPUT_NAME tcgen)
# The embedded items include "generator/tell/runtime.h".
target_include_directories(tilecopy_tcgen PRIVATE "${PROJECT_SOURCE_DIR}")
