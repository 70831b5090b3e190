/* pipeline_init.c: The function that makes the barriers of a pipeline: what each counts, the fence
 * for bulk copies and other CTAs, and the meeting behind which they are ready. */
#include "pipeline_text.h"

static void print_turn_init(const Writer *writer, const Turn *turn, const char *slot, int indent) {
    print_line(
        writer->out,
        indent,
        "tc_mbarrier_init(&smem->%s_turns.%s[%s], %d);",
        turn->next->name,
        turn->first->name,
        slot,
        turn->first->empty);
}

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
        "tc_mbarrier_init(&smem->%s_bars.slot[%s].full, %d);",
        pipe->name,
        slot,
        pipe->full);
    print_line(
        writer->out,
        indent,
        "tc_mbarrier_init(&smem->%s_bars.slot[%s].empty, %d);",
        pipe->name,
        slot,
        pipe->empty);
    for (int i = 0; i < pipe->before_count; i++)
        if (pipe->before[i].turn && !pipe->before[i].turn->whole)
            print_turn_init(writer, pipe->before[i].turn, slot, indent);
    if (loop)
        print_line(writer->out, 2 * PAGE_INDENT, "}");
    for (int i = 0; i < pipe->before_count; i++)
        if (pipe->before[i].turn && pipe->before[i].turn->whole)
            print_turn_init(writer, pipe->before[i].turn, "0", 2 * PAGE_INDENT);
}

/* A cluster of 6 is three groups of 2; of 5 CTAs the last would send to one that is not there. */
static void print_group_checks(const Writer *writer) {
    unsigned said = 0;
    for (int i = 0; i < writer->code->count; i++) {
        int ctas = writer->code->pipes[i].ctas;
        if (ctas > 1 && !(said >> ctas & 1))
            print_line(
                writer->out,
                PAGE_INDENT,
                "TC_CHECK_LIMIT(tc_cta_count_in_cluster() %% %d == 0);",
                ctas);
        said |= 1u << ctas;
    }
}

void print_pipeline_init(Writer *writer) {
    const PipelineCode *code = writer->code;
    bool any = false;
    open_function(
        writer,
        mem_printf(
            "Called once by all threads of %s, before anything else: initialises the barriers; no "
            "thread continues before they are ready.",
            code->clusters ? "all CTAs of the cluster" : "the CTA"),
        "void",
        mem_printf("%s_init", writer->stem),
        mem_printf("%s_smem *smem", writer->stem));
    for (int i = 0; i < code->count; i++)
        any = any || pipe_has_mbarriers(&code->pipes[i]);
    print_group_checks(writer);
    if (any) {
        print_line(writer->out, PAGE_INDENT, "if (TC_RANK_CTA == 0) {");
        for (int i = 0; i < code->count; i++)
            if (pipe_has_mbarriers(&code->pipes[i]))
                print_inits(writer, &code->pipes[i]);
        if (code->needs_bulk)
            print_line(writer->out, 2 * PAGE_INDENT, "tc_fence_mbarrier_init();");
        print_line(writer->out, PAGE_INDENT, "}");
    } else {
        print_unused(writer, true, false);
    }
    print_line(writer->out, PAGE_INDENT, code->clusters ? "tc_cluster_sync();" : "tc_cta_sync();");
    close_function(writer);
}
