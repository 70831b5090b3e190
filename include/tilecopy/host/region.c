/* region.c: the memory that is tracked: global buffers, the dynamic shared memory of each CTA, and
 * the `static __thread` arrays of the module that the kernel is in (its TLS block, which each OS
 * thread, thus each CTA, has for itself). Every byte has a Cell. */
#include "cores.h"
#include "host.h"
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static Region *regions[1024], *found, *second; /* those that were asked for last */
static unsigned region_count;
unsigned emu_device_buffers;
char *(*region_dynamic)(void);
typedef struct {
    char *base;
    size_t bytes;
    char name[64];
} Label;
static Label labels[512]; /* tc_emu_shared: names inside a static region */
static unsigned label_count;

static void *take(size_t bytes) {
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "emu: out of memory (%zu bytes)\n", bytes);
        exit(1);
    }
    return p;
}

Region *region_add(char *base, size_t bytes, size_t margin, const char *name) {
    Region *r;
    if (region_count == sizeof regions / sizeof *regions) {
        fprintf(stderr, "emu: more than %u buffers\n", region_count);
        exit(1);
    }
    r = take(sizeof *r);
    r->base = base;
    r->bytes = bytes;
    r->margin = margin;
    shadow_start(r);
    snprintf(r->name, sizeof r->name, "%s", name ? name : "");
    regions[region_count++] = r;
    return r;
}

/* Pages that hold a buffer of ours and its margins: of 512 bytes 512 + 2 * 1024, which one page of 4096 holds. */
static size_t own_pages(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + 2 * MARGIN + page - 1) / page * page;
}

/* The addresses of a global buffer are nobody's from then on: who still has one finds no other buffer there. */
static void give_back(const Region *r) {
    char *block = r->base - MARGIN;
    const size_t pages = own_pages(r->bytes);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (r->shared)
        munmap(block - RESERVE, pages + 2 * (size_t)RESERVE);
    else if (mmap(block, pages, PROT_NONE, flags, -1, 0) == MAP_FAILED)
        munmap(block, pages);
}

static void region_remove(unsigned i) {
    Region *r = regions[i];
    if (r->ours)
        give_back(r);
    found = found == r ? NULL : found;
    second = second == r ? NULL : second;
    shadow_end(r);
    free(r);
    regions[i] = regions[--region_count];
}

/* How far p is from the bytes of the region: 0 for those, 1 for the one behind them. */
static size_t distance(const Region *r, const void *p) {
    const uintptr_t at = (uintptr_t)p, from = (uintptr_t)r->base, to = from + r->bytes;
    return at < from ? from - at : at < to ? 0 : at - to + 1;
}

Region *region_find(const void *p) {
    if (found && !distance(found, p))
        return found;
    Region *last = found;
    found = second;
    second = last;
    for (unsigned i = 0; (!found || distance(found, p)) && i < region_count; i++)
        found = regions[i];
    return found && !distance(found, p) ? found : NULL;
}

Region *region_near(const void *p) {
    for (unsigned i = 0; i < region_count; i++)
        if (distance(regions[i], p) <= (regions[i]->ours ? MARGIN + RESERVE : 0))
            return regions[i];
    return NULL;
}

Region *region_nearest(const void *p) {
    Region *best = NULL;
    for (unsigned i = 0; i < region_count; i++)
        if (distance(regions[i], p) <= (best ? distance(best, p) : RESERVE))
            best = regions[i];
    return best;
}

Region *region_of_cta(unsigned cta, unsigned slot) {
    for (unsigned i = 0; i < region_count; i++)
        if (regions[i]->shared && regions[i]->cta == cta && regions[i]->slot == slot)
            return regions[i];
    return NULL;
}

Region *region_number(unsigned i) {
    return i < region_count ? regions[i] : NULL;
}

/* ---- global buffers ------------------------------------------------------------------------- */

static void mark_written(Region *r, size_t from, size_t bytes, bool written) {
    shadow_mark(r, from, bytes, written ? CELL_INIT : 0);
}

void region_written(const void *p, size_t bytes) {
    Region *r = region_find(p);
    if (r && bytes && bytes <= r->bytes - (size_t)((const char *)p - r->base))
        mark_written(r, (size_t)((const char *)p - r->base), bytes, true);
}

void tc_emu_gmem(void *p, size_t bytes, const char *name) {
    tc_emu_gmem_forget(p);
    mark_written(region_add(p, bytes, 0, name), 0, bytes, true);
}

void tc_emu_gmem_forget(void *p) {
    for (unsigned i = 0; i < region_count; i++)
        if (regions[i]->base == p && !regions[i]->shared) {
            region_remove(i);
            return;
        }
}

/* A buffer with a margin on either side, whose bytes show what nobody checks when it is made, and with addresses
 * beyond, which nobody can use: what runs far over the end meets no other buffer. */
Region *region_alloc(size_t bytes, const char *name) {
    const size_t pages = own_pages(bytes), all = pages + 2 * (size_t)RESERVE;
    char *block = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    Region *r;
    if (pages < bytes || block == MAP_FAILED ||
        mprotect(block + RESERVE, pages, PROT_READ | PROT_WRITE)) {
        fprintf(stderr, "emu: out of memory (%zu bytes)\n", bytes);
        exit(1);
    }
    memset(block + RESERVE, POISON, pages);
    r = region_add(block + RESERVE + MARGIN, bytes, MARGIN, name);
    r->ours = true;
    return r;
}

void *tc_emu_gmem_alloc(size_t bytes, const char *name) {
    Region *r = region_alloc(bytes, name);
    mark_written(r, 0, bytes, true);
    return r->base;
}

void tc_emu_gmem_free(void *p) {
    tc_emu_gmem_forget(p);
}

void tc_emu_gmem_uninitialised(void *p, size_t bytes) {
    Region *r = region_find(p);
    if (r && bytes <= r->bytes - (size_t)((char *)p - r->base))
        mark_written(r, (size_t)((char *)p - r->base), bytes, false);
}

/* ---- shared memory -------------------------------------------------------------------------- */

typedef struct {
    uintptr_t kernel;
    char *base;
    size_t bytes;
    unsigned seen;   /* modules */
    bool executable; /* it is the first of them, whose symbols we read */
} Tls;

/* Is this the module that the kernel is in? Then its TLS block holds the static shared arrays. */
static int find_tls(struct dl_phdr_info *info, size_t size, void *context) {
    Tls *tls = context;
    bool has_kernel = false;
    const bool first = !tls->seen++;
    size_t bytes = 0;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t from = (uintptr_t)info->dlpi_addr + (uintptr_t)h->p_vaddr;
        if (h->p_type == PT_LOAD && tls->kernel >= from && tls->kernel < from + h->p_memsz)
            has_kernel = true;
        if (h->p_type == PT_TLS)
            bytes = h->p_memsz;
    }
    if (!has_kernel)
        return 0;
    tls->executable = first;
    tls->base = info->dlpi_tls_data;
    tls->bytes = bytes;
    return 1;
}

/* Behind the arrays of all files that are linked before this one: the last array has a guard, too. */
static __thread __attribute__((used, aligned(16))) char tc__guard_end[MARGIN];

/* What lies between two arrays is nobody's. Without the symbols of the guards (a stripped file) nothing
 * is known of the arrays either. */
static void mark_guards(Region *r) {
    unsigned count, guards = 0;
    const ArrayName *arrays = symbol_arrays(&count);
    for (unsigned i = 0; i < count; i++)
        guards += arrays[i].guard;
    if (guards)
        shadow_mark(r, 0, r->bytes, CELL_GUARD);
    for (unsigned i = 0; guards && i < count; i++) {
        const ArrayName *a = &arrays[i];
        if (!a->guard && a->from >= r->origin && a->to - r->origin <= r->bytes)
            shadow_mark(r, a->from - r->origin, a->to - a->from, 0);
        r->hides |= a->hidden;
    }
}

bool region_hides(const Region *r, const void *p) {
    unsigned count;
    const ArrayName *a = symbol_arrays(&count);
    const size_t at = (size_t)((const char *)p - r->base) + r->origin;
    for (unsigned i = 0; r->hides && i < count; i++)
        if (a[i].hidden && a[i].from <= at && at < a[i].to)
            return true;
    return false;
}

/* The array that the byte is in, or the one before it. */
static const ArrayName *array_at(const Region *r, size_t at) {
    unsigned count;
    const ArrayName *arrays = symbol_arrays(&count), *best = NULL;
    for (unsigned i = 0; r->named && i < count; i++)
        if (!arrays[i].guard && arrays[i].from <= at + r->origin &&
            (!best || arrays[i].from > best->from))
            best = &arrays[i];
    return best;
}

static void add_static(const Tls *tls, char *from, const char *to, unsigned cta) {
    if (from >= to)
        return;
    Region *r = region_add(from, (size_t)(to - from), 0, "static shared memory");
    r->shared = true;
    r->slot = 1;
    r->cta = cta;
    r->origin = (size_t)(from - tls->base);
    r->named = tls->executable;
    if (r->named)
        mark_guards(r);
}

void region_shared_start(unsigned cta) {
    static const char name[] = "dynamic shared memory";
    char *dynamic = region_dynamic ? region_dynamic() : NULL;
    Region *r =
        dynamic ? region_add(dynamic, emu.smem_bytes, 0, name) : region_alloc(emu.smem_bytes, name);
    Tls tls = {.kernel = (uintptr_t)emu.kernel};
    r->shared = true;
    r->cta = cta;
    dl_iterate_phdr(find_tls, &tls);
    if (!tls.base)
        return;
    add_static(&tls, tls.base, dynamic ? dynamic : tls.base + tls.bytes, cta);
    if (dynamic)
        add_static(&tls, dynamic + MAX_SMEM, tls.base + tls.bytes, cta);
}

void region_shared_end(void) {
    for (unsigned i = region_count; i-- > 0;)
        if (regions[i]->shared)
            region_remove(i);
    label_count = 0;
}

void tc_emu_shared(void *p, size_t bytes, const char *name) {
    Label *label = &labels[label_count];
    if (!emu.current || label_count == sizeof labels / sizeof *labels)
        return;
    for (unsigned i = 0; i < label_count; i++)
        if (labels[i].base == p)
            return;
    label_count++;
    label->base = p;
    label->bytes = bytes;
    snprintf(label->name, sizeof label->name, "%s", name);
}

static const Label *label_at(const char *p) {
    for (unsigned i = 0; i < label_count; i++)
        if (p >= labels[i].base && p < labels[i].base + labels[i].bytes)
            return &labels[i];
    return NULL;
}

void region_label(const Region *region, const char *p, char *out, size_t room, long long *offset) {
    snprintf(out, room, "%s", region->name);
    *offset = (long long)((intptr_t)p - (intptr_t)region->base);
    const ArrayName *array = *offset < 0 ? NULL : array_at(region, (size_t)*offset);
    if (array) {
        snprintf(out, room, "%s", array->name);
        *offset += (long long)region->origin - (long long)array->from;
    }
    const Label *label = label_at(p);
    if (label) {
        snprintf(out, room, "%s", label->name);
        *offset = (long long)(p - label->base);
    }
}

/* The end of the named array that p is in, or of its region. */
const char *region_limit(const Region *region, const char *p) {
    const Label *label = label_at(p);
    return label ? label->base + label->bytes : region->base + region->bytes;
}

int tc_emu_is_shared(const void *p, unsigned bytes) {
    const Region *r = region_find(p);
    if (!r || !r->shared || r->cta != emu.current->cta ||
        (const char *)p + bytes > region_limit(r, p))
        return 0;
    const size_t at = (size_t)((const char *)p - r->base);
    for (size_t k = at; k < at + bytes; k++)
        if (shadow_look(r, k)->flags & CELL_GUARD)
            return 0;
    return 1;
}

/* Something that the emulator does not see (plain code that was not compiled with
 * -fsanitize=thread) may have written around a buffer. */
void region_check_margins(void) {
    for (unsigned i = 0; i < region_count; i++) {
        const Region *r = regions[i];
        for (size_t k = 0; k < r->margin; k++) {
            const char *before = r->base - 1 - k, *after = r->base + r->bytes + k;
            if ((unsigned char)*before != POISON)
                report_raise(
                    TC_EMU_OUTSIDE,
                    NULL,
                    before,
                    1,
                    "plain code wrote %zu bytes before the buffer",
                    k + 1);
            else if ((unsigned char)*after != POISON)
                report_raise(
                    TC_EMU_OUTSIDE,
                    NULL,
                    after,
                    1,
                    "plain code wrote %zu bytes after the buffer",
                    k);
            else
                continue;
            return;
        }
    }
}
