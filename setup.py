"""Builds the wheel out of what `make package` makes. TILECOPY_BUILD is make's BUILD."""
import os
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70
    from wheel.bdist_wheel import bdist_wheel

ROOT = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("TILECOPY_BUILD", "build")
OURS = os.path.join(BUILD, "python")  # what setuptools makes


class Build(build_py):
    def run(self):
        super().run()
        made = os.path.join(ROOT, BUILD, "package", "tilecopy")
        shutil.rmtree(made, ignore_errors=True)  # with what an earlier tree had
        command = ["make", "-s", "-j%d" % (os.cpu_count() or 1), "BUILD=" + BUILD, "package"]
        try:
            subprocess.check_call(command, cwd=ROOT)
        except OSError:
            raise SystemExit("tilecopy: there is no make; the package is built by make and a C compiler, install both")
        except subprocess.CalledProcessError as failed:
            raise SystemExit("tilecopy: `%s` failed with %d; its messages stand above" % (
                " ".join(failed.cmd), failed.returncode))
        package = os.path.join(self.build_lib, "tilecopy")
        shutil.rmtree(package)
        shutil.copytree(made, package)


class Wheel(bdist_wheel):
    """For one platform, and for every version of Python: nothing is compiled against Python."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none") + super().get_tag()[2:]


os.makedirs(os.path.join(ROOT, OURS), exist_ok=True)
setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel},
      options={"build": {"build_base": OURS}, "egg_info": {"egg_base": OURS}})
