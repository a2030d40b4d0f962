/* Findings on time of two reports: each cause that one of them tells, with what both save without
 * it, told or not. A cause that falls below the threshold is not gone: its cycles are there. */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

typedef struct {
  PoplensTimeKind kind;
  char *subject;                                 /* "IPU 1 → IPU 2" where each has its own */
  const PoplensTimeFinding *of[POPLENS_N_SIDES]; /* told or not; NULL: of a fact, or nothing */
  double cycles[POPLENS_N_SIDES]; /* saved at most; 0: nothing of it there, NaN: not recorded */
} PoplensFindingChange;

/* They belong to the findings. What tiles wait for tiles in all is one cause, under whichever kinds
 * the reports tell it. (transfer full) GPtrArray of PoplensFindingChange */
GPtrArray *poplens_compare_time_findings (const PoplensTimeFindings *const of[POPLENS_N_SIDES]);

/* Whole cycles, rounded; of what is known. */
gint64 poplens_finding_change_cycles (const PoplensFindingChange *self, PoplensSide side);
/* "new", "gone", "worse", "better", "as before"; "now above threshold" and "now below threshold" of
 * the lower threshold of both; of facts "more", "less", "as before"; "not checked before", "not
 * checked after". Static. */
const char *poplens_finding_change_became (const PoplensFindingChange *self);

G_END_DECLS
