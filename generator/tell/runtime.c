/* runtime.c: a generated text -> the headers of tilecopy/ that it includes, or the items of them
 * that a single file holds: what the text names, what that names in turn, and the #if lines around
 * them. */
#include "runtime.h"
#include "view.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    int length;
} Span;

/* ---- names ----------------------------------------------------------------------------------- */

static int compare(const void *key, const void *entry) {
    const Span *word = key;
    const char *name = *(const char *const *)entry;
    const int order = strncmp(word->at, name, (size_t)word->length);
    return order ? order : name[word->length] ? -1 : 0;
}

/* -1: tilecopy/ does not define it. */
static int name_index(Span word) {
    const char *const *found =
        bsearch(&word, runtime_names, (size_t)runtime_name_count, sizeof *runtime_names, compare);
    return found ? (int)(found - runtime_names) : -1;
}

/* TC_CHECK_CALLER(WARP, 32) is TC__CALLER_WARP(32), which says whose TC_RANK_WARP is, too. */
static void need_caller(RuntimeNeed *need, const char *name, const char *behind) {
    static const char check[] = "TC_CHECK_CALLER(", rank[] = "TC_RANK_";
    const char *scope = behind + 1, *macro;
    if (strncmp(name, rank, sizeof rank - 1) == 0)
        scope = name + sizeof rank - 1;
    else if (strncmp(behind - strlen(name), check, sizeof check - 1) != 0)
        return;
    macro = mem_printf("TC__CALLER_%.*s", (int)strcspn(scope, ",)"), scope);
    const int index = name_index((Span){macro, (int)strlen(macro)});
    if (index >= 0)
        need->name[index] = RUNTIME_EVERYWHERE;
}

void runtime_need(RuntimeNeed *need, const char *text, bool with_comments) {
    for (const char *at = text; *at;) {
        const char *behind = with_comments ? at : behind_opaque(at);
        int length = 0;
        while (behind == at && char_is_word(at[length]))
            length++;
        int name = length ? name_index((Span){at, length}) : -1;
        if (name >= 0) {
            need->name[name] = RUNTIME_EVERYWHERE;
            need_caller(need, runtime_names[name], at + length);
        }
        at = behind > at ? behind : at + length + (length == 0);
    }
}

RuntimeNeed runtime_need_new(void) {
    return (RuntimeNeed){
        NEW_ARRAY(unsigned char, runtime_name_count),
        NEW_ARRAY(unsigned char, runtime_item_count),
        NEW_ARRAY(bool, runtime_header_count)};
}

/* ---- --with ---------------------------------------------------------------------------------- */

/* "tilecopy/mma.h" is mma; of the emulator's only kernel.h. */
static bool is_header(int header, Span word) {
    const char *path = runtime_headers[header], *base = strrchr(path, '/') + 1;
    const bool of_host = strncmp(path, "tilecopy/host/", strlen("tilecopy/host/")) == 0;
    return strlen(base) == (size_t)word.length + 2 &&
           strncmp(base, word.at, (size_t)word.length) == 0 &&
           (!of_host || strcmp(base, "kernel.h") == 0);
}

static bool is_primitive(const char *name) {
    return strncmp(name, "tc_", 3) == 0 && name[3] != '_' && strncmp(name, "tc_emu_", 7) != 0;
}

/* tilecopy.h has no items of its own and stands for all headers of primitives. */
static bool need_header(RuntimeNeed *need, Span word) {
    static const char every[] = "tilecopy";
    const bool is_every =
        word.length == sizeof every - 1 && strncmp(word.at, every, sizeof every - 1) == 0;
    bool found = false;
    for (int h = 0; h < runtime_header_count; h++) {
        const char *path = runtime_headers[h];
        const bool of_host = strncmp(path, "tilecopy/host/", strlen("tilecopy/host/")) == 0;
        if (is_every ? of_host : !is_header(h, word))
            continue;
        found = true;
        const char *emulator =
            strstr(runtime_headers[h], "kernel.h") ? "tilecopy/host/emu.h" : runtime_headers[h];
        for (int i = 0; i < runtime_item_count; i++) {
            const char *of = runtime_headers[runtime_items[i].header];
            if (strcmp(of, runtime_headers[h]) == 0 || strcmp(of, emulator) == 0)
                for (const short *name = runtime_items[i].defines; *name >= 0; name++)
                    need->name[*name] = RUNTIME_EVERYWHERE;
        }
    }
    return found;
}

static bool need_name(RuntimeNeed *need, Span word) {
    const int name = name_index(word);
    if (name < 0 || !is_primitive(runtime_names[name]))
        return need_header(need, word);
    need->name[name] = RUNTIME_EVERYWHERE;
    return true;
}

/* Why a header that stands in tilecopy/ cannot be asked for; NULL: nothing of the kind is there. */
static const char *beside(const char *name) {
    if (strncmp(name, "wgmma", 5) == 0 || strncmp(name, "tc_wgmma", 8) == 0)
        return "include tilecopy/wgmma_TYPE.h beside it: its thousands of lines stay there";
    if (strcmp(name, "tensormap") == 0)
        return "a function with a tensor map brings it along; include tilecopy/tensormap.h beside "
               "a file without one";
    return NULL;
}

static void unknown(Span word) {
    const char **all = NEW_ARRAY(const char *, runtime_name_count + runtime_header_count);
    int count = 0;
    for (int i = 0; i < runtime_name_count; i++)
        if (is_primitive(runtime_names[i]))
            all[count++] = runtime_names[i];
    for (int h = 0; h < runtime_header_count; h++) {
        const char *base = strrchr(runtime_headers[h], '/') + 1;
        const Span stem = {base, (int)strlen(base) - 2};
        if (is_header(h, stem))
            all[count++] = mem_text(base, (size_t)stem.length);
    }
    const char *name = mem_text(word.at, (size_t)word.length), *near = near_name(name, all, count);
    if (beside(name)) {
        diag_error((Loc){0}, "E_USAGE", "--with: '%s' is not part of a single file", name);
        diag_help("%s", beside(name));
        return;
    }
    diag_error((Loc){0}, "E_USAGE", "--with: tilecopy/ has no header and no primitive '%s'", name);
    if (near)
        diag_help("did you mean '%s'?", near);
    else
        diag_help("name a header (mma, mbarrier, kernel) or a primitive (tc_cta_sync)");
}

bool runtime_need_with(RuntimeNeed *need, const char *list) {
    for (const char *at = list;; at++) {
        const Span word = {at, (int)strcspn(at, ",")};
        if (!need_name(need, word)) {
            unknown(word);
            return false;
        }
        at += word.length;
        if (!*at)
            return true;
    }
}

/* ---- what is needed in turn ------------------------------------------------------------------ */

/* In which worlds; 0: in none. */
static unsigned worlds_needed(const RuntimeNeed *need, const RuntimeItem *item) {
    unsigned worlds = 0;
    for (const short *name = item->defines; *name >= 0; name++)
        worlds |= need->name[*name];
    return worlds & item->worlds;
}

static void close_over(RuntimeNeed *need) {
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < runtime_item_count; i++) {
            const RuntimeItem *item = &runtime_items[i];
            const unsigned worlds = worlds_needed(need, item);
            if ((worlds & ~need->item[i]) == 0)
                continue;
            more = need->header[item->header] = true;
            need->item[i] = (unsigned char)worlds;
            for (const short *name = item->uses; *name >= 0; name++)
                need->name[*name] |= (unsigned char)worlds;
        }
    }
    for (int i = 0; i < runtime_item_count; i++)
        if (runtime_items[i].always && need->header[runtime_items[i].header])
            need->item[i] = RUNTIME_EVERYWHERE;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* What config.h brings with it. */
static const char *include_path(const char *path) {
    return strcmp(path, "tilecopy/check.h") == 0 ? "tilecopy/config.h" : path;
}

void print_includes(Text *out, const RuntimeNeed *need) {
    bool used[64] = {false}, any = false;
    for (int i = 0; i < runtime_item_count; i++)
        if (worlds_needed(need, &runtime_items[i]))
            used[runtime_items[i].header] = true;
    for (int h = 0; h < runtime_header_count; h++) {
        const char *path = runtime_headers[h];
        if (!used[h] || strncmp(path, "tilecopy/host/", strlen("tilecopy/host/")) == 0 ||
            strcmp(include_path(path), "tilecopy/config.h") == 0)
            continue;
        text_printf(out, "#include \"%s\"\n", path);
        any = true;
    }
    if (!any)
        text_add(out, "#include \"tilecopy/config.h\"\n");
}

/* The place behind the #endif of the #if at `at`. */
static int end_of(int at) {
    int depth = 0;
    do {
        depth += runtime_items[at].kind == RUNTIME_IF;
        depth -= runtime_items[at].kind == RUNTIME_END;
        at++;
    } while (depth > 0 && at < runtime_item_count);
    return at;
}

static bool any_in(const RuntimeNeed *need, int from, int to) {
    for (int i = from; i < to; i++)
        if (need->item[i])
            return true;
    return false;
}

static void print_lines(Text *out, const char *comment, const char *text) {
    text_printf(out, "%s%s%s\n", comment, *comment ? "\n" : "", text);
}

/* A second copy of it in a unit, of another single file or of tilecopy/, is left out. */
static void print_one_item(Text *out, const RuntimeItem *item) {
    if (!item->guard) {
        print_lines(out, item->comment, item->text);
        return;
    }
    text_printf(
        out,
        "#if !defined(%s) && !defined(TC_DEFINED_%s)\n#define TC_DEFINED_%s\n",
        runtime_guards[item->header],
        item->guard,
        item->guard);
    print_lines(out, item->comment, item->text);
    text_add(out, "#endif\n");
}

/* #if ... #endif at `at`, where anything in it is needed; branches behind the last such are left
 * out. */
static void print_range(Text *out, const RuntimeNeed *need, int from, int to) {
    for (int i = from; i < to; i++) {
        const RuntimeItem *item = &runtime_items[i];
        if (item->kind == RUNTIME_IF) {
            const int end = end_of(i);
            if (!any_in(need, i, end)) {
                i = end - 1;
                continue;
            }
            print_lines(out, item->comment, item->text);
        } else if (item->kind == RUNTIME_ELSE) {
            int end = i + 1;
            while (runtime_items[end].kind != RUNTIME_END)
                end = runtime_items[end].kind == RUNTIME_IF ? end_of(end) : end + 1;
            if (any_in(need, i, end))
                print_lines(out, item->comment, item->text);
        } else if (item->kind == RUNTIME_END) {
            text_printf(out, "%s\n", item->text);
        } else if (item->kind == RUNTIME_HEAD && need->header[item->header]) {
            text_printf(out, "\n%s\n", item->comment);
        } else if (item->kind == RUNTIME_ITEM && need->item[i]) {
            print_one_item(out, item);
        }
    }
}

void print_runtime_items(Text *out, RuntimeNeed *need) {
    close_over(need);
    print_range(out, need, 0, runtime_item_count);
}
