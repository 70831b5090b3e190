/* features.c: which targets have a feature, in words. */
#include "rows.h"
#include <string.h>

static const struct {
    const char *feature;
    const char *from;  /* the first target, for the table of the documentation */
    const char *needs; /* what a call of an unavailable function says */
    bool letter;       /* only code for one chip or family has it: sm_90a, sm_100f */
} features[] = {
    {"NONE", "sm_80", "sm_80", false},
    {"FP8", "sm_89", "sm_89", false},
    {"BULK", "sm_90", "sm_90", false},
    {"CLUSTER", "sm_90", "sm_90", false},
    {"STMATRIX", "sm_90", "sm_90", false},
    {"RED_VECTOR", "sm_90", "sm_90", false},
    {"SM_90", "sm_90", "sm_90", false},
    {"MULTICAST", "sm_90a", "sm_90a, sm_100a or the like", true},
    {"TENSORMAP_REPLACE", "sm_90a", "sm_90a, sm_100a or the like", true},
    {"V256", "sm_100", "sm_100", false},
    {"BULK_MASK", "sm_100", "sm_100", false},
    {"GATHER4", "sm_100", "sm_100", false},
    {"TMEM", "sm_100a", "sm_100a, sm_100f or the like", true},
    {"SCATTER4", "sm_100a", "sm_100a, sm_100f or the like", true},
    {"FP4", "sm_100f, sm_120f", "sm_100a, sm_120a or the like", true},
    {"REDUX_F32", "sm_100a, sm_103a", "sm_100a, sm_100f or the like", true},
};

bool feature_known(const char *feature) {
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (strcmp(features[i].feature, feature) == 0)
            return true;
    return false;
}

static size_t at(const char *feature) {
    size_t i = 0;
    while (i + 1 < sizeof features / sizeof *features && strcmp(features[i].feature, feature) != 0)
        i++;
    return i;
}

const char *feature_from(const char *feature) {
    return features[at(feature)].from;
}

const char *feature_needs(const char *feature) {
    return features[at(feature)].needs;
}

bool feature_has_letter(const char *feature) {
    return features[at(feature)].letter;
}
