/* module_of.h: what a description says, for one target. */
#ifndef TCGEN_TEST_MODULE_OF_H
#define TCGEN_TEST_MODULE_OF_H
#include "../../generator/lang/lang.h"
#include <string.h>

static inline Module *module_of(const char *text, int target) {
    return lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 1u << target);
}
#endif
