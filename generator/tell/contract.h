/* contract.h: what the files of the contract share. contract.c puts the items in order,
 * contract_what.c says what moves, duty_words.c says what the caller must do;
 * explain_contract.c uses the same sentences. */
#ifndef TCGEN_CONTRACT_H
#define TCGEN_CONTRACT_H
#include "../plan/duties.h"
#include "view.h"

void add_sentence(Text *out, const char *sentence); /* "; " before all but the first */

/* ---- duties of the caller as sentences: duty_words.c, from the table duty_words.def ---------- */

typedef enum { TONE_STATES, TONE_ASKS } Tone;
typedef enum { SECTION_CALLERS, SECTION_ARGUMENTS, SECTION_ORDER } DutySection;

/* Which part of the contract states it: who calls, what is passed, or what is synchronised. */
DutySection duty_section(DutyKind kind);

/* One duty as a clause without a full stop; NULL: nothing is said here. */
const char *duty_words(const Duties *duties, const Duty *duty, Tone tone);
const char *apart_words(
    const Duties *duties, const Duty *duty); /* ", no two with the same `cta`" */

/* contract.c: the items of a contract that state duties. */
Duties function_duties(const Function *function); /* of all its bodies */
void contract_place(Text *out, const Duties *duties);
void contract_requires(Text *out, const Duties *duties);
void contract_sync(Text *out, const Duties *duties);

const char *order_of_sums(const Plan *plan); /* words.c: "warps in their order" */

/* contract_what.c */
bool is_plain_copy(const Plan *plan);   /* one tile, as it is: its request says it all */
bool keeps_registers(const Plan *plan); /* assignments of each register to the one of its number */
const char *what_words(const Function *function, const Plan *plan);
void contract_what(Text *out, const Function *function, const Plan *plan);
void contract_owns(Text *out, const Function *function, const Plan *plan);
void contract_layouts(Text *out, const Function *function, const Plan *plan);

/* contract.c: the whole comment, with a list of duties that a test may shorten. */
void print_contract_of(Text *out, const Function *function, const Duties *duties);
/* explain_contract.c: the lines from "you must" on. */
void explain_duties(Text *out, const Duties *duties);
#endif
