/* kernel.h: a kernel file as `tcgen scan` sees it. Private to the room. */
#ifndef TCGEN_KERNEL_H
#define TCGEN_KERNEL_H
#include "scan.h"

/* ctokens.c: a C, C++ or CUDA text -> tokens. Comments and blanks are skipped, spliced lines are
 * one; what stands in a `//@tc` line goes to the kernel's description. */
typedef enum {
    C_END,
    C_WORD,
    C_STRING, /* also 'c' and raw strings */
    C_NUMBER,
    C_MARK,    /* one character: ( ) { } ; ... */
    C_ARROW,   /* -> */
    C_COLONS,  /* :: */
    C_HASH,    /* that begins a line of the preprocessor, */
    C_LINE_END /* which ends here */
} CKind;
typedef struct {
    CKind kind;
    char mark;
    const char *word; /* of words, without splices, and of numbers */
    size_t length;
    Loc loc;
} CToken;
typedef struct Kernel Kernel;
typedef struct {
    const Source *source;
    Kernel *kernel; /* gets the //@tc lines; NULL: nobody does */
    size_t at, line_at;
    int line;
    bool line_begins, in_directive, failed;
} CLexer;
CLexer clexer_start(const Source *source, Kernel *kernel);
CToken clexer_next(CLexer *lexer);
bool is_word(const CToken *token, const char *word);
bool is_if(const CToken *word);   /* if, ifdef, ifndef */
bool is_elif(const CToken *word); /* elif, elifdef, elifndef */
/* Skips a group that is left out. Returns the word of the line that ends it, which the lexer then
 * stands behind: endif, else or elif; C_END: the text ends before. */
CToken clexer_skip_group(CLexer *lexer);
void clexer_skip_line(CLexer *lexer);

/* calls.c: the functions that a text calls and defines. */
typedef struct Names {
    const char **slot;
    size_t count, capacity;
} Names;
bool name_is_in(const Names *names, const char *name);
void name_put(Names *names, const char *name);
/* What a text defines outside of functions. */
void names_defined(const Source *source, const char *prefix, Names *names);
typedef struct {
    const char *name;
    Loc loc;
    bool is_call; /* false: the name stands without parentheses */
} Call;
struct Kernel {
    const Source *source;
    const char *prefix; /* of the functions that are looked for: "tc_" */
    Call *calls;        /* each name once, in the order of the text */
    int call_count, call_capacity;
    Text tc; /* what the //@tc lines say */
    SourcePart *parts;
    int part_count, part_capacity;
};
/* own: what the text defines itself is added. False: reported. */
bool kernel_read(Kernel *kernel, Names *own);
void kernel_add_line(Kernel *kernel, const char *at, size_t length, Loc loc, char after);

/* name.c: the parts of a name. A tag is a run of words of the name. */
enum { MAX_WORDS = 64 };
typedef struct {
    const char *at;
    size_t length;
    Loc loc;
} NameWord;
typedef struct {
    int rank;
    int64_t extent[MAX_RANK];   /* 0: known at run time */
    bool named;                 /* of nxn: those of 0 are known at run time, */
    const char *name[MAX_RANK]; /* by these names, which saying.c finds */
} NameShape;
typedef struct {
    Space space;
    int tag, tag_count;          /* words; count 0: the default layout */
    int by, by_tag_count;        /* the word i32 of by_i32_gmem, 0: none; words behind its space */
    bool has_parent, has_origin; /* of 64x64, at 0x8 */
    bool bounded;                /* of nx64 alone: all of an array, as large as the shape at most */
    NameShape parent, origin;
    Loc region_loc;
    int align; /* 0: not said */
    Loc align_loc;
} NameSide;
typedef enum { NAME_COPY, NAME_DESCRIPTOR, NAME_COORDS } NameKind;
typedef struct {
    const char *text; /* without _at and the like */
    Loc loc;          /* of the whole name */
    NameWord words[MAX_WORDS];
    int count;
    NameKind kind;
    Op op;
    MatrixUnit unit;
    Scope scope; /* kind, threads, lanes, warps */
    Loc scope_loc, shape_loc, dtype_loc, to_dtype_loc;
    NameSide side[2]; /* source, destination */
    NameShape shape;
    const Dtype *dtype, *to_dtype; /* to_dtype NULL: no conversion */
    bool dynamic;                  /* _dyn: origins that are known at run time */
    bool in_place;
    const char *limits[MAX_RANK]; /* M of masked_Mx8, where the extents of an array are limits */
    int limit_count;
    Loc limits_loc;
    Text read;    /* "'warp' is the scope, 'copy' the operation": for who reads an error */
    Text options; /* "masked; fill 0x3c00;" */
    Text facts;   /* "rows % 4 == 0, cols % 8 == 0" of the limits */
} NameParts;
/* What a name cannot say, or says wrongly: where, and in words. Reported by name_report. */
typedef struct {
    bool failed, unclear; /* unclear: a name, but more must be said */
    Loc loc;
    int word; /* which word is wrong; -1: none alone */
    const char *message, *help;
    const char *near; /* in the place of the word; NULL: none is near */
} NameFault;
bool name_parse(NameParts *parts, const char *prefix, NameFault *fault);
/* False, always; the first fault stays. */
bool name_fail(NameFault *fault, Loc loc, const char *message, const char *help);
int scope_rows(const Scope *scope);
bool name_unclear(NameFault *fault, Loc loc, const char *message, const char *help);

/* saying.c: the parts of a name -> the statement that makes a function of this name. */
typedef struct {
    Text text;
    SourcePart *parts;
    int part_count, part_capacity;
    const LoopTurn *turn; /* of every part */
} Saying;
/* number: of a tile that has no other name. False: reported in *fault; if it is only unclear, the
 * text is what the name may mean. */
bool saying_make(
    Reading *reading, const NameParts *parts, int number, Saying *out, NameFault *fault);
void saying_add(Saying *saying, Loc loc, const char *text);

/* kit.c: the line of the ready-made kit that makes a function, perhaps with the other direction;
 * NULL: it has none of the name. */
typedef struct Kit Kit;
Kit *kit_load(void);
const char *kit_statement(const Kit *kit, const char *name);
const char *kit_near(const Kit *kit, const char *name); /* NULL: none */
const char *kit_prelude(void); /* the prelude, and the layouts that the kit names */

/* Every name of include/tilecopy that begins with tc_, sorted: made at build time. */
extern const char *const library_names[];
extern const int library_name_count;
#endif
