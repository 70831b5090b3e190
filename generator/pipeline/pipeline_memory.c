/* pipeline_memory.c: The constants of a pipeline, and its shared memory as a union of its rings.
 * The compiler checks the union against the plan. Also the function that the host calls before a
 * launch. */
#include "pipeline_text.h"
#include <inttypes.h>
#include <string.h>

const char *stem_of(const Writer *writer, const Pipe *pipe) {
    return mem_printf("%s_%s", writer->stem, pipe->name);
}

bool pipe_has_mbarriers(const Pipe *pipe) {
    return pipe_counts_bytes(pipe) || pipe->form == PIPE_THREADS || pipe->form == PIPE_COPIES;
}

/* A comment of whole sentences, wrapped at words. */

/* ---- constants, memory ----------------------------------------------------------------------- */

static void constant(const Writer *writer, const char *name, int64_t value) {
    const char *stem = mem_printf("TC_%s", writer->code->plan->request->name);
    print_constant(writer->out, upper_text(stem), upper_text(name), mem_printf("%" PRId64, value));
}

static void print_value_constants(const Writer *writer, const Record *record) {
    const char *name = record->value->name;
    if (record->class == CLASS_SMEM) {
        constant(writer, mem_printf("%s_at", name), record->final_offset);
        constant(writer, mem_printf("%s_stride", name), record->final_stride);
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
    if (pipe_counts_bytes(pipe))
        constant(writer, mem_printf("%s_expected", pipe->name), pipe->bytes);
    if (!pipe_has_room(pipe))
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
                 record->final_stride % (value->dtype->bits / 8) == 0;
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
        whole ? record->final_stride / (value->dtype->bits / 8) : record->final_stride);
    print_line(writer->out, PAGE_INDENT, "} %s;", value->name);
}

/* struct { unsigned char before[1024]; tc_mbarrier X[2]; } Y_turns; they lie one behind the
 * other */
static void print_turns(const Writer *writer, const Pipe *pipe) {
    bool any = false;
    for (int i = 0; i < pipe->before_count; i++) {
        const Turn *turn = pipe->before[i].turn;
        if (!turn)
            continue;
        if (!any) {
            print_line(writer->out, PAGE_INDENT, "struct {");
            print_before(writer, turn->at);
        }
        any = true;
        print_line(
            writer->out,
            2 * PAGE_INDENT,
            "tc_mbarrier %s[%d];",
            turn->first->name,
            turn_slots(turn));
    }
    if (any)
        print_line(writer->out, PAGE_INDENT, "} %s_turns;", pipe->name);
}

static void print_memory(const Writer *writer) {
    const PipelineCode *code = writer->code;
    text_add(writer->out, "\ntypedef union {\n");
    print_line(writer->out, PAGE_INDENT, "unsigned char bytes[%s_SMEM_BYTES];", writer->upper);
    for (int i = 0; i < code->plan->count; i++)
        print_ring(writer, &code->plan->records[i]);
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        if (!pipe_has_room(pipe))
            continue;
        print_line(writer->out, PAGE_INDENT, "struct {");
        print_before(writer, pipe->full_at);
        print_line(writer->out, 2 * PAGE_INDENT, "struct {");
        print_line(writer->out, 3 * PAGE_INDENT, "tc_mbarrier full, empty;");
        print_line(writer->out, 2 * PAGE_INDENT, "} slot[%d];", pipe->stages);
        print_line(writer->out, PAGE_INDENT, "} %s_bars;", pipe->name);
    }
    for (int i = 0; i < code->count; i++)
        print_turns(writer, &code->pipes[i]);
    print_line(writer->out, 0, "} %s_smem;", writer->stem);
    print_line(
        writer->out,
        0,
        "\n/* Where a ring stands: which slot, and by which parity it is waited for. */\n"
        "typedef struct {\n    unsigned slot, phase;\n} %s_state;",
        writer->stem);
}

/* "[(A % 16 == 0 && B % 16 == 0) ? 1 : -1];" as clang-format breaks it where a line is too short:
 * before ": -1", before "? 1" too, or also behind the condition's operator. */
static const char *broken_size(const char *what) {
    const char *then = " ? 1", *otherwise = ": -1];";
    int mark = PAGE_INDENT + (int)strlen(mem_printf("[(%s) ", what));
    const char *word = strstr(what, " && ") ? " && " : strstr(what, " == ") ? " == " : " <= ";
    const char *at = strstr(what, word);
    if (mark + 3 <= PAGE_COLUMNS)
        return mem_printf("[(%s)%s\n%*s%s", what, then, mark, "", otherwise);
    if (mark - 1 > PAGE_COLUMNS)
        what = mem_printf(
            "%s%.3s\n      %s", mem_text(what, (size_t)(at - what)), word, at + strlen(word));
    return mem_printf("[(%s)\n        %s\n         %s", what, then, otherwise);
}

/* On one line, or broken as clang-format breaks it: before the name, or before its bracket. */
static void print_assert(const Writer *writer, const char *name, const char *what) {
    const char *one = mem_printf("%s__%s", writer->stem, name);
    const char *size = mem_printf("[(%s) ? 1 : -1];", what);
    size_t length = strlen(one) + strlen(size);
    bool fits = strlen("typedef char ") + length <= PAGE_COLUMNS;
    bool whole = PAGE_INDENT + length <= PAGE_COLUMNS;
    if (PAGE_INDENT + strlen(size) > PAGE_COLUMNS)
        size = broken_size(what);
    print_line(
        writer->out,
        0,
        fits    ? "typedef char %s%s"
        : whole ? "typedef char\n    %s%s"
                : "typedef char %s\n    %s",
        one,
        size);
}

/* Where its ring begins in the union, and each of its slots. */
static void print_aligned(const Writer *writer, const Record *record) {
    const char *name = record->value->name, *upper = upper_text(name);
    if (record->final_stride %
        record->value->align) { /* of one slot, in the buffer of another value */
        print_assert(
            writer,
            mem_printf("%s_is_aligned", name),
            mem_printf("%s_%s_AT %% %" PRId64 " == 0", writer->upper, upper, record->value->align));
        return;
    }
    print_assert(
        writer,
        mem_printf("%s_is_aligned", name),
        mem_printf(
            "%s_%s_AT %% %" PRId64 " == 0 && %s_%s_STRIDE %% %" PRId64 " == 0",
            writer->upper,
            upper,
            record->value->align,
            writer->upper,
            upper,
            record->value->align));
}

static void print_barrier_asserts(const Writer *writer, const char *name, const char *upper) {
    print_assert(
        writer,
        mem_printf("%s_barrier_is_one", name),
        mem_printf(
            "%s_%s_BARRIER >= 1 && %s_%s_BARRIER <= 15",
            writer->upper,
            upper,
            writer->upper,
            upper));
    print_assert(
        writer,
        mem_printf("%s_threads_are_warps", name),
        mem_printf("%s_%s_THREADS %% 32 == 0", writer->upper, upper));
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
    for (int i = 0; i < code->plan->count; i++)
        if (code->plan->records[i].class == CLASS_SMEM)
            print_aligned(writer, &code->plan->records[i]);
    for (int i = 0; i < code->count; i++) {
        const char *name = upper_text(code->pipes[i].name);
        if (code->pipes[i].form == PIPE_NAMED)
            print_barrier_asserts(writer, code->pipes[i].name, name);
    }
}

void print_launch(const Writer *writer) {
    const char *head = mem_printf(
        "static inline __attribute__((unused)) cudaError_t %s_launch_attr(", writer->stem);
    const char *rest = "const void *kernel) {";
    bool fits = strlen(head) + strlen(rest) <= PAGE_COLUMNS;
    text_add(writer->out, "\n#if defined(__CUDA_RUNTIME_API_H__) && !defined(__CUDACC_RTC__)\n");
    print_comment(
        writer->out,
        0,
        mem_printf(
            "On the host, before a launch: lets the kernel have its %s_SMEM_BYTES of dynamic "
            "shared memory, of which 48 KB need no leave.",
            writer->upper));
    print_line(writer->out, 0, "%s%s%s", head, fits ? "" : "\n    ", rest);
    text_printf(
        writer->out,
        "    return cudaFuncSetAttribute(\n"
        "        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, %s_SMEM_BYTES);\n"
        "}\n#endif\n",
        writer->upper);
}

void print_pipeline_head(const Writer *writer) {
    const PipelineCode *code = writer->code;
    const char *order = turn_words(writer);
    print_comment(
        writer->out,
        0,
        mem_printf(
            "Pipeline %s: %" PRId64 " bytes of shared memory, aligned to %" PRId64
            ". Proven: each part alone (tokens in and out, order, ids), and all agents together "
            "over four uses of a slot (counts, bytes, parities, fences).%s%s%s",
            code->plan->request->name,
            code->bytes,
            code->align,
            *order ? " In a turn of its loop " : "",
            order,
            *order ? "; an operation at stage s does iteration t - s in turn t." : ""));
}

void print_pipeline_memory(const Writer *writer) {
    print_constants(writer);
    print_memory(writer);
    print_asserts(writer);
}
