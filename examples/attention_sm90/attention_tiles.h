/* attention_tiles.h: which rows of which head a CTA computes when. On the host. `rows`: what a CTA makes at one time,
 * ROWS of the kernel's type. */
#ifndef ATTENTION_TILES_H
#define ATTENTION_TILES_H
#include <stdlib.h>

/* Sequences that are packed one behind the other: tokens first[i] to first[i + 1] are sequence i. */
typedef struct {
    const int *first_query, *first_key; /* count + 1 each */
    int count, heads, kv_heads;
    int causal; /* the last query sees all keys, each query before it one less */
} AttentionShape;

typedef struct {
    AttentionTile tile;
    int sequence, work;
} AttentionOrder;

/* Longest first, so that in the end CTAs wait for short ones only; of equal ones, those of one head together,
 * whose keys and values L2 then reads once. */
static inline int attention_before(const void *left, const void *right) {
    const AttentionOrder *const a = (const AttentionOrder *)left;
    const AttentionOrder *const b = (const AttentionOrder *)right;
    if (a->work != b->work)
        return b->work - a->work;
    if (a->sequence != b->sequence)
        return a->sequence - b->sequence;
    if (a->tile.head != b->tile.head)
        return a->tile.head - b->tile.head;
    return a->tile.query - b->tile.query;
}

static inline AttentionOrder attention_tile(
    const AttentionShape *s, int rows, int sequence, int head, int row) {
    const int queries = s->first_query[sequence + 1] - s->first_query[sequence];
    const int keys = s->first_key[sequence + 1] - s->first_key[sequence];
    AttentionOrder one;
    one.tile.query = s->first_query[sequence] + row;
    one.tile.rows = queries - row;
    one.tile.key = s->first_key[sequence];
    one.tile.keys = keys;
    one.tile.visible = s->causal ? keys - queries + row + 1 : keys;
    one.tile.head = head;
    one.tile.kv_head = head / (s->heads / s->kv_heads);
    one.sequence = sequence;
    one.work = one.tile.visible + rows < keys ? one.tile.visible + rows : keys;
    return one;
}

static inline unsigned attention_tile_count(const AttentionShape *s, int rows) {
    unsigned count = 0;
    for (int i = 0; i < s->count; i++)
        count +=
            (unsigned)((s->first_query[i + 1] - s->first_query[i] + rows - 1) / rows * s->heads);
    return count;
}

/* For `ctas` CTAs, of which CTA c takes the tiles c, c + ctas, ..: every second turn goes backwards, so that
 * who had the longest tile of one turn gets the shortest of the next. */
static inline void attention_order(
    const AttentionShape *s, int rows, unsigned ctas, AttentionTile *tiles) {
    const unsigned count = attention_tile_count(s, rows);
    AttentionOrder *const all = (AttentionOrder *)malloc(count * sizeof *all);
    unsigned made = 0;
    for (int i = 0; i < s->count; i++)
        for (int head = 0; head < s->heads; head++)
            for (int row = 0; row < s->first_query[i + 1] - s->first_query[i]; row += rows)
                all[made++] = attention_tile(s, rows, i, head, row);
    qsort(all, count, sizeof *all, attention_before);
    for (unsigned i = 0; i < count; i++) {
        const unsigned turn = i / ctas, left = count - turn * ctas,
                       wide = left < ctas ? left : ctas;
        const unsigned at = turn % 2 ? turn * ctas + wide - 1 - i % ctas : i;
        tiles[at] = all[i].tile;
    }
    free(all);
}

#endif
