"""Finds the functions of a header as a compiler for a target sees them, and writes callers of them.

A static inline function that nobody calls is parsed but never compiled to machine code; so each
translation unit calls every function that its target has.
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

# What nvcc defines for each target; the suffix a adds what belongs to that chip alone.
ARCHS = {
    "sm_80": ["__CUDA_ARCH__=800"],
    "sm_86": ["__CUDA_ARCH__=860"],
    "sm_89": ["__CUDA_ARCH__=890"],
    "sm_90": ["__CUDA_ARCH__=900"],
    "sm_90a": ["__CUDA_ARCH__=900", "__CUDA_ARCH_FEAT_SM90_ALL", "__CUDA_ARCH_SPECIFIC__=900",
               "__CUDA_ARCH_FAMILY_SPECIFIC__=900"],
    "sm_100": ["__CUDA_ARCH__=1000"],
    "sm_100a": ["__CUDA_ARCH__=1000", "__CUDA_ARCH_FEAT_SM100_ALL", "__CUDA_ARCH_SPECIFIC__=1000",
                "__CUDA_ARCH_FAMILY_SPECIFIC__=1000"],
    "sm_103a": ["__CUDA_ARCH__=1030", "__CUDA_ARCH_FEAT_SM103_ALL", "__CUDA_ARCH_SPECIFIC__=1030",
                "__CUDA_ARCH_FAMILY_SPECIFIC__=1030"],
    "sm_120": ["__CUDA_ARCH__=1200"],
    "sm_120a": ["__CUDA_ARCH__=1200", "__CUDA_ARCH_FEAT_SM120_ALL", "__CUDA_ARCH_SPECIFIC__=1200",
                "__CUDA_ARCH_FAMILY_SPECIFIC__=1200"],
}
# For the primitives and the examples; tests/targets compiles a few copies for every target there is.
SMALL_ONLY = ("sm_86", "sm_103a", "sm_120a")
# Arguments that must be constants: function -> {parameter: text}.
CONSTANTS = {}
ATTRIBUTE = r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)"
FUNCTION = re.compile(
    r"\bstatic\s+(?:(?:inline|__inline__|__forceinline__|%s)\s+)*"
    r"((?:const\s+|unsigned\s+|struct\s+)*\w+(?:\s+\w+)*?[\s*]+)(\w+)\s*\(([^()]*)\)\s*\{" % ATTRIBUTE)
PRIMITIVES = "tilecopy/tilecopy.h"
TOGETHER = 2  # calls in one kernel


class Header:
    """name: for reports; include: as in #include; folder: -I; files: whose functions are called."""

    def __init__(self, name, path, include_folder):
        self.name, self.path, self.include_folder = name, path, include_folder
        self.is_primitives = name == PRIMITIVES

    def include_line(self):
        return '#include "%s"' % (PRIMITIVES if self.is_primitives else os.path.basename(self.path))

    def flags(self):
        return ["-I" + self.include_folder] + ([] if self.is_primitives else
                                               ["-I" + os.path.dirname(self.path)])

    def owns(self, file_name):
        """Is a file of the preprocessor's output part of what is tested?"""
        name = file_name.replace("\\", "/")
        if self.is_primitives:
            return "/tilecopy/" in name and "/host/" not in name
        return os.path.basename(name) == os.path.basename(self.path)

    def text(self):
        return "" if self.is_primitives else harness.read(self.path)

    def in_memory(self):
        """Its own text, for NVRTC, which includes no file."""
        return {} if self.is_primitives else {os.path.basename(self.path): self.text()}

    def sample(self, functions):
        """Of functions that a target lacks those whose errors are looked at."""
        return functions[:20]


class Unit(Header):
    """Several headers that one unit includes, in this order. They lie side by side as copies, because one
    name may be that of several."""

    def __init__(self, name, folder, headers, include_folder):
        super().__init__(name, os.path.join(folder, "unit.h"), include_folder)
        self.copies = {re.sub(r"\W", "_", h.name) + ".h": h.text() for h in headers}
        for base, text in self.copies.items():
            harness.write(os.path.join(folder, base), text)

    def include_line(self):
        return "\n".join('#include "%s"' % base for base in self.copies)

    def owns(self, file_name):
        return os.path.basename(file_name) in self.copies

    def text(self):
        return "".join(self.copies.values())

    def in_memory(self):
        return dict(self.copies)

    def sample(self, functions):
        """Of each header the first two: a compiler ends at a hundred errors."""
        first = []
        for text in self.copies.values():
            own = [f for f in functions if re.search(r"\b%s\(" % f[1], text)]
            first += [f for f in own[:2] if f not in first]
        return first[:60]


def macros(text):
    """{name: its values} of what a header defines."""
    found = {}
    for name, value in re.findall(r"(?m)^ *# *define (\w+)(.*)", text):
        found.setdefault(name, set()).add(value.strip())
    return found


def groups(headers, most):
    """Lists of headers that one unit can include: none gives a macro, and so a function, another meaning.
    `most` functions to one, so that a failure is found in a short text."""
    found = []
    for header in headers:
        own, count = macros(header.text()), len(declared_names(header))
        for group in found:
            if group[1] + count <= most and all(group[2].get(name, values) == values for name, values in own.items()):
                break
        else:
            group = [[], 0, {}]
            found.append(group)
        group[0].append(header)
        group[1] += count
        group[2].update(own)
    return [group[0] for group in found]


def preprocess(compiler, header, defines):
    command = [compiler, "-E", "-x", "c", "-"] + header.flags() + ["-D" + d for d in defines]
    return harness.run(command, stdin=header.include_line() + "\n")


def functions(compiler, header, arch):
    """[(return type, name, [parameter])] for a target, or for the host (arch None)."""
    defines = [] if arch is None else ["__CUDACC__", "__NVCC__", "__device__=", "__forceinline__=inline"] + ARCHS[arch]
    result = preprocess(compiler, header, defines)
    if result.code != 0:
        raise ValueError(str(result))
    kept, inside = [], False
    for line in result.out.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            inside = header.owns(marker.group(1))
        elif inside:
            kept.append(line)
    found = []
    hosts = set() if arch is None else set(re.findall(r"^TC_HOST_FN\s+[\w\s*]*?(\w+)\(", header.text(), re.M))
    for match in FUNCTION.finditer("\n".join(kept)):
        returns, name, parameters = (" ".join(g.split()) for g in match.groups())
        if name in hosts:
            continue
        parts = [] if parameters in ("", "void") else [p.strip() for p in parameters.split(",")]
        found.append((returns, name, parts))
    return found


def declared_names(header):
    """Every name that the text of a generated header defines for some target."""
    return set(re.findall(r"^TC_FN\s+[\w\s*]*?(\w+)\(", header.text(), re.M))


def argument(function, parameter):
    """An expression for one parameter, from a pointer p and a number n."""
    match = re.match(r"(.*?)(\w+)\s*((?:\[[^\]]*\])*)$", parameter)
    kind, name, array = match.group(1).strip(), match.group(2), match.group(3)
    constant = CONSTANTS.get(function, {}).get(name)
    if constant is not None:
        return constant
    if array:
        return "(%s *)p" % kind
    if kind.endswith("*"):
        return "(%s)p" % kind
    if re.fullmatch(r"(const )?unsigned( int)?", kind):
        return "n"
    if re.search(r"\b(int|char|short|long|float|double|unsigned)\b", kind):
        return "(%s)n" % kind.replace("const ", "")
    return "*(const %s *)p" % kind.replace("const ", "")


def call(function):
    returns, name, parameters = function
    text = "%s(%s);" % (name, ", ".join(argument(name, p) for p in parameters))
    return text if returns == "void" else "(void)" + text


def arch_condition(arch):
    number = ARCHS[arch][0].split("=")[1]
    specific = "__CUDA_ARCH_FEAT_SM%s_ALL" % str(int(number) // 10)
    return "(defined(__CUDA_ARCH__) && __CUDA_ARCH__ == %s && %sdefined(%s))" % (
        number, "" if arch.endswith("a") else "!", specific)


def device_unit(header, by_arch, before="", kernel="call_all"):
    """Kernels that call, on each target, all that the target has. The host pass sees no body. A few calls to a
    kernel: one kernel of all takes a compiler twice to four times as long."""
    having = {}
    for arch, found in by_arch.items():
        for f in found:
            having.setdefault(call(f), []).append(arch)
    calls = {}
    for text, archs in having.items():
        calls.setdefault(tuple(archs), []).append(text)
    lines = [before, header.include_line(), GLOBAL_MARK]
    for archs, texts in calls.items():
        condition = "#if " + " || \\\n    ".join(arch_condition(arch) for arch in archs)
        for first in range(0, len(texts), TOGETHER):
            lines += ['extern "C" TEST_GLOBAL void %s_%d(void *p, unsigned n) {' % (kernel, len(lines)), condition]
            lines += ["    " + text for text in texts[first:first + TOGETHER]]
            lines += ["#endif", "    (void)p;", "    (void)n;", "}"]
    return "\n".join(lines + [""])


def host_unit(header, found, name="call_all"):
    lines = [header.include_line(), "void %s(void *p, unsigned n);" % name,
             "void %s(void *p, unsigned n) {" % name]
    lines += ["    " + call(f) for f in found]
    return "\n".join(lines + ["    (void)p;", "    (void)n;", "}", ""])


GLOBAL_MARK = """#if defined(__clang__) && defined(__CUDA__) && !defined(__NVCC__)
#define TEST_GLOBAL __attribute__((global))
#else
#define TEST_GLOBAL __global__
#endif"""
