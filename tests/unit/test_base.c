/* The base room: the arena, texts, checked integers, sources, the diagnostic sink, files. */
#define _POSIX_C_SOURCE 200809L
#include "../../generator/base/base.h"
#include "unit.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool all_zero(const unsigned char *at, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        if (at[i]) {
            return false;
        }
    }
    return true;
}

static void test_memory(void) {
    unsigned char *first = mem_alloc(100, 1);
    EXPECT((uintptr_t)first % 16 == 0);
    EXPECT(all_zero(first, 100));
    memset(first, 7, 100);
    MemMark mark = mem_mark();
    for (int round = 0; round < 3; round++) {
        unsigned char *scratch = mem_alloc(1, 1000000);
        EXPECT(all_zero(scratch, 1000000));
        memset(scratch, 9, 1000000);
        unsigned char *small = mem_alloc(3, 5);
        EXPECT(all_zero(small, 15));
        memset(small, 9, 15);
        mem_rewind(mark);
    }
    EXPECT(first[0] == 7 && first[99] == 7);
    unsigned char *again = mem_alloc(1, 64);
    EXPECT(all_zero(again, 64));
    EXPECT(strcmp(mem_text("abcdef", 3), "abc") == 0);
    EXPECT(strcmp(mem_printf("%d-%s", 12, "x"), "12-x") == 0);
    EXPECT(mem_alloc(0, 8) != NULL);
}

/* What is kept outlives the marks around it, and a mark among it is its own. */
static void test_kept_memory(void) {
    char *before = mem_text("before", 6);
    MemMark mark = mem_mark();
    memset(mem_alloc(1000, 1), 9, 1000);
    mem_keep_begin();
    char *kept = mem_text("kept", 4);
    MemMark among = mem_mark();
    memset(mem_alloc(1000000, 1), 9, 1000000);
    mem_rewind(among);
    char *more = mem_text("more", 4);
    mem_keep_end();
    mem_keep_end(); /* ends nothing */
    mem_rewind(mark);
    unsigned char *again = mem_alloc(1000000, 1);
    EXPECT(all_zero(again, 1000000));
    memset(again, 9, 1000000);
    EXPECT(strcmp(before, "before") == 0);
    EXPECT(strcmp(kept, "kept") == 0 && strcmp(more, "more") == 0);
}

static void test_grown_memory(void) {
    char *small = mem_text("abc", 3);
    char *large = mem_grow(small, 4, 200000);
    EXPECT(large != small && strcmp(large, "abc") == 0);
    memset(large, 'x', 200000);
    char *larger = mem_grow(large, 200000, 400000);
    EXPECT(larger[0] == 'x' && larger[199999] == 'x');
    mem_text("between", 7);
    char *last = mem_grow(larger, 400000, 800000);
    EXPECT(last != larger && last[0] == 'x' && last[199999] == 'x');
    EXPECT(all_zero(mem_alloc(800000, 1), 800000));
}

/* Texts that are printed one by one, each in scratch of its own. */
static void test_text_keep(void) {
    Text all = {0};
    size_t length = 0;
    for (int i = 0; i < 2000; i++) {
        MemMark mark = mem_mark();
        Text one = {0};
        memset(mem_alloc(5000, 1), 9, 5000);
        text_printf(&one, "%d,", i);
        length += one.length;
        text_keep(&all, &one, mark);
    }
    EXPECT(all.length == length && strncmp(all.at, "0,1,2,", 6) == 0);
    EXPECT(strcmp(all.at + length - 10, "1998,1999,") == 0);
}

static void test_text(void) {
    Text text = {0};
    EXPECT(strcmp(text_string(&text), "") == 0);
    for (int i = 0; i < 1000; i++) {
        text_printf(&text, "%d,", i);
    }
    EXPECT(text.length == 10 * 2 + 90 * 3 + 900 * 4);
    EXPECT(strcmp(text.at + text.length - 8, "998,999,") == 0);
    Text json = {0};
    text_json_string(&json, "a\"b\\\n\t\x01\xc3\xa9\xff\xe2\x82");
    EXPECT(
        strcmp(text_string(&json), "\"a\\\"b\\\\\\n\\t\\u0001\xc3\xa9\\ufffd\\ufffd\\ufffd\"") ==
        0);
    Text bytes = {0};
    text_add_bytes(&bytes, "x\0y", 3);
    EXPECT(bytes.length == 3 && bytes.at[2] == 'y' && bytes.at[3] == 0);
}

static void test_numbers(void) {
    int64_t out = 5;
    EXPECT(add_i64(INT64_MAX, 0, &out) && out == INT64_MAX);
    out = 5;
    EXPECT(!add_i64(INT64_MAX, 1, &out) && out == 5);
    EXPECT(!add_i64(INT64_MIN, -1, &out) && out == 5);
    EXPECT(mul_i64(-3, 7, &out) && out == -21);
    EXPECT(mul_i64(INT64_MIN, 1, &out) && out == INT64_MIN);
    EXPECT(mul_i64((int64_t)1 << 32, -((int64_t)1 << 31), &out) && out == INT64_MIN);
    out = 5;
    EXPECT(!mul_i64((int64_t)1 << 32, (int64_t)1 << 31, &out) && out == 5);
    EXPECT(!mul_i64(INT64_MIN, -1, &out) && out == 5);
    EXPECT(mul_i64(0, INT64_MIN, &out) && out == 0);
    EXPECT(gcd_i64(-12, 18) == 6 && gcd_i64(0, -7) == 7 && gcd_i64(0, 0) == 0);
    EXPECT(gcd_i64(INT64_MIN, 0) > 0);
    EXPECT(
        is_power_of_two(1) && is_power_of_two(1024) && !is_power_of_two(0) && !is_power_of_two(12));
    EXPECT(!is_power_of_two(-8) && log2_i64(8) == 3 && log2_i64(1) == 0);
    EXPECT(fnv1a64("", 0) == 0xcbf29ce484222325u && fnv1a64("a", 1) == 0xaf63dc4c8601ec8cu);
}

/* What was reported since the last call, as text. */
static const char *reported(void) {
    Text text = {0};
    diag_flush(&text);
    return text_string(&text);
}

static void test_text_reports(void) {
    const char *lines = "one\n\ttwo three\n";
    Source *source = source_from_text("a.tc", lines, strlen(lines));
    diag_error(
        (Loc){.source = source, .line = 2, .column = 6, .length = 5},
        "E_UNKNOWN_AXIS",
        "unknown axis '%s'",
        "three");
    diag_note((Loc){.source = source, .line = 1, .column = 1, .length = 3}, "see here");
    diag_help("did you mean '%s'?", "tx");
    EXPECT(
        strcmp(
            reported(),
            "a.tc:2:6: error: unknown axis 'three' [E_UNKNOWN_AXIS]\n"
            "    2 |     two three\n"
            "      |         ^~~~~\n"
            "a.tc:1:1: note: see here\n"
            "    1 | one\n"
            "      | ^~~\n"
            "help: did you mean 'tx'?\n") == 0);
    EXPECT(strcmp(reported(), "") == 0);
    diag_error((Loc){0}, "E_NO_SUCH_ID", "no place");
    EXPECT(strcmp(reported(), "tcgen: error: no place [E_NO_SUCH_ID]\n") == 0);
    EXPECT(diag_error_count() == 2 && !diag_full());
}

static void test_long_lines(void) {
    char *line = mem_alloc(5001, 1);
    memset(line, 'a', 5000);
    line[3000] = 'X';
    Source *source = source_from_text("long.tc", line, 5000);
    diag_error((Loc){.source = source, .line = 1, .column = 3001, .length = 1}, "E_SYNTAX", "here");
    const char *text = reported();
    const char *shown = strstr(text, " | ") + 3, *marked = strstr(shown, " | ") + 3;
    EXPECT(strncmp(shown, "...", 3) == 0 && strcspn(shown, "\n") < 120);
    EXPECT(shown[strcspn(marked, "^")] == 'X');
    diag_error(
        (Loc){.source = source, .line = 1, .column = 99999, .length = 1},
        "E_SYNTAX",
        "beyond the line");
    diag_error(
        (Loc){.source = source, .line = 77, .column = 1, .length = 1},
        "E_SYNTAX",
        "beyond the file");
    EXPECT(strstr(reported(), "beyond the file") != NULL);
}

static void test_json_reports(void) {
    Source *source = source_from_text("b.tc", "x", 1);
    diag_format(DIAG_JSON);
    EXPECT(strcmp(reported(), "") == 0);
    diag_error((Loc){.source = source, .line = 1, .column = 1, .length = 1}, "E_SYNTAX", "a \"b\"");
    diag_note((Loc){.source = source, .line = 1, .column = 1, .length = 1}, "n");
    diag_data("phase", "3");
    EXPECT(
        strcmp(
            reported(),
            "{\"diagnostics\":[{\"id\":\"E_SYNTAX\",\"severity\":\"error\",\"file\":\"b.tc\","
            "\"line\":1,"
            "\"column\":1,\"message\":\"a \\\"b\\\"\",\"notes\":[{\"file\":\"b.tc\",\"line\":1,"
            "\"column\":1,\"message\":\"n\"}],\"data\":{\"phase\":3,\"help\":\"\"}}]}\n") == 0);
    diag_format(DIAG_SARIF);
    diag_error((Loc){.source = source, .line = 1, .column = 1, .length = 1}, "E_SYNTAX", "s");
    const char *text = reported();
    EXPECT(strstr(text, "\"version\":\"2.1.0\"") && strstr(text, "\"ruleId\":\"E_SYNTAX\""));
    diag_format(DIAG_TEXT);
}

static void test_warnings(void) {
    Loc none = {0};
    EXPECT(diag_set_warning("fallback") && diag_set_warning("bank-conflict"));
    EXPECT(
        !diag_set_warning("bank_conflict") && !diag_set_warning("none") && !diag_set_warning(""));
    EXPECT(!diag_set_warning("error=none") && !diag_set_warning("syntax"));
    int errors = diag_error_count();
    diag_warning(none, "W_FALLBACK", "w%d", 1);
    EXPECT(strncmp(reported(), "tcgen: warning: w1 [W_FALLBACK]\n", 32) == 0);
    diag_set_warning("no-fallback");
    diag_warning(none, "W_FALLBACK", "w2");
    diag_note(none, "lost");
    diag_help("lost");
    EXPECT(strcmp(reported(), "") == 0);
    diag_set_warning("error=fallback");
    diag_warning(none, "W_FALLBACK", "w3");
    EXPECT(strncmp(reported(), "tcgen: error: w3", 16) == 0 && diag_error_count() == errors + 1);
    diag_set_warning("no-error=fallback");
    diag_set_warning("error");
    diag_warning(none, "W_FALLBACK", "w4");
    EXPECT(strncmp(reported(), "tcgen: warning: w4", 18) == 0);
    diag_warning(none, "W_BANK_CONFLICT", "w5");
    EXPECT(strncmp(reported(), "tcgen: error: w5", 16) == 0);
    diag_set_warning("no-error");
}

/* Reports survive a rewind of the arena, and end at 20. */
static void test_cap(void) {
    int before = diag_error_count();
    MemMark mark = mem_mark();
    for (int i = 0; i < 50; i++) {
        diag_error((Loc){0}, "E_SYNTAX", "error %d", i);
        diag_note((Loc){0}, "note %d", i);
    }
    mem_rewind(mark);
    memset(mem_alloc(1, 4096), 0x55, 4096);
    EXPECT(diag_full() && diag_error_count() == before + 50);
    const char *text = reported();
    char last[32];
    snprintf(last, sizeof last, "error: error %d ", 19 - before);
    EXPECT(strstr(text, last) != NULL);
    snprintf(last, sizeof last, "error: error %d ", 20 - before);
    EXPECT(strstr(text, last) == NULL && strstr(text, "note 49") == NULL);
}

static bool holds(const char *path, const char *text) {
    Source *source = source_read(&system_files, path);
    return source && source->size == strlen(text) && strcmp(source->text, text) == 0;
}

static void test_files(void) {
    char folder[] = "/tmp/tcgen-unit-XXXXXX";
    EXPECT(mkdtemp(folder) != NULL);
    char *path = mem_printf("%s/a/b/out.h", folder);
    struct stat before, after;
    EXPECT(file_write_if_changed(path, "one", 3) && holds(path, "one"));
    EXPECT(stat(path, &before) == 0);
    EXPECT(file_write_if_changed(path, "one", 3) && stat(path, &after) == 0);
    EXPECT(before.st_ino == after.st_ino);
    EXPECT(file_write_if_changed(path, "on", 2) && holds(path, "on"));
    EXPECT(file_write_if_changed(path, "on-more", 7) && holds(path, "on-more"));
    errno = 0;
    EXPECT(!file_write_if_changed(folder, "x", 1) && errno == EISDIR);
    char *below = mem_printf("%s/below.h", path);
    EXPECT(!file_write_if_changed(below, "x", 1) && holds(path, "on-more"));
    EXPECT(file_write_if_changed("/dev/null", "x", 1));
    EXPECT(!source_read(&system_files, mem_printf("%s/none", folder)) && errno == ENOENT);
    EXPECT(!source_read(&system_files, folder));
    EXPECT(!source_read(&system_files, "/dev/zero") && errno == EFBIG);
    unlink(path);
    EXPECT(rmdir(mem_printf("%s/a/b", folder)) == 0); /* fails if a temporary file was left */
    rmdir(mem_printf("%s/a", folder));
    rmdir(folder);
}

static void spend_all(void *context) {
    int *passes = context;
    for (int i = 0; i < 1000; i++) {
        budget_spend(BUDGET_STEPS / 100);
        ++*passes;
    }
}

static void spend_by_statements(void *context) {
    int *passes = context;
    budget_input(2500); /* 3 KB */
    for (int i = 0; i < 100; i++) {
        budget_statement((Loc){.line = i + 1, .column = 1, .length = 1});
        budget_spend(BUDGET_STEPS / 2);
        ++*passes;
    }
}

static void hold_all(void *context) {
    int *passes = context;
    for (int i = 0; i < 1000; i++) {
        mem_alloc(1 << 20, 1);
        ++*passes;
    }
}

static void hold_and_give_back(void *context) {
    int *passes = context;
    for (int i = 0; i < 20; i++) {
        MemMark mark = mem_mark();
        mem_alloc(64 << 20, 1);
        mem_rewind(mark);
        ++*passes;
    }
}

/* What ends a run, and that nothing outside of one is limited. */
static void test_budget(void) {
    int passes = 0, errors = diag_error_count();
    EXPECT(!budget_run(spend_all, &passes) && passes == 100);
    EXPECT(diag_error_count() == errors + 1);
    passes = 0;
    EXPECT(!budget_run(spend_by_statements, &passes) && passes == 6);
    EXPECT(strstr(reported(), "those before it take more than") != NULL);
    spend_all(&passes);
    passes = 0;
    MemMark mark = mem_mark();
    EXPECT(!budget_run(hold_all, &passes));
    EXPECT(passes > (BUDGET_BYTES >> 20) - 8 && passes <= BUDGET_BYTES >> 20);
    mem_rewind(mark);
    passes = 0;
    EXPECT(budget_run(hold_and_give_back, &passes) && passes == 20);
}

/* What C takes for a word, character by character; and where its comments and strings end. */
static void test_words(void) {
    static const struct {
        const char *text, *behind;
    } rows[] = {
        {"/* a */b", "b"},
        {"/* a", ""},
        {"/*/ a */b", "b"},
        {"/**/b", "b"},
        {"/ * a */", "/ * a */"},
        {"//a", "//a"},
        {"\"a\"b", "b"},
        {"\"\"b", "b"},
        {"\"a\\\"b\"c", "c"},
        {"\"a\\", ""},
        {"\"a", ""},
        {"\"a\\\\\"b", "b"},
        {"a\"b\"", "a\"b\""},
        {"'\"'a", "'\"'a"},
        {"", ""},
    };
    for (int c = 0; c < 256; c++) {
        EXPECT(char_is_digit(c) == (isdigit(c) != 0));
        EXPECT(char_is_word(c) == (isalnum(c) || c == '_'));
        EXPECT(char_is_word((char)c) == (c < 128 && char_is_word(c)));
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        EXPECT_OF(rows[i].text, strcmp(behind_opaque(rows[i].text), rows[i].behind) == 0);
}

int main(void) {
    test_words();
    test_memory();
    test_kept_memory();
    test_grown_memory();
    test_text_keep();
    test_text();
    test_numbers();
    test_text_reports();
    test_long_lines();
    test_json_reports();
    test_warnings();
    test_budget();
    test_cap();
    test_files();
    mem_free_all();
    return unit_finish();
}
