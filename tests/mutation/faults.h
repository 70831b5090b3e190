/* faults.h: kinds of fault that are planted into a correct Plan. A kind has sites: places of a Plan
 * where it can be planted, counted from 0 in the order of phases, steps and expressions. */
#ifndef MUTATION_FAULTS_H
#define MUTATION_FAULTS_H
#include "generator/plan/plan.h"

typedef struct {
    const char *name;
    /* Plants the fault at place `site` of a private copy. False: there is no such place. *same is
     * set where the change may leave the meaning as it is: then the traces decide. */
    bool (*plant)(Plan *plan, int site, bool *same);
    const char *kinds; /* words of Proof.kind that may answer it, separated by spaces */
} Fault;
extern const Fault faults[];
extern const int fault_count;

Step *step_at(Plan *plan, int site, Phase **phase, int *index); /* NULL: there is no such one */
Expr *address_at(Plan *plan, int site); /* of every step: both sides that lie in memory */
/* faults_order.c */
bool access_dropped(Plan *plan, int site, bool *same);
bool registers_dropped(Plan *plan, int site, bool *same);
bool any_sync_dropped(Plan *plan, int site, bool *same);
bool bytes_changed(Plan *plan, int site, bool *same);
bool counted_bytes_changed(Plan *plan, int site, bool *same);
bool election_dropped(Plan *plan, int site, bool *same);
bool election_of_arrivals_dropped(Plan *plan, int site, bool *same);
bool sync_dropped(Plan *plan, int site, bool *same);
bool copies_left_open(Plan *plan, int site, bool *same);
bool phase_left_open(Plan *plan, int site, bool *same);
/* faults_item.c */
bool item_step_changed(Plan *plan, int site, bool *same);
bool item_start_moved(Plan *plan, int site, bool *same);
/* faults_limit.c */
bool limit_reached(Plan *plan, int site, bool *same);
bool limit_missed(Plan *plan, int site, bool *same);
bool limit_dropped(Plan *plan, int site, bool *same);
bool rest_forgotten(Plan *plan, int site, bool *same);
bool count_forgotten(Plan *plan, int site, bool *same);

Plan *plan_copied(const Plan *plan); /* deep, in the arena */
#endif
