/* numbers.c: integers that cannot silently wrap, and small number theory. */
#include "base.h"

bool add_wide(int64_t a, int64_t b, int64_t *result) {
    if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b)) {
        return false;
    }
    *result = a + b;
    return true;
}

static uint64_t magnitude(int64_t a) {
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

bool mul_wide(int64_t a, int64_t b, int64_t *result) {
    uint64_t x = magnitude(a), y = magnitude(b);
    bool negative = (a < 0) != (b < 0);
    uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    if (x && y > limit / x) {
        return false;
    }
    uint64_t product = x * y;
    if (negative && product == (uint64_t)INT64_MAX + 1) {
        *result = INT64_MIN;
    } else {
        *result = negative ? -(int64_t)product : (int64_t)product;
    }
    return true;
}

/* gcd_i64(-12, 18) = 6. The one gcd that int64 cannot hold, 2^63, is given as its divisor 2^62. */
int64_t gcd_i64(int64_t a, int64_t b) {
    uint64_t x = magnitude(a), y = magnitude(b);
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > (uint64_t)INT64_MAX ? (int64_t)1 << 62 : (int64_t)x;
}

bool is_power_of_two(int64_t a) {
    return a > 0 && (a & (a - 1)) == 0;
}

int log2_i64(int64_t a) {
    int bits = 0;
    while (a > 1) {
        a >>= 1;
        bits++;
    }
    return bits;
}

int bits_set(unsigned mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) {
        count++;
    }
    return count;
}

uint64_t fnv1a64(const void *at, size_t bytes) {
    const unsigned char *byte = at;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    }
    return hash;
}
