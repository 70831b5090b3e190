/* tilecopy.h: every primitive. */
#ifndef TILECOPY_H
#define TILECOPY_H
#include "config.h"
#include "ldst.h"
#include "pack.h"
#include "limit.h"
#include "registers.h"
#include "combine.h"
#include "convert.h"
#include "convert8.h"
#include "convert_int.h"
#include "matrix.h"
#include "shuffle.h"
#include "sync.h"
#include "async.h"
#include "hints.h"
#include "mbarrier.h"
#include "cluster.h"
#include "dsmem.h"
#include "reduce.h"
#include "reduce_vector.h"
#include "reduce_shared.h"
#include "bulk.h"
#include "bulk_reduce.h"
#include "bulk_reduce_hinted.h"
#endif

/* Outside the guard: a header made by tcgen --single-file may have brought primitives of its own. */
#if TILECOPY_VERSION != 100
#error "another version of tilecopy/ came before this one, 100, in the same unit"
#endif
