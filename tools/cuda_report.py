"""The reports of tcemu for machines: --json and --sarif, from the lines that the emulator records."""
import json
import os
import re
import sys
import urllib.parse

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def rule(kind):
    return kind.replace(" ", "-")


def place(frames):
    """The innermost function that tcgen did not generate and that has a line; else the innermost one."""
    for frame in frames:
        if frame["line"] and not (frame["function"] or "").startswith("tc_"):
            return frame
    return frames[0] if frames else {"function": None, "file": None, "line": 0}


def message(record):
    first = record["text"].split("\n", 1)[0]
    for head in ("emu: %s in kernel '%s': " % (record["kind"], record["kernel"]),
                 "emu: %s in the host's code: " % record["kind"], "emu: "):
        if first.startswith(head):
            return first[len(head):]
    return first


def thread(role, cta=None, number=None, step=None, operation=None, at=None, last=None):
    at = at or {"function": None, "file": None, "line": 0}
    return {"role": role, "cta": cta, "thread": number, "last": number if last is None else last, "step": step,
            "operation": operation,
            "function": at["function"], "file": at["file"], "line": at["line"] or None,
            "column": at.get("column") or None}


def threads(record):
    """A thread that exited calls nothing: the place is then that of the line `call:`."""
    at = place(record["frames"]) if record["frames"] else None
    if "cta" not in record:
        return [thread("host", at=at)] if at and not record["kernel"] else []
    out = []
    call = re.search(r"^  call: cta (\d+) thread (\d+) .*, step (\d+): (.*)$", record["text"], re.M)
    if call:
        out.append(thread("call", int(call[1]), int(call[2]), int(call[3]), call[4], at))
    out.insert(0, thread("reporting", record["cta"], record["thread"], record["step"], record["operation"],
                         None if call else at))
    for one in record["involved"]:
        out.append(thread(one["role"], one.get("cta"), one.get("thread"), one.get("step"), one["operation"],
                          place(one["frames"]), one.get("last")))
    if "other" in record and all(t["role"] != "other" for t in out):
        out.append(thread("other", *record["other"]))
    return out


def report(record):
    """A line of the emulator's as an object of --json."""
    return {"kind": record["kind"], "message": message(record),
            "launch": {"kernel": record["kernel"], "grid": record["grid"], "cluster": record["cluster"],
                       "block": record["block"], "seed": record["seed"]} if record["kernel"] else None,
            "threads": threads(record), "space": record["space"], "buffer": record["buffer"],
            "count": 1 + record["equal"], "others": record["others"], "orders": 1,
            "offset": record["offset"] if record["buffer"] else None, "bytes": record["bytes"],
            "text": record["text"]}


def who(one):
    """"cta 0 threads 0 to 31, waits"; of whom no thread is known, the role."""
    if one["cta"] is None:
        return one["role"]
    span = " %d" % one["thread"] if one["last"] == one["thread"] else "s %d to %d" % (one["thread"], one["last"])
    return "cta %d thread%s, %s" % (one["cta"], span, one["role"])


def location(one):
    out = {}
    if one["file"]:
        out["physicalLocation"] = {"artifactLocation": {"uri": urllib.parse.quote(one["file"])},
                                   "region": dict({"startLine": one["line"]},
                                                  **({"startColumn": one["column"]} if one["column"] else {}))}
    out["message"] = {"text": who(one)}
    if one["function"]:
        out["logicalLocations"] = [{"name": one["function"], "kind": "function"}]
    return out


def result(one):
    """The thread whose place is known comes first; the rest are related."""
    known = sorted(one["threads"], key=lambda t: not t["file"])
    out = {"ruleId": rule(one["kind"]), "level": "error", "occurrenceCount": one["count"], "message": {"text": one["message"]},
           "locations": [location(t) for t in known[:1]]}
    if known[1:]:
        out["relatedLocations"] = [location(t) for t in known[1:]]
    return out


def sarif(summary, reports):
    rules = [{"id": rule(k), "shortDescription": {"text": k}} for k in sorted({one["kind"] for one in reports})]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{
        "tool": {"driver": {"name": "tcemu", "rules": rules}},
        "invocations": [{"executionSuccessful": summary["exit_code"] == 0, "exitCode": summary["exit_code"]}],
        "results": [result(one) for one in reports]}]}


def complain(path, error):
    sys.stderr.write("tcemu: cannot write %s: %s\n" % (path, error.strerror))


class Files:
    """What --json and --sarif name; `lines` is where the emulator records, `found` what is written."""

    def __init__(self, json_path, sarif_path, folder):
        self.wanted = [(p, kind) for p, kind in ((json_path, "json"), (sarif_path, "sarif")) if p]
        self.lines, self.found = os.path.join(folder, "reports"), []
        self.to_stdout = any(p == "-" for p, _ in self.wanted)

    def writable(self):
        """Before anything is compiled: a wrong path is told at once."""
        for path, _ in self.wanted:
            try:
                if path != "-":
                    open(path, "w", encoding="utf-8").close()
            except OSError as error:
                complain(path, error)
                return False
        return True

    def write(self, summary):
        """False: one could not be written."""
        found, right = self.found, True
        summary = dict(summary, reports=len(found))
        for path, kind in self.wanted:
            whole = sarif(summary, found) if kind == "sarif" else {"summary": summary, "reports": found}
            text = json.dumps(whole, indent=2) + "\n"
            try:
                if path == "-":
                    sys.stdout.write(text)
                    continue
                with open(path, "w", encoding="utf-8") as f:
                    f.write(text)
            except OSError as error:
                complain(path, error)
                right = False
        return right
