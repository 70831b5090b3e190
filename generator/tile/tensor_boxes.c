/* tensor_boxes.c: the boxes of a copy whose dimensions need not be those of a map. The digits of
 * the region in the order of the tile are the dimensions of the map: 8x256 f16 in panels of 64 are
 * 64, 8 rows and 4 panels. The first of them, as long as they follow one another in the tile and
 * make a box that the hardware takes, are the box; the others are loops around it. (64,512) f16
 * has rows of 512, which no box has: 256 u32 are the same bytes. */
#include "boxes.h"

enum { LOADED = 16 };

/* ---- dimensions ------------------------------------------------------------------------------ */

/* Each extent of the tensor is a dimension with one stride. */
static bool is_plain(const Operand *tensor) {
    return tensor->rank == tensor->layout.shard_count && tensor->layout.offset_count == 0;
}

/* The dimension of the operand that is number `dim` of those that are longer than 1. */
static int operand_dim(const Operand *operand, int dim) {
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].extent != 1 && dim-- == 0)
            return d;
    return -1;
}

Expr tensor_origin(const Copy *copy, const Range *range) {
    Expr expr = expr_constant(range->begin);
    if (range->symbol < 0)
        return expr;
    const Symbol *symbol = &copy->symbols[range->symbol];
    if (symbol_least(symbol) == symbol->max)
        expr.constant += symbol->max; /* facts and extents leave it one value */
    else
        expr_add(&expr, coef_int(1), digit_of(VAR_SYMBOL, range->symbol, 1, 0));
    return expr;
}

/* A dimension that is split has its origin in the innermost part, which is as long as the tensor;
 * the others step over it: 4 panels of 64 of columns k and on are the coordinates (k, 0 .. 3),
 * panels 64 elements apart. With `oob` they move the coordinate, so that each is clipped. */
static void fill_dim(const Finder *finder, const Atom *atom, BoxDim *out) {
    const int d = finder->plain ? operand_dim(finder->tensor, atom->dim) : -1;
    out->extent = coef_int(atom->extent);
    if (d < 0 || atom->step > 1)
        return;
    const Range *range = &finder->tensor->region[d];
    const Coef extent = flow_extent(finder->tensor, d);
    if (finder->copy->options.oob || !coef_equal(extent, coef_int(range->extent))) {
        out->extent = extent;
        out->first = tensor_origin(finder->copy, range);
    }
}

/* Each digit; false: too many, or none of a map. */
static bool add_atoms(Finder *finder, Partition *partition, Dims *out, Decline *decline) {
    atoms_sort(partition, finder->side);
    for (int i = partition->atom_count - 1; i >= 0; i--) {
        const Atom *atom = &partition->atoms[i];
        const Coef tile = atom->mem[finder->side];
        if (out->count == MOST_DIMS - MAX_RANK || tile.count > 0)
            return decline_with(
                decline,
                tile.count ? "tile" : "rank",
                tile.count ? "a stride of the tile is known at run time only"
                           : "the two layouts have more than eight dimensions together");
        BoxDim *dim = &out->at[out->count++];
        *dim = (BoxDim){
            .stride = atom->mem[1 - finder->side],
            .count = atom->extent,
            .tile = tile.value,
            .dim = atom->dim,
            .step = atom->step,
            .moves = -1};
        fill_dim(finder, atom, dim);
    }
    return true;
}

/* Dimensions of which one element is copied, which is not the first. */
static void add_units(const Finder *finder, Dims *out) {
    const Operand *tensor = finder->tensor;
    for (int d = tensor->rank - 1; d >= 0 && finder->plain; d--) {
        const Range *range = &tensor->region[d];
        if (range->extent != 1 || (range->symbol < 0 && range->begin == 0))
            continue;
        out->at[out->count++] = (BoxDim){
            .extent = flow_extent(tensor, d),
            .stride = tensor->layout.shard[d].stride,
            .first = tensor_origin(finder->copy, range),
            .count = 1,
            .dim = -1,
            .moves = -1};
    }
}

static void move_inner(const Finder *finder, Dims *dims) {
    for (int i = 0; i < dims->count && finder->copy->options.oob; i++)
        for (int k = 0; k < dims->count && dims->at[i].step > 1; k++)
            if (dims->at[k].dim == dims->at[i].dim && dims->at[k].step == 1)
                dims->at[i].moves = k;
}

static bool has_origin(const Partition *partition, int side) {
    const Poly *base = &partition->base[side];
    return base->constant || !poly_is_constant(base) || partition->slice[side].origin_count;
}

bool dims_find(Finder *finder, Partition *partition, Dims *out, Decline *decline) {
    const Layout *layout = &finder->tensor->layout;
    finder->plain = is_plain(finder->tensor);
    if (layout->swizzle.on ||
        (!finder->plain && (finder->copy->options.oob || has_origin(partition, 1 - finder->side))))
        return decline_with(
            decline,
            "tensor",
            "the layout in global memory is not one extent and one stride for each dimension");
    if (!add_atoms(finder, partition, out, decline))
        return false;
    add_units(finder, out);
    move_inner(finder, out);
    return true;
}

/* ---- merging and packing --------------------------------------------------------------------- */

/* Without `oob`, where it begins at 0. */
static bool is_copied_whole(const BoxDim *dim) {
    return coef_equal(dim->extent, coef_int(dim->count));
}

/* An inner dimension that is copied whole, and the next one where it follows: 8 rows of 6 are 48.
 * Of M rows the extent would be 6 * M, which no prover knows. */
static bool merge_once(Dims *dims, int at) {
    BoxDim *inner = &dims->at[at], *outer = inner + 1;
    Coef stride, extent;
    if (!is_copied_whole(inner) || outer->tile != inner->tile * inner->count ||
        outer->extent.count > 0 || !coef_mul(inner->stride, inner->count, &stride) ||
        !coef_equal(stride, outer->stride) || !coef_mul(outer->extent, inner->count, &extent))
        return false;
    for (int i = 0; i < outer->first.term_count; i++) {
        Term term = outer->first.terms[i];
        term.coef.value *= inner->count;
        expr_set_term(&outer->first, i, term);
    }
    outer->first.constant *= inner->count;
    outer->extent = extent;
    outer->count *= inner->count;
    outer->stride = inner->stride;
    outer->tile = inner->tile;
    for (int i = at; i + 1 < dims->count; i++)
        dims->at[i] = dims->at[i + 1];
    dims->count--;
    return true;
}

static Dims merged(const Dims *dims) {
    Dims out = *dims;
    for (int at = 0; at + 1 < out.count;)
        if (!merge_once(&out, at))
            at++;
    return out;
}

/* Can so many elements be one of the map's? f16 in columns 8 and on of K columns: 2 where K is
 * even. */
bool dims_pack(const Finder *finder, const Dims *dims, int64_t pack) {
    const Symbol *symbols = finder->copy->symbols;
    const BoxDim *inner = &dims->at[0];
    bool whole = copy_bits(finder->copy) * pack <= 64 && inner->count % pack == 0 &&
                 coef_divisor(inner->extent, symbols) % pack == 0 &&
                 inner->first.constant % pack == 0;
    for (int i = 0; i < inner->first.term_count; i++) {
        const Term *term = &inner->first.terms[i];
        whole =
            whole &&
            (term->coef.value % pack == 0 ||
             (term->coef.value == 1 && symbol_divisor(&symbols[term->digit.index]) % pack == 0));
    }
    return whole;
}

Expr dims_coordinate(const Expr *first, int64_t pack) {
    Expr out = *first;
    out.constant /= pack;
    for (int i = 0; i < out.term_count; i++) {
        Term term = out.terms[i];
        if (term.coef.value % pack == 0)
            term.coef.value /= pack;
        else
            term.digit.div = pack;
        expr_set_term(&out, i, term);
    }
    return out;
}

/* ---- splitting ------------------------------------------------------------------------------- */

int64_t finder_span(const Finder *finder) {
    const Swizzle *swizzle = &finder->tile->layout.swizzle;
    return swizzle->len ? ((int64_t)16 << swizzle->len) * 8 / copy_bits(finder->copy) : 0;
}

/* The longest piece of a row that a box takes: of 1024 f32, 256. Under a swizzle it is a span: a
 * shorter one leaves a gap and makes no box, as one element does. 0: one piece is all. */
static int64_t piece_of(const Finder *finder, const BoxDim *row, int64_t pack) {
    const int64_t span = finder_span(finder), bits = copy_bits(finder->copy);
    int64_t piece = span ? span : MOST_BOX * pack;
    if (row->count <= piece)
        return 0;
    while (piece > 1 && (row->count % piece || piece * bits % ROW_BITS || piece % pack))
        piece--;
    return piece;
}

/* A long row as two dimensions, a piece and the pieces: rows of 1024 f32 are 4 pieces of 256. The
 * origin stays with the piece, whose dimension is as long as the tensor, and the pieces follow one
 * another. The region is inside of the tensor, so all of its pieces are, wherever it begins. With
 * `oob` the last piece would read the next row in place of zeros: pieces are panels then, which
 * take the row's extent. False: no row is split. */
static bool split_row(const Finder *finder, const Dims *dims, int64_t pack, Dims *out) {
    const BoxDim *row = &dims->at[0];
    const int64_t piece = piece_of(finder, row, pack);
    if (!piece)
        return false;
    *out = *dims;
    for (int i = out->count++; i > 0; i--) {
        out->at[i] = dims->at[i - 1];
        out->at[i].moves += out->at[i].moves > 0;
    }
    BoxDim *inner = &out->at[0], *outer = &out->at[1];
    if (is_copied_whole(row) && !finder->copy->options.oob)
        inner->extent = coef_int(piece);
    inner->count = piece;
    outer->count = row->count / piece;
    outer->extent = coef_int(outer->count);
    outer->first = expr_constant(0);
    outer->tile = piece;
    outer->step = piece;
    return coef_mul(row->stride, piece, &outer->stride);
}

/* ---- one choice ------------------------------------------------------------------------------ */

/* Where boxes begin. Upstream looks at no such place: a load without a swizzle takes 16 bytes. */
static int64_t place_of(const Finder *finder, const Object *map) {
    const bool load = finder->side == DST;
    return !map->swizzle.on && load && !finder->best ? LOADED
                                                     : tensor_place(map, copy_bits(finder->copy));
}

static bool is_placed(const Finder *finder, const Boxes *boxes, int64_t tile) {
    return tile * copy_bits(finder->copy) % (boxes->place * 8) == 0;
}

/* The host refuses boxes that are larger than shared memory; upstream does not look, but that a
 * phase of an mbarrier counts them. */
static int64_t most_bits(const Finder *finder) {
    return finder->best ? 227 << 13 : 1048575 * 8;
}

/* How many elements of a dimension one box may take: all; or of a long one the most that divide it
 * and begin where a box may, which in a swizzled row none does. 0: it takes no part, and each
 * element is a box of its own. */
static int64_t part_of(
    const Finder *finder, const Boxes *boxes, const BoxDim *dim, int d, int64_t bits) {
    const int64_t pack = d == 0 ? tensor_pack(&boxes->map) : 1, span = finder_span(finder);
    const int64_t most = MOST_BOX * pack, all = dim->count;
    const bool fits = all <= most && bits * all <= most_bits(finder);
    if (fits && (d > 0 || ((!span || all <= span) && all * bits % ROW_BITS == 0)))
        return all;
    for (int64_t part = most; finder->best && part > 1; part--)
        if (all % part == 0 && part % pack == 0 && bits * part <= most_bits(finder) &&
            (d > 0 || (!span && part * bits % ROW_BITS == 0)) &&
            is_placed(finder, boxes, part * dim->tile))
            return part;
    return 0;
}

bool boxes_add_loop(
    const Finder *finder, Boxes *boxes, int64_t extent, int64_t tile, int dim, int64_t step) {
    if (boxes->loop_count == MAX_BOX_LOOPS || !is_placed(finder, boxes, tile))
        return false;
    for (int i = boxes->loop_count++; i > 0; i--)
        boxes->loops[i] = boxes->loops[i - 1];
    boxes->loops[0] = (BoxLoop){extent, tile, dim, step};
    return true;
}

/* Why a box does not hold all of a dimension, the first of such; `next`: where its second element
 * would have to be in the tile; `bits`: of the box so far. */
static const char *not_whole(
    const Finder *finder, const BoxDim *dim, int d, int64_t next, int64_t bits, int64_t pack) {
    const int64_t all = dim->count, bytes = bits * all / 8;
    const int64_t most = MOST_BOX * (d ? 1 : pack);
    if (dim->moves >= 0)
        return finder->side == DST
                   ? "with 'oob' the last panel would read the next row in place of zeros"
                   : "with 'oob' the last panel would write the beginning of the next row";
    if (dim->tile != next)
        return mem_printf(
            "in the tile, dimension %d goes in steps of %lld elements, and in a box of %lld",
            d,
            (long long)dim->tile,
            (long long)next);
    if (all > most)
        return mem_printf(
            "there are %lld elements in dimension %d, and a box has at most %lld%s",
            (long long)all,
            d,
            (long long)most,
            !finder->best ? "; under 'policy tirx' it has all or one"
            : d == 0 && finder->copy->options.oob
                ? "; with 'oob' pieces of a row as a dimension would read the next row in place of "
                  "zeros"
                : "");
    if (finder->best)
        return mem_printf("shared memory does not have %lld bytes", (long long)bytes);
    return mem_printf("a phase of an mbarrier does not count %lld bytes", (long long)bytes);
}

static void add_map_dim(Boxes *boxes, const BoxDim *dim, int64_t box) {
    Object *map = &boxes->map;
    const int d = map->rank++;
    map->extent[d] = dim->extent;
    map->stride[d] = dim->stride;
    map->box[d] = box;
    map->by[d] = dim->by;
    boxes->coords[d] = dims_coordinate(&dim->first, tensor_by(map, d));
}

/* Which dimension of the map it is, or moves along. */
static int map_dim(const Dims *dims, int i) {
    const int of = dims->at[i].moves < 0 ? i : dims->at[i].moves;
    int d = 0;
    for (int k = 0; k < of; k++)
        d += dims->at[k].moves < 0;
    return d;
}

/* How many boxes; 0: there is none. */
static int64_t try_boxes(const Finder *finder, const Dims *dims, int64_t pack, Boxes *out) {
    const Swizzle *swizzle = &finder->tile->layout.swizzle;
    int64_t count = 1, bits = copy_bits(finder->copy), next = 1, chain = 1;
    *out = (Boxes){.map = {.kind = OBJECT_TENSOR, .pack = (int)pack}};
    out->map.swizzle = *swizzle;
    out->map.swizzle.on = swizzle->len > 0;
    out->place = place_of(finder, &out->map);
    for (int i = 0; i < dims->count; i++) {
        const BoxDim *dim = &dims->at[i];
        const int d = map_dim(dims, i);
        const bool follows = dim->moves < 0 && dim->tile == next;
        int64_t part = follows ? part_of(finder, out, dim, d, bits) : 0;
        if ((i == 0 && !part) || d >= MAX_TENSOR_RANK ||
            (!finder->best && dim->count > 1 && dim->tile != chain))
            return 0;
        part = part ? part : 1;
        if (part != dim->count && !out->map.not_fewer)
            out->map.not_fewer = not_whole(finder, dim, d, next, bits, tensor_pack(&out->map));
        if (dim->moves < 0)
            add_map_dim(out, dim, part);
        bits *= part;
        chain *= dim->count;
        next = i == 0 && finder_span(finder) ? finder_span(finder) : next * part;
        count *= dim->count / part;
        const int64_t step = dim->moves < 0 ? part : dim->step;
        if (dim->count > part && !boxes_add_loop(
                                     finder,
                                     out,
                                     dim->count / part,
                                     part * dim->tile,
                                     d,
                                     d == 0 ? step / tensor_pack(&out->map) : step))
            return 0;
    }
    return count;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* A map has no numbers of 4 bits, but two of them as a byte. */
static int unit_of(const Finder *finder) {
    return copy_bits(finder->copy) == 4 ? 2 : 1;
}

typedef struct {
    const Dims *dims, *together;
    bool fixed; /* elements are not taken together */
    int64_t least;
} Search;

/* Upstream merges, then takes the dimensions as they are, then takes wider elements, and is content
 * with the first. */
static void search_with(const Finder *finder, Search *search, bool split, Boxes *out) {
    const int64_t unit = unit_of(finder);
    for (int64_t pack = unit; pack <= (search->fixed ? unit : 8); pack *= 2)
        for (int way = 0; way < 2; way++) {
            const Dims *as = way ? search->dims : search->together;
            Dims pieces;
            Boxes boxes;
            if ((!finder->best && search->least) || !dims_pack(finder, as, pack) ||
                (finder->copy->options.oob && (split || !way)) ||
                (split && !split_row(finder, as, pack, &pieces)))
                continue;
            const int64_t count = try_boxes(finder, split ? &pieces : as, pack, &boxes);
            if (count && (!search->least || count < search->least)) {
                *out = boxes;
                out->map.piece = split ? pieces.at[0].count : 0;
                out->map.pieces = split ? pieces.at[1].count : 0;
                search->least = count;
            }
        }
}

/* With `oob` panels, and pieces of long rows, are a dimension where they are never partly outside,
 * and that makes fewer boxes. What is missing for it is said. */
static void search_panels(const Finder *finder, Search *search, bool split, Boxes *out) {
    const int64_t unit = unit_of(finder);
    Text facts = {0};
    Dims as = *search->dims;
    if (split && !split_row(finder, search->dims, unit, &as))
        return;
    for (int way = 0; way < 2; way++) {
        Dims dims;
        Boxes boxes;
        if (!finder->copy->options.oob || !dims_panels(finder, &as, way ? &facts : NULL, &dims) ||
            !dims_pack(finder, &dims, unit))
            continue;
        const int64_t count = try_boxes(finder, &dims, unit, &boxes);
        if (!count || (search->least && count >= search->least) || (way && !out->map.not_fewer))
            continue;
        if (way) {
            const char *number = count == 1 ? "one" : mem_printf("%lld", (long long)count);
            out->map.not_fewer = mem_printf(
                "%s; 'where %s' would make it %s", out->map.not_fewer, text_string(&facts), number);
            continue;
        }
        *out = boxes;
        out->map.piece = split ? as.at[0].count : 0;
        out->map.pieces = split ? as.at[1].count : 0;
        search->least = count;
    }
}

/* Long rows are split where that makes fewer boxes. */
static bool search(const Finder *finder, const Dims *dims, Boxes *out) {
    const Options *options = &finder->copy->options;
    const Dims together = merged(dims);
    *out = (Boxes){0};
    Search all = {
        .dims = dims,
        .together = &together,
        .fixed = options->oob || options->reduce || finder->copy->by_map || unit_of(finder) > 1};
    search_with(finder, &all, false, out);
    if (finder->best)
        search_with(finder, &all, true, out);
    search_panels(finder, &all, false, out);
    search_panels(finder, &all, true, out);
    return all.least > 0;
}

/* Of the map with the fewest dimensions. */
static int least_rank(const Finder *finder, const Dims *dims) {
    int rank = 0;
    for (int i = 0; i < dims->count; i++)
        rank += dims->at[i].moves < 0;
    return finder->copy->options.oob ? rank : merged(dims).count;
}

/* What is wrong with the dimensions as they are: every rule of a map with all of them in one
 * box. */
static bool decline_all(const Finder *finder, const Dims *dims, Decline *decline) {
    Boxes boxes = {.map = {.kind = OBJECT_TENSOR, .swizzle = finder->tile->layout.swizzle}};
    int64_t next = 1;
    boxes.map.swizzle.on = boxes.map.swizzle.len > 0;
    boxes.map.pack = unit_of(finder);
    for (int i = 0; i < dims->count && boxes.map.rank < MAX_TENSOR_RANK; i++) {
        const BoxDim *dim = &dims->at[i];
        if (dim->count > 1 && dim->tile != next)
            return decline_with(
                decline,
                "tile",
                "dimension %d of the tile is %lld elements apart, and %lld would follow",
                i,
                (long long)dim->tile,
                (long long)next);
        next = i == 0 && finder_span(finder) > dim->count ? finder_span(finder) : next * dim->count;
        add_map_dim(&boxes, dim, dim->count);
    }
    if (least_rank(finder, dims) > MAX_TENSOR_RANK)
        boxes.map.rank = least_rank(finder, dims);
    if (!tensor_rules(finder->copy, &boxes, decline))
        return false;
    return decline_with(
        decline,
        "place",
        "boxes begin at multiples of %lld bytes of the tile, and no division of it does",
        (long long)tensor_place(&boxes.map, copy_bits(finder->copy)));
}

Partition *boxes_find(const Copy *copy, bool best, Boxes *out, Decline *decline) {
    const bool load = copy->dst.space == SPACE_SMEM;
    Finder finder = {
        .copy = copy,
        .tensor = load ? &copy->src : &copy->dst,
        .tile = load ? &copy->dst : &copy->src,
        .side = load ? DST : SRC,
        .best = best};
    Partition *partition = partition_new(tensor_plain(copy), decline);
    Dims dims = {.count = 0};
    if (!partition || !dims_find(&finder, partition, &dims, decline))
        return NULL;
    if (search(&finder, &dims, out))
        return tensor_rules(copy, out, decline) ? partition : NULL;
    decline_all(&finder, &dims, decline);
    return NULL;
}
