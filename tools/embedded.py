"""Files that tools make for the build."""
import os


def write(path, body):
    """An equal file is left as it is, but for its time, by which make knows that it is made."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            if f.read() == body:
                os.utime(path)
                return
    with open(path, "w", encoding="utf-8") as f:
        f.write(body)
