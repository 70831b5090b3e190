/* branches.c: the plans of a Function -> the conditions under which its bodies stand, by feature
 * (TC_HAS_BULK
 * && TC_HAS_MULTICAST) or, where the bodies differ without one, by the number of the target. */
#include "text.h"
#include <stdlib.h>
#include <string.h>

static void add_condition(Text *out, const char *condition) {
    if (!has_identifier(text_string(out), condition))
        text_printf(out, "%s%s", out->length ? " && " : "", condition);
}

static bool needs_clusters(const Plan *plan) {
    bool needs = plan->scope.kind == SCOPE_CLUSTER;
    for (int i = 0; i < plan->buffer_count; i++)
        needs |= plan_is_remote(plan, i);
    return needs;
}

/* TC_CHIP_HAS_MULTICAST: true also where only the letter of the target is missing. NULL where some
 * target without a letter has the feature. */
static const char *chip_macro(Feature feature) {
    unsigned targets = feature_targets(feature);
    for (int i = 0; i < TARGET_COUNT; i++)
        if (targets >> i & 1 && !strpbrk(target_name[i] + strlen("sm_"), "af"))
            return NULL;
    return mem_printf("TC_CHIP_HAS_%s", feature_macro(feature) + strlen("TC_HAS_"));
}

static void add_feature(Text *out, Feature feature, bool by_chip) {
    const char *macro = by_chip ? chip_macro(feature) : NULL;
    if (feature_macro(feature))
        add_condition(out, macro ? macro : feature_macro(feature));
}

/* TC_HAS_BULK && TC_HAS_MULTICAST: the features of the plan's primitives. "" for none. by_chip:
 * TC_HAS_BULK && TC_CHIP_HAS_MULTICAST. */
static const char *features_condition(const Plan *plan, bool by_chip) {
    Text out = {0};
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            add_feature(&out, primitives[plan->phases[p].steps[s].primitive].feature, by_chip);
    if (needs_clusters(plan))
        add_feature(&out, FEATURE_CLUSTER, by_chip);
    return text_string(&out);
}

static const char *plan_condition(const Plan *plan) {
    return features_condition(plan, false);
}

/* sm_100a -> 1000 */
static int target_arch(unsigned targets) {
    for (int i = 0; i < TARGET_COUNT; i++)
        if (targets >> i & 1)
            return atoi(target_name[i] + strlen("sm_")) * 10;
    return 0;
}

const char *choice_condition(const Choice *choice) {
    const char *condition = plan_condition(choice->plan);
    return *condition ? condition : mem_printf("TC_ARCH >= %d", target_arch(choice->targets));
}

static unsigned plan_targets(const Plan *plan) {
    unsigned targets = TARGETS_ALL;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            targets &= feature_targets(primitives[plan->phases[p].steps[s].primitive].feature);
    if (needs_clusters(plan))
        targets &= feature_targets(FEATURE_CLUSTER);
    return targets;
}

/* The first that runs one of the bodies. */
static const char *oldest_target(const Branches *branches) {
    unsigned have = 0;
    int oldest = 0;
    for (int i = 0; i < branches->count; i++)
        have |= plan_targets(branches->with[i]->plan);
    while (oldest < TARGET_COUNT - 1 && !(have >> oldest & 1))
        oldest++;
    return target_name[oldest];
}

/* A variant that was declined may need more than another one does: "needs sm_90a", and sm_90 has a
 * body. */
Branches branches_of(const Function *function) {
    Branches branches = {0};
    const char *refused = NULL;
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        if (choice->plan && branches.count < TARGET_COUNT)
            branches.with[branches.count++] = choice;
        else if (!refused)
            refused = choice->reason ? choice->reason : "no variant";
    }
    if (branches.count == 0)
        return branches;
    const Plan *last = branches.with[branches.count - 1]->plan;
    if (!*plan_condition(last))
        return branches;
    const char *oldest = oldest_target(&branches);
    bool agrees = refused && (!strstr(refused, "sm_") || has_identifier(refused, oldest));
    branches.reason = agrees ? refused : mem_printf("needs %s", oldest);
    return branches;
}

/* The targets that lack only the letter for a plan: sm_90 and sm_100 for one of sm_90a and
 * sm_100f. */
static unsigned letterless_targets(const Plan *plan) {
    unsigned have = plan_targets(plan), lack = 0;
    for (int i = 0; i < TARGET_COUNT; i++)
        for (int j = 0; j < TARGET_COUNT; j++)
            if (have >> i & 1 && !(have >> j & 1) && target_arch(1u << i) == target_arch(1u << j))
                lack |= 1u << j;
    return lack;
}

const char *letter_condition(const Branches *branches) {
    Text out = {0};
    const char *alone = "";
    unsigned have = 0;
    for (int i = 0; i < branches->count; i++)
        have |= plan_targets(branches->with[i]->plan);
    for (int i = 0; i < branches->count; i++) {
        const Plan *plan = branches->with[i]->plan;
        const char *chip = features_condition(plan, true);
        const char *one = mem_printf("(%s)", chip);
        if (!(letterless_targets(plan) & ~have) || strstr(text_string(&out), one))
            continue;
        alone = out.length ? NULL : chip;
        text_printf(&out, "%s%s", out.length ? " || " : "", one);
    }
    return alone ? alone : text_string(&out);
}
