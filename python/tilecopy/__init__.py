"""TileCopy: headers with proven CUDA tile copies, generated from descriptions of layouts.

    header = tilecopy.generate("copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", target="sm_90")
    header = tilecopy.scan(kernel_source, single_file=True)   # the functions that a kernel calls, by name

Both run tcgen in this process and raise DescriptionError with its diagnostics. docs/build-systems.md has the rest.
"""
from tilecopy.diagnostics import DescriptionError, DescriptionWarning, Diagnostic
from tilecopy.paths import cmake_dir, include, tcgen
from tilecopy.run import generate, scan, version

__version__ = version()
__all__ = ["DescriptionError", "DescriptionWarning", "Diagnostic", "cmake_dir", "generate", "include", "scan", "tcgen",
           "version"]
