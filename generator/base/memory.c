/* memory.c: the arena. Blocks of at least 64 KiB form a chain, newest first. An allocation bumps
 * `used` of the newest block and is always zeroed. A mark remembers the newest block and how full
 * it is; a rewind drops every block above. Memory that is kept has a chain of its own, which is in
 * use between mem_keep_begin and mem_keep_end. Nothing here is freed one by one. */
#include "arena.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_BYTES = 1 << 16,
    SPARE_BLOCKS = 8,
    ALIGNMENT = 16,
    BYTES_PER_STEP = 256, /* to clear */
    MOST_GUARD = 512
};

/* A build for tests has bytes behind everything that are no zeros, and stay what they are: a loop
 * that runs once too often meets pointers to nowhere there, not an empty element, and nobody writes
 * there. */
#ifdef TCGEN_GUARD
enum { GUARDED = true, GUARD_BYTE = 0x5a };
#else
enum { GUARDED = false, GUARD_BYTE = 0 };
#endif
typedef struct {
    _Alignas(ALIGNMENT) size_t wanted, room; /* without the guard, and with it */
} Guard;

struct Block {
    Block *previous;
    size_t size, used, dirty; /* dirty: from there on all is zero still */
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

Arena arena = {.budget.end = INT64_MAX};

static void out_of_memory(void) {
    fputs("tcgen: error: out of memory\n", stderr);
    exit(3);
}

static void add_block(size_t bytes) {
    Block **spare = bytes <= BLOCK_BYTES && arena.small ? &arena.small : &arena.spare;
    if (*spare && (*spare)->size >= bytes) {
        Block *block = *spare;
        *spare = block->previous;
        arena.smalls -= spare == &arena.small;
        block->previous = arena.newest;
        block->used = 0;
        arena.newest = block;
        return;
    }
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    budget_hold((int64_t)(size > INT32_MAX ? INT32_MAX : size));
    Block *block = size > SIZE_MAX - sizeof(Block) ? NULL : calloc(1, sizeof(Block) + size);
    if (!block) {
        out_of_memory();
    }
    block->previous = arena.newest;
    block->size = size;
    arena.newest = block;
}

static size_t aligned(size_t bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *take(size_t bytes) {
    Block *block = arena.newest;
    size_t begin = block->used, end = begin + bytes;
    if (begin < block->dirty) {
        memset(block->bytes + begin, 0, (end < block->dirty ? end : block->dirty) - begin);
    }
    block->used = end;
    block->dirty = block->dirty > end ? block->dirty : end;
    return block->bytes + begin;
}

void mem_clear(void *at, size_t bytes) {
    memset(at, 0, bytes);
}

static void *guarded(Guard *guard, size_t wanted, size_t room) {
    *guard = (Guard){wanted, room};
    unsigned char *at = (unsigned char *)(guard + 1);
    memset(at + wanted, GUARD_BYTE, room - wanted);
    return at;
}

static void check_guards(const Block *block, size_t from) {
    while (GUARDED && from < block->used) {
        const Guard *guard = (const void *)(block->bytes + from);
        const unsigned char *at = (const unsigned char *)(guard + 1);
        for (size_t i = guard->wanted; i < guard->room; i++) {
            if (at[i] != GUARD_BYTE) {
                abort();
            }
        }
        from += sizeof *guard + guard->room;
    }
}

/* For instance mem_alloc(3, 7) takes 21 bytes, rounded up to 32. */
void *mem_alloc(size_t count, size_t size) {
    if (size && count > (SIZE_MAX - ALIGNMENT) / size) {
        out_of_memory();
    }
    size_t wanted = count * size, guard = size < MOST_GUARD ? size : MOST_GUARD;
    size_t bytes = GUARDED ? sizeof(Guard) + aligned(wanted + guard) : aligned(wanted);
    if (!bytes) {
        bytes = ALIGNMENT;
    }
    budget_spend(1 + (int64_t)(bytes / BYTES_PER_STEP));
    if (!arena.newest || arena.newest->size - arena.newest->used < bytes) {
        add_block(bytes);
    }
    return GUARDED ? guarded(take(bytes), wanted, bytes - sizeof(Guard)) : take(bytes);
}

/* What has a block of its own, as large things have, grows in its place. */
void *mem_grow(void *at, size_t bytes, size_t wanted) {
    bool alone = arena.newest && at == arena.newest->bytes &&
                 arena.newest->used == aligned(bytes) && arena.newest->used == arena.newest->size &&
                 wanted < SIZE_MAX / 2;
    if (!alone) {
        void *grown = mem_alloc(wanted, 1);
        if (bytes) {
            memcpy(grown, at, bytes);
        }
        return grown;
    }
    size_t more = aligned(wanted) - arena.newest->size;
    budget_hold((int64_t)(more > INT32_MAX ? INT32_MAX : more));
    budget_spend(1 + (int64_t)(more / BYTES_PER_STEP));
    Block *block = realloc(arena.newest, sizeof(Block) + arena.newest->size + more);
    if (!block) {
        out_of_memory();
    }
    block->size += more;
    block->used = block->dirty = block->size;
    arena.newest = block;
    return block->bytes;
}

void *mem_more(void *list, int count, int *capacity, size_t size) {
    if (count < *capacity) {
        return list;
    }
    *capacity = *capacity ? 2 * *capacity : 16;
    void *bigger = mem_alloc((size_t)*capacity, size);
    if (count) {
        memcpy(bigger, list, (size_t)count * size);
    }
    return bigger;
}

char *mem_text(const char *at, size_t bytes) {
    char *copy = mem_alloc(bytes + 1, 1);
    if (bytes) {
        memcpy(copy, at, bytes);
    }
    return copy;
}

char *mem_printf(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0) {
        length = 0;
    }
    char *text = mem_alloc((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

MemMark mem_mark(void) {
    return (MemMark){arena.newest, arena.newest ? arena.newest->used : 0};
}

static void release(Block *block) {
    budget_hold(block ? -(int64_t)block->size : 0);
    free(block);
}

/* The largest block is kept, and a few of the usual size, so that a loop of mark, work, rewind does
 * not call malloc each time. */
static void drop_block(void) {
    Block *block = arena.newest;
    arena.newest = block->previous;
    block->previous = NULL;
    if (block->size == BLOCK_BYTES && arena.smalls < SPARE_BLOCKS) {
        block->previous = arena.small;
        arena.small = block;
        arena.smalls++;
    } else if (!arena.spare || arena.spare->size < block->size) {
        release(arena.spare);
        arena.spare = block;
    } else {
        release(block);
    }
}

void mem_rewind(MemMark mark) {
    while (arena.newest && arena.newest != mark.block) {
        check_guards(arena.newest, 0);
        drop_block();
    }
    if (arena.newest) {
        check_guards(arena.newest, mark.used);
        arena.newest->used = mark.used;
    }
}

static void swap_chains(void) {
    Block *block = arena.newest;
    arena.newest = arena.other;
    arena.other = block;
    arena.keeping = !arena.keeping;
}

void mem_keep_begin(void) {
    if (!arena.keeping) {
        swap_chains();
    }
}

void mem_keep_end(void) {
    if (arena.keeping) {
        swap_chains();
    }
}

void mem_free_all(void) {
    mem_keep_begin();
    mem_rewind((MemMark){NULL, 0});
    mem_keep_end();
    mem_rewind((MemMark){NULL, 0});
    release(arena.spare);
    arena.spare = NULL;
    while (arena.small) {
        Block *block = arena.small;
        arena.small = block->previous;
        release(block);
    }
    arena.smalls = 0;
}
