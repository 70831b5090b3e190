/* ubsan.c: what code compiled with -fsanitize=alignment calls before it uses a misaligned pointer. clang
 * copies a struct of 16 bytes with memcpy, which no longer says how the struct is aligned; this does. */
#include "internal.h"
#include <stdio.h>

/* As the compilers lay it out. */
typedef struct {
    const char *file;
    uint32_t line, column;
    const struct {
        uint16_t kind, info;
        char name[];
    } * type;
    unsigned char log_alignment, kind;
} Mismatch;

void __ubsan_handle_type_mismatch_v1(const Mismatch *what, uintptr_t address)
    __attribute__((weak)); /* a sanitizer's own goes first */
void __ubsan_handle_type_mismatch_v1(const Mismatch *what, uintptr_t address) {
    const unsigned align = 1u << what->log_alignment;
    const void *p = (const void *)address;
    Thread *t = emu.current;
    if (t && region_near(p)) {
        emu_enter("plain access");
        report_raise(
            TC_EMU_MISALIGNED,
            t,
            p,
            align,
            "%s:%u: the address is not %u-byte aligned, as %s must be",
            what->file,
            what->line,
            align,
            what->type->name);
    }
    fprintf(
        stderr,
        "%s:%u:%u: misaligned address %p for type %s, which requires %u byte alignment\n",
        what->file,
        what->line,
        what->column,
        p,
        what->type->name,
        align);
}
