/* tensor_core.cu: every shape of mma.sync on fragments that generated functions load, against a product
 * made on the CPU; on a GPU or on the emulator.
 *
 *     nvcc -arch=sm_90 -I../../include tensor_core.cu && ./a.out
 *     tcemu run tensor_core.cu */
#include "../example.h"
#include "tensor_core_gen.h"
#include "tilecopy/mma.h"

typedef struct {
    const void *a, *b; /* M x K and 8 x K, row by row */
    void *d;           /* M x 8 */
} Matrices;

/* One warp: D = A * B, a shape each. Where the target lacks it D stays as it was. */
#define PRODUCT(shape, tag, type, m, k, result, result_tag)                                        \
    extern "C" __global__ void product_##shape(const Matrices arg) {                               \
        type a[m * k / 32], b[8 * k / 32];                                                         \
        result d[m * 8 / 32] = {0};                                                                \
        tc_a_##tag##_##m##x##k(a, (const type *)arg.a);                                            \
        tc_b_##tag##_8x##k(b, (const type *)arg.b);                                                \
        tc_mma_##shape(d, a, b);                                                                   \
        tc_c_##result_tag##_##m##x8((result *)arg.d, d);                                           \
    }
#define MISSING(shape)                                                                             \
    extern "C" __global__ void product_##shape(const Matrices arg) {                               \
        (void)arg;                                                                                 \
    }

PRODUCT(m16n8k8_f16, f16, tc_f16, 16, 8, float, f32)
PRODUCT(m16n8k16_f16, f16, tc_f16, 16, 16, float, f32)
PRODUCT(m16n8k8_bf16, bf16, tc_bf16, 16, 8, float, f32)
PRODUCT(m16n8k16_bf16, bf16, tc_bf16, 16, 16, float, f32)
PRODUCT(m16n8k4_tf32, tf32, float, 16, 4, float, f32)
PRODUCT(m16n8k8_tf32, tf32, float, 16, 8, float, f32)
PRODUCT(m16n8k16_s8, i8, signed char, 16, 16, int, i32)
PRODUCT(m16n8k32_s8, i8, signed char, 16, 32, int, i32)
PRODUCT(m16n8k16_u8, u8, unsigned char, 16, 16, int, i32)
PRODUCT(m16n8k32_u8, u8, unsigned char, 16, 32, int, i32)
PRODUCT(m8n8k4_f64, f64, double, 8, 4, double, f64)
#if TC_ARCH >= 890
PRODUCT(m16n8k16_e5m2, e5m2, unsigned char, 16, 16, float, f32)
PRODUCT(m16n8k16_e4m3, e4m3, unsigned char, 16, 16, float, f32)
PRODUCT(m16n8k32_e4m3, e4m3, unsigned char, 16, 32, float, f32)
PRODUCT(m16n8k32_e5m2, e5m2, unsigned char, 16, 32, float, f32)
#else
MISSING(m16n8k16_e5m2)
MISSING(m16n8k16_e4m3)
MISSING(m16n8k32_e4m3)
MISSING(m16n8k32_e5m2)
#endif
#if TC_ARCH >= 900
PRODUCT(m16n8k4_f64, f64, double, 16, 4, double, f64)
PRODUCT(m16n8k8_f64, f64, double, 16, 8, double, f64)
PRODUCT(m16n8k16_f64, f64, double, 16, 16, double, f64)
#else
MISSING(m16n8k4_f64)
MISSING(m16n8k8_f64)
MISSING(m16n8k16_f64)
#endif

/* ---- the CPU's side ------------------------------------------------------------------------- */

typedef enum { F16, BF16, TF32, S8, U8, F64, E4M3, E5M2 } Type;
static const unsigned width[] = {2, 2, 4, 1, 1, 8, 1, 1};
static const unsigned one_two_three[][3] = {
    [F16] = {0x3C00, 0x4000, 0x4200},
    [BF16] = {0x3F80, 0x4000, 0x4040},
    [TF32] = {0x3F800000, 0x40000000, 0x40400000},
    [S8] = {1, 2, 3},
    [U8] = {1, 2, 3},
    [F64] = {0, 0, 0},
    [E4M3] = {0x38, 0x40, 0x44},
    [E5M2] = {0x3C, 0x40, 0x42}};

/* A number from -3 to 3: every type has it, and all sums are exact. */
static void put(unsigned char *at, Type type, int value) {
    const unsigned size = (unsigned)(value < 0 ? -value : value);
    unsigned bits = size ? one_two_three[type][size - 1] : 0;
    const double exact = value;
    if (type == F64) {
        memcpy(at, &exact, 8);
        return;
    }
    if (value < 0)
        bits = type == S8 ? (unsigned)value : bits | 1u << (8 * width[type] - 1);
    memcpy(at, &bits, width[type]);
}

static double get(const unsigned char *at, Type type) {
    float single;
    double value;
    int whole;
    memcpy(&value, at, 8);
    memcpy(&single, at, 4);
    memcpy(&whole, at, 4);
    return type == F64 ? value : type == S8 || type == U8 ? whole : (double)single;
}

enum { MOST = 16 * 32 * 8 };
static unsigned random_state = 1;

static int random_number(Type type) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)(random_state >> 20) % (type == U8 ? 4 : 7) - (type == U8 ? 0 : 3);
}

/* Random A and B into bytes, and their product. */
static void fill(unsigned char *a, unsigned char *b, double *d, Type type, unsigned m, unsigned k) {
    int left[16][32], right[8][32];
    for (unsigned i = 0; i < m * k; i++)
        put(a + i * width[type], type, left[i / k][i % k] = random_number(type));
    for (unsigned i = 0; i < 8 * k; i++)
        put(b + i * width[type], type, right[i / k][i % k] = random_number(type));
    for (unsigned i = 0; i < m * 8; i++) {
        d[i] = 0;
        for (unsigned j = 0; j < k; j++)
            d[i] += left[i / 8][j] * right[i % 8][j];
    }
}

static unsigned wrong_of(const unsigned char *d, const double *wanted, Type type, unsigned m) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < m * 8; i++)
        wrong += get(d + i * (type == F64 ? 8 : 4), type) != wanted[i];
    return wrong;
}

static unsigned elements, wrong;
static unsigned char *memory[3];

#define TRY(shape, type, m, k)                                                                     \
    {                                                                                              \
        static unsigned char a[MOST], b[MOST], d[MOST];                                            \
        double wanted[16 * 8];                                                                     \
        const example_launch launch = {1, 32, 0, 0};                                               \
        Matrices matrices;                                                                         \
        fill(a, b, wanted, type, m, k);                                                            \
        example_put(memory[0], a, MOST);                                                           \
        example_put(memory[1], b, MOST);                                                           \
        matrices.a = memory[0];                                                                    \
        matrices.b = memory[1];                                                                    \
        matrices.d = memory[2];                                                                    \
        EXAMPLE_RUN(product_##shape, launch, matrices);                                            \
        example_get(d, memory[2], MOST);                                                           \
        elements += (m)*8;                                                                         \
        wrong += wrong_of(d, wanted, type, m);                                                     \
    }

int main(void) {
    int sm = 100;
#if TC_ON_DEVICE
    int minor;
    example_must(cudaDeviceGetAttribute(&sm, cudaDevAttrComputeCapabilityMajor, 0));
    example_must(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    sm = 10 * sm + minor;
#endif
    for (int i = 0; i < 3; i++)
        memory[i] = (unsigned char *)example_memory(MOST, i == 0 ? "a" : i == 1 ? "b" : "d");
    TRY(m16n8k8_f16, F16, 16, 8)
    TRY(m16n8k16_f16, F16, 16, 16)
    TRY(m16n8k8_bf16, BF16, 16, 8)
    TRY(m16n8k16_bf16, BF16, 16, 16)
    TRY(m16n8k4_tf32, TF32, 16, 4)
    TRY(m16n8k8_tf32, TF32, 16, 8)
    TRY(m16n8k16_s8, S8, 16, 16)
    TRY(m16n8k32_s8, S8, 16, 32)
    TRY(m16n8k16_u8, U8, 16, 16)
    TRY(m16n8k32_u8, U8, 16, 32)
    TRY(m8n8k4_f64, F64, 8, 4)
    if (sm >= 89) {
        TRY(m16n8k16_e5m2, E5M2, 16, 16)
        TRY(m16n8k16_e4m3, E4M3, 16, 16)
        TRY(m16n8k32_e4m3, E4M3, 16, 32)
        TRY(m16n8k32_e5m2, E5M2, 16, 32)
    }
    if (sm >= 90) {
        TRY(m16n8k4_f64, F64, 16, 4)
        TRY(m16n8k8_f64, F64, 16, 8)
        TRY(m16n8k16_f64, F64, 16, 16)
    }
    for (int i = 0; i < 3; i++)
        example_free(memory[i]);
    printf("mma.sync on the %s: %u elements, %u wrong\n", example_machine, elements, wrong);
    return wrong != 0;
}
