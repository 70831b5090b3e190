/* saying.c: the parts of a name -> the statement that makes a function of this name. Each word of
 * the statement stands where the part of the name stands that said it, so that an error of the
 * language is shown there. */
#include "kernel.h"
#include <string.h>

void saying_add(Saying *saying, Loc loc, const char *text) {
    if (saying->part_count == saying->part_capacity) {
        size_t held = (size_t)saying->part_capacity * sizeof(SourcePart);
        saying->part_capacity = 2 * saying->part_capacity + 16;
        saying->parts =
            mem_grow(saying->parts, held, (size_t)saying->part_capacity * sizeof(SourcePart));
    }
    loc.turn = saying->turn;
    saying->parts[saying->part_count++] = (SourcePart){saying->text.length, loc, false};
    text_add(&saying->text, text);
}

typedef struct {
    Reading *reading;
    const NameParts *parts;
    Saying *out;
    NameFault *fault;
    Text facts; /* that tags say */
    int pitches;
    const char *tile; /* of a permutation in place */
} Maker;

static const Dtype *dtype_at(const NameParts *parts, int side) {
    return side && parts->to_dtype ? parts->to_dtype : parts->dtype;
}

static const NameShape *shape_at(const NameParts *parts, int side) {
    return parts->side[side].has_parent ? &parts->side[side].parent : &parts->shape;
}

static const char *extents(const NameShape *shape, const char *between) {
    Text text = {0};
    for (int d = 0; d < shape->rank; d++) {
        text_add(&text, d ? between : "");
        if (shape->name[d])
            text_add(&text, shape->name[d]);
        else
            text_printf(&text, "%lld", (long long)shape->extent[d]);
    }
    return shape->rank ? text_string(&text) : "1";
}

static Loc tag_loc(const NameParts *parts, const NameSide *side) {
    Loc loc = parts->words[side->tag].loc;
    const Loc *last = &parts->words[side->tag + side->tag_count - 1].loc;
    loc.length = last->column + last->length - loc.column;
    return loc;
}

static const char *tag_text(const NameParts *parts, const NameSide *side) {
    const NameWord *first = &parts->words[side->tag];
    const NameWord *last = &parts->words[side->tag + side->tag_count - 1];
    return mem_text(first->at, (size_t)(last->at + last->length - first->at));
}

/* ---- layouts --------------------------------------------------------------------------------- */

static void add_fact(Maker *maker, const char *name, int64_t divisor) {
    text_printf(
        &maker->facts,
        "%s%s %% %lld == 0",
        maker->facts.length ? ", " : "",
        name,
        (long long)divisor);
}

/* S[(M,64):(64,1)]: rows of an array follow one another as they are at run time. */
static bool add_compact(Maker *maker, const NameSide *side) {
    const NameShape *shape = &side->parent;
    const char *strides = "1", *names = "";
    int64_t step = 1;
    for (int d = shape->rank - 1; d > 0; d--) {
        if (shape->name[d])
            names = mem_printf("%s*%s", names, shape->name[d]);
        else if (!mul_i64(step, shape->extent[d], &step))
            return name_fail(
                maker->fault, side->region_loc, "the shape does not fit 64 bits", NULL);
        strides = step > 1 || !*names ? mem_printf("%lld%s,%s", (long long)step, names, strides)
                                      : mem_printf("%s,%s", names + 1, strides);
    }
    saying_add(
        maker->out, side->region_loc, mem_printf("S[(%s):(%s)]", extents(shape, ","), strides));
    return true;
}

/* Compact rows; in registers of several threads row i in thread i. */
static bool add_default(Maker *maker, int at) {
    const NameParts *parts = maker->parts;
    const NameSide *side = &parts->side[at];
    const NameShape *shape = shape_at(parts, at);
    Text text = {0};
    if (shape->named)
        return add_compact(maker, side);
    text_printf(&text, "S[(%s)", extents(shape, ","));
    if (side->space == SPACE_REG && parts->scope.kind != SCOPE_THREAD) {
        const int rows = scope_rows(&parts->scope);
        if (!shape->rank || shape->extent[0] != rows)
            return name_fail(
                maker->fault,
                parts->shape_loc,
                mem_printf(
                    "registers without a layout hold row i in thread i, of %d threads, and %s has "
                    "other rows",
                    rows,
                    extents(shape, "x")),
                "name the layout behind 'reg': mma_c, wgmma_c, or one of a //@tc layout line");
        text_add(&text, ":(1@thread");
        for (int d = 1; d < shape->rank; d++) {
            int64_t stride = 1;
            for (int i = d + 1; i < shape->rank; i++)
                if (!mul_i64(stride, shape->extent[i], &stride))
                    return name_fail(
                        maker->fault, parts->shape_loc, "the shape does not fit 64 bits", NULL);
            text_printf(&text, ",%lld", (long long)stride);
        }
        text_char(&text, ')');
    }
    text_char(&text, ']');
    saying_add(
        maker->out, side->has_parent ? side->region_loc : parts->shape_loc, text_string(&text));
    return true;
}

/* ldx8: rows with a pitch that is known at run time. */
static bool add_pitched(Maker *maker, int at, const char *tag) {
    const NameSide *side = &maker->parts->side[at];
    const NameShape *shape = shape_at(maker->parts, at);
    int64_t divisor = 1;
    if (shape->rank != 2)
        return name_unclear(
            maker->fault,
            tag_loc(maker->parts, side),
            "'ld' is the pitch of rows, and the name has no rows and columns",
            NULL);
    if (tag[2]) {
        divisor = 0;
        for (const char *digit = tag + 3; *digit && divisor < 1 << 24; digit++)
            divisor = 10 * divisor + (*digit - '0');
        add_fact(maker, "ld", divisor);
    }
    if (maker->pitches++)
        name_unclear(
            maker->fault,
            tag_loc(maker->parts, side),
            "the name does not say whether the two pitches are one argument",
            NULL);
    saying_add(
        maker->out, tag_loc(maker->parts, side), mem_printf("S[(%s):(ld,1)]", extents(shape, ",")));
    return true;
}

static bool is_pitch(const char *tag) {
    size_t digits = strncmp(tag, "ldx", 3) == 0 ? strspn(tag + 3, "0123456789") : 0;
    return strcmp(tag, "ld") == 0 || (digits && !tag[3 + digits]);
}

/* sw128 is the atom of the prelude that repeats in panels, and compact rows of any width with that
 * swizzle: the same while a row is as wide as the atom. */
static bool add_standard(Maker *maker, int at, const char *tag, int64_t width) {
    const NameParts *parts = maker->parts;
    const NameSide *side = &parts->side[at];
    const NameShape *shape = shape_at(parts, at);
    int64_t bits = shape->rank ? shape->extent[shape->rank - 1] : 0;
    if (!mul_i64(bits, dtype_at(parts, at)->bits, &bits))
        bits = 0;
    if (bits > 8 * width)
        name_unclear(
            maker->fault,
            tag_loc(parts, side),
            mem_printf(
                "rows of %lld bytes are wider than %s: the name does not say whether they lie in "
                "panels or swizzled as they are",
                (long long)(bits / 8),
                tag),
            NULL);
    if (bits >= 8 * width)
        saying_add(maker->out, tag_loc(parts, side), mem_printf("%s %s", extents(shape, "x"), tag));
    else
        saying_add(
            maker->out,
            tag_loc(parts, side),
            mem_printf("S[(%s)] swizzle %lldB", extents(shape, ","), (long long)width));
    return true;
}

/* Are the numbers those of the strides in `mask`, one for each time that such a stride stands? */
static bool divides(
    const NamedLayout *layout, unsigned mask, const int64_t *numbers, int count, int *first) {
    int at = 0;
    for (int i = 0; i < layout->stride_count; i++) {
        int same = 0; /* the first stride of this name */
        while (strcmp(layout->strides[same], layout->strides[i]) != 0)
            same++;
        if (!(mask >> same & 1))
            continue;
        if (at == count || (same < i && numbers[at] != numbers[first[same]]))
            return false;
        if (same == i)
            first[i] = at;
        at++;
    }
    return at == count;
}

/* The facts behind the name of a layout, x8 of pitchx8: numbers that divide its run-time strides,
 * if there is one way to give them to the strides. */
static bool add_divisors(Maker *maker, Loc loc, const char *at, const NamedLayout *layout) {
    int64_t numbers[MAX_SYMBOLS];
    int first[MAX_SYMBOLS], found[MAX_SYMBOLS] = {0}, count = 0, ways = 0;
    unsigned chosen = 0, distinct = 0;
    for (; *at == 'x' && count < MAX_SYMBOLS; count++)
        for (numbers[count] = 0, at++; *at && *at != 'x' && numbers[count] < 1 << 24; at++)
            numbers[count] = 10 * numbers[count] + (*at - '0');
    for (int i = 0; i < layout->stride_count; i++) {
        int same = 0;
        while (strcmp(layout->strides[same], layout->strides[i]) != 0)
            same++;
        distinct |= 1u << same;
    }
    for (unsigned mask = distinct; mask; mask = (mask - 1) & distinct)
        if (divides(layout, mask, numbers, count, first)) {
            chosen = mask;
            memcpy(found, first, sizeof found);
            ways++;
        }
    for (int i = 0; i < layout->stride_count && ways == 1; i++)
        if (chosen >> i & 1)
            add_fact(maker, layout->strides[i], numbers[found[i]]);
    return ways == 1 ||
           name_unclear(
               maker->fault,
               loc,
               mem_printf(
                   "the name does not say which of %d run-time strides its numbers divide",
                   layout->stride_count),
               NULL);
}

/* Where the numbers of "pitchx8x4" begin; NULL: there are none. */
static const char *divisors_of(const char *tag) {
    const char *at = tag + strlen(tag), *found = NULL;
    for (;;) {
        const char *end = at;
        while (at > tag && at[-1] >= '0' && at[-1] <= '9')
            at--;
        if (at == end || at == tag || at[-1] != 'x')
            return found;
        found = --at;
    }
}

static bool add_named(Maker *maker, int at, const char *tag) {
    static const char *const orders[] = {"_by_rows", "_by_columns"};
    const NameParts *parts = maker->parts;
    const NameSide *side = &parts->side[at];
    const NameShape *shape = shape_at(parts, at);
    Loc loc = tag_loc(parts, side);
    const char *order = "", *divisors = divisors_of(tag);
    NamedLayout layout = {0};
    size_t length = strlen(tag);
    bool known = lang_layout(maker->reading, tag, length, &layout);
    for (int i = 0; i < 2 && !known; i++) {
        size_t end = strlen(orders[i]);
        if (length > end && strcmp(tag + length - end, orders[i]) == 0 &&
            (known = lang_layout(maker->reading, tag, length - end, &layout))) {
            order = i ? " by columns" : " by rows";
            length -= end;
        }
    }
    if (!known && divisors && divisors > tag &&
        lang_layout(maker->reading, tag, (size_t)(divisors - tag), &layout)) {
        length = (size_t)(divisors - tag);
        if (!add_divisors(maker, loc, divisors, &layout) && !maker->fault->unclear)
            return false;
    }
    tag = mem_text(tag, length);
    if (layout.is_standard && !*order && layout.width)
        return add_standard(maker, at, tag, layout.width);
    bool open = false;
    for (int d = 0; d < shape->rank; d++)
        open |= shape->extent[d] == 0;
    saying_add(
        maker->out, loc, open ? tag : mem_printf("%s %s%s", extents(shape, "x"), tag, order));
    return true;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Which dimensions of the buffer the shape of the region fills; the others are one wide. 8 of 8x8
 * may be a row or a column. Of a whole array all fill theirs. */
static int region_ways(const NameSide *side, const NameShape *shape, int d, int s, bool *fills) {
    if (d == side->parent.rank)
        return s == shape->rank;
    int ways = 0;
    bool rest[MAX_RANK] = {0};
    int64_t room =
        side->parent.extent[d] ? side->parent.extent[d] - side->origin.extent[d] : INT64_MAX;
    const bool whole = side->bounded && side->parent.extent[d] > 1;
    if (s < shape->rank && (whole ? shape->extent[s] == room : shape->extent[s] <= room)) {
        ways += region_ways(side, shape, d + 1, s + 1, rest);
        if (ways) {
            memcpy(fills + d + 1, rest + d + 1, (size_t)(MAX_RANK - d - 1) * sizeof rest[0]);
            fills[d] = true;
        }
    }
    if (room >= 1 && !whole && side->parent.rank - d > shape->rank - s) {
        int more = region_ways(side, shape, d + 1, s, rest);
        if (more && !ways)
            memcpy(fills + d, rest + d, (size_t)(MAX_RANK - d) * sizeof rest[0]);
        ways += more;
    }
    return ways;
}

static bool add_region(Maker *maker, int at) {
    static const char *const names[MAX_RANK] = {"m", "k", "n", "i", "j", "p", "q", "r"};
    const NameParts *parts = maker->parts;
    const NameSide *side = &parts->side[at];
    bool fills[MAX_RANK] = {0};
    Text text = {0};
    int ways = region_ways(side, &parts->shape, 0, 0, fills), s = 0;
    if (!ways)
        return name_fail(
            maker->fault,
            side->region_loc,
            mem_printf(
                "%s does not fit into %s from there on",
                extents(&parts->shape, "x"),
                extents(&side->parent, "x")),
            NULL);
    if (ways > 1)
        name_unclear(
            maker->fault,
            side->region_loc,
            "the name does not say in which dimensions of the buffer the region is one wide",
            NULL);
    for (int d = 0; d < side->parent.rank && side->bounded; d++)
        if (side->parent.name[d])
            text_printf(
                &maker->facts,
                "%s%s <= %lld",
                maker->facts.length ? ", " : "",
                side->parent.name[d],
                (long long)(fills[d] ? parts->shape.extent[s++] : 1));
        else
            s += fills[d];
    for (int d = 0; d < side->parent.rank && !side->bounded; d++) {
        long long begin = side->origin.extent[d], extent = fills[d] ? parts->shape.extent[s++] : 1;
        text_add(&text, d ? ", " : "[");
        if (parts->dynamic && fills[d]) {
            text_add(&text, names[d]);
            if (begin)
                text_printf(&text, "%+lld", begin);
            text_printf(&text, ":+%lld", extent);
            if (side->parent.extent[d])
                add_fact(maker, names[d], extent);
        } else {
            text_printf(&text, "%lld:%lld", begin, begin + extent);
        }
    }
    if (!side->bounded)
        saying_add(maker->out, side->region_loc, mem_printf("%s]", text_string(&text)));
    return true;
}

/* where: the space, or the tile that is seen in this layout. */
static bool add_layout(Maker *maker, int at, const char *where) {
    const NameSide *side = &maker->parts->side[at];
    Loc loc = maker->parts->words[side->tag - 1].loc;
    NamedLayout layout = {0};
    const char *tag = side->tag_count ? tag_text(maker->parts, side) : NULL;
    bool own = tag && lang_layout(maker->reading, tag, strlen(tag), &layout);
    if (layout.tile) {
        saying_add(maker->out, loc, layout.tile);
        return true;
    }
    saying_add(maker->out, loc, mem_printf("%s ", where));
    if (!tag)
        return add_default(maker, at);
    return !own && is_pitch(tag) && side->space != SPACE_REG ? add_pitched(maker, at, tag)
                                                             : add_named(maker, at, tag);
}

/* " by i32 smem every3" */
static void add_indices(Maker *maker, const NameSide *side) {
    const NameWord *words = &maker->parts->words[side->by];
    Text text = {0};
    text_printf(&text, " by %.*s", (int)words[0].length, words[0].at);
    text_printf(&text, " %.*s", (int)words[1].length, words[1].at);
    for (int i = 0; i < side->by_tag_count; i++)
        text_printf(&text, "%s%.*s", i ? "_" : " ", (int)words[2 + i].length, words[2 + i].at);
    saying_add(maker->out, words[0].loc, text_string(&text));
}

static bool add_operand(Maker *maker, int at) {
    const NameParts *parts = maker->parts;
    const NameSide *side = &parts->side[at];
    Loc loc = parts->words[side->tag - 1].loc; /* the space */
    if (maker->tile && at == 0) {
        saying_add(maker->out, loc, maker->tile);
        return true;
    }
    const char *where = maker->tile ? maker->tile : space_name[side->space];
    if (!add_layout(maker, at, where) || (side->has_parent && !add_region(maker, at)))
        return false;
    if (side->by)
        add_indices(maker, side);
    return true;
}

/* ---- statements ------------------------------------------------------------------------------ */

static void add_scope(Maker *maker) {
    const Scope *scope = &maker->parts->scope;
    Text text = {0};
    text_add(&text, scope_name[scope->kind]);
    if (scope->kind == SCOPE_CTA || scope->kind == SCOPE_CLUSTER)
        text_printf(&text, "(%d)", scope->threads);
    if (scope->lanes_given)
        text_printf(&text, " lanes %d:%d", scope->lane_begin, scope->lane_end);
    if (scope->warps_given)
        text_printf(&text, " warps %d:%d", scope->warp_begin, scope->warp_end);
    text_char(&text, ' ');
    saying_add(maker->out, maker->parts->scope_loc, text_string(&text));
}

static void add_facts(Maker *maker) {
    const NameParts *parts = maker->parts;
    static const char *const names[] = {"src", "dst"};
    const char *between = " where ";
    for (int i = 0; i < 2; i++) {
        const NameSide *side = &parts->side[i];
        if (!side->align || (side->space == SPACE_REG && parts->side[!i].space != SPACE_REG))
            continue;
        saying_add(
            maker->out,
            side->align_loc,
            mem_printf("%salign(%s) == %d", between, names[i], side->align));
        between = ", ";
    }
    const Text *more[] = {&maker->facts, &parts->facts};
    for (int i = 0; i < 2; i++)
        if (more[i]->length) {
            saying_add(maker->out, parts->loc, mem_printf("%s%s", between, text_string(more[i])));
            between = ", ";
        }
}

static void add_options(Maker *maker) {
    const NameParts *parts = maker->parts;
    if (parts->options.length)
        saying_add(maker->out, parts->loc, mem_printf(" {%s }", text_string(&parts->options)));
}

/* One tile in two layouts: a tile statement before the permutation. */
static bool add_tile(Maker *maker, int number) {
    const NameParts *parts = maker->parts;
    const char *name = mem_printf("scan_tile_%d", number);
    saying_add(maker->out, parts->loc, mem_printf("tile %s : ", name));
    if (!add_layout(maker, 0, "smem"))
        return false;
    saying_add(maker->out, parts->dtype_loc, mem_printf(" %s\n", parts->dtype->name));
    maker->tile = name;
    return true;
}

static bool add_copy(Maker *maker, int number) {
    const NameParts *parts = maker->parts;
    if (parts->in_place && !add_tile(maker, number))
        return false;
    saying_add(maker->out, parts->loc, mem_printf("%s ", op_name[parts->op]));
    add_scope(maker);
    saying_add(maker->out, parts->dtype_loc, mem_printf("%s ", parts->dtype->name));
    if (parts->to_dtype)
        saying_add(maker->out, parts->to_dtype_loc, mem_printf("-> %s ", parts->to_dtype->name));
    if (parts->op == OP_FILL)
        return add_operand(maker, 1);
    if (!add_operand(maker, 0))
        return false;
    saying_add(maker->out, parts->loc, " -> ");
    return add_operand(maker, 1);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static bool has_extent(const NameShape *shape, const char *name) {
    bool has = false;
    for (int d = 0; d < shape->rank; d++)
        has |= shape->name[d] && strcmp(shape->name[d], name) == 0;
    return has;
}

/* The extents of an array have the usual names, or the names of facts about them, if each of them
 * has a fact. What is unclear is shown with the last extents as those of the facts. */
static void name_extents(const NameParts *parts, NameShape *shape, NameFault *fault) {
    static const char *const names[MAX_RANK] = {
        "width", "height", "depth", "n3", "n4", "n5", "n6", "n7"};
    const char *unknown = NULL;
    int extent_count = 0;
    for (int d = 0; d < shape->rank; d++) {
        shape->name[d] = shape->extent[d] ? NULL : names[shape->rank - 1 - d];
        extent_count += shape->name[d] != NULL;
    }
    for (int i = 0; i < parts->limit_count && !unknown; i++)
        unknown = has_extent(shape, parts->limits[i]) ? NULL : parts->limits[i];
    for (int d = shape->rank - 1, at = parts->limit_count; d >= 0 && at > 0 && unknown; d--)
        if (shape->name[d])
            shape->name[d] = parts->limits[--at];
    if (unknown && parts->limit_count != extent_count)
        name_unclear(
            fault,
            parts->limits_loc,
            mem_printf("the name does not say which of %d extents '%s' is", extent_count, unknown),
            NULL);
}

/* A layout of the description has names of its own. */
static void name_array(Reading *reading, NameParts *parts, NameFault *fault) {
    for (int i = 0; i < 2; i++) {
        NameSide *side = &parts->side[i];
        NamedLayout layout = {0};
        const char *tag = side->tag_count ? tag_text(parts, side) : NULL;
        if (!side->parent.named)
            continue;
        if (tag && lang_layout(reading, tag, strlen(tag), &layout))
            memcpy(side->parent.name, layout.extents, sizeof layout.extents);
        else
            name_extents(parts, &side->parent, fault);
    }
}

bool saying_make(
    Reading *reading, const NameParts *read, int number, Saying *out, NameFault *fault) {
    NameParts named = *read, *parts = &named;
    Maker maker = {.reading = reading, .parts = parts, .out = out, .fault = fault};
    bool ok;
    name_array(reading, parts, fault);
    switch (parts->kind) {
    case NAME_DESCRIPTOR:
        saying_add(
            out,
            parts->loc,
            mem_printf("descriptor %s %s ", matrix_unit_name[parts->unit], parts->dtype->name));
        ok = add_operand(&maker, 0);
        break;
    case NAME_COORDS:
        saying_add(out, parts->loc, "coords ");
        add_scope(&maker);
        ok = add_operand(&maker, 0);
        break;
    default:
        ok = add_copy(&maker, number);
    }
    if (!ok)
        return false;
    add_facts(&maker);
    add_options(&maker);
    return !fault->failed;
}
