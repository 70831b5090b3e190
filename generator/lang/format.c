/* format.c: tcgen fmt. */
#include "ast.h"

char *lang_format(const Source *source) {
    return mem_text(source->text, source->size);
}
