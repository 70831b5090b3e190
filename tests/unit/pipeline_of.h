/* pipeline_of.h: the plan of a pipeline whose statements are given as text. */
#ifndef UNIT_PIPELINE_OF_H
#define UNIT_PIPELINE_OF_H
#include "pipeline/pipeline.h"
#include "unit.h"

static inline Pipeline *request_of(const char *body) {
    const char *text = mem_printf("pipeline p {\n%s\n}\n", body);
    Module *module =
        lang_load(source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_90);
    return module->pipeline_count ? module->pipelines[0] : NULL;
}

static inline PipelinePlan *plan_of(const char *body, int target) {
    Pipeline *request = request_of(body);
    bool tmem = target == TARGET_SM_100A;
    int64_t capacity = target == TARGET_SM_80 ? 163 << 10 : 227 << 10;
    if (request && request->capacity >= 0)
        capacity = request->capacity;
    return request ? pipeline_plan(request, 1u << target, tmem, capacity) : NULL;
}

static inline PipelinePlan *seed_plan(const char *values) {
    return plan_of(mem_printf("ii 8\nmode seed\npool 32 base 0\n%s", values), TARGET_SM_90);
}

static inline const Record *record_of(const PipelinePlan *plan, const char *name) {
    for (int i = 0; plan && i < plan->count; i++)
        if (strcmp(plan->records[i].value->name, name) == 0)
            return &plan->records[i];
    static const Record none;
    return &none;
}

#endif
