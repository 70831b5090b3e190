/* banks.h: which words of which banks one access to shared memory asks for, in which wavefront, and
 * for which lanes. Cost, explanation and picture of a Plan are made of this. */
#ifndef TCGEN_BANKS_H
#define TCGEN_BANKS_H
#include "plan.h"

enum { BANKS = 32, BANK_GROUPS = 4 };

/* One side of an execution. Its lanes are served in groups of `group_lanes`, one after the
 * other. */
typedef struct {
    PrimitiveId primitive;
    unsigned lanes;    /* whose addresses count */
    const int64_t *at; /* by lane; of the Execution */
    int64_t bytes;     /* at each address */
    int group_lanes, group_count;
} BankAccess;
BankAccess bank_access(const Execution *execution, bool from); /* from: src[0], else dst */

typedef struct {
    int64_t word;   /* byte address / 4 */
    unsigned lanes; /* that ask for it */
} BankWord;
/* What one group asks for: the nth word of a bank is served in the nth wavefront. Lanes that stand
 * in different words of one bank collide. */
typedef struct {
    int first_lane;
    int wavefronts, words;      /* of the busiest bank, at least 1; of all banks */
    int asked[BANKS];           /* words of each bank */
    BankWord served[BANKS][32]; /* in the order of the lowest lane that asks */
} BankGroup;
void bank_group(const BankAccess *access, int number, BankGroup *group);
int bank_first_lane(unsigned lanes); /* the lowest of a word's lanes */
typedef struct {
    int64_t got;   /* of all groups */
    int64_t ideal; /* what their words would take without a collision */
    int64_t idle;  /* of `got`, those of groups without an active lane */
    int64_t words; /* that are asked for, each once a group */
} BankWavefronts;
BankWavefronts bank_wavefronts(const BankAccess *access);
#endif
