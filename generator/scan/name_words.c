/* name_words.c: the words of a name, one after the other: what stands in view, what is accepted,
 * and what is said where it is something else. */
#include "name_words.h"
#include <string.h>

bool name_fail(NameFault *fault, Loc loc, const char *message, const char *help) {
    if (!fault->failed || fault->unclear)
        *fault =
            (NameFault){.failed = true, .loc = loc, .word = -1, .message = message, .help = help};
    return false;
}

bool name_unclear(NameFault *fault, Loc loc, const char *message, const char *help) {
    if (!fault->failed) {
        name_fail(fault, loc, message, help);
        fault->unclear = true;
    }
    return false;
}

const NameWord *name_at(const Reader *reader, int at) {
    static const NameWord none = {.at = ""};
    return at < reader->parts->count ? &reader->parts->words[at] : &none;
}

bool word_equals(const NameWord *word, const char *text) {
    return word->length == strlen(text) && memcmp(word->at, text, word->length) == 0;
}

bool name_is(const Reader *reader, int at, const char *text) {
    return word_equals(name_at(reader, at), text);
}

/* From word `first` to the one before `end`. */
Loc name_span(const NameParts *parts, int first, int end) {
    Loc loc = parts->words[first].loc;
    const Loc *last = &parts->words[end - 1].loc;
    loc.length = last->column + last->length - loc.column;
    return loc;
}

void name_note(Reader *reader, int first, const char *what) {
    const NameWord *from = name_at(reader, first), *last = name_at(reader, reader->at - 1);
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
bool name_fail_word(Reader *reader, const char *what, const char *const *choices, int count) {
    NameParts *parts = reader->parts;
    const NameWord *word = name_at(reader, reader->at);
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
    const char *near = count ? near_name(text, choices, count) : NULL;
    if (near && strcmp(near, text) != 0) /* a word that is right elsewhere is no advice here */
        reader->fault->near = near;
    return false;
}

/* The index of the word in view among the choices, which is then read; -1: it is none of them. */
int name_accept_of(Reader *reader, const char *const *choices, int count) {
    for (int i = 0; i < count; i++)
        if (*choices[i] && name_is(reader, reader->at, choices[i])) {
            reader->at++;
            return i;
        }
    return -1;
}

bool name_accept(Reader *reader, const char *text) {
    return name_accept_of(reader, &text, 1) == 0;
}

/* Behind `head`, which the word in view begins with, digits to its end: "cta256" gives 256. */
bool name_number(Reader *reader, const char *head, int64_t *number) {
    const NameWord *word = name_at(reader, reader->at);
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

bool name_small(Reader *reader, const char *head, int *number) {
    int64_t wide;
    int before = reader->at;
    if (!name_number(reader, head, &wide))
        return false;
    if (wide > 999999) {
        reader->at = before;
        return false;
    }
    *number = (int)wide;
    return true;
}

/* Behind `head`, numbers with x between them: "of64x8". An extent of a parent may be n;
 * a window may begin below zero: "atm1x8". */
bool name_shape(Reader *reader, const char *head, bool with_n, NameShape *shape) {
    const NameWord *word = name_at(reader, reader->at);
    size_t i = strlen(head);
    if (word->length <= i || memcmp(word->at, head, i) != 0)
        return false;
    *shape = (NameShape){0};
    while (i < word->length && shape->rank < MAX_RANK) {
        int64_t *extent = &shape->extent[shape->rank++];
        const bool negative = !with_n && i > 0 && word->at[i] == 'm';
        size_t begin = i += negative;
        if (with_n && word->at[i] == 'n') {
            shape->named = true;
            i++;
        } else {
            for (; i < word->length && word->at[i] >= '0' && word->at[i] <= '9'; i++)
                if (!mul_i64(*extent, 10, extent) || !add_i64(*extent, word->at[i] - '0', extent))
                    return false;
            if (i == begin)
                return false;
            *extent = negative ? -*extent : *extent;
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
