#!/usr/bin/env python3
"""Finds the tools that tests and the demonstration need, and installs those that are missing.

usage: setup.py [--build build] [--offline] [--list]

A tool of this machine is used as it is; otherwise the pinned wheels below go into a virtual
environment BUILD/venv (or into BUILD/site where python has no venv). What was found is written to
BUILD/tools.json and BUILD/tools.mk: a path, or null and the reason. Nothing outside BUILD changes.
TCGEN_HIDE=nvcc,nvrtc in the environment hides tools of this machine, to try the other way.
"""
import argparse
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

# Known to work together. nvcc: compiler driver, device optimiser, its headers, the run time.
NVCC_WHEELS = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cccl==13.0.85",
]
WHEELS = {
    "nvcc": NVCC_WHEELS,
    "nvrtc": ["nvidia-cuda-nvrtc==13.0.88"],
    "cuobjdump": ["nvidia-cuda-cuobjdump==13.2.86"],
    "nvdisasm": ["nvidia-cuda-nvdisasm==13.2.86"],
    "clang_format": ["clang-format==14.0.6"],
    "cmake": ["cmake==3.27.9"],
    "ninja": ["ninja==1.11.1.1"],
}
# Used where they are; never installed.
OPTIONAL = ["gcc", "g++", "clang", "clang++", "cppcheck", "gcov", "valgrind", "compute-sanitizer"]
CLANG_FORMAT_MAJOR = 14  # .clang-format and the printer are pinned to it
NEWEST_ARCH = "compute_100"
OLDEST_CMAKE = (3, 20)  # CMakeLists.txt asks for it


def output_of(command):
    try:
        p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           timeout=60, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return p.stdout if p.returncode == 0 else None


def cuda_roots():
    """Folders of CUDA installations on this machine, the one of PATH first."""
    roots = []
    on_path = shutil.which("nvcc")
    if on_path:
        roots.append(os.path.dirname(os.path.dirname(os.path.realpath(on_path))))
    roots += ["/usr/local/cuda"] + sorted(glob.glob("/usr/local/cuda-*"), reverse=True)
    seen = []
    for root in roots:
        real = os.path.realpath(root)
        if os.path.isdir(real) and real not in seen:
            seen.append(real)
    return seen


def programs(name):
    found = [shutil.which(name)] + [os.path.join(root, "bin", name) for root in cuda_roots()]
    return [p for p in found if p and os.access(p, os.X_OK)]


def usable_nvcc(path):
    """None, or why this nvcc will not do."""
    archs = output_of([path, "--list-gpu-arch"])
    if archs is None:
        return "does not run"
    return None if NEWEST_ARCH in archs else "does not know " + NEWEST_ARCH


def usable_clang_format(path):
    version = re.search(r"version (\d+)", output_of([path, "--version"]) or "")
    if not version:
        return "does not run"
    if int(version.group(1)) != CLANG_FORMAT_MAJOR:
        return "is version %s, the repository is pinned to %d" % (version.group(1), CLANG_FORMAT_MAJOR)
    return None


def usable_cmake(path):
    version = re.search(r"version (\d+)\.(\d+)", output_of([path, "--version"]) or "")
    if not version:
        return "does not run"
    good = tuple(map(int, version.groups())) >= OLDEST_CMAKE
    return None if good else "is older than %d.%d" % OLDEST_CMAKE


def runs(path):
    return None if output_of([path, "--version"]) is not None else "does not run"


def usable_nvrtc(path):
    """Loaded, and asked to compile, in a process of its own: a broken library must not end this one. The
    builtins beside it come first, as in tests/compile/nvrtc.py."""
    beside = glob.glob(os.path.join(os.path.dirname(os.path.realpath(path)), "libnvrtc-builtins.so*"))
    code = ("import ctypes,sys; [ctypes.CDLL(p,mode=ctypes.RTLD_GLOBAL) for p in sys.argv[2:]]; "
            "l=ctypes.CDLL(sys.argv[1]); a=ctypes.c_int(); b=ctypes.c_int(); p=ctypes.c_void_p(); "
            "r=l.nvrtcVersion(ctypes.byref(a),ctypes.byref(b)); "
            "r=r or l.nvrtcCreateProgram(ctypes.byref(p),b'__global__ void f() {}',b'f',0,None,None); "
            "r=r or l.nvrtcCompileProgram(p,0,None); "
            "sys.exit(0 if r==0 and (a.value,b.value)>=(12,8) else 1)")
    command = [sys.executable, "-c", code, path] + [p for p in sorted(beside) if ".alt" not in p][-1:]
    return None if output_of(command) is not None \
        else "does not load, does not compile, or is older than 12.8"


def nvrtc_libraries():
    found = []
    for root in cuda_roots():
        for folder in ("lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"):
            found += sorted(glob.glob(os.path.join(root, folder, "libnvrtc.so*")))
    return [p for p in found if ".alt" not in p]


def search(name):
    """(path or None, [remarks]) of a tool that this machine has."""
    if name in os.environ.get("TCGEN_HIDE", "").split(","):
        return None, ["hidden by TCGEN_HIDE"]
    look = {
        "nvcc": (lambda: programs("nvcc"), usable_nvcc),
        "nvrtc": (nvrtc_libraries, usable_nvrtc),
        "clang_format": (lambda: programs("clang-format-14") + programs("clang-format"),
                         usable_clang_format),
        "cmake": (lambda: programs("cmake"), usable_cmake),
    }
    list_places, why_not = look.get(name, (lambda: programs(name), runs))
    remarks = []
    for path in list_places():
        reason = why_not(path)
        if reason is None:
            return path, remarks
        remarks.append("%s %s" % (path, reason))
    return None, remarks


class Installed:
    """The virtual environment, or a plain folder of packages, under the build folder."""

    def __init__(self, build, offline):
        self.venv = os.path.join(build, "venv")
        self.site = os.path.join(build, "site")
        self.log = os.path.join(build, "setup.log")
        self.offline = offline

    def package_folders(self):
        return glob.glob(os.path.join(self.venv, "lib", "python3*", "site-packages")) + [self.site]

    def find(self, name):
        """Path of an installed tool; where the wheels put it."""
        patterns = {
            "nvrtc": ["nvidia/cu13/lib/libnvrtc.so.13", "nvidia/*/lib/libnvrtc.so.*"],
            "clang_format": ["clang_format/data/bin/clang-format"],
            "cmake": ["cmake/data/bin/cmake"],
            "ninja": ["ninja/data/bin/ninja"],
        }.get(name, ["nvidia/cu13/bin/" + name, "nvidia/*/bin/" + name])
        checks = {"nvcc": usable_nvcc, "nvrtc": usable_nvrtc}
        for folder in self.package_folders():
            for pattern in patterns:
                for path in sorted(glob.glob(os.path.join(folder, pattern))):
                    if ".alt" not in path and checks.get(name, runs)(path) is None:
                        return path
        return None

    def pip(self):
        """The start of a command that installs, or None and the reason."""
        python = os.path.join(self.venv, "bin", "python3")
        if not os.path.exists(python):
            if output_of([sys.executable, "-c", "import venv, ensurepip"]) is not None:
                self.run([sys.executable, "-m", "venv", self.venv])
        if output_of([python, "-m", "pip", "--version"]) is not None:
            return [python, "-m", "pip", "install"], None
        if output_of([sys.executable, "-m", "pip", "--version"]) is not None:
            return [sys.executable, "-m", "pip", "install", "--target", self.site, "--upgrade"], None
        return None, "this python has neither venv nor pip"

    def run(self, command):
        with open(self.log, "a", encoding="utf-8") as log:
            log.write("$ %s\n" % " ".join(command))
            log.flush()
            return subprocess.call(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL) == 0

    def install(self, wheels):
        """None, or why it did not work."""
        if self.offline:
            return "not installed: offline"
        command, reason = self.pip()
        if command is None:
            return reason
        command = command + ["--no-deps", "--only-binary=:all:", "--disable-pip-version-check",
                             "--quiet"] + wheels
        if not self.run(command):
            return "pip could not install %s (see %s)" % (" ".join(wheels), self.log)
        return None


def complete_toolkit(nvcc):
    """A wheel's tree lacks what a full installation has; nvcc looks for lib64 and for plain names
    without a version. Links go inside the tree that we installed."""
    root = os.path.dirname(os.path.dirname(nvcc))
    lib, lib64 = os.path.join(root, "lib"), os.path.join(root, "lib64")
    if os.path.isdir(lib) and not os.path.exists(lib64):
        os.symlink("lib", lib64)
    for path in glob.glob(os.path.join(lib, "lib*.so.*")):
        plain = path[:path.index(".so.") + 3]
        if not os.path.exists(plain):
            os.symlink(os.path.basename(path), plain)


def resolve(names, installed):
    tools, origin, reasons = {}, {}, {}
    missing = []
    for name in names:
        path, remarks = search(name)
        if path:
            tools[name], origin[name] = path, "machine"
        else:
            missing.append(name)
            reasons[name] = remarks
    wanted = [n for n in missing if installed.find(n) is None]
    if wanted:
        wheels = [w for name in wanted for w in WHEELS[name]]
        print("  GET  %s" % " ".join(wheels), flush=True)
        failure = installed.install(wheels)
        if failure and len(wanted) > 1:  # one bad package must not cost the others
            for name in wanted:
                reason = installed.install(WHEELS[name])
                if reason:
                    reasons[name].append(reason)
        elif failure:
            reasons[wanted[0]].append(failure)
    for name in missing:
        path = installed.find(name)
        if path and name == "nvcc":
            complete_toolkit(path)
        tools[name], origin[name] = path, "wheel" if path else None
        if path is None:
            reasons[name].append("not on this machine")
    return tools, origin, {n: "; ".join(r) for n, r in reasons.items() if tools[n] is None}


def fingerprint():
    """What the answer depends on: this file, the search path, what hides tools."""
    with open(__file__, "rb") as f:
        text = f.read() + repr((os.environ.get("PATH"), os.environ.get("TCGEN_HIDE"))).encode()
    return hashlib.sha256(text).hexdigest()[:16]


def still_good(path, key):
    try:
        with open(path, encoding="utf-8") as f:
            known = json.load(f)
    except (OSError, ValueError):
        return None
    if known.get("fingerprint") != key or known.get("reasons"):
        return None  # something was missing: look again
    return known if all(os.path.exists(p) for p in known["tools"].values() if p) else None


def write(path, text):
    with open(path + ".new", "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(path + ".new", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--offline", action="store_true", help="never install anything")
    parser.add_argument("--list", action="store_true", help="print what was found")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    os.makedirs(build, exist_ok=True)
    path, key = os.path.join(build, "tools.json"), fingerprint()
    known = still_good(path, key)
    if known is None:
        start = time.time()
        tools, origin, reasons = resolve(list(WHEELS), Installed(build, args.offline))
        for name in OPTIONAL:
            found = programs(name)
            tools[name.replace("+", "x").replace("-", "_")] = found[0] if found else None
        known = {"fingerprint": key, "tools": tools, "origin": origin, "reasons": reasons}
        write(path, json.dumps(known, indent=1, sort_keys=True) + "\n")
        lines = ["%s := %s" % (n.upper(), p or "") for n, p in sorted(tools.items())]
        write(os.path.join(build, "tools.mk"), "# Made by tools/setup.py.\n" + "\n".join(lines) + "\n")
        if time.time() - start > 5:
            print("  tools are ready after %.0f s" % (time.time() - start))
    for name, reason in sorted(known["reasons"].items()):
        print("  %s is missing: %s" % (name, reason))
    if args.list:
        for name, tool in sorted(known["tools"].items()):
            print("  %-18s %-8s %s" % (
                name, known["origin"].get(name, "machine") if tool else "-",
                tool or known["reasons"].get(name, "not on this machine")))
    return 0  # a missing tool is not a failure: its tests are skipped with the reason


if __name__ == "__main__":
    sys.exit(main())
