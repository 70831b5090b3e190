"""Compiles a text with NVRTC, with no file and no include path: headers are given as texts."""
import ctypes
import glob
import os


def builtins_beside(library):
    """libnvrtc opens libnvrtc-builtins by its name alone, and the one of a wheel has no run path: it finds
    what is loaded already, or what another installation put in the loader's cache."""
    found = glob.glob(os.path.join(os.path.dirname(os.path.realpath(library)), "libnvrtc-builtins.so*"))
    return sorted(path for path in found if ".alt" not in path)


def loaded_builtins():
    """The files of this process's libnvrtc-builtins; empty where /proc does not say."""
    try:
        with open("/proc/self/maps", encoding="utf-8") as maps:
            return sorted({line.split(None, 5)[5].strip() for line in maps if "libnvrtc-builtins" in line})
    except OSError:
        return []


class Nvrtc:
    def __init__(self, library):
        for path in builtins_beside(library)[-1:]:
            ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        self.library = library
        self.lib = ctypes.CDLL(library)
        self.lib.nvrtcGetErrorString.restype = ctypes.c_char_p
        self.ptx = ""  # of the last text that was compiled

    def compile(self, source, name, headers, options):
        """(worked, log). headers: {name as included: text}. The log holds warnings too."""
        lib, program = self.lib, ctypes.c_void_p()
        count = len(headers)
        texts = (ctypes.c_char_p * count)(*[t.encode() for t in headers.values()])
        names = (ctypes.c_char_p * count)(*[n.encode() for n in headers])
        code = lib.nvrtcCreateProgram(ctypes.byref(program), source.encode(), name.encode(), count,
                                      texts, names)
        if code != 0:
            return False, lib.nvrtcGetErrorString(code).decode()
        flags = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
        code = lib.nvrtcCompileProgram(program, len(options), flags)
        size = ctypes.c_size_t()
        lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(max(1, size.value))
        lib.nvrtcGetProgramLog(program, log)
        lib.nvrtcGetPTXSize(program, ctypes.byref(size))
        ptx = ctypes.create_string_buffer(max(1, size.value))
        lib.nvrtcGetPTX(program, ptx)
        self.ptx = ptx.value.decode("utf-8", "replace") if code == 0 else ""
        lib.nvrtcDestroyProgram(ctypes.byref(program))
        text = log.value.decode("utf-8", "replace")
        return code == 0, text if code == 0 else "%s\n%s" % (lib.nvrtcGetErrorString(code).decode(), text)
