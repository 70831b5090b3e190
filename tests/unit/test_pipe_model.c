/* test_pipe_model.c: the Plans that are proven of a pipe, step by step, written by hand in pipe_models.told: what all
 * agents of a pipe do in its model, and what the parts say of the barriers that their callers bring. With a name behind
 * it the program prints what comes out of the sections that it begins, to be read. */
#include "pipeline/told.h"
#include "unit.h"

static const PipelineCode *code_of(const char *block, int target) {
    Module *module =
        lang_load(source_from_text("p.tc", block, strlen(block)), NULL, NULL, 0, 1u << target);
    PipelinePlans *plans = pipelines_plan(module);
    PipelineCode *code = plans->count ? pipeline_code(plans->plans[0]) : NULL;
    return code && code->ok ? code : NULL;
}

static void add_side(Text *out, const Plan *plan, const Side *side) {
    if (side->kind == AT_BUNDLE)
        text_add(out, plan->bundles[side->of].name);
    if (side->kind != AT_BUFFER)
        return;
    text_printf(out, "%s[", plan->buffers[side->of].name);
    words_expr(out, &side->at, plan);
    text_char(out, ']');
    if (side->peer) {
        text_add(out, " of ");
        words_expr(out, side->peer, plan);
    }
}

static void add_step(Text *out, const Plan *plan, const Step *step) {
    text_printf(out, "  %s", primitives[step->primitive].function);
    if (step->object >= 0)
        text_printf(out, " %s", plan->objects[step->object].name);
    if (step->count)
        text_printf(out, " %d", (int)step->count);
    if (step->value) {
        text_add(out, " parity ");
        words_expr(out, step->value, plan);
    }
    if (step->dst.kind == SIDE_NONE && step->dst.peer) {
        text_add(out, " of ");
        words_expr(out, step->dst.peer, plan);
    }
    if (step->dst.kind != SIDE_NONE) {
        text_char(out, ' ');
        add_side(out, plan, &step->src[0]);
        text_add(out, " -> ");
        add_side(out, plan, &step->dst);
    }
    for (int c = 0; c < step->cond_count; c++) {
        text_add(out, c ? " and " : " where ");
        words_cond(out, &step->conds[c], plan);
    }
    text_char(out, '\n');
}

static void add_phase(Text *out, const Plan *plan, const Phase *phase) {
    text_add(out, phase->guard_count ? "" : "all");
    for (int g = 0; g < phase->guard_count; g++) {
        text_add(out, g ? " and " : "");
        words_cond(out, &phase->guard[g], plan);
    }
    text_add(out, phase->elected ? ", elected" : "");
    for (int l = 0; l < phase->loop_count; l++)
        text_printf(
            out,
            ", %s < %d",
            plan->loops[phase->loops[l]].name,
            (int)plan->loops[phase->loops[l]].extent);
    text_add(out, ":\n");
    for (int s = 0; s < phase->step_count; s++)
        add_step(out, plan, &phase->steps[s]);
}

static void add_objects(Text *out, const Plan *plan) {
    for (int o = 0; o < plan->object_count; o++) {
        const Object *object = &plan->objects[o];
        text_printf(out, "%s", object->name);
        if (object->kind == OBJECT_MBARRIER)
            text_printf(out, ": %d arrivals, %d of others", object->arrivals, object->others);
        if (object->kind == OBJECT_BARRIER)
            text_printf(out, ": barrier %d", object->id);
        text_printf(
            out, "%s%s\n", object->brought ? ", brought" : "", object->left ? ", left" : "");
    }
    for (int s = 0; s < plan->symbol_count; s++)
        text_printf(
            out,
            "%s: %d, %d to %d\n",
            plan->symbols[s].name,
            (int)plan->symbols[s].role,
            (int)plan->symbols[s].min,
            (int)plan->symbols[s].max);
}

static void add_memory(Text *out, const Plan *plan) {
    static const char *const roles[] = {"in", "out", "scratch"};
    for (int a = 0; a < plan->arena_count; a++)
        text_printf(out, "%s: %d bytes\n", plan->arenas[a].name, (int)plan->arenas[a].bytes);
    for (int b = 0; b < plan->buffer_count; b++) {
        const Buffer *buffer = &plan->buffers[b];
        text_printf(
            out,
            "%s: %s %s %s[%d] align %d",
            buffer->name,
            space_name[buffer->space],
            roles[buffer->role],
            buffer->dtype->name,
            (int)buffer->elements,
            buffer->align);
        text_add(out, buffer->arena ? mem_printf(" at %d\n", (int)buffer->offset) : "\n");
    }
    for (int f = 0; f < plan->flow_count; f++) {
        text_printf(
            out,
            "%s => %s",
            plan->buffers[plan->flows[f].src_at].name,
            plan->buffers[plan->flows[f].dst_at].name);
        if (plan->flows[f].src_peer) {
            text_add(out, " of ");
            words_expr(out, plan->flows[f].src_peer, plan);
        }
        text_printf(out, ", %d\n", (int)plan->flows[f].src.shape[0]);
    }
}

static void add_plan(Text *out, const Plan *plan) {
    text_printf(
        out,
        "%d threads of %s, %d CTAs\n",
        plan->threads,
        scope_name[plan->scope.kind],
        plan->ctas);
    add_objects(out, plan);
    add_memory(out, plan);
    for (int p = 0; p < plan->phase_count; p++)
        add_phase(out, plan, &plan->phases[p]);
}

/* "model T 1": of the pipe, of that kind; "parts T". */
static const char *told(const char *command, const char *block, int target) {
    char what[16] = "", name[16] = "";
    int kind = 0;
    Text out = {0};
    sscanf(command, "%15s %15s %d", what, name, &kind);
    const PipelineCode *code = code_of(block, target);
    if (!code)
        diag_flush(&out);
    for (int i = 0; code && i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        if (strcmp(pipe->name, name) != 0)
            continue;
        if (strcmp(what, "model") == 0)
            add_plan(&out, pipe_model(code, pipe, (ModelKind)kind));
        for (int part = 0; part < PIPE_PARTS && strcmp(what, "parts") == 0; part++)
            if (pipe->part[part]) {
                text_printf(&out, "- %s: ", pipe_part_name[part]);
                add_plan(&out, pipe->part[part]);
            }
        if (strcmp(what, "parts") == 0 && pipe->meet)
            add_plan(&out, pipe->meet);
    }
    return text_string(&out);
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

static const char *read_file(const char *path) {
    Text text = {0};
    FILE *file = fopen(path, "r");
    for (int c; file && (c = getc(file)) != EOF;)
        text_char(&text, (char)c);
    if (file)
        fclose(file);
    return text_string(&text);
}

/* "## model T 1", a block, "--", a text; "== block" stands for the block before. */
int main(int count, char **words) {
    const char *at = strstr(read_file("tests/unit/pipe_models.told"), "## "), *block = "";
    diag_set_warning("no-share");
    EXPECT(at != NULL);
    if (count == 1)
        test_all_are_proven();
    while (at && *at) {
        const char *line = strchr(at, '\n'), *split = strstr(line, "\n--\n"),
                   *next = strstr(split, "\n## ");
        const char *command = mem_text(at + 3, (size_t)(line - at - 3));
        next = next ? next + 1 : split + strlen(split);
        if (strncmp(line + 1, "== ", 3) != 0)
            block = mem_text(line + 1, (size_t)(split - line));
        const char *wanted = mem_text(split + 4, (size_t)(next - split - 4));
        const char *got =
            told(command, block, strstr(command, " sm_80") ? TARGET_SM_80 : TARGET_SM_90);
        if (count > 1 && strstr(at, words[1]) == at)
            printf("## %s\n%s--\n%s", command, block, got);
        else if (count == 1) {
            size_t same = 0;
            while (got[same] && got[same] == wanted[same])
                same++;
            const char *row = mem_printf("%s, %.60s", command, strchr(block, '\n'));
            EXPECT_OF(row, !got[same] && !wanted[same]);
            if (got[same] || wanted[same])
                printf("%s\nwanted %.150s\ngot    %.150s\n", row, wanted + same, got + same);
        }
        at = next;
    }
    return count > 1 ? 0 : unit_finish();
}
