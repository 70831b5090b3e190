/* gemm_order.h: in which order the clusters take the tiles of D, so that those at work at one time have rows of A and
 * columns of B in common, which L2 then reads once. On the host. */
#ifndef GEMM_ORDER_H
#define GEMM_ORDER_H

/* The place of step `i` on a Hilbert curve through a square of `side` (a power of two) tiles: neighbours in time are
 * neighbours in space. Step 5 of a square of 4 is at column 0, row 3. */
static inline void gemm_hilbert(unsigned side, unsigned i, unsigned *row, unsigned *column) {
    unsigned x = 0, y = 0;
    for (unsigned s = 1; s < side; s *= 2, i /= 4) {
        const unsigned right = i / 2 & 1, up = (i ^ right) & 1;
        if (!up) { /* the quarter is turned */
            const unsigned was = right ? s - 1 - x : x;
            x = right ? s - 1 - y : y;
            y = was;
        }
        x += s * right;
        y += s * up;
    }
    *row = y;
    *column = x;
}

/* rows x columns tiles of 256x256 into `order`; returns how many there are. */
static inline unsigned gemm_order(unsigned rows, unsigned columns, unsigned *order) {
    unsigned side = 1, count = 0, row, column;
    while (side < rows || side < columns)
        side *= 2;
    for (unsigned i = 0; i < side * side; i++) {
        gemm_hilbert(side, i, &row, &column);
        if (row < rows && column < columns)
            order[count++] = row | column << 16;
    }
    return count;
}

/* How many clusters, at most `most`, finish `tiles` in the fewest turns: 256 on 66 take 4 turns, and so
 * they do on 64, which leaves more of L2 and of the power to each. */
static inline unsigned gemm_clusters(unsigned tiles, unsigned most) {
    const unsigned turns = (tiles + most - 1) / most;
    return (tiles + turns - 1) / turns;
}

#endif
