"""What tcgen says about a description: errors as an exception, warnings as Python's warnings."""
import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """One report. file: the name that the text was given. line and column count from 1, and are 0 where there is no
    place. fix: what to write instead, or "". notes: further places, each a Diagnostic without an id."""
    id: str
    severity: str
    file: str
    line: int
    column: int
    message: str
    fix: str = ""
    notes: tuple = ()

    def __str__(self):
        place = "%s:%d:%d: " % (self.file, self.line, self.column) if self.line else ""
        end = " [%s]" % self.id if self.id else ""
        return place + self.severity + ": " + self.message + end + ("\nhelp: " + self.fix if self.fix else "")


class DescriptionError(ValueError):
    """tcgen refused the text. `diagnostics` lists every report; str() is what the program prints, with carets."""

    def __init__(self, diagnostics, text):
        super().__init__(diagnostics, text)  # what pickle and copy call this with again
        self.diagnostics = diagnostics

    def __str__(self):
        return self.args[1]


class DescriptionWarning(UserWarning):
    """tcgen made the header and warns; `diagnostic` is the report."""

    def __init__(self, diagnostic):
        super().__init__(diagnostic)
        self.diagnostic = diagnostic


def _diagnostic(report):
    return Diagnostic(
        report.get("id", ""), report.get("severity", "note"), report.get("file", ""), report.get("line", 0),
        report.get("column", 0), report["message"], report.get("data", {}).get("help", ""),
        tuple(_diagnostic(note) for note in report.get("notes", ())))


def read(said):
    """The diagnostics of `tcgen --diagnostics=json`: one line of JSON, or nothing."""
    return [_diagnostic(report) for line in said.splitlines() if line for report in json.loads(line)["diagnostics"]]
