/* tables.c: lookups in the .def tables, the suggestion of near names, and a hashed table of names.
 * The tables are short, so they are searched row by row. */
#include "ast.h"
#include <string.h>

const char *const space_name[SPACE_COUNT] = {"gmem", "smem", "reg", "dsmem", "tmem"};
const char *const scope_name[SCOPE_COUNT] = {
    "thread", "elected", "warp", "warpgroup", "cta", "cluster"};
const char *const oob_name[] = {"", "zero", "nan", "skip"};
const char *const op_name[] = {"copy", "copy_async", "permute", "relayout", "fill"};

const char *const axis_name[AXIS_COUNT] = {
#define X(id, spelling, is_thread) spelling,
#include "axes.def"
#undef X
};

static const bool thread_axis[AXIS_COUNT] = {
#define X(id, spelling, is_thread) is_thread,
#include "axes.def"
#undef X
};

static const Dtype dtypes[] = {
#define X(name, bits, kind, c_type) {name, bits, kind, c_type},
#include "dtypes.def"
#undef X
};

const char *const target_name[TARGET_COUNT] = {
#define X(id, spelling, is_default, stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32)      \
    spelling,
#include "targets.def"
#undef X
};

const unsigned targets_default = 0
#define X(id, spelling, is_default, stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32)      \
    | ((is_default) ? 1u << TARGET_##id : 0)
#include "targets.def"
#undef X
    ;

static const struct {
    const char *word;
    bool is_statement;
} keywords[] = {
#define X(word, is_statement) {word, is_statement},
#include "keywords.def"
#undef X
};

static const OptionKind options[] = {
#define X(name, values, built) {name, values, built},
#include "options.def"
#undef X
};

static const char *const variants_known[] = {
#define X(name, ...) name,
#include "../variants/variants.def"
#undef X
#define X(name) name,
#include "variants_to_come.def"
#undef X
};

static bool same(const char *name, size_t length, const char *text) {
    return strlen(text) == length && memcmp(name, text, length) == 0;
}

bool axis_is_thread(Axis axis) {
    return thread_axis[axis];
}

bool axis_find(Word word, Axis *axis) {
    for (int i = 0; i < AXIS_COUNT; i++) {
        if (word_is(word, axis_name[i])) {
            *axis = (Axis)i;
            return true;
        }
    }
    return false;
}

const Dtype *dtype_find(const char *name, size_t length) {
    for (size_t i = 0; i < COUNT_OF(dtypes); i++) {
        if (same(name, length, dtypes[i].name)) {
            return &dtypes[i];
        }
    }
    return NULL;
}

bool space_find(Word word, Space *space) {
    for (int i = 0; i < SPACE_COUNT; i++) {
        if (word_is(word, space_name[i])) {
            *space = (Space)i;
            return true;
        }
    }
    return false;
}

const char *known_variant(Word word) {
    for (size_t i = 0; i < COUNT_OF(variants_known); i++) {
        if (word_is(word, variants_known[i])) {
            return variants_known[i];
        }
    }
    return NULL;
}

const OptionKind *option_find(Word word) {
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        if (word_is(word, options[i].name)) {
            return &options[i];
        }
    }
    return NULL;
}

const char *language_word(const char *name, size_t length) {
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        if (same(name, length, keywords[i].word)) {
            return keywords[i].is_statement ? "a statement" : "a keyword";
        }
    }
    for (int i = 0; i < AXIS_COUNT; i++) {
        if (same(name, length, axis_name[i])) {
            return i == AXIS_M ? "the axis of addresses" : "an axis";
        }
    }
    return dtype_find(name, length) ? "a type of elements" : NULL;
}

bool is_statement_word(Word word) {
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        if (keywords[i].is_statement && word_is(word, keywords[i].word)) {
            return true;
        }
    }
    return false;
}

bool name_is_usable(Word name, bool is_argument) {
    WordKind kind = word_kind(name.at, name.length);
    const char *word = language_word(name.at, name.length);
    if (is_argument && word) {
        diag_error(
            name.loc,
            "E_RESERVED_NAME",
            "'%.40s' is a word of the language (%s) and cannot name an argument",
            word_text(name),
            word);
        return false;
    }
    if (kind == WORD_FREE || kind == WORD_OWN || (!is_argument && kind == WORD_LIBRARY)) {
        return true;
    }
    diag_error(
        name.loc,
        "E_RESERVED_NAME",
        "'%.40s' is %s%s",
        word_text(name),
        word_kind_text(kind),
        is_argument ? " and cannot name an argument" : "");
    diag_help("choose another name");
    return false;
}

/* Edits from a to b, a swap of neighbours counting as one; names beyond 64 bytes are far from all:
 * "lanid" to "laneid" is 1, "bf61" to "bf16" is 1. */
static int edit_distance(Word a, const char *b) {
    enum { LONGEST = 64 };
    size_t columns = strlen(b);
    if (a.length > LONGEST || columns > LONGEST) {
        return LONGEST;
    }
    int rows[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= a.length; i++) {
        for (size_t j = 0; j <= columns; j++) {
            if (!i || !j) {
                rows[i][j] = (int)(i + j);
                continue;
            }
            int best = rows[i - 1][j - 1] + (a.at[i - 1] != b[j - 1]);
            best = rows[i - 1][j] + 1 < best ? rows[i - 1][j] + 1 : best;
            best = rows[i][j - 1] + 1 < best ? rows[i][j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && a.at[i - 1] == b[j - 2] && a.at[i - 2] == b[j - 1];
            if (swapped && rows[i - 2][j - 2] + 1 < best) {
                best = rows[i - 2][j - 2] + 1;
            }
            rows[i][j] = best;
        }
    }
    return rows[a.length][columns];
}

void near_add(Near *near, const char *candidate) {
    int distance = edit_distance(near->wanted, candidate);
    int limit = near->wanted.length <= 3 ? 1 : 2; /* of "f15" every dtype would be two edits away */
    if (distance <= limit && (!near->best || distance < near->distance)) {
        near->best = candidate;
        near->distance = distance;
    }
}

void near_help(Near *near, const char *otherwise) {
    if (near->best) {
        diag_help("did you mean '%s'?", near->best);
    } else if (otherwise) {
        diag_help("%s", otherwise);
    }
}

const char *near_name(const char *wanted, const char *const *candidates, int count) {
    Near near = {.wanted = {.at = wanted, .length = strlen(wanted)}};
    for (int i = 0; i < count; i++)
        near_add(&near, candidates[i]);
    return near.best;
}

void near_axes(Near *near) {
    for (int i = 0; i < AXIS_COUNT; i++) {
        near_add(near, axis_name[i]);
    }
}

void near_dtypes(Near *near) {
    for (size_t i = 0; i < COUNT_OF(dtypes); i++) {
        near_add(near, dtypes[i].name);
    }
}

void near_spaces(Near *near) {
    for (int i = 0; i < SPACE_COUNT; i++) {
        near_add(near, space_name[i]);
    }
}

void near_variants(Near *near) {
    for (size_t i = 0; i < COUNT_OF(variants_known); i++) {
        near_add(near, variants_known[i]);
    }
}

void near_options(Near *near) {
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        near_add(near, options[i].name);
    }
}

void near_statements(Near *near) {
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        if (keywords[i].is_statement) {
            near_add(near, keywords[i].word);
        }
    }
}

const char *statement_words(void) {
    const char *list = "statements are";
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        if (keywords[i].is_statement)
            list = mem_printf("%s%s %s", list, i ? "," : "", keywords[i].word);
    }
    return list;
}

const char *near_dtype(const char *wanted) {
    Near near = {.wanted = {.at = wanted, .length = strlen(wanted)}};
    near_dtypes(&near);
    return near.best;
}

const char *option_values(const char *option) {
    return option_find((Word){.at = option, .length = strlen(option)})->values;
}

void *names_find(const NameTable *table, const char *name, size_t length) {
    if (!table->bucket_count) {
        return NULL;
    }
    NameEntry *entry = table->buckets[fnv1a64(name, length) % table->bucket_count];
    while (entry && !same(name, length, entry->name)) {
        entry = entry->next;
    }
    return entry ? entry->value : NULL;
}

static void names_insert(NameTable *table, NameEntry *entry) {
    size_t at = fnv1a64(entry->name, strlen(entry->name)) % table->bucket_count;
    entry->next = table->buckets[at];
    table->buckets[at] = entry;
}

void names_add(NameTable *table, const char *name, void *value) {
    if (table->count >= table->bucket_count) {
        NameTable bigger = {.bucket_count = table->bucket_count ? 4 * table->bucket_count : 64};
        bigger.buckets = NEW_ARRAY(NameEntry *, bigger.bucket_count);
        for (size_t i = 0; i < table->bucket_count; i++) {
            for (NameEntry *entry = table->buckets[i], *next; entry; entry = next) {
                next = entry->next;
                names_insert(&bigger, entry);
            }
        }
        bigger.count = table->count;
        *table = bigger;
    }
    NameEntry *entry = NEW(NameEntry);
    entry->name = name;
    entry->value = value;
    names_insert(table, entry);
    table->count++;
}
