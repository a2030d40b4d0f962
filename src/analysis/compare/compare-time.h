/* Two executed reports on time: what the waterfalls differ by, bar by bar, and the critical paths,
 * operation by operation (docs/guide/reference-compare.md, "How time is compared"). All
 * amounts are whole cycles, and their changes add up to the change of the total exactly. */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/time/time-path.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time-replay.h"

G_BEGIN_DECLS

/* ---- waterfall ---------------------------------------------------------------------------------
 */

/* Bars in whole cycles: each is cut off the rounded sum of all up to it, so that they add up to
 * to − from. @bars: (out) */
void poplens_compare_bars (const PoplensTimeSide *side, gint64 bars[POPLENS_N_BARS]);

/* ---- critical path -----------------------------------------------------------------------------
 */

/* How rows of both reports were matched, best first. */
typedef enum {
  POPLENS_MATCHED_EXACT,    /* by the operation key, or the streams */
  POPLENS_MATCHED_PATTERN,  /* by that with every number left open: "MatMul_*" */
  POPLENS_MATCHED_ANCESTOR, /* by the longest beginning of the path that is in both */
  POPLENS_MATCHED_NOT,      /* in one of them only */
} PoplensPathMatch;

/* "exact", "pattern", "ancestor", "". Static. */
const char *poplens_path_match_key (PoplensPathMatch match);

/* Cycles of the critical path that one thing takes: compute or exchange of an operation, a copy
 * between IPUs, a stream, or all of another class. */
typedef struct {
  PoplensBound bound;
  PoplensPathMatch match;
  char *subject; /* operation key (of copies too), streams, pattern or ancestor ("a/b/…"); "": all
                    of the class */
  guint64 cycles[POPLENS_N_SIDES];
  guint64 n[POPLENS_N_SIDES];   /* rows of steps_by_ipu on the path; 0: it is not in that report */
  guint32 row[POPLENS_N_SIDES]; /* the one that takes most of it; G_MAXUINT32: none */
} PoplensPathChange;

/* Cycles from more or fewer occurrences, (n1 − n0) × c0, rounded; the rest of the change is from
 * their speed, n1 × (c1 − c0). What is in one report only occurs 0 times in the other, as do
 * different operations under one ancestor: of these all is from occurrences. */
void poplens_path_change_parts (const PoplensPathChange *self, gint64 *counts, gint64 *speed);

/* After − Before, in cycles. */
gint64 poplens_path_change (const PoplensPathChange *self);
/* Every cycle of both paths is in one of them: sums of .cycles are to − from of each side.
 * (transfer full) GPtrArray of PoplensPathChange */
GPtrArray *poplens_compare_paths (const PoplensTimeSide of[POPLENS_N_SIDES]);
/* The same of what poplens_path_items_new () gave. */
GPtrArray *poplens_compare_path_items (const GArray *const of[POPLENS_N_SIDES]);
/* The same; @places: by item the place of the change that it is a part of. */
GPtrArray *poplens_compare_path_items_to (const GArray *const of[POPLENS_N_SIDES],
                                          guint *const places[POPLENS_N_SIDES]);

/* ---- findings -------------------------------------------------------------------------------- */

/* Findings on time of two reports: each cause that one of them tells, with what both save without
 * it, told or not. A cause that falls below the threshold is not gone: its cycles are there. */

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
