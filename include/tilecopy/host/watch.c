/* watch.c: ends a kernel that computes for too long without any step: no primitive, no access to memory
 * that is checked. A thread beside the launch looks at the processor time now and then, and interrupts the
 * OS thread that runs the fibers by a signal, whose handler makes the report. */
#include "watch.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 20, LOOKS_A_SECOND = 5 };
volatile pid_t watch_running;
volatile unsigned watch_beats;

static pthread_t watcher;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static bool watching, over;
static volatile bool late;
static unsigned limit;
static struct sigaction before;

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void interrupted(int number, siginfo_t *info, void *context) {
    Thread *t = emu.current;
    (void)number;
    (void)info;
    if (!late || !t || emu.failed)
        return;
    crash_interrupted(t, context, "computing");
    report_raise(
        TC_EMU_DEADLOCK,
        t,
        NULL,
        0,
        "%u seconds without a primitive or an access to shared or global memory: a loop that never "
        "ends? (TCEMU_WATCHDOG sets the seconds, 0: no limit)",
        limit);
}

/* A fifth of a second; false: the launch is over. Called with the lock. */
static bool wait_a_little(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000000 / LOOKS_A_SECOND;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (!over)
        pthread_cond_timedwait(&ended, &lock, &until);
    return !over;
}

static void *watch(void *context) {
    unsigned beats = watch_beats - 1;
    double since = 0;
    (void)context;
    pthread_mutex_lock(&lock);
    while (wait_a_little()) {
        const double now = processor_time();
        if (watch_beats != beats) {
            beats = watch_beats;
            since = now;
        }
        late = now - since > limit;
        if (late)
            syscall(SYS_tgkill, getpid(), watch_running, SIGURG);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

void watch_start(void) {
    const struct sigaction action = {
        .sa_sigaction = interrupted, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    const char *text = getenv("TCEMU_WATCHDOG");
    const unsigned long seconds = text && *text ? strtoul(text, NULL, 10) : SECONDS;
    limit = seconds > 1000000 ? 0 : (unsigned)seconds;
    over = late = false;
    watching = limit && !sigaction(SIGURG, &action, &before) &&
               !pthread_create(&watcher, NULL, watch, NULL);
}

/* A fork has no other thread, and the lock may have been the watcher's. */
void watch_forked(void) {
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&ended, NULL);
    watch_start();
}

void watch_end(void) {
    if (!watching)
        return;
    pthread_mutex_lock(&lock);
    over = true;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&lock);
    pthread_join(watcher, NULL);
    sigaction(SIGURG, &before, NULL);
    watching = false;
}
