/* location.c: where code addresses of the executable stand in its source, functions that were
 * inlined included. The symbolizer that the machine has is asked, once for all addresses, and
 * only when a report is told: addr2line, or llvm-symbolizer, or what TC_EMU_SYMBOLIZER names;
 * both answer alike. Without one, or without -g, a location has a function of the symbol table
 * and no line. */
#include "column.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TOOL_ARGUMENTS = 8 };
extern char **environ;

/* The number of the ')' that the text ends with, from 0: "copy(f16*)" gives 4; 0: it ends
 * otherwise. */
static size_t open_bracket(const char *text) {
    size_t at = strlen(text);
    unsigned depth = 0;
    if (!at || text[at - 1] != ')')
        return 0;
    while (at-- > 0) {
        depth += text[at] == ')';
        if (text[at] == '(' && --depth == 0)
            return at;
    }
    return 0;
}

/* "void spread<float>(float*) const" becomes "spread<float>": the name without types around it. */
static void strip_types(char *name) {
    char *start = name, *suffix = strstr(name, ") const");
    unsigned depth = 0;
    if (suffix && !suffix[7])
        suffix[1] = '\0';
    const size_t open = open_bracket(name);
    if (open)
        name[open] = '\0';
    for (char *p = name; *p && open; p++) {
        depth += *p == '<' || *p == '(';
        depth -= (*p == '>' || *p == ')') && depth;
        if (*p == ' ' && !depth)
            start = p + 1;
    }
    memmove(name, start, strlen(start) + 1);
}

/* Paths below the working directory are relative to it, as the compiler was told them. */
static const char *relative(const char *file) {
    char here[1024];
    const size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (length && !strncmp(file, here, length) && file[length] == '/')
        file += length + 1;
    while (!strncmp(file, "./", 2))
        file += 2;
    return file;
}

/* "/src/tile.h:25 (discriminator 3)"; "??:0" and "tile.h:?" have no line. */
static void read_place(char *text, Location *out) {
    char *extra = strstr(text, " (discriminator"), *colon;
    if (extra)
        *extra = '\0';
    colon = strrchr(text, ':');
    if (!colon || *text == '?' || atoi(colon + 1) <= 0)
        return;
    *colon = '\0';
    out->line = (unsigned)atoi(colon + 1);
    snprintf(out->file, sizeof out->file, "%s", relative(text));
}

/* One line without its end; false: there is none. */
static bool read_line(FILE *answer, char *line, size_t room) {
    if (!fgets(line, (int)room, answer))
        return false;
    while (strchr(line, '\n') == NULL &&
           !feof(answer)) { /* longer than there is room: the rest is dropped */
        char rest[256];
        if (!fgets(rest, sizeof rest, answer) || strchr(rest, '\n'))
            break;
    }
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* An answer: each address on a line, then two lines for each function there: its name, and
 * file:line. */
static unsigned read_answer(
    FILE *answer, const uintptr_t *addresses, unsigned count, Location *out, unsigned room) {
    char line[1024];
    unsigned found = 0, seen = 0;
    while (read_line(answer, line, sizeof line)) {
        if (!strncmp(line, "0x", 2)) {
            seen++;
            continue;
        }
        if (!seen || seen > count || found == room)
            break;
        Location *next = &out[found++];
        *next = (Location){.call = seen - 1};
        strip_types(line);
        if (*line != '?')
            snprintf(
                next->function,
                sizeof next->function,
                "%.*s",
                (int)sizeof next->function - 1,
                line);
        else
            symbol_name(addresses[seen - 1], next->function, sizeof next->function, &next->offset);
        if (!read_line(answer, line, sizeof line))
            break;
        read_place(line, next);
    }
    return seen == count ? found : 0;
}

/* Starts the tool with its answer on a pipe; NULL: it does not start. */
static FILE *start_tool(char *const *arguments, pid_t *child) {
    posix_spawn_file_actions_t actions;
    int ends[2];
    FILE *answer = NULL;
    if (pipe2(ends, O_CLOEXEC))
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ))
        answer = fdopen(ends[0], "r");
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (!answer)
        close(ends[0]);
    return answer;
}

static unsigned ask(
    const char *tool, const uintptr_t *addresses, unsigned count, Location *out, unsigned room) {
    char executable[64], name[256], numbers[MAX_CHAIN][20];
    char style[] = "--output-style=GNU", options[5][4] = {"-a", "-f", "-i", "-C", "-e"};
    char *arguments[TOOL_ARGUMENTS + MAX_CHAIN + 1] = {name};
    unsigned used = 1, found;
    pid_t child = 0;
    snprintf(name, sizeof name, "%s", tool);
    snprintf(executable, sizeof executable, "/proc/%ld/exe", (long)getpid());
    if (strstr(name, "llvm-symbolizer"))
        arguments[used++] = style;
    for (unsigned i = 0; i < 5; i++)
        arguments[used++] = options[i];
    arguments[used++] = executable;
    for (unsigned i = 0; i < count; i++) { /* the call is before the address that it returns to */
        snprintf(
            numbers[i],
            sizeof numbers[i],
            "0x%llx",
            (unsigned long long)(addresses[i] - symbol_bias() - 1));
        arguments[used++] = numbers[i];
    }
    FILE *answer = start_tool(arguments, &child);
    if (!answer)
        return 0;
    found = read_answer(answer, addresses, count, out, room);
    fclose(answer);
    waitpid(child, NULL, 0);
    return found;
}

static bool any_line(const Location *at, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (at[i].line)
            return true;
    return false;
}

/* Line programs know the innermost of the functions that are inlined at one address. */
static void find_columns(const uintptr_t *addresses, Location *at, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (i == 0 || at[i].call != at[i - 1].call)
            at[i].column = column_of(addresses[at[i].call] - 1, at[i].file, at[i].line);
}

unsigned location_find(
    const uintptr_t *addresses, unsigned count, bool lines, Location *out, unsigned room) {
    static const char *const usual[] = {"addr2line", "llvm-symbolizer"};
    const char *named = getenv("TC_EMU_SYMBOLIZER");
    count = count < MAX_CHAIN ? count : MAX_CHAIN;
    for (unsigned i = 0; i < (named ? 1 : 2) && lines && count; i++) {
        const unsigned found = ask(named ? named : usual[i], addresses, count, out, room);
        if (!any_line(out, found))
            continue;
        find_columns(addresses, out, found);
        return found;
    }
    for (unsigned i = 0; i < count && i < room; i++) {
        out[i] = (Location){.call = i};
        symbol_name(addresses[i], out[i].function, sizeof out[i].function, &out[i].offset);
    }
    return count < room ? count : room;
}
