/* reserved.c: what a word means to the compilers that read generated text: a keyword, a macro, or a
 * name that the text uses itself. reserved.def is the table. Families of names are recognised by
 * how they begin or end, because nobody can list them: every name with a leading '_' belongs to the
 * compiler, and INT_MAX and CHAR_WIDTH stand for some fifty names. */
#include "base.h"
#include <string.h>

typedef struct {
    const char *word;
    size_t length;
    WordKind kind;
} Reserved;

static const Reserved reserved[] = {
#define KEYWORD(word) {#word, sizeof #word - 1, WORD_KEYWORD},
#define MACRO(word) {#word, sizeof #word - 1, WORD_MACRO},
#define OWN(word) {#word, sizeof #word - 1, WORD_OWN},
#include "reserved.def"
#undef KEYWORD
#undef MACRO
#undef OWN
};

static const char *const library_beginnings[] = {"tc_", "TC_", "TILECOPY_"};
static const char *const macro_beginnings[] = {
    "_",
    "cuda",
    "CUDA",
    "CU_",
    "M_",
    "FP_",
    "ADJ_",
    "MOD_",
    "STA_",
    "CLOCK_",
    "HUGE_",
    "SNAN",
    "PTHREAD_",
    "SEEK_",
    "RENAME_"};
static const char *const macro_endings[] = {"_MAX", "_MIN", "_WIDTH", "_BIT"};

static bool begins_with(const char *name, size_t length, const char *part) {
    size_t bytes = strlen(part);
    return bytes <= length && memcmp(name, part, bytes) == 0;
}

static bool ends_with(const char *name, size_t length, const char *part) {
    size_t bytes = strlen(part);
    return bytes <= length && memcmp(name + length - bytes, part, bytes) == 0;
}

/* Of the table alone: the kind of exactly this word. */
static WordKind row_kind(const char *name, size_t length) {
    for (size_t i = 0; i < COUNT_OF(reserved); i++)
        if (reserved[i].length == length && memcmp(reserved[i].word, name, length) == 0)
            return reserved[i].kind;
    return WORD_FREE;
}

/* at0, turn12, v: an own word and a number. */
static bool is_own(const char *name, size_t length) {
    while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9')
        length--;
    return row_kind(name, length) == WORD_OWN;
}

bool char_is_digit(int c) {
    return c >= '0' && c <= '9';
}

bool char_is_word(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || char_is_digit(c) || c == '_';
}

const char *behind_opaque(const char *at) {
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"')
        return at;
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return at + (*at == '"');
}

WordKind word_kind(const char *name, size_t length) {
    WordKind kind = row_kind(name, length);
    if (kind != WORD_FREE)
        return kind;
    for (size_t i = 0; i < COUNT_OF(library_beginnings); i++)
        if (begins_with(name, length, library_beginnings[i]))
            return WORD_LIBRARY;
    for (size_t i = 0; i < COUNT_OF(macro_beginnings); i++)
        if (begins_with(name, length, macro_beginnings[i]))
            return WORD_MACRO;
    for (size_t i = 0; i < COUNT_OF(macro_endings); i++)
        if (ends_with(name, length, macro_endings[i]))
            return WORD_MACRO;
    return is_own(name, length) ? WORD_OWN : WORD_FREE;
}

const char *word_kind_text(WordKind kind) {
    switch (kind) {
    case WORD_KEYWORD:
        return "a word of C or C++";
    case WORD_MACRO:
        return "a name that compilers or CUDA define";
    case WORD_LIBRARY:
        return "a name of tilecopy/";
    default:
        return "a name that generated functions use themselves";
    }
}
