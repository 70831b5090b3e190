/* check.c: Reports requests that no variant could ever serve: a destination layout that is not
 * injective, elements without an owner, statements that have no variant in this version. The
 * variants decline all other unsuitable requests themselves. */
#include "passes.h"
#include <inttypes.h>

static void print_coord(Text *out, int rank, const int64_t *coord) {
    text_add(out, "[");
    for (int d = 0; d < rank; d++)
        text_printf(out, "%s%lld", d ? ", " : "", (long long)coord[d]);
    text_add(out, "]");
}

static bool check_injective(const Copy *copy) {
    if (layout_injective_inside(&copy->dst, copy->symbols, &copy->limits) ||
        (copy->options.tensormap && copy->dst.space == SPACE_GMEM &&
         tensor_nests(&copy->dst.layout))) /* the host checks the rest */
        return true;
    Injectivity result = layout_injective(&copy->dst, copy->symbols, copy->scope.kind);
    Text first = {0}, second = {0};
    if (result.too_big) {
        diag_error(
            copy->dst.loc, "E_TOO_BIG", "the destination has more places than a proof can hold");
        diag_help("write to fewer replicas, or copy a smaller tile in a loop of the kernel");
        return false;
    }
    if (result.unproven) {
        diag_error(
            copy->dst.loc,
            "E_NOT_INJECTIVE",
            "two elements may share one destination address for some run-time argument");
        diag_help("add a fact that keeps them apart, for instance 'where ld >= 64'");
        return false;
    }
    if (!result.collides)
        return true;
    print_coord(&first, copy->dst.rank, result.first);
    print_coord(&second, copy->dst.rank, result.second);
    diag_error(
        copy->dst.loc,
        "E_NOT_INJECTIVE",
        "elements %s and %s share one place: the layout is not injective",
        text_string(&first),
        text_string(&second));
    return false;
}

/* cta(1) lanes 1:2 has no thread at all: every copy has a rank that does it, even one of memory
 * only. */
static bool check_scope(const Copy *copy) {
    if (all_ranks(copy)->count > 0)
        return true;
    diag_error(
        copy->scope.loc.source ? copy->scope.loc : copy->request->loc,
        "E_NO_OWNER",
        "the narrowing leaves none of the scope's %d threads",
        copy->scope.threads);
    diag_help("'lanes a:b' counts within each warp, 'warps a:b' within the scope");
    return false;
}

static bool check_owners(const Copy *copy, int side) {
    const Operand *operand = copy_side(copy, side);
    Text coord = {0};
    if (operand->space != SPACE_REG)
        return true;
    const Ownership *owners = copy_owners(copy, side);
    if (!owners->missing)
        return true;
    print_coord(&coord, operand->rank, owners->missing_at);
    diag_error(
        operand->loc,
        "E_NO_OWNER",
        "no participating thread of the scope owns element %s",
        text_string(&coord));
    diag_help(
        "the scope has %d thread%s%s; give the elements to threads that take part",
        copy->scope.threads,
        copy->scope.threads == 1 ? "" : "s",
        copy->scope.narrowed ? ", narrowed to some of them" : "");
    return false;
}

/* Of 8192x8192 [i:+128, 0:8192] can be proven: inner extents whole, outer ones by a divisor. */
static const char *provable_region(const Operand *operand) {
    Text text = {0};
    int64_t extent[MAX_RANK], rest = PROOF_MAX_ELEMENTS;
    for (int d = operand->rank - 1; d >= 0; d--) {
        int64_t whole = operand->region[d].extent;
        for (extent[d] = whole < rest ? whole : rest; whole % extent[d];)
            extent[d]--;
        rest /= extent[d];
    }
    for (int d = 0; d < operand->rank; d++) {
        const Range *range = &operand->region[d];
        text_add(&text, d ? ", " : "[");
        if (extent[d] < range->extent)
            text_printf(&text, "%c:+%" PRId64, "ijklmnop"[d % 8], extent[d]);
        else
            text_printf(&text, "%" PRId64 ":%" PRId64, range->begin, range->begin + range->extent);
    }
    text_add(&text, "]");
    return text_string(&text);
}

static bool check_size(const Copy *copy) {
    int64_t count = 1;
    for (int d = 0; d < copy->dst.rank; d++)
        if (!mul_i64(count, copy->dst.region[d].extent, &count)) {
            count = INT64_MAX;
            break;
        }
    if (count <= PROOF_MAX_ELEMENTS)
        return true;
    diag_error(
        copy->dst.loc,
        "E_TOO_BIG",
        "the region has %s%" PRId64 " elements, and at most %d can be proven",
        count == INT64_MAX ? "more than " : "",
        count,
        PROOF_MAX_ELEMENTS);
    if (copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG)
        diag_help("divide the value among several statements, each with a part of the registers");
    else
        diag_help(
            "copy a part in each turn of a loop of the kernel: write %s as the region of memory "
            "and pass where it begins",
            provable_region(&copy->dst));
    return false;
}

/* A typed pointer below its own alignment is undefined in C++, and no access could be made of
 * it. */
static bool check_alignment(const Copy *copy, int side) {
    const Operand *operand = copy_side(copy, side);
    if (operand->space == SPACE_REG || operand->align * 8 >= copy_bits(copy))
        return true;
    diag_error(
        operand->loc,
        "E_ALIGN_ELEMENT",
        "%s elements have %d bytes, but the base is aligned to only %d",
        copy->dtype->name,
        copy_bits(copy) / 8,
        operand->align);
    return false;
}

static bool check_products(const Copy *copy) {
    PolyBasis basis = {0};
    if (poly_holds(&copy->src, &basis) && poly_holds(&copy->dst, &basis))
        return true;
    diag_error(
        copy->request->loc,
        "E_TOO_MANY_PRODUCTS",
        "the addresses use more than %d different products of run-time names",
        MAX_MONOMIALS);
    diag_help("write strides as multiples of each other, for instance ld and 8*ld");
    return false;
}

/* permute and relayout: who does them, and where their operands lie. */
static bool check_exchange_spaces(const Copy *copy) {
    bool relayout = copy->op == OP_RELAYOUT;
    for (int side = SRC; side <= DST; side++) {
        const Operand *operand = copy_side(copy, side);
        bool is_reg = operand->space == SPACE_REG;
        if (relayout ? is_reg : operand->space == SPACE_GMEM || operand->space == SPACE_SMEM)
            continue;
        diag_error(
            operand->loc,
            "E_EXCHANGE_SPACE",
            relayout ? "relayout copies registers to registers, but this is %s"
                     : "permute copies between gmem and smem, but this is %s",
            space_name[operand->space]);
        diag_help(
            relayout ? "between registers and memory, write 'copy'"
            : is_reg
                ? "between registers, write 'relayout'; between registers and memory, write 'copy'"
                : "another CTA's shared memory and tensor memory need a separate 'copy'");
        return false;
    }
    return true;
}

static bool check_exchange_scope(const Copy *copy) {
    const Scope *scope = &copy->scope;
    bool waits =
        scope->kind == SCOPE_WARP || scope->kind == SCOPE_WARPGROUP || scope->kind == SCOPE_CTA;
    Loc loc = scope->loc.source ? scope->loc : copy->request->loc;
    if (scope->narrowed || (!waits && scope->kind != SCOPE_THREAD)) {
        diag_error(
            loc,
            "E_EXCHANGE_SCOPE",
            scope->narrowed ? "%s needs all threads of its scope"
                            : "%s works for a thread, a warp, a warpgroup or a CTA",
            op_name[copy->op]);
        diag_help("its threads wait for each other at a barrier");
        return false;
    }
    return true;
}

/* A named barrier counts whole warps. */
static bool check_whole_warps(const Copy *copy) {
    const Scope *scope = &copy->scope;
    if (scope->kind != SCOPE_CTA || scope->threads % 32 == 0)
        return true;
    const Exchange *exchange = copy->op == OP_RELAYOUT ? exchange_of(copy) : NULL;
    if (exchange && !exchange_meets(exchange))
        return true;
    diag_error(
        scope->loc.source ? scope->loc : copy->request->loc,
        "E_WHOLE_WARPS",
        "%s waits at a barrier, which counts whole warps, but %d threads are not whole warps",
        op_name[copy->op],
        scope->threads);
    diag_help(
        "write cta(%d); its first thread must be lane 0 of a warp",
        (scope->threads + 31) / 32 * 32);
    return false;
}

static bool check_exchange(const Copy *copy) {
    bool exchanges = copy->op == OP_PERMUTE || copy->op == OP_RELAYOUT;
    return !exchanges || (check_exchange_spaces(copy) && check_exchange_scope(copy));
}

static bool check_barrier(const Copy *copy) {
    bool exchanges = copy->op == OP_PERMUTE || copy->op == OP_RELAYOUT;
    return !exchanges || check_whole_warps(copy);
}

bool check_places(const Copy *copy) {
    return check_size(copy) && check_owners(copy, SRC) && check_owners(copy, DST) &&
           check_injective(copy);
}

bool check_copy(const Copy *copy) {
    bool registered = false;
    for (int i = 0; i < variant_count; i++)
        registered |= variants[i].serves >> copy->op & 1;
    if (!registered) {
        diag_error(
            copy->request->loc,
            "E_NOT_YET",
            "this version of tcgen has no variant for '%s'",
            op_name[copy->op]);
        return false;
    }
    return check_conversion(copy) && check_exchange(copy) && check_scope(copy) &&
           check_size(copy) && check_products(copy) && check_alignment(copy, SRC) &&
           check_alignment(copy, DST) && check_owners(copy, SRC) && check_owners(copy, DST) &&
           check_injective(copy) && check_barrier(copy);
}
