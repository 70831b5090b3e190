/* symbol.c: names of the functions on a fiber's stack, from its frame pointers and the symbol table
 * of the executable. Only for reports: where the kernel was compiled without frame pointers (-O1 and
 * more, unless -fno-omit-frame-pointer) the chain ends early, in a stripped file there is none. */
#include "internal.h"
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
    size_t room = 0;
    for (size_t i = 0; i < symbol_count; i++)
        room += is_array(&symbols[i]);
    arrays = calloc(room, sizeof *arrays);
    if (room && !arrays)
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

static Name name_of(uintptr_t address) {
    uintptr_t at = address - load_bias;
    for (size_t i = 0; i < symbol_count; i++) {
        const ElfW(Sym) *s = &symbols[i];
        if ((s->st_info & 15) == STT_FUNC && at > s->st_value && at <= s->st_value + s->st_size &&
            s->st_name < name_bytes)
            return identifier(names + s->st_name);
    }
    return (Name){"", 0};
}

static bool is_name(Name name, const char *text) {
    return name.length == (int)strlen(text) && !memcmp(name.text, text, (size_t)name.length);
}

static bool starts_with(Name name, const char *start) {
    size_t n = strlen(start);
    return (size_t)name.length >= n && !memcmp(name.text, start, n);
}

static bool ends_with(Name name, const char *end) {
    int n = (int)strlen(end);
    return name.length >= n && !memcmp(name.text + name.length - n, end, (size_t)n);
}

/* Is this a frame of ours: the primitive, its emulation, what the compiler's hooks call? */
static bool is_ours(const Thread *t, Name name) {
    return starts_with(name, "tc_emu_") || starts_with(name, "__tsan_") ||
           starts_with(name, "__wrap_") || (t->primitive && is_name(name, t->primitive));
}

static void add_name(char *chain, size_t room, Name name) {
    size_t used = strlen(chain);
    snprintf(
        chain + used, room - used, "%s%.*s", used ? " <- " : "\n  in: ", name.length, name.text);
}

/* Walks up from the primitive: its caller, then frame by frame (the caller's frame, the address
 * that it returns to). */
void symbol_chain(const Thread *t, char *innermost, size_t room, char *chain, size_t chain_room) {
    uintptr_t low = (uintptr_t)t->stack, high = low + STACK_BYTES;
    uintptr_t at = (uintptr_t)t->caller, frame = (uintptr_t)t->caller_frame;
    Name found[32];
    unsigned count = 0, first = 0;
    load_once();
    while (at && count < sizeof found / sizeof *found) {
        uintptr_t link[2];
        Name name = name_of(at);
        if (is_name(name, "fiber_main"))
            break;
        if (name.length && !ends_with(name, "__body"))
            found[count++] = name;
        if (name.length && is_ours(t, name))
            first = count;
        if (frame < low || frame > high - sizeof link || frame % sizeof link[0])
            break;
        memcpy(link, (const void *)frame, sizeof link);
        if (link[0] <= frame)
            break;
        frame = link[0];
        at = link[1];
    }
    for (unsigned i = first; i < count; i++) {
        if (i == first && !innermost[0])
            snprintf(innermost, room, "%.*s", found[i].length, found[i].text);
        add_name(chain, chain_room, found[i]);
    }
}
