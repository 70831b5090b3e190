/* resolve_masked.c: `masked`, `fill V` and `keep` -> the limits of a copy: one run-time argument
 * for each dimension of the region (rows, cols; only cols for one dimension), and the fate of the
 * destination beyond the limits. Limits may have any value; facts about them stand in `where`. */
#include "ast.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const AstOption *option_named(const AstCopy *ast, const char *name) {
    for (int i = 0; i < ast->option_count; i++) {
        if (word_is(ast->options[i].name, name)) {
            return &ast->options[i];
        }
    }
    return NULL;
}

static bool is_tile_space(Space space) {
    return space == SPACE_SMEM || space == SPACE_REG;
}

static bool fail_fill(const Copy *copy, const AstOption *masked) {
    diag_error(
        masked->name.loc,
        "E_MASKED_SPACES",
        "'masked' is for a fill of gmem, not of %s",
        space_name[copy->dst.space]);
    diag_help("drop 'masked': a tile that is not in gmem is always whole");
    return false;
}

static bool check_spaces(const Copy *copy, const AstOption *masked) {
    bool load = copy->src.space == SPACE_GMEM && is_tile_space(copy->dst.space);
    bool store = copy->dst.space == SPACE_GMEM && is_tile_space(copy->src.space);
    if (copy->op == OP_FILL) {
        return copy->dst.space == SPACE_GMEM || fail_fill(copy, masked);
    }
    if ((load || store) && (copy->op == OP_COPY || copy->op == OP_COPY_ASYNC)) {
        return true;
    }
    diag_error(
        masked->name.loc,
        "E_MASKED_SPACES",
        "'masked' is for copies between gmem and smem or reg, not %s %s -> %s",
        op_name[copy->op],
        space_name[copy->src.space],
        space_name[copy->dst.space]);
    diag_help("drop 'masked': a tile that is not in gmem is always whole");
    return false;
}

static bool add_limit(Copy *copy, const char *name, Loc loc) {
    for (int i = 0; i < copy->symbol_count; i++) {
        if (strcmp(copy->symbols[i].name, name) == 0) {
            diag_error(
                copy->symbols[i].loc,
                "E_SYMBOL_ROLES",
                "'%s' is also the name of a limit of this masked copy",
                name);
            diag_note(loc, "the limits are arguments of their own");
            diag_help("choose another name here");
            return false;
        }
    }
    if (copy->symbol_count == MAX_SYMBOLS) {
        diag_error(loc, "E_TOO_MANY_SYMBOLS", "more than %d run-time names", MAX_SYMBOLS);
        return false;
    }
    copy->limits.at[copy->limits.count] =
        (Limit){.symbol = copy->symbol_count, .dim = copy->limits.count, .origin = -1};
    copy->limits.count++;
    copy->symbols[copy->symbol_count++] =
        (Symbol){.name = name, .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1, .loc = loc};
    return true;
}

bool resolve_limits(Copy *copy, const AstCopy *ast) {
    const AstOption *masked = option_named(ast, "masked");
    int dims = 0;
    if (!masked) {
        return true;
    }
    if (copy->limits.count) {
        return check_spaces(copy, masked); /* the extents of an array */
    }
    for (int d = 0; d < copy->dst.rank; d++) {
        dims += copy->dst.region[d].extent != 1;
    }
    if (dims < 1 || dims > 2) {
        diag_error(
            masked->name.loc,
            "E_MASKED_RANK",
            "'masked' needs a region of one or two dimensions besides units, this one has %d",
            dims);
        diag_help(
            dims ? "copy one slice at a time: [s:+1, 0:128, 0:64] leaves two dimensions"
                 : "leave out the call instead: there is only one element");
        return false;
    }
    return check_spaces(copy, masked) && (dims < 2 || add_limit(copy, "rows", masked->name.loc)) &&
           add_limit(copy, "cols", masked->name.loc);
}

static bool fail_value(const AstOption *fill, const char *value, const Dtype *dtype) {
    Loc loc = *value ? fill->value.loc : fill->name.loc;
    const char *name = word_text(fill->name);
    diag_error(loc, "E_OPTION_VALUE", "'%s %.40s' is not a value of %s", name, value, dtype->name);
    if (dtype->bits > 64) {
        diag_help("elements of more than 64 bits are filled with 0");
    } else if (dtype->kind != DTYPE_FLOAT) {
        diag_help("write a number that fits, or its bits: %s 0xff", name);
    } else {
        diag_help("write 0, or the bits of one element: %s 0xfc00 is minus infinity of f16", name);
    }
    return false;
}

/* fill 0, fill -1 (integers), fill 0x3c00 (the bits). Floating point takes 0 or bits. */
static bool fill_bits(const char *text, const Dtype *dtype, uint64_t *bits) {
    bool is_hex = strncmp(text, "0x", 2) == 0, negative = *text == '-';
    const char *digits = text + (is_hex ? 2 : negative);
    size_t count = strspn(digits, is_hex ? "0123456789abcdefABCDEF" : "0123456789");
    bool is_signed = dtype->kind == DTYPE_SIGNED, is_whole = dtype->kind != DTYPE_FLOAT;
    errno = 0;
    uint64_t value = strtoull(digits, NULL, is_hex ? 16 : 10);
    if (!count || digits[count] || errno == ERANGE) {
        return false;
    }
    uint64_t all = dtype->bits >= 64 ? UINT64_MAX : ((uint64_t)1 << dtype->bits) - 1;
    if (dtype->bits > 64 || (!is_hex && !is_whole)) {
        *bits = 0;
        return value == 0 && !negative;
    }
    uint64_t most = is_signed && !is_hex ? (all >> 1) + negative : all;
    if (value > most || (negative && !is_signed)) {
        return false;
    }
    *bits = (negative ? 0 - value : value) & all;
    return true;
}

bool fill_value_of(const AstOption *option, const Dtype *dtype, uint64_t *bits) {
    const char *value = word_text(option->value);
    return fill_bits(value, dtype, bits) || fail_value(option, value, dtype);
}

bool resolve_rest(Copy *copy, const AstCopy *ast) {
    const AstOption *fill = option_named(ast, "fill"), *keep = option_named(ast, "keep");
    const AstOption *edge = option_named(ast, "edge");
    if (edge && word_is(edge->value, "keep")) {
        keep = edge;
    }
    const AstOption *rest = fill ? fill : keep;
    if (!rest) {
        return true;
    }
    const char *name = fill ? "fill" : "keep";
    const Picks *picks = copy->src.picks ? copy->src.picks : copy->dst.picks;
    if (!copy->limits.count && !(picks && picks->absent)) {
        diag_error(
            rest->name.loc,
            "E_FILL_UNMASKED",
            picks ? "'%s' is for rows that are missing, but every row is there"
                  : "'%s' is for elements beyond limits, but this copy has no limits",
            name);
        diag_help(
            picks ? "drop it, or let indices be i32 that may be below zero"
                  : "add 'masked', which gives the copy its limits");
        return false;
    }
    if (fill && keep) {
        diag_error(keep->name.loc, "E_FILL_KEEP", "an element cannot be both filled and kept");
        diag_note(fill->name.loc, "filled here");
        diag_help("drop one of them");
        return false;
    }
    if (copy->dst.space == SPACE_GMEM || ast->both_ways) {
        diag_error(
            rest->name.loc,
            "E_FILL_STORE",
            "'%s' on a store to gmem, where nothing beyond the limits is written",
            name);
        diag_help(
            ast->both_ways
                ? "write the two directions as two statements, with '%s' on the load only"
                : "drop '%s'",
            name);
        return false;
    }
    copy->limits.keep = keep != NULL;
    return !fill || fill_value_of(fill, copy->dtype, &copy->limits.fill);
}
