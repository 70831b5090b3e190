"""Small regions, twice without anything between, in every order in which their threads may take steps: a search
over the choices of the emulator's scheduler (tc_emu_config.choose), each run from its beginning."""

# name, statement, threads of a group
REGIONS = [
    ("pair", "lane0 pair warp 2 { in a : u32[2] / u32[1]; out r : u32; }", 2),
    ("results", "lane0 results warp 2 { out r : u32[4] / u32[2]; }", 2),
    ("operands", "lane0 operands warp 2 { in a : u32[2] / u32[1]; }", 2),
]

PROGRAM = """#include <stdio.h>
#include <string.h>
#include <tilecopy/host/kernel.h>
#include "regions_gen.h"
typedef struct { unsigned *wrong; } args;
enum { MOST = 1024 };
/* The choices of one run: `taken[i]` of `of[i]`. */
typedef struct { unsigned count, given, taken[MOST], of[MOST]; } path;

static unsigned choose(void *context, unsigned count) {
    path *p = (path *)context;
    if (p->count == MOST) return 0;
    if (p->count >= p->given) p->taken[p->count] = 0;
    p->of[p->count] = count;
    return p->taken[p->count++];
}

/* The next path in order; 0: there is none. */
static int next(path *p) {
    while (p->count && p->taken[p->count - 1] + 1 == p->of[p->count - 1]) p->count--;
    if (!p->count) return 0;
    p->taken[p->count - 1]++;
    p->given = p->count;
    p->count = 0;
    return 1;
}

TC_KERNEL(regions, args) {
    TC_SHARED tc_b128 smem[%(groups)d][4];
    const unsigned rank = tc_thread_index() %% %(threads)d;
    void *own = smem[%(storage)s];
    (void)own;
    for (unsigned turn = 0; turn < 2; turn++) {
        %(body)s
    }
}

int main(void) {
    static path p;
    unsigned long runs = 0;
    static unsigned wrong[64];
    args arg = {wrong};
    tc_emu_config launch = {0};
    launch.block = %(block)d;
    launch.name = "regions";
    launch.choose = choose;
    launch.context = &p;
    launch.early_exit = launch.expect = launch.quiet = 1;
    tc_emu_gmem(wrong, sizeof wrong, "wrong");
    do {
        if (tc_emu_launch(&launch, regions, &arg)) {
            printf("order %%lu: %%s\\n", runs, tc_emu_kind_name(tc_emu_last()->kind));
            return 1;
        }
        for (unsigned i = 0; i < 64; i++)
            if (wrong[i]) { printf("order %%lu: a wrong element\\n", runs); return 1; }
        if (++runs == %(most)d) { printf("more than %%lu orders\\n", runs); return 1; }
    } while (next(&p));
    printf("%%lu orders\\n", runs);
    return 0;
}
"""


def held(text, way):
    """(elements, of a lane) of the operand or result, or None."""
    import re
    found = re.search(way + r" \w : u32(?:\[(\d+)\] / u32\[(\d+)\])?", text)
    return tuple(int(n or 1) for n in found.groups()) if found else None


def program(name, text, threads, storage, groups=1, most=200000):
    given, got = held(text, "in"), held(text, "out")
    call, body = "tc_lane0_%s_" % name, []
    if given:
        body += ["unsigned a[%d];" % given[1],
                 "for (unsigned k = 0; k < %d; k++) a[k] = (rank * %d + k) * 3 + turn;" % (given[1], given[1])]
    body.append("%sgather_at(rank, %sown);" % (call, "a, " if given else "") if given else
                "%sgather_at(rank);" % call)
    body.append("if (rank == 0) {")
    if given:
        last = given[0] - 1  # of another lane
        body.append("arg.wrong[0] += %sget_a(own, %d) != %d * 3 + turn;" % (call, last, last))
    if got:
        body += ["%sset_r(own%s, %d + turn);" % (call, ", %d" % k if got[0] > 1 else "", k * 5) for k in range(got[0])]
    body.append("}")
    if got:
        first = "rank * %d" % got[1] if got[0] > got[1] else "0"
        body += ["unsigned r[%d];" % got[1], "%sscatter_at(rank, r, own);" % call,
                 "for (unsigned k = 0; k < %d; k++) arg.wrong[tc_thread_index() + 1] += r[k] != (%s + k) * 5 + turn;"
                 % (got[1], first)]
    else:
        body.append("%sscatter_at(rank);" % call)
    return PROGRAM % {"groups": groups, "threads": threads, "storage": storage, "block": threads * groups,
                      "body": "\n        ".join(body), "most": most}
