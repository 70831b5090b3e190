/* pack.h: registers of elements smaller than a byte (e2m1, e3m2, e2m3). They lie packed in bytes,
 * lowest bits first, and have no names of their own in C. Plain arithmetic, the same on device and
 * host; with constant indices in unrolled loops it folds to a few shifts. */
#ifndef TILECOPY_PACK_H
#define TILECOPY_PACK_H
#include "config.h"

/* Element `to` of dst becomes element `from` of src; both have `bits` bits, 1 to 8, and may cross a
 * byte. The other elements stay. Both are the caller's own registers: any thread, no ordering. */
TC_FN void tc_move_bits(void *dst, unsigned to, const void *src, unsigned from, unsigned bits) {
    unsigned char *d = (unsigned char *)dst + to * bits / 8;
    const unsigned char *s = (const unsigned char *)src + from * bits / 8;
    const unsigned put = to * bits % 8;
    const unsigned get = from * bits % 8;
    const unsigned mask = (1u << bits) - 1;
    unsigned v = (unsigned)s[0] >> get;
    if (get + bits > 8)
        v |= (unsigned)s[1] << (8 - get);
    v &= mask;
    d[0] = (unsigned char)((d[0] & ~(mask << put)) | v << put);
    if (put + bits > 8)
        d[1] = (unsigned char)((d[1] & ~(mask >> (8 - put))) | v >> (8 - put));
}

#endif
