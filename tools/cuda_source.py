"""Rewrites what no macro can say of CUDA's language, line by line as it was: launches, shared variables,
`extern __shared__`, __noinline__.

    kernel<<<g, b>>>(x)            tc_cuda_launch("kernel", g, b).of(kernel)(x)
    float __shared__ a[4];         TC__SHARED_GUARD static __thread float  a[4];
    extern __shared__ float s[];   float (&s)[] = *(float (*)[])tc_emu_smem();
outside of functions               extern __thread float s[] __asm__("tc_emu_dynamic");
"""
import re

import cuda_arch
import cuda_asm

NEWEST = 900  # what the emulator is where --arch says nothing

TOKEN = re.compile(r"""
    (?P<space>[ \t\r\f\v]+|\\\n)
  | (?P<line>\n)
  | (?P<comment>//(?:[^\n\\]|\\.|\\\n)*|/\*.*?\*/)
  | (?P<raw>\b(?:u8|[uUL])?R"(?P<delimiter>[^ ()\\\t\n]{0,16})\(.*?\)(?P=delimiter)")
  | (?P<string>(?:\b(?:u8|[uUL]))?"(?:[^"\\\n]|\\.|\\\n)*"|(?:\b(?:u8|[uUL]))?'(?:[^'\\\n]|\\.)+')
  | (?P<name>[A-Za-z_$][\w$]*)
  | (?P<number>\.?\d(?:[\w.']|[eEpP][+-])*)
  | (?P<sign><<<|>>>|::|->|.)
""", re.X | re.S)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


class Wrong(Exception):
    """What cannot be rewritten, and where: an offset."""

    def __init__(self, at, text):
        super().__init__(text)
        self.at = at


class Token:
    __slots__ = ("kind", "text", "at", "directive", "begins")

    def __init__(self, kind, text, at, directive, begins):
        self.kind, self.text, self.at, self.directive, self.begins = kind, text, at, directive, begins


def tokens(text):
    """Those that count: no blanks, no comments. directive: it stands in a line that begins with #; begins: it is
    that #."""
    found, directive, fresh = [], False, True
    for m in TOKEN.finditer(text):
        kind = m.lastgroup if m.lastgroup != "delimiter" else "raw"
        if m.group("raw") is not None:
            kind = "raw"
        if kind == "line":
            directive, fresh = False, True
        elif kind not in ("space", "comment"):
            begins = fresh and m.group(0) == "#"
            directive, fresh = directive or begins, False
            found.append(Token(kind, m.group(0), m.start(), directive, begins))
    return found


class Source:
    """The text of one file, its tokens, and the changes to be made of it."""

    def __init__(self, text):
        self.text, self.tokens, self.changes = text, tokens(text), []
        self.templates, self.defaults = self.template_kernels(), self.default_kernels()
        self.clusters, self.bounds = {}, {}

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def change(self, start, end, new):
        """Keeps the number of lines."""
        lost = self.text.count("\n", start, end) - new.count("\n")
        self.changes.append((start, end, new + "\n" * max(lost, 0)))

    def changed_lines(self):
        return {n for start, end, _ in self.changes for n in range(self.line(start), self.line(end) + 1)}

    def result(self):
        out, at = [], 0
        for start, end, new in sorted(self.changes, key=lambda c: (c[0], c[1])):
            if start < at:
                continue  # inside of what was replaced
            out += [self.text[at:start], new]
            at = end
        return "".join(out + [self.text[at:]])

    def closing(self, i):
        """The number of the token that closes the bracket at i."""
        depth = 0
        for k in range(i, len(self.tokens)):
            if self.tokens[k].text in OPEN:
                depth += 1
            elif self.tokens[k].text in CLOSE:
                depth -= 1
                if depth == 0:
                    return k
        raise Wrong(self.tokens[i].at, "'%s' is not closed" % self.tokens[i].text)

    def end(self, i):
        return self.tokens[i].at + len(self.tokens[i].text)

    # ---- kernels --------------------------------------------------------------------------------

    def template_kernels(self):
        """The names of kernels that are templates."""
        names = set()
        for i, token in enumerate(self.tokens):
            if token.text != "__global__":
                continue
            k = i
            while k > 0 and self.tokens[k - 1].text not in (";", "}", "{"):
                k -= 1
            names |= {self.kernel_name(i)} if any(t.text == "template" for t in self.tokens[k:i]) else set()
        return names

    def default_kernels(self):
        """The names of kernels that a launch may give fewer arguments."""
        names = set()
        for i, token in enumerate(self.tokens):
            if token.text != "__global__":
                continue
            name = self.kernel_name(i)
            k = next((k for k in range(i, len(self.tokens)) if name and self.tokens[k].text == name), len(self.tokens))
            if k + 1 < len(self.tokens) and any(t.text == "=" for t in self.tokens[k + 1:self.closing(k + 1)]):
                names.add(name)
        return names

    def kernel_name(self, i):
        """Of the __global__ at i: the name before the parameters, behind attributes with brackets."""
        k = i + 1
        while k < len(self.tokens):
            token, after = self.tokens[k], self.tokens[k + 1].text if k + 1 < len(self.tokens) else ""
            if token.kind == "name" and after == "(":
                if not token.text.startswith("__"):
                    return token.text
                k = self.closing(k + 1)
            k += 1
        return ""

    def cluster_shapes(self):
        """__cluster_dims__(2, 1, 1) belongs to the launches of its kernel."""
        for i, token in enumerate(self.tokens):
            if token.text == "__cluster_dims__" and not token.directive and self.tokens[i + 1].text == "(":
                close = self.closing(i + 1)
                self.clusters[self.kernel_name(close)] = self.text[self.end(i + 1):self.tokens[close].at]
            if token.text == "__launch_bounds__" and not token.directive and re.fullmatch(r"\d+", self.tokens[i + 2].text):
                self.bounds[self.kernel_name(self.closing(i + 1))] = self.tokens[i + 2].text

    # ---- launches -------------------------------------------------------------------------------

    def kernel_start(self, i):
        """The number of the first token of the expression that ends before i."""
        k = i - 1
        if self.tokens[k].text == ">":
            depth = 0
            while k >= 0:
                depth += {">": 1, ">>>": 3, "<": -1, "<<<": -3}.get(self.tokens[k].text, 0)
                if depth == 0:
                    break
                k -= 1
            k -= 1
        elif self.tokens[k].text == ")":
            depth = 0
            while k >= 0:
                depth += {")": 1, "(": -1}.get(self.tokens[k].text, 0)
                if depth == 0:
                    return k
                k -= 1
        if k < 0 or self.tokens[k].kind != "name":
            raise Wrong(self.tokens[i].at, "a launch without the name of a kernel")
        while k > 1 and self.tokens[k - 1].text in ("::", ".", "->") and self.tokens[k - 2].kind == "name":
            k -= 2
        return k - 1 if k > 0 and self.tokens[k - 1].text == "::" else k

    def launches(self):
        for i, token in enumerate(self.tokens):
            if token.text != "<<<":
                continue
            first, depth, close = self.kernel_start(i), 0, None
            for k in range(i + 1, len(self.tokens)):
                text = self.tokens[k].text
                depth += (text in OPEN) - (text in CLOSE)
                if text == ">>>" and depth == 0:
                    close = k
                    break
            if close is None or close + 1 >= len(self.tokens) or self.tokens[close + 1].text != "(":
                raise Wrong(token.at, "a launch without '>>>(' behind it")
            self.launch(first, i, close)

    def launch(self, first, i, close):
        kernel = self.text[self.tokens[first].at:self.tokens[i].at].strip()
        config = self.text[self.end(i):self.tokens[close].at]
        name = re.sub(r"\s+", " ", kernel).replace('"', '\\"').replace("\\\n", " ")
        last = self.tokens[i - 1].text
        shape = self.clusters.get(last)
        cluster = ".cluster(dim3(%s))" % shape if shape else ""
        if last in self.bounds:
            cluster += ".bounds(%s)" % self.bounds[last]
        if last in self.templates:
            target = "of_any([=](auto... tc__values) { %s(tc__values...); })" % kernel
        elif last in self.defaults:
            target = "of_some(%s, [=](auto... tc__values) { %s(tc__values...); })" % (kernel, kernel)
        else:
            target = "of(%s)" % kernel
        self.change(self.tokens[first].at, self.end(close),
                    'tc_cuda_launch("%s", %s)%s.%s' % (name, config, cluster, target))

    # ---- shared variables -----------------------------------------------------------------------

    def statement_start(self, i):
        k = i
        while k > 0 and self.tokens[k - 1].text not in (";", "{", "}") and not self.tokens[k - 1].directive:
            k -= 1
        while self.tokens[k].text in ("public", "private", "case", "default") or (
                k + 1 < i and self.tokens[k + 1].text == ":" and self.tokens[k].kind == "name"):
            k += 2
        return k

    def shared(self):
        for i, token in enumerate(self.tokens):
            if token.text != "__shared__" or token.directive:
                continue
            first = self.statement_start(i)
            before = [t.text for t in self.tokens[first:i]]
            if "extern" in before:
                self.extern_shared(first, i)
                continue
            # the macro __shared__ holds the guard and `static __thread`; what stood before it goes behind
            start = self.tokens[first].at
            moved = self.text[start:token.at]
            moved = attributes(re.sub(r"\bstatic\b", "", moved))
            if self.tokens[i + 1].text == "alignas":
                i = self.closing(i + 2)
                moved += attributes(self.text[token.at + len(token.text):self.end(i)])
            self.change(start, self.end(i), "__shared__ " + moved)
            self.separate(i, moved)

    def separate(self, i, moved):
        """`int a[4], b[4]` becomes two declarations, so that each array has its guard."""
        name = i + 1
        while self.tokens[name].kind != "name" or self.tokens[name + 1].text not in ("[", ",", ";", "="):
            if self.tokens[name].text in (";", "*", "&"):
                return
            name = self.closing(name) + 1 if self.tokens[name].text in OPEN else name + 1
        kind = moved + self.text[self.end(i):self.tokens[name].at].replace("\n", " ")
        k = name
        while self.tokens[k].text != ";":
            if self.tokens[k].text == ",":
                self.change(self.tokens[k].at, self.end(k), "; __shared__ " + kind)
            k = self.closing(k) + 1 if self.tokens[k].text in OPEN else k + 1

    def extern_shared(self, first, i):
        end = i
        while self.tokens[end].text not in (";", ","):
            end = self.closing(end) + 1 if self.tokens[end].text in OPEN else end + 1
        if self.in_function(first):
            self.shared_reference(first, i, end)
            return
        for t in self.tokens[first:i + 1]:
            if t.text == "extern":
                self.change(t.at, t.at + 6, "TC_EXTERN_SHARED")
        self.change(self.tokens[i].at, self.end(i), "")
        self.change(self.tokens[end].at, self.tokens[end].at, ' __asm__("tc_emu_dynamic")')

    # ---- inline PTX -----------------------------------------------------------------------------

    def asm_parts(self, i):
        """The tokens of the asm from the bracket i to its end, split at ':' ('::' is two)."""
        parts, depth, close = [[]], 0, self.closing(i)
        for t in self.tokens[i + 1:close]:
            depth += (t.text in OPEN) - (t.text in CLOSE)
            if depth == 0 and t.text in (":", "::"):
                parts += [[] for _ in t.text]
            else:
                parts[-1].append(t)
        return parts, close

    def asm_operands(self, part):
        """[(constraint, expression)]"""
        found, k = [], 0
        while k < len(part):
            if part[k].text == "[":  # a name
                k += 3
                continue
            if part[k].kind == "string" and k + 1 < len(part) and part[k + 1].text == "(":
                first = self.tokens.index(part[k + 1])
                close = self.closing(first)
                found.append((part[k].text[1:-1], self.text[self.end(first):self.tokens[close].at]))
                k += close - first + 1
            k += 1
        return found

    def asm(self, target):
        count = 0
        for i, token in enumerate(self.tokens):
            if token.text not in ("asm", "__asm__", "__asm") or token.directive:
                continue
            k = i + 1
            while self.tokens[k].text in ("volatile", "__volatile__", "__volatile"):
                k += 1
            if self.tokens[k].text != "(":
                continue
            parts, close = self.asm_parts(k)
            if any(t.kind not in ("string", "raw") for t in parts[0]):
                raise Wrong(token.at, "the text of this asm is not a string: tcemu cannot read it")
            text = "".join(unquoted(t.text) for t in parts[0])
            operands = [o for part in parts[1:3] for o in self.asm_operands(part)]
            count += 1
            try:
                block = cuda_asm.translate(text, operands, count, target)
            except cuda_asm.Unknown as unknown:
                raise Wrong(token.at, "tcemu does not know %s of inline PTX" % unknown)
            self.change(token.at, self.end(close), block.replace("\n", " "))

    def in_function(self, i):
        """Is the token inside of a function? A brace that opens a namespace or a class does not begin one."""
        return self.function_head(i) is not None

    def side_of(self, i):
        """"device" or "host": the function that the token is in; "both": none."""
        head = self.function_head(i)
        if head is None:
            return "both"
        marks = {"__global__", "__device__", "__host__"} & set(head)
        return "device" if marks and "__host__" not in marks else "host"

    def function_head(self, i):
        """What stands before the brace of the outermost function around the token; None: it is in none."""
        depth, found = 0, None
        for k in range(i - 1, -1, -1):
            text = self.tokens[k].text
            depth += (text == "}") - (text == "{")
            if text == "{" and depth < 0:
                depth = 0
                head = [t.text for t in self.tokens[self.statement_start(k):k]]
                if not {"namespace", "struct", "class", "union"} & set(head) and head[:1] != ["extern"] or "(" in head:
                    found = head
        return found

    def shared_reference(self, first, i, end):
        """The type is what stands before the name without alignments; the name is followed by its bounds."""
        bounds = next((k for k in range(i, end) if self.tokens[k].text == "["), None)
        if bounds is None:
            raise Wrong(self.tokens[first].at, "'extern __shared__' of something that is no array")
        kind, k = [], first
        while k < bounds - 1:
            text = self.tokens[k].text
            if text in ("__align__", "alignas", "__attribute__", "__declspec"):
                k = self.closing(k + 1)
            elif text not in ("extern", "__shared__"):
                kind.append(text)
            k += 1
        name, array = self.tokens[bounds - 1].text, self.text[self.tokens[bounds].at:self.end(end - 1)]
        kind = " ".join(kind).replace(" :: ", "::")
        self.change(self.tokens[first].at, self.end(end - 1), "%s (&%s)%s = *(%s (*)%s)tc_emu_smem()" % (
            kind, name, array, kind, array))

    def words(self):
        for i, token in enumerate(self.tokens):
            if token.text == "__noinline__" and not (i and self.tokens[i - 1].text == "("):
                self.change(token.at, self.end(i), "__attribute__((noinline))")
            if token.text in ("cudaLaunchKernel", "cudaLaunchCooperativeKernel"):
                self.uncast(i + 1)

    def uncast(self, i):
        """`((void *)kernel, ...`: without the type of the kernel its arguments have none either."""
        texts = [t.text for t in self.tokens[i:i + 6]]
        length = 5 if texts[1:3] == ["(", "const"] else 4
        if texts[:2] == ["(", "("] and texts[length - 2:length + 1] == ["void", "*", ")"]:
            self.change(self.tokens[i + 1].at, self.end(i + length), "")


def attributes(text):
    """alignas(16) may stand only before a declaration, and the attribute anywhere."""
    return re.sub(r"\balignas\s*(\((?:[^()]|\([^()]*\))*\))", r"__attribute__((aligned\1)) ", text)


def unquoted(literal):
    """The text of a string literal."""
    if literal.lstrip("u8LU").startswith("R"):
        return re.match(r'[^"]*"[^(]*\((.*)\)[^)]*"$', literal, re.S).group(1)
    inside = literal[literal.index('"') + 1:-1]
    return re.sub(r"\\(.|\n)", lambda m: {"n": "\n", "t": "\t", "\n": ""}.get(m.group(1), m.group(1)), inside)


def includes(text):
    """(start, end, name) of `#include "name"`: the place of the name between its quotes."""
    return [(m.start(1), m.end(1), m.group(1)) for m in re.finditer(r'(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', text)]


def system_includes(text):
    """The names of `#include <name>`."""
    return re.findall(r"(?m)^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", text)


def rewrite(text, clusters=None, templates=None, target=0, defaults=None):
    """The text for the host's compiler. clusters, templates, defaults: what is known of kernels of other files; target: 800 for
    sm_80, 0 for all."""
    source = Source(text)
    source.templates |= templates or set()
    source.defaults |= defaults or set()
    source.clusters.update(clusters or {})
    source.cluster_shapes()
    source.launches()
    source.shared()
    source.words()
    source.asm(target)
    cuda_arch.replace(source, target or NEWEST)
    return source
