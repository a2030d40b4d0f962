/* Limits on what a mutant may use. */
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Seconds of processor time, so that a busy machine is not a hang; sanitizers are slower. */
#define MOST_SECONDS (SANITIZED ? 15 : 5)
/* Seconds of processor time for deliberate misdeeds, which only need to be found. */
#define MOST_SECONDS_OF_MISDEEDS 3
/* Seconds on the wall clock, for endless waits. */
#define MOST_WALL_SECONDS 90
#define MOST_KIB (1L << 20)
/* Limit for misdeeds: touching twice as much never takes as long as a hang, on any machine. */
#define MOST_KIB_OF_MISDEEDS (1L << 18)
