/* name_words.h: a name while name.c reads it, word by word. */
#ifndef TCGEN_NAME_WORDS_H
#define TCGEN_NAME_WORDS_H
#include "kernel.h"

typedef struct {
    NameParts *parts;
    NameFault *fault;
    int at; /* the word in view */
} Reader;
const NameWord *name_at(const Reader *reader, int at); /* behind the last: an empty one */
bool word_equals(const NameWord *word, const char *text);
bool name_is(const Reader *reader, int at, const char *text);
/* From word `first` to the one before `end`. */
Loc name_span(const NameParts *parts, int first, int end);
/* The words from `first` to the one in view are `what`, as who reads an error is told. */
void name_note(Reader *reader, int first, const char *what);
/* The word in view is no `what`; choices: words that could stand there. False, always. */
bool name_fail_word(Reader *reader, const char *what, const char *const *choices, int count);
/* The index of the word in view among the choices, which is then read; -1: it is none of them. */
int name_accept_of(Reader *reader, const char *const *choices, int count);
bool name_accept(Reader *reader, const char *text);
/* Behind `head`, which the word in view begins with, digits to its end: "cta256" gives 256. */
bool name_number(Reader *reader, const char *head, int64_t *number);
/* The same, of a number that is no larger than any that a scope or an alignment may have. */
bool name_small(Reader *reader, const char *head, int *number);
/* Behind `head`, numbers with x between them: "of64x8". An extent of a parent may be n;
 * a window may begin below zero: "atm1x8". */
bool name_shape(Reader *reader, const char *head, bool with_n, NameShape *shape);
#endif
