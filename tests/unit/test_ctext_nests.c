/* test_ctext_nests.c: nests of loops and conditions (generator/reread/ctext_next.c, ctext_wide.c, ctext_run.c) against an
 * interpreter. A random Plan of a few loads, and its text with random changes: loops unrolled, split, parted, joined,
 * turned round or renamed, conditions moved, the pointer moved in the place of the offset. Whether the text does what the
 * Plan says is whether both make the same loads, one after the other, each by the same threads at the same places. */
#include "generator/reread/ctext.h"
#include "unit.h"
#include <stdlib.h>

enum { THREADS = 4, VARS = 3, PLAN_VARS = 2, ROUNDS = 2500, MOST = 4000, RANK_VAR = -1 };

static uint64_t state = 88172645463325252u;

static int any(int count) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state % (uint64_t)count);
}

/* ---- programs ------------------------------------------------------------------------------- */

typedef enum { IS_CALL, IS_MOVE, IS_FOR, IS_IF } Kind;
typedef struct Item Item;
struct Item {
    Kind kind;
    int64_t base, by[VARS]; /* a load of src + rank + base + by x variables; a move by base */
    int var, count;         /* for var < count; if var < count */
    Item *body, *next;
};
static const char *const names[VARS] = {"i", "j", "k"};

static Item *item(Kind kind, int var, int count, Item *body) {
    Item *made = NEW(Item);
    *made = (Item){.kind = kind, .var = var, .count = count, .body = body};
    return made;
}

static Item *copied(const Item *from) {
    Item *made = from ? NEW(Item) : NULL;
    if (!from)
        return NULL;
    *made = *from;
    made->body = copied(from->body);
    made->next = copied(from->next);
    return made;
}

/* What it loads, in order: which threads, and where each of them. */
typedef struct {
    int count;
    struct {
        bool mask[THREADS];
        int64_t at[THREADS];
    } event[MOST];
} Trace;
typedef struct {
    Trace *trace;
    int64_t pointer[THREADS], var[VARS];
} Machine;

static void run(Machine *m, const Item *items, const bool *mask) {
    for (; items && m->trace->count < MOST; items = items->next) {
        bool own[THREADS], some = false;
        for (int rank = 0; rank < THREADS; rank++) {
            int64_t value = items->var == RANK_VAR ? rank : m->var[items->var];
            own[rank] = mask[rank] && (items->kind != IS_IF || value < items->count);
            some |= own[rank];
        }
        if (!some)
            continue;
        if (items->kind == IS_CALL)
            memcpy(m->trace->event[m->trace->count].mask, own, sizeof own);
        for (int rank = 0; rank < THREADS; rank++) {
            int64_t at = m->pointer[rank] + rank + items->base;
            for (int v = 0; v < VARS; v++)
                at += items->by[v] * m->var[v];
            if (items->kind == IS_CALL)
                m->trace->event[m->trace->count].at[rank] = own[rank] ? at : 0;
            if (items->kind == IS_MOVE && own[rank])
                m->pointer[rank] += items->base;
        }
        m->trace->count += items->kind == IS_CALL;
        if (items->kind == IS_IF)
            run(m, items->body, own);
        int64_t before = m->var[items->var < 0 ? 0 : items->var];
        for (int n = 0; items->kind == IS_FOR && n < items->count; n++) {
            m->var[items->var] = n;
            run(m, items->body, own);
        }
        m->var[items->var < 0 ? 0 : items->var] = before;
    }
}

static const Trace *trace_of(const Item *items) {
    const bool all[THREADS] = {true, true, true, true};
    Machine m = {.trace = NEW(Trace)};
    run(&m, items, all);
    return m.trace;
}

static bool same_trace(const Trace *a, const Trace *b) {
    return a->count == b->count &&
           memcmp(a->event, b->event, sizeof a->event[0] * (size_t)a->count) == 0;
}

static void print(Text *out, const Item *items) {
    for (; items; items = items->next) {
        const char *name = items->var == RANK_VAR ? "rank" : names[items->var];
        if (items->kind == IS_MOVE)
            text_printf(out, "src += %d;\n", (int)items->base);
        if (items->kind == IS_FOR)
            text_printf(
                out, "for (unsigned %s = 0; %s < %d; %s++) {\n", name, name, items->count, name);
        if (items->kind == IS_IF)
            text_printf(out, "if (%s < %d) {\n", name, items->count);
        print(out, items->body);
        if (items->kind == IS_FOR || items->kind == IS_IF)
            text_add(out, "}\n");
        if (items->kind != IS_CALL)
            continue;
        text_add(out, "tc_load_global_b32(dst, src + rank");
        for (int v = 0; v < VARS; v++)
            if (items->by[v])
                text_printf(out, " + %s * %d", names[v], (int)items->by[v]);
        if (items->base)
            text_printf(out, " %c %d", items->base < 0 ? '-' : '+', abs((int)items->base));
        text_add(out, ");\n");
    }
}

/* Is each variable asked for inside of its loop alone? */
static bool is_closed(const Item *items, unsigned bound) {
    for (; items; items = items->next) {
        for (int v = 0; v < VARS; v++)
            if (items->by[v] && !(bound >> v & 1))
                return false;
        if (items->kind == IS_IF && items->var >= 0 && !(bound >> items->var & 1))
            return false;
        if (!is_closed(items->body, items->kind == IS_FOR ? bound | 1u << items->var : bound))
            return false;
    }
    return true;
}

/* ---- Plans ------------------------------------------------------------------------------------ */

static Cond below(int var, int count) {
    Cond cond = {expr_constant(-count), COND_LT, expr_constant(0)};
    Digit digit = var == RANK_VAR ? digit_of(VAR_RANK, 0, 1, 0) : digit_of(VAR_LOOP, var, 1, 0);
    expr_add(&cond.lhs, coef_int(1), digit);
    return cond;
}

static Plan *plan_new(void) {
    Plan *plan = NEW(Plan);
    plan->variant = "test";
    plan->targets = TARGETS_ALL;
    plan->threads = THREADS;
    plan->scope = (Scope){.kind = SCOPE_CTA, .threads = THREADS, .lane_end = 32, .warp_end = 1};
    plan->dtype = dtype_find("f32", 3);
    plan->buffer_count = plan->bundle_count = plan->flow_count = 1;
    plan->buffers = NEW(Buffer);
    *plan->buffers = (Buffer){
        .name = "src", .space = SPACE_GMEM, .role = ROLE_IN, .dtype = plan->dtype, .align = 4};
    plan->bundles = NEW(Bundle);
    *plan->bundles = (Bundle){.name = "dst", .role = ROLE_OUT, .dtype = plan->dtype, .count = 8};
    plan->flows = NEW(Flow);
    plan->loop_count = PLAN_VARS;
    plan->loops = NEW_ARRAY(Loop, PLAN_VARS);
    static const int counts[] = {1, 2, 3, 4, 5, 2, 3, 4, 257};
    for (int v = 0; v < PLAN_VARS; v++)
        plan->loops[v] = (Loop){names[v], counts[any((int)COUNT_OF(counts) - v)], true};
    plan->phase_count = 1 + any(2);
    plan->phases = NEW_ARRAY(Phase, plan->phase_count);
    return plan;
}

/* Loops around what is there, those of a phase or of a step. */
static Item *nested(const Plan *plan, const int *loops, int count, Item *body) {
    for (int i = count - 1; i >= 0; i--)
        body = item(IS_FOR, loops[i], (int)plan->loops[loops[i]].extent, body);
    return body;
}

static Item *add_step(const Plan *plan, Phase *phase, Step *step) {
    Item *load = item(IS_CALL, 0, 0, NULL), *all;
    *step = (Step){
        .primitive = PRIM_LOAD_GLOBAL_B32,
        .dst = {.kind = AT_BUNDLE},
        .src = {{.kind = AT_BUFFER}},
        .object = -1};
    load->base = any(3) * 100;
    step->src[0].at = expr_constant(load->base);
    expr_add(&step->src[0].at, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    for (int v = 0; v < PLAN_VARS; v++) {
        bool is_outside = phase->loop_count > 0 && phase->loops[0] == v;
        bool is_open = is_outside || (phase->loop_count > 1 && phase->loops[1] == v);
        if (!is_open && any(2))
            step->repeat[step->repeat_count++] = v, is_open = true;
        load->by[v] = is_open ? any(3) * 4 : 0;
        if (load->by[v])
            expr_add(&step->src[0].at, coef_int(load->by[v]), digit_of(VAR_LOOP, v, 1, 0));
    }
    if (step->repeat_count == 2 && any(2)) {
        step->repeat[0] = 1;
        step->repeat[1] = 0;
    }
    all = load;
    int var = any(3) && step->repeat_count ? step->repeat[0] : RANK_VAR, count = 1 + any(4);
    if (any(3) == 0) {
        step->conds = NEW(Cond);
        step->conds[step->cond_count++] = below(var, count);
        all = item(IS_IF, var, count, load);
    }
    return nested(plan, step->repeat, step->repeat_count, all);
}

/* A Plan, and its steps as a program. */
static Plan *plan_of(Item **program) {
    Plan *plan = plan_new();
    Item **last = program;
    for (int p = 0; p < plan->phase_count; p++) {
        Phase *phase = &plan->phases[p];
        Item *steps = NULL, **end = &steps;
        phase->loop_count = any(3);
        phase->loops[0] = any(PLAN_VARS);
        phase->loops[1] = 1 - phase->loops[0];
        phase->step_count = 1 + any(2);
        phase->steps = NEW_ARRAY(Step, phase->step_count);
        for (int s = 0; s < phase->step_count; s++) {
            *end = add_step(plan, phase, &phase->steps[s]);
            end = &(*end)->next;
        }
        *last = nested(plan, phase->loops, phase->loop_count, steps);
        if (any(3) == 0) {
            int count = any(THREADS + 1);
            phase->guard = NEW(Cond);
            phase->guard[phase->guard_count++] = below(RANK_VAR, count);
            *last = item(IS_IF, RANK_VAR, count, *last);
        }
        while (*last)
            last = &(*last)->next;
    }
    return plan;
}

/* ---- changes ---------------------------------------------------------------------------------- */

/* In the loads below, var becomes `times` x another one (-1: none) plus a number. */
static void put_in(Item *items, int var, int other, int64_t number) {
    for (; items; items = items->next) {
        put_in(items->body, var, other, number);
        int64_t by = items->by[var];
        items->base += by * number;
        items->by[var] = 0;
        if (other >= 0)
            items->by[other] += by;
        if (items->kind == IS_IF && items->var == var && other >= 0)
            items->var = other;
    }
}

static bool asks(const Item *items, int var) {
    for (; items; items = items->next)
        if ((items->kind == IS_IF && items->var == var) || asks(items->body, var))
            return true;
    return false;
}

static Item **end_of(Item **items) {
    while (*items)
        items = &(*items)->next;
    return items;
}

/* Two loops in the place of one: its first iterations and the rest, or its first statement and the rest. */
static void split_loop(Item *loop, bool by_statement) {
    Item *rest = item(IS_FOR, loop->var, loop->count, copied(loop->body));
    rest->next = loop->next;
    if (by_statement && loop->body->next) {
        rest->body = loop->body->next;
        loop->body->next = NULL;
    } else if (!asks(loop->body, loop->var)) {
        int first = any(loop->count + 1);
        put_in(rest->body, loop->var, loop->var, 0);
        for (Item *at = rest->body; at; at = NULL)
            put_in(rest->body, loop->var, loop->var, first);
        loop->count = first;
        rest->count -= first;
    } else {
        return;
    }
    loop->next = rest;
}

static void unroll(Item *loop) {
    Item *all = NULL;
    if (loop->count > 5 || asks(loop->body, loop->var))
        return;
    for (int n = 0; n < loop->count; n++) {
        Item *body = copied(loop->body);
        put_in(body, loop->var, -1, n);
        *end_of(&all) = body;
    }
    *loop =
        (Item){.kind = IS_IF, .var = RANK_VAR, .count = THREADS, .body = all, .next = loop->next};
}

/* The pointer goes on in the place of the offset. */
static void move_on(Item *loop) {
    if (loop->body->kind != IS_CALL || asks(loop->body, loop->var))
        return;
    Item *move = item(IS_MOVE, 0, 0, NULL);
    move->base = loop->body->by[loop->var];
    loop->body->by[loop->var] = 0;
    *end_of(&loop->body) = move;
}

static void change_loop(Item *loop) {
    Item *in = loop->body;
    bool nests = in && !in->next && (in->kind == IS_FOR || in->kind == IS_IF);
    switch (any(9)) {
    case 0:
        loop->count += any(2) && loop->count > 1 ? -1 : 1;
        break;
    case 1:
        unroll(loop);
        break;
    case 2:
    case 3:
        split_loop(loop, any(2));
        break;
    case 4:
        move_on(loop);
        break;
    case 5: { /* another name */
        int name = any(VARS);
        put_in(loop->body, loop->var, name, 0);
        loop->var = name;
        break;
    }
    case 6: /* the next loop's body comes in */
        if (loop->next && loop->next->kind == IS_FOR && loop->next->count == loop->count) {
            *end_of(&loop->body) = loop->next->body;
            loop->next = loop->next->next;
        }
        break;
    default: /* turned round with what is in it */
        if (nests) {
            Item inner = *in;
            *in = *loop;
            in->body = inner.body;
            in->next = NULL;
            inner.next = loop->next;
            inner.body = in;
            *loop = inner;
        }
    }
}

static void change(Item *at) {
    Item own = *at;
    int more = any(10);
    if (more == 0) {
        at->next = copied(&own); /* twice */
    } else if (more == 1 && at->next) {
        *at = *at->next; /* left out */
    } else if (more == 2) {
        own.next = NULL;
        Item *body = copied(&own);
        *at = (Item){
            .kind = IS_IF,
            .var = RANK_VAR,
            .count = THREADS - any(2),
            .body = body,
            .next = at->next};
    } else if (at->kind == IS_FOR) {
        change_loop(at);
    } else if (at->kind == IS_IF) {
        at->count += any(2) && at->count ? -1 : 1;
    } else if (more < 5) {
        at->base += any(2) ? 1 : 100;
    }
}

static int count_of(const Item *items) {
    int count = 0;
    for (; items; items = items->next)
        count += 1 + count_of(items->body);
    return count;
}

static Item *find(Item *items, int *at) {
    for (; items; items = items->next) {
        if ((*at)-- == 0)
            return items;
        Item *found = find(items->body, at);
        if (found)
            return found;
    }
    return NULL;
}

int main(void) {
    int equal = 0, other = 0;
    for (int round = 0; round < ROUNDS; round++) {
        MemMark mark = mem_mark();
        Item *program = NULL;
        const Plan *plan = plan_of(&program);
        const Trace *want = trace_of(program);
        for (int n = any(4); n > 0; n--) {
            int at = any(count_of(program));
            change(find(program, &at));
        }
        const Trace *got = trace_of(program);
        Text text = {0};
        print(&text, program);
        if (want->count < MOST && got->count < MOST && is_closed(program, 0)) {
            const char *fault = ctext_fault(plan, text_string(&text));
            bool same = same_trace(want, got);
            EXPECT(same == !fault);
            if (same != !fault)
                printf("--- %s\n%s", fault ? fault : "no fault", text_string(&text));
            equal += same;
            other += !same;
        }
        mem_rewind(mark);
    }
    EXPECT(equal > ROUNDS / 4 && other > ROUNDS / 4);
    mem_free_all();
    return unit_finish();
}
