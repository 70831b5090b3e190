"""One run of a program with what it took: processor time, and memory as the kernel counted it."""
import os
import subprocess
import tempfile
import threading


class Run:
    def __init__(self, code, seconds, megabytes, err):
        self.code, self.seconds, self.megabytes, self.err = code, seconds, megabytes, err


def run(command, data, cwd, env, patience):
    """`seconds` is of the processor, so that busy neighbours change nothing; code is "timeout" when the
    clock on the wall passed `patience`, otherwise the exit status, negative for a signal."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as err:
        given.write(data)
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, stderr=err, cwd=cwd, env=env)
        late = []
        timer = threading.Timer(patience, lambda: (late.append(True), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        text = err.read(1 << 20).decode("utf-8", "backslashreplace")
    return Run("timeout" if late else process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text)
