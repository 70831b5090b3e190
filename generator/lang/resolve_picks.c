/* resolve_picks.c: `by i32 gmem` behind an operand -> the array of indices that picks its rows. The
 * facts may bound `index`; what they leave decides whether a row may be missing. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_PICKS = 4096 };

static bool fail_with(Loc loc, const char *what, const char *help) {
    diag_error(loc, "E_PICKS_WITH", "rows that indices pick do not go with %s", what);
    diag_help("%s", help);
    return false;
}

static bool check_options(const Copy *copy, const AstCopy *ast, Loc loc) {
    static const char *const others[][2] = {
        {"masked", "drop the option: an index below zero says which rows are not there"},
        {"multicast", "drop the option: each CTA picks rows for itself"},
        {"oob", "drop the option: a row that is not there arrives as zero"}};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        const AstOption *option = option_named(ast, others[i][0]);
        if (option)
            return fail_with(option->name.loc, mem_printf("'%s'", others[i][0]), others[i][1]);
    }
    if (copy->options.tensormap && option_named(ast, "reduce"))
        return fail_with(
            option_named(ast, "reduce")->name.loc,
            "'reduce' by a tensor map",
            "drop the tensor map: bulk copies and threads reduce into picked rows");
    return !copy->request->policy_tirx ||
           fail_with(
               loc, "'policy tirx'", "write 'policy best': no variant of 'policy tirx' picks rows");
}

static bool fail_rows(const Copy *copy, const Operand *side, const char *what, const char *help) {
    (void)copy;
    diag_error(side->loc, "E_PICKS_ROWS", "no indices can pick these rows: %s", what);
    diag_help("%s", help);
    return false;
}

/* Dimension 0 is whole, and its outermost iter the first of the layout. */
static bool check_rows(const Copy *copy, const Operand *side, Picks *picks) {
    const Layout *layout = &side->layout;
    int dims = 0;
    int64_t rows = side->shape[0];
    for (int d = 0; d < side->rank; d++) {
        dims += side->region[d].extent != 1;
    }
    if (dims > 2 || side->rank > 2) {
        return fail_rows(
            copy,
            side,
            "the operand has more than two dimensions",
            "write the shape as rows and columns: 128x64 S[(8,16,64):(page,ld,1)] has pages of 16 "
            "rows");
    }
    if (side->region[0].symbol >= 0 || side->region[0].extent != rows) {
        return fail_rows(
            copy,
            side,
            "the region has a part of them",
            "pass the address of the first index, and take all rows");
    }
    picks->count = layout->shard[0].extent;
    if (rows < 2 || picks->count < 2 || rows % picks->count) {
        return fail_rows(
            copy,
            side,
            "the outermost extent of the layout is not theirs, or is 1",
            "one row alone is picked by an origin: [m:+1, 0:64]");
    }
    picks->unit = rows / picks->count;
    if (layout->shard[0].stride.value < 1) {
        return fail_rows(copy, side, "they are all at one place", "give the rows a stride above 0");
    }
    if (layout->swizzle.on || layout->replica_count || picks->count > MAX_PICKS) {
        return fail_rows(
            copy,
            side,
            picks->count > MAX_PICKS ? "they are more than 4096" : "the layout is swizzled",
            picks->count > MAX_PICKS ? "copy a part of the rows per call"
                                     : "swizzle the other side: rows of gmem lie as they are");
    }
    return true;
}

static bool check_place(const Copy *copy, const AstPicks *ast, const Operand *side) {
    const Operand *other = side == &copy->src ? &copy->dst : &copy->src;
    bool moves = copy->op == OP_COPY || copy->op == OP_COPY_ASYNC;
    if (moves && side->space == SPACE_GMEM &&
        (other->space == SPACE_SMEM || other->space == SPACE_REG)) {
        return true;
    }
    diag_error(
        ast->loc,
        "E_PICKS_SIDE",
        "indices pick rows of gmem for a copy to or from smem or reg, not of %s in a %s %s -> %s",
        space_name[side->space],
        op_name[copy->op],
        space_name[copy->src.space],
        space_name[copy->dst.space]);
    diag_help("write 'by' behind the gmem operand");
    return false;
}

static bool fail_index(Loc loc, const char *what, const char *help) {
    diag_error(loc, "E_PICKS_INDEX", "%s", what);
    diag_help("%s", help);
    return false;
}

static const char *lanes_help(const Copy *copy, const Picks *picks) {
    return copy->scope.kind == SCOPE_THREAD
               ? mem_printf("one thread holds them all: S[(%" PRId64 "):(1)]", picks->count)
           : picks->count > 32
               ? "let lane l of each warp hold indices l, l + 32, ..: by i32 reg "
                 "S[(2,32):(1,1@laneid)]"
               : mem_printf(
                     "let lane l of each warp hold index l: by i32 reg S[(%" PRId64 "):(1@laneid)]",
                     picks->count);
}

/* Index i in element i, or in the registers of thread i. */
static bool default_index(const Copy *copy, const AstPicks *ast, Picks *picks) {
    static const Axis axis[] = {AXIS_M, AXIS_LANEID, AXIS_LANEID, AXIS_TID_IN_WG, AXIS_TX, AXIS_TX};
    Operand *index = &picks->index;
    Iter *iter = &index->layout.shard[index->layout.shard_count++];
    *iter = (Iter){picks->count, {1, 0, {-1, -1, -1}}, AXIS_M, ast->loc};
    if (index->space != SPACE_REG || copy->scope.kind == SCOPE_THREAD) {
        return true;
    }
    iter->axis = axis[copy->scope.kind];
    return picks->count == copy->scope.threads ||
           fail_index(
               ast->index.loc,
               mem_printf(
                   "%" PRId64 " indices have no default place in the registers of %d threads",
                   picks->count,
                   copy->scope.threads),
               lanes_help(copy, picks));
}

/* Lane l of a warp has indices l, l + 32, ..; or thread t has index t. A thread alone has all. */
static bool check_registers(const Copy *copy, const AstPicks *ast, Picks *picks) {
    const Layout *layout = &picks->index.layout;
    const Iter *outer = &layout->shard[0], *inner = &layout->shard[layout->shard_count - 1];
    bool plain = layout->offset_count == 0 && layout->replica_count == 0 && !layout->swizzle.on;
    bool slots = outer->axis == AXIS_M && outer->stride.value == 1 && outer->stride.count == 0;
    bool ranks = inner->axis != AXIS_M && inner->stride.value == 1;
    bool alone = copy->scope.kind == SCOPE_THREAD;
    if (alone && plain && layout->shard_count == 1 && slots) {
        return true;
    }
    picks->by_thread = inner->axis != AXIS_LANEID;
    if (!alone && plain && ranks && layout->shard_count == 1 &&
        (picks->by_thread ? inner->extent == copy->scope.threads : inner->extent <= 32)) {
        return true;
    }
    return (!alone && plain && ranks && slots && layout->shard_count == 2 &&
            inner->axis == AXIS_LANEID && inner->extent == 32) ||
           fail_index(
               ast->index.loc,
               "indices in registers have another layout here",
               lanes_help(copy, picks));
}

static bool build_index(Context *context, const Copy *copy, const AstPicks *ast, Picks *picks) {
    Operand *index = &picks->index;
    Copy view = *copy;
    FlatOperand flat;
    AstOperand own = ast->index;
    view.dtype = view.reg_dtype = picks->dtype;
    own.shape_count = 1;
    own.shape[0] = picks->count;
    own.shape_loc = ast->index.loc;
    if (own.has_layout) {
        if (!flatten_operand(context, &view, &own, &flat) || !build_operand(&view, &flat, index)) {
            return false;
        }
    } else {
        index->whole = true;
        index->rank = 1;
        index->shape[0] = picks->count;
        index->region[0] = (Range){0, -1, picks->count};
        index->loc = index->region_loc = own.loc;
        space_find(own.space, &index->space);
        if (!default_index(copy, ast, picks)) {
            return false;
        }
    }
    index->align = 4;
    if (index->space != SPACE_GMEM && index->space != SPACE_SMEM && index->space != SPACE_REG) {
        return fail_index(
            own.loc,
            mem_printf("indices are not read from %s", space_name[index->space]),
            "keep them in gmem, smem or reg");
    }
    if (index->space == SPACE_REG) {
        return check_registers(copy, ast, picks);
    }
    for (int i = 0, moving = 0; i < index->layout.shard_count; i++) {
        moving += index->layout.shard[i].extent > 1;
        if (index->layout.shard[i].stride.count || index->layout.swizzle.on || moving > 1 ||
            index->layout.replica_count) {
            return fail_index(
                own.loc,
                "the layout of the indices is not one constant stride",
                "write S[(64):(2)] for every other number");
        }
    }
    return true;
}

static bool add_symbol(Copy *copy, const char *name, Symbol symbol, int *at) {
    const bool extent = symbol.role == SYMBOL_EXTENT;
    for (int i = 0; i < copy->symbol_count; i++) {
        if (strcmp(copy->symbols[i].name, name) == 0) {
            diag_error(
                copy->symbols[i].loc,
                "E_SYMBOL_ROLES",
                "'%s' is also the name of %s",
                name,
                extent ? "the number of rows of the array" : "the indices of this copy");
            diag_note(
                symbol.loc,
                extent ? "the host makes the tensor map with that number"
                       : "the indices are an argument of their own");
            diag_help("choose another name here");
            return false;
        }
    }
    if (copy->symbol_count == MAX_SYMBOLS) {
        diag_error(symbol.loc, "E_TOO_MANY_SYMBOLS", "more than %d run-time names", MAX_SYMBOLS);
        return false;
    }
    *at = copy->symbol_count;
    symbol.name = name;
    copy->symbols[copy->symbol_count++] = symbol;
    return true;
}

/* A tensor map holds the number of rows of the array. An index is a coordinate of 31 bits. */
static bool add_rows(Copy *copy, Picks *picks) {
    Symbol rows = {
        .role = SYMBOL_EXTENT,
        .wide = true,
        .min = 1,
        .max = INT32_MAX,
        .divisor = 1,
        .loc = picks->loc};
    if (!copy->options.tensormap)
        return true;
    if (!add_symbol(copy, "rows", rows, &picks->rows))
        return false;
    picks->rows++;
    return true;
}

static bool add_symbols(Copy *copy, Picks *picks) {
    bool is_signed = picks->dtype->kind == DTYPE_SIGNED;
    Symbol index = {
        .role = SYMBOL_PICK,
        .min = is_signed ? -1 : 0,
        .max = is_signed || copy->options.tensormap ? INT32_MAX : UINT32_MAX,
        .divisor = 1,
        .loc = picks->loc};
    Symbol zero = {.role = SYMBOL_PICK, .divisor = (int64_t)1 << 40, .loc = picks->loc};
    Symbol whole = {.role = SYMBOL_PICK, .max = INT32_MAX, .divisor = 1, .loc = picks->loc};
    return add_rows(copy, picks) && add_symbol(copy, "index", index, &picks->number) &&
           add_symbol(copy, "index#", zero, &picks->tag) &&
           add_symbol(copy, "(int)index", index, &picks->sign) &&
           add_symbol(copy, "index of columns", whole, &picks->whole);
}

static bool resolve_side(
    Context *context, Copy *copy, const AstCopy *ast, const AstPicks *of, Operand *side) {
    Picks *picks = NEW(Picks);
    picks->loc = of->loc;
    picks->dtype = dtype_find(of->dtype.at, of->dtype.length);
    if (!check_place(copy, of, side) || !check_options(copy, ast, of->loc) ||
        !check_rows(copy, side, picks) || !build_index(context, copy, of, picks) ||
        !add_symbols(copy, picks)) {
        return false;
    }
    side->picks = picks;
    return true;
}

bool resolve_picks(Context *context, Copy *copy, const AstCopy *ast) {
    return (!ast->left.picks || resolve_side(context, copy, ast, ast->left.picks, &copy->src)) &&
           (!ast->right.picks || resolve_side(context, copy, ast, ast->right.picks, &copy->dst));
}

/* The largest index times a pitch of 64 bits stays below 2^62. False: reported. */
static bool cap_pitch(Copy *copy, const Operand *side, const Symbol *number) {
    const Coef *stride = &side->layout.shard[0].stride;
    int64_t most = ((int64_t)1 << 62) / (number->max + 1) / stride->value;
    for (int i = 0; i < stride->count; i++) {
        Symbol *pitch = &copy->symbols[stride->symbol[i]];
        if (!pitch->wide) {
            continue;
        }
        if (stride->count > 1 || most < pitch->min) {
            return fail_with(
                side->loc,
                "a product of 64-bit strides",
                "write one name for the stride from row to row");
        }
        pitch->max = pitch->max < most ? pitch->max : most / pitch->divisor * pitch->divisor;
    }
    return true;
}

/* Facts said something of `index`: where it may be negative, the row of a negative one is not
 * there. */
bool settle_picks(Copy *copy) {
    const Operand *side = copy->src.picks ? &copy->src : &copy->dst;
    if (!side->picks) {
        return true;
    }
    Picks *picks = NEW(Picks);
    *picks = *side->picks;
    Symbol *number = &copy->symbols[picks->number], *sign = &copy->symbols[picks->sign];
    picks->absent = number->min < 0;
    *sign = (Symbol){
        .name = sign->name,
        .role = SYMBOL_PICK,
        .min = number->min,
        .max = number->max,
        .divisor = 1,
        .loc = number->loc};
    if (number->max < 0) {
        return fail_with(
            picks->loc,
            "facts that leave no row",
            "raise the bound of index: an index below zero is no row");
    }
    if (number->divisor > 1) {
        return fail_with(picks->loc, "a fact that divides index", "drop it: no access needs it");
    }
    number->min = number->min < 0 ? 0 : number->min;
    (side == &copy->src ? &copy->src : &copy->dst)->picks = picks;
    if (!picks->rows && !cap_pitch(copy, side, number)) {
        return false;
    }
    return !picks->absent || !copy_converts(copy) ||
           fail_with(
               picks->loc,
               "a conversion, where a row may be missing",
               "write 'where index >= 0', or convert in a copy of its own");
}
