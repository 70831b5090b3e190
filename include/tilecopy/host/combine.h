/* combine.h: the primitives of ../combine.h on the CPU, bit for bit. They touch the caller's own variables only.
 * From primitives.h. */
#ifndef TILECOPY_HOST_COMBINE_H
#define TILECOPY_HOST_COMBINE_H

TC_FN void tc_index_if_f32(void *dst, const void *a, const void *b, unsigned index) {
    float x, y;
    TC_EMU_LOCAL("tc_index_if_f32", a, 4);
    TC_EMU_LOCAL("tc_index_if_f32", b, 4);
    TC_EMU_LOCAL("tc_index_if_f32", dst, 4);
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    index = x >= y && x <= y ? index : 0xffffffffu;
    TC_MEMCPY(dst, &index, 4);
}

TC_FN void tc_index_if_b32(void *dst, const void *a, const void *b, unsigned index) {
    tc_b32 x, y;
    TC_EMU_LOCAL("tc_index_if_b32", a, 4);
    TC_EMU_LOCAL("tc_index_if_b32", b, 4);
    TC_EMU_LOCAL("tc_index_if_b32", dst, 4);
    TC_MEMCPY(&x, a, 4);
    TC_MEMCPY(&y, b, 4);
    index = x == y ? index : 0xffffffffu;
    TC_MEMCPY(dst, &index, 4);
}

#endif
