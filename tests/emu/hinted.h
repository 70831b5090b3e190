/* hinted.h: the macros of hints.h that make an access with hints, each of them once. tcgen prints what a function needs
 * of them; here each width of each form has a function, "tc_hinted_load_global_b8". */
#ifndef HINTED_H
#define HINTED_H

#define HINTED_WIDTHS(X) X(8, 1) X(16, 2) X(32, 4) X(64, 8) X(128, 16) X(256, 32)
#define HINTED_ASYNC_WIDTHS(X) X(32) X(64) X(128)

#define HINTED_MOVE(bits, bytes)                                                                   \
    TC_HINTED_LOAD_B##bits(tc_hinted_load_global_b##bits, PLAIN, "")                               \
        TC_HINTED_STORE_B##bits(tc_hinted_store_global_b##bits, PLAIN, "")
#define HINTED_ASYNC(bits)                                                                         \
    TC_HINTED_CP_ASYNC_B##bits(tc_hinted_cp_async_b##bits, PLAIN, "ca", "")                        \
        TC_HINTED_CP_ASYNC_B##bits##_ZFILL(tc_hinted_cp_async_b##bits##_zfill, PLAIN, "ca", "")    \
            TC_HINTED_CP_ASYNC_B##bits##_OR_ZERO(                                                  \
                tc_hinted_cp_async_b##bits##_or_zero, PLAIN, "ca", "")
HINTED_WIDTHS(HINTED_MOVE)
HINTED_ASYNC_WIDTHS(HINTED_ASYNC)

/* Rows as those of sizes.def. */
#define HINTED_SIZES(bits, bytes)                                                                  \
    EXACT(                                                                                         \
        tc_hinted_load_global_b##bits,                                                             \
        dst,                                                                                       \
        bytes,                                                                                     \
        tc_hinted_load_global_b##bits(v, arg.g + 32 * T))                                          \
    EXACT(                                                                                         \
        tc_hinted_store_global_b##bits,                                                            \
        src,                                                                                       \
        bytes,                                                                                     \
        tc_hinted_store_global_b##bits(arg.g + 32 * T, v))
#endif
