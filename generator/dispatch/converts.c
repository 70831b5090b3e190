/* converts.c: Reports conversions that no instruction does, before the variants are asked; and
 * conversions that exist only on other targets, after the variants declined. */
#include "passes.h"
#include <string.h>

static const char *from_name(const Copy *copy) {
    return operand_dtype(copy, &copy->src)->name;
}

static const char *to_name(const Copy *copy) {
    return operand_dtype(copy, &copy->dst)->name;
}

static bool has_route(const char *from, const char *to) {
    PrimitiveId route[MAX_ROUTE];
    Rounding rounding;
    enum { RUN = 16 };
    return conversion_rounding(from, to, NULL, false, &rounding) &&
           conversion_route(from, to, rounding, RUN, route) > 0;
}

/* "f16, bf16 and e4m3", of those that this one is converted to. */
static const char *destinations(const char *from) {
    static const char *const all[] = {
        "f32", "tf32", "f16", "bf16", "e4m3", "e5m2", "e2m1", "i8", "u8", "i4", "u4"};
    Text text = {0};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i], from) != 0 && has_route(from, all[i]))
            text_printf(&text, "%s%s", text.length ? ", " : "", all[i]);
    return text.length ? text_string(&text) : NULL;
}

static bool report_pair(const Copy *copy) {
    const char *from = from_name(copy), *others = destinations(from);
    diag_error(
        copy->convert_loc,
        "E_NO_CONVERSION",
        "no instruction converts %s to %s",
        from,
        to_name(copy));
    if (others)
        diag_help("%s is converted to %s", from, others);
    else
        diag_help(
            "tcgen does not convert %s: copy without conversion, and convert in the kernel", from);
    return false;
}

/* No number of f32 is out of range in tf32, but those next to infinity, which it becomes. */
static bool check_map_rounding(const Options *options) {
    if (!options->saturate && strcmp(options->round, "rn") == 0)
        return true;
    diag_error(
        options->round_loc,
        "E_ROUNDING",
        "a tensor map rounds f32 to tf32 to nearest, ties to even, and in no other way");
    diag_help("write 'round rn', or no rounding; or convert in registers, by 'rna' or 'rz'");
    return false;
}

/* Of `a <-> b` one direction may lose nothing: the words are for the other one. */
static bool check_rounding(const Copy *copy) {
    const Options *options = &copy->options;
    const char *from = from_name(copy), *to = to_name(copy);
    Rounding rounding;
    if (!options->round && !options->saturate)
        return true;
    if (copy->by_map)
        return check_map_rounding(options);
    if (!conversion_rounding(from, to, options->round, options->saturate, &rounding)) {
        diag_error(
            options->round_loc,
            "E_ROUNDING",
            "no instruction rounds %s to %s in this way",
            from,
            to);
        diag_help(
            "there is: %s%s",
            conversion_roundings(to),
            strcmp(to, "tf32") == 0
                ? "; only a tensor copy from gmem into smem rounds f32 to nearest even ('rn')"
                : "");
        return false;
    }
    if (rounding != ROUNDING_EXACT || options->round_both)
        return true;
    diag_error(
        options->round_loc,
        "E_ROUNDING",
        "every %s value is also a %s value, so nothing is rounded",
        from,
        to);
    diag_help("remove the rounding");
    return false;
}

static bool check_no_rounding(const Copy *copy) {
    if (!copy->options.round && !copy->options.saturate)
        return true;
    diag_error(
        copy->options.round_loc, "E_ROUNDING", "this copy has a rounding but converts nothing");
    diag_help("write both dtypes, as in 'copy warp f32 -> f16 ...'");
    return false;
}

bool check_conversion(const Copy *copy) {
    if (!copy_converts(copy))
        return check_no_rounding(copy);
    if (!has_route(from_name(copy), to_name(copy)))
        return report_pair(copy);
    if (copy->request->policy_tirx) {
        diag_error(copy->convert_loc, "E_NO_CONVERSION", "no variant of 'policy tirx' converts");
        diag_help("write 'policy best' before the statement");
        return false;
    }
    return check_rounding(copy);
}

bool converts_report(const Copy *copy, const Choice *choice) {
    for (int i = 0; copy_converts(copy) && i < choice->decline_count; i++) {
        const Decline *decline = &choice->declines[i];
        if (strcmp(decline->predicate, "instruction") != 0)
            continue;
        diag_error(copy->convert_loc, "E_NO_CONVERSION", "%s", decline->reason);
        diag_help("name only targets that have the instruction, or convert to a dtype that all "
                  "targets have");
        return true;
    }
    return false;
}
