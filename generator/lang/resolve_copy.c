/* resolve_copy.c: a copy statement -> Copy requests: scope, operands, symbols, facts, options.
 * `a <-> b` gives two, a to b first. What is known but not built is refused last, so that a wrong
 * statement is reported as wrong. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

static bool fail_range(Loc loc, const char *what, int64_t least, int64_t most) {
    diag_error(loc, "E_SCOPE_RANGE", "%s lies from %" PRId64 " to %" PRId64, what, least, most);
    return false;
}

static bool resolve_interval(
    const int64_t *begin_end, int most, const char *what, Loc loc, int *begin, int *end) {
    if (begin_end[0] < 0 || begin_end[1] > most || begin_end[0] >= begin_end[1]) {
        diag_error(
            loc,
            "E_SCOPE_RANGE",
            "%s %" PRId64 ":%" PRId64 " of a scope that has 0:%d",
            what,
            begin_end[0],
            begin_end[1],
            most);
        return false;
    }
    *begin = (int)begin_end[0];
    *end = (int)begin_end[1];
    return true;
}

/* cta(128) has 4 warps; `warps 1:3 lanes 0:8` leaves the ranks 32..39 and 64..71. */
bool resolve_scope(const AstScope *ast, Scope *scope) {
    static const int threads[] = {1, 32, 32, 128, 0, 0};
    scope->loc = ast->loc;
    for (int i = 0; i < SCOPE_COUNT; i++) {
        if (word_is(ast->kind, scope_name[i])) {
            scope->kind = (ScopeKind)i;
            scope->threads = threads[i];
        }
    }
    if (scope->kind == SCOPE_CTA && (ast->count < 1 || ast->count > 1024)) {
        return fail_range(ast->loc, "the number of threads of a cta", 1, 1024);
    }
    if (scope->kind == SCOPE_CLUSTER && (ast->count < 1 || ast->count > 16)) {
        return fail_range(ast->loc, "the number of CTAs of a cluster", 1, 16);
    }
    if (!scope->threads) {
        scope->threads = (int)ast->count;
    }
    bool one_thread = scope->kind == SCOPE_THREAD || scope->kind == SCOPE_ELECTED;
    scope->lane_end = scope->kind == SCOPE_THREAD ? 1 : 32;
    scope->warp_end = scope->kind == SCOPE_CLUSTER ? 1 : (scope->threads + 31) / 32;
    scope->lanes_given = ast->lanes_given;
    scope->warps_given = ast->warps_given;
    scope->narrowed = ast->lanes_given || ast->warps_given;
    if (scope->narrowed && (one_thread || scope->kind == SCOPE_CLUSTER)) {
        diag_error(
            ast->lanes_given ? ast->lanes_loc : ast->warps_loc,
            "E_SCOPE_NARROW",
            "the scope '%s' cannot be narrowed",
            scope_name[scope->kind]);
        return false;
    }
    if (ast->lanes_given &&
        !resolve_interval(
            ast->lanes, 32, "lanes", ast->lanes_loc, &scope->lane_begin, &scope->lane_end)) {
        return false;
    }
    return !ast->warps_given || resolve_interval(
                                    ast->warps,
                                    scope->warp_end,
                                    "warps",
                                    ast->warps_loc,
                                    &scope->warp_begin,
                                    &scope->warp_end);
}

/* 128 of [1, 128, 1, 64]: extents after dropping ones. */
static int region_shape(const Operand *operand, int64_t *shape) {
    int count = 0;
    for (int i = 0; i < operand->rank; i++) {
        if (operand->region[i].extent != 1) {
            shape[count++] = operand->region[i].extent;
        }
    }
    return count;
}

static const char *shape_text(const int64_t *shape, int count) {
    Text text = {0};
    for (int i = 0; i < count; i++) {
        text_printf(&text, "%s%" PRId64, i ? "x" : "", shape[i]);
    }
    return count ? text_string(&text) : "1";
}

static bool check_extents_agree(const Copy *copy) {
    int64_t src[MAX_RANK], dst[MAX_RANK];
    int src_count = region_shape(&copy->src, src), dst_count = region_shape(&copy->dst, dst);
    if (src_count == dst_count && memcmp(src, dst, (size_t)src_count * sizeof src[0]) == 0) {
        return true;
    }
    diag_error(
        copy->dst.region_loc,
        "E_EXTENTS_DIFFER",
        "the extents differ: %s here, %s in the source",
        shape_text(dst, dst_count),
        shape_text(src, src_count));
    diag_note(copy->src.region_loc, "the source region is %s", shape_text(src, src_count));
    return false;
}

bool check_given_name(Word name) {
    bool ok = name.at[0] >= 'a' && name.at[0] <= 'z';
    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        ok = ok && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
    }
    if (!ok || name.length > 200 || strncmp(name.at, "tc__", 4) == 0) {
        diag_error(name.loc, "E_BAD_NAME", "'%s' cannot name a function", word_text(name));
        diag_help(
            "names have lower-case letters, digits and '_' and start with a letter, not with tc__");
        return false;
    }
    return name_is_usable(name, false);
}

/* The reverse of `a <-> b`: the same request with the sides swapped. */
static Request *reversed_request(const Request *request) {
    Request *other = NEW(Request);
    *other = *request;
    other->copy.src = request->copy.dst;
    other->copy.dst = request->copy.src;
    if (request->copy.in_registers) {
        other->copy.dtype = request->copy.reg_dtype;
        other->copy.reg_dtype = request->copy.dtype;
    }
    other->copy.request = other;
    return other;
}

void add_request(Context *context, Request *request) {
    Module *module = context->module;
    MORE(module->requests, module->request_count, &context->request_capacity);
    module->requests[module->request_count++] = request;
}

void add_copy(Context *context, Request *request, const AstCopy *ast, bool reversed) {
    Text text = {0};
    copy_print(&text, &request->copy, ast, reversed);
    request->statement = text_string(&text);
    add_request(context, request);
}

static Op op_of(Word keyword) {
    int op = OP_COPY;
    while (op < OP_RELAYOUT && !word_is(keyword, op_name[op])) {
        op++;
    }
    return (Op)op;
}

bool request_take_name(Request *request, const AstCopy *ast) {
    if (!ast->name.length) {
        return true;
    }
    if (!check_given_name(ast->name)) {
        return false;
    }
    if (ast->both_ways) {
        diag_error(
            ast->name.loc,
            "E_NAME_BOTH_WAYS",
            "'<->' makes two functions, but 'as' gives one name");
        diag_note(ast->arrow_loc, "both ways");
        return false;
    }
    request->given_name = word_text(ast->name);
    request->name_loc = ast->name.loc;
    return true;
}

bool copy_in_place(const Copy *copy) {
    const char *src = copy->src.tile, *dst = copy->dst.tile;
    return copy->op == OP_PERMUTE && src && dst && strcmp(src, dst) == 0;
}

const Copy *request_copy(const Request *request) {
    return request->kind == REQUEST_COPY ? &request->copy : NULL;
}

const char *request_word(const Request *request) {
    if (request->kind == REQUEST_COPY) {
        return request->copy.op == OP_FILL ? op_name[OP_FILL] : "copy";
    }
    return lane0_kit_name[request->lane0.kit];
}

/* The right side, whose registers may be of another dtype than those of the left. */
static bool flatten_right(
    Context *context, const Copy *copy, const AstOperand *ast, FlatOperand *flat) {
    Copy view = *copy;
    if (copy->in_registers)
        view.reg_dtype = copy->dtype;
    return flatten_operand(context, &view, ast, flat);
}

Request *request_new(const Context *context, const Statement *statement) {
    Request *request = NEW(Request);
    request->kind = REQUEST_COPY;
    request->loc = request->name_loc = statement->keyword.loc;
    request->policy_tirx = context->policy_tirx;
    request->prefix = context->prefix;
    request->copy.request = request;
    return request;
}

/* What only a fill takes. */
static bool refuse_fill(const AstCopy *ast) {
    const AstOption *value = option_named(ast, "value"), *fence = option_named(ast, "fence");
    if (!value && !fence) {
        return true;
    }
    diag_error(
        value ? value->name.loc : fence->name.loc,
        "E_FILL_OPTION",
        "'%s' is an option of 'fill'",
        value ? "value" : "fence");
    diag_help(
        value ? "for elements beyond the limits of a masked copy write 'fill V'"
              : "call tc_fence_async_smem() behind the copy");
    return false;
}

void resolve_copy(Context *context, const Statement *statement) {
    const AstCopy *ast = statement->copy;
    FlatOperand left, right;
    Request *request = request_new(context, statement);
    Copy *copy = &request->copy;
    copy->op = op_of(statement->keyword);
    copy->arrow_loc = ast->arrow_loc;
    copy->takes_names = option_named(ast, "masked") != NULL;
    if (!resolve_dtypes(context, copy, ast)) {
        return;
    }
    bool scope_ok = resolve_scope(&ast->scope, &copy->scope);
    bool left_ok = flatten_operand(context, copy, &ast->left, &left);
    bool right_ok = flatten_right(context, copy, &ast->right, &right);
    if (!scope_ok || !left_ok || !right_ok || !note_tensormap(copy, ast) ||
        !collect_symbols(copy, &left, &right) || !widen_strides(copy, ast)) {
        return;
    }
    note_bounds(copy, ast);
    left_ok = build_side(copy, &left, &copy->src);
    right_ok = build_side(copy, &right, &copy->dst);
    if (!left_ok || !right_ok || !check_extents_agree(copy) || !resolve_picks(context, copy, ast) ||
        !resolve_stages(copy, ast) || !resolve_halo(copy, ast) || !resolve_limits(copy, ast) ||
        !resolve_facts(copy, ast) || !settle_picks(copy) || !resolve_options(copy, ast) ||
        !resolve_tensor(copy, ast) || !refuse_fill(ast) || !resolve_rest(copy, ast) ||
        !resolve_hints(copy, ast) || !request_take_name(request, ast) || !refuse_not_yet(ast) ||
        !resolve_reduce(copy, ast) || !resolve_multicast(copy, ast)) {
        return;
    }
    align_halo(copy);
    resolve_rounding(copy, ast);
    add_standards(context, copy);
    add_copy(context, request, ast, false);
    if (ast->both_ways) {
        add_copy(context, reversed_request(request), ast, true);
    }
}
