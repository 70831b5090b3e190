/* shared.c: addresses of shared memory in 32 bits, as inline PTX has them. CTA 1 of the cluster, static arrays,
 * byte 64: 1 in bits 27 and up, 1 in bit 26, 64 below. */
#include "cuda/calls.h"
#include "internal.h"

enum { SLOT_BIT = 26, CTA_BIT = 27, OFFSET = (1 << SLOT_BIT) - 1 };

unsigned tc_emu_shared_address(const void *p) {
    const Region *r = region_near(p);
    if (!r || !r->shared) {
        emu_enter("cvta.to.shared");
        report_raise(TC_EMU_ARGUMENT, emu.current, p, 0, "the address is not in shared memory");
    }
    const size_t at = (size_t)((const char *)p - r->base) + r->origin;
    return r->cta << CTA_BIT | r->slot << SLOT_BIT | (unsigned)(at & OFFSET);
}

/* Also past the end of the memory, where whoever uses it is told. */
void *tc_emu_shared_at(unsigned address) {
    const unsigned slot = address >> SLOT_BIT & 1, cta = address >> CTA_BIT;
    const Region *r = region_of_cta(cta, slot);
    if (!r) {
        emu_enter("shared address");
        report_raise(
            TC_EMU_OUTSIDE, emu.current, NULL, 0, "0x%x is no address of shared memory", address);
    }
    return r->base - r->origin + (address & OFFSET);
}
