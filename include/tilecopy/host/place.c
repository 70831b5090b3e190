/* place.c: the table of places. A place is looked up at nearly every access, so the table is open: the
 * hash of {"plain read", 0x401a20, 0x401b00} says where the search begins. */
#include "place.h"
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <execinfo.h>
#endif

enum { FEWEST = 1 << 10, MOST_PLACES = 1 << 20 }; /* from then on new ones are not known */
static Place *places;                             /* places[n - 1] has the number n */
static uint32_t *slots;                           /* numbers; 0: free */
static uint32_t place_count, slot_count;

static uint32_t hash(const Place *place) {
    uint64_t h = (uintptr_t)place->operation;
    for (unsigned i = 0; i < PLACE_DEPTH; i++)
        h = (h ^ place->from[i]) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(h >> 32);
}

static uint32_t *slot_of(const Place *place) {
    uint32_t at = hash(place) & (slot_count - 1);
    while (slots[at] && memcmp(&places[slots[at] - 1], place, sizeof *place) != 0)
        at = (at + 1) & (slot_count - 1);
    return &slots[at];
}

/* Twice the slots that there are places. */
static void grow(void) {
    slot_count = slot_count ? 2 * slot_count : 2 * FEWEST;
    places = realloc(places, slot_count / 2 * sizeof *places);
    free(slots);
    slots = calloc(slot_count, sizeof *slots);
    if (!places || !slots)
        abort();
    for (uint32_t i = 0; i < place_count; i++)
        *slot_of(&places[i]) = i + 1;
}

static uint32_t number_of(const Place *place) {
    if (place_count == slot_count / 2 && place_count < MOST_PLACES)
        grow();
    uint32_t *slot = slot_of(place);
    if (!*slot && place_count < MOST_PLACES) {
        places[place_count] = *place;
        *slot = ++place_count;
    }
    return *slot;
}

uint32_t place_of_thread(const Thread *t) {
    const uintptr_t low = (uintptr_t)t->stack, high = low + STACK_BYTES;
    uintptr_t frame = (uintptr_t)t->caller_frame;
    Place place = {t->primitive, {(uintptr_t)t->caller}};
    for (unsigned i = 1; i < PLACE_DEPTH; i++) {
        uintptr_t link[2];
        if (frame < low || frame > high - sizeof link || frame % sizeof link[0])
            break;
        memcpy(link, (const void *)frame, sizeof link);
        if (link[0] <= frame)
            break;
        frame = link[0];
        place.from[i] = link[1];
    }
    return number_of(&place);
}

uint32_t place_of_call(const Call *call) {
    Place place = {call->primitive, {0}};
    for (unsigned i = 0; i < call->depth && i < PLACE_DEPTH; i++)
        place.from[i] = call->from[i];
    return number_of(&place);
}

uint32_t place_of_host(const char *operation) {
    Place place = {operation, {0}};
#if defined(__GLIBC__)
    void *found[PLACE_DEPTH + 2]; /* this function and its caller come first */
    const int count = backtrace(found, PLACE_DEPTH + 2);
    for (int i = 2; i < count; i++)
        place.from[i - 2] = (uintptr_t)found[i];
#endif
    return number_of(&place);
}

const Place *place_look(uint32_t number) {
    return number ? &places[number - 1] : NULL;
}
