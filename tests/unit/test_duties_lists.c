/* test_duties_lists.c: what a caller must see to for what is passed, of random Plans without a step: each
 * kind of duty in order, by what docs/contract words say of it; and lists that are searched and joined. */
#include "generator/plan/duty_maker.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

static const char *word(const char *const *words, int64_t count) {
    return words[below(count)];
}

/* ---- a Plan of anything ------------------------------------------------------------------------- */

enum { BUFFERS = 4, BUNDLES = 3, SYMBOLS = 3, OBJECTS = 3, FLOWS = 2, ARENAS = 2 };
static const char *const buffer_names[] = {"a", "b", "c", "d"};
static const char *const bundle_names[] = {"v", "w", "x"};
static const char *const symbol_names[] = {"ld", "m", "n"};
static const char *const object_names[] = {"bar", "map", "more"};

static void add_memory(Plan *p) {
    static const Space spaces[] = {SPACE_GMEM, SPACE_SMEM, SPACE_DSMEM, SPACE_TMEM};
    static const char *const types[] = {"f32", "f16", "u8", "i4"};
    for (int i = 0; i < ARENAS; i++)
        p->arenas[p->arena_count++] = (Arena){i ? "shared" : "smem", below(3) * 100, 1 << below(5)};
    for (int i = 0; i < BUFFERS; i++) {
        const char *type = word(types, 4);
        int b = add_buffer(p, buffer_names[i], spaces[below(4)], (Role)below(3), below(4) - 1);
        p->buffers[b].dtype = dtype_find(type, strlen(type));
        p->buffers[b].align = 1 << below(5);
        p->buffers[b].arena = below(3) ? 0 : 1 + (int)below(ARENAS);
        p->buffers[b].brought = below(4) ? 0 : 1 + (int)below(OBJECTS);
    }
    for (int i = 0; i < BUNDLES; i++)
        add_bundle(p, bundle_names[i], (Role)below(3), 4, 0);
}

static void add_names(Plan *p) {
    static const SymbolRole roles[] = {SYMBOL_STRIDE, SYMBOL_ORIGIN, SYMBOL_LIMIT, SYMBOL_PICK};
    Symbol *symbols = NEW_ARRAY(Symbol, SYMBOLS);
    for (int i = 0; i < SYMBOLS; i++)
        symbols[i] = (Symbol){
            .name = symbol_names[i], .role = roles[below(4)], .min = 1, .max = 9, .divisor = 1};
    p->symbols = symbols;
    p->symbol_count = SYMBOLS;
    for (int i = 0; i < OBJECTS; i++) {
        int64_t kind = below(3);
        Object *o = &p->objects[add_object(
            p,
            object_names[i],
            kind == 0   ? OBJECT_MBARRIER
            : kind == 1 ? OBJECT_TENSOR
                        : OBJECT_GROUP)];
        o->brought = below(2);
        o->arrivals = (int)below(5);
        o->others = (int)below(3);
        o->buffer = (int)below(BUFFERS);
        o->rank = 1;
        o->stride[0] = coef_int(1);
        o->extent[0] = below(2) ? coef_int(64) : (Coef){1, 1, {(int)below(SYMBOLS)}};
    }
}

static Operand any_side(const Plan *p, int *at) {
    Operand side = below(3) ? row_major(SPACE_SMEM, 8, 4) : rows_in(AXIS_LANEID, 8, 4);
    *at = (int)below(side.space == SPACE_REG ? BUNDLES : BUFFERS);
    if (side.space != SPACE_REG)
        side.space = p->buffers[*at].space;
    side.is_auto = side.space != SPACE_REG && below(3) == 0;
    for (int d = 0; d < 2; d++)
        side.region[d].symbol = below(3) ? -1 : (int)below(SYMBOLS);
    return side;
}

static void add_flows(Plan *p) {
    static const Axis axes[] = {AXIS_LANEID, AXIS_M, AXIS_TX};
    for (int f = 0; f < FLOWS; f++) {
        int from, to;
        Operand src = any_side(p, &from), dst = any_side(p, &to);
        add_flow(p, src, from, dst, to);
        Flow *flow = &p->flows[f];
        Expr *begin = NEW(Expr);
        *begin = SUM(0, SYMBOL(1, (int)below(SYMBOLS)));
        flow->begin = below(3) ? NULL : begin;
        flow->onto = dst.space == SPACE_REG || below(3) ? COMBINE_NONE : COMBINE_ADD;
        flow->alike = src.space == SPACE_REG && below(2);
        flow->replaces = src.space == SPACE_REG && below(3) == 0;
        if (dst.space == SPACE_REG && below(2)) {
            Operand *with = NEW(Operand);
            *with = rows_in(axes[below(3)], below(2) ? 32 : 1 + below(3), 2);
            with->layout.shard[1].axis = axes[below(3)];
            flow->with = with;
            flow->with_at = (int)below(BUNDLES);
        }
    }
}

static Plan *any_plan(void) {
    Plan *p = plan_of("any", SCOPE_CTA, 32 << below(2), F32);
    add_memory(p);
    add_names(p);
    add_flows(p);
    p->hint.policy = below(2);
    p->hint.cache = below(3) == 0 ? NULL : below(2) ? "nc" : "cg";
    p->rounds = (int)below(3);
    return p;
}

/* ---- its duties by definition ------------------------------------------------------------------- */

typedef struct {
    int count;
    Duty at[64];
} List;

static void add(List *list, Duty duty) {
    list->at[list->count++] = duty;
}

static bool is_same(const char *a, const char *b) {
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static const char *name_of(const Plan *p, const Operand *side, int at, bool *tile) {
    bool reg = side->space == SPACE_REG;
    *tile = (reg ? p->bundles[at].role : p->buffers[at].role) != ROLE_SCRATCH;
    return reg ? p->bundles[at].name : p->buffers[at].name;
}

/* Registers and memory do not meet; shared memory of another CTA may be ours. */
static void apart(
    List *list, const Plan *p, const Operand *a, int a_at, const Operand *b, int b_at) {
    bool one, two, known = false;
    const char *name = name_of(p, a, a_at, &one), *with = name_of(p, b, b_at, &two);
    Space of = a->space == SPACE_DSMEM ? SPACE_SMEM : a->space;
    Space and = b->space == SPACE_DSMEM ? SPACE_SMEM : b->space;
    for (int i = 0; i < list->count; i++)
        known |= is_same(list->at[i].name, name) && is_same(list->at[i].with, with);
    if (of == and&&one && two && !known && strcmp(name, with) != 0)
        add(list, (Duty){.kind = DUTY_APART, .name = name, .with = with});
}

static void all_apart(List *list, const Plan *p) {
    for (int i = 0; i < FLOWS; i++)
        for (int k = 0; k < FLOWS; k++) {
            const Flow *f = &p->flows[i], *g = &p->flows[k];
            apart(list, p, &f->dst, f->dst_at, &g->src, g->src_at);
            if (i < k)
                apart(list, p, &f->dst, f->dst_at, &g->dst, g->dst_at);
        }
}

static bool is_mapped(const Plan *p, int buffer) {
    bool mapped = false;
    for (int i = 0; i < OBJECTS; i++)
        mapped |= p->objects[i].kind == OBJECT_TENSOR && p->objects[i].buffer == buffer;
    return mapped;
}

static void aligned(List *list, const Plan *p) {
    for (int i = 0; i < BUFFERS; i++) {
        const Buffer *b = &p->buffers[i];
        if (b->align != 1 && b->arena == 0 && b->space != SPACE_TMEM)
            add(list,
                (Duty){
                    .kind = DUTY_ALIGNED,
                    .name = b->name,
                    .number = is_mapped(p, i) ? 64 : b->align});
    }
    for (int i = 0; i < ARENAS; i++)
        if (p->arenas[i].align != 1 && p->arenas[i].bytes != 0)
            add(list,
                (Duty){
                    .kind = DUTY_ALIGNED, .name = p->arenas[i].name, .number = p->arenas[i].align});
}

static void same(List *list, const Plan *p) {
    for (int f = 0; f < FLOWS; f++) {
        const Flow *flow = &p->flows[f];
        int64_t owners = 1;
        for (int i = 0; i < SYMBOLS; i++) {
            bool begins = flow->begin && flow->begin->terms[0].digit.index == i;
            bool in = flow->dst.space == SPACE_REG &&
                      (flow->dst.region[0].symbol == i || flow->dst.region[1].symbol == i);
            if (begins || in)
                add(list, (Duty){.kind = DUTY_SAME, .name = symbol_names[i]});
        }
        if (flow->replaces)
            add(list, (Duty){.kind = DUTY_SAME, .name = bundle_names[flow->src_at]});
        if (!flow->with)
            continue;
        for (int k = 0; k < 2; k++)
            if (flow->with->layout.shard[k].axis != AXIS_M)
                owners *= flow->with->layout.shard[k].extent;
        if (owners != p->threads)
            add(list,
                (Duty){
                    .kind = DUTY_SAME,
                    .name = bundle_names[flow->with_at],
                    .with = bundle_names[flow->dst_at],
                    .more = owners != 1});
    }
}

static void rooms(List *list, const Plan *p) {
    for (int f = 0; f < FLOWS; f++)
        for (int s = 0; s < 2; s++) {
            const Operand *side = s ? &p->flows[f].dst : &p->flows[f].src;
            const Buffer *b = &p->buffers[s ? p->flows[f].dst_at : p->flows[f].src_at];
            int64_t bytes = 0;
            if (!side->is_auto || b->elements <= 0)
                continue;
            while (bytes * 8 < b->elements * b->dtype->bits)
                bytes++;
            add(list, (Duty){.kind = DUTY_ROOM, .name = b->name, .number = bytes});
        }
}

static void owners(List *list, const Plan *p) {
    for (int f = 0; f < FLOWS; f++)
        if (p->flows[f].alike)
            add(list, (Duty){.kind = DUTY_OWNERS, .name = bundle_names[p->flows[f].src_at]});
}

/* But what a map alone is made of; limits are for the device, too. */
static void numbers(List *list, const Plan *p) {
    for (int i = 0; i < SYMBOLS; i++) {
        bool mapped = false;
        for (int k = 0; k < OBJECTS; k++)
            mapped |= p->objects[k].kind == OBJECT_TENSOR && p->objects[k].extent[0].count &&
                      p->objects[k].extent[0].symbol[0] == i;
        SymbolRole role = p->symbols[i].role;
        if ((!mapped || role == SYMBOL_LIMIT) && role != SYMBOL_PICK)
            add(list, (Duty){.kind = DUTY_BOUNDS, .name = symbol_names[i], .number = i});
    }
}

static void unwritten(List *list, const Plan *p) {
    for (int i = 0; i < BUFFERS && p->hint.cache && strcmp(p->hint.cache, "nc") == 0; i++)
        if (p->buffers[i].role == ROLE_IN && p->buffers[i].space == SPACE_GMEM)
            add(list, (Duty){.kind = DUTY_UNWRITTEN, .name = buffer_names[i]});
}

static void scratch(List *list, const Plan *p, bool reuse) {
    for (int i = 0; i < BUFFERS; i++) {
        const Buffer *b = &p->buffers[i];
        if (b->role != ROLE_SCRATCH || b->arena || (b->elements <= 0 && !reuse))
            continue;
        Duty duty = {
            .kind = DUTY_SCRATCH, .name = b->name, .number = b->elements, .more = b->align};
        Duty again = {.kind = DUTY_REUSE, .name = b->name, .others = p->rounds == 2};
        add(list, reuse ? again : duty);
    }
    for (int i = 0; i < ARENAS; i++) {
        const Arena *a = &p->arenas[i];
        Duty duty = {.kind = DUTY_SCRATCH, .name = a->name, .number = a->bytes, .more = a->align};
        Duty again = {.kind = DUTY_REUSE, .name = a->name, .others = p->rounds == 2};
        if (!reuse || a->bytes)
            add(list, reuse ? again : duty);
    }
}

static void objects(List *list, const Plan *p, DutyKind kind) {
    for (int i = 0; i < OBJECTS; i++) {
        const Object *o = &p->objects[i];
        DutyKind is = o->kind == OBJECT_TENSOR ? DUTY_TENSOR
                      : o->brought             ? DUTY_MBARRIER
                                               : DUTY_MBARRIER_ROOM;
        if (o->kind == OBJECT_GROUP || is != kind)
            continue;
        if (is == DUTY_TENSOR)
            add(list,
                (Duty){.kind = is, .name = o->name, .with = buffer_names[o->buffer], .number = i});
        else
            add(list,
                (Duty){.kind = is, .name = o->name, .number = o->arrivals, .more = o->others});
    }
}

static bool is_read(const Plan *p, int buffer) {
    bool read = p->buffers[buffer].role == ROLE_IN;
    for (int f = 0; f < FLOWS; f++) {
        const Flow *flow = &p->flows[f];
        read |= flow->onto != COMBINE_NONE && flow->dst_at == buffer;
        read |= flow->src.space != SPACE_REG && flow->src_at == buffer &&
                p->buffers[buffer].role == ROLE_OUT;
    }
    return read;
}

static void before(List *list, const Plan *p, bool brought) {
    for (int i = 0; i < BUFFERS; i++) {
        const Buffer *b = &p->buffers[i];
        if (brought && b->brought)
            add(list,
                (Duty){
                    .kind = DUTY_BROUGHT, .name = b->name, .with = object_names[b->brought - 1]});
        if (!brought && !b->brought && is_read(p, i))
            add(list, (Duty){.kind = DUTY_VISIBLE, .name = b->name});
    }
}

static void seen(List *list, const Plan *p) {
    for (int i = 0; i < BUFFERS; i++)
        if (p->buffers[i].role == ROLE_OUT &&
            (p->buffers[i].space == SPACE_GMEM || p->buffers[i].space == SPACE_SMEM))
            add(list, (Duty){.kind = DUTY_SEEN, .name = buffer_names[i]});
}

static List expected(const Plan *p, DutyKind kind) {
    List list = {0};
    switch (kind) {
    case DUTY_ALIGNED:
        aligned(&list, p);
        break;
    case DUTY_APART:
        all_apart(&list, p);
        break;
    case DUTY_SAME:
        same(&list, p);
        break;
    case DUTY_OWNERS:
        owners(&list, p);
        break;
    case DUTY_ROOM:
        rooms(&list, p);
        break;
    case DUTY_BOUNDS:
        numbers(&list, p);
        break;
    case DUTY_POLICY:
        if (p->hint.policy)
            add(&list, (Duty){.kind = DUTY_POLICY, .name = "policy"});
        break;
    case DUTY_UNWRITTEN:
        unwritten(&list, p);
        break;
    case DUTY_SCRATCH:
    case DUTY_REUSE:
        scratch(&list, p, kind == DUTY_REUSE);
        break;
    case DUTY_MBARRIER:
    case DUTY_MBARRIER_ROOM:
    case DUTY_TENSOR:
        objects(&list, p, kind);
        break;
    case DUTY_VISIBLE:
    case DUTY_BROUGHT:
        before(&list, p, kind == DUTY_BROUGHT);
        break;
    case DUTY_SEEN:
        seen(&list, p);
        break;
    case DUTY_CALLERS:
        add(&list, (Duty){.kind = DUTY_CALLERS, .number = p->threads});
        break;
    default: /* nothing is done, so that nothing else is asked */
        break;
    }
    return list;
}

static void random_plans(void) {
    int found[DUTY_COUNT] = {0};
    for (int i = 0; i < 1500; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        const Plan *p = any_plan();
        const Duties duties = plan_duties(p);
        for (int kind = 0; kind < DUTY_COUNT; kind++) {
            const List list = expected(p, (DutyKind)kind);
            const Duty *got = NULL;
            bool alike = true;
            for (int k = 0; k < list.count; k++) {
                const Duty *want = &list.at[k];
                got = duty_next(&duties, (DutyKind)kind, got);
                alike = alike && got && is_same(got->name, want->name) &&
                        is_same(got->with, want->with) && got->number == want->number &&
                        got->more == want->more && got->others == want->others;
                if (!alike)
                    break;
                found[kind]++;
            }
            alike = alike && !duty_next(&duties, (DutyKind)kind, list.count ? got : NULL);
            EXPECT_OF(mem_printf("kind %d", kind), alike);
            EXPECT(duties_have(&duties, (DutyKind)kind) == (list.count > 0));
        }
        mem_rewind(mark);
    }
    EXPECT(found[DUTY_APART] > 300 && found[DUTY_SAME] > 300 && found[DUTY_ROOM] > 300);
    EXPECT(found[DUTY_BOUNDS] > 300 && found[DUTY_UNWRITTEN] > 100 && found[DUTY_REUSE] > 300);
}

/* ---- lists that are searched and joined --------------------------------------------------------- */

static Duty any_duty(void) {
    static const DutyKind kinds[] = {
        DUTY_ALIGNED, DUTY_SCRATCH, DUTY_ROOM, DUTY_COME, DUTY_SEEN, DUTY_REUSE, DUTY_WAIT};
    static const char *const names[] = {NULL, "a", "b"};
    return (Duty){
        .kind = kinds[below(7)],
        .name = names[below(3)],
        .with = names[below(3)],
        .number = below(4),
        .more = below(2)};
}

static void found(const Duties *duties, DutyKind kind, const char *name, const char *with) {
    const Duty *want = NULL;
    for (int i = duties->count - 1; i >= 0; i--) {
        const Duty *duty = &duties->at[i];
        if (duty->kind == kind && (!name || is_same(duty->name, name)) &&
            (!with || is_same(duty->with, with)))
            want = duty;
    }
    EXPECT(duty_about(duties, kind, name, with) == want);
}

static void joined(void) {
    for (int i = 0; i < 2000; i++) {
        MemMark mark = mem_mark();
        Duty want[32];
        int count = 0;
        Duties list = {0}, more = {0};
        seed = (uint64_t)i;
        for (int64_t k = below(4); k > 0; k--) {
            Duty duty = any_duty();
            bool known = false;
            for (int e = 0; e < list.count; e++)
                known |= list.at[e].kind == duty.kind && is_same(list.at[e].name, duty.name) &&
                         is_same(list.at[e].with, duty.with);
            if (!known)
                duties_add(&list, duty);
        }
        for (int64_t k = below(6); k > 0; k--)
            duties_add(&more, any_duty());
        for (int k = 0; k < list.count; k++)
            want[count++] = list.at[k];
        for (int k = 0; k < more.count; k++) {
            const Duty *duty = &more.at[k];
            Duty *known = NULL;
            for (int e = 0; e < count && !known; e++)
                if (want[e].kind == duty->kind && is_same(want[e].name, duty->name) &&
                    is_same(want[e].with, duty->with))
                    known = &want[e];
            bool both = duty->kind == DUTY_SEEN || duty->kind == DUTY_REUSE;
            if (!known)
                want[count++] = *duty;
            else if (both)
                known->more = known->more && duty->more;
            else if (duty->kind != DUTY_WAIT && duty->number > known->number)
                known->number = duty->number;
            if (known && duty->kind == DUTY_SCRATCH && duty->more > known->more)
                known->more = duty->more;
        }
        found(&more, any_duty().kind, any_duty().name, any_duty().with);
        duties_join(&list, &more);
        EXPECT(list.count == count);
        int at = 0;
        for (int kind = 0; kind < DUTY_COUNT; kind++) /* by kind, and in order within one */
            for (int k = 0; k < count && at < list.count; k++)
                if ((int)want[k].kind == kind) {
                    const Duty *got = &list.at[at++];
                    EXPECT((int)got->kind == kind && is_same(got->name, want[k].name));
                    EXPECT(is_same(got->with, want[k].with) && got->number == want[k].number);
                    EXPECT(got->more == want[k].more);
                }
        EXPECT(at == count);
        mem_rewind(mark);
    }
}

/* ---- picked rows --------------------------------------------------------------------------------- */

/* No two indices may be equal where rows are written and not combined. Else something is said of them
 * only where not every number of 32 bits is one: a bound, or rows that must be there. */
static void picked(void) {
    for (int way = 0; way < 64; way++) {
        Plan *p = plans_picked();
        Flow *flow = &p->flows[0];
        Picks *picks = NEW(Picks);
        Symbol *symbols = NEW_ARRAY(Symbol, p->symbol_count);
        const bool gathers = way & 1, adds = way & 2, whole = way & 4, absent = way & 8;
        const bool is_signed = way & 16, rows = way & 32;
        *picks = *flow->dst.picks;
        picks->absent = absent;
        picks->dtype = is_signed ? dtype_find("i32", 3) : dtype_find("u32", 3);
        picks->rows = rows ? picks->whole + 1 : 0;
        memcpy(symbols, p->symbols, (size_t)p->symbol_count * sizeof *symbols);
        symbols[picks->number].max = whole ? INT32_MAX : INT32_MAX - 1;
        p->symbols = symbols;
        flow->dst.picks = gathers ? NULL : picks;
        flow->src.picks = gathers ? picks : NULL;
        flow->onto = adds ? COMBINE_ADD : COMBINE_NONE;
        const bool unique = !gathers && !adds, there = is_signed && !absent;
        const Duties duties = plan_duties(p);
        const Duty *duty = duty_next(&duties, DUTY_INDEX, NULL);
        EXPECT(!duty == !(unique || !whole || rows || there));
        EXPECT(!duty || (duty->more == unique && duty->others == there));
        EXPECT(!duty || (duty->number == picks->number && is_same(duty->name, "index")));
        EXPECT(!duty || !duty_next(&duties, DUTY_INDEX, duty));
        EXPECT(duty_about(&duties, DUTY_APART, "dst", "index") != NULL);
    }
}

/* ---- one, two, three ----------------------------------------------------------------------------- */

/* Of one thread all is seen by all; who comes to a barrier alone comes nevertheless. */
static void few_threads(void) {
    static const int counts[] = {1, 2, 3, 31, 32, 33, 64};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const int threads = counts[i];
        Plan *p = plan_of("few", SCOPE_CTA, threads, F32);
        add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 64);
        add_bundle(p, "v", ROLE_IN, 1, 0);
        int bar = add_object(p, "bar", OBJECT_MBARRIER);
        Phase *phase = add_phase(p);
        add_step(phase, PRIM_STORE_SHARED_B32, 0, SUM(0, RANK(1, 1, 0)), 0, expr_constant(0));
        add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
        add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0);
        Duties duties = plan_duties(p);
        EXPECT(duty_next(&duties, DUTY_SEEN, NULL)->more == (threads > 1));
        EXPECT(duty_next(&duties, DUTY_PHASE, NULL)->number == threads);
        add_sync(phase, PRIM_MBARRIER_ARRIVE, bar, 0); /* who comes twice is one */
        duties = plan_duties(p);
        EXPECT(duty_next(&duties, DUTY_PHASE, NULL)->number == threads);
        phase->step_count = 1;
        duties = plan_duties(p);
        EXPECT(!duty_next(&duties, DUTY_SEEN, NULL)->more && !duties_have(&duties, DUTY_PHASE));
    }
}

int main(void) {
    random_plans();
    joined();
    few_threads();
    picked();
    mem_free_all();
    return unit_finish();
}
