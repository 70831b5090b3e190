/* words.c: sets of words, and what code is made of. */
#include "embed.h"
#include <ctype.h>
#include <string.h>

/* Where the word is, or would be. */
static int place(const Words *words, const char *word) {
    int low = 0, high = words->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (strcmp(words->list[middle], word) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool has_word(const Words *words, const char *word) {
    const int at = place(words, word);
    return at < words->count && strcmp(words->list[at], word) == 0;
}

void add_word(Words *words, const char *word) {
    const int at = place(words, word);
    if (at < words->count && strcmp(words->list[at], word) == 0)
        return;
    if (words->count == words->room) {
        words->room = 2 * words->room + 8;
        words->list = keep(words->list, (size_t)words->room * sizeof *words->list);
    }
    memmove(
        words->list + at + 1, words->list + at, (size_t)(words->count - at) * sizeof *words->list);
    words->list[at] = word;
    words->count++;
}

void add_words(Words *words, const Words *more) {
    for (int i = 0; i < more->count; i++)
        add_word(words, more->list[i]);
}

bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

bool is_one_of(const char *word, const char *const *list) {
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

size_t word_length(const char *text) {
    size_t length = 0;
    while (is_word_char(text[length]))
        length++;
    return isdigit((unsigned char)*text) ? 0 : length;
}

const char *next_word(const char **text) {
    for (const char *at = *text; *at; at++) {
        const size_t length = word_length(at);
        if (length) {
            *text = at + length;
            return copy_of(at, length);
        }
        while (is_word_char(*at) && is_word_char(at[1]))
            at++; /* the rest of a number such as 0x80u */
    }
    return NULL;
}

void add_words_of(Words *words, const char *text, const char *prefix) {
    for (const char *word; (word = next_word(&text));)
        if (starts(word, prefix))
            add_word(words, word);
}

/* Behind the string that begins here; NULL: it has no end. */
static const char *string_end(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : NULL;
}

const char *without_comments(const char *text, bool strings) {
    Text out = {0};
    while (*text) {
        const char *end = NULL;
        if (starts(text, "/*")) {
            end = strstr(text + 2, "*/");
            end = end ? end + 2 : NULL;
        } else if (strings && *text == '"') {
            end = string_end(text);
        }
        add_bytes(&out, end ? " " : text, 1);
        text = end ? end : text + 1;
    }
    add_bytes(&out, "", 0);
    return out.text;
}
