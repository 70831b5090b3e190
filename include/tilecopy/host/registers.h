/* registers.h: the primitives of ../registers.h on the CPU, bit for bit. They touch the caller's own
 * variables only, so that the emulator's order of threads does not see them. From primitives.h. */
#ifndef TILECOPY_HOST_REGISTERS_H
#define TILECOPY_HOST_REGISTERS_H

TC_FN void tc_select_b32(void *dst, const void *a, const void *b, int take_a) {
    tc_b32 v;
    TC_EMU_LOCAL("tc_select_b32", a, sizeof v);
    TC_EMU_LOCAL("tc_select_b32", b, sizeof v);
    TC_EMU_LOCAL("tc_select_b32", dst, sizeof v);
    TC_MEMCPY(&v, take_a ? a : b, sizeof v);
    TC_MEMCPY(dst, &v, sizeof v);
}

TC_FN void tc_select_b64(void *dst, const void *a, const void *b, int take_a) {
    tc_b64 v;
    TC_EMU_LOCAL("tc_select_b64", a, sizeof v);
    TC_EMU_LOCAL("tc_select_b64", b, sizeof v);
    TC_EMU_LOCAL("tc_select_b64", dst, sizeof v);
    TC_MEMCPY(&v, take_a ? a : b, sizeof v);
    TC_MEMCPY(dst, &v, sizeof v);
}

TC_FN void tc_permute_b32(void *dst, const void *a, const void *b, unsigned selector) {
    tc_b32 x, y;
    TC_EMU_LOCAL("tc_permute_b32", a, sizeof x);
    TC_EMU_LOCAL("tc_permute_b32", b, sizeof x);
    TC_EMU_LOCAL("tc_permute_b32", dst, sizeof x);
    TC_MEMCPY(&x, a, sizeof x);
    TC_MEMCPY(&y, b, sizeof x);
    x = tc_emu_permute(x, y, selector);
    TC_MEMCPY(dst, &x, sizeof x);
}

/* Of two words x and y. */
#define TC_EMU_OF_TWO(name, result)                                                                \
    TC_FN void name(void *dst, const void *a, const void *b) {                                     \
        tc_b32 x, y;                                                                               \
        TC_EMU_LOCAL(#name, a, sizeof x);                                                          \
        TC_EMU_LOCAL(#name, b, sizeof x);                                                          \
        TC_EMU_LOCAL(#name, dst, sizeof x);                                                        \
        TC_MEMCPY(&x, a, sizeof x);                                                                \
        TC_MEMCPY(&y, b, sizeof x);                                                                \
        x = result;                                                                                \
        TC_MEMCPY(dst, &x, sizeof x);                                                              \
    }

TC_EMU_OF_TWO(tc_add_f32, tc_emu_add_f32(x, y))
TC_EMU_OF_TWO(tc_add_u32, x + y)
TC_EMU_OF_TWO(tc_max_f32, tc_emu_max_f32(x, y))
TC_EMU_OF_TWO(tc_mul_f32, tc_emu_mul_f32(x, y))
TC_EMU_OF_TWO(tc_min_f32, tc_emu_min_f32(x, y))
TC_EMU_OF_TWO(tc_mul_u32, x *y)
TC_EMU_OF_TWO(tc_min_u32, x < y ? x : y)
TC_EMU_OF_TWO(tc_max_u32, x > y ? x : y)
TC_EMU_OF_TWO(tc_min_i32, (x ^ 0x80000000u) < (y ^ 0x80000000u) ? x : y)
TC_EMU_OF_TWO(tc_max_i32, (x ^ 0x80000000u) > (y ^ 0x80000000u) ? x : y)
TC_EMU_OF_TWO(tc_and_b32, x &y)
TC_EMU_OF_TWO(tc_or_b32, x | y)
TC_EMU_OF_TWO(tc_xor_b32, x ^ y)

/* Of the words of all lanes. */
#define TC_EMU_OF_ALL(name, op)                                                                    \
    TC_FN void name(void *dst, const void *src) {                                                  \
        TC_EMU_LOCAL(#name, dst, 4);                                                               \
        TC_EMU_LOCAL(#name, src, 4);                                                               \
        tc_emu_redux(#name, dst, src, op);                                                         \
    }

TC_EMU_OF_ALL(tc_redux_add_u32, tc_add_u32)
TC_EMU_OF_ALL(tc_redux_min_u32, tc_min_u32)
TC_EMU_OF_ALL(tc_redux_max_u32, tc_max_u32)
TC_EMU_OF_ALL(tc_redux_min_i32, tc_min_i32)
TC_EMU_OF_ALL(tc_redux_max_i32, tc_max_i32)
TC_EMU_OF_ALL(tc_redux_and_b32, tc_and_b32)
TC_EMU_OF_ALL(tc_redux_or_b32, tc_or_b32)
TC_EMU_OF_ALL(tc_redux_xor_b32, tc_xor_b32)
TC_EMU_OF_ALL(tc_redux_min_f32, tc_min_f32)
TC_EMU_OF_ALL(tc_redux_max_f32, tc_max_f32)

#endif
