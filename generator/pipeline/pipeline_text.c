/* pipeline_text.c: The code of a pipeline: constants, shared memory, init, and for each pipe its
 * start, acquire, commit, wait, release, tail, the forms that also advance and those that only
 * test. The body of a part comes from its Plan and is read back like any other; the code around it
 * only selects the barrier of the ring and its parity. */
#include "pipeline_text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions ------------------------------------------------------------------------------- */

/* And, where it cannot run, a declaration that says so when it is called. */
void open_function(
    Writer *writer,
    const char *comment,
    const char *type,
    const char *name,
    const char *arguments) {
    text_char(writer->out, '\n');
    print_comment(writer->out, 0, comment);
    const char *head = mem_printf("TC_FN %s %s", type, name);
    print_list(writer->out, 0, head, &arguments, 1, " {");
    head = mem_printf("TC_DECLARE %s %s", type, name);
    print_list(&writer->declared, 0, head, &arguments, 1, "");
    const char *why = "TC_UNAVAILABLE(\"a pipeline with bulk copies needs sm_90\");";
    bool fits = strlen(head) + strlen(arguments) + 3 + strlen(why) <= PAGE_COLUMNS;
    if (fits)
        writer->declared.length--; /* the end of the line */
    text_printf(&writer->declared, "%s%s\n", fits ? " " : "    ", why);
}

static const char *ring_arguments(const Writer *writer) {
    return mem_printf("%s_smem *smem, %s_state state", writer->stem, writer->stem);
}

void print_unused(const Writer *writer, bool smem, bool state) {
    if (smem)
        print_line(writer->out, PAGE_INDENT, "(void)smem;");
    if (state)
        print_line(writer->out, PAGE_INDENT, "(void)state;");
}

void close_function(const Writer *writer) {
    text_add(writer->out, "}\n");
}

static void print_assigned(const Writer *writer, int indent, const char *left, const char *right) {
    bool fits = (size_t)indent + strlen(left) + 1 + strlen(right) <= PAGE_COLUMNS;
    const char *space = fits ? " " : indent == PAGE_INDENT ? "\n        " : "\n            ";
    print_line(writer->out, indent, "%s%s%s", left, space, right);
}

static void print_local(const Writer *writer, const char *left, const char *right) {
    print_assigned(writer, PAGE_INDENT, left, right);
}

static const char *turn_text(const Turn *turn) {
    return mem_printf(
        "smem->%s_turns.%s[%s]",
        turn->next->name,
        turn->first->name,
        turn->whole ? "0" : "state.slot");
}

/* Its own barriers are the first two; then come those of the hand-offs. */
static const char *barrier_text(const Pipe *pipe, const Plan *part, bool waits, int i) {
    const Pipe *of = i < 2 || !waits ? pipe : pipe->before[i - 2].pipe;
    const Turn *turn = i < 2 ? NULL : waits ? pipe->before[i - 2].turn : pipe->tells[i - 2];
    const char *which = strcmp(part->objects[i].name, "full") == 0 ? "full" : "empty";
    if (turn)
        return turn_text(turn);
    return mem_printf("smem->%s_bars.slot[state.slot].%s", of->name, which);
}

/* Of the iteration where rings take turns as wholes: i = slot + stages * (uses before), modulo
 * 2. */
static const char *iteration_parity(const Pipe *pipe, bool late) {
    const char *turned = late ? "" : " ^ 1";
    if (pipe->stages == 1)
        return mem_printf("state.phase%s", turned);
    if (pipe->stages % 2 == 0)
        return late ? "(state.slot & 1) ^ 1" : "state.slot & 1";
    return mem_printf("(state.slot & 1) ^ state.phase%s", turned);
}

/* The slots where a turned ring waits for the same use: from the first slot of the other one up to
 * its own first, around the ring: 2 and 0 of three where the other begins with 2 and it with 1. */
static const char *same_use(const Pipe *pipe, const Pipe *before) {
    int from = before->record->rotation, to = pipe->record->rotation;
    if (to == 0)
        return mem_printf("(state.slot >= %d)", from);
    if (from == 0)
        return mem_printf("(state.slot < %d)", to);
    return mem_printf("(state.slot >= %d %s state.slot < %d)", from, from < to ? "&&" : "||", to);
}

/* By which a producer waits for one before it. */
static const char *before_parity(const Pipe *pipe, int i) {
    if (pipe->before[i].split)
        return mem_printf("state.phase ^ %s", same_use(pipe, pipe->before[i].pipe));
    if (pipe->before[i].turn && pipe->before[i].turn->whole)
        return iteration_parity(pipe, pipe->before[i].late);
    return pipe->before[i].late ? "state.phase" : "state.phase ^ 1";
}

/* full = &smem->tile_bars.slot[state.slot].full, of those that the part uses; the parities they
 * wait for */
static void print_barriers(const Writer *writer, const Pipe *pipe, PipePart kind) {
    const Plan *part = pipe->part[kind];
    bool produces = kind <= PIPE_COMMIT;
    for (int i = 0; i < part->object_count; i++)
        if (plan_takes(part, ARGUMENT_OBJECT, i))
            print_local(
                writer,
                mem_printf("tc_mbarrier *const %s =", part->objects[i].name),
                mem_printf("&%s;", barrier_text(pipe, part, produces, i)));
    for (int i = 0; i < part->symbol_count; i++)
        /* the number of a CTA the caller gives */
        if (part->symbols[i].role == SYMBOL_PARITY && plan_takes(part, ARGUMENT_SYMBOL, i))
            print_local(
                writer,
                mem_printf("const unsigned %s =", part->symbols[i].name),
                mem_printf("%s;", i == 0 ? "state.phase" : before_parity(pipe, i - 1)));
}

/* The Plan's own statements, read back. */
static void print_plan_body(const Writer *writer, const Plan *plan, const char *name) {
    print_checked_body(writer->out, writer->code->plan->request->loc, name, plan);
}

/* Of those that go to other CTAs, which ones; type: "unsigned " where the function takes them, ""
 * where it hands them on. */
static const char *peers(const Pipe *pipe, PipePart part, const char *type) {
    Text out = {0};
    if (pipe->form == PIPE_REMOTE && part <= PIPE_ACQUIRE_ELECTED)
        text_printf(&out, ", %sto", type);
    if (pipe->form == PIPE_REMOTE && part == PIPE_RELEASE)
        text_printf(&out, ", %sfrom", type);
    for (int i = 0; i < pipe->tell_count && part == PIPE_RELEASE; i++)
        if (pipe->tells[i]->away)
            text_printf(&out, ", %s%s_from", type, pipe->tells[i]->next->name);
    return text_string(&out);
}

static const char *part_arguments(const Writer *writer, const Pipe *pipe, PipePart part) {
    return mem_printf("%s%s", ring_arguments(writer), peers(pipe, part, "unsigned "));
}

/* ---- under TC_CHECK -------------------------------------------------------------------------- */

/* Of bulk copies the bytes say what the producer did: they have no commit. */
static bool is_watched(const Pipe *pipe, PipePart part) {
    return !pipe_counts_bytes(pipe) || part >= PIPE_WAIT;
}

static bool takes(PipePart part) {
    return part == PIPE_ACQUIRE || part == PIPE_WAIT;
}

/* TC_CHECK_TAKEN("tc_ring_tile_wait", smem, state); `taken`: of a form that only asks, where it
 * said yes. */
static void print_taken(const Writer *writer, const Pipe *pipe, PipePart part, const char *taken) {
    PipePart taker = part >= PIPE_WAIT ? PIPE_WAIT : PIPE_ACQUIRE;
    const char *name = mem_printf("\"%s_%s\"", stem_of(writer, pipe), pipe_part_name[taker]);
    const char *const items[] = {taken, name, "smem", "state"};
    const char *macro = taken                                      ? "TC_CHECK_TAKEN_IF"
                        : takes(part) && !pipe_has_mbarriers(pipe) ? "TC_CHECK_MET"
                        : takes(part)                              ? "TC_CHECK_TAKEN"
                                                                   : "TC_CHECK_GIVEN";
    if (is_watched(pipe, part))
        print_list(writer->out, PAGE_INDENT, macro, items + !taken, taken ? 4 : 3, ";");
}

/* TC_CHECK_FILLED("tc_ring_tile_acquire", smem); of a pipe that its producer drains at the end. */
static void print_filled(const Writer *writer, const Pipe *pipe, const char *macro) {
    const char *part = pipe_part_name[PIPE_ACQUIRE], *stem = stem_of(writer, pipe);
    print_line(writer->out, PAGE_INDENT, "%s(\"%s_%s\", smem);", macro, stem, part);
}

/* A slot is given back before anybody is told, and taken when it is free: at a named barrier, where
 * the calls are counted, that is before it comes to the barrier. */
static void print_checks_before(const Writer *writer, const Pipe *pipe, PipePart part) {
    print_line(writer->out, PAGE_INDENT, "TC_CHECK_LIMIT(state.slot < %d);", pipe->stages);
    if (pipe_has_mbarriers(pipe) && (part == PIPE_ACQUIRE || part == PIPE_ACQUIRE_ELECTED))
        print_filled(writer, pipe, "TC_CHECK_FILLED");
    if (!takes(part) || pipe->form == PIPE_NAMED)
        print_taken(writer, pipe, part, NULL);
}

static void print_part(Writer *writer, const Pipe *pipe, PipePart part, const char *comment) {
    const Plan *plan = pipe->part[part];
    const char *name = mem_printf("%s_%s", stem_of(writer, pipe), pipe_part_name[part]);
    open_function(writer, comment, "void", name, part_arguments(writer, pipe, part));
    print_checks_before(writer, pipe, part);
    if (pipe->form == PIPE_GROUPS) {
        print_unused(writer, true, true);
        if (plan)
            print_plan_body(writer, plan, name);
    } else if (pipe->form == PIPE_NAMED) {
        print_unused(writer, true, part != PIPE_ACQUIRE);
        if (part == PIPE_ACQUIRE) {
            print_line(writer->out, PAGE_INDENT, "if (state.phase > 1)");
            print_line(writer->out, 2 * PAGE_INDENT, "return; /* nobody has read it yet */");
        }
        print_plan_body(writer, pipe->meet, name);
    } else if (plan) {
        if (plan_needs_converged(plan))
            print_line(writer->out, PAGE_INDENT, "TC_CHECK_CONVERGED();");
        print_barriers(writer, pipe, part);
        if (pipe->ctas > 1 && part == PIPE_RELEASE)
            print_line(
                writer->out,
                PAGE_INDENT,
                "const unsigned cta = tc_cta_rank_in_cluster() / %d * %d + TC_RANK_WARP;",
                pipe->ctas,
                pipe->ctas);
        print_plan_body(writer, plan, name);
    } else {
        print_unused(writer, true, true);
    }
    if (takes(part) && pipe->form != PIPE_NAMED)
        print_taken(writer, pipe, part, NULL);
    close_function(writer);
}

/* ---- the parts of a pipe --------------------------------------------------------------------- */

static void print_start(Writer *writer, const Pipe *pipe, bool produces) {
    const char *side = produces ? "producer" : "consumer";
    const char *type = mem_printf("%s_state", writer->stem);
    open_function(
        writer,
        mem_printf("The address of a %s of %s.", side, members_words(writer, pipe)),
        type,
        mem_printf("%s_%s_start", stem_of(writer, pipe), side),
        "void");
    print_line(
        writer->out,
        PAGE_INDENT,
        "const %s state = {%d, %d};",
        type,
        pipe->record->rotation,
        !produces                  ? 0
        : pipe->form == PIPE_NAMED ? 3
                                   : 1);
    print_line(writer->out, PAGE_INDENT, "return state;");
    close_function(writer);
}

static void print_advance(Writer *writer, const Pipe *pipe) {
    open_function(
        writer,
        "On to the next slot.",
        "void",
        mem_printf("%s_advance", stem_of(writer, pipe)),
        mem_printf("%s_state *state", writer->stem));
    const char *turn =
        pipe->form == PIPE_NAMED ? "state->phase = (state->phase & 1) ^ 1;" : "state->phase ^= 1;";
    if (pipe->stages == 1) {
        print_line(writer->out, PAGE_INDENT, "%s", turn);
        close_function(writer);
        return;
    }
    if (pipe->record->rotation) {
        print_line(writer->out, PAGE_INDENT, "if (++state->slot == %d)", pipe->stages);
        print_line(writer->out, 2 * PAGE_INDENT, "state->slot = 0;");
        print_line(writer->out, PAGE_INDENT, "if (state->slot == %d)", pipe->record->rotation);
        print_line(writer->out, 2 * PAGE_INDENT, "%s", turn);
        close_function(writer);
        return;
    }
    print_line(writer->out, PAGE_INDENT, "if (++state->slot == %d) {", pipe->stages);
    print_line(writer->out, 2 * PAGE_INDENT, "state->slot = 0;");
    print_line(writer->out, 2 * PAGE_INDENT, "%s", turn);
    print_line(writer->out, PAGE_INDENT, "}");
    close_function(writer);
}

/* `_commit_next`, `_release_next`: the last call of a turn with the step to the next slot. */
static void print_next(Writer *writer, const Pipe *pipe, PipePart part) {
    const char *stem = stem_of(writer, pipe), *name = pipe_part_name[part];
    open_function(
        writer,
        mem_printf(
            "Called as %s is, each thread with its own state: %s, then advance.", name, name),
        "void",
        mem_printf("%s_%s_next", stem, name),
        mem_printf(
            "%s_smem *smem, %s_state *state%s",
            writer->stem,
            writer->stem,
            peers(pipe, part, "unsigned ")));
    print_line(
        writer->out, PAGE_INDENT, "%s_%s(smem, *state%s);", stem, name, peers(pipe, part, ""));
    print_line(writer->out, PAGE_INDENT, "%s_advance(state);", stem);
    close_function(writer);
}

/* What is told at turns that nobody waited for yet. */
static void print_drained(const Writer *writer, const Pipe *pipe, bool whole, int indent) {
    for (int i = 0; i < pipe->before_count; i++)
        if (turn_is_drained(pipe->before[i].turn) && pipe->before[i].turn->whole == whole) {
            int split = pipe->before[i].split; /* the other slots it would wait for in vain */
            if (split)
                print_line(writer->out, indent, "if (i < %d)", split);
            const char *const at[] = {
                mem_printf("&%s", turn_text(pipe->before[i].turn)), before_parity(pipe, i)};
            print_list(
                writer->out,
                split ? indent + PAGE_INDENT : indent,
                primitives[pipe_waiting(pipe)].function,
                at,
                2,
                ";");
        }
}

static void print_tail(Writer *writer, const Pipe *pipe) {
    const char *stem = stem_of(writer, pipe);
    open_function(
        writer,
        tail_words(writer, pipe),
        "void",
        mem_printf("%s_tail", stem),
        ring_arguments(writer));
    if (pipe->form == PIPE_GROUPS) {
        print_unused(writer, true, true);
        print_line(writer->out, PAGE_INDENT, "tc_cp_async_wait_group_0();");
        close_function(writer);
        return;
    }
    print_filled(writer, pipe, "TC_CHECK_DRAINED");
    print_drained(writer, pipe, true, PAGE_INDENT);
    print_line(writer->out, PAGE_INDENT, "for (unsigned i = 0; i < %d; i++) {", pipe->stages);
    if (pipe->form == PIPE_NAMED)
        print_line(writer->out, 2 * PAGE_INDENT, "%s_acquire(smem, state);", stem);
    else
        print_line(
            writer->out,
            2 * PAGE_INDENT,
            "%s(&smem->%s_bars.slot[state.slot].empty, state.phase);",
            primitives[pipe_waiting(pipe)].function,
            pipe->name);
    print_drained(writer, pipe, false, 2 * PAGE_INDENT);
    print_line(writer->out, 2 * PAGE_INDENT, "%s_advance(&state);", stem);
    print_line(writer->out, PAGE_INDENT, "}");
    close_function(writer);
}

static const char *asking(const Pipe *pipe, const char *at, const char *parity) {
    const char *cluster = pipe->form == PIPE_REMOTE ? "_cluster" : "";
    return mem_printf("tc_mbarrier_try_wait%s(%s, %s)", cluster, at, parity);
}

/* Beside its own slot, as acquire: it is free when none of them would wait. */
static void print_asking_before(const Writer *writer, const Pipe *pipe, const char *own) {
    for (int i = 0; i < pipe->before_count; i++)
        if (pipe->before[i].split)
            print_local(
                writer,
                mem_printf("const unsigned %s_parity =", pipe->before[i].pipe->name),
                mem_printf("%s;", before_parity(pipe, i)));
    print_local(writer, "int is_free =", own);
    for (int i = 0; i < pipe->before_count; i++) {
        const Pipe *first = pipe->before[i].pipe;
        const Turn *turn = pipe->before[i].turn;
        const char *at = turn ? turn_text(turn)
                              : mem_printf("smem->%s_bars.slot[state.slot].empty", first->name);
        const char *parity =
            pipe->before[i].split ? mem_printf("%s_parity", first->name) : before_parity(pipe, i);
        const char *ask = asking(pipe, mem_printf("&%s", at), parity);
        print_line(writer->out, PAGE_INDENT, "if (is_free)");
        print_assigned(writer, 2 * PAGE_INDENT, "is_free =", mem_printf("%s;", ask));
    }
}

static void print_asking(Writer *writer, const Pipe *pipe, const char *of, const char *which) {
    open_function(
        writer,
        mem_printf("Returns nonzero if %s with this state would not wait. Changes nothing.", of),
        "int",
        mem_printf("%s_try_%s", stem_of(writer, pipe), of),
        ring_arguments(writer));
    const char *at = mem_printf("&smem->%s_bars.slot[state.slot].%s", pipe->name, which);
    PipePart part = *of == 'a' ? PIPE_ACQUIRE : PIPE_WAIT;
    const char *own = mem_printf("%s;", asking(pipe, at, "state.phase"));
    const char *answer = part == PIPE_ACQUIRE ? "is_free" : "is_full";
    if (pipe->before_count && part == PIPE_ACQUIRE)
        print_asking_before(writer, pipe, own);
    else
        print_local(writer, mem_printf("const int %s =", answer), own);
    print_taken(writer, pipe, part, answer);
    print_line(writer->out, PAGE_INDENT, "return %s;", answer);
    close_function(writer);
}

/* 0xc: CTAs 2 and 3 of the cluster. */
static void print_ctas(Writer *writer, const Pipe *pipe) {
    open_function(
        writer,
        mem_printf(
            "The CTAs of the cluster that fill %s together, cta / %d * %d and those behind it, as "
            "the mask of a multicast. Any thread.",
            members_words(writer, pipe),
            pipe->ctas,
            pipe->ctas),
        "unsigned",
        mem_printf("%s_ctas", stem_of(writer, pipe)),
        "void");
    print_line(
        writer->out,
        PAGE_INDENT,
        "return 0x%xu << tc_cta_rank_in_cluster() / %d * %d;",
        (1u << pipe->ctas) - 1,
        pipe->ctas,
        pipe->ctas);
    close_function(writer);
}

static void print_pipe(Writer *writer, const Pipe *pipe) {
    if (pipe->form == PIPE_MEMORY)
        return;
    print_start(writer, pipe, true);
    print_start(writer, pipe, false);
    print_advance(writer, pipe);
    if (pipe->ctas > 1)
        print_ctas(writer, pipe);
    print_part(writer, pipe, PIPE_ACQUIRE, acquire_words(writer, pipe));
    if (pipe_has_part(pipe, PIPE_ACQUIRE_ELECTED))
        print_part(writer, pipe, PIPE_ACQUIRE_ELECTED, elected_words(writer, pipe));
    print_part(writer, pipe, PIPE_COMMIT, commit_words(writer, pipe));
    print_part(writer, pipe, PIPE_WAIT, wait_words(writer, pipe));
    print_part(writer, pipe, PIPE_RELEASE, release_words(writer, pipe));
    print_next(writer, pipe, PIPE_COMMIT);
    print_next(writer, pipe, PIPE_RELEASE);
    print_tail(writer, pipe);
    if (!pipe_has_mbarriers(pipe))
        return;
    print_asking(writer, pipe, "acquire", "empty");
    print_asking(writer, pipe, "wait", "full");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static Writer writer_of(const PipelineCode *code, Text *out) {
    const char *stem = mem_printf("tc_%s", code->plan->request->name);
    return (Writer){.code = code, .stem = stem, .upper = upper_text(stem), .out = out};
}

static const char *functions_text(const PipelineCode *code) {
    Text functions = {0}, all = {0};
    Writer writer = writer_of(code, &functions);
    print_pipeline_init(&writer);
    for (int i = 0; i < code->count; i++)
        print_pipe(&writer, &code->pipes[i]);
    if (!code->needs_bulk)
        return text_string(&functions);
    text_printf(
        &all,
        "\n#if TC_HAS_BULK%s#else\n%s#endif\n",
        text_string(&functions),
        text_string(&writer.declared));
    return text_string(&all);
}

static const char *memory_text(const PipelineCode *code, void (*print)(const Writer *)) {
    Text text = {0};
    Writer writer = writer_of(code, &text);
    print(&writer);
    return text_string(&text);
}

/* sm_100a -> 1000, of the oldest of its targets */
static int oldest_arch(const PipelineCode *code) {
    int oldest = 0;
    for (int i = TARGET_COUNT - 1; i >= 0; i--)
        if (code->plan->targets >> i & 1)
            oldest = atoi(target_name[i] + strlen("sm_")) * 10;
    return oldest;
}

static void print_kinds(Text *out, const PipelineCode *code) {
    const char *word = "if";
    for (const PipelineCode *one = code; one; one = one->older) {
        if (one->older)
            text_printf(out, "\n#%s TC_ARCH >= %d", word, oldest_arch(one));
        else if (one != code)
            text_add(out, "\n#else");
        text_add(out, functions_text(one));
        word = "elif";
    }
    if (code->older)
        text_add(out, "#endif\n");
}

PipelineCode *pipeline_join(PipelineCode *const *kinds, int count) {
    PipelineCode *newest = kinds[count - 1], *last = newest;
    for (int i = count - 2; i >= 0; i--) {
        const char *memory = memory_text(newest, print_pipeline_memory);
        if (strcmp(memory_text(kinds[i], print_pipeline_memory), memory) != 0) {
            pipeline_differs(newest, kinds[i]->plan);
            return newest;
        }
        if (strcmp(functions_text(kinds[i]), functions_text(last)) != 0)
            last = last->older = kinds[i];
    }
    return newest;
}

void out_pipeline(Text *out, const PipelineCode *code) {
    Text text = {0};
    text_add(&text, memory_text(code, print_pipeline_head));
    text_add(&text, memory_text(code, print_pipeline_memory));
    print_kinds(&text, code);
    text_add(&text, memory_text(code, print_launch));
    const char *guard = mem_printf("TC_DEFINED_tc_%s", code->plan->request->name);
    unsigned digest = (unsigned)fnv1a64(text_string(&text), text.length);
    text_printf(
        out,
        "#ifndef %s\n#define %s 0x%08x\n%s#elif %s != 0x%08x\n"
        "#error \"two pipelines of one name in this unit; give one of them another "
        "name\"\n#endif\n",
        guard,
        guard,
        digest,
        text_string(&text),
        guard,
        digest);
}

static void pipe_name(Text *out, const PipelineCode *code, const Pipe *pipe, const char *part) {
    text_printf(out, "tc_%s_%s_%s\n", code->plan->request->name, pipe->name, part);
}

void pipe_names(Text *out, const PipelineCode *code, const Pipe *pipe) {
    static const char *const before[] = {"producer_start", "consumer_start", "advance"};
    static const char *const behind[] = {
        "commit_next", "release_next", "tail", "try_acquire", "try_wait"};
    size_t last = COUNT_OF(behind) - (pipe_has_mbarriers(pipe) ? 0 : 2);
    if (pipe->form == PIPE_MEMORY)
        return;
    for (size_t p = 0; p < COUNT_OF(before); p++)
        pipe_name(out, code, pipe, before[p]);
    if (pipe->ctas > 1)
        pipe_name(out, code, pipe, "ctas");
    for (int p = 0; p < PIPE_PARTS; p++)
        if (pipe_has_part(pipe, (PipePart)p))
            pipe_name(out, code, pipe, pipe_part_name[p]);
    for (size_t p = 0; p < last; p++)
        pipe_name(out, code, pipe, behind[p]);
}

void pipelines_make(PipelineCodes *codes) {
    codes->text = NEW_ARRAY(const char *, codes->count);
    for (int i = 0; i < codes->count; i++) {
        Text text = {0};
        out_pipeline(&text, codes->at[i]);
        codes->text[i] = text_string(&text);
    }
}

void pipelines_text(Text *out, const PipelineCodes *codes) {
    for (int i = 0; i < codes->count; i++)
        text_printf(out, "\n%s", codes->text[i]);
}

void pipelines_names(Text *out, const PipelineCodes *codes) {
    for (int c = 0; c < codes->count; c++) {
        const PipelineCode *code = codes->at[c];
        text_printf(out, "tc_%s_init\n", code->plan->request->name);
        for (int i = 0; i < code->count; i++)
            pipe_names(out, code, &code->pipes[i]);
    }
}
