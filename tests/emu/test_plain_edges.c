/* After whatever the emulator itself moved, plain accesses are looked at again: a byte that nobody wrote is read
 * after each kind of move. And a copy of a struct that is not aligned, at every size. */
#define _POSIX_C_SOURCE 200809L
#include "emu_test.h"
#include <unistd.h>

typedef struct {
    unsigned *g; /* 64 words */
    unsigned form;
} args;

#define T tc_thread_index()
#define SMEM ((unsigned *)(void *)tc_smem())

enum {
    NOTHING,
    LOADED,
    STORED,
    LOADED_REMOTE,
    STORED_REMOTE,
    ADDED_SHARED,
    ADDED_GLOBAL,
    ADDED_REMOTE,
    COPIED,
    SENT_OUT,
    SENT_OUT_MASKED,
    ADDED_OUT,
    STORED_AND_READ,
    SENT_IN,
    ADDED_IN,
    STORED_IN,
    MATRIX,
    FORMS
};

static tc_mbarrier *bar(void) {
    return (tc_mbarrier *)(void *)(tc_smem() + 512);
}

TC_FN void move(unsigned f, unsigned *g) {
    unsigned v[4] = {1, 2, 3, 4};
    const tc_dsmem here = tc_map_to_cta(SMEM, 0), done = tc_map_to_cta(bar(), 0);
    switch (f) {
    case LOADED:
        tc_load_shared_b128(v, SMEM);
        return;
    case STORED:
        tc_store_global_b128(g, v);
        return;
    case LOADED_REMOTE:
        tc_load_dsmem_b32(v, here);
        return;
    case STORED_REMOTE:
        tc_store_dsmem_b32(here, v);
        return;
    case ADDED_SHARED:
        tc_reduce_smem_add_u32(SMEM, v);
        return;
    case ADDED_GLOBAL:
        tc_reduce_gmem_add_u32(g, v);
        return;
    case ADDED_REMOTE:
        tc_reduce_dsmem_add_f32(here, v);
        return;
    case COPIED:
        tc_cp_async_b128(SMEM + 4, g);
        tc_cp_async_wait_all();
        return;
    case SENT_OUT:
    case STORED_AND_READ:
        tc_bulk_smem_to_gmem(g, SMEM, 16);
        break;
    case SENT_OUT_MASKED:
        tc_bulk_smem_to_gmem_masked(g, SMEM, 16, 0x0110);
        break;
    case ADDED_OUT:
        tc_bulk_reduce_add_u32_to_gmem(g, SMEM, 16);
        break;
    case SENT_IN:
        tc_bulk_gmem_to_smem(SMEM + 4, g, 16, bar());
        tc_mbarrier_wait(bar(), 0);
        return;
    case ADDED_IN:
        tc_reduce_async_add_u32(here, v, done);
        tc_mbarrier_wait(bar(), 0);
        return;
    case STORED_IN:
        tc_store_async_b32(here, v, done);
        tc_mbarrier_wait(bar(), 0);
        return;
    default:
        return;
    }
    tc_bulk_commit();
    if (f == STORED_AND_READ)
        tc_bulk_wait_read_0();
    else
        tc_bulk_wait_0();
}

TC_KERNEL(moves, args) {
    unsigned v[4] = {1, 2, 3, 4};
    volatile unsigned *words = SMEM;
    unsigned seen;
    if (T == 0) {
        tc_store_shared_b128(SMEM, v);
        tc_mbarrier_init(bar(), 1);
        tc_fence_mbarrier_init();
        tc_fence_async_smem();
        tc_mbarrier_arrive_expect_tx(
            bar(),
            arg.form == SENT_IN                             ? 16
            : arg.form == ADDED_IN || arg.form == STORED_IN ? 4
                                                            : 0);
    }
    tc_cta_sync();
    if (arg.form == MATRIX) {
        tc_stmatrix_x1(SMEM + 4 * (T % 8), v);
        tc_warp_sync();
        tc_ldmatrix_x1(v, SMEM + 4 * (T % 8));
    } else if (T == 0)
        move(arg.form, arg.g);
    if (T == 0) {
        seen = words[40];
        (void)seen;
    }
}

/* Bytes of a struct, from or to an address that is not a multiple of them. */
typedef struct {
    unsigned bytes, at;
    int is_source;
} Piece;
static Piece piece;
extern unsigned char mine[32]; /* which anybody may read: what is copied stays copied */
unsigned char mine[32];
TC_KERNEL(copies_a_struct, args) {
    unsigned char *at = (unsigned char *)arg.g + piece.at;
    if (piece.is_source)
        memcpy(mine, at, piece.bytes);
    else
        memcpy(at, mine, piece.bytes);
}

/* What -fsanitize=alignment calls: of tracked bytes, and of those on their margins, it is an error of the kernel;
 * anywhere else a line on stderr. */
typedef struct {
    const char *file;
    unsigned line, column;
    const void *type;
    unsigned char log_alignment, kind;
} Mismatch;
void __ubsan_handle_type_mismatch_v1(const Mismatch *what, size_t address);
static const struct {
    unsigned short kind, info;
    char name[8];
} type = {1, 2, "'Four'"};
static const Mismatch mismatch = {"four.c", 12, 34, &type, 3, 0};
static unsigned elsewhere[2];

TC_KERNEL(mismatched, args) {
    const size_t at = (size_t)arg.g + 4;
    __ubsan_handle_type_mismatch_v1(
        &mismatch,
        arg.form == 0   ? at
        : arg.form == 1 ? at + 256
                        : (size_t)elsewhere + 4);
}

static void test_mismatches(args *a) {
    static const char *const said =
        "four.c:12: the address is not 8-byte aligned, as 'Four' must be";
    char line[200] = "", want[200];
    FILE *file = tmpfile();
    const int usual = dup(2);
    for (a->form = 0; a->form < 2; a->form++) {
        fails("mismatched", quiet(1, 1024), mismatched, a, TC_EMU_MISALIGNED, said);
        EXPECT(tc_emu_last()->bytes == 8 && tc_emu_last()->offset == 4 + 256 * (int)a->form);
    }
    fflush(stderr);
    if (file)
        dup2(fileno(file), 2);
    once_passes("mismatched elsewhere", quiet(1, 1024), mismatched, a);
    __ubsan_handle_type_mismatch_v1(&mismatch, (size_t)elsewhere + 4);
    fflush(stderr);
    dup2(usual, 2);
    close(usual);
    if (file)
        rewind(file);
    snprintf(
        want,
        sizeof want,
        "four.c:12:34: misaligned address %p for type 'Four', which requires 8 byte alignment\n",
        (void *)(elsewhere + 1));
    for (unsigned i = 0; i < 2; i++)
        EXPECT(file && fgets(line, sizeof line, file) && !strcmp(line, want));
    if (file)
        fclose(file);
}

static void test_structs(args *a) {
    static const unsigned sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 32};
    tc_emu_config c = quiet(1, 1024);
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (piece.at = 0; piece.at < 20; piece.at++)
            for (piece.is_source = 0; piece.is_source < 2; piece.is_source++) {
                const unsigned bytes = piece.bytes = sizes[k];
                const unsigned told =
                    (bytes == 4 || bytes == 8 || bytes == 16) && piece.at % bytes != 0;
                once_passes("copies_a_struct", c, copies_a_struct, a);
                unit_expect(
                    tc_emu_last()->warnings == told,
                    "struct",
                    __FILE__,
                    (int)(100 * bytes + piece.at));
            }
}

int main(void) {
    tc_emu_config c = quiet(32, 1024);
    args a;
    a.g = (unsigned *)tc_emu_gmem_alloc(256, "g");
    memset(a.g, 0, 256);
    c.cluster = 1;
    for (a.form = 0; a.form < FORMS; a.form++) {
        char name[16];
        snprintf(name, sizeof name, "after %u", a.form);
        fails(name, c, moves, &a, TC_EMU_UNINITIALISED, "'dynamic shared memory' + 160 ");
    }
    test_structs(&a);
    test_mismatches(&a);
    tc_emu_gmem_free(a.g);
    return unit_finish();
}
