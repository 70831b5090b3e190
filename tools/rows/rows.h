/* rows.h: the program that writes primitives from the rows of generator/primitives/: device functions, their
 * twins on the emulator, a table for the documentation, the mechanical rows of tests. */
#ifndef ROWS_H
#define ROWS_H
#include <stdbool.h>
#include <stdio.h>

typedef enum { EFFECT_PURE, EFFECT_LANES, EFFECT_MEMORY } Effect;

/* forms.def: what the instructions of one kind have in common. */
typedef struct {
    const char *name;
    Effect effect;
    const char *unit; /* what its number or width means */
    const char *operands, *text, *host;
} Form;

/* rows.def: one instruction. */
typedef struct {
    const char *region; /* the header that it stands in, "ldst"; NULL: the end of the table */
    const char *file;   /* where the row is written */
    int line;
    const char *id; /* of PRIM_id; "_": only for kernels */
    const char *function;
    const Form *form;
    const char *space; /* "SMEM" */
    int bits;
    const char *feature; /* "NONE", "BULK" */
    const char *ptx, *doc;
    const char *how;                  /* of a reduction: "ADD" */
    const char *type;                 /* what numbers: "F16"; NULL: bits */
    const char *from, *to, *rounding; /* of a conversion: "f32" "f16" "RN_SAT" */
    int elements;                     /* that it converts at a time */
    int m, k;                         /* of a product of tensor cores; n is 8 */
    const char *words[4];             /* $1 to $4 of the form's text */
    const char *text;                 /* of its own in place of the form's; NULL: none */
    const char *older;                /* the text for targets before sm_90; NULL: the same */
    bool hinted;                      /* print a macro of hints.h that makes such a function */
    bool has_cost;
    int cost[5];    /* on sm_80, sm_90, sm_100; wait, wait a warp */
    bool by_hand;   /* the header has the function by hand */
    bool no_header; /* Plans know it, but no header has it yet */
    int rank;       /* of a tensor copy */
    int each;       /* so many functions, told apart by `number`; 0: one */
    int number;     /* of the function that is printed; -1: it has none */
} Row;
extern const Row rows[];

/* One parameter of a function. */
typedef struct {
    char name[16];
    char
        role; /* '=' written registers, '<' read ones, '+' both, '~' written where a condition holds
                      and else zero, '@' memory, '#' a number, '>' the value that the function returns */
    char what[12]; /* the class of registers, the kind of memory, the class of a number */
    int count;     /* of registers, of coordinates ("c") */
} Operand;
enum { MAX_OPERANDS = 8 };
typedef struct {
    Operand list[MAX_OPERANDS];
    int count;
} Operands;

/* operands.c */
Operands operands_of(const Row *row);
bool is_registers(const Operand *operand);
bool is_coordinates(const Operand *operand); /* c0, c1 ...: innermost first */
bool is_byte(const Operand *operand); /* no register is so narrow: it goes through a wider one */
const Operand *operand_returned(const Operands *operands); /* NULL: the function is void */
int operand_bytes(const Operand *operand);                 /* of registers */
const char *operand_ctype(const Operand *operand);         /* of one register: "unsigned" */
void print_signature(FILE *out, const char *mark, const Row *row);
void print_name(FILE *out, const Row *row); /* tc_bulk_wait_3 */

void print_device(FILE *out, const Row *row);      /* device.c: one function */
void print_unavailable(FILE *out, const Row *row); /* its declaration where the chip lacks it */
void print_trap(FILE *out, const Row *row); /* where only the letter of the target is missing */
void print_host(FILE *out, const Row *row); /* host.c: its twin */
void print_site(FILE *out, const Row *row); /* says where a collective is called */
/* hinted.c: the macros of hints.h, on the device and on the emulator */
void print_hinted(FILE *out);
void print_hinted_host(FILE *out);
void print_sizes(FILE *out, const Row *row); /* sizes.c: calls for a test of its operands */
void print_conversion_row(FILE *out, const Row *row);
void print_cost_row(FILE *out, const Row *row);
void print_page(FILE *out); /* page.c: the table of docs/primitives.md */

bool check_rows(void); /* check.c: prints what is wrong with the rows; false: something is */

/* features.c */
bool feature_known(const char *feature);
const char *feature_from(const char *feature);  /* "sm_90a" */
const char *feature_needs(const char *feature); /* "sm_90a, sm_100a or the like" */
bool feature_has_letter(const char *feature);

#endif
