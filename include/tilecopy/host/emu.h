/* emu.h: runs a kernel's own text on the CPU and reports what would go wrong on a GPU.
 *
 *     typedef struct { const float *src; float *dst; } args;
 *     TC_KERNEL(copy, args) {
 *         tc_b128 v;
 *         tc_load_global_b128(&v, arg.src + 4 * tc_thread_index());
 *         tc_store_global_b128(arg.dst + 4 * tc_thread_index(), &v);
 *     }
 *     int main(void) {
 *         args a;
 *         tc_emu_config launch = {0};
 *         a.src = tc_emu_gmem_alloc(512, "src");
 *         a.dst = tc_emu_gmem_alloc(512, "dst");
 *         launch.block = 32;
 *         launch.name = "copy";
 *         return tc_emu_launch(&launch, copy, &a);
 *     }
 *
 * Build: cc kernel.c include/tilecopy/host/[all].c -lpthread, or link build/libtcemu.a. With
 * -fsanitize=thread on the kernel's file alone (compile, not link) its plain accesses of shared and
 * global memory are checked as well.
 *
 * Every CTA of a cluster is an OS thread, every CUDA thread a fiber; only one of them runs at any
 * time, in an order that depends on the launch and its seed alone. An error ends the launch: it is
 * printed and the program exits with 1, or, with `expect` set in the config, handed back. */
#ifndef TILECOPY_HOST_EMU_H
#define TILECOPY_HOST_EMU_H

/* This file runs kernels: see TC_FN in config.h. */
#ifndef TC_EMU
#define TC_EMU 1
#endif

#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

/* ---- launching ------------------------------------------------------------------------------ */

/* What went wrong. */
#ifndef TC_DEFINED_tc_emu_kind
typedef enum {
    TC_EMU_OK,
    TC_EMU_MISALIGNED,    /* an address that is no multiple of the access */
    TC_EMU_OUTSIDE,       /* outside every buffer, or of the wrong space */
    TC_EMU_UNINITIALISED, /* a byte that nobody wrote is read */
    TC_EMU_RACE,          /* two accesses, one a write, without a barrier between them */
    TC_EMU_IN_FLIGHT,     /* an async copy still reads or writes the bytes */
    TC_EMU_DEADLOCK,      /* nobody can go on */
    TC_EMU_DIVERGENT,     /* a collective without all of its lanes */
    TC_EMU_BARRIER,       /* a named or cluster barrier used wrongly */
    TC_EMU_MBARRIER,      /* an mbarrier used wrongly */
    TC_EMU_PROXY,         /* a bulk copy without the fence between it and plain accesses */
    TC_EMU_EXITED,        /* a thread or CTA has left too early: its memory is still used */
    TC_EMU_ARGUMENT,      /* an operand out of its range */
    TC_EMU_CHECK,         /* a TC_CHECK of the kernel failed */
    TC_EMU_LAUNCH,        /* a launch that no GPU accepts */
    TC_EMU_NOT_STARTED    /* the other CTA may not have started */
} tc_emu_kind;
#endif

#ifndef TC_DEFINED_tc_emu_report
typedef struct {
    tc_emu_kind kind;     /* TC_EMU_OK: none */
    unsigned cta, thread; /* who: number in the grid, number in the CTA */
    unsigned step;        /* the how-manieth primitive or plain access of this thread, from 1 */
    int has_other;        /* a second thread takes part (a race) */
    unsigned other_cta, other_thread;
    const char *kernel, *primitive; /* name of the launch; "tc_load_shared_b128" */
    char function[128];             /* the generated function, where it is known */
    char file[200];                 /* tc_emu_locate: the line outside of generated functions */
    unsigned line;                  /* 0: not known */
    char buffer[64];                /* name of the buffer; empty: none */
    long long offset;               /* of the access inside the buffer, in bytes */
    unsigned bytes;
    unsigned warnings; /* printed in this launch, equal ones once */
    unsigned equal;    /* go_on: further accesses with the same kind and the same places */
    unsigned others;   /* go_on: further accesses with other ones */
    char text[8192];   /* all of it, as printed */
} tc_emu_report;
#endif

#ifndef TC_DEFINED_tc_emu_config
typedef struct {
    unsigned grid;       /* CTAs; 0: one cluster */
    unsigned cluster;    /* CTAs of a cluster, 1..16; 0: 1 */
    unsigned block;      /* threads of a CTA, 1..1024 */
    unsigned smem_bytes; /* dynamic shared memory of a CTA; 0: 48 KiB */
    int no_smem;         /* smem_bytes 0 is none */
    unsigned seed;       /* 0: in order; any other number: another order of the threads */
    const char *name;    /* of the kernel, in reports */
    int expect;          /* an error is returned, not printed */
    int quiet;           /* no warnings on stderr */
    void (*on_error)(const tc_emu_report *report); /* called with the error, then as above */
    /* For every order of few threads: asked before each step with the number of threads that can go on, says which
     * of them does, in the order of their numbers. NULL: the launch decides, by its seed. */
    unsigned (*choose)(void *context, unsigned count);
    void *context;
    int go_on; /* a race or a read of unwritten bytes ends the launch when its threads have ended */
    int early_exit;  /* threads may return before a tc_cta_sync or cluster barrier of the others */
    unsigned cores;  /* that run the CTAs while these do not meet; 0: as TC_EMU_CORES says, or 1 */
    int plain_dsmem; /* plain accesses may reach shared memory of other CTAs, as in CUDA C++ */
    /* Of what grid, block and cluster count: x, y, z; all 0: everything lies along x. */
    unsigned grid_shape[3], block_shape[3], cluster_shape[3];
} tc_emu_config;
#endif

/* Runs kernel(args) in every thread. 0: no error. Otherwise 1, see tc_emu_last. */
int tc_emu_launch(const tc_emu_config *config, void (*kernel)(void *), void *args);
/* The report of the latest launch. */
const tc_emu_report *tc_emu_last(void);
/* The same with the file and the line of each function. They are looked up by this call, of an error that is handed
 * back; one that is printed, or told to on_error, has them. */
const tc_emu_report *tc_emu_locate(void);
const char *tc_emu_kind_name(tc_emu_kind kind); /* "race" */

/* ---- memory --------------------------------------------------------------------------------- */

/* Makes known a global buffer of the caller's, to be forgotten with tc_emu_gmem_forget before it is
 * freed. Its bytes count as written. */
void tc_emu_gmem(void *p, size_t bytes, const char *name);
void tc_emu_gmem_forget(void *p);
/* A new, known buffer, 256-byte aligned, filled with 0xDB, with a margin on both sides that is
 * checked after every launch. */
void *tc_emu_gmem_alloc(size_t bytes, const char *name);
void tc_emu_gmem_free(void *p);
/* Reading these bytes before a kernel wrote them is an error. */
void tc_emu_gmem_uninitialised(void *p, size_t bytes);

/* ---- inside a kernel ------------------------------------------------------------------------ */

void *tc_emu_smem(void);          /* dynamic shared memory of the calling CTA, 1024-byte aligned */
unsigned tc_emu_smem_bytes(void); /* its size */
unsigned tc_emu_thread(void);     /* in the CTA */
unsigned tc_emu_threads(void);    /* of a CTA */
unsigned tc_emu_cta(void);        /* in the grid */
unsigned tc_emu_ctas(void);       /* of the grid */
/* The same as x, y, z; and of the CTA, the grid and the cluster how many there are. */
extern unsigned tc_emu_thread_idx[3], tc_emu_block_idx[3];
extern unsigned tc_emu_block_dim[3], tc_emu_grid_dim[3], tc_emu_cluster_dim[3];
unsigned tc_emu_cluster_cta(void); /* in the cluster */
unsigned tc_emu_cluster_ctas(void);
/* Gives a `static __thread` array its name and bounds in reports; any thread, any number of times. */
void tc_emu_shared(void *p, size_t bytes, const char *name);

/* ---- what the primitives of primitives.h call ------------------------------------------------- */

#define TC_EMU_SHARED_SPACE 0
#define TC_EMU_GLOBAL_SPACE 1
#define TC_EMU_CLUSTER_SPACE 2
#ifndef TC_DEFINED_TC_EMU_MMA_F16
enum {
    TC_EMU_MMA_F16,
    TC_EMU_MMA_BF16,
    TC_EMU_MMA_TF32,
    TC_EMU_MMA_F64,
    TC_EMU_MMA_S8,
    TC_EMU_MMA_U8,
    TC_EMU_MMA_E4M3,
    TC_EMU_MMA_E5M2
};
#endif
#ifndef TC_DEFINED_TC_EMU_IDX
enum { TC_EMU_IDX, TC_EMU_XOR, TC_EMU_UP };
#endif
void tc_emu_load(const char *name, void *dst, const void *src, unsigned bytes, int space);
void tc_emu_store(const char *name, void *dst, const void *src, unsigned bytes, int space);
void tc_emu_ldmatrix(const char *name, void *dst, const void *src, unsigned count, int trans);
void tc_emu_stmatrix(const char *name, void *dst, const void *src, unsigned count, int trans);
void tc_emu_movmatrix(const char *name, void *dst, const void *src);
void tc_emu_shuffle(const char *name, void *dst, const void *src, int kind, unsigned arg);
void tc_emu_shuffle_of(
    const char *name, void *dst, const void *src, int kind, unsigned arg, unsigned mask);
/* 64 bits go as two words. */
void tc_emu_shuffle_pair(
    const char *name, void *dst, const void *src, int kind, unsigned arg, unsigned mask);
void tc_emu_mma(
    const char *name, void *c, const void *a, const void *b, int type, unsigned m, unsigned k);
/* a NULL: in shared memory. majors: bit 0 A, bit 1 B is MN-major. */
void tc_emu_wgmma(
    const char *name,
    void *d,
    const void *a,
    unsigned long long desc_a,
    unsigned long long desc_b,
    int accumulate,
    int type_a,
    int type_b,
    unsigned n,
    int majors);
void tc_emu_wgmma_fence(const char *name);
void tc_emu_wgmma_commit(const char *name);
void tc_emu_wgmma_wait(const char *name, unsigned left_open);
void tc_emu_setmaxnreg(const char *name);
unsigned tc_emu_smem_address(const char *name, const void *p);
int tc_emu_elect(const char *name);
void tc_emu_warp_sync(const char *name, unsigned mask);
void tc_emu_cta_sync(const char *name, const char *file, int line);
void tc_emu_barrier(const char *name, unsigned id, unsigned count, int wait);
void tc_emu_cluster_arrive(const char *name, int release);
void tc_emu_cluster_wait(const char *name);
char *tc_emu_map(const char *name, const void *smem, unsigned cta);
void tc_emu_fence(const char *name);
void tc_emu_fence_proxy(const char *name, int space);
void tc_emu_cp_async(const char *name, void *dst, const void *src, unsigned width, unsigned bytes);
void tc_emu_cp_async_commit(const char *name);
void tc_emu_cp_async_wait_group(const char *name, unsigned left);
void tc_emu_cp_async_wait_all(const char *name);
void tc_emu_cp_async_mbarrier_arrive(const char *name, void *bar, int counted);
void tc_emu_mbarrier_init(const char *name, void *bar, unsigned arrivals);
void tc_emu_mbarrier_inval(const char *name, void *bar);
/* how: of CTA or cluster scope (an arrival: maybe in another CTA), releasing or acquiring nothing; of several
 * arrivals. */
#ifndef TC_DEFINED_TC_EMU_CTA
/* READ: of reads, for waits of any scope. */
enum { TC_EMU_CTA = 0, TC_EMU_CLUSTER = 1, TC_EMU_RELAXED = 2, TC_EMU_COUNT = 4, TC_EMU_READ = 8 };
#endif
void tc_emu_mbarrier_arrive(const char *name, void *bar, unsigned arrivals, unsigned tx, int how);
int tc_emu_mbarrier_wait(const char *name, void *bar, unsigned parity, int may_fail, int how);
void tc_emu_fence_mbarrier_init(const char *name);
/* space: of src; dst and bar are of one CTA, our own for a src in global memory. */
void tc_emu_bulk(
    const char *name, char *dst, const void *src, unsigned bytes, char *bar, int space);
/* mask: which bytes of every 16 are written. */
void tc_emu_bulk_to_global(
    const char *name, char *dst, const void *src, unsigned bytes, unsigned mask);
void tc_emu_bulk_multicast(
    const char *name, void *dst, const void *src, unsigned bytes, void *bar, unsigned ctas);
void tc_emu_bulk_prefetch(const char *name, const void *src, unsigned bytes);
/* Boxes of a tensor map; at: coordinates, innermost first. ctas NULL: into our own shared memory; else a mask. */
void tc_emu_tensor_to_smem(
    const char *name,
    void *dst,
    const void *map,
    const int *at,
    int rank,
    void *bar,
    const unsigned *ctas);
void tc_emu_tensor_to_gmem(
    const char *name, const void *map, const void *src, const int *at, int rank, int op);
/* Four rows of a tensor of two dimensions; at: the column, then the rows. */
void tc_emu_tensor_gather(const char *name, void *dst, const void *map, const int *at, void *bar);
void tc_emu_tensor_scatter(const char *name, const void *map, const void *src, const int *at);
void tc_emu_tensor_prefetch(const char *name, const void *map, const int *at, int rank);
void tc_emu_tensormap_prefetch(const char *name, const void *map);
/* A map in shared memory that the kernel changes, and brings to global memory. */
void tc_emu_tensormap_address(const char *name, void *map, const void *base);
void tc_emu_tensormap_extent(const char *name, void *map, unsigned d, unsigned extent);
void tc_emu_tensormap_stride(const char *name, void *map, unsigned d, unsigned long long stride);
void tc_emu_tensormap_box(const char *name, void *map, unsigned d, unsigned box);
void tc_emu_tensormap_publish(const char *name, void *dst, const void *src);
void tc_emu_tensormap_acquire(const char *name, const void *map);
/* params: a tc_tensormap_params of tilecopy/tensormap.h that was checked. */
void tc_emu_tensormap_encode(void *map, const void *params);
/* Reports a map that was not encoded, or for other boxes; box: elements, innermost first. */
void tc_emu_tensormap_expect(
    const void *map, unsigned type, unsigned swizzle, unsigned rank, const unsigned *box);
#ifndef TC_DEFINED_TC_EMU_REDUCE_ADD
enum {
    TC_EMU_REDUCE_ADD = 1,
    TC_EMU_REDUCE_MIN,
    TC_EMU_REDUCE_MAX,
    TC_EMU_REDUCE_INC,
    TC_EMU_REDUCE_DEC,
    TC_EMU_REDUCE_AND,
    TC_EMU_REDUCE_OR,
    TC_EMU_REDUCE_XOR,
    TC_EMU_REDUCE_MUL /* in registers alone */
};
#endif
#ifndef TC_DEFINED_TC_EMU_U32
enum {
    TC_EMU_U32,
    TC_EMU_S32,
    TC_EMU_B32,
    TC_EMU_U64,
    TC_EMU_S64,
    TC_EMU_B64,
    TC_EMU_F16,
    TC_EMU_BF16,
    TC_EMU_F32,
    TC_EMU_F64
};
#endif
/* bar NULL: into global memory, in a group of the thread. */
void tc_emu_bulk_reduce(
    const char *name, char *dst, const void *src, unsigned bytes, char *bar, int op, int type);
void tc_emu_store_async(const char *name, char *dst, const void *src, unsigned bytes, char *bar);
void tc_emu_reduce_async(const char *name, char *dst, const void *src, char *bar, int op, int type);
void tc_emu_reduce_dsmem(
    const char *name, char *dst, const void *src, unsigned bytes, int op, int type);
void tc_emu_reduce_gmem(
    const char *name, void *dst, const void *src, unsigned bytes, int op, int type);
void tc_emu_reduce_smem(
    const char *name, void *dst, const void *src, unsigned bytes, int op, int type);
void tc_emu_bulk_commit(const char *name);
void tc_emu_bulk_wait(const char *name, unsigned left, int read);
void tc_emu_permute(void *dst, const void *a, const void *b, unsigned selector);
/* dst = a OP b, `bytes` of numbers in registers; and index where a equals b, else 0xffffffff. */
void tc_emu_combine(void *dst, const void *a, const void *b, unsigned bytes, int op, int type);
void tc_emu_index_if(void *dst, const void *a, const void *b, unsigned index, int type);
/* The bits of one number, and of `count` that lie side by side, which may be in place. */
#ifndef TC_DEFINED_TC_EMU_AS_F32
enum {
    TC_EMU_AS_F32,
    TC_EMU_AS_TF32,
    TC_EMU_AS_F16,
    TC_EMU_AS_BF16,
    TC_EMU_AS_E5M2,
    TC_EMU_AS_E4M3,
    TC_EMU_AS_E2M1,
    TC_EMU_AS_I8,
    TC_EMU_AS_U8,
    TC_EMU_AS_I4,
    TC_EMU_AS_U4
};
#endif
#ifndef TC_DEFINED_TC_EMU_RN
enum { TC_EMU_RN, TC_EMU_RZ, TC_EMU_RNA };
#endif
#ifndef TC_DEFINED_TC_EMU_INF
enum { TC_EMU_INF, TC_EMU_SAT };
#endif
void tc_emu_redux(const char *name, void *dst, const void *src, int op, int type);
unsigned tc_emu_converted(unsigned bits, int from, int to, int rounding, int saturate);
void tc_emu_convert(
    void *dst, const void *src, int count, int from, int to, int rounding, int saturate);
/* Eight of 4 bits in the order 0 2 4 6 1 3 5 7. */
void tc_emu_convert_pairs04(void *dst, const void *src, int from, int to);
void tc_emu_local(const char *name, const void *p, unsigned bytes, const void *frame);
void tc_emu_overrun(const char *name, size_t address, unsigned bytes, size_t room);
void tc_emu_check_failed(const char *fn, const char *what);
int tc_emu_is_shared(const void *p, unsigned bytes); /* of the CTA's own, inside one array */
/* Where the caller is in the text: of the next .aligned primitive. frames: it was not optimised. */
void tc_emu_site(const char *file, int line, int frames);
void tc_emu_number(unsigned number);   /* of the call in the text: tells two of one line apart */
void tc_emu_converged(const char *fn); /* all lanes of the warp must call it, in one order */
/* One of the ranks 0 .. threads - 1 of the function has called it. */
void tc_emu_called(const char *fn, unsigned rank, unsigned threads);
/* What all of them pass in their n-th call is the same: `bytes` at p, which the caller names. */
void tc_emu_same(
    const char *fn,
    const char *name,
    unsigned rank,
    unsigned threads,
    const void *p,
    unsigned bytes);
/* No two of these indices, below zero apart, are equal: a scatter stores each row once. */
void tc_emu_unique(
    const char *fn, const char *name, const void *index, unsigned stride, unsigned count);
/* All of them that own an element of the layout hold the same value of it in their n-th call: registers of
 * `bits` each at p. */
void tc_emu_owners(
    const char *fn,
    const char *name,
    unsigned rank,
    unsigned threads,
    const void *p,
    unsigned bits,
    const char *layout);
/* A slot of a pipe: the function `taker` has taken it, for its warp; fn gives it back, for its thread. turns: its phase
 * has turned since it was taken last. */
void tc_emu_pipe_taken(
    const char *taker, const void *smem, unsigned slot, unsigned phase, int turns);
void tc_emu_pipe_given(const char *fn, const char *taker, const void *smem, unsigned slot);
/* A producer of the CTA fills the pipe with `taker`; one of them has waited until all of it was read. */
void tc_emu_pipe_filled(const char *taker, const void *smem);
void tc_emu_pipe_drained(const char *taker, const void *smem);

#ifdef __cplusplus
}
#endif
#endif
