/* resolve_fragment.c: reports a fragment of the prelude over elements that its instruction does not
 * take. `reg 16x16 mma_a` of f32 would be a valid layout, eight registers of a lane, but mma.sync
 * does not take A in this form. A kernel that converts in registers keeps its results in the owners
 * of the original fragment; it says so by a name of its own, `layout narrowed = mma_c`. */
#include "ast.h"
#include <string.h>

typedef struct {
    const char *name;
    int least, most; /* bits of an element */
    const char *types;
} Fragment;

static const Fragment fragments[] = {
#define X(name, least, most, types) {name, least, most, types},
#include "fragments.def"
#undef X
};

static const Fragment *fragment_find(const char *name) {
    for (size_t i = 0; i < sizeof fragments / sizeof *fragments; i++) {
        if (strcmp(fragments[i].name, name) == 0) {
            return &fragments[i];
        }
    }
    return NULL;
}

/* mma_a32 for f32 over mma_a, mma_a over mma_a8: their names differ in the number alone. NULL:
 * none. */
static const char *other_size(const Fragment *fragment, int bits) {
    size_t stem = strcspn(fragment->name, "0123456789");
    for (size_t i = 0; i < sizeof fragments / sizeof *fragments; i++) {
        const Fragment *other = &fragments[i];
        bool same = strncmp(other->name, fragment->name, stem) == 0 &&
                    strcspn(other->name, "0123456789") == stem &&
                    !strchr(other->name + stem, '_') && !strchr(fragment->name + stem, '_');
        if (same && bits >= other->least && bits <= other->most) {
            return other->name;
        }
    }
    return NULL;
}

bool check_fragment(const Copy *copy, const FlatOperand *flat) {
    const Definition *atom = flat->flat.definition;
    if (flat->space != SPACE_REG || !atom || !atom->prelude || flat->flat.is_renamed) {
        return true;
    }
    const Fragment *fragment = fragment_find(atom->name);
    const Dtype *dtype = copy->reg_dtype;
    if (!fragment || copy->any_dtype ||
        (dtype->bits >= fragment->least && dtype->bits <= fragment->most)) {
        return true;
    }
    diag_error(
        flat->flat.loc,
        "E_FRAGMENT",
        "%s is a fragment of %s, but elements of %s have %d bits: no instruction takes it",
        fragment->name,
        fragment->types,
        dtype->name,
        dtype->bits);
    const char *other = other_size(fragment, dtype->bits);
    if (other) {
        diag_help("for elements of %d bits there is %s", dtype->bits, other);
    } else {
        diag_help(
            "if a kernel converts them in registers, name the owners: layout mine = %s",
            flat->flat.name ? flat->flat.name : fragment->name);
    }
    return false;
}
