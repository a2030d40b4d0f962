/* For loops over tiles. SSE2 lacks the least and the greatest of wide numbers: where the processor
 * has AVX2 such a loop takes less than half as long. Sanitizers cannot start programs that choose
 * functions as they are loaded. */
#pragma once

#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__ &&                   \
    !defined __SANITIZE_THREAD__
#define POPLENS_FOR_AVX2 __attribute__ ((target_clones ("avx2", "default")))
#else
#define POPLENS_FOR_AVX2
#endif
