/* order.h: what order.c and syncs.c share. A mask is the lanes of every warp, and of what else acts. */
#ifndef TCGEN_ORDER_H
#define TCGEN_ORDER_H
#include "prove.h"

/* Barriers hand on what those who arrive did before: mbarriers by object, then the named ones. */
Actor actor_barrier(const Prover *prover, int at, int cta);
uint64_t *mask_new(const Prover *prover);
void mask_add_actor(uint64_t *mask, Actor actor);
bool mask_has(const uint64_t *mask, Actor actor);
/* What `from` did before is visible to `to` from now on. */
void order_masks(Prover *prover, uint64_t *from, uint64_t *to);
void order_lanes(Prover *prover, int warp, uint64_t lanes); /* of one warp, among themselves */
#endif
