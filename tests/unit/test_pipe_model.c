/* test_pipe_model.c: what the agents of a pipe do at its barriers in the Plan that is proven of it: who waits at which, for
 * which phase, and who arrives, against the protocol written down here; and that all pipes are proven. */
#include "pipeline/pipes.h"
#include "unit.h"

static const PipelineCode *code_of(const char *block, int target) {
    Module *module =
        lang_load(source_from_text("p.tc", block, strlen(block)), NULL, NULL, 0, 1u << target);
    PipelinePlans *plans = pipelines_plan(module);
    PipelineCode *code = plans->count ? pipeline_code(plans->plans[0]) : NULL;
    return code && code->ok ? code : NULL;
}

/* ---- what the model has ---------------------------------------------------------------------- */

/* "0..31 elected: wait T_full 1", a line a step: of moves between memories the first thread, the step and what it copies
 * in bulk. */
static void add_step(Text *out, const Plan *plan, const Phase *phase, const Step *step) {
    PrimitiveKind kind = primitives[step->primitive].kind;
    bool sync = kind == KIND_SYNC, all = phase->guard_count == 0;
    int first = all ? 0 : (int)phase->guard[0].rhs.constant,
        last = all ? plan->threads - 1 : (int)phase->guard[1].rhs.constant - 1;
    text_printf(
        out,
        "%d..%d%s %s",
        first,
        last,
        phase->elected ? " elected" : "",
        primitives[step->primitive].function);
    if (step->object >= 0 && (sync || step->count))
        text_printf(out, " %s", plan->objects[step->object].name);
    if (step->count)
        text_printf(out, " %d", (int)step->count);
    if (step->value)
        text_printf(out, " phase %d", (int)step->value->constant);
    if (sync && step->dst.peer)
        text_printf(out, " of %s", plan->symbols[step->dst.peer->terms[0].digit.index].name);
    text_char(out, '\n');
}

static const char *steps_of(const Plan *plan) {
    Text out = {0};
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            PrimitiveKind kind = primitives[plan->phases[p].steps[s].primitive].kind;
            if (kind == KIND_SYNC || plan->phases[p].steps[s].count)
                add_step(&out, plan, &plan->phases[p], &plan->phases[p].steps[s]);
        }
    return text_string(&out);
}

/* ---- what the protocol wants ------------------------------------------------------------------ */

typedef struct {
    const PipelineCode *code;
    Text out;
    int first[8], threads, last[8];
    bool whole, elected, far; /* all slots; warps acquire; other CTAs take part */
} Protocol;

static int slots_of(const Protocol *of, const Pipe *pipe) {
    return of->whole ? pipe->stages : 1;
}

static const char *barrier(const Protocol *of, const char *name, int slot) {
    return of->whole ? mem_printf("%s%d", name, slot) : name;
}

static void say(Protocol *of, int first, int last, const char *what) {
    text_printf(&of->out, "%d..%d%s\n", first, last, what);
}

static void arrive(Protocol *of, const Pipe *pipe, int agent, const char *const *what, int count) {
    if (!pipe->each)
        say(of, of->first[agent], of->last[agent], " tc_warp_sync");
    for (int i = 0; i < count; i++)
        say(of,
            of->first[agent],
            of->last[agent],
            mem_printf("%s %s", pipe->each ? "" : " elected", what[i]));
}

static const char *waits(const Pipe *pipe) {
    return pipe->form == PIPE_REMOTE ? "tc_mbarrier_wait_cluster" : "tc_mbarrier_wait";
}

/* Where pipe i of those before is waited for, and for which phase: of the same use, or of the one before. */
static const char *turn_wait(const Protocol *of, const Pipe *pipe, int i, int use) {
    const Turn *turn = pipe->before[i].turn;
    const Pipe *first = pipe->before[i].pipe;
    int slots = slots_of(of, pipe), slot = (use + (of->whole ? pipe->record->rotation : 0)) % slots,
        split = pipe->before[i].split;
    bool late = split ? use % pipe->stages < split : pipe->before[i].late;
    int phase = turn && turn->whole ? use : use / slots;
    const char *name = turn ? mem_printf("%s_%s_turn", first->name, pipe->name)
                            : mem_printf("%s_empty", first->name);
    return mem_printf(
        "%s %s phase %d",
        waits(pipe),
        barrier(of, name, turn && turn->whole ? 0 : slot),
        (phase + late) % 2);
}

static void fill(Protocol *of, const Pipe *pipe, int use) {
    int slots = slots_of(of, pipe), slot = (use + (of->whole ? pipe->record->rotation : 0)) % slots,
        agent = pipe->producer;
    bool bulk = pipe->form == PIPE_BULK || pipe->form == PIPE_REMOTE;
    int first = of->first[agent], last = !bulk ? of->last[agent] : of->elected ? first + 31 : first;
    const char *how = bulk && of->elected ? " elected" : "";
    const char *full = barrier(of, mem_printf("%s_full", pipe->name), slot);
    say(of,
        first,
        last,
        mem_printf(
            "%s %s %s phase %d",
            how,
            waits(pipe),
            barrier(of, mem_printf("%s_empty", pipe->name), slot),
            (use / slots + 1) % 2));
    for (int i = 0; i < pipe->before_count; i++)
        say(of, first, last, mem_printf("%s %s", how, turn_wait(of, pipe, i, use)));
    int bytes = (int)pipe->record->footprint, near = pipe->ctas > 1            ? bytes / 32 * 16
                                                     : pipe->form == PIPE_BULK ? bytes
                                                                               : 0;
    if (pipe->form == PIPE_BULK)
        say(of, first, last, mem_printf("%s tc_mbarrier_arrive_expect_tx %s %d", how, full, bytes));
    if (pipe->form == PIPE_REMOTE)
        say(of,
            first,
            last,
            mem_printf("%s tc_mbarrier_arrive_expect_tx_remote %s %d of to", how, full, bytes));
    if (bulk && of->elected)
        say(of, first, last, " tc_warp_sync");
    if (bulk && near)
        say(of, first, last, mem_printf("%s tc_bulk_gmem_to_smem %s %d", how, full, near));
    if (bulk && bytes > near)
        say(of, first, last, mem_printf("%s tc_bulk_smem_to_dsmem %s %d", how, full, bytes - near));
    if (pipe->form == PIPE_COPIES)
        say(of, first, last, mem_printf(" tc_cp_async_mbarrier_arrive_noinc %s", full));
    if (pipe->fences && !bulk)
        say(of, first, last, " tc_fence_async_smem");
    const char *const told[] = {mem_printf("tc_mbarrier_arrive %s", full)};
    if (pipe->form == PIPE_THREADS)
        arrive(of, pipe, agent, told, 1);
}

static void take(Protocol *of, const Pipe *pipe, int use) {
    int slots = slots_of(of, pipe), slot = (use + (of->whole ? pipe->record->rotation : 0)) % slots;
    bool remote = pipe->form == PIPE_REMOTE;
    for (int c = 0; c < pipe->consumer_count; c++) {
        int agent = pipe->consumers[c], count = 1;
        const char *told[4], *empty = barrier(of, mem_printf("%s_empty", pipe->name), slot);
        say(of,
            of->first[agent],
            of->last[agent],
            mem_printf(
                " %s %s phase %d",
                waits(pipe),
                barrier(of, mem_printf("%s_full", pipe->name), slot),
                use / slots % 2));
        told[0] = mem_printf(
            remote ? "tc_mbarrier_arrive_remote %s of from" : "tc_mbarrier_arrive %s", empty);
        if (pipe->ctas > 1)
            told[count++] = mem_printf("tc_mbarrier_arrive_remote_read %s of from", empty);
        for (int t = 0; t < pipe->tell_count; t++) {
            const Turn *turn = pipe->tells[t];
            const char *at = barrier(
                of, mem_printf("%s_%s_turn", pipe->name, turn->next->name), turn->whole ? 0 : slot);
            told[count++] = mem_printf(
                turn->away ? "tc_mbarrier_arrive_remote %s of from" : "tc_mbarrier_arrive %s", at);
        }
        arrive(of, pipe, agent, told, count);
    }
}

/* At the end the producer sees each slot read, and what was told to it that it has not seen yet. */
static void drain(Protocol *of, const Pipe *pipe, int uses) {
    int slots = slots_of(of, pipe), first = of->first[pipe->producer];
    bool bulk = pipe->form == PIPE_BULK || pipe->form == PIPE_REMOTE;
    int last = !bulk ? of->last[pipe->producer] : of->elected ? first + 31 : first;
    for (int use = uses; use < uses + slots; use++) {
        int slot = (use + (of->whole ? pipe->record->rotation : 0)) % slots;
        say(of,
            first,
            last,
            mem_printf(
                " %s %s phase %d",
                waits(pipe),
                barrier(of, mem_printf("%s_empty", pipe->name), slot),
                (use / slots + 1) % 2));
        for (int i = 0; i < pipe->before_count; i++) {
            const Turn *turn = pipe->before[i].turn;
            if (turn && turn->late && (use == uses || !turn->whole))
                say(of, first, last, mem_printf(" %s", turn_wait(of, pipe, i, use)));
        }
    }
}

static void start(Protocol *of) {
    bool bulk = false;
    for (int i = 0; i < of->code->count; i++) {
        const Pipe *pipe = &of->code->pipes[i];
        int readers = pipe->ctas > 1 ? 2 * pipe->empty / pipe->ctas : pipe->empty;
        for (int slot = 0; slot < slots_of(of, pipe); slot++) {
            say(of,
                0,
                0,
                mem_printf(
                    " tc_mbarrier_init %s %d",
                    barrier(of, mem_printf("%s_full", pipe->name), slot),
                    pipe->full));
            say(of,
                0,
                0,
                mem_printf(
                    " tc_mbarrier_init %s %d",
                    barrier(of, mem_printf("%s_empty", pipe->name), slot),
                    readers));
        }
        for (int b = 0; b < pipe->before_count; b++)
            for (int slot = 0; pipe->before[b].turn &&
                               slot < (pipe->before[b].turn->whole ? 1 : slots_of(of, pipe));
                 slot++)
                say(of,
                    0,
                    0,
                    mem_printf(
                        " tc_mbarrier_init %s %d",
                        barrier(
                            of,
                            mem_printf("%s_%s_turn", pipe->before[b].pipe->name, pipe->name),
                            slot),
                        pipe->before[b].pipe->empty));
        bulk = bulk || pipe->form == PIPE_BULK || pipe->form == PIPE_REMOTE;
    }
    if (bulk)
        say(of, 0, 0, " tc_fence_mbarrier_init");
    say(of, 0, of->threads - 1, of->far ? " tc_cluster_sync" : " tc_cta_sync");
}

/* Agents stand in the order in which the pipes name them, a producer before the consumers. */
static void seat(Protocol *of, int agent) {
    if (of->last[agent])
        return;
    of->first[agent] = of->threads;
    of->threads += 32 * of->code->plan->request->agents[agent].warps;
    of->last[agent] = of->threads - 1;
}

static const char *wanted(const PipelineCode *code, bool elected) {
    Protocol of = {.code = code, .elected = elected};
    int uses = 4;
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        seat(&of, pipe->producer);
        for (int c = 0; c < pipe->consumer_count; c++)
            seat(&of, pipe->consumers[c]);
        for (int b = 0; b < pipe->before_count; b++)
            of.whole = of.whole || pipe->before[b].split ||
                       (pipe->before[b].turn && pipe->before[b].turn->whole);
        of.whole = of.whole || pipe->record->rotation;
        of.far = of.far || pipe->form == PIPE_REMOTE || pipe->ctas > 1;
    }
    for (int i = 0; i < code->count; i++)
        uses =
            slots_of(&of, &code->pipes[i]) + 2 > uses ? slots_of(&of, &code->pipes[i]) + 2 : uses;
    start(&of);
    for (int use = 0; use < uses; use++)
        for (int i = 0; i < code->count; i++) {
            fill(&of, &code->pipes[i], use);
            take(&of, &code->pipes[i], use);
        }
    for (int i = 0; i < code->count; i++)
        drain(&of, &code->pipes[i], uses);
    return text_string(&of.out);
}

/* Pipes of one place, in the order of a turn. */
static const char *const values[] = {
    "A u32[64] stages 3 sync tma produce a @0.0 consume b @2.0, c @2.0",
    "A u32[64] stages 2 sync async produce c @0.0 consume b @1.0",
    "A u32[64] stages 2 sync async arrive threads produce c @0.0 consume b @1.0, a @1.0",
    "A u32[64] sync cpasync produce b @0.0 consume b @0.1, a @0.2",
    "A u32[64] sync dsmem produce a @0.0 consume b @0.1, c @0.2",
    "A u32[64] sync tma multicast 4 produce a @0.0 consume c @0.1",
    "A u32[64] sync async produce c @0.0 consume b @0.2; value B u32[64] sync tma produce a @0.4 "
    "consume b @0.6",
    "A u32[64] stages 2 sync async produce a @0.0 consume b @0.2; value B u32[64] stages 2 sync "
    "mbar produce c @0.4 consume a @0.6",
    "A u32[64] sync dsmem handoff cluster produce a @0.0 consume b @0.2; value B u32[64] sync "
    "async produce c @0.4 consume b @0.6",
    "A u32[64] stages 2 sync tma produce b @0.0 consume c @0.2; value B u32[64] stages 2 sync "
    "dsmem handoff cluster produce a @0.4 consume c @0.6",
    "A u32[64] stages 3 sync async produce a @0.0 consume b @0.2; value B u32[128] stages 2 sync "
    "async produce c @0.4 consume b @0.6",
    "A u32[64] stages 2 sync dsmem handoff cluster produce a @0.0 consume b @0.2; value B u32[128] "
    "sync async produce c @0.4 consume b @0.6",
    "A u32[64] sync async produce a @0.0 consume b @0.1; value B u32[64] sync async produce b @0.2 "
    "consume c @0.3; "
    "value C u32[64] sync async produce c @0.4 consume a @0.5"};

/* What the parts say of the barriers that their callers bring: how many arrive, and how many of these are others. */
static void expect_parts(const Pipe *pipe) {
    bool bulk = pipe->form == PIPE_BULK || pipe->form == PIPE_REMOTE;
    int own = pipe->each && !bulk         ? 32
              : pipe->form == PIPE_COPIES ? 32
                                          : 1,
        read = pipe->each ? 32 : pipe->ctas;
    for (int part = 0; part < PIPE_PARTS; part++) {
        const Plan *plan = pipe->part[part];
        bool produces = part <= PIPE_COMMIT, one = part == PIPE_ACQUIRE && bulk;
        EXPECT((plan != NULL) == (bulk ? part != PIPE_COMMIT : part != PIPE_ACQUIRE_ELECTED));
        for (int o = 0; plan && o < plan->object_count; o++) {
            const Object *object = &plan->objects[o];
            const Pipe *of = o < 2 ? pipe : produces ? pipe->before[o - 2].pipe : pipe;
            bool full = strcmp(object->name, "full") == 0;
            int count = full ? pipe->full : of->empty;
            int mine = full == produces ? (full ? own : produces ? 0 : read) : 0;
            EXPECT(object->kind == OBJECT_MBARRIER && object->brought && object->left);
            EXPECT(object->arrivals == count && object->others == count - mine);
        }
        for (int s = 0; plan && s < plan->symbol_count; s++) {
            bool parity = plan->symbols[s].role == SYMBOL_PARITY;
            EXPECT(plan->symbols[s].min == 0 && plan->symbols[s].max == (parity ? 1 : 15));
        }
        EXPECT(
            !plan || (plan->threads == (one ? 1 : 32) &&
                      plan->scope.kind == (one ? SCOPE_THREAD : SCOPE_WARP)));
    }
}

static void test_protocol(void) {
    for (size_t i = 0; i < COUNT_OF(values); i++)
        for (int kind = 0; kind < 2; kind++) {
            const char *text =
                mem_printf("pipeline p { ii 8; agents a:1w b:2w c:1w; value %s; }\n", values[i]);
            const PipelineCode *code = code_of(text, TARGET_SM_90);
            EXPECT_OF(values[i], code != NULL);
            if (!code)
                continue;
            for (int k = 0; k < code->count; k++)
                expect_parts(&code->pipes[k]);
            const char *got = steps_of(pipe_model(code, &code->pipes[0], (ModelKind)kind)),
                       *want = wanted(code, kind == MODEL_ELECTED);
            EXPECT_OF(mem_printf("%s, %d", values[i], kind), strcmp(got, want) == 0);
            size_t same = 0;
            while (got[same] && got[same] == want[same])
                same++;
            if (got[same] || want[same])
                printf(
                    "%s: wanted\n%.300s\ngot\n%.300s\n",
                    values[i],
                    want + (same > 60 ? same - 60 : 0),
                    got + (same > 60 ? same - 60 : 0));
        }
}

/* Whichever pipe counts one arrival more than come: all are looked at, those that take turns in the model of the first of
 * them, of which the report tells. */
static void test_all_are_proven(void) {
    static const struct {
        const char *values, *told[3]; /* of whose model, where pipe i is wrong */
    } rows[] = {
        {"value A u32[8] sync async produce a @0.0 consume b @0.1\nvalue B u32[8] sync async "
         "produce a @0.0 consume b @0.1\n"
         "value C u32[8] sync tma produce a @0.0 consume b @0.1",
         {"A", "B", "C"}},
        {"value A u32[8] sync async produce a @0.0 consume b @0.1\nvalue B u32[8] sync async "
         "produce a @0.4 consume b @0.5\n"
         "value C u32[16] sync cpasync produce a @0.0 consume b @0.1",
         {"A", "A", "C"}},
        {"value A u32[8] sync tma multicast 2 produce a @0.0 consume b @0.1\nvalue B u32[8] "
         "barrier none produce a @0.0 consume b @0.1\n"
         "value C u32[8] sync dsmem produce a @0.0 consume b @0.1",
         {"A", NULL, "C"}}};
    for (size_t r = 0; r < COUNT_OF(rows); r++) {
        const char *text =
            mem_printf("pipeline p { ii 8; agents a:1w b:1w; %s; }\n", rows[r].values);
        PipelineCode *code = (PipelineCode *)code_of(text, TARGET_SM_90);
        EXPECT_OF(text, code && code->count == 3 && pipe_prove_all(code));
        for (int i = 0; code && i < code->count; i++) {
            Text said = {0};
            code->pipes[i].empty += code->pipes[i].ctas;
            EXPECT_OF(text, pipe_prove_all(code) == !rows[r].told[i]);
            code->pipes[i].empty -= code->pipes[i].ctas;
            diag_flush(&said);
            const char *name =
                rows[r].told[i] ? mem_printf(": error: the code of '%s': ", rows[r].told[i]) : "";
            EXPECT_OF(
                text,
                strstr(text_string(&said), name) &&
                    (!*name || strstr(text_string(&said), "(hang) [E_NOT_PROVEN]\n")));
        }
    }
    diag_reset();
    diag_set_warning("no-share");
}

int main(void) {
    diag_set_warning("no-share");
    test_protocol();
    test_all_are_proven();
    mem_free_all();
    return unit_finish();
}
