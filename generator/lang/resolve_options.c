/* resolve_options.c: the options in braces, judged by options.def. Values are compared as text; the
 * few options that are built fill Copy.options, the others are refused with E_NOT_YET. */
#include "ast.h"
#include <stdlib.h>
#include <string.h>

/* The value with one blank between words: "no   fallback" -> "no fallback". */
static const char *plain_value(Word value) {
    Text text = {0};
    for (size_t i = 0; i < value.length; i++) {
        char c = value.at[i] == '\t' ? ' ' : value.at[i];
        if (c != ' ' || (text.length && text.at[text.length - 1] != ' ')) {
            text_char(&text, c);
        }
    }
    return text_string(&text);
}

static bool is_number(const char *value) {
    size_t digits = strspn(value, "0123456789");
    return digits && digits < 10 && !value[digits];
}

static bool value_matches(const char *kind, size_t length, const char *value) {
    if (length == 3 && strncmp(kind, "INT", length) == 0) {
        return is_number(value);
    }
    return strlen(value) == length && memcmp(kind, value, length) == 0;
}

static bool check_value(const AstOption *option, const OptionKind *kind, const char *value) {
    const char *at = kind->values;
    for (;;) {
        size_t length = strcspn(at, "|");
        if (value_matches(at, length, value)) {
            return true;
        }
        if (!at[length]) {
            break;
        }
        at += length + 1;
    }
    Loc loc = *value ? option->value.loc : option->name.loc;
    if (!*kind->values) {
        diag_error(loc, "E_OPTION_VALUE", "option '%s' takes no value", kind->name);
        diag_help("options end with ';'");
    } else if (!*value) {
        diag_error(loc, "E_OPTION_VALUE", "option '%s' needs a value", kind->name);
        diag_help("values are %s", kind->values);
    } else {
        diag_error(loc, "E_OPTION_VALUE", "option '%s' does not take '%.60s'", kind->name, value);
        diag_help("values are %s", kind->values);
    }
    return false;
}

bool resolve_variant(const AstOption *option, const char *value, const char **variant) {
    Word word = {value, strlen(value), option->value.loc};
    *variant = known_variant(word);
    if (*variant) {
        return true;
    }
    if (!*value) {
        diag_error(
            option->name.loc,
            "E_OPTION_VALUE",
            "option '%s' needs a variant",
            word_text(option->name));
        return false;
    }
    diag_error(option->value.loc, "E_UNKNOWN_VARIANT", "unknown variant '%.40s'", value);
    Near near = {.wanted = word};
    near_variants(&near);
    near_help(
        &near,
        "those of a copy are gmem_smem, reg, ldstmatrix, partial, fallback, vec_128b and others; "
        "`tcgen explain` says those of another statement");
    return false;
}

/* `using vec_64b` states that the memory operands are aligned to 8 bytes. */
static bool state_alignment(Copy *copy) {
    static const char *const names[] = {
        "vec_8b", "vec_16b", "vec_32b", "vec_64b", "vec_128b", "vec_256b"};
    Operand *sides[] = {&copy->src, &copy->dst};
    for (int i = 0; i < (int)COUNT_OF(names); i++) {
        if (strcmp(copy->options.using_variant, names[i]) != 0) {
            continue;
        }
        int bytes = 1 << i;
        for (int side = 0; side < 2; side++) {
            Operand *operand = sides[side];
            if (operand->space == SPACE_REG) {
                continue;
            }
            if (operand->align_given && operand->align < bytes) {
                diag_error(
                    copy->options.using_loc,
                    "E_FACTS_CONTRADICT",
                    "'using %s' states an alignment of %d bytes, but 'where' states %d",
                    names[i],
                    bytes,
                    operand->align);
                diag_help("drop the fact, or force vec_%db", operand->align * 8);
                return false;
            }
            if (!operand->align_given) {
                operand->align = bytes;
            }
        }
    }
    return true;
}

static bool resolve_option(Copy *copy, const AstOption *option, const OptionKind *kind) {
    const char *value = plain_value(option->value);
    Options *options = &copy->options;
    if (strcmp(kind->name, "using") == 0) {
        options->using_loc = option->name.loc;
        return resolve_variant(option, value, &options->using_variant) && state_alignment(copy);
    }
    if (strcmp(kind->name, "fallback") == 0) {
        return resolve_variant(option, value, &options->fallback_variant);
    }
    if (strcmp(kind->name, "fill") == 0 || strcmp(kind->name, "value") == 0) {
        return true; /* fill_value_of judges it by the dtype */
    }
    if (!check_value(option, kind, value)) {
        return false;
    }
    if (strcmp(kind->name, "register_budget") == 0) {
        options->register_budget = atoi(value);
        if (options->register_budget < 1 || options->register_budget > 255) {
            diag_error(
                option->value.loc,
                "E_OPTION_VALUE",
                "'register_budget' takes a number from 1 to 255");
            diag_help(
                "it counts a thread's 32-bit registers for data that is loaded but not yet stored");
            return false;
        }
    }
    if (strcmp(kind->name, "require") == 0) {
        options->require_no_fallback = true;
        options->require_loc = option->name.loc;
    }
    return true;
}

static bool check_once(const AstCopy *ast, int at) {
    for (int i = 0; i < at; i++) {
        Word other = ast->options[i].name, name = ast->options[at].name;
        if (other.length == name.length && memcmp(other.at, name.at, name.length) == 0) {
            diag_error(
                name.loc, "E_DUPLICATE_OPTION", "option '%s' is given twice", word_text(name));
            diag_note(other.loc, "first here");
            return false;
        }
    }
    return true;
}

bool resolve_options(Copy *copy, const AstCopy *ast) {
    bool ok = true;
    for (int i = 0; i < ast->option_count; i++) {
        const AstOption *option = &ast->options[i];
        const OptionKind *kind = option_find(option->name);
        if (!kind) {
            int shown = option->name.length > 40 ? 40 : (int)option->name.length;
            diag_error(
                option->name.loc,
                "E_UNKNOWN_OPTION",
                "unknown option '%.*s'",
                shown,
                option->name.at);
            Near near = {.wanted = option->name};
            near_options(&near);
            near_help(&near, "options are listed in docs/language.md");
            ok = false;
            continue;
        }
        ok = check_once(ast, i) && resolve_option(copy, option, kind) && ok;
    }
    return ok;
}

bool refuse_not_yet(const AstCopy *ast) {
    bool ok = true;
    for (int i = 0; i < ast->option_count; i++) {
        const OptionKind *kind = option_find(ast->options[i].name);
        if (!kind->built) {
            diag_error(
                ast->options[i].name.loc,
                "E_NOT_YET",
                "the option '%s' is not built yet",
                kind->name);
            ok = false;
        }
    }
    return ok;
}
