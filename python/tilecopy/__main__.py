"""python -m tilecopy gen tiles.tc -o tiles_gen.h: the program tcgen. `gen` is tcgen's own work, which has no word on
its command line; `scan`, `explain`, `names` and all other words stand as they do there."""
import os
import sys

from tilecopy import paths


def tcgen(arguments=None):
    """Becomes the program; so its exit code is this one's."""
    words = sys.argv[1:] if arguments is None else arguments
    os.execv(paths.tcgen(), ["tcgen"] + words)


def main():
    words = sys.argv[1:]
    tcgen(words[1:] if words[:1] == ["gen"] else words)


if __name__ == "__main__":
    main()
