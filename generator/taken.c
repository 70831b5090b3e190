/* taken.c: names that `as NAME` or a prefix makes against the words of tilecopy/ and against each
 * other: tc_f16 is a type there, a function `check` would define TC_CHECK_ALIGN, which is a macro, and
 * `load_at` is what `load` calls its form with a rank. In C++ an equal name with other arguments
 * would be an overload, and call itself. */
#include "options.h"
#include <string.h>

typedef struct {
    const char *word;
    size_t length;
    const Function *of; /* NULL: a word of tilecopy/ */
} Taken;
typedef struct {
    Taken *slot;
    size_t capacity;
} Words;

static Taken *find_slot(const Words *words, const char *word, size_t length) {
    size_t i = (size_t)fnv1a64(word, length) & (words->capacity - 1);
    while (words->slot[i].word &&
           (words->slot[i].length != length || memcmp(words->slot[i].word, word, length) != 0))
        i = (i + 1) & (words->capacity - 1);
    return &words->slot[i];
}

static bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word_length(const char *at) {
    size_t length = 0;
    while (is_word_byte(at[length]))
        length++;
    return length;
}

/* Room for every word of tilecopy/ and seven of each function, half full at most. */
static Words words_new(const Program *program) {
    size_t count = 64;
    for (const char *at = runtime_text; *at; at++)
        count += !is_word_byte(*at);
    Words words = {NULL, 64};
    while (words.capacity < 2 * (count + (size_t)program->count * 7))
        words.capacity *= 2;
    words.slot = NEW_ARRAY(Taken, words.capacity);
    for (const char *at = runtime_text; *at;) {
        size_t length = word_length(at);
        if (length)
            *find_slot(&words, at, length) = (Taken){at, length, NULL};
        at += length + (length == 0);
    }
    return words;
}

static bool take(const Words *words, const Function *function, const char *word) {
    Taken *slot = find_slot(words, word, strlen(word));
    if (!slot->word) {
        *slot = (Taken){word, strlen(word), function};
        return true;
    }
    diag_error(
        function->copy->given_name ? function->copy->name_loc : function->copy->loc,
        "E_NAME_TAKEN",
        "%s needs the name %s, which %s",
        function->name,
        word,
        slot->of ? "another function has" : "tilecopy/ uses itself");
    if (slot->of)
        diag_note(slot->of->copy->loc, "the other one");
    return false;
}

bool names_are_free(const Program *program) {
    static const char *const constants[] = {"THREADS", "REGS", "ALIGN", "BYTES"};
    Words words = words_new(program);
    bool ok = true;
    for (int i = 0; i < program->count; i++) {
        const Function *function = &program->functions[i];
        bool free =
            take(&words, function, function->name) &&
            take(&words, function, mem_printf("TC_DEFINED_%s", function->name)) &&
            (!function->has_at || take(&words, function, mem_printf("%s_at", function->name)));
        for (size_t c = 0; free && c < COUNT_OF(constants); c++)
            free =
                take(&words, function, mem_printf("%s_%s", function->constant_stem, constants[c]));
        ok = ok && free;
    }
    return ok;
}
