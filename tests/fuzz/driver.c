/* driver.c: tcgen_run for one case after another, read from a pipe, so that a case costs what tcgen
 * does for it and not the start of a program. driver.py asks; a crash or a hang is its to notice.
 *
 * A case is lines, then bytes:   ARGUMENTS KEEP SIZE | an argument a line | the name of the input | SIZE bytes
 * Its answer:                    STATUS MICROSECONDS STEPS HELD RESIDENT SAID WRITTEN OUT
 * and then what was said, the names that were written, a line each, and with KEEP what was written
 * last. HELD are bytes of the arena and RESIDENT kilobytes of the process, each at most. SIZE -1 asks
 * for leaks so far: the answer's STATUS is 1 where there are some, told on standard error. */
#define _XOPEN_SOURCE 700
#include "../../generator/run.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER
#endif
#ifdef HAS_SANITIZER
#include <sanitizer/lsan_interface.h>
#endif

enum { MOST_ARGUMENTS = 32, LINE_BYTES = 4096 };

static int has_leaks(void) {
#ifdef HAS_SANITIZER
    return __lsan_do_recoverable_leak_check();
#else
    return 0;
#endif
}

/* The most that was resident since the last call, where the kernel lets it be begun anew. */
static long resident(void) {
    struct rusage usage;
    long most = getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5", file);
        fclose(file);
    }
    return most;
}

static int64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static char *line_read(void) {
    char line[LINE_BYTES];
    if (!fgets(line, sizeof line, stdin))
        exit(0);
    line[strcspn(line, "\n")] = 0;
    return strdup(line);
}

static void answer(int status, int64_t time, const Texts *texts, bool keep) {
    BudgetUse use = budget_use();
    const WrittenText *last =
        keep && texts->output_count ? &texts->outputs[texts->output_count - 1] : NULL;
    size_t names = 0;
    for (int i = 0; i < texts->output_count; i++)
        names += strlen(texts->outputs[i].name) + 1;
    printf(
        "%d %lld %lld %lld %ld %zu %zu %zu\n",
        status,
        (long long)time,
        (long long)use.steps,
        (long long)use.bytes,
        resident(),
        texts->said.size,
        names,
        last ? last->size : 0);
    if (texts->said.size)
        fwrite(texts->said.text, 1, texts->said.size, stdout);
    for (int i = 0; i < texts->output_count; i++)
        printf("%s\n", texts->outputs[i].name);
    if (last)
        fwrite(last->text, 1, last->size, stdout);
    fflush(stdout);
}

static void one_case(int argc, bool keep, size_t size) {
    char *arguments[MOST_ARGUMENTS], *name;
    for (int i = 0; i < argc; i++)
        arguments[i] = line_read();
    name = line_read();
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, stdin) != size)
        exit(1);
    text[size] = 0;
    NamedText input = {name, text, size};
    Texts texts = {.inputs = &input, .input_count = 1};
    Files files = texts_files(&texts);
    int64_t begin = microseconds();
    int status = tcgen_run(argc, (const char *const *)arguments, &files);
    answer(status, microseconds() - begin, &texts, keep);
    texts_forget(&texts);
    for (int i = 0; i < argc; i++)
        free(arguments[i]);
    free(name);
    free(text);
}

int main(void) {
    for (;;) {
        char *line = line_read();
        int argc, keep;
        long long size;
        if (sscanf(line, "%d %d %lld", &argc, &keep, &size) != 3 || argc > MOST_ARGUMENTS)
            return 1;
        free(line);
        if (size >= 0)
            one_case(argc, keep != 0, (size_t)size);
        else
            answer(has_leaks(), 0, &(Texts){0}, false);
    }
}
