/* table.c: how the hardware finds element (i, k) of an operand that a descriptor says (PTX:
 * "Asynchronous Warpgroup Level Matrix Shared Memory Layout", and the same of tcgen05). A unit is
 * 16 bytes, T elements; W is the span of the swizzle:
 *
 *   K-major, none       (i/8) SBO + (i%8) 16 + (k/T) LBO + (k%T) e
 *   K-major, swizzle    (i/8) SBO + (i%8) W + k e
 *   MN-major, none      (i/T) SBO + (i%T) e + (k%8) 16 + (k/8) LBO
 *   MN-major, swizzle   (i/(W/e)) LBO + (i%(W/e)) e + (k%8) W + (k/8) SBO
 *
 * The swizzle is one of address bits: bits 7 and up onto bits 4 and up. */
#include "descriptor.h"

const Line lines[LINES] = {
    {0, false},
    {32, false},
    {64, false},
    {128, false},
    {0, true},
    {32, true},
    {64, true},
    {128, true}};

int64_t line_offset(const Line *line, int bytes, Offsets offsets, int64_t i, int64_t k) {
    int64_t unit = UNIT_BYTES / bytes, wide = line->span / bytes;
    int64_t lbo = offsets.lbo < 0 ? 0 : offsets.lbo, sbo = offsets.sbo < 0 ? 0 : offsets.sbo;
    if (!line->mn_major && !line->span)
        return i / 8 * sbo + i % 8 * UNIT_BYTES + k / unit * lbo + k % unit * bytes;
    if (!line->mn_major)
        return i / 8 * sbo + i % 8 * line->span + k * bytes;
    if (!line->span)
        return i / unit * sbo + i % unit * bytes + k % 8 * UNIT_BYTES + k / 8 * lbo;
    return i / wide * lbo + i % wide * bytes + k % 8 * line->span + k / 8 * sbo;
}

/* Three bits for 128, two for 64, one for 32. */
int64_t line_swizzled(int span, int64_t address) {
    int64_t mask = span ? span - UNIT_BYTES : 0;
    return address ^ (address >> 3 & mask);
}

void line_needs(const Line *line, int bytes, Needs *lbo, Needs *sbo) {
    int64_t unit = UNIT_BYTES / bytes;
    if (!line->mn_major) {
        *lbo = (Needs){true, line->span ? INT64_MAX : unit};
        *sbo = (Needs){false, 8};
    } else if (!line->span) {
        *lbo = (Needs){true, 8};
        *sbo = (Needs){false, unit};
    } else {
        *lbo = (Needs){false, line->span / bytes};
        *sbo = (Needs){true, 8};
    }
}

int64_t line_align(const Line *line) {
    return line->span ? 8 * line->span : UNIT_BYTES;
}

const char *span_name(int span) {
    return span ? mem_printf("%dB", span) : "none";
}

const char *line_words(const Line *line) {
    const char *major = line->mn_major ? "MN-major" : "K-major";
    return line->span ? mem_printf("%s under swizzle %dB", major, line->span)
                      : mem_printf("%s without a swizzle", major);
}

/* wgmma: bits 62-63. umma: bits 61-63, and 1 in bits 46-48, the version. */
unsigned unit_swizzle_bits(MatrixUnit unit, int span) {
    unsigned wgmma = span == 128 ? 1 : span == 64 ? 2 : span == 32 ? 3 : 0;
    return unit == UNIT_UMMA ? wgmma << 30 | 1u << 14 : wgmma << 30;
}

/* wgmma has the transposing form for 16-bit operands alone, tcgen05 for 8-bit ones too. */
bool unit_reads_mn(MatrixUnit unit, int bytes) {
    return bytes == 2 || (unit == UNIT_UMMA && bytes == 1);
}
