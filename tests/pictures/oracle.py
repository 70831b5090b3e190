"""What `tcgen draw` must print, byte for byte, worked out once more from a model of the copy that is given by
hand: where each element lies in memory, which registers hold it, which instruction moves it.

A Model knows the copy; owner(), hardware(), banks() and memory() make a Picture of it; grid() and svg() print one.
"""
import itertools

LANES = 32


class Model:
    """shape: the region. byte: coordinate -> its first byte in `space`, of `src` or `dst`. owners: coordinate ->
    [(thread, register)], of the side in registers. before: the same of the source, where both sides are in
    registers. accesses: [(PTX, buffer, thread -> (first byte, bytes) or None)] in program order, of one warp;
    plain: the bytes of an element are moved by an access of its own thread. worst, times: of each access in shared
    memory."""

    def __init__(self, what, shape, threads, bits=32, byte=None, side="src", space="smem", owners=None, before=None,
                 regs=0, accesses=(), origin=None, mover=None):
        self.what, self.shape, self.threads, self.bits = what, shape, threads, bits
        self.byte, self.side, self.space, self.owners, self.before = byte, side, space, owners, before
        self.regs, self.accesses, self.mover = regs, list(accesses), mover
        self.origin = origin or [0] * len(shape)
        self.seen = None  # the memory view's own (byte, side, space, origin); None: as above

    def elements(self, origin=None):
        return list(itertools.product(*[range(o, o + n) for o, n in zip(origin or self.origin, self.shape)]))

    def dims(self):
        return [i for i, n in enumerate(self.shape) if n != 1]

    def coordinate(self, c):
        return ",".join(str(c[i]) for i in self.dims()) or "0"

    def colour(self, index):
        dims = self.dims()
        return index // (self.shape[dims[-1]] if len(dims) > 1 else 16) % 32


class Picture:
    def __init__(self, heading, corner, rows, cols, shown_rows, shown_cols, least, legend, fixed=False, sides=False):
        self.heading, self.corner, self.rows, self.cols = heading, corner, rows, cols
        self.shown_rows, self.shown_cols, self.least, self.legend = shown_rows, shown_cols, least, legend
        self.fixed, self.sides, self.notes = fixed, sides, []
        self.row_label, self.col_label = [""] * shown_rows, [""] * shown_cols
        self.boxes = {}  # (row, column): (text, tip, colour)


# ---- views -----------------------------------------------------------------------------------------------------------

def lines_of(model):
    """(elements of a row, whether rows are pieces of one dimension)."""
    dims = model.dims()
    if len(dims) < 2:
        return min(model.shape[dims[0]] if dims else 1, 16), True
    return model.shape[dims[-1]], False


def owner(model, max_rows, max_cols):
    cols, is_line = lines_of(model)
    elements = model.elements()
    rows = -(-len(elements) // cols)
    sides = model.before is not None
    if sides:
        max_cols //= 2
    shown_rows, shown_cols = min(rows, max_rows), min(cols, max_cols)
    corner = "from" if is_line else "row"
    does = ("thread/register of each element's owner, in src -> in dst" if sides
            else "each cell is thread/register of its owner" if model.owners
            else "each cell is the moving thread and the number of its transfer")
    picture = Picture(model.what + does, corner, rows, 2 * cols + 1 if sides else cols, shown_rows,
                      2 * shown_cols + 1 if sides else shown_cols, 3, "colour: lane (thread % 32)", sides, sides)
    dims = model.dims()

    def half(first, holders, others, way):
        for col in range(shown_cols):
            picture.col_label[first + col] = str(col if is_line else elements[col][dims[-1]])
        for row, col in itertools.product(range(shown_rows), range(shown_cols)):
            at = row * cols + col
            if at < len(elements):
                picture.boxes[row, first + col] = owner_box(model, elements[at], holders, others, way)
    if sides:
        half(0, model.before, model.owners, "goes to")
        picture.col_label[shown_cols] = "->"
        half(shown_cols + 1, model.owners, model.before, "comes from")
    else:
        half(0, model.owners, None, "")
    for row in range(shown_rows):
        c = elements[row * cols]
        shown = dims[-1:] if is_line else dims[:-1]
        picture.row_label[row] = ",".join(str(c[i]) for i in shown) or "0"
    return picture


def owner_box(model, c, holders, others, way):
    tip = "(%s): " % ", ".join(map(str, c))
    if holders:
        thread, slot = min(holders(*c))
        text, more = "%d/%d" % (thread, slot), len(holders(*c)) - 1
        tip += "thread %d, register %d" % (thread, slot) + (", and %d more owners" % more if more else "")
    else:
        thread, slot = model.mover(*c)
        text = "%d.%d" % (thread, slot)
        tip += "thread %d, its transfer %d" % (thread, slot)
    if model.byte:
        at = model.byte(*c)
        tip += "; %s byte %d" % (model.space, at) + (", bank %d" % (at // 4 % 32) if model.space == "smem" else "")
    if others:
        tip += "; %s thread %d, register %d" % (way, *min(others(*c)))
    return text, tip, thread % 32


def memory(model, max_rows, max_cols):
    unit = max(model.bits // 8, 1)
    line = 128
    while line // unit > min(32, max_cols):
        line //= 2
    if not model.byte:
        return Picture(model.what + "no side is in memory", "byte", 0, 0, 0, 0, 3, "", True)
    byte, side, space, origin = model.seen or (model.byte, model.side, model.space, model.origin)
    elements = model.elements(origin)
    first = min(byte(*c) for c in elements) // line * line
    last = max(byte(*c) for c in elements) + unit - 1
    rows = (last - first) // line + 1
    picture = Picture("%seach cell is the element of %s at that byte of %s" % (model.what, side, space), "byte",
                      rows, line // unit, min(rows, max_rows), line // unit, 3,
                      "colour: row of the region % 32; '-' holds no element of it", True)
    for row, col in itertools.product(range(picture.shown_rows), range(picture.shown_cols)):
        at = first + row * line + col * unit
        picture.row_label[row], picture.col_label[col] = str(first + row * line), "+%d" % (col * unit)
        picture.boxes[row, col] = ("-", "byte %d: no element of the region" % at, -1)
    for index, c in enumerate(elements):
        at = byte(*c)
        place, name = ((at - first) // line, (at - first) % line // unit), model.coordinate(c)
        if place not in picture.boxes:
            continue
        text, tip, colour = picture.boxes[place]
        if colour >= 0:
            picture.boxes[place] = (text, tip + " and (%s)" % name, colour)
        else:
            bank = ", bank %d" % (at // 4 % 32) if space == "smem" else ""
            picture.boxes[place] = (name, "byte %d%s: (%s)" % (at, bank, name), model.colour(index))
    return picture


def spans(model, thread, number):
    """[(buffer, first byte, bytes)] of what the instruction moves for the thread."""
    _, moves = model.accesses[number]
    return [(buffer, *place(thread)) for buffer, place in moves if place(thread) is not None]


def notes_of(model):
    notes, n = [], 0
    for ptx, group in itertools.groupby(ptx for ptx, _ in model.accesses):
        end = n + len(list(group)) - 1
        notes.append("instruction%s: %s" % (" %d" % n if n == end else "s %d to %d" % (n, end), ptx))
        n = end + 1
    return notes if len(notes) <= 16 else notes[:16] + ["..."]


def hardware(model, max_rows, max_cols):
    in_registers = model.owners is not None
    cols = model.regs if in_registers else len(model.accesses)
    does = ("each column is a register, each cell the element in it" if in_registers
            else "each column is an instruction, each cell the first element that it moves")
    legend = "colour: number of the instruction that moves it % 32" if in_registers else "colour: row of the region % 32"
    picture = Picture(model.what + does, "thread", model.threads, cols, min(model.threads, max_rows), min(cols, max_cols), 3, legend)
    picture.row_label = [str(row) for row in range(picture.shown_rows)]
    picture.col_label = [str(col) for col in range(picture.shown_cols)]
    if in_registers:
        for c in model.elements():
            for thread, slot in model.owners(*c):
                if thread < picture.shown_rows and slot < picture.shown_cols:
                    picture.boxes[thread, slot] = register_box(model, c, thread, slot)
    else:
        places = [places_of(model, *of) for of in model.byte_of]
        for thread, number in itertools.product(range(picture.shown_rows), range(picture.shown_cols)):
            moved = spans(model, thread, number)
            if moved:
                picture.boxes[thread, number] = move_box(model, places, thread, number, moved)
    picture.notes = notes_of(model)
    return picture


def places_of(model, byte, origin):
    """[(byte, index, coordinate)] of one side, in its own coordinates."""
    elements = itertools.product(*[range(o, o + n) for o, n in zip(origin, model.shape)])
    return sorted((byte(*c), i, c) for i, c in enumerate(elements)) if byte else []


def register_box(model, c, thread, slot):
    name = model.coordinate(c)
    tip, colour = "thread %d, register %d: (%s)" % (thread, slot, name), -1
    if model.byte:
        at = model.byte(*c)
        tip += "; %s byte %d" % (model.space, at)
        for number in range(len(model.accesses)):
            if any(begin <= at < begin + size for _, begin, size in spans(model, thread, number)):
                tip += ", instruction %d: %s" % (number, model.accesses[number][0])
                colour = number % 32
                break
    return name, tip, colour


def move_box(model, places, thread, number, moved):
    tip = "thread %d, instruction %d: %s" % (thread, number, model.accesses[number][0])
    for buffer, begin, size in moved:
        tip += "; %s bytes %d to %d" % (buffer, begin, begin + size - 1)
        inside = [(i, c) for at, i, c in places[buffer == "dst"] if begin <= at < begin + size]
        text, colour = (model.coordinate(inside[0][1]), model.colour(inside[0][0])) if inside else ("+%d" % begin, -1)
        tip += " from (%s)" % text if inside else ""
    return text, tip, colour


def lanes_text(lanes, most):
    text, lane = "", 0
    while lane < 32:
        last = lane
        if lane in lanes:
            while last + 1 in lanes:
                last += 1
            if text and len(text) >= most:
                return text + ".."
            text += ("," if text else "") + (str(lane) if last == lane else "%d-%d" % (lane, last))
        lane = last + 1
    return text


def banks(model, max_rows, shots):
    """shots: [(PTX, warp, [wavefront: {bank: (word, lanes)}], least, times)], the worst of each access."""
    rows = sum(len(shot[2]) for shot in shots)
    does = ("each row is a wavefront (access.number), each cell the lanes at that bank" if shots
            else "no step accesses shared memory")
    picture = Picture(model.what + does, "wave", rows, 32 if shots else 0, min(rows, max_rows), 32 if shots else 0, 2,
                      "colour: lowest lane at the bank; '-' is an idle bank" if shots else "", True)
    picture.col_label = [str(bank) for bank in range(picture.shown_cols)]
    row = 0
    for access, (ptx, warp, wavefronts, least, times) in enumerate(shots):
        for number, served in enumerate(wavefronts):
            if row < picture.shown_rows:
                picture.row_label[row] = "%d.%d" % (access, number)
                for bank in range(32):
                    tip = "wavefront %d, bank %d: " % (number, bank)
                    word, lanes = served.get(bank, (0, set()))
                    picture.boxes[row, bank] = (
                        (lanes_text(lanes, 3), tip + "bytes %d to %d, lanes %s" % (4 * word, 4 * word + 3, lanes_text(lanes, 100)),
                         min(lanes)) if lanes else ("-", tip + "idle", -1))
            row += 1
        n = len(wavefronts)
        picture.notes.append("access %d: %s, warp %d, %d wavefront%s, the minimum is %d; the worst of %d" % (
            access, ptx, warp, n, "" if n == 1 else "s", least, times))
    return picture


# ---- printing --------------------------------------------------------------------------------------------------------

def omission(picture, rows, cols):
    whole = picture.cols // 2 if picture.sides else picture.cols
    cols = cols // 2 if picture.sides else cols
    if rows == picture.rows and cols == whole:
        return []
    return ["Shown: %d of %d rows, %d of %d columns." % (rows, picture.rows, cols, whole)]


def fitted(build, line):
    most = 64
    while True:
        picture = build(32, most)
        label = max(map(len, [picture.corner] + picture.row_label))
        width = max([picture.least] + [len(t) for t in picture.col_label] + [len(box[0]) for box in picture.boxes.values()])
        fit = (line - label - 2) // (width + 1)
        cols = picture.shown_cols if fit >= picture.shown_cols else fit // 4 * 4 if fit >= 8 else max(fit, 1)
        if cols == picture.shown_cols or not picture.fixed or most <= 4:
            return picture, label, width, cols
        most //= 2


def grid(name, build, line=100):
    picture, label, width, cols = fitted(build, line)
    out = [name, picture.heading, ""]
    if picture.shown_rows:
        out.append("%*s |" % (label, picture.corner) + "".join(" %*s" % (width, t) for t in picture.col_label[:cols]))
        out.append("-" * (label + 1) + "+" + "-" * (cols * (width + 1)))
        for row in range(picture.shown_rows):
            cells = [picture.boxes.get((row, col), ("",))[0] for col in range(cols)]
            while cells and not cells[-1] and (row, len(cells) - 1) not in picture.boxes:
                cells.pop()
            out.append("%*s |" % (label, picture.row_label[row]) + "".join(" %*s" % (width, t) for t in cells))
    left = omission(picture, picture.shown_rows, cols)
    out += ([""] + picture.notes if picture.notes else []) + ([""] + left if left else [])
    return "\n".join(out) + "\n"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def colour(hue, low, high):
    """On the ring red, yellow, green, cyan, blue, magenta: between two of them one part rises or falls."""
    ring = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 1)]
    here, there, way = ring[hue // 60 % 6], ring[(hue // 60 + 1) % 6], (high - low) * (hue % 60) // 60
    parts = [(low + way if b else high - way) if a != b else high if a else low for a, b in zip(here, there)]
    return "#%02x%02x%02x" % tuple(parts)


def palette(low, high):
    return "".join(".c%d{fill:%s}" % (i, colour(i * 360 // 32, low[i % 2], high[i % 2])) for i in range(32))


STYLE = (
    "<style>text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1b;text-anchor:middle}"
    + ".t{font-size:13px;font-weight:bold;text-anchor:start}.s{text-anchor:start}.l{text-anchor:end}.s,.l,.h{fill:#555}"
    ".g{fill:#fff}rect{stroke:#fff}.n{fill:#ddd}" + palette((175, 155), (255, 235))
    + "\n@media(prefers-color-scheme:dark){text{fill:#f2f2f2}.s,.l,.h{fill:#aaa}.g{fill:#161616}rect{stroke:#161616}.n{fill:#444}"
    + palette((30, 50), (96, 116)) + "}</style>")


def text_at(kind, x, y, text):
    return '<text class="%s" x="%d" y="%d">%s</text>' % (kind, x, y, escape(text))


def box_at(box, x, y, width):
    text, tip, c = box
    return ('<g><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="20"/><text x="%d" y="%d">%s</text></g>'
            % (escape(tip), "n" if c < 0 else "c%d" % c, x, y, width, x + width // 2, y + 14, escape(text)))


def svg(name, build):
    picture = build(64, 128)
    box = 7 * max([3] + [len(b[0]) for b in picture.boxes.values()]) + 6
    label = max(44, 7 * max(map(len, [picture.corner] + picture.row_label)) + 6)
    left = 16 + label
    notes = picture.notes + omission(picture, picture.shown_rows, picture.shown_cols)
    longest = max(map(len, [name, picture.heading] + picture.notes))
    width = 32 + max(label + picture.shown_cols * box, 8 * longest)
    body = [text_at("t", 16, 22, name), text_at("s", 16, 40, picture.heading)]
    if picture.shown_rows:
        body.append(text_at("l", left - 6, 60, picture.corner))
    body += [text_at("h", left + col * box + box // 2, 60, t) for col, t in enumerate(picture.col_label)]
    y = 66
    for row in range(picture.shown_rows):
        body.append(text_at("l", left - 6, y + 14, picture.row_label[row]))
        body += [box_at(picture.boxes[row, col], left + col * box, y, box)
                 for col in range(picture.shown_cols) if (row, col) in picture.boxes]
        y += 20
    y += 14
    for note in notes:
        body.append(text_at("s", 16, y + 12, note))
        y += 18
    if picture.shown_rows:
        body.append(text_at("s", 16, y + 12, picture.legend + "; hover over a cell for details"))
        body += ['<rect class="c%d" x="%d" y="%d" width="24" height="20"/><text x="%d" y="%d">%d</text>' % (
            i, 16 + i % 16 * 24, y + 20 + i // 16 * 20, 28 + i % 16 * 24, y + 34 + i // 16 * 20, i) for i in range(32)]
        y += 60
    height = y + 16
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">' % (width, height, width, height)
    return "\n".join([head, "<title>%s</title>" % escape(name), STYLE, '<rect class="g" width="100%" height="100%"/>'] + body + ["</svg>"]) + "\n"


# ---- accesses of a warp to shared memory -----------------------------------------------------------------------------

def wavefronts(spans_of_lanes, width, loads):
    """([{bank: (word, lanes)}], the least) of an access: {lane: (first byte, bytes)}. Of 128 bits 8 lanes go at a time,
    of 64 bits 16, twice as many if all lanes i and i ^ 1, or i and i ^ 2, read one address; of each group the nth
    different word of a bank is served in its nth wavefront, and a group without work takes one."""
    group, rows, least = {16: 8, 8: 16}.get(width, 32), [], 0
    for distance in (1, 2):
        agree = all(at == spans_of_lanes.get(lane ^ distance, at) for lane, at in spans_of_lanes.items())
        if loads and group < 32 and agree:
            group *= 2
            break
    for first in range(0, 32, group):
        asked = {}
        for lane in range(first, first + group):
            begin, size = spans_of_lanes.get(lane, (0, 0))
            for word in range(begin // 4, (begin + size + 3) // 4):
                asked.setdefault(word % 32, {}).setdefault(word, set()).add(lane)
        turns = max([1] + [len(words) for words in asked.values()])
        rows += [{bank: list(words.items())[n] for bank, words in asked.items() if n < len(words)} for n in range(turns)]
        least += max(1, -(-sum(map(len, asked.values())) // 32))
    return rows, least


def shots_of(model):
    """Of each step on shared memory the worst access of warp 0; steps: numbers of model.accesses that one step makes."""
    shots = []
    for steps in model.steps:
        ptx, moves = model.accesses[steps[0]]
        for i in range(len(moves)):
            if moves[i][0] not in model.shared:
                continue
            tried = []
            for number in steps:
                place = model.rows if ptx.startswith("ldmatrix") else model.accesses[number][1][i][1]
                lanes = {lane: place(lane) for lane in range(32) if place(lane) is not None}
                tried.append(wavefronts(lanes, max(size for _, size in lanes.values()), ptx.startswith("ld.")))
            worst = max(tried, key=lambda t: len(t[0]))
            shots.append((ptx, 0, worst[0], worst[1], len(steps) * -(-model.working // 32)))
    return shots
