/* symbol.c: the symbol table of the executable: names of functions, for reports, and of the
 * shared arrays. In a stripped file there is none. */
#include "column.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const ElfW(Sym) * symbols;
static size_t symbol_count, name_bytes;
static const char *names;
static uintptr_t load_bias;
static const char *whole_file; /* NULL: not to be read */
static size_t whole_bytes;

static int main_bias(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    *(uintptr_t *)context = (uintptr_t)info->dlpi_addr;
    return 1; /* the executable comes first */
}

static void read_table(const char *file, size_t bytes) {
    ElfW(Ehdr) head;
    if (bytes < sizeof head)
        return;
    memcpy(&head, file, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_shentsize != sizeof(ElfW(Shdr)) ||
        head.e_shoff > bytes || bytes - head.e_shoff < head.e_shnum * sizeof(ElfW(Shdr)))
        return;
    whole_file = file;
    whole_bytes = bytes;
    const ElfW(Shdr) *sections = (const void *)(file + head.e_shoff);
    for (unsigned i = 0; i < head.e_shnum; i++) {
        const ElfW(Shdr) *s = &sections[i];
        if (s->sh_type != SHT_SYMTAB || s->sh_link >= head.e_shnum)
            continue;
        const ElfW(Shdr) *strings = &sections[s->sh_link];
        if (s->sh_offset > bytes || s->sh_size > bytes - s->sh_offset ||
            strings->sh_offset > bytes || strings->sh_size > bytes - strings->sh_offset)
            return;
        symbols = (const void *)(file + s->sh_offset);
        symbol_count = s->sh_size / sizeof *symbols;
        names = file + strings->sh_offset;
        name_bytes = strings->sh_size;
    }
}

typedef struct {
    const char *text;
    int length;
} Name;

/* ---- shared arrays -------------------------------------------------------------------------- */

/* static __thread variables: value is the offset in the block of the executable. */
static ArrayName *arrays;
static unsigned array_count;

/* C++ writes a name behind its length: 4copy4args begins with copy. */
static Name counted(const char *p, Name otherwise) {
    int length = 0;
    while (*p >= '0' && *p <= '9' && length < 1000)
        length = 10 * length + (*p++ - '0');
    return length && length <= (int)strlen(p) ? (Name){p, length} : otherwise;
}

/* C++ writes copy(args) as _ZL4copy4args: the identifier is enough. */
static Name identifier(const char *symbol) {
    const Name name = {symbol, (int)strlen(symbol)};
    if (strncmp(symbol, "_Z", 2))
        return name;
    return counted(symbol + (symbol[2] == 'L' ? 3 : 2), name);
}

/* tile.3 (gcc), kernel__body.tile (clang), _ZZL6kernel4argsE4tile (C++): the identifier alone. */
static Name array_name(const char *symbol) {
    const char *nested = strrchr(symbol, 'E'), *dot;
    Name name = {symbol, (int)strlen(symbol)};
    if (!strncmp(symbol, "_Z", 2))
        return nested ? counted(nested + 1, name) : identifier(symbol);
    dot = strrchr(symbol, '.');
    if (dot && dot[1] >= '0' && dot[1] <= '9')
        name.length = (int)(dot - symbol);
    for (int i = name.length; i-- > 0;)
        if (symbol[i] == '.')
            return (Name){symbol + i + 1, name.length - i - 1};
    return name;
}

static bool is_array(const ElfW(Sym) * s) {
    return (s->st_info & 15) == STT_TLS && s->st_size && s->st_name < name_bytes;
}

static void collect_arrays(void) {
    arrays = calloc(symbol_count, sizeof *arrays); /* pages that are not written cost nothing */
    if (symbol_count && !arrays)
        abort();
    for (size_t i = 0; i < symbol_count; i++) {
        const ElfW(Sym) *s = &symbols[i];
        ArrayName *a = &arrays[array_count];
        if (!is_array(s))
            continue;
        const Name name = array_name(names + s->st_name);
        snprintf(a->name, sizeof a->name, "%.*s", name.length, name.text);
        a->from = s->st_value;
        a->to = s->st_value + s->st_size;
        a->hidden = !strncmp(names + s->st_name, "_ZGV", 4);
        a->guard = strstr(names + s->st_name, "tc__guard_") != NULL;
        array_count++;
    }
}

static void load_once(void) {
    static bool loaded;
    struct stat info;
    int file;
    if (loaded)
        return;
    loaded = true;
    dl_iterate_phdr(main_bias, &load_bias);
    file = open("/proc/self/exe", O_RDONLY);
    if (file < 0)
        return;
    if (fstat(file, &info) == 0 && info.st_size > 0) {
        void *p = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (p != MAP_FAILED)
            read_table(p, (size_t)info.st_size);
    }
    close(file);
    collect_arrays();
}

const ArrayName *symbol_arrays(unsigned *count) {
    load_once();
    *count = array_count;
    return arrays;
}

/* Of the function that returns there: the call is before the address. */
static const ElfW(Sym) * symbol_at(uintptr_t address) {
    const uintptr_t at = address - load_bias;
    for (size_t i = 0; i < symbol_count; i++) {
        const ElfW(Sym) *s = &symbols[i];
        if ((s->st_info & 15) == STT_FUNC && at > s->st_value && at <= s->st_value + s->st_size &&
            s->st_name < name_bytes)
            return s;
    }
    return NULL;
}

/* _ZN5outer5innerEv is outer::inner: the names alone, without what the function takes. */
static void write_name(const char *symbol, char *out, size_t room) {
    const Name none = {NULL, 0}, name = identifier(symbol);
    const char *p = symbol + 3;
    size_t used = 0;
    snprintf(out, room, "%.*s", name.length, name.text);
    if (strncmp(symbol, "_ZN", 3) != 0)
        return;
    for (Name part = counted(p, none); part.length && used < room; part = counted(p, none)) {
        const char *before = used ? "::" : "";
        used += (size_t)snprintf(out + used, room - used, "%s%.*s", before, part.length, part.text);
        p = part.text + part.length;
    }
}

void symbol_name(uintptr_t address, char *out, size_t room, unsigned *offset) {
    load_once();
    const ElfW(Sym) *s = symbol_at(address);
    write_name(s ? names + s->st_name : "", out, room);
    *offset = s ? (unsigned)(address - load_bias - s->st_value) : 0;
}

static bool is_inside(const ElfW(Shdr) * s) {
    return s->sh_offset <= whole_bytes && s->sh_size <= whole_bytes - s->sh_offset;
}

const void *symbol_section(const char *name, size_t *bytes) {
    ElfW(Ehdr) head;
    load_once();
    if (!whole_file)
        return NULL;
    memcpy(&head, whole_file, sizeof head);
    const ElfW(Shdr) *all = (const void *)(whole_file + head.e_shoff);
    const ElfW(Shdr) *text = head.e_shstrndx < head.e_shnum ? &all[head.e_shstrndx] : NULL;
    for (unsigned i = 0; text && is_inside(text) && i < head.e_shnum; i++) {
        const ElfW(Shdr) *s = &all[i];
        if (s->sh_name >= text->sh_size || text->sh_size - s->sh_name <= strlen(name) ||
            memcmp(whole_file + text->sh_offset + s->sh_name, name, strlen(name) + 1) != 0)
            continue;
        *bytes = s->sh_size;
        return is_inside(s) && !(s->sh_flags & SHF_COMPRESSED) ? whole_file + s->sh_offset : NULL;
    }
    return NULL;
}

uintptr_t symbol_bias(void) {
    load_once();
    return load_bias;
}
