/* timing.h: how long kernels take beside one another, measured as this project measures its own (docs/timing.md).
 *
 *     timing_compare(
 *         {{"mine", [&] { mine<<<ctas, 256>>>(a); }}, {"by hand", [&] { hand<<<ctas, 256>>>(a); }}},
 *         bytes);                             bytes that a launch reads and writes, or 0
 *
 * Forms run in turn, in another order each round; before its turn a form waits, so that the chip is as cool as
 * for the others, and warms up by one launch. What is printed are medians of rounds and their spread, and of
 * ratios those of pairs of one round. On the emulator (tcemu) every form runs once: there is no time to measure.
 *
 * Needs nvcc or tcemu and C++11, and nothing else of this repository: copy it beside your kernel. */
#ifndef TILECOPY_TIMING_H
#define TILECOPY_TIMING_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#if defined(TILECOPY_HOST_CUDA_H)
enum { TIMING_MEASURES = 0 }; /* the emulator */
#else
enum { TIMING_MEASURES = 1 };
#endif

struct TimingHow {
    int rounds;     /* of which the medians are made; one more comes first and does not count */
    int launches;   /* of a form in a round */
    double seconds; /* of pause before a form's turn */
    bool
        flush; /* an L2 cache without the data before each launch; without: what the launch before left */
};
static const TimingHow timing_default = {7, 4, 0.25, true};

struct TimingForm {
    std::string name;
    std::function<void()> launch;
};

struct TimingSpread {
    double median, least, most;
};

static inline void timing_must(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "timing: CUDA: %s\n", cudaGetErrorString(error));
    exit(1);
}

static inline TimingSpread timing_spread(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {values[values.size() / 2], values.front(), values.back()};
}

/* Of a / b, pair by pair. */
static inline TimingSpread timing_ratio(
    const std::vector<double> &a, const std::vector<double> &b) {
    std::vector<double> ratios;
    for (size_t i = 0; i < a.size(); i++)
        ratios.push_back(a[i] / b[i]);
    return timing_spread(ratios);
}

/* 16 KiB a CTA of 256 threads, four loads before four stores: of the copies tried on an H100 and an H200 the
 * fastest. */
static __global__ void timing_copy(uint4 *dst, const uint4 *src) {
    const size_t at = blockIdx.x * (size_t)1024 + threadIdx.x;
    uint4 v[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        v[i] = src[at + i * 256];
#pragma unroll
    for (int i = 0; i < 4; i++)
        dst[at + i * 256] = v[i];
}

/* Reads everything, so that the cache holds lines of `src` that nobody has to write back. */
static __global__ void timing_flush(unsigned *found, const uint4 *src, size_t count) {
    unsigned all = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x)
        all |= src[i].x | src[i].y | src[i].z | src[i].w;
    if (all)
        *found = all;
}

/* Measures one form at a time. */
class Timing {
  public:
    explicit Timing(const TimingHow &as) : how(as), count(0), cold(NULL) {
        cudaDeviceProp device;
        timing_must(cudaGetDeviceProperties(&device, 0));
        events.resize(2 * how.launches);
        for (cudaEvent_t &event : events)
            timing_must(cudaEventCreate(&event));
        if (!how.flush)
            return;
        count = (size_t)device.l2CacheSize * 2 / sizeof *cold + 1;
        timing_must(cudaMalloc(&cold, count * sizeof *cold));
        timing_must(cudaMemset(cold, 0, count * sizeof *cold));
    }

    ~Timing() {
        for (cudaEvent_t event : events)
            timing_must(cudaEventDestroy(event));
        timing_must(cudaFree(cold));
    }

    Timing(const Timing &) = delete;
    Timing &operator=(const Timing &) = delete;

    /* Milliseconds of a launch: the mean of how.launches behind a pause and one launch that does not count. */
    double once(const std::function<void()> &launch) {
        const int timed =
            how.flush ? how.launches : 1; /* without a flush all launches follow each other */
        double sum = 0;
        pause();
        launch();
        for (int i = 0; i < timed; i++) {
            if (how.flush)
                timing_flush<<<1024, 256>>>((unsigned *)cold, cold, count);
            timing_must(cudaEventRecord(events[2 * i]));
            for (int k = 0; k < how.launches / timed; k++)
                launch();
            timing_must(cudaEventRecord(events[2 * i + 1]));
        }
        timing_must(cudaEventSynchronize(events[2 * timed - 1]));
        timing_must(cudaGetLastError());
        for (int i = 0; i < timed; i++) {
            float milliseconds;
            timing_must(cudaEventElapsedTime(&milliseconds, events[2 * i], events[2 * i + 1]));
            sum += milliseconds;
        }
        return sum / how.launches;
    }

  private:
    void pause() const {
        timespec span;
        timing_must(cudaDeviceSynchronize());
        span.tv_sec = (time_t)how.seconds;
        span.tv_nsec = (long)((how.seconds - (double)span.tv_sec) * 1e9);
        nanosleep(&span, NULL);
    }

    TimingHow how;
    std::vector<cudaEvent_t> events; /* a pair for each launch */
    size_t count;
    uint4 *cold;
};

/* Milliseconds of a launch, for each form those of every round. Empty on the emulator, where each runs once. */
template <class Launch>
static std::vector<std::vector<double>> timing_in_turn(
    int forms, const Launch &launch, const TimingHow &how = timing_default) {
    std::vector<std::vector<double>> times(forms);
    if (!TIMING_MEASURES) {
        for (int form = 0; form < forms; form++)
            launch(form);
        timing_must(cudaDeviceSynchronize());
        return times;
    }
    Timing timing(how);
    for (int round = -1; round < how.rounds; round++)
        for (int k = 0; k < forms; k++) {
            const int form = (k + round + 1) % forms;
            const double time = timing.once([&] { launch(form); });
            if (round >= 0)
                times[form].push_back(time);
        }
    return times;
}

/* A line for each form: its time, its rate, and the first form's time as a part of its own. */
static inline void timing_print(
    const std::vector<TimingForm> &forms,
    const std::vector<std::vector<double>> &times,
    size_t bytes) {
    for (size_t i = 0; i < forms.size(); i++) {
        const TimingSpread t = timing_spread(times[i]), of = timing_ratio(times[0], times[i]);
        printf(
            "%-24s %10.2f us (%.2f to %.2f)",
            forms[i].name.c_str(),
            1e3 * t.median,
            1e3 * t.least,
            1e3 * t.most);
        if (bytes)
            printf(", %.0f GB/s", 1e-6 * (double)bytes / t.median);
        if (i)
            printf(
                "; %s takes %.3f (%.3f to %.3f) of it",
                forms[0].name.c_str(),
                of.median,
                of.least,
                of.most);
        printf("\n");
    }
}

/* Runs the forms, and where `bytes` is not 0 a copy that reads and writes as many together, and prints a table. */
static inline void timing_compare(
    std::vector<TimingForm> forms, size_t bytes = 0, const TimingHow &how = timing_default) {
    const unsigned ctas = (unsigned)((bytes / 2 + 16383) / 16384);
    uint4 *from = NULL, *to = NULL;
    if (bytes && TIMING_MEASURES) {
        timing_must(cudaMalloc(&from, ctas * (size_t)16384));
        timing_must(cudaMalloc(&to, ctas * (size_t)16384));
        forms.push_back({"a copy of as many bytes", [=] { timing_copy<<<ctas, 256>>>(to, from); }});
    }
    const std::vector<std::vector<double>> times =
        timing_in_turn((int)forms.size(), [&](int form) { forms[form].launch(); }, how);
    if (TIMING_MEASURES)
        timing_print(forms, times, bytes);
    else
        printf(
            "emulator: %u kernels ran once; there is no time to measure\n", (unsigned)forms.size());
    timing_must(cudaFree(from));
    timing_must(cudaFree(to));
}

#endif
