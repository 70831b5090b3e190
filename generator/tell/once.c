/* once.c: Lets generated headers stand in one unit in any combination. A file is known by its
 * content; a function by its name and a digest of everything that a caller sees. A second function
 * with the same name and digest is skipped; with another digest it is an error that shows both
 * places. */
#include "view.h"
#include <string.h>

static unsigned digest32(const char *text, size_t length) {
    uint64_t hash = fnv1a64(text, length);
    return (unsigned)(hash ^ hash >> 32);
}

static char upper(char c) {
    if (c >= 'a' && c <= 'z')
        return (char)(c - 32);
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
}

const char *include_guard(const char *output_name, const Text *text) {
    const char *base = output_name ? strrchr(output_name, '/') : NULL;
    base = base ? base + 1 : output_name ? output_name : "";
    if (!*base || strcmp(base, "-") == 0)
        base = "tilecopy_gen.h";
    bool is_bad = (*base >= '0' && *base <= '9') || *base == '_' || *base == '.';
    char *guard = mem_printf(
        "%s%s_%08x", is_bad ? "TC_" : "", base, digest32(text_string(text), text->length));
    for (char *c = guard; *c; c++)
        *c = upper(*c);
    return guard;
}

/* The request, what the caller promises, and everything a call or an #if can depend on. Left out:
 * the bodies, costs and reasons, which another policy or list of targets may change under one
 * meaning. */
static const char *digested(const Function *function, const char *constants) {
    Signature signature = signature_of(function);
    Text all = {0};
    text_printf(&all, "%s\n%s\n", function->meaning, constants);
    for (int i = 0; i < signature.count; i++)
        text_printf(&all, "%s, ", signature.at[i].declaration);
    print_duties(&all, function);
    return text_string(&all);
}

void print_once(Text *out, const Function *function, const Piece *piece) {
    const char *guard = mem_printf("TC_DEFINED_%s", piece->name);
    const char *define = mem_printf("#define %s", guard);
    const char *of =
        piece->kind == PIECE_MAP ? piece->bodies : digested(function, piece->constants);
    const char *digest = mem_printf("0x%08x", digest32(of, strlen(of)));
    text_printf(out, "#ifndef %s\n", guard);
    print_directive(out, define, digest);
    text_printf(out, "%s\n%s", piece->constants, piece->bodies);
    print_directive(out, mem_printf("#elif %s !=", guard), digest);
    print_directive(out, define, digest);
    text_add(
        out,
        "#error \"two copies of one name in this unit; give one of them another with 'as NAME'\"\n"
        "#endif\n");
}
