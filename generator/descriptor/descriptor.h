/* descriptor.h: a `descriptor` statement -> the 64 bits by which wgmma (sm_90a) or tcgen05's umma
 * finds an operand in shared memory.
 *
 *   table.c   the eight lines by which the hardware finds the element (i, k) of an operand
 *   fit.c     which of them the layout is, and the two offsets that it takes
 *   prove.c   every element, for every origin, by that line and by the layout
 *   refuse.c  where there is none: the nearest line, and what to change
 *   plan_descriptor.c  all of it in order; shapes, targets and names
 *
 * what follows prints and tells: text_descriptor.c, tell_descriptor.c, view_descriptor.c. All
 * numbers are bytes unless they say otherwise; i counts along M or N, k along K. */
#ifndef TCGEN_DESCRIPTOR_H
#define TCGEN_DESCRIPTOR_H
#include "../draw/draw.h"
#include "../tile/tile.h"

/* ---- table.c --------------------------------------------------------------------------------- */

/* A line of the table: without a swizzle (span 0), or by rows of `span` bytes under `swizzle 32B`
 * and its like, with K or, mn_major, M or N contiguous. */
typedef struct {
    int span;
    bool mn_major;
} Line;
enum { LINES = 8, UNIT_BYTES = 16, K_BYTES = 32 };
extern const Line lines[LINES];
/* The numbers that a descriptor adds to its line: leading and stride byte offset. -1: no element of
 * the operand needs it. */
typedef struct {
    int64_t lbo, sbo;
} Offsets;
/* Bytes from the start address to element (i, k) of `bytes` each, before the swizzle. K-major,
 * span 128, sbo 1024, 2 bytes: (9, 4) is 1024 + 128 + 8 = 1160. */
int64_t line_offset(const Line *line, int bytes, Offsets offsets, int64_t i, int64_t k);
/* The swizzle on bits of the address: 1160 under a span of 128 is 1160 ^ 1 << 4 = 1176. It is its
 * own inverse. */
int64_t line_swizzled(int span, int64_t address);
/* The first element that needs an offset, as i or k; false: none of an operand needs it. */
typedef struct {
    bool along_k; /* of the leading offset; the stride offset goes along the other, or both along
                     M or N and K as the table says */
    int64_t at;
} Needs;
void line_needs(const Line *line, int bytes, Needs *lbo, Needs *sbo);
int64_t line_align(const Line *line);                  /* of the tile: 8 spans, or 16 */
const char *line_words(const Line *line);              /* "K-major under swizzle 128B" */
const char *span_name(int span);                       /* "none", "128B" */
unsigned unit_swizzle_bits(MatrixUnit unit, int span); /* in place in the high word */
bool unit_reads_mn(MatrixUnit unit, int bytes);        /* operands with M or N contiguous */

/* ---- the plan -------------------------------------------------------------------------------- */

/* The start address is src + constant + the sum of bytes * (symbol / div % mod); mod 0: none. */
typedef struct {
    int symbol;
    int64_t div, mod, bytes;
} StartTerm;

/* Where the proof failed: at the origin coord, element (i, k) lies at `is` by the layout and at
 * `reads` by the line, from the start of the buffer. */
typedef struct {
    int64_t coord[MAX_RANK];
    int64_t symbol[MAX_SYMBOLS]; /* their values */
    int64_t i, k, is, reads;
    bool start; /* the start address is no multiple of 16 */
} Mismatch;

typedef struct {
    bool ok;
    int64_t elements; /* of the operand */
    int64_t origins;  /* for each of which all of them are right */
    const char *reason;
    Mismatch mismatch;
} DescriptorProof;

/* The tile as it lies: the address of every element of the logical shape, and the two dimensions
 * that the operand has. */
typedef struct {
    int64_t *at; /* by the row-major number of the element */
    int64_t count;
    int bytes;         /* of an element */
    int dim[2];        /* of M or N, and of K, in the shape */
    int64_t step[2];   /* in the row-major number */
    int64_t extent[2]; /* of the operand */
    int64_t stride[MAX_RANK];
} Places;

typedef struct {
    const Descriptor *request;
    const char *name, *stem; /* tc_desc_a, TC_DESC_A */
    bool digest_name;
    Places places;
    Line line;
    Offsets offsets;
    unsigned high, low; /* bits 32-63, and bits 16-31 in place */
    int64_t align, stage_bytes;
    int64_t constant;
    StartTerm terms[MAX_ITERS];
    int term_count;  /* -1: the region straddles an iter, the origin is no sum of digits */
    int64_t step[2]; /* to the next operand along M or N and along K; < 0: not right everywhere */
    DescriptorProof proof;
} DescriptorPlan;

typedef struct {
    DescriptorPlan **at; /* each name once, in the order of the text */
    const char **text;   /* of the header */
    int count;
} DescriptorPlans;

/* plan_descriptor.c. strict: a layout without a name is an error. Reports what fails. */
DescriptorPlans *descriptors_plan(const Module *module, bool strict);
const DescriptorPlan *descriptor_find(const DescriptorPlans *plans, const char *name);

/* fit.c. The line at the origin with that row-major number; false: none is it. */
bool fit_line(const Places *places, int64_t origin, Line *line, Offsets *offsets);
/* The offsets that a line would take there; false: one is negative or no multiple of 16. */
bool fit_offsets(const Places *places, const Line *line, int64_t origin, Offsets *offsets);
/* The first element (i, k) from the origin on that the line does not find; false: it finds all. */
bool line_misses(
    const Places *places,
    const Line *line,
    Offsets offsets,
    int64_t origin,
    int64_t *i,
    int64_t *k);
bool places_of(const Descriptor *request, Places *places); /* false: reported */
int64_t descriptor_stage_bytes(const Descriptor *request); /* from tile to tile; 0: no ring */
void fit_terms(DescriptorPlan *plan);
void fit_words(DescriptorPlan *plan); /* high, low, align */

/* prove.c: from the request, the line, the offsets, the terms and the steps of the plan. */
void descriptor_prove(DescriptorPlan *plan);
void find_steps(DescriptorPlan *plan); /* the steps that hold wherever they stay in the tile */
/* Values of the symbols of the first origin; false from next_origin: there is no other. */
void first_origin(const Copy *copy, int64_t *symbol);
bool next_origin(const Copy *copy, int64_t *symbol);
int64_t origin_number(const Descriptor *request, const Places *places, const int64_t *symbol);

/* refuse.c: always false. */
bool refuse_layout(const Descriptor *request, const Places *places);
bool refuse_origin(const DescriptorPlan *plan);
bool refuse_dtype(const Descriptor *request);
bool refuse_shape(const Descriptor *request, const Places *places);
bool refuse_major(const Descriptor *request);

/* text_descriptor.c */
void descriptors_make(DescriptorPlans *plans); /* their texts */
void descriptors_text(Text *out, const DescriptorPlans *plans);
void descriptors_names(Text *out, const DescriptorPlans *plans);
const char *start_text(const DescriptorPlan *plan); /* 128 * m + 2 * k; "" for none */
/* tell_descriptor.c. only: a name, or NULL */
void descriptors_explain(Text *out, const DescriptorPlans *plans, const char *only);
void descriptors_json(Text *out, const DescriptorPlans *plans);
/* view_descriptor.c: "memory": which 16 bytes are which of the operand's elements. */
Subject descriptor_subject(const DescriptorPlan *plan, const char *view);
#endif
