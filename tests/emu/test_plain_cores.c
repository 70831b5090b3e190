/* Launches on several cores: what CTAs of their own bytes leave behind is what one core leaves, byte for byte, with the
 * order of threads and what was written; which CTAs a core runs; and the smallest meetings, two accesses of two bytes. */
#define _POSIX_C_SOURCE 200809L
#include "emu_test.h"
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 4 * 1024 + 1027, THREADS = 32, GRID = 11, TEXT = 5000 };

typedef struct {
    unsigned char *out; /* BYTES */
    const unsigned char *in;
    unsigned *by_cta; /* GRID * THREADS */
    unsigned first, second, first_writes, second_writes, odd;
} args;

static unsigned hash(unsigned x) {
    x = (x ^ x >> 13) * 2654435761u;
    return x ^ x >> 15;
}

/* Runs of 1 to 40 bytes belong to one CTA, and some bytes of a run are not written. */
static unsigned char run_of[BYTES];
static unsigned char is_written[BYTES];

static void draw_runs(unsigned seed) {
    unsigned left = 0, owner = 0;
    for (unsigned i = 0; i < BYTES; i++, left--) {
        if (left == 0) {
            seed += 7;
            left = 1 + hash(seed) % (seed % 3 ? 40 : 6);
            owner = hash(seed + 2) % (GRID + 2); /* of two nobody writes them */
        }
        run_of[i] = (unsigned char)owner;
        is_written[i] = owner < GRID && hash(i * 3 + seed) % 5 != 0;
    }
}

static unsigned char value_at(const unsigned char *in, unsigned i) {
    return (unsigned char)(in[i] + in[(i * 7 + 11) % BYTES] + (i >> 8));
}

TC_KERNEL(own_runs, args) {
    const unsigned cta = tc_cta_index();
    for (unsigned i = tc_thread_index(); i < BYTES; i += THREADS)
        if (run_of[i] == cta && is_written[i])
            arg.out[i] = value_at(arg.in, i);
}

/* In which order the threads of a CTA come, by a counter of its shared memory. */
TC_KERNEL(in_order, args) {
    unsigned *count = (unsigned *)(void *)tc_smem();
    const unsigned t = tc_thread_index();
    if (t == 0)
        *count = 0;
    tc_cta_sync();
    const unsigned mine = __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    arg.by_cta[tc_cta_index() * THREADS + t] = mine;
}

TC_KERNEL(which_process, args) {
    if (tc_thread_index() == 0)
        arg.by_cta[tc_cta_index()] = (unsigned)getpid();
}

TC_KERNEL(talks, args) {
    (void)arg;
    for (unsigned i = 0; i < TEXT / 10 && tc_thread_index() == 0; i++) {
        printf("cta %2u %2u\n", tc_cta_index(), i % 100);
        fprintf(stderr, "err %2u %2u\n", tc_cta_index(), i % 100);
    }
}

static void touch(unsigned char *p, unsigned writes) {
    volatile unsigned char *const at = p;
    if (writes)
        *at = 1;
    else
        (void)*at;
}

/* The first CTA and the last one. */
TC_KERNEL(two_bytes, args) {
    if (tc_thread_index() == 0 && tc_cta_index() == 0)
        touch(arg.out + arg.first, arg.first_writes);
    if (tc_thread_index() == 0 && tc_cta_index() == GRID - 1)
        touch(arg.out + arg.second, arg.second_writes);
}

TC_KERNEL(reads_one, args) {
    touch(arg.out + arg.first, 0);
}

/* One CTA does what cannot be judged by bytes, or its process ends early. */
enum { ATOMIC, PROGRAM_ATOMIC, VARIABLE, WARNING, REPORT, EXIT, STOP, HANG, WAYS };
static unsigned variable, home;

static void act(const args *a, unsigned way) {
    const int away = (unsigned)getpid() != home;
    unsigned v = 1;
    if (way == ATOMIC)
        __atomic_fetch_add(a->by_cta, 1, __ATOMIC_RELAXED);
    else if (way == PROGRAM_ATOMIC)
        __atomic_fetch_add(&variable, 1, __ATOMIC_RELAXED);
    else if (way == VARIABLE)
        *(volatile unsigned *)&variable += 1;
    else if (way == WARNING)
        tc_cp_async_b128(tc_smem(), a->in);
    else if (way == REPORT)
        tc_store_global_b32(a->by_cta + GRID * THREADS, &v);
    else if (way == EXIT && away)
        _exit(0);
    else if (way == STOP && away)
        raise(SIGKILL);
    else if (way == HANG && away)
        pause();
}

TC_KERNEL(one_acts, args) {
    if (tc_thread_index() != 0)
        return;
    arg.out[tc_cta_index()] = (unsigned char)(tc_cta_index() + 1);
    if (tc_cta_index() == arg.first)
        act(&arg, arg.second);
    if (tc_cta_index() == 0 && arg.second == HANG)
        act(&arg, REPORT);
}

/* ---- what is told ---------------------------------------------------------------------------- */

static char said[1 << 18];

static int redirect(int descriptor, FILE *to) {
    const int usual = dup(descriptor);
    fflush(descriptor == 1 ? stdout : stderr);
    if (to)
        dup2(fileno(to), descriptor);
    return usual;
}

/* What the launch prints on the descriptor. */
static int launched(int descriptor, tc_emu_config c, Kernel kernel, args *a) {
    FILE *file = tmpfile();
    const int usual = redirect(descriptor, file);
    const int wrong = tc_emu_launch(&c, kernel, a);
    fflush(stdout);
    fflush(stderr);
    dup2(usual, descriptor);
    close(usual);
    said[0] = 0;
    if (!file)
        return wrong;
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = 0;
    fclose(file);
    return wrong;
}

static tc_emu_config on_cores(const char *name, unsigned cores) {
    tc_emu_config c = quiet(THREADS, 1024);
    c.grid = GRID;
    c.name = name;
    c.cores = cores;
    return c;
}

/* Is this all that is said of the launch? */
static int told(const char *name, const char *of) {
    char line[200];
    snprintf(line, sizeof line, "emu: cores of kernel '%s': %s\n", name, of);
    if (strcmp(said, line) == 0)
        return 1;
    printf("said: %s\nwant: %s\n", said, line);
    return 0;
}

/* ---- apart ------------------------------------------------------------------------------------ */

/* Both sides of each border between bytes that were written and others: read, they pass or are reported. */
static void borders(args *a) {
    unsigned wrong = 0, tried = 0;
    for (unsigned i = 1; i < BYTES; i++) {
        if (is_written[i] == is_written[i - 1] || i % 3 == 0)
            continue;
        for (unsigned k = i - 1; k <= i; k++, tried++) {
            tc_emu_config c = quiet(1, 0);
            a->first = k;
            wrong += tc_emu_launch(&c, reads_one, a) == is_written[k];
        }
    }
    EXPECT(wrong == 0);
    EXPECT(tried > 500);
}

static void apart(args *a, unsigned cores, unsigned cluster) {
    unsigned wrong = 0;
    char count[20];
    tc_emu_config c = on_cores("own_runs", cores);
    snprintf(count, sizeof count, "%u", cores < GRID ? cores : GRID);
    draw_runs(cores * 100 + cluster);
    memset(a->out, 0xDB, BYTES);
    tc_emu_gmem_uninitialised(a->out, BYTES);
    EXPECT(launched(2, c, own_runs, a) == 0);
    EXPECT(told("own_runs", count));
    for (unsigned i = 0; i < BYTES; i++)
        wrong += a->out[i] != (is_written[i] ? value_at(a->in, i) : 0xDB);
    EXPECT(wrong == 0);
    borders(a);
}

/* In other orders too a core runs its CTAs as one core does. */
static void orders(args *a) {
    unsigned one[GRID * THREADS], wrong = 0, moved = 0;
    for (unsigned seed = 0; seed < 3; seed++) {
        tc_emu_config c = on_cores("in_order", 1);
        c.seed = seed;
        EXPECT(tc_emu_launch(&c, in_order, a) == 0);
        memcpy(one, a->by_cta, sizeof one);
        memset(a->by_cta, 0, sizeof one);
        c.cores = 3;
        EXPECT(tc_emu_launch(&c, in_order, a) == 0);
        for (unsigned i = 0; i < GRID * THREADS; i++) {
            wrong += a->by_cta[i] != one[i];
            moved += one[i] != one[i % THREADS];
        }
    }
    EXPECT(wrong == 0);
    EXPECT(moved > 0);
}

/* CTA i of `left` clusters on `parts` cores: core k begins with cluster left * k / parts. */
static void parts(args *a, unsigned grid, unsigned cluster, unsigned cores) {
    const unsigned left = grid / cluster, most = cores < 64 ? cores : 64;
    const unsigned count = left < most ? left : most;
    unsigned wrong = 0, others = 0;
    tc_emu_config c = on_cores("which_process", cores);
    char number[20];
    snprintf(number, sizeof number, "%u", count);
    c.grid = grid;
    c.cluster = cluster;
    EXPECT(launched(2, c, which_process, a) == 0);
    EXPECT(told("which_process", number));
    for (unsigned k = 0; k < count; k++) {
        const unsigned from = left * k / count * cluster, to = left * (k + 1) / count * cluster;
        for (unsigned i = from; i < to; i++)
            wrong += a->by_cta[i] != a->by_cta[from];
        wrong += k > 0 && a->by_cta[from] == a->by_cta[from - 1];
        others += a->by_cta[from] != (unsigned)getpid();
    }
    EXPECT(wrong == 0 && others == count - 1);
}

/* What CTAs print comes in their order, on both streams. */
static void text(args *a) {
    for (int descriptor = 1; descriptor <= 2; descriptor++) {
        FILE *aside = tmpfile();
        const int other = 3 - descriptor, usual = redirect(other, aside);
        const char *at = said;
        char line[20];
        unsigned wrong = launched(descriptor, on_cores("talks", 4), talks, a) != 0;
        dup2(usual, other);
        close(usual);
        for (unsigned k = 0; k < GRID * (TEXT / 10) && !wrong; k++) {
            snprintf(
                line,
                sizeof line,
                "%s %2u %2u\n",
                descriptor == 1 ? "cta" : "err",
                k / (TEXT / 10),
                k % (TEXT / 10) % 100);
            wrong += strncmp(at, line, 10) != 0;
            at += strlen(line);
        }
        EXPECT(wrong == 0);
        EXPECT(descriptor == 1 ? *at == 0 : strncmp(at, "emu: cores of", 13) == 0);
        if (aside)
            fclose(aside);
    }
}

/* ---- together --------------------------------------------------------------------------------- */

#define MEET "1, CTAs of two cores use the same bytes, and one of them writes"

/* After it `out` is another buffer, of which all bytes count as written. */
static void meetings(args *a) {
    tc_emu_gmem_free(a->out);
    a->out = (unsigned char *)tc_emu_gmem_alloc(BYTES, "out");
    for (unsigned writes = 0; writes < 4; writes++)
        for (unsigned i = 0; i < 6; i++)
            for (unsigned k = 0; k < 6; k++) {
                const unsigned meet = i == k && writes;
                a->first = 1021 + i; /* on both sides of two blocks */
                a->second = 1021 + k;
                a->first_writes = writes & 1;
                a->second_writes = writes >> 1;
                memset(a->out, 7, BYTES);
                const unsigned race = (unsigned)launched(2, on_cores("two_bytes", 2), two_bytes, a);
                EXPECT(race == meet && told("two_bytes", meet ? MEET : "2"));
                EXPECT(!race || tc_emu_last()->kind == TC_EMU_RACE);
                EXPECT(race || a->out[a->first] == (a->first_writes ? 1 : 7));
                EXPECT(race || a->out[a->second] == (a->second_writes ? 1 : 7));
            }
}

/* What one CTA does, of this process's part or of another one's, is told, done once, and done as one core does it. */
static void acts(args *a) {
    static const char *const whys[WAYS] = {
        "a thread uses an atomic on global memory",
        "a thread writes a variable of the program",
        "a thread writes a variable of the program",
        "a thread makes a warning",
        "a thread makes a report",
        "another core stopped",
        "another core stopped",
        "a thread makes a report"};
    home = (unsigned)getpid();
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned late = way >= EXIT; late < 2; late++) {
            const unsigned fails = way == REPORT || way == HANG;
            const unsigned cta = way == HANG ? 0 : late * (GRID - 1);
            char why[80];
            snprintf(why, sizeof why, "1, %s", whys[way]);
            a->first = late * (GRID - 1);
            a->second = way;
            a->by_cta[0] = variable = 0;
            memset(a->out, 0, BYTES);
            EXPECT(launched(2, on_cores("one_acts", 3), one_acts, a) == (int)fails);
            EXPECT(told("one_acts", why));
            EXPECT(a->by_cta[0] == (way == ATOMIC));
            EXPECT(variable == (way == PROGRAM_ATOMIC || way == VARIABLE));
            EXPECT(tc_emu_last()->warnings == (way == WARNING));
            EXPECT(!fails || (tc_emu_last()->kind == TC_EMU_OUTSIDE && tc_emu_last()->cta == cta));
            for (unsigned i = 0; i < GRID; i++)
                EXPECT(a->out[i] == (fails && i > cta ? 0 : i + 1));
        }
}

/* ---- what is left ----------------------------------------------------------------------------- */

static unsigned open_files(void) {
    DIR *all = opendir("/proc/self/fd");
    unsigned count = 0;
    while (all && readdir(all))
        count++;
    if (all)
        closedir(all);
    return count;
}

static int has_memory_file(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[500];
    int found = 0;
    while (maps && fgets(line, sizeof line, maps))
        found |= strstr(line, "memfd:tcemu") != NULL;
    if (maps)
        fclose(maps);
    return found;
}

/* No process, no file and no memory of the other cores. */
static void nothing_left(unsigned files) {
    EXPECT(waitpid(-1, NULL, WNOHANG) == -1);
    EXPECT(open_files() == files);
    EXPECT(!has_memory_file());
}

/* ---- who asks --------------------------------------------------------------------------------- */

static unsigned take_first(void *context, unsigned count) {
    (void)context;
    return count - count;
}

static void asked(args *a) {
    tc_emu_config c = on_cores("own_runs", 0);
    setenv("TC_EMU_CORES", "3", 1);
    EXPECT(launched(2, c, own_runs, a) == 0 && told("own_runs", "3"));
    c.cores = 2;
    EXPECT(launched(2, c, own_runs, a) == 0 && told("own_runs", "2"));
    setenv("TC_EMU_CORES_TELL", "0", 1);
    EXPECT(launched(2, c, own_runs, a) == 0 && !*said);
    unsetenv("TC_EMU_CORES_TELL");
    EXPECT(launched(2, c, own_runs, a) == 0 && !*said);
    setenv("TC_EMU_CORES_TELL", "1", 1);
    setenv("TC_EMU_CORES_AFTER", "1000000", 1);
    EXPECT(launched(2, c, own_runs, a) == 0 && told("own_runs", "1, it ended early"));
    setenv("TC_EMU_CORES_AFTER", "0", 1);
    c.choose = take_first;
    EXPECT(launched(2, c, own_runs, a) == 0);
    EXPECT(told("own_runs", "1, its function `choose` orders all threads"));
    c.choose = NULL;
    c.cluster = GRID;
    EXPECT(launched(2, c, own_runs, a) == 0);
    EXPECT(told("own_runs", "1, all its CTAs are one cluster"));
    c.cluster = 1;
    c.cores = 0;
    setenv("TC_EMU_CORES", "100000000000", 1); /* no more cores than there are CTAs */
    EXPECT(launched(2, c, own_runs, a) == 0 && told("own_runs", "11"));
    setenv("TC_EMU_CORES", "", 1);
    c = on_cores("own_runs", 0);
    EXPECT(launched(2, c, own_runs, a) == 0 && !*said);
    unsetenv("TC_EMU_CORES");
    EXPECT(launched(2, c, own_runs, a) == 0 && !*said);
}

/* Another core takes three files and both ends of a pipe: with four of them it is not started. */
static void without_files(args *a) {
    struct rlimit usual, few;
    EXPECT(getrlimit(RLIMIT_NOFILE, &usual) == 0);
    few = usual;
    for (unsigned more = 0; more < 8; more++) {
        FILE *const file = tmpfile();
        const int err = dup(2);
        unsigned wrong = 0;
        char text[200] = "";
        dup2(file ? fileno(file) : 2, 2);
        few.rlim_cur = (rlim_t)err + 1 + more; /* the highest one so far */
        setrlimit(RLIMIT_NOFILE, &few);
        tc_emu_config c = on_cores("own_runs", 2);
        memset(a->out, 0xDB, BYTES);
        const int failed = tc_emu_launch(&c, own_runs, a);
        setrlimit(RLIMIT_NOFILE, &usual);
        fflush(stderr);
        dup2(err, 2);
        close(err);
        rewind(file);
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        snprintf(said, sizeof said, "%s", text);
        EXPECT(!failed && told("own_runs", more < 5 ? "1, no process could be started" : "2"));
        for (unsigned i = 0; i < BYTES; i++)
            wrong += a->out[i] != (is_written[i] ? value_at(a->in, i) : 0xDB);
        EXPECT(wrong == 0);
    }
}

/* One cluster that is left when it is time is not divided any more. */
TC_KERNEL(takes_its_time, args) {
    const clock_t begun = clock();
    while (tc_cta_index() == 0 && tc_thread_index() == 0 && clock() - begun < CLOCKS_PER_SEC / 50) {
    }
    arg.out[tc_cta_index()] = 5;
}

static void with_one_left(args *a) {
    tc_emu_config c = on_cores("takes_its_time", 3);
    setenv("TC_EMU_CORES_AFTER", "10", 1);
    c.grid = 2;
    c.block = 1;
    EXPECT(launched(2, c, takes_its_time, a) == 0);
    EXPECT(told("takes_its_time", "1, it ended early"));
    c.grid = 3; /* and of two the second goes to another core */
    EXPECT(launched(2, c, takes_its_time, a) == 0 && told("takes_its_time", "2"));
    setenv("TC_EMU_CORES_AFTER", "0", 1);
}

/* Of itself a launch that is over at once is not divided; a busy machine may take its time once, but not always. */
static void without_a_time(args *a) {
    unsigned undivided = 0;
    unsetenv("TC_EMU_CORES_AFTER");
    for (unsigned i = 0; i < 20 && !undivided; i++) {
        EXPECT(launched(2, on_cores("own_runs", 2), own_runs, a) == 0);
        undivided = strstr(said, "it ended early") != NULL;
    }
    EXPECT(undivided);
}

int main(void) {
    const unsigned files = open_files();
    args a;
    unsigned char *in = (unsigned char *)tc_emu_gmem_alloc(BYTES, "in");
    memset(&a, 0, sizeof a);
    a.out = (unsigned char *)tc_emu_gmem_alloc(BYTES, "out");
    a.by_cta = (unsigned *)tc_emu_gmem_alloc(GRID * THREADS * sizeof *a.by_cta, "by_cta");
    for (unsigned i = 0; i < BYTES; i++)
        in[i] = (unsigned char)hash(i);
    a.in = in;
    setenv("TC_EMU_CORES_AFTER", "0", 1);
    setenv("TC_EMU_CORES_TELL", "1", 1);
    unsetenv("TC_EMU_CORES");
    for (unsigned cores = 2; cores <= 12; cores += 5)
        apart(&a, cores, 1);
    orders(&a);
    parts(&a, 11, 1, 3); /* 3, 4 and 4 */
    parts(&a, 12, 2, 4);
    parts(&a, 5, 1, 16);
    parts(&a, 70, 1, 64);
    parts(&a, 70, 1, 65); /* as many as there can be */
    parts(&a, 4, 2, 2);
    text(&a);
    meetings(&a);
    asked(&a);
    setenv("TC_EMU_CORES_TELL", "1", 1);
    nothing_left(files);
    acts(&a);
    without_files(&a);
    with_one_left(&a);
    without_a_time(&a);
    nothing_left(files);
    return unit_finish();
}
