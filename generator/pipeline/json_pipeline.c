/* json_pipeline.c: the plan of a pipeline as JSON, the record of each value field by field.
 *
 * Invariants: as json.c: valid, integers alone, keys in a fixed order, values in their declared
 * order. */
#include "told.h"
#include <inttypes.h>
#include <string.h>

static void key(Text *out, const char *name) {
    text_printf(out, ",\"%s\":", name);
}

static void key_string(Text *out, const char *name, const char *value) {
    key(out, name);
    if (value)
        text_json_string(out, value);
    else
        text_add(out, "null");
}

static void key_int(Text *out, const char *name, int64_t value) {
    key(out, name);
    text_printf(out, "%" PRId64, value);
}

/* null below 0 */
static void key_place(Text *out, const char *name, int64_t value) {
    key(out, name);
    if (value < 0)
        text_add(out, "null");
    else
        text_printf(out, "%" PRId64, value);
}

static const char *agent_name(const PipelinePlan *plan, const Anchor *anchor) {
    return anchor->agent < 0 ? NULL : plan->request->agents[anchor->agent].name;
}

static void operation_object(
    Text *out, const PipelinePlan *plan, const Anchor *anchor, bool consumes) {
    text_add(out, "{\"agent\":");
    if (agent_name(plan, anchor))
        text_json_string(out, agent_name(plan, anchor));
    else
        text_add(out, "null");
    key_int(out, "stage", anchor->stage);
    key_int(out, "cycle", anchor->cycle);
    if (consumes) {
        key_int(out, "latency", anchor->latency);
        key_int(out, "distance", anchor->distance);
    }
    text_char(out, '}');
}

static const char *swizzle_text(const PipelineValue *value) {
    return value->swizzle ? mem_printf("%dB", value->swizzle) : NULL;
}

/* What the block says of the value; a descriptor has the alignment of its slot. */
static void request_keys(Text *out, const PipelinePlan *plan, const PipelineValue *value) {
    key_int(out, "align", value->payload == PAYLOAD_TENSORMAP ? DESC_BYTES : value->align);
    key_string(out, "swizzle", swizzle_text(value));
    key_string(out, "sync", sync_name[value->sync]);
    key_string(out, "with", value->with < 0 ? NULL : plan->request->values[value->with].name);
    key_string(out, "allocation", value->root);
    key(out, "shape");
    text_char(out, '[');
    for (int i = 0; i < value->rank; i++)
        text_printf(out, "%s%" PRId64, i ? "," : "", value->shape[i]);
    text_char(out, ']');
}

static void value_object(Text *out, const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    const PipelineValue *value = record->value;
    int root = record_root(plan, index);
    bool handle = record->class == CLASS_TMEM || record->class == CLASS_DESC;
    int64_t unit = record->class == CLASS_DESC ? DESC_BYTES : 1;
    text_add(out, "{\"id\":");
    text_json_string(out, value->name);
    key(out, "producer");
    operation_object(out, plan, &value->producer, false);
    key(out, "consumers");
    for (int i = 0; i < value->consumer_count; i++) {
        text_char(out, i ? ',' : '[');
        operation_object(out, plan, &value->consumers[i], true);
    }
    text_char(out, ']');
    key(out, "life");
    json_life(out, plan, record);
    key_int(out, "need", record->need);
    key_place(out, "barrier", record->barrier);
    key_string(out, "auto_class", buffer_class_name[record->auto_class]);
    key_string(out, "class", buffer_class_name[record->class]);
    key_string(out, "forced", record->forced);
    key_string(out, "element_type", value->dtype ? value->dtype->name : NULL);
    key_int(out, "footprint", record->footprint);
    key_int(out, "stages", value->stages);
    key_int(out, "stride", record->stride);
    key_int(out, "final_stride", record->final_stride);
    key_place(out, "offset", record->offset);
    key_place(out, "handle", handle ? record->final_offset / unit : -1);
    key_string(out, "root", plan->records[root].value->name);
    key_place(out, "final_offset", record->final_offset);
    key_int(out, "rotation", record->rotation);
    request_keys(out, plan, value);
    text_char(out, '}');
}

static void merges_array(Text *out, const PipelinePlan *plan, const Merge *merges, int count) {
    text_char(out, '[');
    for (int m = 0; m < count; m++) {
        text_add(out, m ? ",[" : "[");
        text_json_string(out, plan->records[merges[m].into].value->name);
        text_char(out, ',');
        text_json_string(out, plan->records[merges[m].value].value->name);
        text_char(out, ']');
    }
    text_char(out, ']');
}

static void handoffs_array(Text *out, const PipelinePlan *plan) {
    text_char(out, '[');
    for (int h = 0; h < plan->handoff_count; h++) {
        const Handoff *handoff = &plan->handoffs[h];
        text_add(out, h ? ",{\"from\":" : "{\"from\":");
        text_json_string(out, plan->records[handoff->from].value->name);
        key_string(out, "to", plan->records[handoff->to].value->name);
        key_int(out, "distance", handoff->distance);
        key_string(out, "place", handoff->barrier ? "barrier" : "buffer");
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void agents_array(Text *out, const Pipeline *request) {
    text_char(out, '[');
    for (int i = 0; i < request->agent_count; i++) {
        text_add(out, i ? ",{\"name\":" : "{\"name\":");
        text_json_string(out, request->agents[i].name);
        key_int(out, "warps", request->agents[i].warps);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void heights(Text *out, const PipelinePlan *plan) {
    key_int(out, "smem_tiles_before", plan->tiles_before);
    key_int(out, "smem_tiles_after", plan->tiles_after);
    key_int(out, "smem_tiles_compact", plan->tiles_compact);
    key_int(out, "smem_tiles_optimal", plan->packed.height);
    key(out, "optimal_proven");
    text_add(out, plan->packed.exact ? "true" : "false");
    key_int(out, "lb", plan->packed.bound);
    key_int(out, "ctrl", plan->control);
    key_int(out, "capacity", plan->capacity);
    key_int(out, "tmem_cols", plan->tmem_columns);
    key_int(out, "tmem_alloc", plan->tmem_alloc);
    key_int(out, "descriptors", plan->descriptors);
}

static void json_pipeline(Text *out, const PipelinePlan *plan) {
    const Pipeline *request = plan->request;
    bool first = true;
    text_add(out, "{\"name\":");
    text_json_string(out, request->name);
    key(out, "targets");
    for (int t = TARGET_COUNT - 1; t >= 0; t--)
        if (plan->targets >> t & 1) {
            text_char(out, first ? '[' : ',');
            text_json_string(out, target_name[t]);
            first = false;
        }
    text_char(out, ']');
    key_int(out, "ii", request->ii);
    key_int(out, "stage_count", plan->stage_count);
    key_string(out, "mode", mode_name[request->mode]);
    key(out, "pool");
    text_printf(out, "{\"slots\":%d,\"base\":%d}", request->pool, request->pool_base);
    key_int(out, "tmem_threshold", request->tmem_threshold);
    key(out, "agents");
    agents_array(out, request);
    key(out, "values");
    text_char(out, '[');
    for (int i = 0; i < plan->count; i++) {
        text_add(out, i ? ",\n" : "\n");
        value_object(out, plan, i);
    }
    text_add(out, plan->count ? "\n]" : "]");
    key(out, "shared");
    merges_array(out, plan, plan->merges, plan->merge_count);
    key(out, "not_shared");
    merges_array(out, plan, plan->refusals, plan->refusal_count);
    key(out, "handoffs");
    handoffs_array(out, plan);
    heights(out, plan);
    key(out, "smem_map");
    json_map(out, plan, CLASS_SMEM, true);
    key(out, "tmem_map");
    json_map(out, plan, CLASS_TMEM, true);
    key(out, "occupancy");
    json_occupancy(out, plan);
    key(out, "proof");
    text_printf(
        out,
        "{\"ok\":%s,\"iterations\":%" PRId64 ",\"instances\":%" PRId64 "}",
        plan->proof.ok ? "true" : "false",
        plan->proof.iterations,
        plan->proof.instances);
    json_code(out, plan);
    text_char(out, '}');
}

void pipelines_json(Text *out, const PipelinePlans *plans) {
    for (int i = 0; i < plans->count; i++) {
        text_add(out, i ? ",\n" : "\n");
        json_pipeline(out, plans->plans[i]);
    }
}
