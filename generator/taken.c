/* taken.c: every name that the header will define (text/identifiers.c lists them) against the words
 * of tilecopy/, against macros, and against each other: tc_f16 is a type there, a function `check`
 * would define TC_CHECK_ALIGN, which is a macro, and `load_at` is what `load` calls its form with a
 * rank. In C++ an equal name with other arguments would be an overload, and call itself. */
#include "options.h"
#include <string.h>

typedef struct {
    const char *word;
    size_t length;
    const Function *of; /* NULL: a word of tilecopy/ */
    bool shared;        /* an access with hints, which several functions may define */
    const PipelineCode *pipeline;
    const void *other; /* of descriptors and of coordinates: the plan */
} Taken;
typedef struct {
    Taken *slot;
    size_t count, capacity; /* half full at most */
} Words;

static Taken *find_slot(const Words *words, const char *word, size_t length) {
    size_t i = (size_t)fnv1a64(word, length) & (words->capacity - 1);
    while (words->slot[i].word &&
           (words->slot[i].length != length || memcmp(words->slot[i].word, word, length) != 0))
        i = (i + 1) & (words->capacity - 1);
    return &words->slot[i];
}

static size_t word_length(const char *at) {
    size_t length = 0;
    while (char_is_word(at[length]))
        length++;
    return length;
}

static void put(Words *words, Taken taken) {
    Taken *slot = find_slot(words, taken.word, taken.length);
    bool is_new = !slot->word;
    *slot = taken;
    words->count += is_new;
    if (2 * words->count <= words->capacity)
        return;
    const Words old = *words;
    words->capacity *= 2;
    words->slot = NEW_ARRAY(Taken, words->capacity);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slot[i].word)
            *find_slot(words, old.slot[i].word, old.slot[i].length) = old.slot[i];
}

/* Every word of tilecopy/. */
static Words words_new(void) {
    enum { FIRST = 4096 };
    Words words = {NEW_ARRAY(Taken, FIRST), 0, FIRST};
    for (const char *at = runtime_text; *at;) {
        size_t length = word_length(at);
        if (length)
            put(&words, (Taken){.word = at, .length = length});
        at += length + (length == 0);
    }
    return words;
}

static bool fail(const Function *function, Loc loc, const char *word, const char *who) {
    diag_error(loc, "E_NAME_TAKEN", "%s needs the name %s, which %s", function->name, word, who);
    return false;
}

/* The emulator's functions, and the forms of the primitives that hints and limits make:
 * tc_load_global_b128_nc is printed where a copy asks for `cache nc`. */
static bool is_of_library(const char *word) {
    if (strncmp(word, "tc_emu_", 7) == 0 || strncmp(word, "TC_EMU_", 7) == 0)
        return true;
    for (int i = 0; i < PRIM_COUNT; i++) {
        size_t length = strlen(primitives[i].function);
        if (strncmp(word, primitives[i].function, length) == 0 && word[length] == '_')
            return true;
    }
    return false;
}

/* A function defined under #if and again under #elif is one. */
static bool is_repeated(const Identifiers *list, int at) {
    for (int i = 0; i < at; i++)
        if (list->at[i].kind == list->at[at].kind &&
            strcmp(list->at[i].name, list->at[at].name) == 0)
            return true;
    return false;
}

/* A macro or a function of the file: nobody else's, not in tilecopy/ either. */
static bool take(Words *words, const Function *function, const Identifier *name) {
    const Taken *slot = find_slot(words, name->name, strlen(name->name));
    Loc loc = function->request->given_name ? function->request->name_loc : function->request->loc;
    WordKind kind = word_kind(name->name, strlen(name->name));
    bool is_shared = name->kind == IDENTIFIER_SHARED;
    if (slot->word && slot->shared && is_shared)
        return true;
    if (slot->word && slot->of) {
        fail(function, loc, name->name, "another function has");
        diag_note(slot->of->request->loc, "the other one");
        return false;
    }
    if (slot->word || (!is_shared && is_of_library(name->name)))
        return fail(function, loc, name->name, "tilecopy/ uses itself");
    if (kind == WORD_KEYWORD || kind == WORD_MACRO)
        return fail(function, loc, name->name, mem_printf("is %s", word_kind_text(kind)));
    put(words,
        (Taken){
            .word = name->name, .length = strlen(name->name), .of = function, .shared = is_shared});
    return true;
}

/* From the end: the plain form stands behind `_at`, and is the name that the user wrote. */
static bool take_kind(
    Words *words, const Function *function, const Identifiers *list, IdentifierKind kind) {
    for (int i = list->count - 1; i >= 0; i--)
        if (list->at[i].kind == kind && !is_repeated(list, i) &&
            !take(words, function, &list->at[i]))
            return false;
    return true;
}

static Loc loc_of_argument(const Function *function, const char *name) {
    const Copy *copy = function_copy(function);
    for (int i = 0; copy && i < copy->symbol_count; i++) /* v_ is printed for v */
        if (strncmp(copy->symbols[i].name, name, strlen(copy->symbols[i].name)) == 0 &&
            copy->symbols[i].loc.source)
            return copy->symbols[i].loc;
    return function->request->loc;
}

/* An argument or a local hides what the file defines: a function could not call its own _at form,
 * and a macro would be put in its place. */
static bool check_inner(const Words *words, const Function *function, const Identifiers *list) {
    bool ok = true;
    for (int i = 0; i < list->count; i++) {
        const Identifier *name = &list->at[i];
        if (name->kind != IDENTIFIER_ARGUMENT && name->kind != IDENTIFIER_LOCAL)
            continue;
        const Taken *slot = find_slot(words, name->name, strlen(name->name));
        bool is_hidden = slot->word && slot->of;
        if (!is_hidden && !hides_argument(list, i))
            continue;
        fail(
            function,
            loc_of_argument(function, name->name),
            name->name,
            slot->word && slot->of ? "the header defines" : "it uses itself");
        diag_help("choose another name for the run-time argument");
        ok = false;
        break;
    }
    return ok;
}

static bool check_names(const Program *program, const FunctionText *texts) {
    Words words = words_new();
    bool ok = true;
    for (int f = 0; f < program->count; f++) {
        bool free =
            take_kind(&words, &program->functions[f], &texts[f].names, IDENTIFIER_FUNCTION) &&
            take_kind(&words, &program->functions[f], &texts[f].names, IDENTIFIER_MACRO) &&
            take_kind(&words, &program->functions[f], &texts[f].names, IDENTIFIER_SHARED);
        ok = ok && free;
    }
    for (int f = 0; f < program->count; f++)
        ok = check_inner(&words, &program->functions[f], &texts[f].names) && ok;
    return ok;
}

bool names_are_free(const Program *program, const FunctionText *texts) {
    MemMark mark = mem_mark();
    bool ok = check_names(program, texts);
    mem_rewind(mark);
    return ok;
}

/* ---- pipelines ------------------------------------------------------------------------------- */

/* tc_ring_init, TC_RING_SMEM_BYTES: what begins with the stem, in small or capital letters. */
static bool begins_with(const char *word, const char *stem) {
    for (; *stem; word++, stem++)
        if (*word != *stem && (*word | 32) != (*stem | 32))
            return false;
    return *word == '_';
}

/* TC_DEFINED_tc_ring guards what is called tc_ring, a copy or a pipeline: it takes the name. */
static size_t take_guard(const char **at, size_t length, const char *name, size_t name_length) {
    const size_t guard = sizeof "TC_DEFINED_" - 1;
    if (length != guard + name_length || memcmp(*at + guard, name, name_length) != 0)
        return length;
    *at += guard;
    return name_length;
}

static bool take_words(Words *words, const PipelineCode *code, const char *text) {
    const char *stem = mem_printf("tc_%s", code->plan->request->name);
    const size_t stem_length = strlen(stem);
    for (const char *at = text; *at;) {
        size_t length = take_guard(&at, word_length(at), stem, stem_length);
        bool is_stem = length == stem_length && memcmp(at, stem, length) == 0;
        bool is_ours = is_stem || (length && begins_with(at, stem));
        const Taken *slot = is_ours ? find_slot(words, at, length) : NULL;
        if (slot && slot->word && slot->pipeline != code) {
            diag_error(
                code->plan->request->name_loc,
                "E_NAME_TAKEN",
                "the pipeline '%s' needs the name %s, which is taken",
                code->plan->request->name,
                mem_text(at, length));
            diag_help("rename the pipeline, or the statement that has this name");
            return false;
        }
        if (is_ours)
            put(words, (Taken){.word = at, .length = length, .pipeline = code});
        at += length + (length == 0);
    }
    return true;
}

/* The functions and constants of copies. */
static void put_functions(Words *words, const Program *program, const FunctionText *texts) {
    for (int f = 0; f < program->count; f++)
        for (int i = 0; i < texts[f].names.count; i++) {
            const Identifier *name = &texts[f].names.at[i];
            if (name->kind == IDENTIFIER_FUNCTION || name->kind == IDENTIFIER_MACRO)
                put(words,
                    (Taken){
                        .word = name->name,
                        .length = strlen(name->name),
                        .of = &program->functions[f]});
        }
}

bool pipelines_are_free(
    const Program *program, const FunctionText *texts, const PipelineCodes *codes) {
    if (codes->count == 0)
        return true;
    Words words = words_new();
    put_functions(&words, program, texts);
    for (int i = 0; i < codes->count; i++)
        if (!take_words(&words, codes->at[i], codes->text[i]))
            return false;
    return true;
}

/* ---- descriptors and coordinates ------------------------------------------------------------- */

/* What a plan defines: name, or name_row, and TC_NAME_REGS. */
typedef struct {
    const void *plan;
    const char *name, *stem;
    bool several; /* functions that begin with the name */
    Loc loc;
} Other;

static bool is_defined(const Other *other, const char *at, size_t length) {
    size_t name = strlen(other->name), stem = strlen(other->stem);
    if (length >= name && memcmp(at, other->name, name) == 0)
        return length == name || (other->several && at[name] == '_');
    return length > stem && memcmp(at, other->stem, stem) == 0 && at[stem] == '_';
}

static bool take_other(Words *words, const Other *other, const char *text) {
    for (const char *at = text; *at;) {
        size_t length = take_guard(&at, word_length(at), other->name, strlen(other->name));
        bool ours = length && is_defined(other, at, length);
        const Taken *slot = ours ? find_slot(words, at, length) : NULL;
        if (slot && slot->word && slot->other != other->plan) {
            diag_error(
                other->loc,
                "E_NAME_TAKEN",
                "%s needs the name %s, which is taken",
                other->name,
                mem_text(at, length));
            return false;
        }
        if (slot)
            put(words, (Taken){.word = at, .length = length, .other = other->plan});
        at += length + (length == 0);
    }
    return true;
}

static bool take_descriptor(Words *words, const DescriptorPlan *plan, const char *text) {
    Other other = {plan, plan->name, plan->stem, false, plan->request->name_loc};
    return take_other(words, &other, text);
}

static bool take_coords(Words *words, const CoordsPlan *plan, const char *text) {
    Other other = {plan, plan->name, plan->stem, true, plan->request->name_loc};
    return take_other(words, &other, text);
}

/* An origin that is called as the function, or as a word of its body. */
static bool check_origins(const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    for (int s = 0; s < copy->symbol_count; s++) {
        const char *name = copy->symbols[s].name;
        bool is_constant = strncmp(name, plan->stem, strlen(plan->stem)) == 0;
        if (strcmp(name, plan->name) != 0 && strcmp(name, "tc_smem_address") != 0 &&
            strcmp(name, copy->dtype->c_type) != 0 && !is_constant)
            continue;
        diag_error(
            copy->symbols[s].loc,
            "E_NAME_TAKEN",
            "%s needs the name %s, which it uses itself",
            plan->name,
            name);
        diag_help("choose another name for the run-time argument");
        return false;
    }
    return true;
}

/* The words of copies and pipelines. */
static bool take_earlier(
    Words *words, const Program *program, const FunctionText *texts, const PipelineCodes *codes) {
    put_functions(words, program, texts);
    for (int i = 0; i < codes->count; i++)
        if (!take_words(words, codes->at[i], codes->text[i]))
            return false;
    return true;
}

bool others_are_free(
    const Program *program,
    const FunctionText *texts,
    const PipelineCodes *codes,
    const DescriptorPlans *descriptors,
    const CoordsPlans *coords) {
    if (descriptors->count + coords->count == 0)
        return true;
    Words words = words_new();
    if (!take_earlier(&words, program, texts, codes))
        return false;
    for (int i = 0; i < descriptors->count; i++)
        if (!take_descriptor(&words, descriptors->at[i], descriptors->text[i]) ||
            !check_origins(descriptors->at[i]))
            return false;
    for (int i = 0; i < coords->count; i++)
        if (!take_coords(&words, coords->at[i], coords->text[i]))
            return false;
    return true;
}
