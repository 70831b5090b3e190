/* scan.h: `tcgen scan`: kernel files -> the functions that they call. Names are systematic, so a
 * name is read back into the statement that makes its function; what no name can say stands in the
 * kernel, in `//@tc` lines.
 *
 *     ctokens.c   a kernel -> tokens; its //@tc lines -> a description
 *     calls.c     tokens -> the calls, and what the kernel defines itself
 *     name.c      a name -> its parts: scope, operation, sides, shape, types, forms
 *     name_words.c  its words, of which name.c takes one after the other
 *     saying.c    the parts -> a statement of the language, each word of which stands where the
 *                 part of the name is that said it
 *     kit.c       the ready-made kit: its names mean its statements
 *     scan.c      all of them -> modules, as descriptions give them
 *
 * Reading and naming cannot drift apart: dispatch names the function that was read, and if its name
 * is not the name of the call, that is an error (E_CALL_SPELLING). */
#ifndef TCGEN_SCAN_H
#define TCGEN_SCAN_H
#include "../dispatch/dispatch.h"

extern const char *const kit_text; /* generator/kit.tc, made at build time */

typedef struct Scan Scan;
/* Reads the kernels; NULL: paths[*unread] cannot be read, with errno. Reports what is no C. */
Scan *scan_start(const Files *files, const char *const *paths, int count, int *unread);
/* The description of kernel `at`: its //@tc lines, then a statement for each call. */
Module *scan_module(
    Scan *scan, int at, const char *const *import_dirs, int dir_count, unsigned targets);
/* Does the header have what is called? Reports each call that it does not answer. */
bool scan_answered(Scan *scan, const Text *header);
#endif
