/* advice.c: A finished Function -> warnings about plans that work but deserve a second look:
 * layouts whose accesses have bank conflicts (only with -Wbank-conflict; auto_layout.c warns about
 * `auto` layouts), and copies that need so many registers that few are left for the kernel. */
#include "passes.h"
#include <inttypes.h>
#include <string.h>

enum { MANY_REGISTERS = 128, MOST_REGISTERS = 255 };

/* `reg` looks at the scope before it looks at the spaces, as the seeds do: of a copy between
 * memories whatever it says is idle. */
static bool copy_is_inherent(const Copy *copy, const Decline *decline) {
    static const char *const predicates[] = {"memory_pair", "own_pair", "same_as_reg", "even"};
    bool one_side = (copy->src.space == SPACE_REG) != (copy->dst.space == SPACE_REG);
    if (strcmp(decline->variant, "reg") == 0 && !one_side)
        return true;
    for (size_t i = 0; i < COUNT_OF(predicates); i++)
        if (strcmp(decline->predicate, predicates[i]) == 0)
            return true;
    return false;
}

bool decline_is_inherent(const Function *function, const Decline *decline) {
    const Copy *copy = function_copy(function);
    return copy && copy_is_inherent(copy, decline);
}

static int priority_of(const char *name) {
    for (int i = 0; i < variant_count; i++)
        if (strcmp(variants[i].name, name) == 0)
            return variants[i].priority;
    return 0;
}

bool decline_is_better(const Function *function, const Decline *decline, const Plan *plan) {
    return strcmp(decline->predicate, "cost") != 0 && !decline_is_inherent(function, decline) &&
           (!plan || priority_of(decline->variant) > priority_of(plan->variant));
}

/* 32-bit registers of all arrays of a thread, arguments and staging: 8 of f16 are 4. */
int64_t plan_registers(const Plan *plan) {
    int64_t bits = 0, own;
    for (int i = 0; i < plan->bundle_count; i++) {
        const Bundle *bundle = &plan->bundles[i];
        if (!mul_i64(bundle->count, bundle->dtype->bits, &own) ||
            !add_i64(bits, (own + 31) / 32 * 32, &bits))
            return INT32_MAX;
    }
    return bits / 32;
}

static void advise_registers(Function *function) {
    int64_t most = 0;
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan) {
            int64_t own = plan_registers(function->choices[i].plan);
            most = own > most ? own : most;
        }
    if (most < MANY_REGISTERS || most <= function->view.caller->options.register_budget)
        return;
    const char *text = mem_printf(
        "a thread holds %" PRId64 " registers in this %s, %s %d that it has",
        most,
        request_word(function->request),
        most > MOST_REGISTERS ? "more than the" : "of at most",
        MOST_REGISTERS);
    diag_warning(function->request->loc, "W_REGISTERS", "%s", text);
    function_warn(function, mem_printf("registers: %s", text));
}

static bool is_auto_side(const Plan *plan, const Copy *copy, const Side *side) {
    if (side->kind != AT_BUFFER || plan->buffers[side->of].space != SPACE_SMEM)
        return false;
    bool src = strcmp(plan->buffers[side->of].name, "src") == 0;
    return src ? copy->src.is_auto : copy->dst.is_auto;
}

static void advise_conflicts(Function *function, const Choice *choice) {
    const Plan *plan = choice->plan;
    int64_t got = 0, ideal = 0;
    for (int i = 0; i < choice->cost.wavefront_count; i++) {
        const Wavefronts *own = &choice->cost.wavefronts[i];
        const Step *step = &plan->phases[own->phase].steps[own->step];
        if (is_auto_side(plan, function->view.caller, &step->dst) ||
            is_auto_side(plan, function->view.caller, &step->src[0]))
            continue;
        got += own->got;
        ideal += own->ideal;
    }
    if (got <= ideal)
        return;
    diag_warning(
        function->request->loc,
        "W_BANK_CONFLICT",
        "%s takes %" PRId64 " wavefronts of shared memory; the minimum is %" PRId64,
        function->name,
        got,
        ideal);
    diag_help(
        "swizzle or pad the shared layout, or let tcgen choose: write 'auto' before its S[...]");
    diag_data("wavefronts", mem_printf("{\"got\":%" PRId64 ",\"ideal\":%" PRId64 "}", got, ideal));
    function_warn(
        function,
        mem_printf("bank-conflict: %" PRId64 " wavefronts, the minimum is %" PRId64, got, ideal));
}

/* Does a load bring a box to a place that a GPU does not take? Terms alone tell: the tile begins at
 * one that it takes. */
static bool is_box_misplaced(const Plan *plan, const Step *step) {
    if (primitives[step->primitive].kind != KIND_TENSOR_COPY ||
        primitives[step->primitive].space != SPACE_SMEM)
        return false;
    const int bits = plan->buffers[step->dst.of].dtype->bits;
    const int64_t place =
        primitives[step->primitive].act == ACT_ROWS /* they may begin inside the pattern */
            ? 8 * primitives[step->primitive].align
            : 8 * tensor_place(&plan->objects[step_tensor(step)->of], bits);
    for (int i = 0; i < step->dst.at.term_count; i++)
        if (term_divisor(plan, &step->dst.at.terms[i]) * bits % place)
            return true;
    return step->dst.at.constant * bits % place != 0;
}

/* Only `policy tirx` makes such boxes, as upstream does; an H200 was asked. */
static bool advise_boxes(Function *function, const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            if (!is_box_misplaced(plan, &plan->phases[p].steps[s]))
                continue;
            diag_warning(
                function->request->loc,
                "W_BOX_PLACE",
                "boxes of this copy begin in shared memory at places that are no multiples of 128 "
                "bytes: an H200 ends the kernel with 'misaligned address'");
            diag_help("'policy best' makes no such boxes; 'policy tirx' does, as upstream");
            function_warn(
                function,
                "box-place: boxes begin at places that are no multiples of 128 bytes, which ends "
                "the kernel");
            return true;
        }
    return false;
}

void advise(Function *function) {
    advise_registers(function);
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan && advise_boxes(function, function->choices[i].plan))
            break;
    for (int i = 0; i < function->choice_count && diag_asked("W_BANK_CONFLICT"); i++)
        if (function->choices[i].plan) {
            advise_conflicts(function, &function->choices[i]);
            return; /* of the newest targets: once is enough */
        }
}
