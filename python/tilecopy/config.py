"""tilecopy-config --include | --cmakedir | --tcgen | --version: one line for the command line of another tool."""
import sys

from tilecopy import paths


def _version():
    from tilecopy import run
    return run.version()


ANSWERS = {"--include": paths.include, "--cmakedir": paths.cmake_dir, "--tcgen": paths.tcgen, "--version": _version}


def main():
    words = sys.argv[1:]
    if len(words) != 1 or words[0] not in ANSWERS:
        print("usage: tilecopy-config " + " | ".join(ANSWERS), file=sys.stderr)
        return 2
    print(ANSWERS[words[0]]())
    return 0


if __name__ == "__main__":
    sys.exit(main())
