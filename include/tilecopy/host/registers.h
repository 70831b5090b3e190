/* registers.h: the primitives of ../registers.h on the CPU, bit for bit. They touch the caller's own
 * variables only, so that the emulator's order of threads does not see them. From primitives.h. */
#ifndef TILECOPY_HOST_REGISTERS_H
#define TILECOPY_HOST_REGISTERS_H

TC_FN void tc_select_b32(void *dst, const void *a, const void *b, int take_a) {
    tc_b32 v;
    TC_EMU_LOCAL("tc_select_b32", a, 4);
    TC_EMU_LOCAL("tc_select_b32", b, 4);
    TC_EMU_LOCAL("tc_select_b32", dst, 4);
    TC_MEMCPY(&v, take_a ? a : b, 4);
    TC_MEMCPY(dst, &v, 4);
}

TC_FN void tc_permute_b32(void *dst, const void *a, const void *b, unsigned selector) {
    tc_b32 x, y;
    TC_EMU_LOCAL("tc_permute_b32", a, 4);
    TC_EMU_LOCAL("tc_permute_b32", b, 4);
    TC_EMU_LOCAL("tc_permute_b32", dst, 4);
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    x = tc_emu_permute(x, y, selector);
    TC_MEMCPY(dst, &x, 4);
}

TC_FN void tc_add_f32(void *dst, const void *a, const void *b) {
    tc_b32 x, y;
    TC_EMU_LOCAL("tc_add_f32", a, 4);
    TC_EMU_LOCAL("tc_add_f32", b, 4);
    TC_EMU_LOCAL("tc_add_f32", dst, 4);
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    x = tc_emu_add_f32(x, y);
    TC_MEMCPY(dst, &x, 4);
}

TC_FN void tc_add_u32(void *dst, const void *a, const void *b) {
    tc_b32 x, y;
    TC_EMU_LOCAL("tc_add_u32", a, 4);
    TC_EMU_LOCAL("tc_add_u32", b, 4);
    TC_EMU_LOCAL("tc_add_u32", dst, 4);
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    x += y;
    TC_MEMCPY(dst, &x, 4);
}

TC_FN void tc_max_f32(void *dst, const void *a, const void *b) {
    tc_b32 x, y;
    TC_EMU_LOCAL("tc_max_f32", a, 4);
    TC_EMU_LOCAL("tc_max_f32", b, 4);
    TC_EMU_LOCAL("tc_max_f32", dst, 4);
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    x = tc_emu_max_f32(x, y);
    TC_MEMCPY(dst, &x, 4);
}

#endif
