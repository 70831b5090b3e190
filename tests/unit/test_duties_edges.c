/* test_duties_edges.c: which change of a Plan makes a duty come or go, on both sides of what decides it. */
#include "generator/plan/duty_maker.h"
#include "plans_parts.h"
#include "unit.h"

/* How many of a kind there are about `name`, of anything where that is NULL. */
static int count_of(const Plan *plan, DutyKind kind, const char *name) {
    Duties duties = plan_duties(plan);
    int count = 0;
    for (const Duty *duty = NULL; (duty = duty_next(&duties, kind, duty));)
        count += !name || (duty->name && strcmp(duty->name, name) == 0);
    return count;
}

static Duty first_of(const Plan *plan, DutyKind kind) {
    Duties duties = plan_duties(plan);
    const Duty *duty = duty_next(&duties, kind, NULL);
    return duty ? *duty : (Duty){.kind = DUTY_COUNT, .number = -1, .more = -1};
}

static const Expr *kept(Expr expr) {
    Expr *own = NEW(Expr);
    *own = expr;
    return own;
}

/* ---- memory ------------------------------------------------------------------------------------ */

static void sizes(void) {
    for (int64_t bytes = 0; bytes <= 2; bytes++) {
        Plan *plan = plans_lane0_arena();
        plan->arenas[0].bytes = bytes;
        EXPECT(count_of(plan, DUTY_ALIGNED, "smem") == (bytes > 0));
        EXPECT(count_of(plan, DUTY_REUSE, "smem") == (bytes > 0));
        EXPECT(count_of(plan, DUTY_SCRATCH, "smem") == 1);
        EXPECT(first_of(plan, DUTY_SCRATCH).number == bytes);
        plan = plans_relayout_64x8();
        plan->buffers[0].elements = bytes;
        EXPECT(count_of(plan, DUTY_SCRATCH, "scratch") == (bytes > 0));
        EXPECT(count_of(plan, DUTY_REUSE, "scratch") == 1);
    }
    /* An auto layout says how many bytes its tile has, in whole bytes. */
    for (int64_t elements = -1; elements <= 9; elements++)
        for (int side = 0; side < 2; side++) {
            Plan *plan = plans_fallback_4x6();
            int at = side ? plan->flows[0].dst_at : plan->flows[0].src_at;
            EXPECT(count_of(plan, DUTY_ROOM, NULL) == 0);
            *(side ? &plan->flows[0].dst.is_auto : &plan->flows[0].src.is_auto) = true;
            plan->buffers[at].dtype = dtype_find("i4", 2);
            plan->buffers[at].elements = elements;
            EXPECT(count_of(plan, DUTY_ROOM, plan->buffers[at].name) == (elements > 0));
            EXPECT(elements < 1 || first_of(plan, DUTY_ROOM).number == elements / 2 + elements % 2);
        }
}

/* What is read through the non-coherent cache is not written: the source, if it is global memory. */
static void unwritten(void) {
    Plan *plan = plans_ld_128x64();
    EXPECT(count_of(plan, DUTY_UNWRITTEN, NULL) == 0 && count_of(plan, DUTY_POLICY, NULL) == 0);
    plan->hint.cache = "cg";
    EXPECT(count_of(plan, DUTY_UNWRITTEN, NULL) == 0);
    plan->hint.cache = "nc";
    EXPECT(count_of(plan, DUTY_UNWRITTEN, NULL) == 1 && count_of(plan, DUTY_UNWRITTEN, "src") == 1);
    plan->buffers[1].space = SPACE_SMEM;
    EXPECT(count_of(plan, DUTY_UNWRITTEN, NULL) == 0);
    plan->buffers[1].space = SPACE_GMEM;
    plan->buffers[0].space = SPACE_GMEM;
    EXPECT(count_of(plan, DUTY_UNWRITTEN, NULL) == 1);
    Plan *first = plans_reg_load(); /* the only buffer */
    first->buffers[0].space = SPACE_GMEM;
    first->hint.cache = "nc";
    EXPECT(count_of(first, DUTY_UNWRITTEN, "src") == 1);
    plan->hint.policy = true;
    EXPECT(count_of(plan, DUTY_POLICY, "policy") == 1);
    /* Of two parts that which loads has them. */
    plan->phases[1] = (Phase){0};
    plan->phase_count = 2;
    plan->parts[0] = (Part){.suffix = "load", .first_phase = 0, .phase_count = 1};
    plan->parts[1] = (Part){.suffix = "rest", .first_phase = 1, .phase_count = 1};
    plan->part_count = 2;
    for (int i = 0; i < 2; i++) {
        Plan part = plan_part(plan, i);
        EXPECT(count_of(&part, DUTY_UNWRITTEN, NULL) == !i);
        EXPECT(count_of(&part, DUTY_POLICY, NULL) == !i);
        EXPECT(count_of(&part, DUTY_BOUNDS, "ld") == !i && count_of(&part, DUTY_APART, NULL) == 0);
        EXPECT(count_of(&part, DUTY_SEEN, NULL) == !i && count_of(&part, DUTY_VISIBLE, NULL) == !i);
        EXPECT(first_of(&part, DUTY_PLACE).number == i + 1);
        EXPECT(first_of(&part, DUTY_PLACE).more == 2);
    }
}

/* ---- numbers that all pass alike ------------------------------------------------------------------ */

static void same_numbers(void) {
    static const Symbol symbols[2] = {
        {.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .max = 4, .divisor = 1},
        {.name = "i", .role = SYMBOL_ORIGIN, .max = 4, .divisor = 1}};
    for (int way = 0; way < 12; way++) {
        Plan *plan = way % 6 < 3 ? plans_reg_load() : plans_reg_store();
        Flow *flow = plan->flows;
        plan->symbols = symbols;
        plan->symbol_count = 2;
        if (way % 3 == 1)
            flow->begin = kept(SUM(0, SYMBOL(1, 1)));
        if (way % 3 == 2)
            flow->dst.region[way < 6].symbol = 1;
        bool picks = way % 6 == 1 || way % 6 == 2 || way % 6 == 4; /* not the place in memory */
        EXPECT(count_of(plan, DUTY_SAME, "i") == picks && count_of(plan, DUTY_SAME, NULL) == picks);
        plan->part_count = 1;
        plan->parts[0] = (Part){.suffix = "all", .first_phase = 0, .phase_count = 1};
        Plan part = plan_part(plan, 0); /* which does not read it */
        EXPECT(count_of(&part, DUTY_SAME, NULL) == 0);
    }
}

/* ---- other CTAs ----------------------------------------------------------------------------------- */

static void other_ctas(void) {
    Plan *plan = plans_ring_exchange();
    EXPECT(count_of(plan, DUTY_ALL_CTAS, NULL) == 1 && count_of(plan, DUTY_CLUSTER, NULL) == 1);
    EXPECT(first_of(plan, DUTY_ALL_CTAS).number == 2 && first_of(plan, DUTY_ALL_CTAS).peer);
    EXPECT(count_of(plan, DUTY_REMOTE, "dst") == 1 && count_of(plan, DUTY_REMOTE, "bar") == 1);
    EXPECT(count_of(plan, DUTY_PEER_SENDS, NULL) == 1 && count_of(plan, DUTY_REACHED, NULL) == 0);
    EXPECT(first_of(plan, DUTY_PEER_SENDS).number == 2048);
    /* Without its cluster barriers: who waits for another one's bytes still needs him, ... */
    Step *last = &plan->phases[3].steps[1], *middle = &plan->phases[1].steps[2];
    last->primitive = middle->primitive = PRIM_CTA_SYNC;
    EXPECT(count_of(plan, DUTY_ALL_CTAS, NULL) == 1 && count_of(plan, DUTY_FREE, "dst") == 1);
    EXPECT(count_of(plan, DUTY_CLUSTER, NULL) == 1);
    /* ... not who waits for something else, nor who does not wait. */
    int other = add_object(plan, "other", OBJECT_MBARRIER);
    plan->phases[3].steps[0].object = other;
    EXPECT(count_of(plan, DUTY_ALL_CTAS, NULL) == 0 && count_of(plan, DUTY_PEER_SENDS, NULL) == 0);
    plan->phases[3].steps[0].object = 0;
    plan->phases[3].step_count = 0;
    EXPECT(count_of(plan, DUTY_ALL_CTAS, NULL) == 0 && count_of(plan, DUTY_PEER_SENDS, NULL) == 0);
    /* Cluster barriers alone. */
    plan->phase_count = 2;
    middle->primitive = PRIM_CLUSTER_SYNC;
    EXPECT(count_of(plan, DUTY_ALL_CTAS, NULL) == 1 && !first_of(plan, DUTY_ALL_CTAS).peer);
    EXPECT(count_of(plan, DUTY_CLUSTER, NULL) == 1 && count_of(plan, DUTY_REMOTE, NULL) == 0);
    EXPECT(count_of(plan, DUTY_WHOLE_CTA, NULL) == 1);
    plan->ctas = 1;
    EXPECT(count_of(plan, DUTY_ALL_CTAS, NULL) == 0 && first_of(plan, DUTY_CLUSTER).number == 1);
    middle->primitive = PRIM_WARP_SYNC;
    EXPECT(count_of(plan, DUTY_CLUSTER, NULL) == 0 && count_of(plan, DUTY_WHOLE_CTA, NULL) == 0);
}

/* Another CTA's memory is reached by loads and stores that are over, unless all CTAs meet in the call. */
static void reached(void) {
    for (int store = 0; store < 2; store++) {
        Plan *plan = plans_remote_load();
        Step *step = plan->phases[0].steps;
        if (store) {
            Side there = step->src[0];
            step->src[0] = step->dst;
            step->dst = there;
            step->primitive = PRIM_STORE_DSMEM_B32;
        }
        EXPECT(count_of(plan, DUTY_REACHED, NULL) == 1);
        EXPECT(first_of(plan, DUTY_REACHED).more == !store);
        EXPECT(count_of(plan, DUTY_FREE, NULL) == store);
        step[1] = step[0];
        plan->phases[0].step_count = 2;
        EXPECT(count_of(plan, DUTY_REACHED, NULL) == 1);
        step[1] = (Step){.primitive = PRIM_CLUSTER_SYNC, .object = NONE};
        EXPECT(count_of(plan, DUTY_REACHED, NULL) == 0 && count_of(plan, DUTY_FREE, NULL) == store);
        step[1] = step[0];
        step[0] = (Step){.primitive = PRIM_CLUSTER_SYNC, .object = NONE};
        EXPECT(count_of(plan, DUTY_FREE, NULL) == 0);
        Side *own = store ? &step[1].dst : &step[1].src[0];
        step[0] = step[1];
        own->peer = NULL;
        plan->phases[0].step_count = 1;
        plan->phases[0].steps = &step[1];
        EXPECT(count_of(plan, DUTY_REACHED, NULL) == 0 && count_of(plan, DUTY_REMOTE, NULL) == 0);
    }
    Plan *plan = plans_remote_load(); /* behind a body, which is none of its steps */
    plan->part_count = 2;
    plan->parts[0] = (Part){.suffix = "body", .is_body = true};
    plan->parts[1] = (Part){.suffix = "load", .first_phase = 0, .phase_count = 1};
    EXPECT(count_of(plan, DUTY_REMOTE, "src") == 1 && count_of(plan, DUTY_CLUSTER, NULL) == 1);
    plan = plans_multicast();
    Phase *phase = &plan->phases[0];
    EXPECT(count_of(plan, DUTY_MULTICAST, NULL) == 1 && count_of(plan, DUTY_CLUSTER, NULL) == 1);
    for (int i = 0, count = phase->step_count; i < count; i++)
        phase->steps[phase->step_count++] = phase->steps[i];
    EXPECT(count_of(plan, DUTY_MULTICAST, NULL) == 1);
}

/* ---- before --------------------------------------------------------------------------------------- */

/* Bulk copies read what was fenced: their source, and what they combine with. */
static void fenced(void) {
    Plan *plan = plans_bulk_out();
    EXPECT(count_of(plan, DUTY_FENCED, "src") == 1 && count_of(plan, DUTY_FENCED, "dst") == 0);
    Step *copy = plan->phases[0].steps;
    copy->combine = COMBINE_ADD; /* the flow does not say so yet */
    EXPECT(count_of(plan, DUTY_FENCED, "dst") == 0 && count_of(plan, DUTY_VISIBLE, "dst") == 0);
    plan->flows[0].onto = COMBINE_ADD;
    EXPECT(count_of(plan, DUTY_FENCED, "dst") == 1 && count_of(plan, DUTY_VISIBLE, "dst") == 1);
    copy->combine = COMBINE_NONE;
    EXPECT(count_of(plan, DUTY_FENCED, "dst") == 0 && count_of(plan, DUTY_VISIBLE, "dst") == 1);
    plan = plans_tensor_box();
    EXPECT(count_of(plan, DUTY_FENCED, "src") == 1 && count_of(plan, DUTY_FENCED, "dst") == 0);
    plan->objects[1].buffer = 0;
    EXPECT(count_of(plan, DUTY_FENCED, "src") == 0);
    EXPECT(count_of(plans_ld_async_128x64(), DUTY_FENCED, NULL) == 0);
    plan = plans_permute_in_place(); /* what is written is read as well */
    EXPECT(count_of(plan, DUTY_VISIBLE, "dst") == 1);
    plan->flows[0].src.space = SPACE_REG;
    EXPECT(count_of(plan, DUTY_VISIBLE, "dst") == 0);
    EXPECT(!first_of(plans_reg_load(), DUTY_VISIBLE).more);
    EXPECT(first_of(plans_ldmatrix_16x16(), DUTY_VISIBLE).more);
}

/* ---- barriers ------------------------------------------------------------------------------------- */

static void waits(void) {
    Plan *plan = plans_pipeline_parts();
    EXPECT(count_of(plan, DUTY_PARITY, "parity") == 1);
    plan->phases[0].steps[0].value = NULL;
    EXPECT(count_of(plan, DUTY_PARITY, NULL) == 0);
    plan = plans_pipeline_parts();
    plan->objects[0].others = 3;
    EXPECT(first_of(plan, DUTY_ARRIVALS).number == 3);
    plan->objects[0].others = 0;
    EXPECT(count_of(plan, DUTY_ARRIVALS, NULL) == 0);
    plan->objects[1].others = 1; /* at which nobody waits */
    EXPECT(count_of(plan, DUTY_ARRIVALS, NULL) == 0);
    EXPECT(count_of(plan, DUTY_PHASE, NULL) == 1 && first_of(plan, DUTY_PHASE).number == 32);
    EXPECT(count_of(plan, DUTY_MBARRIER, NULL) == 2);
    plan->objects[1].brought = false;
    EXPECT(count_of(plan, DUTY_MBARRIER, NULL) == 1);
    EXPECT(count_of(plan, DUTY_MBARRIER_ROOM, "full") == 1);
    /* Of the acquiring part only the first barrier. */
    Plan part = plan_part(plan, 0);
    EXPECT(count_of(&part, DUTY_MBARRIER, "empty") == 1);
    EXPECT(count_of(&part, DUTY_MBARRIER_ROOM, NULL) == 0);
}

/* Of bulk copies in a group each caller has some of his own; of others, and at a barrier, one waits for all. */
static void waits_for_copies(void) {
    const struct {
        Plan *(*of)(void);
        ObjectKind object;
        bool each;
        int64_t
            bytes; /* that the caller makes a barrier expect; 0: there is none, or it counts none */
    } rows[] = {
        {plans_bulk_out, OBJECT_GROUP, true, 0},
        {plans_ld_async_128x64, OBJECT_GROUP, false, 0},
        {plans_bulk_128x64, OBJECT_MBARRIER, false, 128 * 64 * 2},
        {plans_arrive_copies, OBJECT_MBARRIER, false, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Duty wait = first_of(rows[i].of(), DUTY_WAIT);
        EXPECT(wait.kind == DUTY_WAIT && wait.object == rows[i].object);
        EXPECT(wait.more == rows[i].each);
        EXPECT(count_of(rows[i].of(), DUTY_PHASE, NULL) == 0); /* no thread arrives at it */
        EXPECT(count_of(rows[i].of(), DUTY_EXPECT, NULL) == (rows[i].bytes > 0));
        EXPECT(!rows[i].bytes || first_of(rows[i].of(), DUTY_EXPECT).number == rows[i].bytes);
    }
}

/* Whole warps, whole CTAs, warps of a warpgroup, threads of a named barrier. */
static void who_comes(void) {
    EXPECT(count_of(plans_tmem_load(), DUTY_TMEM_LANES, NULL) == 1);
    EXPECT(count_of(plans_reg_load(), DUTY_TMEM_LANES, NULL) == 0);
    EXPECT(count_of(plans_reg_load(), DUTY_CONVERGED, NULL) == 0);
    EXPECT(
        count_of(plans_relayout_64x8(), DUTY_CONVERGED, NULL) ==
        0); /* its barrier is one of a CTA */
    EXPECT(first_of(plans_ldmatrix_16x16(), DUTY_CONVERGED).more == 0);
    EXPECT(first_of(plans_butterfly_sum(), DUTY_CONVERGED).more == 0);
    EXPECT(first_of(plans_bulk_8x1024(), DUTY_CONVERGED).more == 1); /* elects a lane */
    EXPECT(first_of(plans_relayout_64x8(), DUTY_WHOLE_CTA).number == 64);
    EXPECT(count_of(plans_named_barrier(), DUTY_WHOLE_CTA, NULL) == 0);
    Duty barrier = first_of(plans_named_barrier(), DUTY_BARRIER);
    EXPECT(barrier.number == 3 && barrier.more == 64 && barrier.others == 0);
    EXPECT(count_of(plans_relayout_64x8(), DUTY_BARRIER, NULL) == 0);
    static const Symbol ids[] = {
        {.name = "ld", .role = SYMBOL_STRIDE, .min = 1, .max = 9, .divisor = 1},
        {.name = "id", .role = SYMBOL_BARRIER, .max = 15, .divisor = 1}};
    Plan *numbered = plans_named_barrier();
    numbered->symbols = ids;
    numbered->symbol_count = 2;
    numbered->objects[0].number = 2;
    barrier = first_of(numbered, DUTY_BARRIER);
    EXPECT(barrier.number == -1 && strcmp(barrier.name, "id") == 0);
    Duty come = first_of(plans_relayout_64x8(), DUTY_COME);
    EXPECT(come.name && strcmp(come.name, "tc_cta_sync") == 0 && come.number == 1);
}

/* More duties than most lists have: each of 60 buffers is to be aligned. */
static void long_lists(void) {
    for (int count = 20; count <= 70; count += 10) {
        Plan *plan = plans_reg_load();
        Buffer *buffers = NEW_ARRAY(Buffer, count);
        for (int i = 0; i < count; i++) {
            buffers[i] = plan->buffers[0];
            buffers[i].name = mem_printf("tile%d", i);
        }
        plan->buffers = buffers;
        plan->buffer_count = count;
        EXPECT(count_of(plan, DUTY_ALIGNED, NULL) == count);
        for (int i = 0; i < count; i++)
            EXPECT(count_of(plan, DUTY_ALIGNED, buffers[i].name) == 1);
    }
}

/* A caller passes 32 arguments at most; what is listed behind them is not touched. */
static void many_arguments(void) {
    for (int count = MAX_ARGUMENTS - 2; count <= MAX_ARGUMENTS + 2; count++) {
        Plan *plan = plans_reg_load();
        PlanArgument got[MAX_ARGUMENTS + 4];
        Buffer *buffers = NEW_ARRAY(Buffer, count);
        for (int i = 0; i < count; i++)
            buffers[i] = plan->buffers[0];
        plan->buffers = buffers;
        plan->buffer_count = count - 1; /* and the registers */
        for (int i = 0; i < MAX_ARGUMENTS + 4; i++)
            got[i].of = -7;
        int found = plan_arguments(plan, got), expected = count < 32 ? count : 32;
        EXPECT(found == expected && got[found].of == -7 && got[found - 1].of == found - 2);
    }
}

/* ---- what the first step decides -------------------------------------------------------------- */

/* A tile that only the first step writes: whoever comes to a barrier behind that knows it. */
static void first_steps(void) {
    for (int scratch = 0; scratch < 2; scratch++)
        for (int synced = 0; synced < 2; synced++) {
            Plan *plan = plans_reg_store();
            DutyKind kind = scratch ? DUTY_REUSE : DUTY_SEEN;
            if (scratch)
                plan->buffers[0].role = ROLE_SCRATCH;
            if (synced)
                add_sync(&plan->phases[0], PRIM_WARP_SYNC, NONE, 0);
            EXPECT(plan->phases[0].steps[0].dst.of == 0 && count_of(plan, kind, "dst") == 1);
            EXPECT(first_of(plan, kind).more == synced);
            plan->scope.kind = SCOPE_THREAD; /* nobody else is there to see it */
            plan->threads = 1;
            EXPECT(first_of(plan, kind).more == scratch);
        }
    Plan *plan = plans_ldmatrix_16x16(); /* a matrix is read, whatever comes behind it */
    EXPECT(first_of(plan, DUTY_VISIBLE).more == 1);
    add_sync(&plan->phases[0], PRIM_WARP_SYNC, NONE, 0);
    EXPECT(first_of(plan, DUTY_VISIBLE).more == 1);
    plan = plans_reg_load();
    EXPECT(first_of(plan, DUTY_VISIBLE).more == 0);
}

/* One round is as none said: only of two the second one finds what the first one left. */
static void rounds(void) {
    for (int count = 0; count <= 3; count++) {
        Plan *plan = plans_relayout_64x8();
        plan->rounds = count;
        EXPECT(count_of(plan, DUTY_REUSE, NULL) == 1);
        EXPECT(first_of(plan, DUTY_REUSE).others == (count > 1));
    }
}

/* Barriers that are all that there is. */
static void barriers_alone(void) {
    for (int waits = 0; waits < 2; waits++) {
        Plan *plan = plan_of("barrier", SCOPE_CTA, 64, F32);
        int bar = add_object(plan, "ready", OBJECT_BARRIER);
        plan->objects[bar].id = 3;
        PrimitiveId id = waits ? PRIM_BARRIER_SYNC : PRIM_BARRIER_ARRIVE;
        add_sync(add_phase(plan), id, bar, 96);
        EXPECT(count_of(plan, DUTY_COME, primitives[id].function) == 1);
        EXPECT(count_of(plan, DUTY_COME, NULL) == 1 && first_of(plan, DUTY_COME).number == 1);
        Duty duty = first_of(plan, DUTY_BARRIER);
        EXPECT(duty.number == 3 && duty.more == 96 && duty.others == 32);
        add_sync(add_phase(plan), id, bar, 96);
        EXPECT(count_of(plan, DUTY_BARRIER, NULL) == 1 && first_of(plan, DUTY_COME).number == 2);
    }
}

/* A region that comes first finds its scratch where the plan says, as one behind a part does. */
static void first_regions(void) {
    for (int first = 0; first < 2; first++) {
        Plan *plan = plans_lane0_arena();
        EXPECT(plan->parts[1].is_body && count_of(plan, DUTY_AT, NULL) == 2);
        if (first) {
            plan->parts++;
            plan->part_count--;
        }
        for (int i = 0; i < 2; i++)
            EXPECT(count_of(plan, DUTY_AT, plan->buffers[i].name) == 1);
        EXPECT(count_of(plan, DUTY_AT, NULL) == 2 && first_of(plan, DUTY_AT).number == 0);
    }
}

/* One number for each of 32 lanes: all their own, in whatever registers; of fewer, those that share one. */
static void same_summands(void) {
    static const struct {
        int64_t lanes, registers;
        bool same, shared;
    } rows[] = {
        {32, 1, false, false}, {32, 4, false, false}, {8, 4, true, true}, {1, 4, true, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Plan *plan = plans_row_sums_more();
        Operand with = *plan->flows[0].with;
        with.layout = LAYOUT({rows[i].registers, 1, AXIS_M}, {rows[i].lanes, 1, AXIS_LANEID});
        plan->flows[0].with = &with;
        EXPECT(count_of(plan, DUTY_SAME, "acc") == rows[i].same);
        EXPECT(!rows[i].same || first_of(plan, DUTY_SAME).more == rows[i].shared);
        plan->flows[0].with = NULL;
        EXPECT(count_of(plan, DUTY_SAME, NULL) == 0);
    }
}

/* ---- the list itself -------------------------------------------------------------------------- */

static void lists(void) {
    for (int count = 1; count <= 200; count++) {
        Duties list = {0};
        MemMark mark = mem_mark();
        for (int i = 0; i < count; i++)
            duties_add(&list, (Duty){.kind = DUTY_BOUNDS, .number = i});
        EXPECT(
            list.count == count && list.capacity >= count &&
            list.at[count - 1].number == count - 1);
        EXPECT(!duties_have(&list, DUTY_PLACE)); /* what stands behind the last one is none */
        EXPECT(duties_have(&list, DUTY_BOUNDS));
        mem_rewind(mark);
    }
    Duty at[3] = {{.kind = DUTY_SEEN}, {.kind = DUTY_CALLERS}, {.kind = DUTY_PLACE}};
    for (int count = 2; count <= 3; count++) {
        Duties all = {0};
        duties_join(&all, &(Duties){.count = count, .at = at});
        for (int i = 0; i < count; i++)
            EXPECT(all.at[i].kind == at[count - 1 - i].kind);
    }
}

int main(void) {
    first_steps();
    rounds();
    barriers_alone();
    first_regions();
    same_summands();
    lists();
    sizes();
    unwritten();
    same_numbers();
    other_ctas();
    reached();
    fenced();
    waits();
    waits_for_copies();
    who_comes();
    long_lists();
    many_arguments();
    mem_free_all();
    return unit_finish();
}
