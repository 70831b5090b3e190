/* plan_descriptor.c: the descriptors of a module, each from its request to a proven plan with a
 * name. One name with one meaning is one function, as it is for copies. */
#include "descriptor.h"
#include <ctype.h>
#include <string.h>

static bool takes_dtype(const Dtype *dtype) {
    static const char *const names[] = {"f16", "bf16", "tf32", "e4m3", "e5m2", "i8", "u8"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(dtype->name, names[i]) == 0)
            return true;
    return false;
}

/* M of A is 64, of umma 128 too; N is a multiple of 8, of integers 8, 24 or one of 16. */
static bool takes_shape(const Descriptor *request, const Places *places) {
    int64_t rows = places->extent[0];
    bool integer = request->copy.dtype->kind != DTYPE_FLOAT;
    return places->extent[1] * places->bytes == K_BYTES && rows % 8 == 0 && rows <= 256 &&
           (!integer || rows == 8 || rows == 24 || rows % 16 == 0);
}

static bool check_target(const Module *module, const Descriptor *request) {
    bool umma = request->unit == UNIT_UMMA;
    unsigned have = umma ? feature_targets(FEATURE_TMEM) : 1u << TARGET_SM_90A;
    if (module->targets & have)
        return true;
    Text targets = {0};
    words_targets(&targets, module->targets);
    diag_error(
        request->loc,
        "E_DESCRIPTOR_TARGET",
        "no target of this description has %s: %s",
        matrix_unit_name[request->unit],
        text_string(&targets));
    if (umma)
        diag_help("umma is on targets such as sm_100a: name one of them");
    else
        diag_help("wgmma is on sm_90a; others multiply by mma.sync, which takes no descriptor");
    return false;
}

/* The line at the first origin; where that begins inside an atom, the tile's own. */
static bool fit(DescriptorPlan *plan) {
    const Places *places = &plan->places;
    int64_t symbol[MAX_SYMBOLS];
    first_origin(&plan->request->copy, symbol);
    int64_t first = origin_number(plan->request, places, symbol);
    bool at_first = fit_line(places, first, &plan->line, &plan->offsets);
    if (!at_first && !fit_line(places, 0, &plan->line, &plan->offsets))
        return refuse_layout(plan->request, places);
    if (plan->line.mn_major && !unit_reads_mn(plan->request->unit, places->bytes))
        return refuse_major(plan->request);
    return true;
}

static bool prove(DescriptorPlan *plan) {
    fit_terms(plan);
    fit_words(plan);
    find_steps(plan);
    descriptor_prove(plan);
    return (plan->proof.ok && plan->term_count >= 0) || refuse_origin(plan);
}

static bool name_plan(DescriptorPlan *plan, bool strict) {
    const Descriptor *request = plan->request;
    const char *prefix = request->prefix ? request->prefix : "tc_";
    const char *stem = request->given_name;
    bool ok = true;
    if (!stem)
        stem = descriptor_stem(
            &request->copy, matrix_unit_name[request->unit], strict, &plan->digest_name, &ok);
    bool has_prefix = request->given_name && strncmp(stem, prefix, strlen(prefix)) == 0;
    plan->name = mem_printf("%s%s", has_prefix ? "" : prefix, stem);
    char *upper = mem_printf("%s", plan->name);
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    plan->stem = upper;
    return ok;
}

static bool plan_one(const Module *module, DescriptorPlan *plan, bool strict) {
    const Descriptor *request = plan->request;
    if (!takes_dtype(request->copy.dtype))
        return refuse_dtype(request);
    if (!check_target(module, request) || !places_of(request, &plan->places))
        return false;
    if (!takes_shape(request, &plan->places))
        return refuse_shape(request, &plan->places);
    plan->stage_bytes = descriptor_stage_bytes(request);
    return fit(plan) && prove(plan) && name_plan(plan, strict);
}

/* Of two statements of one name, the first: the same, or a clash that is reported. */
static bool is_new_name(const DescriptorPlans *plans, const DescriptorPlan *plan) {
    const DescriptorPlan *old = descriptor_find(plans, plan->name);
    if (!old)
        return true;
    if (strcmp(old->request->statement, plan->request->statement) == 0)
        return false;
    diag_error(
        plan->request->name_loc,
        "E_NAME_CLASH",
        "the name %s already belongs to another descriptor",
        plan->name);
    diag_note(old->request->loc, "the other statement");
    diag_help("give one of the two its own name with 'as NAME'");
    return false;
}

const DescriptorPlan *descriptor_find(const DescriptorPlans *plans, const char *name) {
    for (int i = 0; i < plans->count; i++)
        if (strcmp(plans->at[i]->name, name) == 0)
            return plans->at[i];
    return NULL;
}

DescriptorPlans *descriptors_plan(const Module *module, bool strict) {
    DescriptorPlans *plans = NEW(DescriptorPlans);
    plans->at = NEW_ARRAY(DescriptorPlan *, module->descriptor_count);
    for (int i = 0; i < module->descriptor_count && !diag_full(); i++) {
        DescriptorPlan *plan = NEW(DescriptorPlan);
        budget_statement(module->descriptors[i]->loc);
        plan->request = module->descriptors[i];
        if (plan_one(module, plan, strict) && is_new_name(plans, plan))
            plans->at[plans->count++] = plan;
    }
    return plans;
}
