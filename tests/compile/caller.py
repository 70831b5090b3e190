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
    for match in FUNCTION.finditer("\n".join(kept)):
        returns, name, parameters = (" ".join(g.split()) for g in match.groups())
        parts = [] if parameters in ("", "void") else [p.strip() for p in parameters.split(",")]
        found.append((returns, name, parts))
    return found


def declared_names(header):
    """Every name that the text of a generated header defines for some target."""
    return set(re.findall(r"^TC_FN\s+[\w\s*]*?(\w+)\(", harness.read(header.path), re.M))


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
    return "defined(__CUDA_ARCH__) && __CUDA_ARCH__ == %s && %sdefined(%s)" % (
        number, "" if arch.endswith("a") else "!", specific)


def device_unit(header, by_arch, before="", kernel="call_all"):
    """A kernel that calls, on each target, all that the target has. The host pass sees no body."""
    lines = [before, header.include_line(), GLOBAL_MARK,
             'extern "C" TEST_GLOBAL void %s(void *p, unsigned n) {' % kernel]
    for number, (arch, found) in enumerate(by_arch.items()):
        lines.append("#%s %s" % ("if" if number == 0 else "elif", arch_condition(arch)))
        lines += ["    " + call(f) for f in found]
    lines += ["#endif", "    (void)p;", "    (void)n;", "}", ""]
    return "\n".join(lines)


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
