/* name.c: the name of a call -> its parts, word by word, in the order in which dispatch/names.c
 * writes them and by the tables that it writes from. Whether all was understood is shown later: the
 * function that is made gets its name anew, which must be the name of the call. */
#include "kernel.h"
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

typedef struct {
    NameParts *parts;
    NameFault *fault;
    int at; /* the word in view */
} Reader;

static const NameWord *word_at(const Reader *reader, int at) {
    static const NameWord none = {.at = ""};
    return at < reader->parts->count ? &reader->parts->words[at] : &none;
}

static bool word_equals(const NameWord *word, const char *text) {
    return word->length == strlen(text) && memcmp(word->at, text, word->length) == 0;
}

static bool is_at(const Reader *reader, int at, const char *text) {
    return word_equals(word_at(reader, at), text);
}

/* From word `first` to the one before `end`. */
static Loc span(const NameParts *parts, int first, int end) {
    Loc loc = parts->words[first].loc;
    const Loc *last = &parts->words[end - 1].loc;
    loc.length = last->column + last->length - loc.column;
    return loc;
}

static void note_read(Reader *reader, int first, const char *what) {
    const NameWord *from = word_at(reader, first), *last = word_at(reader, reader->at - 1);
    Text *read = &reader->parts->read;
    text_printf(
        read,
        "%s'%.*s' is %s",
        read->length ? ", " : "",
        (int)(last->at + last->length - from->at),
        from->at,
        what);
}

/* The word in view is no `what`. choices: words that could stand there, NULL ends them. */
static bool fail_word(Reader *reader, const char *what, const char *const *choices, int count) {
    NameParts *parts = reader->parts;
    const NameWord *word = word_at(reader, reader->at);
    if (reader->at >= parts->count) {
        Loc loc = parts->words[parts->count - 1].loc;
        return name_fail(reader->fault, loc, mem_printf("%s is missing at its end", what), NULL);
    }
    const char *text = mem_text(word->at, word->length);
    if (!word->length)
        return name_fail(
            reader->fault, word->loc, mem_printf("a '_' too many, before %s", what), NULL);
    name_fail(reader->fault, word->loc, mem_printf("'%.40s' is not %s", text, what), NULL);
    reader->fault->word = reader->at;
    if (count)
        reader->fault->near = near_name(text, choices, count);
    return false;
}

/* The index of the word in view among the choices, which is then read; -1: it is none of them. */
static int accept_of(Reader *reader, const char *const *choices, int count) {
    for (int i = 0; i < count; i++)
        if (*choices[i] && is_at(reader, reader->at, choices[i])) {
            reader->at++;
            return i;
        }
    return -1;
}

static bool accept(Reader *reader, const char *text) {
    return accept_of(reader, &text, 1) == 0;
}

/* Behind `head`, which the word in view begins with, digits to its end: "cta256" gives 256. */
static bool accept_number(Reader *reader, const char *head, int64_t *number) {
    const NameWord *word = word_at(reader, reader->at);
    size_t length = strlen(head);
    if (word->length <= length || memcmp(word->at, head, length) != 0)
        return false;
    *number = 0;
    for (size_t i = length; i < word->length; i++) {
        char c = word->at[i];
        if (c < '0' || c > '9' || !mul_i64(*number, 10, number) ||
            !add_i64(*number, c - '0', number))
            return false;
    }
    reader->at++;
    return true;
}

/* The same, of a number that is no larger than any that a scope or an alignment may have. */
static bool accept_small(Reader *reader, const char *head, int *number) {
    int64_t wide;
    int before = reader->at;
    if (!accept_number(reader, head, &wide))
        return false;
    if (wide > 999999) {
        reader->at = before;
        return false;
    }
    *number = (int)wide;
    return true;
}

/* Behind `head`, numbers with x between them: "of64x8". An extent of a parent may be n. */
static bool accept_shape(Reader *reader, const char *head, bool with_n, NameShape *shape) {
    const NameWord *word = word_at(reader, reader->at);
    size_t i = strlen(head);
    if (word->length <= i || memcmp(word->at, head, i) != 0)
        return false;
    *shape = (NameShape){0};
    while (i < word->length && shape->rank < MAX_RANK) {
        int64_t *extent = &shape->extent[shape->rank++];
        size_t begin = i;
        if (with_n && word->at[i] == 'n') {
            shape->named = true;
            i++;
        } else {
            for (; i < word->length && word->at[i] >= '0' && word->at[i] <= '9'; i++)
                if (!mul_i64(*extent, 10, extent) || !add_i64(*extent, word->at[i] - '0', extent))
                    return false;
            if (i == begin)
                return false;
        }
        if (i == word->length) {
            reader->at++;
            return true;
        }
        if (word->at[i++] != 'x')
            return false;
    }
    return false;
}

/* ---- who, and what it does ------------------------------------------------------------------- */

/* lanes0_16, warps1_3 */
static bool read_interval(Reader *reader, const char *head, bool *given, int *begin, int *end) {
    int before = reader->at;
    if (!accept_small(reader, head, begin))
        return true;
    if (!accept_small(reader, "", end))
        return fail_word(
            reader, mem_printf("the end of the %s, as in %s0_16", head, head), NULL, 0);
    *given = true;
    note_read(reader, before, mem_printf("the %s that take part", head));
    return true;
}

static bool read_scope(Reader *reader) {
    Scope *scope = &reader->parts->scope;
    int before = reader->at;
    int kind = accept_of(reader, scope_name, SCOPE_CTA);
    for (int i = SCOPE_CTA; i < SCOPE_COUNT && kind < 0; i++)
        if (accept_small(reader, scope_name[i], &scope->threads))
            kind = i;
    if (kind < 0)
        return fail_word(
            reader,
            "a scope (thread, elected, warp, warpgroup, ctaN, clusterN)",
            scope_name,
            SCOPE_CTA);
    scope->kind = (ScopeKind)kind;
    reader->parts->scope_loc = word_at(reader, before)->loc;
    note_read(reader, before, "the scope");
    return read_interval(
               reader, "lanes", &scope->lanes_given, &scope->lane_begin, &scope->lane_end) &&
           read_interval(
               reader, "warps", &scope->warps_given, &scope->warp_begin, &scope->warp_end);
}

/* Names of the table have several words: copy_async before copy. */
static bool read_op(Reader *reader) {
    static const char *const ops[] = {"copy", "permute", "relayout", "coords", "fill"};
    int before = reader->at, found = accept_of(reader, ops, COUNT_OF(ops));
    NameParts *parts = reader->parts;
    if (found < 0)
        return fail_word(
            reader, "an operation (copy, copy_async, permute, relayout, fill)", ops, COUNT_OF(ops));
    parts->kind = found == 3 ? NAME_COORDS : NAME_COPY;
    parts->op = found == 1                              ? OP_PERMUTE
                : found == 2                            ? OP_RELAYOUT
                : found == 4                            ? OP_FILL
                : found == 0 && accept(reader, "async") ? OP_COPY_ASYNC
                                                        : OP_COPY;
    note_read(reader, before, "the operation");
    return true;
}

/* ---- from where to where --------------------------------------------------------------------- */

static bool read_space(Reader *reader, NameSide *side, const char *what) {
    int before = reader->at, space = accept_of(reader, space_name, SPACE_COUNT);
    if (space < 0)
        return fail_word(
            reader, mem_printf("%s (gmem, smem, reg, dsmem, tmem)", what), space_name, SPACE_COUNT);
    side->space = (Space)space;
    note_read(reader, before, what);
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* by_i32_gmem: where the indices are that pick the rows. */
static bool is_by(const Reader *reader, int at) {
    return is_at(reader, at, "by") &&
           (is_at(reader, at + 1, "i32") || is_at(reader, at + 1, "u32")) &&
           (is_at(reader, at + 2, "gmem") || is_at(reader, at + 2, "smem") ||
            is_at(reader, at + 2, "reg"));
}

/* The words of a tag: up to `to`, or up to the shape, or to the indices. Returns how many. */
static int skip_tag(Reader *reader, bool is_first) {
    const int first = reader->at;
    while (reader->at < reader->parts->count && !is_by(reader, reader->at)) {
        const NameWord *word = word_at(reader, reader->at);
        if (is_first ? word_equals(word, "to") : word->length && is_digit(word->at[0]))
            break;
        reader->at++;
    }
    return reader->at - first;
}

static void read_tag(Reader *reader, NameSide *side, bool is_first) {
    side->tag = reader->at;
    side->tag_count = skip_tag(reader, is_first);
    if (side->tag_count && reader->at < reader->parts->count)
        note_read(reader, side->tag, "its layout");
    if (!is_by(reader, reader->at))
        return;
    const int before = reader->at;
    reader->at += 3;
    side->by = before + 1;
    side->by_tag_count = reader->at < reader->parts->count ? skip_tag(reader, is_first) : 0;
    note_read(reader, before, "where the indices of its rows are");
}

static bool read_shape(Reader *reader) {
    int before = reader->at;
    NameParts *parts = reader->parts;
    if (!accept_shape(reader, "", false, &parts->shape))
        return fail_word(reader, "a shape, as in 32x8", NULL, 0);
    parts->shape_loc = parts->words[before].loc;
    if (parts->shape.rank == 1 && parts->shape.extent[0] == 1)
        parts->shape.rank = 0; /* one element */
    note_read(reader, before, "the shape");
    return true;
}

static bool read_dtype(Reader *reader) {
    NameParts *parts = reader->parts;
    int before = reader->at;
    const NameWord *word = word_at(reader, before), *second = word_at(reader, before + 1);
    parts->dtype = word->length ? dtype_find(word->at, word->length) : NULL;
    if (!parts->dtype) {
        fail_word(reader, "a type of elements (f32, f16, bf16, u8, b32 ...)", NULL, 0);
        reader->fault->near = near_dtype(mem_text(word->at, word->length));
        return false;
    }
    parts->dtype_loc = parts->to_dtype_loc = word->loc;
    parts->to_dtype = second->length ? dtype_find(second->at, second->length) : NULL;
    reader->at += parts->to_dtype ? 2 : 1;
    note_read(reader, before, parts->to_dtype ? "the types of the elements" : "the type");
    if (!parts->to_dtype)
        return true;
    static const char *const roundings[] = {"rn", "rz", "rna"};
    parts->to_dtype_loc = second->loc;
    int rounding = accept_of(reader, roundings, COUNT_OF(roundings));
    if (rounding >= 0)
        text_printf(&parts->options, " round %s;", roundings[rounding]);
    if (accept(reader, "sat"))
        text_add(&parts->options, " saturate;");
    return true;
}

/* Rows of registers without a tag; 0: as many as there are, of a thread. */
int scope_rows(const Scope *scope) {
    static const int threads[] = {0, 32, 32, 128, 0, 0};
    return threads[scope->kind] ? threads[scope->kind] : scope->threads;
}

/* of64x64_at0x8, of64x64_dyn */
static bool read_region(Reader *reader, NameSide *side) {
    NameParts *parts = reader->parts;
    int before = reader->at;
    if (!accept_shape(reader, "of", true, &side->parent))
        return fail_word(reader, "a shape, as in of64x64", NULL, 0);
    side->has_parent = true;
    int origin = reader->at;
    if (word_at(reader, origin)->length > 2 && memcmp(word_at(reader, origin)->at, "at", 2) == 0) {
        if (!accept_shape(reader, "at", false, &side->origin) ||
            side->origin.rank != side->parent.rank)
            return name_fail(
                reader->fault,
                parts->words[origin].loc,
                "the origin has other dimensions than the buffer",
                "an origin is as long as the shape of the buffer: of64x64_at0x8");
        side->has_origin = true;
    }
    if (is_at(reader, reader->at, "dyn")) {
        parts->dynamic = true;
        name_unclear(
            reader->fault,
            parts->words[reader->at++].loc,
            "'dyn' does not say which origins are known at run time, nor what divides them",
            NULL);
    } else if (!side->has_origin) {
        return fail_word(reader, "an origin, as in at0x8", NULL, 0);
    }
    side->region_loc = span(parts, before, reader->at);
    note_read(reader, before, "the region of a larger buffer");
    return true;
}

/* Could the registers be a region of the parent as well as the memory? */
static bool fits_registers(const NameParts *parts, const NameSide *registers, int rows) {
    const NameShape *parent = &parts->side[registers == parts->side].parent;
    return registers->tag_count > 0 || rows == 0 || parent->extent[0] == rows;
}

/* Without a space before it, a region is that of memory, unless the registers may have it too. */
static bool read_regions(Reader *reader) {
    NameParts *parts = reader->parts;
    NameSide *sides = parts->side;
    for (int i = 0; i < 2; i++) {
        const char *next = word_at(reader, reader->at + 1)->at;
        if (is_at(reader, reader->at, space_name[sides[i].space]) && strncmp(next, "of", 2) == 0) {
            reader->at++;
            if (!read_region(reader, &sides[i]))
                return false;
        }
    }
    if (sides[0].has_parent || strncmp(word_at(reader, reader->at)->at, "of", 2) != 0)
        return true;
    bool memory[] = {sides[0].space != SPACE_REG, sides[1].space != SPACE_REG};
    NameSide *side = memory[0] ? &sides[0] : &sides[1];
    if (!read_region(reader, side))
        return false;
    bool either = memory[0] == memory[1] ||
                  fits_registers(parts, &sides[memory[0]], scope_rows(&parts->scope));
    if (parts->kind == NAME_COPY && parts->op != OP_FILL && either)
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
        if (!accept(reader, which[i]))
            continue;
        if (accept_small(reader, "align", &bytes)) {
            reader->parts->side[i].align = bytes;
            reader->parts->side[i].align_loc = span(reader->parts, before, reader->at);
        } else {
            reader->at = before;
        }
    }
    int before = reader->at;
    if (accept_small(reader, "align", &bytes))
        for (int i = 0; i < 2; i++) {
            reader->parts->side[i].align = bytes;
            reader->parts->side[i].align_loc = span(reader->parts, before, reader->at);
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
        bool is_size = is_digit(at[0]), matches = true;
        for (const char *part = text_string(&text); matches && *part;) {
            size_t part_length = strcspn(part, "_");
            char *word = mem_text(part, part_length);
            if (is_size)
                word[part_length - 1] = 'b';
            matches = accept(reader, word);
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
    if (*word && !accept(reader, word))
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

static bool read_limits(Reader *reader) {
    static const char *const limits[] = {"rows", "cols"};
    NameParts *parts = reader->parts;
    text_add(&parts->options, " masked;");
    for (int i = 0; i < 2; i++) {
        int64_t divisor;
        if (accept_number(reader, mem_printf("%sx", limits[i]), &divisor))
            add_fact(parts, mem_printf("%s %% %lld == 0", limits[i], (long long)divisor));
    }
    return true;
}

/* fill0x3c00 */
static bool accept_bits(Reader *reader, const char *option) {
    const NameWord *word = word_at(reader, reader->at);
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
        if (accept(reader, plain[i].word))
            return text_add(&parts->options, plain[i].option), true;
    if (accept(reader, "masked"))
        return read_limits(reader);
    if (accept(reader, "there"))
        return add_fact(parts, "index >= 0"), true;
    if (accept_number(reader, "below", &number))
        return add_fact(parts, mem_printf("index < %lld", (long long)number)), true;
    if (accept_number(reader, "stages", &number))
        return text_printf(&parts->options, " stages %lld;", (long long)number), true;
    if (accept_bits(reader, "fill") || accept_bits(reader, "value"))
        return true;
    if (is_at(reader, reader->at, "in") && is_at(reader, reader->at + 1, "place")) {
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
            note_read(reader, before, "a form");
            continue;
        }
        return fail_word(
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
            fail_word(reader, "'row' or 'column'", (const char *const[]){"row", "column"}, 2));
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
    int unit = accept_of(reader, matrix_unit_name, 2);
    parts->kind = NAME_DESCRIPTOR;
    if (unit < 0)
        return fail_word(reader, "'wgmma' or 'umma'", matrix_unit_name, 2);
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
    return accept(reader, "to") || fail_word(reader, "'to' and a destination", NULL, 0);
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
    if (accept(&reader, "descriptor"))
        return read_descriptor(&reader);
    if (!read_scope(&reader) || !read_op(&reader))
        return false;
    return parts->kind == NAME_COORDS ? read_coords(&reader) : read_copy(&reader);
}
