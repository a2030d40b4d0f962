/* Attribute that compiles a function for AVX2, too: loops over tiles then take less than half as
 * long, as SSE2 has no minimum and maximum of wide integers. Off under sanitizers: a program that
 * resolves functions at load time would not start there. */
#pragma once

#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__ &&                   \
    !defined __SANITIZE_THREAD__
#define POPLENS_FOR_AVX2 __attribute__ ((target_clones ("avx2", "default")))
#else
#define POPLENS_FOR_AVX2
#endif
