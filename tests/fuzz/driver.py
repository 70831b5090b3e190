"""Many runs of tcgen in one process: driver.c with a pipe at each end. One that crashes or hangs is what
its case did; the next case begins another."""
import collections
import os
import selectors
import signal
import subprocess
import tempfile
import time

import measure

FIELDS = 8
HISTORY = 500


def strict(verb):
    """As harness.strict has the program: a plan that fails its proof is an error."""
    return verb[:1] + ["-Werror=not-proven"] + verb[1:] if verb[0].isalpha() else ["-Werror=not-proven"] + verb


class Answer(measure.Run):
    """`wrote`: the names of what was written; `out`: the last of it, if it was to be kept."""

    def __init__(self, code, seconds=0.0, megabytes=0.0, err="", wrote=(), out=b""):
        super().__init__(code, seconds, megabytes, err)
        self.wrote, self.out = list(wrote), out


class Gone(Exception):
    """It ended, or said nothing in time: the code."""


class Driver:
    def __init__(self, command, environment, patience):
        self.command, self.environment, self.patience = command, environment, patience
        self.process, self.starts = None, 0
        self.history = collections.deque(maxlen=HISTORY)  # of this process

    def start(self):
        self.complaints = tempfile.TemporaryFile()
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.complaints,
                                        env=self.environment, bufsize=0)
        self.starts += 1
        self.history.clear()
        self.waiting, self.end = b"", 0
        self.ready, self.room = selectors.DefaultSelector(), selectors.DefaultSelector()
        self.ready.register(self.process.stdout, selectors.EVENT_READ)
        self.room.register(self.process.stdin, selectors.EVENT_WRITE)
        os.set_blocking(self.process.stdin.fileno(), False)

    def stop(self, code=None):
        """Ends it, with the code it ended with by itself if it did."""
        if self.process is None:
            return code
        process, self.process = self.process, None
        process.stdin.close()
        try:
            ended = process.wait(0 if code == "timeout" else 10)
        except subprocess.TimeoutExpired:
            process.kill()
            ended = process.wait()
            code = "timeout"
        self.ready.close()
        self.room.close()
        process.stdout.close()
        return ended if code is None else code

    def wait(self, selector):
        if not selector.select(max(0, self.end - time.monotonic())):
            raise Gone("timeout")

    def send(self, data):
        sent = memoryview(data)
        while len(sent):
            self.wait(self.room)
            sent = sent[os.write(self.process.stdin.fileno(), sent):]

    def more(self):
        self.wait(self.ready)
        got = os.read(self.process.stdout.fileno(), 1 << 16)
        if not got:
            raise Gone(None)
        self.waiting += got

    def line(self):
        while b"\n" not in self.waiting:
            self.more()
        line, self.waiting = self.waiting.split(b"\n", 1)
        return line

    def bytes(self, count):
        while len(self.waiting) < count:
            self.more()
        got, self.waiting = self.waiting[:count], self.waiting[count:]
        return got

    def complained(self):
        self.complaints.seek(0)
        text = self.complaints.read(1 << 20)
        self.complaints.seek(0)
        self.complaints.truncate()
        return text.decode("utf-8", "backslashreplace")

    def request(self, data):
        if self.process is None:
            self.start()
        self.end = time.monotonic() + self.patience
        self.history.append(data)
        try:
            self.send(data)
            numbers = [int(word) for word in self.line().split()]
            if len(numbers) != FIELDS:
                raise ValueError
            code, micro, _, _, resident, said, names, out = numbers
            said = self.bytes(said).decode("utf-8", "backslashreplace")
            wrote = self.bytes(names).decode("utf-8", "backslashreplace").splitlines()
            return Answer(code, micro / 1e6, resident / 1024, said + self.complained(), wrote, self.bytes(out))
        except BrokenPipeError:
            code = self.stop()
        except Gone as gone:
            code = self.stop(gone.args[0])
        except ValueError:
            self.stop()
            code = "nonsense"
        return Answer("ended" if code == 0 else code, err=self.complained())

    def ask(self, arguments, text, name, keep=False):
        """One run, of the description `text`, which is called `name` among the arguments."""
        head = ["%d %d %d" % (len(arguments), keep, len(text))] + arguments + [name]
        return self.request(("\n".join(head) + "\n").encode() + text)

    def leaks(self):
        """What no run gave back, as the sanitizer tells it; "" for nothing."""
        answer = self.request(b"0 0 -1\n")
        return answer.err or "leaks" if answer.code != 0 else ""


PATIENCE = 120  # seconds; a busy machine may take many for what answers
HANG = 1  # for what never does
# Programs in the place of the driver, each wrong in one way that must be seen.
CONTROLS = {
    "a crash": ("read x; kill -SEGV $$", -signal.SIGSEGV),
    "a crash after half an answer": ("read x; printf '0 0 0 0 0 100 0 0\\nhalf'; kill -ABRT $$", -signal.SIGABRT),
    "an end": ("read x; exit 0", "ended"),
    "a status of its own": ("read x; exit 99", 99),
    "a hang": ("read x; exec sleep 600", "timeout"),
    "a hang after half an answer": ("read x; printf '0 0 0'; exec sleep 600", "timeout"),
    "no numbers": ("read x; echo hello; cat >/dev/null", "nonsense"),
    "a closed door": ("exec <&-; sleep 0.2; exit 7", 7),
}


def run_controls(tally, environment):
    for name, (script, code) in CONTROLS.items():
        driver = Driver(["sh", "-c", script], environment, HANG if code == "timeout" else PATIENCE)
        got = driver.ask(["-"], b"x" * (1 << 20), "-").code
        tally.check("driver control: " + name, got == code, "got %r" % got)
        driver.stop()


def run_restart(tally, driver):
    """After a crash and after a hang the next case has its own answer again."""
    good = b"copy thread f32 gmem S[(4)] -> smem S[(4)]\n"
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGSTOP, "timeout")):
        answers = [driver.ask(["-"], good, "-")]
        patience, driver.patience = driver.patience, HANG if code == "timeout" else PATIENCE
        os.kill(driver.process.pid, how)
        answers.append(driver.ask(["-"], good, "-"))
        driver.patience = patience
        answers.append(driver.ask(["-"], good, "-"))
        codes = [answer.code for answer in answers]
        tally.check("driver: after %s" % how.name, codes == [0, code, 0], "got %s" % codes)
