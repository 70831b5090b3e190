/* print_pipeline.c: a pipeline in its canonical spelling, without defaults. The text reads back to
 * the same meaning. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

static void print_anchor(Text *out, const Pipeline *pipeline, const Anchor *anchor) {
    if (anchor->operation) {
        text_printf(out, " @%s", pipeline->operations[anchor->operation - 1].name);
        if (anchor->distance)
            text_printf(out, " dist %" PRId64, anchor->distance);
        return;
    }
    if (anchor->agent >= 0)
        text_printf(out, " %s", pipeline->agents[anchor->agent].name);
    if (!anchor->known) {
        text_add(out, " @?");
        return;
    }
    text_printf(out, " @%" PRId64 ".%" PRId64, anchor->stage, anchor->cycle);
    if (anchor->latency != 1)
        text_printf(out, "+%" PRId64, anchor->latency);
    if (anchor->distance)
        text_printf(out, " dist %" PRId64, anchor->distance);
}

static void print_payload(Text *out, const PipelineValue *value) {
    if (value->payload != PAYLOAD_TILE) {
        text_add(out, value->payload == PAYLOAD_MUTEX ? " mutex" : " tensormap");
        return;
    }
    text_printf(out, " %s", value->dtype->name);
    for (int i = 0; i < value->rank; i++)
        text_printf(out, "%s%" PRId64, i ? "," : "[", value->shape[i]);
    text_char(out, ']');
}

static void print_value(Text *out, const Pipeline *pipeline, const PipelineValue *value) {
    text_printf(out, "    value %s", value->name);
    print_payload(out, value);
    if (value->stages != 1)
        text_printf(out, " stages %d", value->stages);
    if (value->align != 16 && value->align != 8 * value->swizzle)
        text_printf(out, " align %" PRId64, value->align);
    if (value->swizzle)
        text_printf(out, " swizzle %dB", value->swizzle);
    if (value->sync)
        text_printf(out, " sync %s", sync_name[value->sync]);
    if (value->multicast > 1)
        text_printf(out, " multicast %d", value->multicast);
    if (value->with >= 0)
        text_printf(out, " with %s", pipeline->values[value->with].name);
    text_add(out, value->each_arrives ? " arrive threads" : "");
    if (!value->root || strcmp(value->root, value->name) != 0)
        text_printf(out, " root %s", value->root ? value->root : "none");
    if (value->from >= 0)
        text_printf(out, " from %s", pipeline->values[value->from].name);
    if (value->given_class != CLASS_AUTO)
        text_printf(out, " class %s", buffer_class_name[value->given_class]);
    text_add(out, value->no_barrier ? " barrier none" : "");
    text_add(out, value->handoff_cluster ? " handoff cluster" : "");
    text_add(out, " produce");
    print_anchor(out, pipeline, &value->producer);
    for (int i = 0; i < value->consumer_count; i++) {
        text_add(out, i ? "," : " consume");
        print_anchor(out, pipeline, &value->consumers[i]);
    }
    text_char(out, '\n');
}

static void print_operation(Text *out, const Pipeline *pipeline, const PipelineOperation *one) {
    text_printf(out, "    operation %s", one->name);
    if (one->agent >= 0)
        text_printf(out, " %s", pipeline->agents[one->agent].name);
    text_printf(out, " latency %" PRId64, one->latency);
    if (one->busy != 1)
        text_printf(out, " busy %" PRId64, one->busy);
    for (int i = 0; i < one->after_count; i++) {
        const char *first = pipeline->operations[one->after[i].operation].name;
        text_printf(out, "%s %s", i ? "," : " after", first);
        if (one->after[i].distance)
            text_printf(out, " dist %" PRId64, one->after[i].distance);
    }
    text_char(out, '\n');
}

void pipeline_print(Text *out, const Pipeline *pipeline) {
    text_printf(out, "pipeline %s {\n    ii %" PRId64 "\n", pipeline->name, pipeline->ii);
    if (pipeline->mode != MODE_PACK)
        text_printf(out, "    mode %s\n", mode_name[pipeline->mode]);
    if (pipeline->pool != MAX_BARRIER || pipeline->pool_base != 1)
        text_printf(out, "    pool %d base %d\n", pipeline->pool, pipeline->pool_base);
    if (pipeline->capacity >= 0)
        text_printf(out, "    capacity %" PRId64 "\n", pipeline->capacity);
    if (pipeline->tmem_threshold != 16384)
        text_printf(out, "    tmem_threshold %" PRId64 "\n", pipeline->tmem_threshold);
    if (pipeline->agent_count)
        text_add(out, "    agents");
    for (int i = 0; i < pipeline->agent_count; i++)
        text_printf(out, " %s:%dw", pipeline->agents[i].name, pipeline->agents[i].warps);
    text_add(out, pipeline->agent_count ? "\n" : "");
    for (int i = 0; i < pipeline->operation_count; i++)
        print_operation(out, pipeline, &pipeline->operations[i]);
    for (int i = 0; i < pipeline->value_count; i++)
        print_value(out, pipeline, &pipeline->values[i]);
    text_add(out, "}\n");
}
