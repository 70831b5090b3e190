/* calls.c: tokens -> the functions with the prefix that a kernel calls, and those that it defines
 * itself: `tc_f(...) {`, `int tc_f(...);` outside of a function, `#define tc_f`. */
#include "kernel.h"
#include <string.h>

/* ---- sets of names --------------------------------------------------------------------------- */

static const char **find_slot(const Names *names, const char *name) {
    size_t i = (size_t)fnv1a64(name, strlen(name)) & (names->capacity - 1);
    while (names->slot[i] && strcmp(names->slot[i], name) != 0)
        i = (i + 1) & (names->capacity - 1);
    return &names->slot[i];
}

bool name_is_in(const Names *names, const char *name) {
    return names->capacity && *find_slot(names, name);
}

void name_put(Names *names, const char *name) {
    if (2 * names->count >= names->capacity) {
        const Names old = *names;
        names->capacity = old.capacity ? 2 * old.capacity : 256;
        names->slot = NEW_ARRAY(const char *, names->capacity);
        for (size_t i = 0; i < old.capacity; i++)
            if (old.slot[i])
                *find_slot(names, old.slot[i]) = old.slot[i];
    }
    const char **slot = find_slot(names, name);
    names->count += *slot == NULL;
    *slot = name;
}

/* ---- what a kernel holds --------------------------------------------------------------------- */

void kernel_add_line(Kernel *kernel, const char *at, size_t length, Loc loc, char after) {
    if (kernel->part_count == kernel->part_capacity) {
        size_t held = (size_t)kernel->part_capacity * sizeof(SourcePart);
        kernel->part_capacity = 2 * kernel->part_capacity + 16;
        kernel->parts =
            mem_grow(kernel->parts, held, (size_t)kernel->part_capacity * sizeof(SourcePart));
    }
    kernel->parts[kernel->part_count++] = (SourcePart){kernel->tc.length, loc, true};
    text_add_bytes(&kernel->tc, at, length);
    text_char(&kernel->tc, after);
}

static void add_call(Kernel *kernel, Names *seen, Call call) {
    if (name_is_in(seen, call.name))
        return;
    name_put(seen, call.name);
    if (kernel->call_count == kernel->call_capacity) {
        size_t held = (size_t)kernel->call_capacity * sizeof(Call);
        kernel->call_capacity = 2 * kernel->call_capacity + 16;
        kernel->calls = mem_grow(kernel->calls, held, (size_t)kernel->call_capacity * sizeof(Call));
    }
    kernel->calls[kernel->call_count++] = call;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Of what is open, a bit each. */
typedef struct {
    uint8_t *at;
    int count, capacity;
} Stack;

/* A name with an open parenthesis behind it. */
typedef struct {
    const char *name; /* NULL: there is none */
    Loc loc;
    bool is_declared; /* a type stands before the name */
} Open;

/* An #if that is open. Its groups are alternatives: each begins with the braces of the first. */
typedef struct {
    bool is_taken; /* a group that is surely compiled was read; the others are not */
    int depth, braces;
} OpenIf;

typedef struct {
    Kernel *kernel;
    Names *own, seen, mentioned;
    CLexer lexer;
    CToken before, token; /* the one before, and the current one */
    Stack parentheses;    /* of each open one: does a name of ours stand before it? */
    Open *open;           /* those */
    int open_count, open_capacity;
    Open closed;       /* whose ')' was the token before */
    int depth;         /* of braces that are no namespace and no class */
    Stack braces;      /* of each open one: does it count? */
    bool is_namespace; /* the words since the last ';' or brace begin one, or a class */
    OpenIf *ifs;
    int if_count, if_capacity;
} Walk;

static bool is_mark(const CToken *token, char mark) {
    return token->kind == C_MARK && token->mark == mark;
}

static bool is_ours(const Walk *walk, const CToken *token) {
    size_t length = strlen(walk->kernel->prefix);
    return token->kind == C_WORD && token->length > length &&
           memcmp(token->word, walk->kernel->prefix, length) == 0;
}

/* `int tc_f(`, `float *tc_f(`: a declaration, where no statement can stand. */
static bool is_after_type(const Walk *walk) {
    static const char *const others[] = {"return", "else", "do", "case", "throw", "co_return"};
    const CToken *before = &walk->before;
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (is_word(before, others[i]))
            return false;
    return before->kind == C_WORD || is_mark(before, '*') || is_mark(before, '&') ||
           is_mark(before, '>');
}

static void push(Stack *stack, bool value) {
    if (stack->count == stack->capacity) {
        size_t held = (size_t)stack->capacity;
        stack->capacity = 2 * stack->capacity + 64;
        stack->at = mem_grow(stack->at, held, (size_t)stack->capacity);
    }
    stack->at[stack->count++] = value;
}

static void push_open(Walk *walk, Open open) {
    push(&walk->parentheses, true);
    if (walk->open_count == walk->open_capacity) {
        size_t held = (size_t)walk->open_capacity * sizeof(Open);
        walk->open_capacity = 2 * walk->open_capacity + 64;
        walk->open = mem_grow(walk->open, held, (size_t)walk->open_capacity * sizeof(Open));
    }
    walk->open[walk->open_count++] = open;
}

/* A name with its ')' behind it: a body follows, or words such as noexcept; or it was called. */
static void decide(Walk *walk) {
    const Open *closed = &walk->closed;
    if (!closed->name)
        return;
    bool can_declare = walk->depth == 0 && (closed->is_declared || walk->token.kind == C_WORD);
    if (can_declare || is_mark(&walk->token, '{'))
        name_put(walk->own, closed->name);
    else
        add_call(walk->kernel, &walk->seen, (Call){closed->name, closed->loc, true});
    walk->closed = (Open){0};
}

static void take_ours(Walk *walk) {
    const CToken token = walk->token;
    const char *name = mem_text(token.word, token.length);
    bool is_member = is_mark(&walk->before, '.') || walk->before.kind == C_ARROW;
    bool is_declared = is_after_type(walk);
    walk->before = token;
    walk->token = clexer_next(&walk->lexer);
    if (is_member)
        return;
    if (is_mark(&walk->token, '(')) {
        push_open(walk, (Open){name, token.loc, is_declared});
        walk->before = walk->token;
        walk->token = clexer_next(&walk->lexer);
    } else if (is_declared && is_mark(&walk->token, '=')) {
        name_put(walk->own, name); /* auto tc_f = [](...) */
    } else {
        add_call(walk->kernel, &walk->mentioned, (Call){name, token.loc, false});
    }
}

/* `#define NAME` makes a name; its text may call. Its parentheses need not be matched. */
static void take_define(Walk *walk) {
    CToken name = clexer_next(&walk->lexer);
    if (is_ours(walk, &name))
        name_put(walk->own, mem_text(name.word, name.length));
    CToken token = name.kind == C_WORD ? clexer_next(&walk->lexer) : name;
    while (token.kind != C_LINE_END && token.kind != C_END) {
        CToken next = clexer_next(&walk->lexer);
        bool is_call = is_mark(&next, '(');
        if (is_ours(walk, &token))
            add_call(
                walk->kernel,
                is_call ? &walk->seen : &walk->mentioned,
                (Call){mem_text(token.word, token.length), token.loc, is_call});
        token = next;
    }
}

/* ---- groups of the preprocessor -------------------------------------------------------------- */

/* 0 or 1, of a number alone; -1: it takes more than this to know. */
static int token_truth(const CToken *token) {
    size_t digits = 0;
    if (is_word(token, "true") || is_word(token, "false"))
        return is_word(token, "true");
    if (token->kind != C_NUMBER)
        return -1;
    while (digits < token->length && strchr("0123456789", token->word[digits]))
        digits++;
    size_t zeros = token->length ? strspn(token->word, "0") : 0;
    bool is_plain = digits && strspn(token->word + digits, "uUlL") >= token->length - digits;
    return !is_plain ? -1 : (zeros < digits);
}

/* The condition up to the end of its line: "0", "(1)", "0 && X"; -1: it depends. */
static int condition(Walk *walk) {
    int truth = -1, count = 0, ands = 0;
    bool is_one = true, is_and = true;
    CToken token;
    while ((token = clexer_next(&walk->lexer)).kind != C_LINE_END && token.kind != C_END) {
        if (count == 0 && (is_mark(&token, '(') || is_mark(&token, ')')))
            continue;
        if (count == 1 && is_mark(&token, ')'))
            continue;
        truth = count++ ? truth : token_truth(&token);
        ands += count > 1 && count < 4 && is_mark(&token, '&');
        is_and = is_and && !is_mark(&token, '|') && !is_mark(&token, '?');
        is_one = count == 1;
    }
    return is_one || (truth == 0 && ands == 2 && is_and) ? truth : -1;
}

static void open_if(Walk *walk) {
    if (walk->if_count == walk->if_capacity) {
        size_t held = (size_t)walk->if_capacity * sizeof(OpenIf);
        walk->if_capacity = 2 * walk->if_capacity + 16;
        walk->ifs = mem_grow(walk->ifs, held, (size_t)walk->if_capacity * sizeof(OpenIf));
    }
    walk->ifs[walk->if_count++] = (OpenIf){false, walk->depth, walk->braces.count};
}

/* #if, #elif, #else. True: what follows is left out. */
static bool begins_left_out(Walk *walk, const CToken *word) {
    const bool can_know = is_word(word, "if") || is_word(word, "elif");
    const int truth = can_know ? condition(walk) : is_word(word, "else") ? 1 : -1;
    if (!can_know)
        clexer_skip_line(&walk->lexer);
    if (is_if(word))
        open_if(walk);
    else if (!walk->if_count)
        return false; /* no #if before it */
    OpenIf *open = &walk->ifs[walk->if_count - 1];
    if (open->is_taken || truth == 0)
        return true;
    open->is_taken = truth == 1;
    walk->depth = open->depth;
    walk->braces.count = open->braces;
    return false;
}

static void take_directive(Walk *walk) {
    CToken word = clexer_next(&walk->lexer);
    while (is_if(&word) || is_elif(&word) || is_word(&word, "else")) {
        if (!begins_left_out(walk, &word))
            return;
        word = clexer_skip_group(&walk->lexer);
    }
    if (is_word(&word, "endif") && walk->if_count)
        walk->if_count--;
    if (is_word(&word, "define"))
        take_define(walk);
    else if (word.kind != C_LINE_END)
        clexer_skip_line(&walk->lexer);
}

static void take_mark(Walk *walk) {
    char mark = walk->token.mark;
    if (mark == '(')
        push(&walk->parentheses, false);
    else if (mark == ')' && walk->parentheses.count)
        walk->closed = walk->parentheses.at[--walk->parentheses.count]
                           ? walk->open[--walk->open_count]
                           : (Open){0};
    else if (mark == '{')
        push(&walk->braces, !walk->is_namespace);
    else if (mark == '}' && walk->braces.count)
        walk->depth -= walk->braces.at[--walk->braces.count];
    walk->depth += mark == '{' && !walk->is_namespace;
    if (mark == ';' || mark == '{' || mark == '}' || mark == ')')
        walk->is_namespace = false;
}

/* In the braces behind these words functions are declared and not called. */
static bool begins_scope(const CToken *token) {
    static const char *const words[] = {"namespace", "extern", "class", "struct", "union"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (is_word(token, words[i]))
            return true;
    return false;
}

static void walk_text(Walk *walk) {
    walk->token = clexer_next(&walk->lexer);
    while (walk->token.kind != C_END) {
        decide(walk);
        if (walk->token.kind == C_HASH) {
            take_directive(walk);
            walk->token = clexer_next(&walk->lexer);
            continue;
        }
        if (is_ours(walk, &walk->token)) {
            take_ours(walk);
            continue;
        }
        if (begins_scope(&walk->token))
            walk->is_namespace = true;
        if (walk->token.kind == C_MARK)
            take_mark(walk);
        walk->before = walk->token;
        walk->token = clexer_next(&walk->lexer);
    }
    decide(walk);
    for (int i = walk->open_count - 1; i >= 0; i--) { /* never closed: what it calls is known */
        walk->closed = walk->open[i];
        decide(walk);
    }
}

/* `//@tc prefix p_`: then functions are called p_...; NULL: nothing says so. */
static const char *find_prefix(const Kernel *kernel) {
    const char *text = text_string(&kernel->tc);
    for (int i = 0; i < kernel->part_count; i++) {
        const char *at = text + kernel->parts[i].at;
        at += strspn(at, " \t");
        if (strncmp(at, "prefix", 6) != 0 || (at[6] != ' ' && at[6] != '\t'))
            continue;
        at += 6 + strspn(at + 6, " \t");
        return mem_text(at, strcspn(at, " \t\r\n;#"));
    }
    return NULL;
}

void names_defined(const Source *source, const char *prefix, Names *names) {
    Kernel unused = {.source = source, .prefix = prefix};
    Walk walk = {.kernel = &unused, .own = names};
    walk.lexer = clexer_start(source, NULL);
    walk_text(&walk);
}

bool kernel_read(Kernel *kernel, Names *own) {
    const int errors = diag_error_count();
    for (int turn = 0; turn < 2; turn++) {
        const char *prefix = turn ? find_prefix(kernel) : "tc_";
        if (!prefix || !*prefix || (turn && strcmp(prefix, "tc_") == 0))
            break;
        *kernel = (Kernel){.source = kernel->source, .prefix = prefix};
        budget_spend((int64_t)kernel->source->size);
        Walk walk = {.kernel = kernel, .own = own};
        walk.lexer = clexer_start(kernel->source, kernel);
        walk_text(&walk);
        if (diag_error_count() > errors)
            return false;
    }
    return true;
}
