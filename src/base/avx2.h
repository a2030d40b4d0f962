/* Attribute that compiles a function twice, for AVX2 and for any x86-64. With AVX2, loops over
 * tiles take less than half the time, because SSE2 lacks minimum and maximum of wide integers. Off
 * under sanitizers, as such a program would not start. */
#pragma once

#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__ &&                   \
    !defined __SANITIZE_THREAD__
#define POPLENS_FOR_AVX2 __attribute__ ((target_clones ("avx2", "default")))
#else
#define POPLENS_FOR_AVX2
#endif
