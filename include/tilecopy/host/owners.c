/* owners.c: elements that several threads hold in registers. A function that hands elements of registers on
 * takes any of their owners, so all of them must hold the same value: under TC_CHECK each call brings what a
 * thread holds, and the elements are compared with what the other owners brought in the same call. Who owns
 * what is evaluated here from the text of the layout, "32x8 S[(32,8):(1@laneid,1)] + R[(2):(4@m)][0:32, 0:4]". */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITERS = 32, MOST_RANK = 8, VALUE_BYTES = 16 };

/* ---- the layout ------------------------------------------------------------------------------- */

/* Digits of a rank that a layout counts: rank / div % mod. The last one counts registers. */
static const struct {
    const char *name;
    unsigned div, mod;
} axes[] = {
    {"laneid", 1, 32},
    {"warpid", 32, 1024},
    {"tx", 1, 1024},
    {"wid_in_wg", 32, 4},
    {"tid_in_wg", 1, 128},
    {"wgid", 128, 1024},
    {"m", 0, 0}};
enum { AXES = sizeof axes / sizeof *axes, REGISTERS = AXES - 1 };

typedef struct {
    unsigned extent, stride, axis;
} Iter;

typedef struct {
    unsigned rank, shape[MOST_RANK], begin[MOST_RANK], end[MOST_RANK];
    unsigned shards, replicas;
    Iter shard[MOST_ITERS], replica[MOST_ITERS];
    unsigned offset[AXES];
    bool named[AXES];
} Layout;

static bool take(const char **at, const char *text) {
    *at += strspn(*at, " ");
    if (strncmp(*at, text, strlen(text)) != 0)
        return false;
    *at += strlen(text);
    return true;
}

static unsigned take_number(const char **at) {
    char *end;
    unsigned number = (unsigned)strtoul(*at, &end, 10);
    *at = end;
    return number;
}

/* "@laneid", or nothing: registers. */
static unsigned take_axis(Layout *layout, const char **at) {
    unsigned axis = REGISTERS;
    if (take(at, "@"))
        for (axis = 0; axis < REGISTERS; axis++)
            if (strspn(*at, "abcdefghijklmnopqrstuvwxyz_") == strlen(axes[axis].name) &&
                take(at, axes[axis].name))
                break;
    if (axis == REGISTERS)
        take(at, "m");
    layout->named[axis] = true;
    return axis;
}

/* "[(32,8):(1@laneid,1)]" */
static unsigned take_iters(Layout *layout, const char **at, Iter *iters) {
    unsigned count = 0;
    take(at, "[(");
    do
        iters[count++].extent = take_number(at);
    while (take(at, ",") && count < MOST_ITERS);
    take(at, "):(");
    for (unsigned i = 0; i < count; i++) {
        iters[i].stride = take_number(at);
        iters[i].axis = take_axis(layout, at);
        take(at, ",");
    }
    take(at, ")]");
    return count;
}

static Layout layout_of(const char *at) {
    Layout layout = {0};
    while (*at >= '0' && *at <= '9' && layout.rank < MOST_RANK) {
        layout.shape[layout.rank++] = take_number(&at);
        take(&at, "x");
    }
    take(&at, "S");
    layout.shards = take_iters(&layout, &at, layout.shard);
    if (layout.rank == 0)
        for (unsigned i = 0; i < layout.shards && i < MOST_RANK; i++)
            layout.shape[layout.rank++] = layout.shard[i].extent;
    if (take(&at, "+ R"))
        layout.replicas = take_iters(&layout, &at, layout.replica);
    while (take(&at, "+ ")) {
        unsigned amount = take_number(&at);
        layout.offset[take_axis(&layout, &at)] += amount;
    }
    bool whole = !take(&at, "[");
    for (unsigned d = 0; d < layout.rank; d++) {
        layout.begin[d] = whole ? 0 : take_number(&at);
        layout.end[d] = whole ? layout.shape[d] : (take(&at, ":"), take_number(&at));
        take(&at, ", ");
    }
    return layout;
}

/* ---- who owns what ---------------------------------------------------------------------------- */

/* One register of one thread that holds an element. */
typedef struct {
    unsigned rank, slot, element; /* counted row by row in the whole shape */
} Owned;

typedef struct Owning {
    struct Owning *next;
    const char *text;
    unsigned threads, elements, count, capacity;
    Owned *owned; /* by rank */
    unsigned *first;
    Layout layout;
} Owning;
static Owning *ownings;

static void *grown(void *at, size_t bytes) {
    void *more = realloc(at, bytes);
    if (!more)
        abort();
    return more;
}

/* All ranks with these digits own the element in this register. */
static void add_owners(Owning *o, const unsigned *along, unsigned element) {
    for (unsigned rank = 0; rank < o->threads; rank++) {
        bool owns = true;
        for (unsigned a = 0; a < REGISTERS && owns; a++)
            owns = !o->layout.named[a] || rank / axes[a].div % axes[a].mod == along[a];
        if (!owns)
            continue;
        if (o->count == o->capacity) {
            o->capacity = o->capacity ? 2 * o->capacity : 1024;
            o->owned = grown(o->owned, o->capacity * sizeof *o->owned);
        }
        o->owned[o->count++] = (Owned){rank, along[REGISTERS], element};
    }
}

/* Element x of the shape: digits of x go along the axes, and once more for each replica. */
static void add_element(Owning *o, unsigned x) {
    const Layout *layout = &o->layout;
    unsigned along[AXES], replicas = 1, rest = x;
    memcpy(along, layout->offset, sizeof along);
    for (unsigned i = layout->shards; i-- > 0;) {
        along[layout->shard[i].axis] += rest % layout->shard[i].extent * layout->shard[i].stride;
        rest /= layout->shard[i].extent;
    }
    for (unsigned i = 0; i < layout->replicas; i++)
        replicas *= layout->replica[i].extent;
    for (unsigned r = 0; r < replicas; r++) {
        unsigned of_replica[AXES];
        memcpy(of_replica, along, sizeof along);
        rest = r;
        for (unsigned i = 0; i < layout->replicas; i++) {
            const Iter *iter = &layout->replica[i];
            of_replica[iter->axis] += rest % iter->extent * iter->stride;
            rest /= iter->extent;
        }
        add_owners(o, of_replica, x);
    }
}

static int by_rank(const void *a, const void *b) {
    const Owned *x = a, *y = b;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Where element x is: (row, column). */
static void coordinates(const Layout *layout, unsigned x, unsigned *coord) {
    for (unsigned d = layout->rank; d-- > 0;) {
        coord[d] = x % layout->shape[d];
        x /= layout->shape[d];
    }
}

static Owning *owning_of(const char *text, unsigned threads) {
    Owning *o = ownings;
    while (o && (o->threads != threads || strcmp(o->text, text) != 0))
        o = o->next;
    if (o)
        return o;
    o = grown(NULL, sizeof *o);
    *o = (Owning){.next = ownings, .text = text, .threads = threads, .layout = layout_of(text)};
    ownings = o;
    o->elements = 1;
    for (unsigned d = 0; d < o->layout.rank; d++)
        o->elements *= o->layout.shape[d];
    for (unsigned x = 0; x < o->elements; x++) {
        unsigned coord[MOST_RANK];
        bool moves = true;
        coordinates(&o->layout, x, coord);
        for (unsigned d = 0; d < o->layout.rank; d++)
            moves = moves && coord[d] >= o->layout.begin[d] && coord[d] < o->layout.end[d];
        if (moves)
            add_element(o, x);
    }
    if (o->count)
        qsort(o->owned, o->count, sizeof *o->owned, by_rank);
    o->first = grown(NULL, (threads + 1) * sizeof *o->first);
    for (unsigned rank = 0, at = 0; rank <= threads; rank++) {
        o->first[rank] = at;
        while (at < o->count && o->owned[at].rank == rank)
            at++;
    }
    return o;
}

/* ---- what they hold --------------------------------------------------------------------------- */

typedef struct {
    bool known;
    unsigned rank; /* who brought it first */
    unsigned char bytes[VALUE_BYTES];
} Held;

/* The n-th call of all threads of a group. */
typedef struct Round {
    struct Round *next;
    unsigned number, came;
    Held held[]; /* by element */
} Round;

/* One argument of one group of threads: lanes 8 to 15 have `first` 8. */
typedef struct Shared {
    struct Shared *next;
    const Owning *owning;
    const char *function, *name;
    unsigned cta, first;
    Round *rounds;
    unsigned calls[]; /* by rank */
} Shared;
static Shared *shared;

static Shared *shared_of(const char *fn, const char *name, unsigned first, const Owning *owning) {
    const unsigned cta = emu.current->cta;
    Shared *s = shared;
    while (s && (s->cta != cta || s->first != first || s->owning != owning ||
                 strcmp(s->function, fn) != 0 || strcmp(s->name, name) != 0))
        s = s->next;
    if (s)
        return s;
    s = calloc(1, sizeof *s + owning->threads * sizeof s->calls[0]);
    if (!s)
        abort();
    s->next = shared;
    s->owning = owning;
    s->function = fn;
    s->name = name;
    s->cta = cta;
    s->first = first;
    shared = s;
    return s;
}

static Round **round_of(Shared *s, unsigned rank) {
    const unsigned number = s->calls[rank]++;
    Round **at = &s->rounds;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at + s->owning->elements * sizeof(Held));
        if (!*at)
            abort();
        (*at)->number = number;
    }
    return at;
}

/* Register `slot`, of elements that may be smaller than a byte, lowest bits first. */
static void value_of(unsigned char *value, const void *registers, unsigned slot, unsigned bits) {
    const unsigned char *from = registers;
    memset(value, 0, VALUE_BYTES);
    for (unsigned bit = 0; bit < bits; bit++) {
        const size_t at = (size_t)slot * bits + bit;
        value[bit / 8] |= (unsigned char)((from[at / 8] >> at % 8 & 1) << bit % 8);
    }
}

static void print_value(char *out, const unsigned char *value, unsigned bits) {
    for (unsigned byte = (bits + 7) / 8; byte-- > 0; out += 2)
        snprintf(out, 3, "%02x", value[byte]);
}

static void owners_differ(
    const char *fn,
    const char *name,
    const Owning *o,
    const Owned *owned,
    const Held *held,
    const unsigned char *value,
    unsigned bits) {
    char element[12 * MOST_RANK], was[2 * VALUE_BYTES + 1], is[2 * VALUE_BYTES + 1];
    unsigned coord[MOST_RANK], length = 0;
    coordinates(&o->layout, owned->element, coord);
    for (unsigned d = 0; d < o->layout.rank; d++)
        length += (unsigned)snprintf(
            element + length, sizeof element - length, "%s%u", d ? "," : "", coord[d]);
    print_value(was, held->bytes, bits);
    print_value(is, value, bits);
    emu_enter("TC_CHECK");
    report_raise(
        TC_EMU_CHECK,
        emu.current,
        NULL,
        0,
        "%s: element (%s) of %s is 0x%s in rank %u and 0x%s in rank %u: all its owners must hold "
        "the "
        "same value",
        fn,
        element,
        name,
        was,
        held->rank,
        is,
        owned->rank);
}

void tc_emu_owners(
    const char *fn,
    const char *name,
    unsigned rank,
    unsigned threads,
    const void *p,
    unsigned bits,
    const char *layout) {
    if (!emu.current || rank >= threads)
        return;
    const Owning *o = owning_of(layout, threads);
    Shared *s = shared_of(fn, name, emu.current->thread - rank, o);
    Round **at = round_of(s, rank), *round = *at;
    for (unsigned i = o->first[rank]; i < o->first[rank + 1]; i++) {
        unsigned char value[VALUE_BYTES];
        Held *held = &round->held[o->owned[i].element];
        value_of(value, p, o->owned[i].slot, bits);
        if (held->known && memcmp(held->bytes, value, sizeof value) != 0)
            owners_differ(fn, name, o, &o->owned[i], held, value, bits);
        if (held->known)
            continue;
        held->known = true;
        held->rank = rank;
        memcpy(held->bytes, value, sizeof value);
    }
    if (++round->came < threads)
        return;
    *at = round->next;
    free(round);
}

void owners_end(void) {
    while (shared) {
        Shared *s = shared;
        while (s->rounds) {
            Round *round = s->rounds;
            s->rounds = round->next;
            free(round);
        }
        shared = s->next;
        free(s);
    }
    while (ownings) {
        Owning *o = ownings;
        ownings = o->next;
        free(o->owned);
        free(o->first);
        free(o);
    }
}
