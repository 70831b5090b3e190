# find_package(TileCopy): TileCopy::TileCopy, TileCopy::emu and tilecopy_generate() of an installation, which may
# have moved: everything is found from the place of this file, PREFIX/lib/cmake/TileCopy.
cmake_path(SET tilecopy_prefix NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")
string(REGEX REPLACE "/$" "" tilecopy_prefix "${tilecopy_prefix}")
include("${CMAKE_CURRENT_LIST_DIR}/TileCopy.cmake")

if(NOT TARGET TileCopy::TileCopy)
  add_library(TileCopy::TileCopy INTERFACE IMPORTED)
  set_target_properties(TileCopy::TileCopy PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${tilecopy_prefix}/include")
endif()
if(NOT TARGET TileCopy::emu AND EXISTS "${tilecopy_prefix}/lib/libtcemu.a")
  add_library(TileCopy::emu STATIC IMPORTED)
  set_target_properties(TileCopy::emu PROPERTIES
    IMPORTED_LOCATION "${tilecopy_prefix}/lib/libtcemu.a"
    INTERFACE_LINK_LIBRARIES TileCopy::TileCopy
    INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:C,CXX>:-pthread>")
endif()
set_property(GLOBAL PROPERTY TILECOPY_INSTALLED_TCGEN "${tilecopy_prefix}/bin/tcgen")
set_property(GLOBAL PROPERTY TILECOPY_INCLUDE "${tilecopy_prefix}/include")
set_property(GLOBAL PROPERTY TILECOPY_VERSION "${TileCopy_VERSION}")
unset(tilecopy_prefix)
