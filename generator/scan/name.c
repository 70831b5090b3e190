/* name.c: the name of a call -> its parts, word by word, in the order in which dispatch/names.c
 * writes them and by the tables that it writes from. Whether all was understood is shown later: the
 * function that is made gets its name anew, which must be the name of the call. */
#include "name_words.h"
#include <string.h>

/* ---- who, and what it does ------------------------------------------------------------------- */

/* lanes0_16, warps1_3 */
static bool read_interval(Reader *reader, const char *head, bool *given, int *begin, int *end) {
    int before = reader->at;
    if (!name_small(reader, head, begin))
        return true;
    if (!name_small(reader, "", end))
        return name_fail_word(
            reader, mem_printf("the end of the %s, as in %s0_16", head, head), NULL, 0);
    *given = true;
    name_note(reader, before, mem_printf("the %s that take part", head));
    return true;
}

static bool read_scope(Reader *reader) {
    Scope *scope = &reader->parts->scope;
    int before = reader->at;
    int kind = name_accept_of(reader, scope_name, SCOPE_CTA);
    for (int i = SCOPE_CTA; i < SCOPE_COUNT && kind < 0; i++)
        if (name_small(reader, scope_name[i], &scope->threads))
            kind = i;
    if (kind < 0)
        return name_fail_word(
            reader,
            "a scope (thread, elected, warp, warpgroup, ctaN, clusterN)",
            scope_name,
            SCOPE_CTA);
    scope->kind = (ScopeKind)kind;
    reader->parts->scope_loc = name_at(reader, before)->loc;
    name_note(reader, before, "the scope");
    return read_interval(
               reader, "lanes", &scope->lanes_given, &scope->lane_begin, &scope->lane_end) &&
           read_interval(
               reader, "warps", &scope->warps_given, &scope->warp_begin, &scope->warp_end);
}

/* Names of the table have several words: copy_async before copy. */
static bool read_op(Reader *reader) {
    static const char *const ops[] = {"copy", "permute", "relayout", "coords", "fill"};
    int before = reader->at, found = name_accept_of(reader, ops, COUNT_OF(ops));
    NameParts *parts = reader->parts;
    if (found < 0)
        return name_fail_word(
            reader, "an operation (copy, copy_async, permute, relayout, fill)", ops, COUNT_OF(ops));
    parts->kind = found == 3 ? NAME_COORDS : NAME_COPY;
    parts->op = found == 1                                   ? OP_PERMUTE
                : found == 2                                 ? OP_RELAYOUT
                : found == 4                                 ? OP_FILL
                : found == 0 && name_accept(reader, "async") ? OP_COPY_ASYNC
                                                             : OP_COPY;
    name_note(reader, before, "the operation");
    return true;
}

/* ---- from where to where --------------------------------------------------------------------- */

static bool read_space(Reader *reader, NameSide *side, const char *what) {
    int before = reader->at, space = name_accept_of(reader, space_name, SPACE_COUNT);
    if (space < 0)
        return name_fail_word(
            reader, mem_printf("%s (gmem, smem, reg, dsmem, tmem)", what), space_name, SPACE_COUNT);
    side->space = (Space)space;
    name_note(reader, before, what);
    return true;
}

/* by_i32_gmem: where the indices are that pick the rows. */
static bool is_by(const Reader *reader, int at) {
    return name_is(reader, at, "by") &&
           (name_is(reader, at + 1, "i32") || name_is(reader, at + 1, "u32")) &&
           (name_is(reader, at + 2, "gmem") || name_is(reader, at + 2, "smem") ||
            name_is(reader, at + 2, "reg"));
}

/* The words of a tag: up to `to`, or up to the shape, or to the indices. Returns how many. */
static int skip_tag(Reader *reader, bool is_first) {
    const int first = reader->at;
    while (reader->at < reader->parts->count && !is_by(reader, reader->at)) {
        const NameWord *word = name_at(reader, reader->at);
        if (is_first ? word_equals(word, "to") : word->length && char_is_digit(word->at[0]))
            break;
        reader->at++;
    }
    return reader->at - first;
}

static void read_tag(Reader *reader, NameSide *side, bool is_first) {
    side->tag = reader->at;
    side->tag_count = skip_tag(reader, is_first);
    if (side->tag_count && reader->at < reader->parts->count)
        name_note(reader, side->tag, "its layout");
    if (!is_by(reader, reader->at))
        return;
    const int before = reader->at;
    reader->at += 3;
    side->by = before + 1;
    side->by_tag_count = reader->at < reader->parts->count ? skip_tag(reader, is_first) : 0;
    name_note(reader, before, "where the indices of its rows are");
}

static bool read_shape(Reader *reader) {
    int before = reader->at;
    NameParts *parts = reader->parts;
    if (!name_shape(reader, "", false, &parts->shape))
        return name_fail_word(reader, "a shape, as in 32x8", NULL, 0);
    parts->shape_loc = parts->words[before].loc;
    if (parts->shape.rank == 1 && parts->shape.extent[0] == 1)
        parts->shape.rank = 0; /* one element */
    name_note(reader, before, "the shape");
    return true;
}

static bool read_dtype(Reader *reader) {
    NameParts *parts = reader->parts;
    int before = reader->at;
    const NameWord *word = name_at(reader, before), *second = name_at(reader, before + 1);
    parts->dtype = word->length ? dtype_find(word->at, word->length) : NULL;
    if (!parts->dtype) {
        name_fail_word(reader, "a type of elements (f32, f16, bf16, u8, b32 ...)", NULL, 0);
        reader->fault->near = near_dtype(mem_text(word->at, word->length));
        return false;
    }
    parts->dtype_loc = parts->to_dtype_loc = word->loc;
    parts->to_dtype = second->length ? dtype_find(second->at, second->length) : NULL;
    reader->at += parts->to_dtype ? 2 : 1;
    name_note(reader, before, parts->to_dtype ? "the types of the elements" : "the type");
    if (!parts->to_dtype)
        return true;
    static const char *const roundings[] = {"rn", "rz", "rna"};
    parts->to_dtype_loc = second->loc;
    int rounding = name_accept_of(reader, roundings, COUNT_OF(roundings));
    if (rounding >= 0)
        text_printf(&parts->options, " round %s;", roundings[rounding]);
    if (name_accept(reader, "sat"))
        text_add(&parts->options, " saturate;");
    return true;
}

/* Rows of registers without a tag; 0: as many as there are, of a thread. */
int scope_rows(const Scope *scope) {
    static const int threads[] = {0, 32, 32, 128, 0, 0};
    return threads[scope->kind] ? threads[scope->kind] : scope->threads;
}

/* of64x64_at0x8, of64x64_dyn, ofnxn_atm1x8_dyn, ofnx64 */
static bool read_region(Reader *reader, NameSide *side) {
    NameParts *parts = reader->parts;
    int before = reader->at;
    if (!name_shape(reader, "of", true, &side->parent))
        return name_fail_word(reader, "a shape, as in of64x64", NULL, 0);
    side->has_parent = true;
    int origin = reader->at;
    if (name_at(reader, origin)->length > 2 && memcmp(name_at(reader, origin)->at, "at", 2) == 0) {
        if (!name_shape(reader, "at", false, &side->origin) ||
            side->origin.rank != side->parent.rank)
            return name_fail(
                reader->fault,
                parts->words[origin].loc,
                "the origin has other dimensions than the buffer",
                "an origin is as long as the shape of the buffer: of64x64_at0x8");
        side->has_origin = true;
    }
    if (name_is(reader, reader->at, "dyn")) {
        parts->dynamic = true;
        name_unclear(
            reader->fault,
            parts->words[reader->at++].loc,
            "'dyn' does not say which origins are known at run time, nor what divides them",
            NULL);
    } else if (!side->has_origin && !side->parent.named) {
        return name_fail_word(reader, "an origin, as in at0x8", NULL, 0);
    }
    side->bounded = !side->has_origin && !parts->dynamic;
    side->region_loc = name_span(parts, before, reader->at);
    name_note(
        reader,
        before,
        side->bounded ? "an array of at most the shape" : "the region of a larger buffer");
    return true;
}

/* Could the registers be a region of the parent as well as the memory? */
static bool fits_registers(const NameParts *parts, const NameSide *registers, int rows) {
    const NameShape *parent = &parts->side[registers == parts->side].parent;
    return registers->tag_count > 0 || rows == 0 || parent->extent[0] == rows;
}

/* Extents that are known at run time are those of global memory. */
static bool has_gmem(const NameParts *parts) {
    return (parts->side[0].space == SPACE_GMEM) != (parts->side[1].space == SPACE_GMEM);
}

/* Without a space before it, a region is that of memory, unless the registers may have it too. */
static bool read_regions(Reader *reader) {
    NameParts *parts = reader->parts;
    NameSide *sides = parts->side;
    for (int i = 0; i < 2; i++) {
        const char *next = name_at(reader, reader->at + 1)->at;
        if (name_is(reader, reader->at, space_name[sides[i].space]) &&
            strncmp(next, "of", 2) == 0) {
            reader->at++;
            if (!read_region(reader, &sides[i]))
                return false;
        }
    }
    if (sides[0].has_parent || strncmp(name_at(reader, reader->at)->at, "of", 2) != 0)
        return true;
    bool memory[] = {sides[0].space != SPACE_REG, sides[1].space != SPACE_REG};
    const NameWord *of = name_at(reader, reader->at);
    bool is_array = memchr(of->at, 'n', of->length) != NULL && has_gmem(parts);
    NameSide *side = (is_array ? sides[0].space == SPACE_GMEM : memory[0]) ? &sides[0] : &sides[1];
    if (!read_region(reader, side))
        return false;
    bool either = memory[0] == memory[1] ||
                  fits_registers(parts, &sides[memory[0]], scope_rows(&parts->scope));
    if (parts->kind == NAME_COPY && parts->op != OP_FILL && either && !is_array)
        name_unclear(
            reader->fault,
            side->region_loc,
            "the name does not say which of the two sides is a part of a larger buffer",
            NULL);
    return true;
}

/* align4, src_align4, dst_align4 */
static void read_aligns(Reader *reader) {
    static const char *const which[] = {"src", "dst"};
    int bytes;
    for (int i = 0; i < 2; i++) {
        int before = reader->at;
        if (!name_accept(reader, which[i]))
            continue;
        if (name_small(reader, "align", &bytes)) {
            reader->parts->side[i].align = bytes;
            reader->parts->side[i].align_loc = name_span(reader->parts, before, reader->at);
        } else {
            reader->at = before;
        }
    }
    int before = reader->at;
    if (name_small(reader, "align", &bytes))
        for (int i = 0; i < 2; i++) {
            reader->parts->side[i].align = bytes;
            reader->parts->side[i].align_loc = name_span(reader->parts, before, reader->at);
        }
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* A value of an option as a name writes it, no_allocate or 128b for 128B; and how the option takes
 * it. */
static const char *accept_value(Reader *reader, const char *values) {
    for (const char *at = values; *at; at += strspn(at, "|")) {
        size_t length = strcspn(at, "|");
        Text text = {0};
        int before = reader->at;
        text_add_bytes(&text, at, length);
        bool is_size = char_is_digit(at[0]), matches = true;
        for (const char *part = text_string(&text); matches && *part;) {
            size_t part_length = strcspn(part, "_");
            char *word = mem_text(part, part_length);
            if (is_size)
                word[part_length - 1] = 'b';
            matches = name_accept(reader, word);
            part += part_length + (part[part_length] == '_');
        }
        if (matches)
            return text_string(&text);
        reader->at = before;
        at += length;
    }
    return NULL;
}

/* An option with its value behind the word that a name has for it: l2_evict_first. */
static bool accept_option(Reader *reader, const char *word, const char *option) {
    int before = reader->at;
    if (*word && !name_accept(reader, word))
        return false;
    const char *value = accept_value(reader, option_values(option));
    if (!value) {
        reader->at = before;
        return false;
    }
    text_printf(&reader->parts->options, " %s %s;", option, value);
    return true;
}

static void add_fact(NameParts *parts, const char *fact) {
    text_printf(&parts->facts, "%s%s", parts->facts.length ? ", " : "", fact);
}

/* Nx4 */
static const char *accept_divisor(Reader *reader, int64_t *divisor) {
    const NameWord *word = name_at(reader, reader->at);
    size_t length = word->length;
    while (length > 0 && char_is_digit(word->at[length - 1]))
        length--;
    if (length < 2 || word->at[length - 1] != 'x' || char_is_digit(word->at[0]))
        return NULL;
    return name_number(reader, mem_text(word->at, length), divisor) ? mem_text(word->at, length - 1)
                                                                    : NULL;
}

/* masked_Mx8: the extents of an array that numbers divide, in their order. */
static void read_extents(Reader *reader) {
    NameParts *parts = reader->parts;
    const char *name;
    int64_t divisor;
    const int before = reader->at;
    while (parts->limit_count < MAX_RANK && (name = accept_divisor(reader, &divisor))) {
        parts->limits[parts->limit_count++] = name;
        parts->limits_loc = name_span(parts, before, reader->at);
        add_fact(parts, mem_printf("%s %% %lld == 0", name, (long long)divisor));
    }
}

static bool read_limits(Reader *reader) {
    static const char *const limits[] = {"rows", "cols"};
    NameParts *parts = reader->parts;
    text_add(&parts->options, " masked;");
    if (parts->side[0].parent.named || parts->side[1].parent.named) {
        read_extents(reader);
        return true;
    }
    for (int i = 0; i < 2; i++) {
        int64_t divisor;
        if (name_number(reader, mem_printf("%sx", limits[i]), &divisor))
            add_fact(parts, mem_printf("%s %% %lld == 0", limits[i], (long long)divisor));
    }
    return true;
}

/* fill0x3c00 */
static bool accept_bits(Reader *reader, const char *option) {
    const NameWord *word = name_at(reader, reader->at);
    const int length = (int)strlen(option);
    if ((int)word->length <= length + 2 || memcmp(word->at, option, (size_t)length) != 0 ||
        memcmp(word->at + length, "0x", 2) != 0)
        return false;
    text_printf(
        &reader->parts->options,
        " %s %.*s;",
        option,
        (int)word->length - length,
        word->at + length);
    reader->at++;
    return true;
}

static bool accept_form(Reader *reader) {
    static const struct {
        const char *word, *option;
    } plain[] = {
        {"tma", " tensormap;"},
        {"multicast", " multicast;"},
        {"ld64", " ld64;"},
        {"keep", " keep;"},
        {"fence", " fence async;"},
        {"bulk", " using bulk_rows;"}};
    NameParts *parts = reader->parts;
    int64_t number;
    if (accept_option(reader, "", "cache") || accept_option(reader, "l1", "l1") ||
        accept_option(reader, "l2", "l2") || accept_option(reader, "prefetch", "prefetch") ||
        accept_option(reader, "oob", "oob") || accept_option(reader, "reduce", "reduce"))
        return true;
    for (size_t i = 0; i < COUNT_OF(plain); i++)
        if (name_accept(reader, plain[i].word))
            return text_add(&parts->options, plain[i].option), true;
    if (name_accept(reader, "masked"))
        return read_limits(reader);
    if (name_accept(reader, "there"))
        return add_fact(parts, "index >= 0"), true;
    if (name_number(reader, "below", &number))
        return add_fact(parts, mem_printf("index < %lld", (long long)number)), true;
    if (name_number(reader, "stages", &number))
        return text_printf(&parts->options, " stages %lld;", (long long)number), true;
    if (accept_bits(reader, "fill") || accept_bits(reader, "value"))
        return true;
    if (name_is(reader, reader->at, "in") && name_is(reader, reader->at + 1, "place")) {
        reader->at += 2;
        parts->in_place = true;
        return true;
    }
    return false;
}

static bool read_forms(Reader *reader) {
    static const char *const forms[] = {
        "masked",
        "multicast",
        "reduce",
        "prefetch",
        "keep",
        "tma",
        "ld64",
        "nc",
        "dyn",
        "stages4",
        "align8",
        "align4"};
    while (reader->at < reader->parts->count) {
        int before = reader->at;
        if (accept_form(reader)) {
            name_note(reader, before, "a form");
            continue;
        }
        return name_fail_word(
            reader,
            "a region, an alignment or a form (masked, nc, stages4 ...)",
            forms,
            COUNT_OF(forms));
    }
    return true;
}

/* ---- whole names ----------------------------------------------------------------------------- */

/* tc_warpgroup_coords_reg_wgmma_c_64x256_row */
static bool read_coords(Reader *reader) {
    NameSide *side = &reader->parts->side[0];
    if (!read_space(reader, side, "the space"))
        return false;
    read_tag(reader, side, false);
    return read_shape(reader) &&
           (reader->at == reader->parts->count ||
            name_fail_word(reader, "'row' or 'column'", (const char *const[]){"row", "column"}, 2));
}

/* From the shape on. */
static bool read_rest(Reader *reader) {
    if (!read_shape(reader) || !read_dtype(reader) || !read_regions(reader))
        return false;
    read_aligns(reader);
    return read_forms(reader) && !reader->fault->failed;
}

/* tc_descriptor_wgmma_smem_sw128_64x16_bf16 */
static bool read_descriptor(Reader *reader) {
    NameParts *parts = reader->parts;
    int unit = name_accept_of(reader, matrix_unit_name, 2);
    parts->kind = NAME_DESCRIPTOR;
    if (unit < 0)
        return name_fail_word(reader, "'wgmma' or 'umma'", matrix_unit_name, 2);
    parts->unit = (MatrixUnit)unit;
    parts->side[1].space = SPACE_REG;
    if (!read_space(reader, &parts->side[0], "the space"))
        return false;
    read_tag(reader, &parts->side[0], false);
    return read_rest(reader);
}

/* gmem_ld_to: a fill has no source. */
static bool read_source(Reader *reader) {
    NameParts *parts = reader->parts;
    if (parts->op == OP_FILL) {
        parts->side[0].space = SPACE_REG;
        return true;
    }
    if (!read_space(reader, &parts->side[0], "the source"))
        return false;
    read_tag(reader, &parts->side[0], true);
    return name_accept(reader, "to") || name_fail_word(reader, "'to' and a destination", NULL, 0);
}

static bool read_copy(Reader *reader) {
    NameParts *parts = reader->parts;
    if (!read_source(reader))
        return false;
    if (!read_space(reader, &parts->side[1], "the destination"))
        return false;
    read_tag(reader, &parts->side[1], false);
    return read_rest(reader);
}

static void split(NameParts *parts, size_t begin) {
    const char *text = parts->text;
    size_t length = strlen(text);
    for (size_t at = begin; at <= length && parts->count < MAX_WORDS; at++) {
        size_t end = at + strcspn(text + at, "_");
        Loc loc = parts->loc;
        loc.column += (int)at;
        loc.length = end > at ? (int)(end - at) : 1;
        parts->words[parts->count++] = (NameWord){text + at, end - at, loc};
        at = end;
    }
}

bool name_parse(NameParts *parts, const char *prefix, NameFault *fault) {
    enum { LONGEST = 300 };
    Reader reader = {parts, fault, 0};
    size_t length = strlen(parts->text);
    if (length > LONGEST)
        return name_fail(
            fault,
            parts->loc,
            "names have at most 300 characters",
            "write a //@tc line ... as NAME");
    split(parts, strlen(prefix));
    if (parts->count == MAX_WORDS)
        return name_fail(fault, parts->loc, "it has more words than a name can have", NULL);
    if (name_accept(&reader, "descriptor"))
        return read_descriptor(&reader);
    if (!read_scope(&reader) || !read_op(&reader))
        return false;
    return parts->kind == NAME_COORDS ? read_coords(&reader) : read_copy(&reader);
}
