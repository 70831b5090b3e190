"""Inline PTX as calls of the emulator: `asm volatile("ldmatrix..." : "=r"(a) : "r"(p))` becomes a block of C++ in
which each instruction is a call. An instruction that no row of ROWS names stops tcemu with its line.
"""
import re

BITS = {"b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "b32": 32, "u32": 32, "s32": 32,
        "f32": 32, "f16x2": 32, "bf16x2": 32, "b64": 64, "u64": 64, "s64": 64, "f64": 64, "b128": 128}
# What an older target than sm_90 does not have.
NEWER = re.compile(r"cp\.async\.bulk|stmatrix|mapa|barrier\.cluster|fence\.(proxy\.async|mbarrier_init)|elect|mbarrier\.(try_wait|"
                   r"expect_tx|arrive\.expect_tx)|red\.async|.*shared::cluster|setmaxnreg|griddepcontrol")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


class Unknown(Exception):
    pass


class Block:
    """One asm statement: its operands by number and the registers and labels of its own."""

    def __init__(self, number, target):
        self.number, self.target, self.own = number, target, {}

    def local(self, name):
        return "tc__%s_%d" % (re.sub(r"\W", "_", name), self.number)

    def get(self, operand):
        """Its bits."""
        m = re.fullmatch(r"%(\d+)", operand)
        if m:
            return "tc_ptx_bits(tc__%s)" % m.group(1)
        if operand in self.own:
            return self.local(operand)
        if re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|\d+)U?", operand):
            return "(uint64_t)(%s)" % operand.rstrip("U")
        m = re.fullmatch(r"0[fF]([0-9a-fA-F]{8})", operand)
        if m:
            return "(uint64_t)0x%s" % m.group(1)
        if operand in SPECIAL:
            return "(uint64_t)(%s)" % SPECIAL[operand]
        raise Unknown("the operand '%s'" % operand)

    def put(self, operand, value):
        m = re.fullmatch(r"%(\d+)", operand)
        if m:
            return "tc_ptx_put(tc__%s, %s);" % (m.group(1), value)
        if operand in ("_",):
            return "(void)(%s);" % value
        if operand in self.own:
            return "%s = %s;" % (self.local(operand), value)
        raise Unknown("the destination '%s'" % operand)

    def address(self, operand):
        """What stands between the brackets, as a number."""
        m = re.fullmatch(r"\[\s*([^\]\s+]+)\s*(?:\+\s*([^\]\s]+)\s*)?\]", operand)
        if not m:
            raise Unknown("the address '%s'" % operand)
        return self.get(m.group(1)) + (" + " + self.get(m.group(2)) if m.group(2) else "")

    def shared(self, operand):
        return "tc_ptx_shared(%s)" % self.address(operand)

    def world(self, operand):
        return "tc_ptx_global(%s)" % self.address(operand)


SPECIAL = {"%laneid": "tc_cuda_lane()", "%tid.x": "threadIdx.x", "%tid.y": "threadIdx.y", "%tid.z": "threadIdx.z",
           "%ntid.x": "blockDim.x", "%ntid.y": "blockDim.y", "%ntid.z": "blockDim.z", "%ctaid.x": "blockIdx.x",
           "%ctaid.y": "blockIdx.y", "%ctaid.z": "blockIdx.z", "%nctaid.x": "gridDim.x", "%nctaid.y": "gridDim.y",
           "%nctaid.z": "gridDim.z", "%warpid": "tc_emu_thread() / 32", "%smid": "0", "%nsmid": "1",
           "%cluster_ctarank": "tc_emu_cluster_cta()", "%cluster_nctarank": "tc_emu_cluster_ctas()",
           "%clock": "clock64()", "%clock64": "clock64()", "%globaltimer": "clock64()",
           "%lanemask_lt": "(1u << tc_cuda_lane()) - 1", "%lanemask_eq": "1u << tc_cuda_lane()"}


def words(operand):
    return [w.strip() for w in operand.strip()[1:-1].split(",")] if operand.startswith("{") else [operand]


def space_of(op):
    return ("TC_EMU_CLUSTER_SPACE" if "shared::cluster" in op else
            "TC_EMU_SHARED_SPACE" if re.search(r"\.shared\b", op) else "TC_EMU_GLOBAL_SPACE")


def place(b, op, operand):
    if space_of(op) != "TC_EMU_GLOBAL_SPACE":
        return b.shared(operand)
    return b.world(operand)


def width(op):
    kind = next((p for p in reversed(op.split(".")) if p in BITS), None)
    if kind is None:
        raise Unknown("the type of '%s'" % op)
    return kind, BITS[kind] // 8


def load(b, op, o):
    kind, size = width(op)
    regs = words(o[0])
    space = space_of(op) if ".global" in op or ".shared" in op else "tc_ptx_space(%s)" % b.world(o[1])
    extend = "tc_ptx_signed" if kind in ("s8", "s16") else "tc_ptx_part"
    return ["unsigned char tc__m[%d];" % (size * len(regs)),
            'tc_emu_load("%s", tc__m, %s, %d, %s);' % (op, place(b, op, o[1]), size * len(regs), space)] + [
                b.put(r, "%s(tc__m + %d, %d)" % (extend, i * size, size)) for i, r in enumerate(regs)]


def store(b, op, o):
    _, size = width(op)
    regs = words(o[1])
    space = space_of(op) if ".global" in op or ".shared" in op else "tc_ptx_space(%s)" % b.world(o[0])
    return ["unsigned char tc__m[%d];" % (size * len(regs))] + [
        "tc_ptx_fill(tc__m + %d, %s, %d);" % (i * size, b.get(r), size) for i, r in enumerate(regs)] + [
            'tc_emu_store("%s", %s, tc__m, %d, %s);' % (op, place(b, op, o[0]), size * len(regs), space)]


def cp_async(b, op, o):
    size = b.get(o[3]) if len(o) > 3 and not o[3].startswith("policy") else b.get(o[2])
    return ['tc_emu_cp_async("%s", %s, %s, (unsigned)(%s), (unsigned)(%s));' % (
        op, b.shared(o[0]), b.world(o[1]), b.get(o[2]), size)]


def matrix(name):
    def make(b, op, o):
        count = int(re.search(r"\.x(\d)", op).group(1))
        trans, site = int(".trans" in op), "TC_PTX_SITE;"
        regs = words(o[0] if name == "ldmatrix" else o[1])
        if len(regs) != count:
            raise Unknown("%d registers for '%s'" % (len(regs), op))
        start = ["unsigned tc__m[%d];" % count]
        if name == "ldmatrix":
            return start + [site, 'tc_emu_ldmatrix("%s", tc__m, %s, %d, %d);' % (op, b.shared(o[1]), count, trans)] + [
                b.put(r, "tc__m[%d]" % i) for i, r in enumerate(regs)]
        return start + ["tc__m[%d] = (unsigned)%s;" % (i, b.get(r)) for i, r in enumerate(regs)] + [
            site, 'tc_emu_stmatrix("%s", %s, tc__m, %d, %d);' % (op, b.shared(o[0]), count, trans)]
    return make


MMA = {"f16": "F16", "bf16": "BF16", "tf32": "TF32", "f64": "F64", "s8": "S8", "u8": "U8", "e4m3": "E4M3", "e5m2": "E5M2"}


def mma(b, op, o):
    m = re.match(r"mma\.sync\.aligned\.m(\d+)n8k(\d+)\.row\.col(?:\.satfinite)?\.(f32|f64|s32)\.(\w+)\.(\w+)\.(f32|f64|s32)$", op)
    if not m or m.group(4) != m.group(5) or m.group(4) not in MMA:
        raise Unknown("the instruction '%s'" % op)
    size = 8 if m.group(4) == "f64" else 4
    sets = [words(w) for w in o]
    out = []
    for name, regs in zip("abc", sets[1:4]):
        out.append("unsigned char tc__%s[%d];" % (name, size * len(regs)))
        out += ["tc_ptx_fill(tc__%s + %d, %s, %d);" % (name, i * size, b.get(r), size) for i, r in enumerate(regs)]
    out += ["TC_PTX_SITE;", 'tc_emu_mma("%s", tc__c, tc__a, tc__b, TC_EMU_MMA_%s, %s, %s);' % (
        op, MMA[m.group(4)], m.group(1), m.group(2))]
    return out + [b.put(r, "tc_ptx_part(tc__c + %d, %d)" % (i * size, size)) for i, r in enumerate(sets[0])]


def scope(op):
    how = "TC_EMU_CLUSTER" if "shared::cluster" in op or ".cluster" in op else "TC_EMU_CTA"
    return how + (" | TC_EMU_RELAXED" if ".relaxed" in op else "")


def arrive(b, op, o):
    at = 0 if o[0].startswith("[") else 1
    tx = ".expect_tx" in op
    count, bytes_ = "1", "0"
    if len(o) > at + 1:
        count, bytes_ = ("1", b.get(o[at + 1])) if tx else (b.get(o[at + 1]), "0")
    how = scope(op) + (" | TC_EMU_COUNT" if len(o) > at + 1 and not tx else "")
    out = ['tc_emu_mbarrier_arrive("%s", %s, (unsigned)(%s), (unsigned)(%s), %s);' % (op, b.shared(o[at]), count, bytes_, how)]
    if at and o[0] != "_":
        raise Unknown("the state of an arrival; wait by parity: '%s'" % op)
    return out


def wait(b, op, o):
    if ".parity" not in op:
        raise Unknown("a wait by state; wait by parity: '%s'" % op)
    how = ("TC_EMU_CLUSTER" if ".cluster" in op.replace("shared::cluster", "") else "TC_EMU_CTA") + (
        " | TC_EMU_RELAXED" if ".relaxed" in op else "")
    return [b.put(o[0], '(uint64_t)tc_emu_mbarrier_wait("%s", %s, (unsigned)(%s), 1, %s)' % (op, b.shared(o[1]), b.get(o[2]), how))]


def expect(b, op, o):
    return ['tc_emu_mbarrier_arrive("%s", %s, 0, (unsigned)(%s), %s);' % (op, b.shared(o[0]), b.get(o[1]), scope(op))]


def bulk(b, op, o):
    to, source = re.match(r"cp\.async\.bulk\.(shared::cluster|shared::cta|global)\.(shared::cta|global)", op).groups()
    if to == "global":
        return ['tc_emu_bulk_to_global("%s", (char *)%s, %s, (unsigned)(%s), 0xffff);' % (op, b.world(o[0]), b.shared(o[1]), b.get(o[2]))]
    if "multicast" in op:
        return ['tc_emu_bulk_multicast("%s", %s, %s, (unsigned)(%s), %s, (unsigned)(%s));' % (
            op, b.shared(o[0]), b.world(o[1]), b.get(o[2]), b.shared(o[3]), b.get(o[4]))]
    what = b.world(o[1]) if source == "global" else b.shared(o[1])
    return ['tc_emu_bulk("%s", (char *)%s, %s, (unsigned)(%s), (char *)%s, TC_EMU_%s_SPACE);' % (
        op, b.shared(o[0]), what, b.get(o[2]), b.shared(o[3]), "GLOBAL" if source == "global" else "SHARED")]


def barrier(b, op, o):
    waits = "arrive" not in op
    if len(o) == 1 and waits and o[0] == "0":
        return ['tc_emu_cta_sync("%s", __FILE__, __LINE__);' % op]
    count = "(unsigned)(%s)" % b.get(o[1]) if len(o) > 1 else "(tc_emu_threads() + 31) / 32 * 32"
    return ["TC_PTX_SITE;", 'tc_emu_barrier("%s", (unsigned)(%s), %s, %d);' % (op, b.get(o[0]), count, waits)]


TYPES = {"u32": "U32", "s32": "S32", "b32": "B32", "u64": "U64", "s64": "S64", "b64": "B64", "f16": "F16", "bf16": "BF16",
         "f32": "F32", "f64": "F64"}


def reduce(b, op, o):
    m = re.match(r"red(?:\.async)?\.(?:(?:relaxed|release)\.)?(?:(?:cta|gpu|sys|cluster)\.)?(global|shared)(?:::cta|::cluster)?"
                 r"\.(add|min|max|and|or|xor)(?:\.noftz)?\.(\w+)$", op)
    if not m or m.group(3) not in TYPES:
        raise Unknown("the instruction '%s'" % op)
    size = BITS[m.group(3)] // 8
    name = "gmem" if m.group(1) == "global" else "smem"
    return ["unsigned char tc__m[%d];" % size, "tc_ptx_fill(tc__m, %s, %d);" % (b.get(o[1]), size),
            'tc_emu_reduce_%s("%s", %s, tc__m, %d, TC_EMU_REDUCE_%s, TC_EMU_%s);' % (
                name, op, place(b, op, o[0]), size, m.group(2).upper(), TYPES[m.group(3)])]


def says(*lines):
    """Rows without operands, or with those that a text names: {0} its bits, {s0} a shared address."""
    def make(b, op, o):
        out = []
        for line in lines:
            for i, operand in enumerate(o):
                for key, of in (("{%d}", b.get), ("{s%d}", b.shared), ("{g%d}", b.world)):
                    if key % i in line:
                        line = line.replace(key % i, of(operand))
            out.append(line.replace("{op}", '"%s"' % op))
        return out
    return make


def gives(value):
    def make(b, op, o):
        line = says(value)(b, op, ["0"] + o[1:])[0]
        return [b.put(o[0], line)]
    return make


def predicate(b, op, o):
    m = re.match(r"setp\.(eq|ne|lt|le|gt|ge)\.(\w+)$", op)
    sign = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[m.group(1)]
    cast = {"s32": "(int)", "u32": "(unsigned)", "b32": "(unsigned)", "s64": "(long long)"}.get(m.group(2), "")
    return [b.put(o[0], "%s(%s) %s %s(%s)" % (cast, b.get(o[1]), sign, cast, b.get(o[2])))]


# The instruction as a pattern, what it becomes, and how docs/cuda.md calls it.
ROWS = [(re.compile(pattern + "$"), make) for pattern, make in [
    (r"ld(\.volatile|\.relaxed|\.acquire|\.weak)?(\.cta|\.gpu|\.sys|\.cluster)?(\.global|\.shared(::cta|::cluster)?)?(\.nc)?"
     r"(\.(ca|cg|cs|lu|cv))?(\.L[12]::[\w.:]+?)*(\.v[248])?\.\w+", load),
    (r"st(\.volatile|\.relaxed|\.release|\.weak)?(\.cta|\.gpu|\.sys|\.cluster)?(\.global|\.shared(::cta|::cluster)?)?"
     r"(\.(wb|cg|cs|wt))?(\.L[12]::[\w.:]+?)*(\.v[248])?\.\w+", store),
    (r"cp\.async\.c[ag]\.shared(::cta)?\.global(\.L2::(cache_hint|64B|128B|256B))?", cp_async),
    (r"cp\.async\.commit_group", says("tc_emu_cp_async_commit({op});")),
    (r"cp\.async\.wait_group", says("tc_emu_cp_async_wait_group({op}, (unsigned)({0}));")),
    (r"cp\.async\.wait_all", says("tc_emu_cp_async_wait_all({op});")),
    (r"cp\.async\.mbarrier\.arrive(\.noinc)?(\.shared(::cta)?)?\.b64",
     lambda b, op, o: ['tc_emu_cp_async_mbarrier_arrive("%s", %s, %d);' % (op, b.shared(o[0]), ".noinc" in op)]),
    (r"ldmatrix\.sync\.aligned\.m8n8\.x[124](\.trans)?(\.shared(::cta)?)?\.b16", matrix("ldmatrix")),
    (r"stmatrix\.sync\.aligned\.m8n8\.x[124](\.trans)?(\.shared(::cta)?)?\.b16", matrix("stmatrix")),
    (r"mma\.sync\.aligned\..*", mma),
    (r"mbarrier\.init(\.shared(::cta)?)?\.b64", says("tc_emu_mbarrier_init({op}, {s0}, (unsigned)({1}));")),
    (r"mbarrier\.inval(\.shared(::cta)?)?\.b64", says("tc_emu_mbarrier_inval({op}, {s0});")),
    (r"mbarrier\.arrive(\.expect_tx)?(\.(release|relaxed))?(\.(cta|cluster))?(\.shared(::cta|::cluster)?)?\.b64", arrive),
    (r"mbarrier\.expect_tx(\.relaxed)?(\.(cta|cluster))?(\.shared(::cta|::cluster)?)?\.b64", expect),
    (r"mbarrier\.(try|test)_wait(\.parity)?(\.(acquire|relaxed))?(\.(cta|cluster))?(\.shared(::cta)?)?\.b64", wait),
    (r"cp\.async\.bulk\.(shared::cluster|shared::cta|global)\.(shared::cta|global)(\.mbarrier::complete_tx::bytes|\.bulk_group)"
     r"(\.multicast::cluster)?(\.L2::cache_hint)?", bulk),
    (r"cp\.async\.bulk\.commit_group", says("tc_emu_bulk_commit({op});")),
    (r"cp\.async\.bulk\.wait_group(\.read)?",
     lambda b, op, o: ['tc_emu_bulk_wait("%s", (unsigned)(%s), %d);' % (op, b.get(o[0]), ".read" in op)]),
    (r"fence\.proxy\.async\.shared::(cta|cluster)", says("tc_emu_fence_proxy({op}, TC_EMU_SHARED_SPACE);")),
    (r"fence\.proxy\.async\.global", says("tc_emu_fence_proxy({op}, TC_EMU_GLOBAL_SPACE);")),
    (r"fence\.proxy\.async", says(*("tc_emu_fence_proxy({op}, TC_EMU_%s_SPACE);" % s for s in ("SHARED", "GLOBAL", "CLUSTER")))),
    (r"fence\.mbarrier_init\.release\.cluster", says("tc_emu_fence_mbarrier_init({op});")),
    (r"fence(\.sc|\.acq_rel)?\.(cta|gpu|sys|cluster)|membar\.(cta|gl|sys)", says("tc_emu_memory_fence({op});")),
    (r"bar\.(sync|arrive)|barrier(\.cta)?\.(sync|arrive)(\.aligned)?", barrier),
    (r"bar\.warp\.sync", says("tc_emu_sync_lanes({op}, (unsigned)({0}));")),
    (r"barrier\.cluster\.arrive(\.release|\.relaxed)?(\.aligned)?",
     lambda b, op, o: ["TC_PTX_SITE;", 'tc_emu_cluster_arrive("%s", %d);' % (op, ".relaxed" not in op)]),
    (r"barrier\.cluster\.wait(\.acquire)?(\.aligned)?", says("TC_PTX_SITE;", "tc_emu_cluster_wait({op});")),
    (r"red(\.async)?\..*", reduce),
    (r"mapa(\.shared::cluster)?\.u(32|64)",
     gives("tc_emu_shared_address(tc_emu_map({op}, tc_ptx_shared({1}), (unsigned)({2})))")),
    (r"elect\.sync", lambda b, op, o: [b.put(o[0].split("|")[-1], '(uint64_t)tc_emu_elect("elect.sync")')]),
    (r"cvta\.to\.shared\.u(32|64)", gives("tc_ptx_to_shared({1})")),
    (r"cvta\.to\.global\.u64|cvta\.(shared|global)\.u64|cvt\.u(32|64)\.u(32|64)|mov(\.\w+)?", gives("{1}")),
    (r"prmt\.b32", gives("__byte_perm((unsigned)({1}), (unsigned)({2}), (unsigned)({3}))")),
    (r"selp\.\w+", gives("({3}) ? {1} : {2}")),
    (r"add\.[us](32|64)", gives("({1}) + ({2})")),
    (r"and\.\w+", gives("({1}) & ({2})")),
    (r"or\.\w+", gives("({1}) | ({2})")),
    (r"xor\.\w+", gives("({1}) ^ ({2})")),
    (r"shl\.b(32|64)", gives("({1}) << ({2})")),
    (r"setp\.\w+\.\w+", predicate),
    (r"ex2\.approx(\.ftz)?\.f32", gives("tc_ptx_bits(exp2f(tc_ptx_float({1})))")),
    (r"lg2\.approx(\.ftz)?\.f32", gives("tc_ptx_bits(log2f(tc_ptx_float({1})))")),
    (r"rcp\.(approx(\.ftz)?|rn)\.f32", gives("tc_ptx_bits(1.0f / tc_ptx_float({1}))")),
    (r"rsqrt\.approx(\.ftz)?\.f32", gives("tc_ptx_bits(rsqrtf(tc_ptx_float({1})))")),
    (r"tanh\.approx\.f32", gives("tc_ptx_bits(tanhf(tc_ptx_float({1})))")),
    (r"(add|mul)(\.rn)?(\.ftz)?\.f32", lambda b, op, o: [b.put(o[0], "tc_ptx_bits(tc_ptx_float(%s) %s tc_ptx_float(%s))" % (
        b.get(o[1]), "+" if op.startswith("add") else "*", b.get(o[2])))]),
    (r"fma\.rn(\.ftz)?\.f32", gives("tc_ptx_bits(fmaf(tc_ptx_float({1}), tc_ptx_float({2}), tc_ptx_float({3})))")),
    (r"max\.f32", gives("tc_ptx_bits(fmaxf(tc_ptx_float({1}), tc_ptx_float({2})))")),
    (r"min\.f32", gives("tc_ptx_bits(fminf(tc_ptx_float({1}), tc_ptx_float({2})))")),
    (r"cvt\.rn(\.satfinite)?\.f16x2\.f32", gives("tc_ptx_pair({1}, {2}, TC_EMU_AS_F16)")),
    (r"cvt\.rn(\.satfinite)?\.bf16x2\.f32", gives("tc_ptx_pair({1}, {2}, TC_EMU_AS_BF16)")),
    (r"cvt\.rna\.tf32\.f32", gives("tc_emu_converted((unsigned)({1}), TC_EMU_AS_F32, TC_EMU_AS_TF32, TC_EMU_RNA, TC_EMU_INF)")),
    (r"prefetch\..*|griddepcontrol\..*|discard\..*|setmaxnreg\..*", says(";")),
    (r"nanosleep\.u32", says("tc_emu_pause({op});")),
    (r"trap", says("__trap();")),
]]


def operands(text):
    """Split at commas outside of brackets."""
    found, depth, current = [], 0, ""
    for c in text:
        depth += (c in "{[(") - (c in "}])")
        if c == "," and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += c
    return found + [current.strip()] if current.strip() else found


def instructions(text):
    """Of the text of an asm: statements; braces that open a scope are dropped, those of vectors stay."""
    text = COMMENT.sub(" ", text)
    text = re.sub(r"\{(?=\s*(?:\.reg|[a-zA-Z.@]|$))(?![^{};]*\}\s*,)", " ", text)
    found = []
    for part in text.split(";"):
        part = part.strip()
        while True:
            m = re.match(r"([A-Za-z_$%][\w$%=]*)\s*:(?!:)", part)
            if not m:
                break
            found.append(m.group(1) + ":")
            part = part[m.end():].strip()
        if part.count("}") > part.count("{"):
            part = part.replace("}", "", part.count("}") - part.count("{")).strip()
        if part:
            found.append(re.sub(r"\s+", " ", part))
    return found


def one(block, text):
    """The C++ of one instruction."""
    if text.endswith(":"):
        return "%s:;" % block.local("label_" + text[:-1])
    if text.startswith(".reg"):
        return ""
    guard = re.match(r"@(!?)\s*([%\w]+)\s+(.*)", text)
    if guard:
        return "if (%s(%s)) { %s }" % (guard.group(1), block.get(guard.group(2)), one(block, guard.group(3)))
    op, _, rest = text.partition(" ")
    if re.fullmatch(r"bra(\.uni)?", op):
        return "goto %s;" % block.local("label_" + rest.strip())
    if block.target and block.target < 900 and NEWER.match(op):
        raise Unknown("'%s' for sm_%d: it needs sm_90" % (op, block.target // 10))
    for pattern, make in ROWS:
        if pattern.fullmatch(op):
            try:
                return "{ %s }" % " ".join(make(block, op, operands(rest)))
            except IndexError:
                raise Unknown("the operands of '%s'" % text)
    raise Unknown("the instruction '%s'" % op)


def translate(text, constraints, number, target=0):
    """The block for a text with (constraint, expression) of each operand, outputs first. target: 800 for sm_80, or 0."""
    outputs = sum(c.startswith(("=", "+")) for c, _ in constraints)
    block, lines = Block(number, target), []
    text = text.replace("%%", "%")
    for names in re.findall(r"\.reg\s*\.\w+\s+([^;]+);", COMMENT.sub(" ", text)):
        for name in names.split(","):
            m = re.fullmatch(r"\s*([%\w$]+)(?:<(\d+)>)?\s*", name)
            for k in range(int(m.group(2))) if m and m.group(2) else [None]:
                block.own[m.group(1) + ("" if k is None else str(k))] = True
    for i, (constraint, expression) in enumerate(constraints):
        lines.append("auto &&tc__%d = (%s);" % (i, expression) if i < outputs else
                     "const auto tc__%d = %s;" % (i, "tc_ptx_value(%s)" % expression))
    lines += ["uint64_t %s = 0;" % block.local(name) for name in block.own]
    for instruction in instructions(text):
        lines.append(one(block, instruction))
    return "do { %s } while (0)" % " ".join(line for line in lines if line)
