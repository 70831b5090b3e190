/* diag_internal.h: what the sink hands to its printers. */
#ifndef TCGEN_DIAG_INTERNAL_H
#define TCGEN_DIAG_INTERNAL_H
#include "base.h"

typedef struct {
    Loc loc;
    char *message;
} DiagNote;

typedef struct {
    char *key, *json_value;
} DiagDatum;

typedef enum { SEVERITY_REMARK, SEVERITY_WARNING, SEVERITY_ERROR } Severity;
extern const char *const severity_name[];

typedef struct {
    Loc loc;
    Severity severity;
    char *id, *message, *help;
    DiagNote *notes;
    int note_count;
    DiagDatum *data;
    int datum_count;
} Diagnostic;

typedef struct {
    const char *id;
    Severity severity;
    const char *meaning, *fix;
} DiagKind;
extern const DiagKind diag_kinds[];
extern const int diag_kind_count;
const DiagKind *diag_kind_find(const char *id); /* NULL: not in diags.def */

/* text.c: bytes of the UTF-8 sequence beyond ASCII at `at`, 0 when it is none; reads no byte behind
 * the first that does not fit. */
size_t utf8_bytes(const unsigned char *at);

void diag_print_text(Text *out, const Diagnostic *diagnostic);
void diag_print_json(Text *out, const Diagnostic *list, int count);
void diag_print_sarif(Text *out, const Diagnostic *list, int count);
#endif
