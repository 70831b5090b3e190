/* order.h: what order.c, syncs.c and barriers.c share. A mask is the lanes of every warp, and of
 * what else acts. */
#ifndef TCGEN_ORDER_H
#define TCGEN_ORDER_H
#include "prove.h"

/* Barriers hand on what those who arrive did before: mbarriers by object, then the named ones. */
Actor actor_barrier(const Prover *prover, int at, int cta, int lane);
uint64_t *mask_new(const Prover *prover);
void mask_add_elected(const Prover *prover, uint64_t *mask); /* where whole warps are in it */
void mask_add_actor(uint64_t *mask, Actor actor);
bool mask_has(const uint64_t *mask, Actor actor);
/* What `from` did before is visible to `to` from now on. */
void order_masks(Prover *prover, uint64_t *from, uint64_t *to);
/* `from` came here before `to` goes on, and `hand` says what `to` knows of their memory by that: an
 * arrival of copies hands on nothing, one after reads the reads. */
void order_hand(Prover *prover, uint64_t *from, uint64_t *to, Hand hand);
void order_lanes(Prover *prover, int warp, uint64_t lanes); /* of one warp, among themselves */

/* syncs.c */
uint64_t *comers_in(const Run *run, int cta, int *count); /* of one CTA, as a mask of all */
/* Calls `each` for every thread that executes the step. */
bool each_comer(Run *run, bool (*each)(Run *, Actor, int));
bool is_object(Run *run, ObjectKind kind);
const Object *object_of(const Run *run);

/* barriers.c: of Step.object */
bool mbarrier_init(Run *run, Actor actor, int cta);
bool mbarrier_fence(Run *run, Actor actor, int cta);
bool mbarrier_arrive(Run *run);
bool mbarrier_arrive_remote(Run *run, Actor actor, int cta);
bool mbarrier_bring(Run *run, Actor actor, int cta, Flight *flight);
bool mbarrier_wait(Run *run);
/* A phase that ends while somebody may not have seen the end of the one before: such a waiter sees
 * the parity of a phase that has not ended. */
bool mbarrier_passed(Prover *prover, const Object *object, const Mbarrier *bar);
bool named_come(Run *run);
bool cta_sync(Run *run);
#endif
