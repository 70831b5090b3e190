/* Operands at the edge of what is allowed: the last that is passes, the next is reported. */
#include "emu_test.h"

enum { SMEM_BYTES = 1024, GMEM_BYTES = 1024, LARGEST = (1 << 20) - 1 };
typedef enum {
    BARRIER_ID,
    BARRIER_COUNT,
    INIT_ARRIVALS,
    INIT_AT,
    INIT_MANY,
    ARRIVE_AT,
    ARRIVE_BESIDE,
    WAIT_PARITY,
    ASYNC_4,
    ASYNC_8,
    ASYNC_16,
    ASYNC_TO,
    ASYNC_FROM,
    ASYNC_FROM_END,
    BULK_BYTES,
    BULK_TO,
    BULK_FROM,
    OUT_TO,
    OUT_FROM,
    MATRIX_AT,
    MATRIX_OTHER_LANE,
    MAP,
    TRIES
} Form;
typedef struct {
    unsigned char *g;
    Form form;
    unsigned n;
    unsigned *seen;
} args;

#define SMEM tc_smem()
#define T tc_thread_index()
#define BAR ((tc_mbarrier *)(void *)(SMEM + 512))

static void by_one(args arg) {
    const unsigned n = arg.n;
    switch (arg.form) {
    case INIT_ARRIVALS:
        tc_mbarrier_init(BAR, n);
        break;
    case INIT_AT:
        tc_mbarrier_init((tc_mbarrier *)(void *)(SMEM + n), 1);
        break;
    case INIT_MANY:
        for (unsigned i = 0; i < n; i++)
            tc_mbarrier_init((tc_mbarrier *)(void *)SMEM + i, 1);
        break;
    case ARRIVE_AT:
    case ARRIVE_BESIDE:
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_arrive((tc_mbarrier *)(void *)((unsigned char *)BAR + n));
        break;
    case WAIT_PARITY:
        tc_mbarrier_init(BAR, 1);
        tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, 0);
        if (n != 0) /* the phase before, which is over too */
            tc_mbarrier_arrive(BAR);
        tc_mbarrier_wait(BAR, n);
        break;
    case ASYNC_4:
        tc_cp_async_b32_zfill(SMEM, arg.g, n);
        break;
    case ASYNC_8:
        tc_cp_async_b64_zfill(SMEM, arg.g, n);
        break;
    case ASYNC_16:
        tc_cp_async_b128_zfill(SMEM, arg.g, n);
        break;
    case ASYNC_TO:
        tc_cp_async_b128(SMEM + n, arg.g);
        break;
    case ASYNC_FROM:
        tc_cp_async_b128(SMEM, arg.g + n);
        break;
    case ASYNC_FROM_END: /* only the bytes that are copied must be there */
        tc_cp_async_b128_zfill(SMEM, arg.g + GMEM_BYTES - 16 + 0 * n, 16);
        tc_cp_async_b64_zfill(SMEM + 16, arg.g + GMEM_BYTES - 8, n);
        break;
    case BULK_BYTES:
    case BULK_TO:
    case BULK_FROM:
        tc_mbarrier_init(BAR, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(BAR, arg.form == BULK_BYTES ? n : 32);
        tc_bulk_gmem_to_smem(
            SMEM + (arg.form == BULK_TO ? n : 0),
            arg.g + (arg.form == BULK_FROM ? n : 0),
            arg.form == BULK_BYTES ? n : 32,
            BAR);
        tc_mbarrier_wait(BAR, 0);
        break;
    case OUT_TO:
    case OUT_FROM:
        for (unsigned i = 0; i < SMEM_BYTES; i += 16)
            tc_store_shared_b128(SMEM + i, arg.seen);
        tc_fence_async_smem();
        tc_bulk_smem_to_gmem(
            arg.g + (arg.form == OUT_TO ? n : 0), SMEM + (arg.form == OUT_FROM ? n : 0), 32);
        tc_bulk_commit();
        tc_bulk_wait_0();
        break;
    case MAP:
        (void)tc_map_to_cta(SMEM, n);
        break;
    case TRIES: /* how often a try of what is over fails */
        tc_mbarrier_init(BAR, 33);
        break;
    default:
        break;
    }
}

TC_KERNEL(call, args) {
    tc_b128 v = {{0, 0, 0, 0}};
    if (T == 0)
        by_one(arg);
    switch (arg.form) {
    case BARRIER_ID:
        tc_barrier_sync(arg.n, 64);
        break;
    case BARRIER_COUNT:
        tc_barrier_sync(1, arg.n);
        break;
    case MATRIX_AT:
    case MATRIX_OTHER_LANE:
        tc_store_shared_b128(SMEM + 16 * T, &v);
        tc_cta_sync();
        if (T < 32)
            tc_ldmatrix_x1(&v, SMEM + (arg.form == MATRIX_AT ? T == 7 : T == 8) * arg.n);
        break;
    case TRIES:
        tc_cta_sync();
        if (T >= 31)
            tc_mbarrier_arrive(BAR);
        for (arg.seen[T] = 0; T == 0 && !tc_mbarrier_try_wait(BAR, 0);)
            arg.seen[0]++;
        break;
    default:
        break;
    }
}

static const struct {
    const char *name;
    Form form;
    unsigned n;
    tc_emu_kind kind;
    const char *text;
} rows[] = {
#define OK(form, n)                                                                                \
    { #form ", " #n, form, n, TC_EMU_OK, "" }
#define NO(form, n, kind, text)                                                                    \
    { #form ", " #n, form, n, TC_EMU_##kind, text }
    OK(BARRIER_ID, 1),
    OK(BARRIER_ID, 15),
    NO(BARRIER_ID, 16, ARGUMENT, "there are 0 to 15"),
    NO(BARRIER_COUNT, 0, ARGUMENT, "not a multiple of 32"),
    NO(BARRIER_COUNT, 63, ARGUMENT, "not a multiple of 32"),
    OK(BARRIER_COUNT, 64),
    NO(BARRIER_COUNT, 96, ARGUMENT, "more than the CTA has"),
    NO(INIT_ARRIVALS, 0, ARGUMENT, "0 arrivals"),
    OK(INIT_ARRIVALS, 1),
    OK(INIT_ARRIVALS, LARGEST),
    NO(INIT_ARRIVALS, LARGEST + 1, ARGUMENT, "1048576 arrivals"),
    OK(INIT_AT, 0),
    NO(INIT_AT, 4, MISALIGNED, "not 8-byte aligned"),
    OK(INIT_AT, SMEM_BYTES - 8),
    NO(INIT_AT, SMEM_BYTES, OUTSIDE, "no buffer"),
    OK(INIT_MANY, 64),
    NO(INIT_MANY, 65, ARGUMENT, "more than 64 mbarriers"),
    OK(ARRIVE_AT, 0),
    NO(ARRIVE_AT, 4, MISALIGNED, "not 8-byte aligned"),
    NO(ARRIVE_BESIDE, 8, MBARRIER, "there is no initialised mbarrier"),
    OK(WAIT_PARITY, 0),
    OK(WAIT_PARITY, 1),
    NO(WAIT_PARITY, 2, ARGUMENT, "parity 2"),
    OK(ASYNC_4, 0),
    OK(ASYNC_4, 4),
    NO(ASYNC_4, 5, ARGUMENT, "5 bytes to copy, at most 4"),
    OK(ASYNC_8, 7),
    OK(ASYNC_8, 8),
    NO(ASYNC_8, 9, ARGUMENT, "9 bytes to copy, at most 8"),
    OK(ASYNC_16, 16),
    NO(ASYNC_16, 17, ARGUMENT, "17 bytes to copy, at most 16"),
    NO(ASYNC_TO, 8, MISALIGNED, "not 16-byte aligned"),
    OK(ASYNC_TO, SMEM_BYTES - 16),
    NO(ASYNC_TO, SMEM_BYTES, OUTSIDE, "no buffer"),
    NO(ASYNC_FROM, 8, MISALIGNED, "not 16-byte aligned"),
    OK(ASYNC_FROM, GMEM_BYTES - 16),
    NO(ASYNC_FROM, GMEM_BYTES, OUTSIDE, "no buffer"),
    OK(ASYNC_FROM_END, 0),
    OK(ASYNC_FROM_END, 8),
    NO(BULK_BYTES, 0, ARGUMENT, "0 bytes: not a multiple of 16"),
    NO(BULK_BYTES, 8, ARGUMENT, "8 bytes: not a multiple of 16"),
    OK(BULK_BYTES, 16),
    OK(BULK_BYTES, 512),
    NO(BULK_BYTES, 528, MBARRIER, "live mbarrier"),
    NO(BULK_TO, 8, MISALIGNED, "not 16-byte aligned"),
    OK(BULK_TO, SMEM_BYTES - 32),
    NO(BULK_TO, SMEM_BYTES - 16, OUTSIDE, "16 bytes past the buffer"),
    NO(BULK_FROM, 8, MISALIGNED, "not 16-byte aligned"),
    OK(BULK_FROM, GMEM_BYTES - 32),
    NO(BULK_FROM, GMEM_BYTES - 16, OUTSIDE, "16 bytes past the buffer"),
    NO(OUT_TO, 8, MISALIGNED, "not 16-byte aligned"),
    OK(OUT_TO, GMEM_BYTES - 32),
    NO(OUT_TO, GMEM_BYTES - 16, OUTSIDE, "16 bytes past the buffer"),
    NO(OUT_FROM, 8, MISALIGNED, "not 16-byte aligned"),
    OK(OUT_FROM, SMEM_BYTES - 32),
    NO(OUT_FROM, SMEM_BYTES - 16, OUTSIDE, "16 bytes past the buffer"),
    NO(MATRIX_AT, 8, MISALIGNED, "not 16-byte aligned"),
    OK(MATRIX_AT, SMEM_BYTES - 16),
    NO(MATRIX_AT, SMEM_BYTES, OUTSIDE, "no buffer"),
    OK(MATRIX_OTHER_LANE, 8),
    OK(MATRIX_OTHER_LANE, SMEM_BYTES),
    OK(MAP, 0),
    NO(MAP, 1, ARGUMENT, "CTA 1: the cluster has 1"),
};

/* What is over may be said not to be twice, and with a seed once to four times. */
static void tries(args *a) {
    tc_emu_config c = quiet(64, SMEM_BYTES);
    unsigned count[8] = {0};
    a->form = TRIES;
    c.name = "tries";
    for (c.seed = 0; c.seed < 200; c.seed++) {
        EXPECT(tc_emu_launch(&c, call, a) == 0);
        count[a->seen[0] < 7 ? a->seen[0] : 7] += c.seed != 0;
        EXPECT(c.seed || a->seen[0] == 2);
    }
    EXPECT(count[0] == 0 && count[5] + count[6] + count[7] == 0);
    EXPECT(count[1] && count[2] && count[3] && count[4]);
}

int main(void) {
    static unsigned seen[64];
    args a;
    a.g = (unsigned char *)tc_emu_gmem_alloc(GMEM_BYTES, "g");
    a.seen = seen;
    memset(a.g, 1, GMEM_BYTES);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        tc_emu_config c = quiet(64, SMEM_BYTES);
        a.form = rows[i].form;
        a.n = rows[i].n;
        if (rows[i].kind == TC_EMU_OK)
            passes(rows[i].name, c, call, &a);
        else
            fails(rows[i].name, c, call, &a, rows[i].kind, rows[i].text);
    }
    tries(&a);
    tc_emu_gmem_free(a.g);
    reports_match("arguments");
    return unit_finish();
}
