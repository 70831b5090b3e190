/* wgmma.cu: the fragments of wgmma against the instruction itself: A, what is added and B's tile come from
 * global memory by functions that tcgen generates, D goes back by one, and a product made on the CPU is
 * compared bit for bit.
 *
 * For every place of A one product with a 1 there and zeros elsewhere, so that D shows one row of a random
 * B; for every place of B likewise, where D shows a column of A; at last A, B and C are all random. A product
 * is a warpgroup's, of a CTA of its own. Prints a line for each type and N. */
#include "bench/device/wgmma_hand.h"
#include "wgmma_gen.h"
#include "tilecopy/tilecopy.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define PRODUCT(tag, type, k, n)                                                                   \
    __global__ void product_##tag##_n##n(unsigned *d, const unsigned char *a, const unsigned *b) { \
        __shared__ __align__(128) unsigned tile[n * 8];                                            \
        __align__(16) type x[k / 2];                                                               \
        __align__(16) unsigned y[n / 2];                                                           \
        d += blockIdx.x * 64 * n;                                                                  \
        tc_a_##tag(x, (const type *)(a + blockIdx.x * 64 * 32));                                   \
        tc_b_n##n(tile, b + blockIdx.x * n * 8);                                                   \
        tc_c_n##n(y, d);                                                                           \
        tc_fence_async_smem();                                                                     \
        __syncthreads();                                                                           \
        hand_wgmma_##tag##_n##n(y, x, tile);                                                       \
        tc_d_n##n(d, y);                                                                           \
    }

PRODUCT(f16, tc_f16, 16, 8)
PRODUCT(f16, tc_f16, 16, 64)
PRODUCT(f16, tc_f16, 16, 256)
PRODUCT(bf16, tc_bf16, 16, 8)
PRODUCT(bf16, tc_bf16, 16, 64)
PRODUCT(tf32, float, 8, 8)
PRODUCT(tf32, float, 8, 64)
PRODUCT(e4m3, unsigned char, 32, 8)
PRODUCT(e4m3, unsigned char, 32, 64)
PRODUCT(e5m2, unsigned char, 32, 8)
PRODUCT(e5m2, unsigned char, 32, 64)
PRODUCT(i8, signed char, 32, 8)
PRODUCT(i8, signed char, 32, 64)
PRODUCT(u8, unsigned char, 32, 8)
PRODUCT(u8, unsigned char, 32, 64)

/* ---- the CPU's side ------------------------------------------------------------------------- */

struct Kind {
    const char *name;
    unsigned bytes; /* of an element of A and B: a row of either is 32 bytes */
    bool whole, negative;
    unsigned one_two_three[3];
};

static const Kind f16 = {"f16", 2, false, true, {0x3C00, 0x4000, 0x4200}};
static const Kind bf16 = {"bf16", 2, false, true, {0x3F80, 0x4000, 0x4040}};
static const Kind tf32 = {"tf32", 4, false, true, {0x3F800000, 0x40000000, 0x40400000}};
static const Kind e4m3 = {"e4m3", 1, false, true, {0x38, 0x40, 0x44}};
static const Kind e5m2 = {"e5m2", 1, false, true, {0x3C, 0x40, 0x42}};
static const Kind i8 = {"i8", 1, true, true, {1, 2, 3}};
static const Kind u8 = {"u8", 1, true, false, {1, 2, 3}};

static unsigned state = 1;
static int some(const Kind &kind) {
    state = state * 1664525u + 1013904223u;
    return kind.negative ? (int)((state >> 20) % 7) - 3 : (int)((state >> 20) % 4);
}

/* A number from -3 to 3: every type has it, and all sums are exact. */
static void put(unsigned char *at, const Kind &kind, int value) {
    const unsigned size = (unsigned)abs(value);
    unsigned bits = size ? kind.one_two_three[size - 1] : 0;
    if (value < 0)
        bits = kind.whole ? (unsigned)value : bits | 1u << (8 * kind.bytes - 1);
    memcpy(at, &bits, kind.bytes);
}

static unsigned bits_of(const Kind &kind, int value) {
    const float single = (float)value;
    unsigned bits = (unsigned)value;
    if (!kind.whole)
        memcpy(&bits, &single, 4);
    return bits;
}

/* Also the one with a sign. */
static bool zero(unsigned bits, const Kind &kind) {
    return bits == 0 || (!kind.whole && bits == 0x80000000u);
}

/* rows x K of test `test`: a 1 at `place`, or random numbers where that is below 0. */
static void fill(
    std::vector<short> &numbers,
    std::vector<unsigned char> &bytes,
    unsigned test,
    const Kind &kind,
    unsigned count,
    int place) {
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = (short)(place < 0 ? some(kind) : (int)i == place);
        put(&bytes[(test * count + i) * kind.bytes], kind, numbers[i]);
    }
}

static void must(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    printf("%s\n", cudaGetErrorString(error));
    exit(1);
}

enum { TESTS = 256, MOST_N = 256 }; /* of one launch */
typedef void (*Product)(unsigned *, const unsigned char *, const unsigned *);

static unsigned wrong_in_all;

struct Memory {
    unsigned char *a;
    unsigned *b, *d;
};

static void launch(
    Product product, Memory m, const void *a, const void *b, std::vector<unsigned> &d) {
    const unsigned n = (unsigned)(d.size() / TESTS / 64);
    must(cudaMemcpy(m.a, a, TESTS * 64 * 32, cudaMemcpyHostToDevice));
    must(cudaMemcpy(m.b, b, TESTS * n * 32, cudaMemcpyHostToDevice));
    must(cudaMemcpy(m.d, d.data(), d.size() * 4, cudaMemcpyHostToDevice));
    product<<<TESTS, 128>>>(m.d, m.a, m.b);
    must(cudaGetLastError());
    must(cudaMemcpy(d.data(), m.d, d.size() * 4, cudaMemcpyDeviceToHost));
}

static void compare(const Kind &kind, unsigned n, Product product, Memory memory) {
    const unsigned k = 32 / kind.bytes, count = 64 * k + n * k + 1;
    std::vector<short> left(64 * k), right(n * k);
    std::vector<unsigned char> a(TESTS * 64 * 32), b(TESTS * n * 32);
    std::vector<unsigned> d(TESTS * 64 * n), wanted(d.size());
    unsigned wrong = 0;
    for (unsigned first = 0; first < count; first += TESTS) {
        for (unsigned t = 0; t < TESTS; t++) { /* those past `count` are random, too */
            const unsigned test = first + t;
            const bool hot_a = test < 64 * k, hot_b = !hot_a && test < 64 * k + n * k;
            fill(left, a, t, kind, 64 * k, hot_a ? (int)test : -1);
            fill(right, b, t, kind, n * k, hot_b ? (int)(test - 64 * k) : -1);
            for (unsigned i = 0; i < 64 * n; i++) {
                const int c = hot_a || hot_b ? 0 : some(kind);
                int sum = c;
                const short *row = &left[i / n * k], *column = &right[i % n * k];
                for (unsigned j = 0; j < k; j += 8) /* so that gcc uses vectors */
                    for (unsigned v = 0; v < 8; v++)
                        sum += row[j + v] * column[j + v];
                d[t * 64 * n + i] = bits_of(kind, c);
                wanted[t * 64 * n + i] = bits_of(kind, sum);
            }
        }
        launch(product, memory, a.data(), b.data(), d);
        for (size_t i = 0; i < d.size(); i++)
            wrong += d[i] != wanted[i] && !(zero(d[i], kind) && wanted[i] == 0);
    }
    printf(
        "wgmma m64n%uk%u %s: a 1 at each of %u places of A and %u of B, %u wrong\n",
        n,
        k,
        kind.name,
        64 * k,
        n * k,
        wrong);
    wrong_in_all += wrong;
}

int main() {
    Memory memory;
    must(cudaMalloc(&memory.a, TESTS * 64 * 32));
    must(cudaMalloc(&memory.b, TESTS * MOST_N * 32));
    must(cudaMalloc(&memory.d, TESTS * 64 * MOST_N * 4));
#define COMPARE(kind, n) compare(kind, n, product_##kind##_n##n, memory);
    COMPARE(f16, 8)
    COMPARE(f16, 64)
    COMPARE(f16, 256)
    COMPARE(bf16, 8)
    COMPARE(bf16, 64)
    COMPARE(tf32, 8)
    COMPARE(tf32, 64)
    COMPARE(e4m3, 8)
    COMPARE(e4m3, 64)
    COMPARE(e5m2, 8)
    COMPARE(e5m2, 64)
    COMPARE(i8, 8)
    COMPARE(i8, 64)
    COMPARE(u8, 8)
    COMPARE(u8, 64)
    printf("%u wrong\n", wrong_in_all);
    return wrong_in_all != 0;
}
