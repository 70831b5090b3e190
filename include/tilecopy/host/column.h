/* column.h: the column of a code address (column.c). */
#ifndef TILECOPY_HOST_COLUMN_H
#define TILECOPY_HOST_COLUMN_H
#include "internal.h"

/* Of an address of the process, whose line is known; 0: not known. */
unsigned column_of(uintptr_t address, const char *file, unsigned line);
/* The same of an address of the file, from the bytes of its section. */
unsigned column_in(const void *lines, size_t bytes, uint64_t address, unsigned line);
/* symbol.c: a section of the executable; NULL: there is none, or it is compressed. */
const void *symbol_section(const char *name, size_t *bytes);
#endif
