/* hints_fit.c: what the widths of a Plan's accesses must be for the hints of its request. */
#include "tile.h"
#include <string.h>

/* "'cache cg'" */
static const char *other_than_policy(const Hint *hint) {
    return hint->cache      ? mem_printf("'cache %s'", hint->cache)
           : hint->l1       ? mem_printf("'l1 %s'", hint->l1)
           : hint->l2       ? mem_printf("'l2 %s'", hint->l2)
           : hint->prefetch ? mem_printf("'prefetch %dB'", hint->prefetch)
                            : NULL;
}

static bool access_fits(const Hint *hint, PrimitiveId id, Decline *decline) {
    int bits = primitives[id].bits;
    if (hint->l2 && bits != 256)
        return decline_with(
            decline,
            "hint_width",
            "'l2 %s' needs 256-bit accesses, but this copy uses %d bits",
            hint->l2,
            bits);
    if (primitives[id].kind == KIND_ASYNC_COPY && hint->cache && strcmp(hint->cache, "cg") == 0 &&
        bits != 128)
        return decline_with(
            decline,
            "hint_width",
            "'cache cg' of cp.async needs 16-byte accesses, but this copy uses %d bytes",
            bits / 8);
    return true;
}

static bool decline_access(const char *what, const char *hint, Decline *decline) {
    return decline_with(decline, "hint_access", "%s take no %s", what, hint);
}

/* Each hint stands in some instruction: none is dropped. */
bool hints_fit(const Plan *plan, Decline *decline) {
    const char *other = other_than_policy(&plan->hint);
    bool applied = !hint_is_set(&plan->hint);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            PrimitiveId id = plan->phases[p].steps[s].primitive;
            if (!hint_applies(&plan->hint, id))
                continue;
            applied = true;
            const PrimitiveKind kind = primitives[id].kind;
            if ((kind == KIND_BULK_COPY || kind == KIND_TENSOR_COPY) && other)
                return decline_access(
                    kind == KIND_BULK_COPY ? "bulk copies" : "tensor copies", other, decline);
            if (!access_fits(&plan->hint, id, decline))
                return false;
        }
    return applied || decline_access("its instructions", other ? other : "'l2 policy'", decline);
}
