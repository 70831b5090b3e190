/* embed.h: the program that turns files of this tree into C, for tcgen to carry. It only compiles with libc and
 * POSIX, so that building tcgen needs no interpreter. What it allocates lives until it ends. */
#ifndef EMBED_H
#define EMBED_H
#include <stdbool.h>
#include <stddef.h>

/* base.c: texts that grow, files, lines */
typedef struct {
    char *text; /* ends with 0; NULL while it is empty */
    size_t length, room;
} Text;
void *keep(void *old, size_t size); /* realloc, or the end of the program */
void fail(const char *path, const char *what);
void add(Text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void add_bytes(Text *out, const char *bytes, size_t count);
const char *copy_of(const char *bytes, size_t count);
Text read_file(const char *path);
/* An equal file is left as it is, but for its time, by which make knows that it is made. */
void write_file(const char *path, const Text *text);
/* "a/b/x.h" and "../y.h": "a/y.h" */
const char *beside(const char *path, const char *name);
const char *name_in_quotes(const char *line); /* "x.h" of a line with it; NULL */

/* words.c: sets of words, and what code is made of */
typedef struct {
    const char **list; /* sorted, each once */
    int count, room;
} Words;
bool has_word(const Words *words, const char *word);
void add_word(Words *words, const char *word);
void add_words(Words *words, const Words *more);
bool starts(const char *text, const char *with);
bool is_one_of(const char *word, const char *const *list); /* the list ends with NULL */
bool is_word_char(char c);
size_t word_length(const char *text);     /* 0: no word begins here */
const char *next_word(const char **text); /* behind which *text then stands; NULL: there is none */
void add_words_of(Words *words, const char *text, const char *prefix); /* "": all words */
const char *without_comments(const char *text, bool strings);          /* nor strings, if asked */

/* items.c: the headers of include/tilecopy cut into items */
typedef enum { ITEM_HEAD, ITEM_NOTE, ITEM_IF, ITEM_ELSE, ITEM_END, ITEM_ITEM } ItemKind;
typedef struct {
    ItemKind kind;
    int header;
    const char *comment, *text;
    Words defines, uses;
    int worlds;        /* bits: on the device, on the host, each with TC_CHECK and without */
    const char *guard; /* the name of a function or type; NULL: neither */
    bool always;
} Item;
typedef struct {
    const char *include;
    Item *items;
    int item_count, item_room;
    const char *headers[200], *guards[200];
    int header_count;
    int depth, dropped[32]; /* of #if; where those begin that a single file has in its own form */
    int dropped_count;
} Reader;
void read_headers(Reader *reader, const char *include);
Item *add_item(Reader *reader, ItemKind kind, int header, const char *comment, const char *text);
void read_declaration(
    Reader *reader, int header, const char *comment, const char *text); /* declare.c */

/* What main.c offers. */
void embed_text(Text *out, const char *name, const char *path, char **before, int before_count);
void embed_names(Text *out, char **headers, int count);
void embed_items(Text *out, const char *include);
void print_again(Text *out, const char *include);
#endif
