# `cmake --install` puts down the files of `make install` (mk/install.mk), at the same places.
if(TARGET tilecopy_tcgen)
  install(TARGETS tilecopy_tcgen RUNTIME DESTINATION bin)
endif()
install(TARGETS tilecopy_emu ARCHIVE DESTINATION lib)
install(PROGRAMS tools/tcemu DESTINATION bin)
install(FILES tools/cuda_run.py tools/cuda_source.py tools/cuda_arch.py tools/cuda_asm.py tools/cuda_report.py
              tools/cuda_orders.py generator/prelude.tc generator/kit.tc examples/timing.h
        DESTINATION share/tilecopy)
install(DIRECTORY include/tilecopy DESTINATION include FILES_MATCHING PATTERN *.h PATTERN host/cuda EXCLUDE)
install(DIRECTORY include/tilecopy/host/cuda DESTINATION include/tilecopy/host)
install(FILES include/tilecopy_gen.h DESTINATION include)
install(FILES docs/tcgen.1 DESTINATION share/man/man1)

set(VERSION ${PROJECT_VERSION})
foreach(name tilecopy.pc tilecopy-emu.pc cmake/TileCopyConfigVersion.cmake)
  configure_file(${name}.in "${PROJECT_BINARY_DIR}/installed/${name}" @ONLY)
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/installed/tilecopy.pc" "${PROJECT_BINARY_DIR}/installed/tilecopy-emu.pc"
        DESTINATION lib/pkgconfig)
install(FILES cmake/TileCopy.cmake cmake/TileCopyConfig.cmake
              "${PROJECT_BINARY_DIR}/installed/cmake/TileCopyConfigVersion.cmake"
        DESTINATION lib/cmake/TileCopy)
