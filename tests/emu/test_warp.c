/* Shuffles, the election, ldmatrix and stmatrix against their definition, the warp barrier. */
#include "emu_test.h"

typedef struct {
    unsigned *dst;
    unsigned form;
} args;

TC_KERNEL(shuffles, args) {
    const unsigned i = tc_lane_index();
    unsigned v = 100 + i, w[4], pair[2], far[2];
    tc_shuffle_b32(&w[0], &v, i * 5);
    tc_shuffle_xor_b32(&w[1], &v, 9);
    tc_shuffle_up_b32(&w[2], &v, 3);
    tc_shuffle_b32(&w[3], &v, i > 27 ? i : i + 4);
    pair[0] = 200 + i;
    pair[1] = 300 + i;
    tc_shuffle_up_b64(far, pair, 7);
    tc_store_global_b128(arg.dst + 8 * i, w);
    tc_store_global_b64(arg.dst + 8 * i + 4, far);
    tc_shuffle_xor_group_b64(far, pair, 3, 4);
    tc_store_global_b64(arg.dst + 8 * i + 6, far);
}

static void test_shuffles(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 32, "dst"), wrong = 0;
    args a;
    a.dst = dst;
    passes("shuffles", quiet(32, 0), shuffles, &a);
    for (unsigned i = 0; i < 32; i++) {
        wrong += dst[8 * i] != 100 + i * 5 % 32;
        wrong += dst[8 * i + 1] != 100 + (i ^ 9);
        wrong += dst[8 * i + 2] != 100 + (i < 3 ? i : i - 3);
        wrong += dst[8 * i + 3] != 100 + (i > 27 ? i : i + 4);
        wrong += dst[8 * i + 4] != 200 + (i < 7 ? i : i - 7);
        wrong += dst[8 * i + 5] != 300 + (i < 7 ? i : i - 7);
        wrong += dst[8 * i + 6] != 200 + (i ^ 3) || dst[8 * i + 7] != 300 + (i ^ 3);
    }
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}

/* Groups of 8 lanes, each by itself, and then the whole warp: a group that is through waits in tc_warp_sync for
 * lanes that still shuffle. */
TC_KERNEL(groups, args) {
    const unsigned i = tc_lane_index();
    unsigned v = i, far;
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned k = 4; k > 0; k /= 2) {
            tc_shuffle_xor_group_b32(&far, &v, k, 8);
            v += far;
        }
        tc_warp_sync();
        tc_shuffle_xor_b32(&far, &v, 8);
        v += far;
        tc_warp_sync_group(16);
    }
    tc_store_global_b32(arg.dst + i, &v);
}

#if !TC_ON_DEVICE
/* But one of its own group is missed. */
TC_KERNEL(groups_torn, args) {
    unsigned v = 1;
    (void)arg;
    if (tc_lane_index() == 11)
        tc_warp_sync();
    else
        tc_shuffle_xor_group_b32(&v, &v, 4, 8);
    tc_warp_sync();
}
#endif

static void test_groups(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 4, "dst"), wrong = 0;
    args a;
    a.dst = dst;
    passes("groups", quiet(32, 0), groups, &a);
    for (unsigned i = 0; i < 32; i++) /* three times 8 lanes and another 8 */
        wrong += dst[i] != (i < 16 ? 120u : 376u) * 256;
#if !TC_ON_DEVICE
    tc_emu_config c = quiet(32, 0);
    for (c.seed = 0; c.seed < 40; c.seed++) {
        c.expect = 0;
        wrong += tc_emu_launch(&c, groups, &a) != 0;
        c.expect = 1;
        wrong += tc_emu_launch(&c, groups_torn, &a) != 1 || tc_emu_last()->kind != TC_EMU_DIVERGENT;
    }
#endif
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}

TC_KERNEL(redux, args) {
    const unsigned i = tc_lane_index(), v = (i * 2654435761u) ^ (i % 3 ? 0x80000000u : 0);
    unsigned w[8];
    tc_redux_add_u32(&w[0], &v);
    tc_redux_min_u32(&w[1], &v);
    tc_redux_max_u32(&w[2], &v);
    tc_redux_min_i32(&w[3], &v);
    tc_redux_max_i32(&w[4], &v);
    tc_redux_and_b32(&w[5], &v);
    tc_redux_or_b32(&w[6], &v);
    tc_redux_xor_b32(&w[7], &v);
    tc_store_global_b128(arg.dst + 8 * i, w);
    tc_store_global_b128(arg.dst + 8 * i + 4, w + 4);
}

#if !TC_ON_DEVICE /* sm_100a has them */
/* Fractions of both signs; one lane has a NaN, which is passed over. */
TC_FN float fraction(unsigned lane) {
    return (float)(lane * 37 % 64) * 0.5f - 11.25f;
}

TC_KERNEL(redux_f32, args) {
    const unsigned i = tc_lane_index(), nan = 0x7FC00001;
    const float x = fraction(i);
    unsigned w[2];
    tc_redux_min_f32(&w[0], i == 9 ? (const void *)&nan : &x);
    tc_redux_max_f32(&w[1], i == 9 ? (const void *)&nan : &x);
    tc_store_global_b64(arg.dst + 2 * i, w);
}

static void test_redux_f32(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 8, "dst"), wrong = 0;
    float least = 100, most = -100, found[2];
    args a;
    a.dst = dst;
    passes("redux_f32", quiet(32, 0), redux_f32, &a);
    for (unsigned i = 0; i < 32; i++) {
        least = i != 9 && fraction(i) < least ? fraction(i) : least;
        most = i != 9 && fraction(i) > most ? fraction(i) : most;
    }
    for (unsigned i = 0; i < 32; i++) {
        memcpy(found, dst + 2 * i, 8);
        wrong += found[0] < least || found[0] > least || found[1] < most || found[1] > most;
    }
    EXPECT(wrong == 0 && least < 0 && most > 0);
    tc_emu_gmem_free(dst);
}
#endif

static void test_redux(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 32, "dst"), wrong = 0;
    unsigned want[8] = {0, 0xFFFFFFFFu, 0, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0, 0};
    args a;
    a.dst = dst;
    passes("redux", quiet(32, 0), redux, &a);
    for (unsigned i = 0; i < 32; i++) {
        const unsigned v = (i * 2654435761u) ^ (i % 3 ? 0x80000000u : 0);
        want[0] += v;
        want[1] = v < want[1] ? v : want[1];
        want[2] = v > want[2] ? v : want[2];
        want[3] = (int)v < (int)want[3] ? v : want[3];
        want[4] = (int)v > (int)want[4] ? v : want[4];
        want[5] &= v;
        want[6] |= v;
        want[7] ^= v;
    }
    for (unsigned i = 0; i < 32 * 8; i++)
        wrong += dst[i] != want[i % 8];
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}

TC_KERNEL(elects, args) {
    unsigned one = 1;
    if (tc_elect_one())
        tc_store_global_b32(arg.dst + tc_thread_index(), &one);
}

#if TC_ON_DEVICE
static void test_elect(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(256, "dst"), low = 0, high = 0;
    args a;
    a.dst = dst;
    memset(dst, 0, 256);
    passes("elects", quiet(64, 0), elects, &a);
    for (unsigned i = 0; i < 32; i++) {
        low += dst[i];
        high += dst[32 + i];
    }
    EXPECT(low == 1 && high == 1);
    tc_emu_gmem_free(dst);
}
#else
static void test_elect(void) {
    tc_emu_config c = quiet(64, 0);
    unsigned dst[64], other_lane = 0;
    args a;
    a.dst = dst;
    tc_emu_gmem(dst, sizeof dst, "dst");
    for (c.seed = 0; c.seed < 16; c.seed++) {
        unsigned low = 0, high = 0;
        memset(dst, 0, sizeof dst);
        EXPECT(tc_emu_launch(&c, elects, &a) == 0);
        for (unsigned i = 0; i < 32; i++) {
            low += dst[i];
            high += dst[32 + i];
        }
        EXPECT(low == 1 && high == 1);
        other_lane += !dst[0];
    }
    EXPECT(other_lane > 4); /* nothing may rely on lane 0 */
    tc_emu_gmem_forget(dst);
}
#endif

/* Row r of 8x8 matrix m is at byte 16 * (8 * m + r), its elements are 64 * m + 8 * r + column. */
TC_KERNEL(load_matrices, args) {
    const unsigned i = tc_lane_index();
    unsigned short *s = (unsigned short *)(void *)tc_smem();
    unsigned v[4] = {0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu};
    for (unsigned k = 0; k < 8; k++) {
        unsigned short x = (unsigned short)(8 * i + k);
        tc_store_shared_b16(s + 8 * i + k, &x);
    }
    tc_warp_sync();
    switch (arg.form) {
    case 0:
        tc_ldmatrix_x1(v, i < 8 ? s + 8 * i : NULL);
        break;
    case 1:
        tc_ldmatrix_x2(v, i < 16 ? s + 8 * i : NULL);
        break;
    case 2:
        tc_ldmatrix_x4(v, s + 8 * i);
        break;
    case 3:
        tc_ldmatrix_x1_trans(v, s + 8 * (i % 8));
        break;
    case 4:
        tc_ldmatrix_x2_trans(v, s + 8 * (i % 16));
        break;
    default:
        tc_ldmatrix_x4_trans(v, s + 8 * i);
        break;
    }
    tc_store_global_b128(arg.dst + 4 * i, v);
}

TC_KERNEL(store_matrices, args) {
    const unsigned i = tc_lane_index();
    unsigned short *s = (unsigned short *)(void *)tc_smem(), x;
    const unsigned count = 1u << arg.form % 3;
    unsigned v[4], w[4];
    /* register m: elements (row, column), (row, column + 1) of matrix m; transposed: the other way */
    for (unsigned m = 0; m < 4; m++) {
        const unsigned a = arg.form < 3 ? i / 4 * 8 + i % 4 * 2 : i % 4 * 2 * 8 + i / 4;
        const unsigned b = arg.form < 3 ? a + 1 : a + 8;
        v[m] = (64 * m + a) | (64 * m + b) << 16;
    }
    switch (arg.form) {
    case 0:
        tc_stmatrix_x1(s + 8 * i, v);
        break;
    case 1:
        tc_stmatrix_x2(s + 8 * i, v);
        break;
    case 2:
        tc_stmatrix_x4(s + 8 * i, v);
        break;
    case 3:
        tc_stmatrix_x1_trans(s + 8 * i, v);
        break;
    case 4:
        tc_stmatrix_x2_trans(s + 8 * i, v);
        break;
    default:
        tc_stmatrix_x4_trans(s + 8 * i, v);
        break;
    }
    tc_warp_sync();
    for (unsigned k = 0; k < 4; k++) {
        w[k] = 0;
        if (i >= 8 * count)
            continue;
        tc_load_shared_b16(&x, s + 8 * i + 2 * k);
        w[k] = x;
        tc_load_shared_b16(&x, s + 8 * i + 2 * k + 1);
        w[k] |= (unsigned)x << 16;
    }
    tc_store_global_b128(arg.dst + 4 * i, w);
}

static void test_matrices(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 16, "dst");
    args a;
    a.dst = dst;
    for (a.form = 0; a.form < 6; a.form++) {
        const unsigned count = 1u << a.form % 3;
        unsigned wrong = 0;
        passes("ldmatrix", quiet(32, 512), load_matrices, &a);
        for (unsigned i = 0; i < 32; i++)
            for (unsigned m = 0; m < 4; m++) {
                unsigned x = i / 4 * 8 + i % 4 * 2, y = x + 1;
                if (a.form >= 3) {
                    x = i % 4 * 2 * 8 + i / 4;
                    y = x + 8;
                }
                wrong +=
                    dst[4 * i + m] != (m < count ? (64 * m + x) | (64 * m + y) << 16 : 0xFFFFFFFFu);
            }
        EXPECT(wrong == 0);
        passes("stmatrix", quiet(32, 512), store_matrices, &a);
        wrong = 0;
        for (unsigned i = 0; i < 8 * count; i++)
            for (unsigned k = 0; k < 4; k++)
                wrong += dst[4 * i + k] != ((8 * i + 2 * k) | (8 * i + 2 * k + 1) << 16);
        EXPECT(wrong == 0);
    }
    tc_emu_gmem_free(dst);
}

/* Element (row, column) is 8 * row + column; transposed twice it is itself. */
TC_KERNEL(transpose_matrix, args) {
    const unsigned i = tc_lane_index(), at = i / 4 * 8 + i % 4 * 2;
    unsigned v[3];
    v[0] = at | (at + 1) << 16;
    tc_movmatrix(&v[1], &v[0]);
    v[2] = v[1];
    tc_movmatrix(&v[2], &v[2]);
    for (unsigned k = 0; k < 3; k++)
        tc_store_global_b32(arg.dst + 4 * i + k, &v[k]);
}

static void test_movmatrix(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 16, "dst"), wrong = 0;
    args a;
    a.dst = dst;
    passes("movmatrix", quiet(32, 0), transpose_matrix, &a);
    for (unsigned i = 0; i < 32; i++) {
        const unsigned row = i / 4, column = i % 4 * 2;
        wrong += dst[4 * i + 1] != ((8 * column + row) | (8 * (column + 1) + row) << 16);
        wrong += dst[4 * i + 2] != dst[4 * i];
    }
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}

/* Two halves of a warp, each with its own barrier; then each half reads its own part. */
TC_KERNEL(halves, args) {
    const unsigned i = tc_lane_index(), mask = i < 16 ? 0xFFFFu : 0xFFFF0000u;
    unsigned *s = (unsigned *)(void *)tc_smem(), v = i * i;
    tc_store_shared_b32(s + i, &v);
    tc_warp_sync_mask(mask);
    tc_load_shared_b32(&v, s + (i ^ 5));
    tc_store_global_b32(arg.dst + i, &v);
}

static void test_halves(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(128, "dst"), wrong = 0;
    args a;
    a.dst = dst;
    passes("halves", quiet(32, 128), halves, &a);
    for (unsigned i = 0; i < 32; i++)
        wrong += dst[i] != (i ^ 5) * (i ^ 5);
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}

/* Groups of 8 shuffle alone: those of the last 16 lanes never do. */
TC_KERNEL(group_shuffles, args) {
    const unsigned i = tc_lane_index();
    unsigned v = 100 + i, pair[2] = {200 + i, 300 + i};
    if (i >= 16)
        return;
    tc_shuffle_xor_group_b32(&v, &v, 5, 8);
    tc_shuffle_xor_group_b64(pair, pair, 3, 8);
    tc_store_global_b32(arg.dst + i, &v);
    tc_store_global_b32(arg.dst + 16 + i, &pair[0]);
    tc_store_global_b32(arg.dst + 32 + i, &pair[1]);
}

static void test_group_shuffles(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(48 * 4, "dst"), wrong = 0;
    args a;
    a.dst = dst;
    passes("group shuffles", quiet(32, 0), group_shuffles, &a);
    for (unsigned i = 0; i < 16; i++) {
        wrong += dst[i] != 100 + (i ^ 5);
        wrong += dst[16 + i] != 200 + (i ^ 3);
        wrong += dst[32 + i] != 300 + (i ^ 3);
    }
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}

#if !TC_ON_DEVICE
/* Ones by a matrix whose row 0 is infinite: each sum is. */
TC_KERNEL(infinite, args) {
    const unsigned i = tc_lane_index(), ones[4] = {0x3C003C00, 0x3C003C00, 0x3C003C00, 0x3C003C00};
    const unsigned b[2] = {i % 4 == 0 ? 0x3C007C00 : 0x3C003C00, 0x3C003C00};
    unsigned c[4] = {0, 0, 0, 0};
    tc_mma_m16n8k16_f16(c, ones, b);
    tc_store_global_b128(arg.dst + 4 * i, c);
}

static void test_infinite(void) {
    unsigned *dst = (unsigned *)tc_emu_gmem_alloc(32 * 16, "dst"), wrong = 0;
    args a;
    a.dst = dst;
    passes("infinite", quiet(32, 0), infinite, &a);
    for (unsigned i = 0; i < 128; i++)
        wrong += dst[i] != 0x7F800000;
    EXPECT(wrong == 0);
    tc_emu_gmem_free(dst);
}
#endif

int main(void) {
    test_group_shuffles();
#if !TC_ON_DEVICE
    test_infinite();
#endif
    test_shuffles();
    test_groups();
    test_redux();
#if !TC_ON_DEVICE
    test_redux_f32();
#endif
    test_elect();
    test_matrices();
    test_movmatrix();
    test_halves();
    return unit_finish();
}
