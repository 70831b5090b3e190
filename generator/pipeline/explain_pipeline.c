/* explain_pipeline.c: The plan of a pipeline in words: for each value its lifetime, barrier and
 * place; which values share a buffer and which waits follow from that; and how far the plan is from
 * the lower bound. */
#include "told.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 14, MOST_SHOWN = 64 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

static void add_life(Text *text, const PipelinePlan *plan, const Record *record) {
    int64_t ii = plan->request->ii;
    text_printf(
        text,
        "lives from %" PRId64 ".%" PRId64 " to %" PRId64 ".%" PRId64 " (%" PRId64
        " cycles) and needs %" PRId64 " of %d slots",
        record->begin / ii,
        record->begin % ii,
        record->end / ii,
        record->end % ii,
        record->end - record->begin,
        record->need,
        record->value->stages);
}

static void add_place(Text *text, const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    static const char *const units[] = {"bytes", "columns", "", "bytes"};
    static const char *const regions[] = {
        "shared memory", "tensor memory", "no buffer", "descriptors"};
    if (!record_has_buffer(record)) {
        text_add(text, "no buffer");
        return;
    }
    text_printf(
        text,
        "%s at %" PRId64 ", %d x %" PRId64 " %s",
        regions[record->class],
        record->final_offset,
        record->value->stages,
        record->final_stride,
        units[record->class]);
    int root = record_root(plan, index);
    if (root != index)
        text_printf(text, ", in the buffer of %s", plan->records[root].value->name);
    if (record->rotation)
        text_printf(text, ", %d slots ahead", record->rotation);
    if (record->forced)
        text_printf(
            text,
            "; the default is %s, but %s",
            buffer_class_name[record->auto_class],
            record->forced);
}

static void explain_value(Text *out, const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    Text text = {0};
    add_life(&text, plan, record);
    text_add(&text, "; ");
    if (record->barrier >= 0)
        text_printf(&text, "barrier %d", record->barrier);
    else
        text_add(&text, "no barrier");
    text_add(&text, "; ");
    add_place(&text, plan, index);
    item(out, record->value->name, text_string(&text));
}

static void explain_sharing(Text *out, const PipelinePlan *plan) {
    for (int m = 0; m < plan->merge_count && m < MOST_SHOWN; m++)
        item(
            out,
            m ? "" : "shared",
            mem_printf(
                "%s and %s never live at the same time",
                plan->records[plan->merges[m].into].value->name,
                plan->records[plan->merges[m].value].value->name));
    for (int r = 0; r < plan->refusal_count && r < MOST_SHOWN; r++)
        item(
            out,
            r ? "" : "not shared",
            mem_printf(
                "%s and %s do not share: nothing can wait for the end of one of them",
                plan->records[plan->refusals[r].into].value->name,
                plan->records[plan->refusals[r].value].value->name));
    for (int h = 0; h < plan->handoff_count && h < MOST_SHOWN; h++) {
        const Handoff *handoff = &plan->handoffs[h];
        const char *turn = handoff->distance == 0 ? "the same iteration"
                           : handoff->distance > 0
                               ? mem_printf("iteration i - %" PRId64, handoff->distance)
                               : mem_printf("iteration i + %" PRId64, -handoff->distance);
        item(
            out,
            h ? "" : "hand-off",
            mem_printf(
                "%s waits until %s of %s is released (%s)",
                plan->records[handoff->to].value->name,
                plan->records[handoff->from].value->name,
                turn,
                handoff->barrier ? "one barrier id" : "one buffer"));
    }
}

/* Of one root, where no hand-off can be; returns how many there are. */
static int explain_roots(Text *out, const PipelinePlan *plan) {
    int count = 0;
    for (int i = 0; i < plan->count; i++)
        for (int k = plan->records[i].chain; k >= 0 && k < i; k = plan->records[k].chain_next)
            if (pipe_alive_at_once(plan, k, i) && count++ < MOST_SHOWN)
                item(
                    out,
                    count > 1 ? "" : "one root",
                    mem_printf(
                        "%s and %s are alive at the same time in one place: no hand-off orders "
                        "them, so your code must",
                        plan->records[k].value->name,
                        plan->records[i].value->name));
    budget_spend(plan->count);
    return count;
}

static void explain_memory(Text *out, const PipelinePlan *plan) {
    const Packed *packed = &plan->packed;
    item(
        out,
        "memory",
        mem_printf(
            "tiles: %" PRId64 " bytes end to end, %" PRId64 " with shared buffers, %" PRId64
            " without gaps, %" PRId64 " %s; %" PRId64 " live at the same time; control %" PRId64
            " of %" PRId64 " bytes",
            plan->tiles_before,
            plan->tiles_after,
            plan->tiles_compact,
            packed->height,
            packed->exact ? "at best" : "the best found",
            packed->bound,
            plan->control,
            plan->capacity));
    if (plan->tmem_columns)
        item(
            out,
            "tmem",
            mem_printf(
                "%" PRId64 " columns in one allocation of %" PRId64,
                plan->tmem_columns,
                plan->tmem_alloc));
    if (plan->descriptors)
        item(out, "descriptors", mem_printf("%" PRId64 " of 128 bytes", plan->descriptors));
}

static void explain_pipeline(Text *out, const PipelinePlan *plan) {
    const Pipeline *request = plan->request;
    Text targets = {0};
    words_targets(&targets, plan->targets);
    text_printf(
        out,
        "pipeline %s\n  ii %" PRId64 ", %" PRId64 " stages, mode %s\n\n",
        request->name,
        request->ii,
        plan->stage_count,
        mode_name[request->mode]);
    words_wrap(out, 0, "on", 3, text_string(&targets));
    for (int i = 0; i < plan->count && i < MOST_SHOWN; i++)
        explain_value(out, plan, i);
    if (plan->count > MOST_SHOWN)
        item(out, "", mem_printf("and %d more values", plan->count - MOST_SHOWN));
    explain_sharing(out, plan);
    int at_once = explain_roots(out, plan);
    explain_memory(out, plan);
    explain_code(out, plan);
    item(
        out,
        "proof",
        mem_printf(
            "%" PRId64 " iterations unrolled, %" PRId64
            " uses of a place: no two uses at the same time share a byte, a column, a descriptor "
            "or a barrier%s",
            plan->proof.iterations,
            plan->proof.instances,
            at_once ? ", except values of one root" : ""));
}

void pipelines_explain(Text *out, const PipelinePlans *plans, const char *only) {
    for (int i = 0; i < plans->count; i++) {
        if (only && strcmp(only, plans->plans[i]->request->name) != 0)
            continue;
        MemMark mark = mem_mark();
        Text one = {0};
        text_add(&one, out->length ? "\n\n" : "");
        explain_pipeline(&one, plans->plans[i]);
        text_keep(out, &one, mark);
    }
}
