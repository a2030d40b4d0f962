/* What a mutant may take. */
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Of processor time, so that a busy machine is no hang; sanitizers make it slower. */
#define MOST_SECONDS (SANITIZED ? 15 : 5)
/* That an endless loop is found, and not how late. */
#define MOST_SECONDS_OF_MISDEEDS 3
/* Of a clock on the wall, for what waits for ever. */
#define MOST_WALL_SECONDS 90
#define MOST_KIB (1L << 20)
/* So little that touching twice as much is never taken for a hang, however slow the machine. */
#define MOST_KIB_OF_MISDEEDS (1L << 18)
