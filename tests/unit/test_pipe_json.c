/* test_pipe_json.c: the JSON of random plans against one that is put together here from the numbers of the plan, the
 * block and the code, whole object by whole object. */
#include "pipeline/told.h"
#include "pipeline_of.h"

static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

static const char *random_body(int n) {
    static const char *const tiles[] = {
        "u8[64]", "f16[4,8]", "f32[16]", "u8[64]", "mutex", "tensormap", "f32[128,64]"};
    static const char *const syncs[] = {
        "sync mbar", "sync tma", "sync async", "sync named", "", "sync cpasync", "sync dsmem"};
    Text text = {0};
    int count = 1 + draw(5);
    bool agents = draw(3) > 0;
    text_printf(
        &text,
        "ii 8\nmode %s\npool %d base %d\n%s",
        draw(2) ? "slot" : "pack",
        2 + draw(4),
        1 + n % 3,
        agents ? "agents a:1w b:2w\n" : "");
    for (int v = 0; v < count; v++) {
        int tile = draw(7), sync = tile == 4 || tile == 5 ? 3 + draw(2) : draw(7), begin = draw(20),
            latency = 1 + draw(2);
        int dist = draw(4) == 0, end = begin + 8 * dist;
        text_printf(
            &text,
            "value V%d %s stages %d%s%s %s%s%s produce %s@%d.%d consume %s@%d.%d+%d%s\n",
            v,
            tiles[tile],
            2 + draw(2),
            tile < 4 ? " align 128" : "",
            tile == 1 && draw(2) ? " swizzle 64B" : "",
            tile == 5 ? "" : syncs[sync],
            draw(5) == 0 && tile < 4 ? " root r" : "",
            draw(5) == 0 ? " barrier none" : "",
            agents ? "a " : "",
            begin / 8,
            begin % 8,
            agents ? "b " : "",
            (end - 8 * dist) / 8,
            end % 8,
            latency,
            dist ? " dist 1" : "");
        if (draw(4) == 0) { /* the same place once more */
            text.length--;
            text_printf(&text, ", %s@%d.%d\n", agents ? "b " : "", end / 8, end % 8);
        }
    }
    return text_string(&text);
}

static const char *quoted(const char *word) {
    return word ? mem_printf("\"%s\"", word) : "null";
}

static const char *number_or_null(int64_t number) {
    return number < 0 ? "null" : mem_printf("%d", (int)number);
}

static const char *agent_of(const PipelinePlan *plan, const Anchor *at) {
    return quoted(at->agent < 0 ? NULL : plan->request->agents[at->agent].name);
}

/* Residues of values, as the stretches that they fill; the one that goes around ends beyond II. */
static const char *stretches(const PipelinePlan *plan, const int *values, int count) {
    bool on[8] = {false}, all = true;
    Text text = {0};
    for (int i = 0; i < count; i++)
        for (int64_t t = plan->records[values[i]].begin; t < plan->records[values[i]].end; t++)
            on[t % 8] = true;
    for (int r = 0; r < 8; r++)
        all = all && on[r];
    for (int r = 0; r < 8 && !all; r++) {
        int end = r;
        while (on[end % 8])
            end++;
        if (on[r] && !on[(r + 7) % 8])
            text_printf(&text, "%s[%d,%d]", text.length ? "," : "", r, end);
    }
    return all ? "[0,8]" : text_string(&text);
}

static void add_value(Text *out, const PipelinePlan *plan, int i) {
    static const char *const classes[] = {"smem", "tmem", "bar", "desc"};
    const Record *record = &plan->records[i];
    const PipelineValue *value = record->value;
    const Anchor *from = &value->producer;
    text_printf(
        out,
        "%s\n{\"id\":\"V%d\",\"producer\":{\"agent\":%s,\"stage\":%d,\"cycle\":%d},",
        i ? "," : "",
        i,
        agent_of(plan, from),
        (int)from->stage,
        (int)from->cycle);
    text_add(out, "\"consumers\":[");
    for (int c = 0; c < value->consumer_count; c++) {
        const Anchor *to = &value->consumers[c];
        text_printf(
            out,
            "%s{\"agent\":%s,\"stage\":%d,\"cycle\":%d,\"latency\":%d,\"distance\":%d}",
            c ? "," : "",
            agent_of(plan, to),
            (int)to->stage,
            (int)to->cycle,
            (int)to->latency,
            (int)to->distance);
    }
    text_add(out, "],");
    text_printf(
        out,
        "\"life\":[[%d,%d],[%d,%d]],",
        (int)record->begin / 8,
        (int)record->begin % 8,
        (int)record->end / 8,
        (int)record->end % 8);
    text_printf(
        out,
        "\"need\":%d,\"barrier\":%s,",
        (int)(record->end - record->begin + 7) / 8,
        number_or_null(record->barrier));
    text_printf(
        out,
        "\"auto_class\":\"%s\",\"class\":\"%s\",\"forced\":%s,",
        classes[record->auto_class],
        classes[record->class],
        quoted(record->forced));
}

static void add_places(Text *out, const PipelinePlan *plan, int i) {
    static const char *const kinds[] = {
        "none", "mbar", "tma", "cpasync", "async", "umma", "dsmem", "named"};
    const Record *record = &plan->records[i];
    const PipelineValue *value = record->value;
    int unit = record->class == CLASS_DESC ? 128 : 1;
    bool handle = record->class == CLASS_DESC || record->class == CLASS_TMEM;
    text_printf(
        out,
        "\"element_type\":%s,\"footprint\":%d,\"stages\":%d,",
        quoted(value->dtype ? value->dtype->name : NULL),
        (int)record->footprint,
        value->stages);
    text_printf(
        out,
        "\"stride\":%d,\"final_stride\":%d,\"offset\":%s,",
        (int)record->stride,
        (int)record->final_stride,
        number_or_null(record->offset));
    text_printf(
        out,
        "\"handle\":%s,\"root\":\"V%d\",\"final_offset\":%s,\"rotation\":%d,",
        handle ? number_or_null(record->final_offset / unit) : "null",
        record_root(plan, i),
        number_or_null(record->final_offset),
        record->rotation);
    text_printf(
        out,
        "\"align\":%d,\"swizzle\":%s,\"sync\":\"%s\",\"with\":null,\"allocation\":\"%s\",\"shape\":"
        "[",
        record->class == CLASS_DESC ? 128 : (int)value->align,
        value->swizzle ? "\"64B\"" : "null",
        kinds[value->sync],
        value->root);
    for (int d = 0; d < value->rank; d++)
        text_printf(out, "%s%d", d ? "," : "", (int)value->shape[d]);
    text_add(out, "]}");
}

static void add_pairs(Text *out, const char *key, const Merge *merges, int count) {
    text_printf(out, "\"%s\":[", key);
    for (int m = 0; m < count; m++)
        text_printf(out, "%s[\"V%d\",\"V%d\"]", m ? "," : "", merges[m].into, merges[m].value);
    text_add(out, "],");
}

static void add_map(Text *out, const PipelinePlan *plan, const char *key, BufferClass class) {
    bool more = false;
    text_printf(out, "\"%s\":[", key);
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        if (record->class != class)
            continue;
        text_printf(
            out,
            "%s{\"value\":\"V%d\",\"offset\":%d,\"size\":%d}",
            more ? "," : "",
            i,
            (int)record->final_offset,
            (int)record->final_stride * record->value->stages);
        more = true;
    }
    text_add(out, "],");
}

static void add_ids(Text *out, const PipelinePlan *plan) {
    bool more = false;
    text_add(out, "\"occupancy\":[");
    for (int id = plan->request->pool_base; id < plan->request->pool_base + plan->request->pool;
         id++) {
        int values[8], count = 0;
        Text names = {0};
        for (int i = 0; i < plan->count; i++)
            if (plan->records[i].barrier == id) {
                text_printf(&names, "%s\"V%d\"", count ? "," : "", i);
                values[count++] = i;
            }
        if (count)
            text_printf(
                out,
                "%s{\"id\":%d,\"values\":[%s],\"life\":[%s]}",
                more ? "," : "",
                id,
                text_string(&names),
                stretches(plan, values, count));
        more = more || count;
    }
    text_add(out, "],");
}

static void add_functions(Text *out, const Pipe *pipe) {
    static const char *const parts[] = {
        "producer_start",
        "consumer_start",
        "advance",
        "acquire",
        "acquire_elected",
        "commit",
        "wait",
        "release",
        "commit_next",
        "release_next",
        "tail",
        "try_acquire",
        "try_wait"};
    bool named = pipe->form == PIPE_NAMED,
         bulk = pipe->form == PIPE_BULK || pipe->form == PIPE_REMOTE;
    text_add(out, "\"functions\":[");
    for (int p = 0; p < 13 && pipe->form != PIPE_MEMORY; p++)
        if ((p != 4 || bulk) && (p < 11 || !named))
            text_printf(out, "%s\"tc_p_%s_%s\"", p ? "," : "", pipe->name, parts[p]);
    text_add(out, "]}");
}

static void add_pipe(Text *out, const Pipe *pipe, bool first) {
    static const char *const forms[] = {
        "memory", "bulk", "remote", "threads", "copies", "groups", "named"};
    text_printf(
        out,
        "%s\n{\"pipe\":\"%s\",\"form\":\"%s\",\"values\":[\"%s\"],",
        first ? "" : ",",
        pipe->name,
        forms[pipe->form],
        pipe->name);
    if (pipe->form == PIPE_NAMED)
        text_printf(out, "\"threads\":%d,", pipe->threads);
    else if (pipe->form != PIPE_MEMORY)
        text_printf(
            out,
            "\"arrive\":\"warps\",\"full\":%d,\"empty\":%d,\"bytes\":%d,\"full_at\":%d,\"empty_"
            "at\":%d,",
            pipe->full,
            pipe->empty,
            (int)pipe->bytes,
            (int)pipe->full_at,
            (int)pipe->empty_at);
    text_add(out, "\"before\":[");
    for (int i = 0; i < pipe->before_count; i++) {
        const Turn *turn = pipe->before[i].turn;
        text_printf(
            out,
            "%s{\"pipe\":\"%s\",\"late\":%s,\"turn\":",
            i ? "," : "",
            pipe->before[i].pipe->name,
            pipe->before[i].late ? "true" : "false");
        if (turn)
            text_printf(
                out,
                "{\"at\":%d,\"slots\":%d,\"whole\":%s,\"away\":%s}}",
                (int)turn->at,
                turn->whole ? 1 : pipe->stages,
                turn->whole ? "true" : "false",
                turn->away ? "true" : "false");
        else
            text_add(out, "null}");
    }
    text_add(out, "],");
    add_functions(out, pipe);
}

static void add_rest(Text *out, const PipelinePlan *plan) {
    text_add(out, "\"handoffs\":[");
    for (int h = 0; h < plan->handoff_count; h++) {
        const Handoff *handoff = &plan->handoffs[h];
        text_printf(
            out,
            "%s{\"from\":\"V%d\",\"to\":\"V%d\",\"distance\":%d,\"place\":\"%s\"}",
            h ? "," : "",
            handoff->from,
            handoff->to,
            (int)handoff->distance,
            handoff->barrier ? "barrier" : "buffer");
    }
    text_printf(
        out,
        "],\"smem_tiles_before\":%d,\"smem_tiles_after\":%d,\"smem_tiles_compact\":%d,\"smem_tiles_"
        "optimal\":%d,",
        (int)plan->tiles_before,
        (int)plan->tiles_after,
        (int)plan->tiles_compact,
        (int)plan->packed.height);
    text_printf(
        out,
        "\"optimal_proven\":%s,\"lb\":%d,\"ctrl\":%d,\"capacity\":%d,",
        plan->packed.exact ? "true" : "false",
        (int)plan->packed.bound,
        (int)plan->control,
        (int)plan->capacity);
    text_printf(
        out,
        "\"tmem_cols\":%d,\"tmem_alloc\":%d,\"descriptors\":%d,",
        (int)plan->tmem_columns,
        (int)plan->tmem_alloc,
        (int)plan->descriptors);
    add_map(out, plan, "smem_map", CLASS_SMEM);
    add_map(out, plan, "tmem_map", CLASS_TMEM);
    add_ids(out, plan);
    text_printf(
        out,
        "\"proof\":{\"ok\":true,\"iterations\":%d,\"instances\":%d},",
        (int)plan->proof.iterations,
        (int)plan->proof.instances);
}

static const char *wanted(const PipelinePlan *plan, const char *target) {
    const PipelineCode *code = pipeline_code(plan);
    const Pipeline *request = plan->request;
    Text out = {0};
    text_printf(
        &out,
        "\n{\"name\":\"p\",\"targets\":[\"%s\"],\"ii\":8,\"stage_count\":%d,\"mode\":\"%s\",",
        target,
        (int)plan->stage_count,
        request->mode == MODE_SLOT ? "slot" : "pack");
    text_printf(
        &out,
        "\"pool\":{\"slots\":%d,\"base\":%d},\"tmem_threshold\":16384,\"agents\":[%s],\"values\":[",
        request->pool,
        request->pool_base,
        request->agent_count ? "{\"name\":\"a\",\"warps\":1},{\"name\":\"b\",\"warps\":2}" : "");
    for (int i = 0; i < plan->count; i++) {
        add_value(&out, plan, i);
        add_places(&out, plan, i);
    }
    text_add(&out, "\n],");
    add_pairs(&out, "shared", plan->merges, plan->merge_count);
    add_pairs(&out, "not_shared", plan->refusals, plan->refusal_count);
    add_rest(&out, plan);
    text_printf(
        &out,
        "\"code\":{\"reason\":%s,\"proven\":[%s],",
        code->ok ? "null" : quoted(code->reason),
        code->ok ? "\"tokens\",\"order\",\"ids\"" : "");
    text_printf(
        &out,
        "\"smem_bytes\":%d,\"smem_align\":%d,\"pipes\":[",
        code->ok ? (int)code->bytes : 0,
        code->ok ? (int)code->align : 0);
    for (int i = 0; i < code->count && code->ok; i++)
        add_pipe(&out, &code->pipes[i], i == 0);
    text_add(&out, "]}}");
    return text_string(&out);
}

static void test_json(void) {
    int plans = 0, codes = 0, shared = 0, tmem = 0;
    for (int n = 0; n < 400; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        int target = n % 4 ? TARGET_SM_90 : TARGET_SM_100A;
        PipelinePlan *plan = plan_of(random_body(n), target);
        if (plan) {
            Text got = {0};
            PipelinePlan *both[] = {plan, plan};
            PipelinePlans of = {both, 2};
            pipelines_json(&got, &of);
            const char *want = wanted(plan, target_name[target]);
            EXPECT(strcmp(text_string(&got), mem_printf("%s,%s", want, want)) == 0);
            plans++;
            shared += plan->merge_count > 0;
            tmem += plan->tmem_columns > 0;
            codes += strstr(want, "\"reason\":null") != NULL;
        }
        diag_reset();
        diag_set_warning("no-share");
        mem_rewind(mark);
    }
    printf("%d plans, %d with code, %d share, %d in tensor memory\n", plans, codes, shared, tmem);
    EXPECT(plans > 150 && codes > 30 && shared > 20 && tmem > 5);
}

int main(void) {
    diag_set_warning("no-share");
    test_json();
    mem_free_all();
    return unit_finish();
}
