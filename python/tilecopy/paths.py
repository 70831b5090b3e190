"""Where the files of the package are. PREFIX is a whole installation, as `make install` makes it."""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
PREFIX = os.path.join(HERE, "prefix")
LIBRARY = os.path.join(HERE, "libtcgen.so")


def _there(path):
    if not os.path.exists(path):
        raise ImportError("%s is missing: install the package with `pip install .` in TileCopy's tree; an editable "
                          "installation (-e) has no programs" % path)
    return path


def include():
    """The folder for -I, which has tilecopy/ and the kit's header tilecopy_gen.h."""
    return _there(os.path.join(PREFIX, "include"))


def tcgen():
    """The program."""
    return _there(os.path.join(PREFIX, "bin", "tcgen"))


def cmake_dir():
    """For -DTileCopy_DIR=, so that CMake's find_package(TileCopy) takes this package."""
    return _there(os.path.join(PREFIX, "lib", "cmake", "TileCopy"))


def library():
    """tcgen as a shared library."""
    return _there(LIBRARY)
