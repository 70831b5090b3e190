/* base.h: memory, text, checked integers, sources and diagnostics; every other room rests on it.
 * The project's own words are explained in docs/glossary.md. */
#ifndef TCGEN_BASE_H
#define TCGEN_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TCGEN_VERSION "0.2.0" /* as in VERSION; lint compares */

#if defined(__GNUC__)
#define PRINTF_LIKE(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#define PRINTF_LIKE(format_at, args_at)
#endif

/* memory.c: one arena for the whole run, freed at exit. All of it is zeroed. */
void *mem_alloc(size_t count, size_t size);   /* exits with a message when memory is out */
char *mem_text(const char *at, size_t bytes); /* a terminated copy */
char *mem_printf(const char *format, ...) PRINTF_LIKE(1, 2);
void mem_free_all(void);
/* Marks and rewinds the arena: scratch of one proof does not stay. For instance
 * m = mem_mark(); ... mem_rewind(m); gives back everything allocated in between. */
typedef struct {
    void *block;
    size_t used;
} MemMark;
MemMark mem_mark(void);
void mem_rewind(MemMark mark);
/* What is allocated between the two is kept, whatever marks from before are rewound: mark, work,
 * begin, copy of the result, end, rewind. A mark from between is for between. They do not nest. */
void mem_keep_begin(void);
void mem_keep_end(void);
/* `bytes` at `at`, in room for `wanted`, which is more, and need not be zeroed; at the same place
 * where that is possible. */
void *mem_grow(void *at, size_t bytes, size_t wanted);
/* By a call: for a few hundred bytes compilers put a string instruction, which takes long to
 * begin. */
void mem_clear(void *at, size_t bytes);
/* A list with room for one more than `count`: where it is full, a copy with twice the room. */
void *mem_more(void *list, int count, int *capacity, size_t size);
#define MORE(list, count, capacity) ((list) = mem_more(list, count, capacity, sizeof *(list)))
#define NEW(type) ((type *)mem_alloc(1, sizeof(type)))
#define NEW_ARRAY(type, count) ((type *)mem_alloc((size_t)(count), sizeof(type)))
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* text.c: a growing string. text.at is always terminated (a fresh {0} too, after the first add). */
typedef struct {
    char *at;
    size_t length, capacity;
} Text;
void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const char *at, size_t bytes);
void text_put_first(Text *text, const char *string); /* before all that is there */
void text_char(Text *text, char c);
void text_printf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
const char *text_string(const Text *text); /* never NULL */
/* Adds `part` to what is kept of `text`, and gives back everything since the mark. */
void text_keep(Text *text, const Text *part, MemMark mark);
void text_json_string(Text *text, const char *string); /* quoted and escaped */

/* numbers.c: false on overflow, *result untouched then. What fits in 32 bits, as nearly all does,
 * needs no further look: a proof adds and multiplies for every element. */
bool add_wide(int64_t a, int64_t b, int64_t *result);
bool mul_wide(int64_t a, int64_t b, int64_t *result);
static inline bool add_i64(int64_t a, int64_t b, int64_t *result) {
    if (a != (int32_t)a || b != (int32_t)b)
        return add_wide(a, b, result);
    *result = a + b;
    return true;
}
static inline bool mul_i64(int64_t a, int64_t b, int64_t *result) {
    if (a != (int32_t)a || b != (int32_t)b)
        return mul_wide(a, b, result);
    *result = a * b;
    return true;
}
int64_t gcd_i64(int64_t a, int64_t b); /* >= 0; gcd(0, b) = |b| */
bool is_power_of_two(int64_t a);
int log2_i64(int64_t a);     /* of a power of two: log2_i64(8) = 3 */
int bits_set(unsigned mask); /* of 0xb 3 */
uint64_t fnv1a64(const void *at, size_t bytes);

/* reserved.c: what a word is to the compilers that read generated text, from reserved.def. */
typedef enum { WORD_FREE, WORD_KEYWORD, WORD_MACRO, WORD_LIBRARY, WORD_OWN } WordKind;
WordKind word_kind(const char *name, size_t length);
bool char_is_digit(int c);
bool char_is_word(int c); /* of a name or a number of C */
/* Behind a comment or a string of C that begins here; the same place where none does. */
const char *behind_opaque(const char *at);
const char *word_kind_text(WordKind kind); /* "a word of C or C++" */

enum { SOURCE_MAX_BYTES = 1 << 24 };

/* Where texts are read and written; "-" is standard input and output. False and NULL come with
 * errno. */
typedef struct {
    /* Need not read on behind SOURCE_MAX_BYTES, which are refused. */
    bool (*read)(void *context, const char *path, Text *text);
    /* One name for each file, however its path is spelled, in the arena. NULL: there is none. */
    const char *(*identity)(void *context, const char *path);
    /* Do two paths stand for one file, that exists or will? b may be "-", for what is read
     * there. */
    bool (*is_same)(void *context, const char *a, const char *b);
    bool (*write)(void *context, const char *path, const char *text, size_t bytes);
    void (*say)(void *context, const char *text, size_t bytes); /* to standard error */
    void *context;
} Files;
extern const Files system_files; /* file.c: of this machine */

typedef struct Source Source;
typedef struct LoopTurn LoopTurn;
typedef struct {
    const Source *source;     /* NULL: no place */
    int line, column, length; /* both from 1; length of the marked text, 0 = 1 */
    const LoopTurn *turn;     /* of the loops that the place is in; NULL: none */
} Loc;
/* One turn of a `for`: "for T = f16", and where the value stands. Of a statement that was read from
 * the name of a call: "read as copy warp ...", and where the call stands. */
struct LoopTurn {
    const char *text;
    Loc at;
    const LoopTurn *outer;
};

/* Where a part of a text really stands: a `//@tc` line of a kernel, whose bytes are the same there,
 * or a part of a name, which stands for all words that it was read as. */
typedef struct {
    size_t at; /* from this offset of the text on */
    Loc loc;
    bool is_copy; /* the same bytes */
} SourcePart;

/* source.c: a text that descriptions were read from. */
struct Source {
    const char *name;   /* as given on the command line or in the import; <stdin> */
    const char *path;   /* that was opened, "-" for stdin; NULL: a text that tcgen carries itself */
    const char *text;   /* terminated; may hold NUL bytes before `size` */
    const Files *files; /* where it was read, and what it imports is read */
    size_t size;
    const SourcePart *parts; /* by offset; NULL: what is read stands where it is read */
    int part_count;
};
Source *source_read(
    const Files *files, const char *path); /* NULL and errno when it cannot be read */
Source *source_from_text(const char *name, const char *text, size_t size);
/* Where `bytes` bytes at an offset of a text with parts stand. */
Loc source_place(const Source *source, size_t at, size_t bytes);

/* budget.c: what a description may cost, so that one of up to 1 KB is answered within seconds and
 * 256 MB; each further KB brings its share. Every pass charges for what it does, in steps of about
 * 4 ns, and memory.c for its blocks. Where the budget ends, the run ends in E_TOO_BIG. */
enum { BUDGET_STEPS = 3 << 27, BUDGET_BYTES = 236 << 20 };
/* Calls `work`; false: the budget ended before it did, which was reported. Outside of it nothing is
 * limited. */
bool budget_run(void (*work)(void *context), void *context);
void budget_reset(void);          /* as before the first run */
void budget_input(size_t bytes);  /* so much of a description was read */
void budget_statement(Loc loc);   /* from here on is for this statement, which has its own limit */
void budget_spend(int64_t steps); /* may not return */
void budget_hold(int64_t bytes);  /* taken; negative: given back. May not return */
typedef struct {
    int64_t steps, bytes; /* bytes: at one time, at most */
} BudgetUse;
BudgetUse budget_use(void); /* of the last run */

/* diag.c: the diagnostic sink. Ids come from diags.def; a warning's id is its group
 * (W_FALLBACK for -Wfallback). A remark (R_SHARE) says what was done; it is switched off as a
 * warning is and never becomes an error. Notes and help belong to the diagnostic before them. */
void diag_error(Loc loc, const char *id, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_warning(Loc loc, const char *group, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_remark(Loc loc, const char *group, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_note(Loc loc, const char *format, ...) PRINTF_LIKE(2, 3);
void diag_help(const char *format, ...) PRINTF_LIKE(1, 2); /* the fix, if there is one */
void diag_data(const char *key, const char *json_value);   /* lands in JSON "data" */
int diag_error_count(void);
bool diag_full(void); /* 20 errors are reached: stop */
typedef enum { DIAG_TEXT, DIAG_JSON, DIAG_SARIF } DiagFormat;
void diag_format(DiagFormat format);
bool diag_set_warning(const char *option); /* "fallback", "no-fallback", "error", "error=fallback";
                                              false: no such group */
bool diag_asked(const char *id); /* "-Wnarrow" or "-Werror=narrow" was given: for warnings that are
                                    worth their noise only to who wants them */
/* Adds what was collected to `out`, in source order of the reports, and forgets it. */
void diag_flush(Text *out);
/* diag_explain.c: what docs/diagnostics.md says of an id; false: there is none of the name. */
extern const char *const diagnostics_text; /* the page, made at build time */
bool diag_is_id(const char *text);         /* has it the form of one? */
bool diag_explain(Text *out, const char *id);
const char *diag_near_id(const char *id); /* the one that is spelled alike; NULL: none is */
void diag_reset(void);                    /* as at the start: no report, no count, no option */

/* file.c: what system_files writes and compares with. */
/* Writes through a temporary file beside `path` and renames; leaves an equal file alone. Makes the
 * folders, follows links, keeps modes. "-" is stdout. False and errno on failure, nothing is left
 * behind then. */
bool file_write_if_changed(const char *path, const char *text, size_t bytes);
bool file_is_same(const char *a, const char *b);
#endif
