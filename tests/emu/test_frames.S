/* test_frames.S: functions of so many bytes as test_frames.c says, which C cannot: eight of each, and eight of
 * none before and after them. They are never run, only returned to in stacks that are laid out by hand. */
#define FUNCTION(name)                                                                             \
    .zero 8;                                                                                       \
    .globl name;                                                                                   \
    .type name, @function;                                                                         \
    name:                                                                                          \
    .zero 8;                                                                                       \
    .size name, 8;                                                                                 \
    .zero 8

        .text
        FUNCTION(first_caller)
        FUNCTION(second_caller)
        FUNCTION(kernel__body)
        FUNCTION(kernel__bodies)
        FUNCTION(kernel)
        FUNCTION(body)
        FUNCTION(tc_emu_probe)
        FUNCTION(__tsan_probe)
        FUNCTION(__wrap_probe)
        FUNCTION(tc_em)
        FUNCTION(probe)
        FUNCTION(probes)
        FUNCTION(a_caller_with_a_name_of_so_many_letters_that_seven_are_a_report)
        FUNCTION(_Z9copy_rows4args)
        FUNCTION(_ZL9copy_cols4args)
        FUNCTION(_Z10copy_rows)
        FUNCTION(_Z9just_this)
        FUNCTION(_Z10copy_rows_)
        FUNCTION(_ZN5outer5innerEv)
        FUNCTION(_ZNSt3oneEv)
        FUNCTION(_Z99999999999x)

        .section .note.GNU-stack, "", @progbits
