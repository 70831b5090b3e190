/* What a tensor copy combines, by the type of its map: each type with each operation, against numbers.h, and those that no
 * GPU combines. */
#include "emu_test.h"
#include "numbers.h"
#include "tilecopy/tensormap.h"

enum { BYTES = 16, TYPES = 13, NONE = 99 };

/* By number of a map's type: what its elements are to a reduction, and which operations there are. */
#define SUM (1u << ADD)
#define ENDS (1u << MIN | 1u << MAX)
#define BITS (1u << AND | 1u << OR | 1u << XOR)
static const struct {
    const char *name;
    unsigned type, operations;
} types[TYPES] = {
    {"u8", NONE, 0},
    {"u16", NONE, 0},
    {"u32", U32, SUM | ENDS | BITS | 1u << INC | 1u << DEC},
    {"s32", S32, SUM | ENDS | BITS},
    {"u64", U64, SUM | ENDS | BITS},
    {"s64", S64, ENDS},
    {"f16", F16, SUM | ENDS},
    {"f32", F32, SUM},
    {"f64", F64, SUM},
    {"bf16", BF16, SUM | ENDS},
    {"f32, flushed", F32, SUM},
    {"tf32", F32, SUM},
    {"tf32, flushed", F32, SUM}};

typedef struct {
    const tc_tensormap *map;
    const unsigned char *tile;
    unsigned operation;
} args;

TC_KERNEL(reduces, args) {
    tc_store_shared_b128(tc_smem(), arg.tile);
    tc_fence_async_smem();
#define OF(way, name)                                                                              \
    case way:                                                                                      \
        tc_tensor_reduce_##name##_to_gmem_1d(arg.map, tc_smem(), 0);                               \
        break;
    switch (arg.operation) {
        OF(ADD, add)
        OF(MIN, min)
        OF(MAX, max)
        OF(INC, inc)
        OF(DEC, dec)
        OF(AND, and)
        OF(OR, or)
        OF(XOR, xor)
    }
#undef OF
    tc_bulk_commit();
    tc_bulk_wait_0();
}

static unsigned long long number(unsigned type, int value) {
    return is_float(type) ? spell(value, type) : (unsigned long long)(long long)value;
}

static void combines(unsigned of, unsigned operation, unsigned char *tensor, const char *name) {
    const unsigned type = types[of].type, size = size_of(type);
    unsigned char tile[BYTES], want[BYTES];
    tc_tensormap map;
    tc_tensormap_params p;
    memset(&p, 0, sizeof p);
    p.type = of;
    p.rank = 1;
    p.base = tensor;
    p.extent[0] = p.box[0] = BYTES / size;
    p.element_stride[0] = 1;
    EXPECT_OF(name, tc_tensormap_encode(&map, &p) == NULL);
    for (unsigned i = 0; i < BYTES / size; i++) { /* -20 and 11, 14 and -9, and so on */
        const int there = (int)(i * 34) % 61 - 20, comes = 11 - (int)i * 20 % 47;
        const int any = size == 2 && operation != ADD; /* of such floats all bits, NaNs too */
        const unsigned long long a = any ? draw_half(type, i) : number(type, there);
        const unsigned long long b = any ? draw_half(type, i + 1) : number(type, comes);
        const unsigned long long both = combined(operation, type, a, b);
        memcpy(tensor + i * size, &a, size);
        memcpy(tile + i * size, &b, size);
        memcpy(want + i * size, &both, size);
    }
    args a = {&map, tile, operation};
    once_passes(name, quiet(1, 1024), reduces, &a);
    EXPECT_OF(name, memcmp(tensor, want, BYTES) == 0);
}

static void refuses(unsigned of, unsigned operation, unsigned char *tensor, const char *name) {
    static const unsigned size[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    unsigned char tile[BYTES] = {0};
    tc_tensormap map;
    tc_tensormap_params p;
    memset(&p, 0, sizeof p);
    p.type = of;
    p.rank = 1;
    p.base = tensor;
    p.extent[0] = p.box[0] = BYTES / size[of];
    p.element_stride[0] = 1;
    EXPECT_OF(name, tc_tensormap_encode(&map, &p) == NULL);
    args a = {&map, tile, operation};
    fails(
        name,
        quiet(1, 1024),
        reduces,
        &a,
        TC_EMU_ARGUMENT,
        of < 2 ? "no reduction of numbers of 8 or 16 bits" : "no GPU combines numbers of the map");
    EXPECT_OF(name, tc_emu_last()->bytes == BYTES);
}

int main(void) {
    static const char *const operations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
    static char names[TYPES][8][40];
    unsigned char *const tensor = (unsigned char *)tc_emu_gmem_alloc(BYTES, "tensor");
    for (unsigned of = 0; of < TYPES; of++)
        for (unsigned k = ADD; k <= XOR; k++) {
            char *const name = names[of][k];
            snprintf(name, sizeof names[of][k], "%s of %s", operations[k], types[of].name);
            if (types[of].operations >> k & 1)
                combines(of, k, tensor, name);
            else if (of < 2 || (k != INC && k != DEC)) /* of other types these were not tried */
                refuses(of, k, tensor, name);
        }
    tc_emu_gmem_free(tensor);
    return unit_finish();
}
