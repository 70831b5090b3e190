/* pipeline_text.c: the code of a pipeline: constants, the shared memory as a union of its rings, init, and for
 * each pipe where it starts, acquire, commit, wait, release, tail and the forms that only ask. The body of a
 * part is that of its Plan, read back as any other; what stands around it only says which barrier of the
 * ring is meant, and by which parity. */
#include "../pipeline/pipes.h"
#include "contract.h"
#include <inttypes.h>
#include <string.h>

typedef struct {
    const PipelineCode *code;
    const char *stem, *upper; /* tc_ring, TC_RING */
    Text *out;
    Text declared; /* functions where they cannot run */
} Writer;

static const char *stem_of(const Writer *writer, const Pipe *pipe) {
    return mem_printf("%s_%s", writer->stem, pipe->name);
}

static bool has_barriers(const Pipe *pipe) {
    return pipe->form != PIPE_MEMORY && pipe->form != PIPE_NAMED;
}

/* A comment of whole sentences, wrapped at words. */
static void print_comment(Text *out, const char *what) {
    size_t at = 3; /* of the line: "/" "*" " " or " * " */
    text_add(out, "/* ");
    while (*what) {
        size_t length = strcspn(what, " ");
        if (at > 3 && at + 1 + length > PAGE_COLUMNS - 3) {
            text_add(out, "\n *");
            at = 2;
        }
        if (at != 3)
            text_char(out, ' ');
        text_add_bytes(out, what, length);
        at += length + (at != 3);
        what += length + (what[length] == ' ');
    }
    text_add(out, " */\n");
}

/* ---- constants, memory ------------------------------------------------------------------------- */

static void constant(const Writer *writer, const char *name, int64_t value) {
    const char *stem = mem_printf("TC_%s", writer->code->plan->request->name);
    print_constant(writer->out, upper_text(stem), upper_text(name), mem_printf("%" PRId64, value));
}

static void print_value_constants(const Writer *writer, const Record *record) {
    const char *name = record->value->name;
    if (record->class == CLASS_SMEM) {
        constant(writer, mem_printf("%s_at", name), record->final_offset);
        constant(writer, mem_printf("%s_stride", name), record->stride);
        constant(writer, mem_printf("%s_bytes", name), record->footprint);
    } else if (record->class == CLASS_DESC) {
        constant(writer, mem_printf("%s_descriptor", name), record->final_offset / DESC_BYTES);
    }
    constant(writer, mem_printf("%s_stages", name), record->value->stages);
}

static void print_pipe_constants(const Writer *writer, const Pipe *pipe) {
    if (pipe->form == PIPE_NAMED) {
        constant(writer, mem_printf("%s_barrier", pipe->name), pipe->record->barrier);
        constant(writer, mem_printf("%s_threads", pipe->name), pipe->threads);
    }
    if (pipe->form == PIPE_BULK)
        constant(writer, mem_printf("%s_expected", pipe->name), pipe->bytes);
    if (!has_barriers(pipe))
        return;
    constant(writer, mem_printf("%s_full_at", pipe->name), pipe->full_at);
    constant(writer, mem_printf("%s_empty_at", pipe->name), pipe->empty_at);
}

static void print_constants(const Writer *writer) {
    const PipelineCode *code = writer->code;
    constant(writer, "smem_bytes", code->bytes);
    constant(writer, "smem_align", code->align);
    constant(writer, "threads", code->threads);
    for (int i = 0; i < code->plan->count; i++)
        print_value_constants(writer, &code->plan->records[i]);
    for (int i = 0; i < code->count; i++)
        print_pipe_constants(writer, &code->pipes[i]);
}

static void print_before(const Writer *writer, int64_t bytes) {
    if (bytes > 0)
        print_line(writer->out, 2 * PAGE_INDENT, "unsigned char before[%" PRId64 "];", bytes);
}

/* float slot[4][4096]; a slot is as long as the stride from one to the next. */
static void print_ring(const Writer *writer, const Record *record) {
    const PipelineValue *value = record->value;
    bool whole = value->dtype && value->dtype->bits >= 8 && value->dtype->bits % 8 == 0 &&
                 record->stride % (value->dtype->bits / 8) == 0;
    if (record->class != CLASS_SMEM)
        return;
    print_line(writer->out, PAGE_INDENT, "struct {");
    print_before(writer, record->final_offset);
    print_line(
        writer->out,
        2 * PAGE_INDENT,
        "%s slot[%d][%" PRId64 "];",
        whole ? value->dtype->c_type : "unsigned char",
        value->stages,
        whole ? record->stride / (value->dtype->bits / 8) : record->stride);
    print_line(writer->out, PAGE_INDENT, "} %s;", value->name);
}

static void print_memory(const Writer *writer) {
    const PipelineCode *code = writer->code;
    text_add(writer->out, "\ntypedef union {\n");
    print_line(writer->out, PAGE_INDENT, "unsigned char bytes[%s_SMEM_BYTES];", writer->upper);
    for (int i = 0; i < code->plan->count; i++)
        print_ring(writer, &code->plan->records[i]);
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        if (!has_barriers(pipe))
            continue;
        print_line(writer->out, PAGE_INDENT, "struct {");
        print_before(writer, pipe->full_at);
        print_line(
            writer->out,
            2 * PAGE_INDENT,
            "tc_mbarrier full[%d], empty[%d];",
            pipe->stages,
            pipe->stages);
        print_line(writer->out, PAGE_INDENT, "} %s_bars;", pipe->name);
    }
    print_line(writer->out, 0, "} %s_smem;", writer->stem);
    print_line(
        writer->out,
        0,
        "\n/* Where a ring stands: which slot, and by which parity it is waited for. */\n"
        "typedef struct {\n    unsigned slot, phase;\n} %s_state;",
        writer->stem);
}

static void print_assert(const Writer *writer, const char *name, const char *what) {
    const char *items[] = {mem_printf("char %s__%s[(%s) ? 1 : -1]", writer->stem, name, what)};
    print_line(writer->out, 0, "typedef %s;", items[0]);
}

static void print_asserts(const Writer *writer) {
    const PipelineCode *code = writer->code;
    text_add(
        writer->out,
        "\n/* A negative size: the plan and what the compiler makes of it differ. */\n");
    print_assert(
        writer,
        "size_is_planned",
        mem_printf("sizeof(%s_smem) == %s_SMEM_BYTES", writer->stem, writer->upper));
    print_assert(
        writer,
        "size_fits",
        mem_printf("%s_SMEM_BYTES <= %" PRId64, writer->upper, code->capacity));
    for (int i = 0; i < code->count; i++) {
        const char *name = upper_text(code->pipes[i].name);
        if (code->pipes[i].form == PIPE_NAMED)
            print_assert(
                writer,
                mem_printf("%s_barrier_is_one", code->pipes[i].name),
                mem_printf(
                    "%s_%s_BARRIER >= 1 && %s_%s_BARRIER <= 15 && %s_%s_THREADS %% 32 == 0",
                    writer->upper,
                    name,
                    writer->upper,
                    name,
                    writer->upper,
                    name));
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Of those that everyone calls before all others: what is said where they cannot run is said there. */
static bool is_first(const char *name) {
    size_t length = strlen(name);
    return strcmp(name + length - strlen("_init"), "_init") == 0 ||
           strcmp(name + length - strlen("_start"), "_start") == 0;
}

static void open_function(
    Writer *writer,
    const char *comment,
    const char *type,
    const char *name,
    const char *arguments) {
    text_char(writer->out, '\n');
    print_comment(writer->out, comment);
    const char *head = mem_printf("TC_FN %s %s", type, name);
    print_list(writer->out, 0, head, &arguments, 1, " {");
    if (!is_first(name))
        return;
    head = mem_printf("TC_DECLARE %s %s", type, name);
    print_list(&writer->declared, 0, head, &arguments, 1, "");
    text_add(
        &writer->declared, "    TC_UNAVAILABLE(\"a pipeline with bulk copies needs sm_90\");\n");
}

static const char *ring_arguments(const Writer *writer) {
    return mem_printf("%s_smem *smem, %s_state state", writer->stem, writer->stem);
}

static void print_unused(const Writer *writer, bool smem, bool state) {
    if (smem)
        print_line(writer->out, PAGE_INDENT, "(void)smem;");
    if (state)
        print_line(writer->out, PAGE_INDENT, "(void)state;");
}

static void close_function(const Writer *writer) {
    text_add(writer->out, "}\n");
}

/* "the 4 warps of mma0, the 4 of mma1" */
static const char *agents_words(const Writer *writer, const int *agents, int count) {
    Text out = {0};
    for (int i = 0; i < count; i++) {
        const Agent *agent = &writer->code->plan->request->agents[agents[i]];
        text_printf(
            &out,
            "%severy warp of %s (%d)",
            i == 0           ? ""
            : i + 1 == count ? " and "
                             : ", ",
            agent->name,
            agent->warps);
    }
    return text_string(&out);
}

static const char *producer_words(const Writer *writer, const Pipe *pipe) {
    return pipe->form == PIPE_BULK
               ? mem_printf(
                     "one thread of %s", writer->code->plan->request->agents[pipe->producer].name)
               : agents_words(writer, &pipe->producer, 1);
}

static const char *consumer_words(const Writer *writer, const Pipe *pipe) {
    return agents_words(writer, pipe->consumers, pipe->consumer_count);
}

static const char *members_words(const Writer *writer, const Pipe *pipe) {
    Text out = {0};
    for (int m = 0; m < pipe->member_count; m++)
        text_printf(
            &out,
            "%s%s",
            m == 0                        ? ""
            : m + 1 == pipe->member_count ? " and "
                                          : ", ",
            writer->code->plan->records[pipe->members[m]].value->name);
    return text_string(&out);
}

/* full = &smem->tile_bars.full[state.slot], of those that the part uses */
static void print_barriers(const Writer *writer, const Pipe *pipe, const Plan *part) {
    for (int i = 0; i < part->object_count; i++) {
        const Pipe *of = i < 2 ? pipe : pipe->before[i - 2].pipe;
        const char *which = strcmp(part->objects[i].name, "full") == 0 ? "full" : "empty";
        if (!plan_takes(part, ARGUMENT_OBJECT, i))
            continue;
        const char *left = mem_printf("tc_mbarrier *const %s =", part->objects[i].name);
        const char *right = mem_printf("&smem->%s_bars.%s[state.slot];", of->name, which);
        bool fits = PAGE_INDENT + strlen(left) + 1 + strlen(right) <= PAGE_COLUMNS;
        print_line(writer->out, PAGE_INDENT, "%s%s%s", left, fits ? " " : "\n        ", right);
    }
    for (int i = 0; i < part->symbol_count; i++) {
        bool same = i == 0 || pipe->before[i - 1].late;
        if (plan_takes(part, ARGUMENT_SYMBOL, i))
            print_line(
                writer->out,
                PAGE_INDENT,
                "const unsigned %s = state.phase%s;",
                part->symbols[i].name,
                same ? "" : " ^ 1");
    }
}

/* The Plan's own statements, read back. */
static void print_plan_body(const Writer *writer, const Plan *plan, const char *name) {
    Request request = {.loc = writer->code->plan->request->loc};
    Function function = {.request = &request, .name = name};
    Signature none = {0};
    print_body(writer->out, &function, &none, plan);
}

static void print_part(Writer *writer, const Pipe *pipe, PipePart part, const char *comment) {
    const Plan *plan = pipe->part[part];
    const char *name = mem_printf("%s_%s", stem_of(writer, pipe), pipe_part_name[part]);
    open_function(writer, comment, "void", name, ring_arguments(writer));
    if (pipe->form == PIPE_NAMED) {
        print_unused(writer, true, part != PIPE_ACQUIRE);
        if (part == PIPE_ACQUIRE) {
            print_line(writer->out, PAGE_INDENT, "if (state.phase > 1)");
            print_line(writer->out, 2 * PAGE_INDENT, "return; /* nobody has read it yet */");
        }
        print_plan_body(writer, pipe->meet, name);
    } else if (plan) {
        if (plan_needs_converged(plan))
            print_line(writer->out, PAGE_INDENT, "TC_CHECK_CONVERGED();");
        print_barriers(writer, pipe, plan);
        print_plan_body(writer, plan, name);
    } else {
        print_unused(writer, true, true);
    }
    close_function(writer);
}

/* ---- the parts of a pipe ----------------------------------------------------------------------- */

static const char *before_words(const Pipe *pipe) {
    Text out = {0};
    for (int i = 0; i < pipe->before_count; i++)
        text_printf(
            &out,
            "%s%s's consumers have let go of the same bytes",
            i ? ", and " : ", and until ",
            pipe->before[i].pipe->name);
    return text_string(&out);
}

static const char *acquire_words(const Writer *writer, const Pipe *pipe) {
    const char *who = producer_words(writer, pipe), *before = before_words(pipe);
    if (pipe->form == PIPE_NAMED)
        return mem_printf(
            "Called by %s before slot state.slot of %s is filled: meets release of its last use.",
            who,
            members_words(writer, pipe));
    return mem_printf(
        "Called by %s: waits until slot state.slot is free%s%s.",
        who,
        before,
        pipe->form != PIPE_BULK
            ? ""
            : mem_printf(
                  ", then expects the %" PRId64
                  " bytes of %s, which bulk copies bring under full[state.slot]",
                  pipe->bytes,
                  members_words(writer, pipe)));
}

static const char *commit_words(const Writer *writer, const Pipe *pipe) {
    const char *who = producer_words(writer, pipe);
    switch (pipe->form) {
    case PIPE_BULK:
        return mem_printf(
            "The slot is full when its bytes have come: %s has nothing to say.",
            writer->code->plan->request->agents[pipe->producer].name);
    case PIPE_COPIES:
        return mem_printf(
            "Called by %s after their cp.async into the slot: it is full when all have landed. "
            "What a thread stored itself is not covered.",
            who);
    case PIPE_NAMED:
        return mem_printf("Called by %s when the slot is filled: meets wait.", who);
    default:
        return mem_printf(
            "Called by %s, converged, when its lanes have written the slot%s.",
            who,
            pipe->fences ? "; fences, because bulk copies overwrite it later" : "");
    }
}

static const char *wait_words(const Writer *writer, const Pipe *pipe) {
    return mem_printf(
        "Called by %s: %s.",
        consumer_words(writer, pipe),
        pipe->form == PIPE_NAMED ? "meets commit of slot state.slot, which is full then"
                                 : "waits until slot state.slot is full");
}

static const char *release_words(const Writer *writer, const Pipe *pipe) {
    return mem_printf(
        "Called by %s%s when the slot was read%s.",
        consumer_words(writer, pipe),
        pipe->form == PIPE_NAMED ? "" : ", converged,",
        pipe->form == PIPE_NAMED ? ": meets acquire of its next use, or tail" : "");
}

static void print_start(Writer *writer, const Pipe *pipe, bool produces) {
    const char *side = produces ? "producer" : "consumer";
    const char *type = mem_printf("%s_state", writer->stem);
    open_function(
        writer,
        mem_printf("Where a %s of %s begins.", side, members_words(writer, pipe)),
        type,
        mem_printf("%s_%s_start", stem_of(writer, pipe), side),
        "void");
    print_line(
        writer->out,
        PAGE_INDENT,
        "const %s state = {0, %d};",
        type,
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
    print_line(writer->out, PAGE_INDENT, "if (++state->slot == %d) {", pipe->stages);
    print_line(writer->out, 2 * PAGE_INDENT, "state->slot = 0;");
    print_line(writer->out, 2 * PAGE_INDENT, "%s", turn);
    print_line(writer->out, PAGE_INDENT, "}");
    close_function(writer);
}

static void print_tail(Writer *writer, const Pipe *pipe) {
    const char *stem = stem_of(writer, pipe);
    open_function(
        writer,
        mem_printf(
            "Called by %s after its last commit, with the state of the next slot: waits until all "
            "slots were read, so that nobody is still on the way when the CTA ends.",
            pipe->form == PIPE_BULK ? "the thread that acquires" : producer_words(writer, pipe)),
        "void",
        mem_printf("%s_tail", stem),
        ring_arguments(writer));
    print_line(writer->out, PAGE_INDENT, "for (unsigned i = 0; i < %d; i++) {", pipe->stages);
    if (pipe->form == PIPE_NAMED)
        print_line(writer->out, 2 * PAGE_INDENT, "%s_acquire(smem, state);", stem);
    else
        print_line(
            writer->out,
            2 * PAGE_INDENT,
            "tc_mbarrier_wait(&smem->%s_bars.empty[state.slot], state.phase);",
            pipe->name);
    print_line(writer->out, 2 * PAGE_INDENT, "%s_advance(&state);", stem);
    print_line(writer->out, PAGE_INDENT, "}");
    close_function(writer);
}

static void print_asking(Writer *writer, const Pipe *pipe, const char *of, const char *which) {
    open_function(
        writer,
        mem_printf(
            "Nonzero when %s of this state would not wait%s. Changes nothing.",
            of,
            pipe->before_count && *of == 'a' ? " for its own slot" : ""),
        "int",
        mem_printf("%s_try_%s", stem_of(writer, pipe), of),
        ring_arguments(writer));
    print_line(
        writer->out,
        PAGE_INDENT,
        "return tc_mbarrier_try_wait(&smem->%s_bars.%s[state.slot], state.phase);",
        pipe->name,
        which);
    close_function(writer);
}

static void print_pipe(Writer *writer, const Pipe *pipe) {
    if (pipe->form == PIPE_MEMORY)
        return;
    print_start(writer, pipe, true);
    print_start(writer, pipe, false);
    print_advance(writer, pipe);
    print_part(writer, pipe, PIPE_ACQUIRE, acquire_words(writer, pipe));
    print_part(writer, pipe, PIPE_COMMIT, commit_words(writer, pipe));
    print_part(writer, pipe, PIPE_WAIT, wait_words(writer, pipe));
    print_part(writer, pipe, PIPE_RELEASE, release_words(writer, pipe));
    print_tail(writer, pipe);
    if (!has_barriers(pipe))
        return;
    print_asking(writer, pipe, "acquire", "empty");
    print_asking(writer, pipe, "wait", "full");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void print_inits(const Writer *writer, const Pipe *pipe) {
    bool loop = pipe->stages > 1;
    int indent = loop ? 3 * PAGE_INDENT : 2 * PAGE_INDENT;
    const char *slot = loop ? "slot" : "0";
    if (loop)
        print_line(
            writer->out,
            2 * PAGE_INDENT,
            "for (unsigned slot = 0; slot < %d; slot++) {",
            pipe->stages);
    print_line(
        writer->out,
        indent,
        "tc_mbarrier_init(&smem->%s_bars.full[%s], %d);",
        pipe->name,
        slot,
        pipe->full);
    print_line(
        writer->out,
        indent,
        "tc_mbarrier_init(&smem->%s_bars.empty[%s], %d);",
        pipe->name,
        slot,
        pipe->empty);
    if (loop)
        print_line(writer->out, 2 * PAGE_INDENT, "}");
}

static void print_init(Writer *writer) {
    const PipelineCode *code = writer->code;
    bool any = false;
    open_function(
        writer,
        "Called by all threads of the CTA, once, before anything else: makes the barriers, and "
        "nobody goes on before they are made.",
        "void",
        mem_printf("%s_init", writer->stem),
        mem_printf("%s_smem *smem", writer->stem));
    for (int i = 0; i < code->count; i++)
        any = any || has_barriers(&code->pipes[i]);
    if (any) {
        print_line(writer->out, PAGE_INDENT, "if (TC_RANK_CTA == 0) {");
        for (int i = 0; i < code->count; i++)
            if (has_barriers(&code->pipes[i]))
                print_inits(writer, &code->pipes[i]);
        if (code->needs_bulk)
            print_line(writer->out, 2 * PAGE_INDENT, "tc_fence_mbarrier_init();");
        print_line(writer->out, PAGE_INDENT, "}");
    } else {
        print_unused(writer, true, false);
    }
    print_line(writer->out, PAGE_INDENT, "tc_cta_sync();");
    close_function(writer);
}

static void print_launch(const Writer *writer) {
    text_printf(
        writer->out,
        "\n#if defined(__CUDA_RUNTIME_API_H__) && !defined(__CUDACC_RTC__)\n"
        "/* On the host, before a launch: lets the kernel have its %s_SMEM_BYTES of dynamic "
        "shared\n"
        " * memory, of which 48 KB need no leave. */\n"
        "static inline __attribute__((unused)) cudaError_t %s_launch_attr(const void *kernel) {\n"
        "    return cudaFuncSetAttribute(\n"
        "        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, %s_SMEM_BYTES);\n"
        "}\n#endif\n",
        writer->upper,
        writer->stem,
        writer->upper);
}

static void print_head(const Writer *writer) {
    const PipelineCode *code = writer->code;
    print_comment(
        writer->out,
        mem_printf(
            "Pipeline %s: %" PRId64 " bytes of shared memory, aligned to %" PRId64
            ". Proven: each part by itself (tokens brought and left, order and ids), and all "
            "agents "
            "together, a slot through four uses: counts, bytes, parities, fences.",
            code->plan->request->name,
            code->bytes,
            code->align));
}

static void print_functions(Writer *writer) {
    Text functions = {0}, *out = writer->out;
    writer->out = &functions;
    print_init(writer);
    for (int i = 0; i < writer->code->count; i++)
        print_pipe(writer, &writer->code->pipes[i]);
    writer->out = out;
    if (writer->code->needs_bulk)
        text_printf(
            out,
            "\n#if TC_HAS_BULK%s#else\n%s#endif\n",
            text_string(&functions),
            text_string(&writer->declared));
    else
        text_add(out, text_string(&functions));
}

void out_pipeline(Text *out, const PipelineCode *code) {
    const char *name = code->plan->request->name;
    Text text = {0};
    Writer writer = {
        .code = code,
        .stem = mem_printf("tc_%s", name),
        .upper = upper_text(mem_printf("tc_%s", name)),
        .out = &text};
    print_head(&writer);
    print_constants(&writer);
    print_memory(&writer);
    print_asserts(&writer);
    print_functions(&writer);
    print_launch(&writer);
    const char *guard = mem_printf("TC_DEFINED_%s", writer.stem);
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

void pipe_names(Text *out, const PipelineCode *code, const Pipe *pipe) {
    static const char *const parts[] = {
        "producer_start",
        "consumer_start",
        "advance",
        "acquire",
        "commit",
        "wait",
        "release",
        "tail",
        "try_acquire",
        "try_wait"};
    enum { TRY = 2 };
    size_t count = pipe->form == PIPE_MEMORY ? 0 : COUNT_OF(parts) - (has_barriers(pipe) ? 0 : TRY);
    for (size_t p = 0; p < count; p++)
        text_printf(out, "tc_%s_%s_%s\n", code->plan->request->name, pipe->name, parts[p]);
}

void names_pipeline(Text *out, const PipelineCode *code) {
    text_printf(out, "tc_%s_init\n", code->plan->request->name);
    for (int i = 0; i < code->count; i++)
        pipe_names(out, code, &code->pipes[i]);
}
