"""Runs tcgen in this process: texts go in and texts come out, no file is read or written."""
import ctypes
import threading
import warnings

from tilecopy import diagnostics, paths


class _Named(ctypes.Structure):  # NamedText of generator/run.h
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p), ("size", ctypes.c_size_t)]


class _Written(ctypes.Structure):  # WrittenText
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.POINTER(ctypes.c_char)), ("size", ctypes.c_size_t)]

    def string(self):
        return ctypes.string_at(self.text, self.size).decode("utf-8", "backslashreplace") if self.size else ""


class _Texts(ctypes.Structure):
    _fields_ = [("inputs", ctypes.POINTER(_Named)), ("input_count", ctypes.c_int),
                ("outputs", ctypes.POINTER(_Written)), ("output_count", ctypes.c_int), ("said", _Written)]


_library = ctypes.CDLL(paths.library())
_library.tilecopy_run.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(_Texts)]
_library.tilecopy_forget.argtypes = [ctypes.POINTER(_Texts)]
_library.tilecopy_forget.restype = None
_one_at_a_time = threading.Lock()  # tcgen has one arena


def _run(arguments, texts):
    """(exit code, outputs by name, standard error) of tcgen; texts: {name: text} of all that it can read."""
    words = [word.encode() for word in arguments]
    encoded = [(name.encode(), text.encode()) for name, text in texts.items()]
    inputs = (_Named * len(encoded))(*[_Named(name, text, len(text)) for name, text in encoded])
    files = _Texts(inputs, len(encoded))
    with _one_at_a_time:
        code = _library.tilecopy_run(len(words), (ctypes.c_char_p * len(words))(*words), ctypes.byref(files))
        outputs = {files.outputs[i].name.decode(): files.outputs[i].string() for i in range(files.output_count)}
        said = files.said.string()
        _library.tilecopy_forget(ctypes.byref(files))
    return code, outputs, said


def _header(command, text, name, target, header, imports, single_file, options):
    words = command + list(options)
    if target:
        words.append("--target=" + (target if isinstance(target, str) else ",".join(target)))
    if single_file:
        words.append("--single-file")
    words += ["-o", header, name]
    texts = dict(imports or {}, **{name: text})
    code, outputs, said = _run(words + ["--diagnostics=json"], texts)
    found = diagnostics.read(said)
    if code != 0:
        raise diagnostics.DescriptionError(found, _run(words, texts)[2])
    for one in found:
        if one.severity == "warning":
            warnings.warn(diagnostics.DescriptionWarning(one), stacklevel=3)
    return outputs[header]


def generate(text, *, target=None, name="tiles.tc", header="tilecopy_gen.h", imports=None, single_file=False, options=()):
    """The header that `tcgen -o HEADER NAME` writes for a file NAME with this text.

    target: "sm_90", or several; None: those of the description. imports: {path: text} of what the description
    imports. single_file: the header includes nothing, for NVRTC. options: further arguments of tcgen, such as
    "-Wno-fallback". Raises DescriptionError; warnings are DescriptionWarning. Any thread may call it; calls of
    several threads wait for one another."""
    return _header([], text, name, target, header, imports, single_file, options)


def scan(text, *, target=None, name="kernel.cu", header="tilecopy_gen.h", imports=None, single_file=False, options=()):
    """The header with the functions that a kernel calls, found by their names: `tcgen scan -o HEADER NAME`. The
    arguments are those of generate()."""
    return _header(["scan"], text, name, target, header, imports, single_file, options)


def version():
    return _run(["--version"], {})[1]["-"].split()[-1]
