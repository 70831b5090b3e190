"""Runs tcgen in this process: texts go in and texts come out, no file is read or written."""
import ctypes
import os
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
# tcgen has one arena. A signal handler may call while its thread is in here, between two steps of Python.
_one_at_a_time = threading.RLock()
if hasattr(os, "register_at_fork"):  # a child of fork has this thread alone: no other one may be inside
    os.register_at_fork(before=_one_at_a_time.acquire, after_in_parent=_one_at_a_time.release,
                        after_in_child=_one_at_a_time.release)


def _word(what, value):
    """The bytes of an argument, of a name or of an option, which C reads up to its first zero."""
    if not isinstance(value, str):
        raise TypeError("%s is a str, not %s" % (what, type(value).__name__))
    if "\0" in value:
        raise ValueError("%s has a zero byte: %r" % (what, value))
    return value.encode()


def _text(name, value):
    if not isinstance(value, str):
        raise TypeError("the text of %r is a str, not %s" % (name, type(value).__name__))
    return value.encode()


def _words(what, value):
    """A list of words; a str is a sequence of letters, which is never meant."""
    if isinstance(value, str):
        raise TypeError("%s is a list, as in %s=[%r]" % (what, what, value))
    return list(value)


def _run(arguments, texts):
    """(exit code, outputs by name, standard error) of tcgen; texts: {name: text} of all that it can read."""
    words = [_word("an argument", word) for word in arguments]
    encoded = [(_word("a name", name), _text(name, text)) for name, text in texts.items()]
    inputs = (_Named * len(encoded))(*[_Named(name, text, len(text)) for name, text in encoded])
    files = _Texts(inputs, len(encoded))
    with _one_at_a_time:
        code = _library.tilecopy_run(len(words), (ctypes.c_char_p * len(words))(*words), ctypes.byref(files))
        outputs = {files.outputs[i].name.decode(): files.outputs[i].string() for i in range(files.output_count)}
        said = files.said.string()
        _library.tilecopy_forget(ctypes.byref(files))
    return code, outputs, said


def _header(command, text, name, target, header, imports, single_file, options):
    words = command + _words("options", options)
    if target:
        words.append("--target=" + (target if isinstance(target, str) else ",".join(_words("target", target))))
    if single_file:
        words.append("--single-file")
    ending = ["-o", header, "--", name]
    texts = dict(imports or {})
    texts[name] = text
    code, outputs, said = _run(words + ["--diagnostics=json"] + ending, texts)
    found = diagnostics.read(said)
    if code != 0 and found:
        raise diagnostics.DescriptionError(found, _run(words + ending, texts)[2])
    if code != 0 or header not in outputs:  # --check, --help and the like
        raise ValueError("with options %r tcgen writes no header" % (list(options),))
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
