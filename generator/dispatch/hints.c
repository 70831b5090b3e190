/* hints.c: what the widths of a Plan's accesses must be for the hints of its request. */
#include "passes.h"
#include <string.h>

static bool access_fits(const Hint *hint, PrimitiveId id, Decline *decline) {
    int bits = primitives[id].bits;
    if (hint->l2 && bits != 256)
        return decline_with(
            decline,
            "hint_width",
            "'l2 %s' needs accesses of 256 bits, here they have %d",
            hint->l2,
            bits);
    if (primitives[id].kind == KIND_ASYNC_COPY && hint->cache && strcmp(hint->cache, "cg") == 0 &&
        bits != 128)
        return decline_with(
            decline,
            "hint_width",
            "'cache cg' of cp.async needs accesses of 16 bytes, here they have %d",
            bits / 8);
    return true;
}

bool hints_fit(const Plan *plan, Decline *decline) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            PrimitiveId id = plan->phases[p].steps[s].primitive;
            if (hint_applies(&plan->hint, id) && !access_fits(&plan->hint, id, decline))
                return false;
        }
    return true;
}

bool hints_report(const Copy *copy, const Choice *choice) {
    for (int i = 0; i < choice->decline_count; i++) {
        const Decline *decline = &choice->declines[i];
        if (strcmp(decline->predicate, "hint_width") != 0)
            continue;
        diag_error(
            copy->options.hint_loc, "E_HINT_WIDTH", "%s: %s", decline->variant, decline->reason);
        if (copy->options.hint.l2)
            diag_help(
                "on sm_100 and newer 'using vec_256b' or 32-byte aligned rows give such accesses; "
                "'l2 policy' takes any width");
        else
            diag_help("'cache ca' takes 4, 8 and 16 bytes");
        return true;
    }
    return false;
}
