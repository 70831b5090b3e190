/* memory.c: the arena. Blocks of at least 64 KiB stand in a chain, newest first; an allocation
 * bumps `used` of the newest and is always zeroed. A mark remembers the newest block and its fill,
 * a rewind drops every block above. Nothing here is freed one by one. */
#include "base.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_BYTES = 1 << 16,
    ALIGNMENT = 16,
    BYTES_PER_STEP = 256 /* to clear */
};

typedef struct Block {
    struct Block *previous;
    size_t size, used;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} Block;

static Block *newest, *spare;

static void out_of_memory(void) {
    fputs("tcgen: error: out of memory\n", stderr);
    exit(3);
}

static void add_block(size_t bytes) {
    if (spare && spare->size >= bytes) {
        Block *block = spare;
        spare = NULL;
        block->previous = newest;
        block->used = 0;
        newest = block;
        return;
    }
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    budget_hold((int64_t)(size > INT32_MAX ? INT32_MAX : size));
    Block *block = size > SIZE_MAX - sizeof(Block) ? NULL : malloc(sizeof(Block) + size);
    if (!block) {
        out_of_memory();
    }
    block->previous = newest;
    block->size = size;
    block->used = 0;
    newest = block;
}

/* For instance mem_alloc(3, 7) takes 21 bytes, rounded up to 32. */
void *mem_alloc(size_t count, size_t size) {
    if (size && count > (SIZE_MAX - ALIGNMENT) / size) {
        out_of_memory();
    }
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!bytes) {
        bytes = ALIGNMENT;
    }
    budget_spend(1 + (int64_t)(bytes / BYTES_PER_STEP));
    if (!newest || newest->size - newest->used < bytes) {
        add_block(bytes);
    }
    void *at = newest->bytes + newest->used;
    newest->used += bytes;
    memset(at, 0, bytes);
    return at;
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
    return (MemMark){newest, newest ? newest->used : 0};
}

static void release(Block *block) {
    budget_hold(block ? -(int64_t)block->size : 0);
    free(block);
}

/* One block is kept, so that a loop of mark, work, rewind does not call malloc each time. */
static void drop_block(void) {
    Block *block = newest;
    newest = block->previous;
    if (!spare || spare->size < block->size) {
        release(spare);
        spare = block;
    } else {
        release(block);
    }
}

void mem_rewind(MemMark mark) {
    while (newest && newest != mark.block) {
        drop_block();
    }
    if (newest) {
        newest->used = mark.used;
    }
}

void mem_free_all(void) {
    mem_rewind((MemMark){NULL, 0});
    release(spare);
    spare = NULL;
}
