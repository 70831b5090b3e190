"""Wrapper kernels: one per function and form (plain, _at), as text that is CUDA and host C alike.

Reads the prototypes from the generated header itself, so that what is called is what a user would
call. Parameters are dst, src, then run-time numbers, which come from the frame in that order.
"""
import re

SPACES = {"gmem": 0, "smem": 1, "reg": 2}


class Unsupported(Exception):
    """This harness has no wrapper for such a function; the text is the reason of the skip."""


# What a function may take that is no number of the layouts: a cache policy, scratch memory, the number
# of a named barrier, and where it writes into another CTA: that one's barrier and number.
POLICY = "policy"
SCRATCH, BARRIER = "scratch", "barrier"
INDEX = "index"  # the array that picks rows: the frame says where its bytes are
REMOTE = {"bar": "&bar", "cta": "cta ^ 1", "ctas": "3u"}


def operands(parameters):
    """dst and src; a function that works in place has only dst."""
    return [p for p in parameters if p[1] in ("dst", "src")]


def run_time(parameters):
    """Those of the parameters that are numbers of the layouts."""
    return [p for p in parameters if p[1] not in ("dst", "src")
            and p[1] not in (POLICY, SCRATCH, BARRIER, INDEX) and p[1] not in REMOTE]


def prototype(header, name):
    """The parameters of a definition of `name`: [(type, name, array length or None)], or None."""
    found = re.search(r"\bvoid\s+%s\(([^)]*)\)\s*\{" % re.escape(name), header)
    if not found:
        return None
    parameters = []
    for part in found.group(1).split(","):
        match = re.match(r"\s*(.*?)(\w+)\s*(?:\[([^\]]*)\])?\s*$", part, re.S)
        length = match.group(3)
        if length is not None:
            product = 1
            for factor in length.split("*"):
                product *= int(factor)
            length = product
        parameters.append((" ".join(match.group(1).split()), match.group(2), length))
    return parameters


def side(kernel, which, space, parameter, lines):
    """Declares one operand in the wrapper; returns nothing, appends to the four parts of `lines`."""
    kind, _, length = parameter
    element = kind.replace("const ", "").replace("*", "").strip()
    if space == "reg":
        if length is None:
            raise Unsupported("%s is no array in the prototype" % which)
        lines["declare"].append("FRAME_ALIGNED %s %s[%d];" % (element, which, length))
        lines["before"].append("frame_get(&arg, %s, arg.%s_at, sizeof %s);" % (which, which, which))
        lines["after"].append("frame_put(&arg, %s, arg.%s_at, sizeof %s);" % (which, which, which))
        return
    const = "const " if which == "src" else ""
    if space in ("smem", "dsmem"):
        place = "shared + arg.%s_shared" % which
        lines["before"].append("frame_stage_%s(&arg, shared);" % which)
        lines["after"].append("frame_unstage_%s(&arg, shared);" % which)
        lines["shared"] = True
    elif space == "gmem":
        place = "arg.image + arg.%s_at" % which
    else:
        raise Unsupported("an operand in %s" % space)
    lines["declare"].append(
        "%s%s *const %s = (%s%s *)(%svoid *)(%s + arg.%s_margin);"
        % (const, element, which, const, element, const, place, which))


# compute-sanitizer's racecheck warns of an mbarrier's init and first arrival by one thread otherwise.
PARTED = "tc_cta_sync();"


def bulk_completion(function):
    """What stands before and after bulk copies of this CTA: an mbarrier on the way in, a group on the way out."""
    if function["dst"]["space"] == "gmem":
        return ["tc_fence_async_smem();"], ["tc_bulk_wait_0();", "tc_cta_sync();"]
    return (["TC_SHARED tc_mbarrier bar;", "if (tc_thread_index() == 0) {",
             "    tc_mbarrier_init(&bar, 1);", "    tc_fence_mbarrier_init();", "}", PARTED,
             "if (tc_thread_index() == 0)",
             "    tc_mbarrier_arrive_expect_tx(&bar, %s_BYTES);" % function["name"].upper(),
             "tc_fence_async_smem();"], ["tc_mbarrier_wait(&bar, 0);"])


def completion(index):
    """What stands before and after an asynchronous copy, by turns: a wait of each thread for its copies
    and a barrier, or an mbarrier for what the threads copied and a barrier for what they stored. One
    arrival a thread: compute-sanitizer's synccheck takes a second one in a phase for a missing wait."""
    if index % 2:
        return [], ["tc_cp_async_commit();", "tc_cp_async_wait_all();", "tc_cta_sync();"]
    return (["TC_SHARED tc_mbarrier landed;", "if (tc_thread_index() == 0)",
             "    tc_mbarrier_init(&landed, tc_thread_count());"],
            ["tc_cp_async_mbarrier_arrive_noinc(&landed);", "tc_cta_sync();",
             "tc_mbarrier_wait(&landed, 0);"])


def shared_by_two(index, function, call, lines):
    """Two CTAs write into each other, or read from each other. The image is what CTA 0 sends, or what it gets
    from CTA 1; the source of the other way is spoilt."""
    sends = function["dst"]["space"] == "dsmem"
    last = {which: [line for line in lines["after"] if "unstage_" + which in line or "(&arg, %s," % which in line]
            for which in ("src", "dst")}
    return "\n".join(["TC_KERNEL(k%d, Frame) {" % index,
                      "    unsigned char *const shared = tc_smem();",
                      "    const unsigned cta = tc_cta_rank_in_cluster();",
                      *["    " + line for line in lines["declare"] + lines["before"]],
                      *(["    if (cta == %d)" % sends, "        frame_spoil_src(&arg, shared);"]
                        if function["src"]["space"] != "reg" else []),
                      "    tc_cluster_sync();",
                      "    if (frame_calls(&arg))",
                      "        %s;" % call,
                      "    tc_cluster_sync();",
                      "    if (cta == %d) {" % sends, *["        " + line for line in last["dst"]],
                      "    } else {", *["        " + line for line in last["src"]], "    }",
                      "}", ""])


def exchange(index, function, call, lines):
    """Two CTAs send each other their source: what CTA 1 gets is the image, what it sends is not. It
    expects the bytes before the other one can send, and nobody leaves before both have what they get."""
    last = {which: [line for line in lines["after"] if "unstage_" + which in line or "(&arg, %s," % which in line]
            for which in ("src", "dst")}
    return "\n".join(["TC_KERNEL(k%d, Frame) {" % index,
                      "    TC_SHARED tc_mbarrier bar;",
                      "    unsigned char *const shared = tc_smem();",
                      "    const unsigned cta = tc_cta_rank_in_cluster();",
                      *["    " + line for line in lines["declare"] + lines["before"]],
                      *(["    if (cta == 1)", "        frame_spoil_src(&arg, shared);"]
                        if function["src"]["space"] != "reg" else []),
                      "    if (tc_thread_index() == 0) {",
                      "        tc_mbarrier_init(&bar, 1);",
                      "        tc_fence_mbarrier_init();",
                      "    }",
                      "    " + PARTED,
                      "    if (tc_thread_index() == 0)",
                      "        tc_mbarrier_arrive_expect_tx(&bar, %s_BYTES);" % function["name"].upper(),
                      "    tc_fence_async_smem();",
                      "    tc_cluster_sync();",
                      "    if (frame_calls(&arg))",
                      "        %s;" % call,
                      "    tc_mbarrier_wait(&bar, 0);",
                      "    tc_cluster_sync();",
                      "    if (cta == 1) {", *["        " + line for line in last["dst"]],
                      "    } else {", *["        " + line for line in last["src"]], "    }",
                      "}", ""])


def to_both(index, function, call, lines):
    """CTA 0 brings one tile to both; what CTA 1 gets is the image."""
    return "\n".join(["TC_KERNEL(k%d, Frame) {" % index,
                      "    TC_SHARED tc_mbarrier bar;",
                      "    unsigned char *const shared = tc_smem();",
                      *["    " + line for line in lines["declare"] + lines["before"]],
                      "    if (tc_thread_index() == 0) {",
                      "        tc_mbarrier_init(&bar, 1);",
                      "        tc_fence_mbarrier_init();",
                      "    }",
                      "    tc_cta_sync();",
                      "    if (tc_thread_index() == 0)",
                      "        tc_mbarrier_arrive_expect_tx(&bar, %s_BYTES);" % function["name"].upper(),
                      "    tc_fence_async_smem();",
                      "    tc_cluster_sync();",
                      "    if (tc_cta_rank_in_cluster() == 0 && frame_calls(&arg))",
                      "        %s;" % call,
                      "    tc_mbarrier_wait(&bar, 0);",
                      "    tc_cluster_sync();",
                      "    if (tc_cta_rank_in_cluster() == 1) {",
                      *["        " + line for line in lines["after"]],
                      "    }",
                      "}", ""])


def declare_index(picks, count, parameter, lines):
    """The indices in their space; in registers each rank has its own."""
    element = parameter[0].replace("const ", "").replace("*", "").strip()
    source = "((const %s *)(const void *)(arg.image + arg.index_at))" % element
    if picks.space == "gmem":
        lines["declare"].append("const %s *const index = %s;" % (element, source))
    elif picks.space == "smem":
        lines["declare"].append("TC_SHARED %s index[%d];" % (element, count))
        lines["before"] += ["for (unsigned i = tc_thread_index(); i < %du; i += tc_thread_count())" % count,
                            "    index[i] = %s[i];" % source]
    else:
        slots = parameter[2]
        lines["declare"].append("%s index[%d];" % (element, slots))
        lines["before"] += ["for (unsigned i = 0; i < %du && frame_calls(&arg); i++)" % slots,
                            "    index[i] = %s[frame_rank(&arg) * %du + i];" % (source, slots)]


def kernel(index, function, name, parameters, with_rank, block, request=None):
    """The text of wrapper number `index` that calls `name`. Large blocks are declared as such, or
    else the registers of the GPU may not be enough for their threads."""
    lines = {"declare": [], "before": [], "after": [], "shared": False}
    numbers = parameters[1:] if with_rank else parameters
    if not numbers or numbers[0][1] != "dst":
        raise Unsupported("parameters are not dst, src, ...")
    moved = operands(numbers)
    for parameter in moved:
        side(index, parameter[1], function[parameter[1]]["space"], parameter, lines)
    arguments = ["frame_rank(&arg)"] if with_rank else []
    at = 0
    for kind, what, length in numbers:
        if what in ("dst", "src", INDEX):
            arguments.append(what)
            if what == INDEX:
                declare_index(request.picks, request.picks.extent(request.picked), (kind, what, length), lines)
        elif what == SCRATCH:
            lines["declare"].append(
                "TC_SHARED FRAME_ALIGNED unsigned char scratch[%s_SCRATCH_BYTES + 16];"
                % function["name"].upper())
            arguments.append(SCRATCH)
        elif what == BARRIER:
            whole = not with_rank and block == function["threads"]
            arguments.append("%d" % (0 if whole and index % 2 else 1 + index % 15))
        elif what in REMOTE:
            arguments.append(REMOTE[what])
        elif what == POLICY:
            arguments.append("tc_createpolicy_fractional_evict_last(0.5f)")
        elif length is not None or "*" in kind or not kind.startswith(("unsigned", "int")):
            raise Unsupported("parameter %s %s" % (kind, what))
        else:
            arguments.append("%sarg.arg[%d]" % ("(int)" if kind == "int" else "", at))
            at += 1
    if "dsmem" in (function["src"]["space"], function["dst"]["space"]) and function["op"] == "copy":
        return shared_by_two(index, function, "%s(%s)" % (name, ", ".join(arguments)), lines)
    if function["dst"]["space"] == "dsmem":
        return exchange(index, function, "%s(%s)" % (name, ", ".join(arguments)), lines)
    if function.get("multicast"):
        return to_both(index, function, "%s(%s)" % (name, ", ".join(arguments)), lines)
    out = ["FRAME_BLOCK(k%d, %d)" % (index, block)] if block > 512 else []
    out += ["TC_KERNEL(k%d, Frame) {" % index]
    if lines["shared"]:
        out.append("    unsigned char *const shared = tc_smem();")
    out += ["    " + line for line in lines["declare"] + lines["before"]]
    before, after = completion(index) if function["op"] == "copy_async" else ([], ["tc_cta_sync();"])
    if function["op"] == "copy_async" and (function["dst"]["space"] == "gmem" or ("bar" in [p[1] for p in numbers])):
        before, after = bulk_completion(function)
    if function["scope"].startswith("cluster"):
        after = ["tc_cluster_sync();"]
        lines["after"] = ["if (tc_cta_rank_in_cluster() == 0) {", *["    " + line for line in lines["after"]], "}"]
    out += ["    " + line for line in before]
    out += ["    tc_cta_sync();", "    if (frame_calls(&arg))",
            "        %s(%s);" % (name, ", ".join(arguments))]
    out += ["    " + line for line in after + lines["after"]]
    return "\n".join(out + ["}", ""])


def element_bytes(bits, parameter):
    """Bytes of one rank's private image. Sub-byte types are arrays of storage bytes."""
    return parameter[2] * max(1, bits // 8)


def table(kernels):
    """The table that the runner indexes: kernels is [(index, label)]."""
    rows = ['    {"%s", FRAME_ENTRY(k%d)},' % (label, index) for index, label in kernels]
    return "\n".join(["const FrameKernel frame_kernels[] = {"] + rows + ["};", ""])
