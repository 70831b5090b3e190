/* new.c: new and delete of a CUDA file. On the host they are those of the C++ library, and a kernel has neither. The
 * linker, told by --wrap, turns both round through this file. tcemu asks for it by name, before the C++
 * library, and it asks for what it wraps: an archive (-static-libstdc++) is read once, in this order. */
#include "host.h"

/* The compiler's names, which no header declares. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"

#define NEW(symbol)                                                                                \
    void *__real_##symbol(size_t bytes);                                                           \
    void *__wrap_##symbol(size_t bytes);                                                           \
    void *__wrap_##symbol(size_t bytes) {                                                          \
        heap_is_not_here("new");                                                                   \
        return __real_##symbol(bytes);                                                             \
    }
NEW(_Znwm)
NEW(_Znam)

#define DELETE(symbol)                                                                             \
    void __real_##symbol(void *p, size_t bytes);                                                   \
    void __wrap_##symbol(void *p, size_t bytes);                                                   \
    void __wrap_##symbol(void *p, size_t bytes) {                                                  \
        heap_is_not_here("delete");                                                                \
        __real_##symbol(p, bytes);                                                                 \
    }
DELETE(_ZdlPvm) /* delete p; of a size that is known */
DELETE(_ZdlPv)
DELETE(_ZdaPvm)
DELETE(_ZdaPv)
