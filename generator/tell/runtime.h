/* runtime.h: the headers of tilecopy/ as tcgen carries them, cut into items by
 * tools/embed, and what a generated header needs of them. */
#ifndef TCGEN_RUNTIME_H
#define TCGEN_RUNTIME_H
#include "tell.h"

typedef enum {
    RUNTIME_IF, /* #if, #ifdef, #ifndef; RUNTIME_ELSE: #else, #elif; RUNTIME_END: #endif */
    RUNTIME_ELSE,
    RUNTIME_END,
    RUNTIME_ITEM, /* a function, a type, a macro, a prototype */
    RUNTIME_HEAD, /* the comment at the head of a header */
    RUNTIME_NOTE  /* a comment that stands for itself */
} RuntimeKind;
/* Device or host, with TC_CHECK or without. */
enum { RUNTIME_EVERYWHERE = 15 };
typedef struct {
    RuntimeKind kind;
    int header;
    const char
        *guard;  /* its name where two in one unit are an error: a function, a type; else NULL */
    bool always; /* printed where anything of its header is: an #include, extern "C" */
    unsigned char worlds; /* bits of RUNTIME_EVERYWHERE: where the conditions around it hold */
    const char *comment, *text;
    const short *defines, *uses; /* numbers of names; -1 ends them */
} RuntimeItem;

/* In an order that compiles; headers by their path, "tilecopy/ldst.h"; names sorted by strcmp. */
extern const RuntimeItem runtime_items[];
extern const char *const runtime_headers[], *const runtime_guards[], *const runtime_names[];
extern const int runtime_item_count, runtime_header_count, runtime_name_count;

/* tilecopy/tensormap.h without its #include of config.h: whole in a single file that has maps. */
extern const char *const tensormap_text;

/* The names of tilecopy/ that the text uses; with its comments, in which contracts say what a
 * caller calls. */
void runtime_need(RuntimeNeed *need, const char *text, bool with_comments);
void print_includes(Text *out, const RuntimeNeed *need);
void print_runtime_items(Text *out, RuntimeNeed *need);
#endif
