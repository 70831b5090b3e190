/* duty_words.h: duties of a caller as sentences; duty_words.c has the table of them, duty_fill.c
 * the blanks in it. */
#ifndef TCGEN_DUTY_WORDS_H
#define TCGEN_DUTY_WORDS_H
#include "../plan/duties.h"
#include "view.h"

typedef enum { TONE_STATES, TONE_ASKS } Tone;
typedef enum { SECTION_CALLERS, SECTION_ARGUMENTS, SECTION_ORDER } DutySection;

/* Which part of the contract states it: who calls, what is passed, or what is synchronised. */
DutySection duty_section(DutyKind kind);

/* One duty as a clause without a full stop; NULL: nothing is said here. */
const char *duty_words(const Duties *duties, const Duty *duty, Tone tone);
/* Do the two differ in their names only? */
bool duties_said_together(const Duties *duties, const Duty *a, const Duty *b);

/* "{name} needs {number} bytes" -> "dst needs 640 bytes" */
const char *duty_fill(const Duties *duties, const Duty *duty, const char *sentence);
const char *apart_words(
    const Duties *duties, const Duty *duty); /* ", no two with the same `cta`" */
#endif
