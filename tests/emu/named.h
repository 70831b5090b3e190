/* named.h: the name that the linker gave a kernel, and with it what every report must say of the functions on the way
 * to its call, and of others that it speaks of. Unoptimised: an optimiser makes one function of several. */
#ifndef NAMED_H
#define NAMED_H
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function whose name is in the program's own table too, from which the address of any other one follows. */
const char *__asan_default_options(void);

static inline const char *whole_program(void) {
    static char *image;
    FILE *file = image ? NULL : fopen("/proc/self/exe", "rb");
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long bytes = ftell(file);
        rewind(file);
        image = (char *)malloc((size_t)bytes);
        if (!image || fread(image, 1, (size_t)bytes, file) != (size_t)bytes)
            abort();
    }
    if (file)
        fclose(file);
    return image;
}

typedef struct {
    const char *name; /* NULL: there is none */
    uintptr_t value;
} Symbol;

/* The function of the name, or, where that is NULL, with the value. */
static inline Symbol symbol_of(const char *image, const char *name, uintptr_t value) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)image;
    const Elf64_Shdr *all = (const Elf64_Shdr *)(const void *)(image + head->e_shoff);
    for (unsigned i = 0; i < head->e_shnum; i++) {
        const Elf64_Sym *at = (const Elf64_Sym *)(const void *)(image + all[i].sh_offset);
        const char *names = image + all[all[i].sh_link].sh_offset;
        for (size_t k = 0; all[i].sh_type == SHT_SYMTAB && k < all[i].sh_size / sizeof *at; k++) {
            const Symbol one = {names + at[k].st_name, at[k].st_value};
            if (ELF64_ST_TYPE(at[k].st_info) == STT_FUNC &&
                (name ? !strcmp(one.name, name) : one.value == value))
                return one;
        }
    }
    return (Symbol){NULL, 0};
}

static inline const char *name_of_kernel(void (*kernel)(void *)) {
    const char *image = whole_program();
    const Symbol anchor = symbol_of(image, "__asan_default_options", 0);
    return symbol_of(
               image, NULL, anchor.value + (uintptr_t)kernel - (uintptr_t)__asan_default_options)
        .name;
}

/* "  in: b <- a <- kernel": the last one is the kernel, and none is the emulator's. Where the thread has left its
 * kernel there is none. */
static inline const char *wrong_functions(
    const char *text, const char *primitive, const char *kernel) {
    const char *const in = strstr(text, "\n  in: "), *const call = strstr(text, "\n  call: ");
    const char *last = in ? in + 7 : NULL;
    char line[600];
    if (!in)
        return primitive && strncmp(primitive, "tc_", 3) == 0 && !strstr(text, "return from") &&
                       !call
                   ? "no functions"
                   : NULL;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(last, "\n"), last);
    last = line;
    for (const char *next; (next = strstr(last, " <- ")) != NULL; last = next + 4) {
    }
    if (strstr(text, " overflowed: ")) /* more calls than a report has room for */
        return NULL;
    if (!kernel || strcmp(last, kernel) != 0)
        return "the kernel of the call";
    if (strstr(line, "tc_emu_") || strstr(line, "__body") || strstr(line, "__tsan_") ||
        strstr(line, "__wrap_"))
        return "the functions of the call";
    return NULL;
}

/* "  call: cta 0 thread 33 (warp 1 lane 1), step 2: tc_cta_sync": what was called before, by whom the message speaks
 * of. Who leaves while others call is told with one of them. */
static inline const char *wrong_call(
    const char *text, unsigned cta, unsigned thread, unsigned step) {
    const char *const call = strstr(text, "\n  call: ");
    unsigned c, t, warp, lane, s;
    char name[80];
    if (!call)
        return strstr(text, "the thread exits, others of") ? "no call" : NULL;
    if (sscanf(
            call,
            " call: cta %u thread %u (warp %u lane %u), step %u: %79s",
            &c,
            &t,
            &warp,
            &lane,
            &s,
            name) != 6)
        return "the call";
    if (strncmp(name, "tc_", 3) != 0 && !strstr(text, "other lanes called "))
        return "what was called";
    if (t / 32 != warp || t % 32 != lane || !s)
        return "who called";
    return c == cta && t == thread && s == step ? "the call of the report itself" : NULL;
}

/* "  waits: cta 0 threads 0 to 31, step 4: tc_cta_sync (barrier 0: 32 of 96 arrived)": each thread once, in order, and
 * not all have arrived. */
static inline const char *wrong_waits(const char *text, unsigned block) {
    unsigned after = 0;
    for (const char *at = text; (at = strstr(at, "\n  waits: ")) != NULL; at++) {
        unsigned cta, from, to, step, barrier, arrived, all;
        char name[80];
        if (sscanf(
                at,
                " waits: cta %u threads %u to %u, step %u: %79s",
                &cta,
                &from,
                &to,
                &step,
                name) != 5)
            return "who waits";
        if (from > to || to >= block || cta * block + from < after || !step)
            return "the threads that wait";
        after = cta * block + to + 1;
        at += 9;
        at = strchr(at, ':');
        at = strpbrk(at, "(\n");
        if (sscanf(at, "(barrier %u: %u of %u arrived)", &barrier, &arrived, &all) == 3 &&
            (barrier > 15 || !arrived || arrived >= all))
            return "how many have arrived";
        at -= *at == '\n';
    }
    return NULL;
}
#endif
