/* region.c: the memory that is tracked: global buffers, the dynamic shared memory of each CTA, and
 * the `static __thread` arrays of the module that the kernel is in (its TLS block, which each OS
 * thread, thus each CTA, has for itself). Every byte has a Cell. */
#include "internal.h"
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Region *regions[1024];
static unsigned region_count;
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
    r->cells = take((bytes ? bytes : 1) * sizeof(Cell));
    snprintf(r->name, sizeof r->name, "%s", name ? name : "");
    regions[region_count++] = r;
    return r;
}

static void region_remove(unsigned i) {
    Region *r = regions[i];
    if (r->ours)
        free(r->base - r->margin);
    free(r->cells);
    free(r);
    regions[i] = regions[--region_count];
}

static Region *within(const void *p, bool margins) {
    for (unsigned i = 0; i < region_count; i++) {
        const Region *r = regions[i];
        size_t margin = margins ? r->margin : 0;
        if ((uintptr_t)p >= (uintptr_t)r->base - margin &&
            (uintptr_t)p < (uintptr_t)r->base + r->bytes + margin)
            return regions[i];
    }
    return NULL;
}

Region *region_find(const void *p) {
    return within(p, false);
}

Region *region_near(const void *p) {
    return within(p, true);
}

Region *region_of_cta(unsigned cta, unsigned slot) {
    for (unsigned i = 0; i < region_count; i++)
        if (regions[i]->shared && regions[i]->cta == cta && regions[i]->slot == slot)
            return regions[i];
    return NULL;
}

/* ---- global buffers ------------------------------------------------------------------------- */

static void mark_written(Region *r, size_t from, size_t bytes, bool written) {
    for (size_t i = from; i < from + bytes; i++)
        r->cells[i].flags = written ? CELL_INIT : 0;
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

static Region *add_own(size_t bytes, const char *name) {
    size_t all = (bytes + 2 * MARGIN + 1023) / 1024 * 1024;
    char *block = aligned_alloc(1024, all);
    Region *r;
    if (!block) {
        fprintf(stderr, "emu: out of memory (%zu bytes)\n", all);
        exit(1);
    }
    memset(block, POISON, all);
    r = region_add(block + MARGIN, bytes, MARGIN, name);
    r->ours = true;
    return r;
}

void *tc_emu_gmem_alloc(size_t bytes, const char *name) {
    Region *r = add_own(bytes, name);
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

/* What lies between two arrays is nobody's. Without the symbols of the guards (a stripped file) nothing
 * is known of the arrays either. */
static void mark_guards(Region *r) {
    unsigned count, guards = 0;
    const ArrayName *arrays = symbol_arrays(&count);
    for (unsigned i = 0; i < count; i++)
        guards += arrays[i].guard;
    for (size_t k = 0; guards && k < r->bytes; k++)
        r->cells[k].flags = CELL_GUARD;
    for (unsigned i = 0; guards && i < count; i++)
        for (size_t k = arrays[i].from; !arrays[i].guard && k < arrays[i].to; k++)
            r->cells[k].flags = 0;
}

/* The array that the byte is in, or the one before it. */
static const ArrayName *array_at(const Region *r, size_t at) {
    unsigned count;
    const ArrayName *arrays = symbol_arrays(&count), *best = NULL;
    for (unsigned i = 0; r->named && i < count; i++)
        if (!arrays[i].guard && arrays[i].from <= at && (!best || arrays[i].from > best->from))
            best = &arrays[i];
    return best;
}

void region_shared_start(unsigned cta) {
    Region *r = add_own(emu.smem_bytes, "dynamic shared memory");
    Tls tls = {.kernel = (uintptr_t)emu.kernel};
    r->shared = true;
    r->cta = cta;
    dl_iterate_phdr(find_tls, &tls);
    if (!tls.base)
        return;
    r = region_add(tls.base, tls.bytes, 0, "static shared memory");
    r->shared = true;
    r->slot = 1;
    r->cta = cta;
    r->named = tls.executable;
    if (r->named)
        mark_guards(r);
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
        *offset -= (long long)array->from;
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
        if (r->cells[k].flags & CELL_GUARD)
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
