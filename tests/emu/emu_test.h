/* emu_test.h: what the emulator's own tests share: counting, launches that must pass and launches that
 * must be reported. A test program ends with `N passed, N failed`. Compiled by nvcc, the tests of what
 * the emulator performs run on the GPU instead (gpu_test.h), with the same expectations. */
#ifndef EMU_TEST_H
#define EMU_TEST_H
#include "tests/unit/unit.h"
#include <stdlib.h>
#include <string.h>
#include <tilecopy/host/kernel.h>

/* In how many orders a kernel runs. The sanitizers judge the emulator's own text, which is the same in each. */
#ifdef __SANITIZE_ADDRESS__
#define ORDERS 1
#else
#define ORDERS 4
#endif

#if TC_ON_DEVICE
#include "gpu_test.h"
#else

/* Of what a thread of a kernel allocated the sanitizer's quick unwinder finds no caller, and then it does not
 * tell leaks; the other one is slow, so that it is asked for the caller alone. Variables stay on the
 * stack: newer sanitizers put them elsewhere unasked, and then an overflow may step over its end unseen. What is too
 * large to allocate gives NULL, as without a sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_stack_use_after_return=0:allocator_may_return_null=1:fast_unwind_on_malloc=0:"
           "malloc_context_size=2";
}

typedef void (*Kernel)(void *);
#ifndef __cplusplus
#include "named.h"
#endif

/* Silent, errors handed back. */
static inline tc_emu_config quiet(unsigned block, unsigned smem_bytes) {
    tc_emu_config c;
    memset(&c, 0, sizeof c);
    c.block = block;
    c.smem_bytes = smem_bytes;
    c.expect = 1;
    c.quiet = 1;
    return c;
}

/* Runs it once, in the order of the seed. */
static inline void once_passes(const char *name, tc_emu_config c, Kernel kernel, void *args) {
    int wrong;
    c.name = name;
    wrong = tc_emu_launch(&c, kernel, args);
    unit_expect(!wrong, name, __FILE__, (int)c.seed);
    if (wrong)
        printf("%s\n", tc_emu_last()->text);
}

/* Runs it in order and in a few other orders: all must pass. */
static inline void passes(const char *name, tc_emu_config c, Kernel kernel, void *args) {
    for (c.seed = 0; c.seed < ORDERS; c.seed++)
        once_passes(name, c, kernel, args);
}

/* Reports in full, for reports_match: as gcc makes them unoptimised, since the steps that are counted and
 * the functions that are named are those of the compiler. */
static char reports[1 << 17];
static inline void reports_add(const char *name, const tc_emu_report *r) {
    const char *text = r->text;
    size_t used = strlen(reports);
    if (strstr(text, "a variable of the ") || strcmp(name, "one_before") == 0)
        return; /* where a pointer that is wrong leads to is the compiler's; some guard frames unasked */
    if (strstr(name, "_the_hosts"))
        return; /* its memory lies elsewhere in each run */
    snprintf(reports + used, sizeof reports - used, "== %s\n%s", name, text);
    used = strlen(reports);
    if (r->has_other)
        snprintf(
            reports + used,
            sizeof reports - used,
            "  other: cta %u thread %u\n",
            r->other_cta,
            r->other_thread);
}

/* All that `fails` saw against tests/emu/reports/<name>.txt; TC_WRITE_REPORTS=1 writes it. ALIGNMENT adds faults. */
static inline void reports_match(const char *name) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__) && !defined(ALIGNMENT)
    static char want[sizeof reports];
    char path[100];
    FILE *file;
    size_t at = 0;
    snprintf(path, sizeof path, "tests/emu/reports/%s.txt", name);
    file = getenv("TC_WRITE_REPORTS") ? fopen(path, "wb") : NULL;
    if (file) {
        fputs(reports, file);
        fclose(file);
    }
    file = fopen(path, "rb");
    if (file) {
        want[fread(want, 1, sizeof want - 1, file)] = 0;
        fclose(file);
    }
    unit_expect(strcmp(want, reports) == 0, path, __FILE__, __LINE__);
    while (want[at] && want[at] == reports[at])
        at++;
    if (strcmp(want, reports))
        printf(
            "  got:  %.300s\n  want: %.300s\n",
            reports + (at < 80 ? 0 : at - 80),
            want + (at < 80 ? 0 : at - 80));
#else
    (void)name;
#endif
}

/* Is the line, with all before it that begins a line, in the text? */
static inline int has_line(const char *text, const char *line) {
    const char *at = strstr(text, line);
    return at && (at == text || at[-1] == '\n');
}

/* Phases follow one another, and who is named had called what is named before: "tc_mbarrier_expect_tx of 16 bytes, its
 * step 5". A copy that was started in an earlier step may count when it lands. */
static inline int is_wrong_phase(const tc_emu_report *r) {
    const char *const message = strstr(r->text, "': ");
    char name[80];
    unsigned bytes, step, phase, before;
    if (r->kind != TC_EMU_MBARRIER || !message)
        return 0;
    if (strstr(message, "may be too late"))
        return sscanf(message, "': %79s of %u bytes, its step %u,", name, &bytes, &step) != 3 ||
               !strstr(name, "expect_tx") || !bytes || !step || step > r->step;
    if (sscanf(
            message,
            "': %79s of step %u counts for phase %u, and nothing tells the thread that phase %u ",
            name,
            &step,
            &phase,
            &before) == 4)
        return step > r->step || (step == r->step && strcmp(name, r->primitive)) ||
               phase != before + 1;
    if (sscanf(
            message,
            "': %79s of step %u waits for phase %u, which the thread knows to be over, and nothing "
            "orders the wait before the end of phase %u",
            name,
            &step,
            &before,
            &phase) == 4)
        return !strstr(name, "wait") || !step || step > r->step || phase != before + 1;
    return 0;
}

/* What follows from the kind of a report: whom its message names, the 8 bytes of an mbarrier, an address that is no
 * multiple. Shared memory begins at a multiple of 1024. */
static inline const char *wrong_message(const tc_emu_report *r) {
    char line[80];
    unsigned align;
    const char *const odd = strstr(r->text, "the address is not ");
    snprintf(line, sizeof line, "hread %u of CTA %u", r->other_thread, r->other_cta);
    if (r->has_other && !strstr(r->text, line))
        return "the other thread";
    if (r->kind == TC_EMU_MBARRIER && *r->buffer && !strstr(r->text, "a live mbarrier") &&
        (r->bytes != 8 || r->offset % 8))
        return "the bytes of an mbarrier";
    if (is_wrong_phase(r))
        return "the phase";
    if (r->kind != TC_EMU_MISALIGNED || !odd || strcmp(r->buffer, "dynamic shared memory"))
        return NULL;
    if (sscanf(odd, "the address is not %u-byte aligned", &align) != 1 || r->offset % align == 0)
        return "the alignment";
    return NULL;
}

/* What every report says of itself, put together once more of its numbers: the first line, who, where, the seed. Returns
 * what is not so, or NULL. */
static inline const char *wrong_part(const tc_emu_report *r, const tc_emu_config *c) {
    char line[400];
    const int before = r->offset < 0;
    const unsigned long long size = (unsigned long long)(before ? -r->offset : r->offset);
    const char *const who = strstr(r->text, "  who: "), *const where = strstr(r->text, "  where: ");
    snprintf(line, sizeof line, "emu: %s in kernel '%s': ", tc_emu_kind_name(r->kind), c->name);
    if (strncmp(r->text, line, strlen(line)) != 0 || strcmp(r->kernel, c->name) != 0)
        return "the first line";
    if (strlen(r->text) + 1 == sizeof r->text) /* it is cut off */
        return NULL;
    if (r->text[strlen(r->text) - 1] != '\n')
        return "the end";
    snprintf(
        line,
        sizeof line,
        "  who: cta %u thread %u (warp %u lane %u), step %u: %s\n",
        r->cta,
        r->thread,
        r->thread >> 5,
        r->thread & 31,
        r->step,
        r->primitive ? r->primitive : "start");
    if (who ? !has_line(r->text, line) : r->primitive != NULL)
        return "who";
    if ((c->block && r->thread >= c->block) || (r->has_other && r->other_thread >= c->block))
        return "a thread of the block";
    snprintf(
        line,
        sizeof line,
        "  where: %u bytes at '%s' %c %llu (0x%llx)",
        r->bytes,
        r->buffer,
        before ? '-' : '+',
        size,
        size);
    if (*r->buffer ? !has_line(r->text, line) : where && !strstr(where, ", near no known buffer\n"))
        return "where";
    snprintf(line, sizeof line, "  seed: %u\n", c->seed);
    if (c->seed ? !has_line(r->text, line) : strstr(r->text, "  seed: ") != NULL)
        return "the seed";
    return wrong_message(r);
}

/* Whom it speaks of, and the functions that lead there. */
static inline const char *wrong_people(
    const tc_emu_report *r, const tc_emu_config *c, Kernel kernel) {
#if !defined(__OPTIMIZE__) && !defined(__cplusplus)
    const char *wrong = wrong_functions(r->text, r->primitive, name_of_kernel(kernel));
    if (!wrong)
        wrong = wrong_call(r->text, r->cta, r->thread, r->step);
    return wrong ? wrong : wrong_waits(r->text, c->block);
#else
    (void)r, (void)c, (void)kernel;
    return NULL;
#endif
}

static inline void report_is_whole(const char *name, const tc_emu_config *c, Kernel kernel) {
    const char *wrong = wrong_part(tc_emu_last(), c);
    if (!wrong)
        wrong = wrong_people(tc_emu_last(), c, kernel);
    unit_expect(!wrong, name, "a whole report", __LINE__);
    if (wrong)
        printf("%s of %s\n", wrong, tc_emu_last()->text);
}

/* Are all parts of it, "a|b", somewhere in the text? */
static inline int has_parts(const char *text, const char *parts) {
    char part[300];
    while (*parts) {
        const size_t length = strcspn(parts, "|");
        snprintf(part, sizeof part, "%.*s", (int)length, parts);
        if (!strstr(text, part))
            return 0;
        parts += length + (parts[length] == '|');
    }
    return 1;
}

/* Must be reported as `kind`, with the parts of `text` somewhere in the report. */
static inline void fails(
    const char *name,
    tc_emu_config c,
    Kernel kernel,
    void *args,
    tc_emu_kind kind,
    const char *text) {
    const tc_emu_report *r = tc_emu_last();
    int wrong;
    c.name = name;
    wrong = tc_emu_launch(&c, kernel, args);
    unit_expect(wrong && r->kind == kind, name, tc_emu_kind_name(kind), wrong);
    unit_expect(has_parts(r->text, text), name, text, wrong);
    if (wrong)
        report_is_whole(name, &c, kernel);
    reports_add(name, r);
    if (!wrong || r->kind != kind || !has_parts(r->text, text))
        printf("%s\n", wrong ? r->text : "no error");
}

#endif
#endif
