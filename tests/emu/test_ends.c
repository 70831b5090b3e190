/* Where the operands of each primitive that are places may lie: the last place whose bytes are all there passes, the next
 * one is outside, and half of its alignment is misaligned; the report says how many bytes that are. One launch after the
 * other with the same memory: a copy that was refused leaves nothing in flight. */
#include "emu_test.h"

enum { SIZE = 1024 }; /* of the global buffer and of shared memory, both at a multiple of 128 */
typedef struct {
    char *g;
    unsigned form, at;
} args;

#define BAR ((tc_mbarrier *)(void *)(tc_smem() + 256))
#define SMEM ((char *)tc_smem())
#define P ((void *)p)

/* A name and the operand p in a call; where it lies, its bytes and its alignment. */
#define ROWS(X)                                                                                    \
    X(SHARED, 1, 1, (void)tc_smem_address(p))                                                      \
    X(SHARED, 1, 1, (void)tc_map_to_cta(p, 0))                                                     \
    X(SHARED, 8, 8, tc_mbarrier_init(P, 1))                                                        \
    X(SHARED, 8, 8, tc_mbarrier_inval(P))                                                          \
    X(SHARED, 8, 8, tc_mbarrier_arrive(P))                                                         \
    X(SHARED, 8, 8, tc_mbarrier_arrive_relaxed(P))                                                 \
    X(SHARED, 8, 8, tc_mbarrier_arrive_count(P, 1))                                                \
    X(SHARED, 8, 8, tc_mbarrier_expect_tx(P, 8))                                                   \
    X(SHARED, 8, 8, tc_mbarrier_arrive_expect_tx(P, 8))                                            \
    X(SHARED, 8, 8, (void)tc_mbarrier_try_wait(P, 0))                                              \
    X(SHARED, 8, 8, (void)tc_mbarrier_try_wait_cluster(P, 0))                                      \
    X(SHARED, 8, 8, tc_mbarrier_arrive_remote(P))                                                  \
    X(SHARED, 8, 8, tc_mbarrier_expect_tx_remote(P, 8))                                            \
    X(SHARED, 8, 8, tc_cp_async_mbarrier_arrive(P))                                                \
    X(SHARED, 8, 8, tc_cp_async_mbarrier_arrive_noinc(P))                                          \
    X(SHARED, 16, 16, tc_ldmatrix_x1(v, p))                                                        \
    X(SHARED, 16, 16, tc_ldmatrix_x1_trans(v, p))                                                  \
    X(SHARED, 16, 16, tc_stmatrix_x1(p, v))                                                        \
    X(SHARED, 16, 16, tc_stmatrix_x1_trans(p, v))                                                  \
    X(SHARED, 128, 128, tc_tensormap_replace_address(p, g))                                        \
    X(SHARED, 128, 128, tc_tensormap_replace_extent_0(p, 1))                                       \
    X(SHARED, 128, 128, tc_tensormap_replace_stride_0(p, 16))                                      \
    X(SHARED, 128, 128, tc_tensormap_replace_box_0(p, 1))                                          \
    X(GLOBAL, 128, 128, tc_tensormap_acquire(p))                                                   \
    X(SHARED, 4, 4, tc_cp_async_b32(p, g))                                                         \
    X(SHARED, 8, 8, tc_cp_async_b64(p, g))                                                         \
    X(SHARED, 16, 16, tc_cp_async_b128(p, g))                                                      \
    X(GLOBAL, 4, 4, tc_cp_async_b32(SMEM, p))                                                      \
    X(GLOBAL, 8, 8, tc_cp_async_b64(SMEM, p))                                                      \
    X(GLOBAL, 16, 16, tc_cp_async_b128(SMEM, p))                                                   \
    X(SHARED, 16, 16, tc_bulk_gmem_to_smem(p, g, 16, BAR))                                         \
    X(GLOBAL, 16, 16, tc_bulk_gmem_to_smem(SMEM, p, 16, BAR))                                      \
    X(SHARED, 8, 8, tc_bulk_gmem_to_smem(SMEM, g, 16, P))                                          \
    X(SHARED, 16, 16, tc_bulk_gmem_to_smem_multicast(p, g, 16, BAR, 1))                            \
    X(GLOBAL, 16, 16, tc_bulk_gmem_to_smem_multicast(SMEM, p, 16, BAR, 1))                         \
    X(SHARED, 8, 8, tc_bulk_gmem_to_smem_multicast(SMEM, g, 16, P, 1))                             \
    X(SHARED, 16, 16, tc_bulk_smem_to_dsmem(P, SMEM, 16, (tc_dsmem)(void *)BAR))                   \
    X(SHARED, 16, 16, tc_bulk_smem_to_dsmem(SMEM, p, 16, (tc_dsmem)(void *)BAR))                   \
    X(GLOBAL, 16, 16, tc_bulk_smem_to_gmem(p, SMEM, 16))                                           \
    X(SHARED, 16, 16, tc_bulk_smem_to_gmem(g, p, 16))                                              \
    X(GLOBAL, 16, 16, tc_bulk_smem_to_gmem_masked(p, SMEM, 16, 1))                                 \
    X(SHARED, 16, 16, tc_bulk_smem_to_gmem_masked(g, p, 16, 1))                                    \
    X(GLOBAL, 16, 16, tc_bulk_prefetch_gmem(p, 16))                                                \
    X(GLOBAL, 16, 16, tc_bulk_reduce_add_u32_to_gmem(p, SMEM, 16))                                 \
    X(SHARED, 16, 16, tc_bulk_reduce_add_u32_to_gmem(g, p, 16))                                    \
    X(SHARED, 16, 16, tc_bulk_reduce_add_u32_to_dsmem(P, SMEM, 16, (tc_dsmem)(void *)BAR))         \
    X(SHARED, 4, 4, tc_store_async_b32(P, v, (tc_dsmem)(void *)BAR))                               \
    X(SHARED, 16, 16, tc_store_async_b128(P, v, (tc_dsmem)(void *)BAR))                            \
    X(SHARED, 8, 8, tc_store_async_b32(SMEM, v, P))                                                \
    X(SHARED, 4, 4, tc_reduce_async_add_u32(P, v, (tc_dsmem)(void *)BAR))                          \
    X(SHARED, 8, 8, tc_reduce_async_add_u64(P, v, (tc_dsmem)(void *)BAR))                          \
    X(SHARED, 4, 4, tc_reduce_dsmem_add_u32(P, v))                                                 \
    X(SHARED, 8, 8, tc_reduce_dsmem_add_f64(P, v))                                                 \
    X(SHARED, 2, 2, tc_reduce_smem_add_f16(p, v))                                                  \
    X(SHARED, 8, 8, tc_reduce_smem_add_u64(p, v))                                                  \
    X(GLOBAL, 2, 2, tc_reduce_gmem_add_bf16(p, v))                                                 \
    X(GLOBAL, 16, 16, tc_reduce_gmem_add_f32x4(p, v))                                              \
    X(SHARED, 8, 8, tc_load_dsmem_b64(v, P))                                                       \
    X(SHARED, 16, 16, tc_store_dsmem_b128(P, v))                                                   \
    X(SHARED, 2, 2, tc_load_shared_b16(v, p))                                                      \
    X(SHARED, 16, 16, tc_store_shared_b128(p, v))                                                  \
    X(GLOBAL, 8, 8, tc_load_global_b64(v, p))                                                      \
    X(GLOBAL, 32, 32, tc_store_global_b256(p, v))

enum { SHARED, GLOBAL };
static const struct {
    const char *call;
    unsigned space, bytes, align;
} rows[] = {
#define X(space, bytes, align, ...) {#__VA_ARGS__, space, bytes, align},
    ROWS(X)
#undef X
};

TC_KERNEL(calls_it, args) {
    unsigned char v[32] = {0};
    char *const g = arg.g, *const p = (rows[arg.form].space == SHARED ? SMEM : g) + arg.at;
    unsigned form = 0;
    if (tc_thread_index() == 0) {
        for (unsigned i = 0; i < SIZE; i += 16)
            tc_store_shared_b128(SMEM + i, v);
        if (rows[arg.form].space != SHARED || arg.at + 32 > SIZE)
            tc_mbarrier_init(BAR, 1);
        tc_fence_async();
    }
    tc_cta_sync();
#define X(space, bytes, align, ...)                                                                \
    if (form++ == arg.form)                                                                        \
        __VA_ARGS__;
    ROWS(X)
#undef X
}

static tc_emu_kind told(args *a, unsigned form, unsigned at) {
    tc_emu_config c = quiet(32, SIZE);
    c.cluster = 1;
    a->form = form;
    a->at = at;
    c.name = rows[form].call;
    return tc_emu_launch(&c, calls_it, a) ? tc_emu_last()->kind : TC_EMU_OK;
}

static void test_row(args *a, unsigned i) {
    const tc_emu_report *r = tc_emu_last();
    const char *call = rows[i].call;
    const unsigned bytes = rows[i].bytes, align = rows[i].align, last = SIZE - bytes;
    char text[80];
    tc_emu_kind kind = told(a, i, last);
    EXPECT_OF(call, kind != TC_EMU_OUTSIDE && kind != TC_EMU_MISALIGNED);
    EXPECT_OF(call, told(a, i, last + align) == TC_EMU_OUTSIDE);
    EXPECT_OF(call, r->bytes == bytes);
    EXPECT_OF(call, r->offset == last + align);
    if (align == 1)
        return;
    snprintf(text, sizeof text, ": the address is not %u-byte aligned\n", align);
    EXPECT_OF(call, told(a, i, align / 2) == TC_EMU_MISALIGNED);
    EXPECT_OF(call, strstr(r->text, text) != NULL);
    EXPECT_OF(call, r->bytes == bytes);
    EXPECT_OF(call, r->offset == align / 2);
}

int main(void) {
    args a;
    a.g = (char *)tc_emu_gmem_alloc(SIZE, "g");
    memset(a.g, 0, SIZE);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        test_row(&a, i);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
