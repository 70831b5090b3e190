/* resolve.c: a description with its imports -> Module. Statements are resolved as they are read, so
 * that errors come in the order of the text and a name is known from its definition on. policy and
 * prefix hold from their statement to the end of their file; target stands in the main file. */
#include "ast.h"
#include <errno.h>
#include <string.h>

/* One wrong name is one error: its other uses say nothing new. */
static void lose(Context *context, Word name) {
    if (name.length && !names_find(&context->lost, name.at, name.length)) {
        names_add(&context->lost, word_text(name), context);
    }
}

Definition *definition_find(Context *context, Word name, const char *what) {
    Definition *definition = names_find(&context->definitions, name.at, name.length);
    if (definition) {
        return definition->broken ? NULL : definition;
    }
    if (context->import_lost || names_find(&context->lost, name.at, name.length)) {
        return NULL;
    }
    lose(context, name);
    int shown = name.length > 40 ? 40 : (int)name.length;
    diag_error(name.loc, "E_UNKNOWN_LAYOUT", "unknown %s '%.*s'", what, shown, name.at);
    Near near = {.wanted = name};
    for (int i = 0; i < context->definition_count; i++) {
        near_add(&near, context->order[i]->name);
    }
    near_help(&near, "a name is known from its 'layout NAME = ...' or 'tile NAME : ...' line on");
    return NULL;
}

static bool is_name_token(const char *at, size_t length) {
    static const char *const taken[] = {"to", "gmem", "smem", "reg", "dsmem", "tmem", "peer"};
    if (!length || at[0] < 'a' || at[0] > 'z') {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (!((at[i] >= 'a' && at[i] <= 'z') || (at[i] >= '0' && at[i] <= '9'))) {
            return false;
        }
    }
    for (size_t i = 0; i < COUNT_OF(taken); i++) {
        if (strlen(taken[i]) == length && memcmp(taken[i], at, length) == 0) {
            return false;
        }
    }
    return true;
}

/* A layout's name is a part of function names that can be read back, so its tokens must not look
 * like the words around it: mma_a is fine, to_a, 8x8 and row__a are not. */
bool is_layout_name(const char *name, size_t length) {
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && name[i] != '_') {
            continue;
        }
        if (!is_name_token(name + start, i - start)) {
            return false;
        }
        start = i + 1;
    }
    return length <= 64 && !language_word(name, length);
}

/* "'m' is a word of the language (the axis of addresses)"; always false. */
static bool reserved(Word name) {
    const char *word = language_word(name.at, name.length);
    diag_error(
        name.loc,
        "E_RESERVED_NAME",
        "'%s' is a word of the language (%s)",
        word_text(name),
        word ? word : "of layouts");
    return false;
}

static bool check_layout_name(Word name) {
    if (language_word(name.at, name.length)) {
        return reserved(name);
    }
    if (!is_layout_name(name.at, name.length)) {
        diag_error(name.loc, "E_BAD_NAME", "'%.64s' cannot name a layout", word_text(name));
        diag_help("layout names are tokens of a letter, then letters and digits, all lower "
                  "case, joined by '_'; no token is 'to' or a space");
        return false;
    }
    return true;
}

static bool check_tile_name(Word name) {
    bool of_layouts = word_is(name, "S") || word_is(name, "R");
    return (!language_word(name.at, name.length) && !of_layouts) || reserved(name);
}

static bool check_new(const Context *context, Word name) {
    const Definition *other = names_find(&context->definitions, name.at, name.length);
    if (other && other->prelude) {
        return true;
    }
    if (other) {
        diag_error(name.loc, "E_DUPLICATE_NAME", "'%s' is defined twice", other->name);
        diag_note(other->loc, "first here");
    }
    return !other;
}

static void add_definition(Context *context, Definition *definition) {
    MORE(context->order, context->definition_count, &context->definition_capacity);
    context->order[context->definition_count++] = definition;
    names_add(&context->definitions, definition->name, definition);
}

/* In the place of one of the prelude, or a new one. */
static void define(Context *context, const Definition *definition) {
    Word name = {definition->name, strlen(definition->name), definition->loc};
    Definition *other = names_find(&context->definitions, name.at, name.length);
    if (other) {
        *other = *definition;
        return;
    }
    other = NEW(Definition);
    *other = *definition;
    add_definition(context, other);
}

static void note_standard(Context *context, const char *name, const AstLayout *layout) {
    Definition *standard = NEW(Definition);
    if (!layout->swizzle.on || layout->shard.has_strides || layout->name.length) {
        return;
    }
    *standard = (Definition){.name = name, .layout = layout};
    context->standards[context->standard_count++] = standard;
}

static bool is_alias(const AstLayout *layout) {
    return layout->name.length && !layout->is_auto && !layout->swizzle.on && !layout->shape.count;
}

/* b = a, c = b, d = c: c and d are a, so that no chain of 60000 names is followed for each of
 * them. */
static const AstLayout *without_aliases(Context *context, const AstLayout *layout) {
    if (!is_alias(layout))
        return layout;
    const Definition *named =
        names_find(&context->definitions, layout->name.at, layout->name.length);
    bool again = named && !named->broken && named->layout && is_alias(named->layout);
    return again ? named->layout : layout;
}

static void resolve_layout(Context *context, const Statement *statement) {
    Word name = statement->word;
    bool named = check_layout_name(name);
    bool ok = check_layout(context, statement->layout) && check_own_shape(statement->layout);
    if (!named) {
        lose(context, name);
    }
    if (!named || !check_new(context, name)) {
        return;
    }
    Definition definition = {
        .name = word_text(name),
        .layout = without_aliases(context, statement->layout),
        .broken = !ok,
        .prelude = context->in_prelude,
        .loc = name.loc};
    define(context, &definition);
    if (context->in_prelude) {
        note_standard(context, definition.name, statement->layout);
    }
}

static void resolve_tile(Context *context, const Statement *statement) {
    Word name = statement->word;
    const AstOperand *tile = statement->tile;
    const Dtype *dtype = dtype_find(statement->dtype.at, statement->dtype.length);
    bool named = check_tile_name(name);
    bool ok = true;
    if (!dtype) {
        diag_error(
            statement->dtype.loc,
            "E_UNKNOWN_DTYPE",
            "unknown dtype '%.40s'",
            word_text(statement->dtype));
        Near near = {.wanted = statement->dtype};
        near_dtypes(&near);
        near_help(&near, NULL);
        ok = false;
    } else if (!tile->has_layout || tile->range_count) {
        diag_error(tile->loc, "E_SYNTAX", "a tile is a space and a layout, without a region");
        ok = false;
    } else {
        Copy probe = {.dtype = dtype, .reg_dtype = dtype};
        FlatOperand flat;
        ok = flatten_operand(context, &probe, tile, &flat);
    }
    if (!named) {
        lose(context, name);
    }
    if (!named || !check_new(context, name)) {
        return;
    }
    Definition definition = {
        .name = word_text(name), .tile = tile, .dtype = dtype, .broken = !ok, .loc = name.loc};
    define(context, &definition);
}

bool targets_parse(const char *list, Loc loc, unsigned *mask) {
    unsigned all = 0;
    for (const char *at = list;;) {
        size_t length = strcspn(at, ",");
        Word word = {at, length, loc};
        unsigned bit = 0;
        for (int i = 0; i < TARGET_COUNT; i++) {
            if (word_is(word, target_name[i])) {
                bit = 1u << i;
            }
        }
        if (!bit) {
            int shown = length > 40 ? 40 : (int)length;
            diag_error(loc, "E_UNKNOWN_TARGET", "unknown target '%.*s'", shown, at);
            Text known = {0};
            for (int i = 0; i < TARGET_COUNT; i++) {
                text_printf(&known, "%s%s", i ? ", " : "", target_name[i]);
            }
            diag_help("targets are %s", text_string(&known));
            return false;
        }
        all |= bit;
        if (!at[length]) {
            break;
        }
        at += length + 1;
    }
    *mask = all;
    return true;
}

static void resolve_target(Context *context, const Statement *statement) {
    unsigned mask = 0;
    if (!targets_parse(statement->list, statement->word.loc, &mask) || context->open_count > 1) {
        return;
    }
    if (context->target_loc.source) {
        diag_error(statement->keyword.loc, "E_DUPLICATE_STATEMENT", "a second 'target'");
        diag_note(context->target_loc, "first here");
        return;
    }
    context->target_loc = statement->keyword.loc;
    if (!context->targets_override) {
        context->module->targets = mask;
    }
}

static void resolve_policy(Context *context, const Statement *statement) {
    context->policy_tirx = word_is(statement->word, "tirx");
    if (!context->policy_tirx && !word_is(statement->word, "best")) {
        diag_error(
            statement->word.loc,
            "E_UNKNOWN_POLICY",
            "unknown policy '%.40s'",
            word_text(statement->word));
    }
}

static void resolve_prefix(Context *context, const Statement *statement) {
    Word word = statement->word;
    bool ok = word.length <= 32 && word.at[0] >= 'a' && word.at[0] <= 'z';
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i];
        ok = ok && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
    }
    if (!ok || (word.length >= 4 && memcmp(word.at, "tc__", 4) == 0)) {
        diag_error(word.loc, "E_BAD_NAME", "'%.40s' cannot start function names", word_text(word));
        diag_help("a prefix has lower-case letters, digits and '_', as in p_");
        return;
    }
    if (context->prefix_loc.source) {
        diag_error(statement->keyword.loc, "E_DUPLICATE_STATEMENT", "a second 'prefix'");
        diag_note(context->prefix_loc, "first here");
        return;
    }
    context->prefix_loc = statement->keyword.loc;
    context->prefix = word_text(word);
}

static void resolve_statement(Context *context, const Statement *statement);

static void read_statements(Context *context, const Source *source) {
    Parser parser = parser_start(source);
    bool failed;
    for (;;) {
        const Statement *statement = parser_next(&parser, &failed);
        if (!statement || diag_full()) {
            break;
        }
        if (!failed) {
            resolve_statement(context, statement);
        } else if (statement->kind == STATEMENT_LAYOUT || statement->kind == STATEMENT_TILE) {
            lose(context, statement->word);
        }
    }
}

static void open_source(Context *context, const char *path, Loc from) {
    context->open_paths[context->open_count] = path;
    context->open_locs[context->open_count++] = from;
}

static void read_source(Context *context, const Source *source, const char *path, Loc from) {
    bool policy_tirx = context->policy_tirx;
    const char *prefix = context->prefix;
    Loc prefix_loc = context->prefix_loc;
    context->policy_tirx = false;
    context->prefix = NULL;
    context->prefix_loc = (Loc){0};
    open_source(context, path, from);
    read_statements(context, source);
    context->open_count--;
    context->policy_tirx = policy_tirx;
    context->prefix = prefix;
    context->prefix_loc = prefix_loc;
}

/* Beside the importing file first, then in each -I folder. */
static const char *find_import(const Context *context, Word word) {
    const char *name = word_text(word), *importer = word.loc.source->name;
    const Files *files = word.loc.source->files;
    if (name[0] == '/') {
        return files->identity(files->context, name) ? name : NULL;
    }
    const char *slash = strrchr(importer, '/');
    const char *path =
        slash ? mem_printf("%.*s%s", (int)(slash - importer) + 1, importer, name) : name;
    for (int i = 0; !files->identity(files->context, path); i++) {
        if (i == context->dir_count) {
            return NULL;
        }
        path = mem_printf("%s/%s", context->dirs[i], name);
    }
    return path;
}

static bool fail_cycle(const Context *context, Word word, int at) {
    diag_error(
        word.loc, "E_IMPORT_CYCLE", "this file is being read already: \"%s\"", word_text(word));
    for (int i = at + 1; i < context->open_count; i++) {
        diag_note(context->open_locs[i], "imported here");
    }
    return false;
}

static bool resolve_import(Context *context, Word word) {
    const Files *files = word.loc.source->files;
    const char *path = find_import(context, word);
    const char *real = path ? files->identity(files->context, path) : NULL;
    if (!real) {
        diag_error(
            word.loc,
            "E_FILE_MISSING",
            "cannot read \"%.200s\": %s",
            word_text(word),
            strerror(errno));
        return false;
    }
    for (int i = 0; i < context->open_count; i++) {
        if (strcmp(context->open_paths[i], real) == 0) {
            return fail_cycle(context, word, i);
        }
    }
    if (names_find(&context->read_paths, real, strlen(real))) {
        return true;
    }
    if (context->open_count == MAX_IMPORT_DEPTH) {
        diag_error(
            word.loc, "E_IMPORT_DEPTH", "imports are nested more than %d deep", MAX_IMPORT_DEPTH);
        return false;
    }
    const Source *source = source_read(files, path);
    if (!source) {
        diag_error(word.loc, "E_FILE_MISSING", "cannot read \"%.200s\": %s", path, strerror(errno));
        return false;
    }
    names_add(&context->read_paths, real, context);
    Module *module = context->module;
    MORE(module->imports, module->import_count, &context->import_capacity);
    module->imports[module->import_count++] = source;
    read_source(context, source, real, word.loc);
    return true;
}

static void resolve_statement(Context *context, const Statement *statement) {
    switch (statement->kind) {
    case STATEMENT_TARGET:
        resolve_target(context, statement);
        break;
    case STATEMENT_POLICY:
        resolve_policy(context, statement);
        break;
    case STATEMENT_PREFIX:
        resolve_prefix(context, statement);
        break;
    case STATEMENT_IMPORT:
        context->import_lost |= !resolve_import(context, statement->word);
        break;
    case STATEMENT_LAYOUT:
        resolve_layout(context, statement);
        break;
    case STATEMENT_TILE:
        resolve_tile(context, statement);
        break;
    case STATEMENT_COPY:
        resolve_copy(context, statement);
        break;
    case STATEMENT_FILL:
        resolve_fill(context, statement);
        break;
    case STATEMENT_DESCRIPTOR:
        resolve_descriptor(context, statement);
        break;
    case STATEMENT_COORDS:
        resolve_coords(context, statement);
        break;
    case STATEMENT_PIPELINE:
        resolve_pipeline(context, statement);
        break;
    case STATEMENT_LANE0:
        resolve_lane0(context, statement);
        break;
    }
}

/* Nothing of it but its layouts stays: what its file says of policy or prefix ends with it. */
static void read_prelude(Context *context, const char *text) {
    const Source *source = source_from_text("<prelude>", text, strlen(text));
    size_t lines = 1;
    for (const char *at = text; *at; at++) {
        lines += *at == '\n';
    }
    context->standards = NEW_ARRAY(const Definition *, lines);
    context->in_prelude = true;
    read_source(context, source, "", (Loc){0});
    context->in_prelude = false;
}

Reading *lang_open(
    const Source *source,
    const char *prelude,
    const char *const *import_dirs,
    int dir_count,
    unsigned targets_override) {
    Context *context = NEW(Context);
    Module *module = NEW(Module);
    module->main = source;
    module->targets = targets_override ? targets_override : targets_default;
    context->module = module;
    context->dirs = import_dirs;
    context->dir_count = dir_count;
    context->targets_override = targets_override;
    if (prelude) {
        read_prelude(context, prelude);
    }
    const char *path = source->files->identity(source->files->context, source->name);
    open_source(context, path ? path : "", (Loc){0});
    read_statements(context, source);
    return context;
}

void lang_add(Reading *reading, const Source *source) {
    read_statements(reading, source);
}

Module *lang_module(Reading *reading) {
    return reading->module;
}

const char *lang_prefix(const Reading *reading) {
    return reading->prefix ? reading->prefix : "tc_";
}

Module *lang_load(
    const Source *source,
    const char *prelude,
    const char *const *import_dirs,
    int dir_count,
    unsigned targets_override) {
    return lang_module(lang_open(source, prelude, import_dirs, dir_count, targets_override));
}
