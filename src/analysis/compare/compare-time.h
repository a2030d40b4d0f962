/* Compares the time of two executed reports: waterfalls by bar, critical paths by operation, and
 * findings (docs/guide/reference-compare.md, "How time is compared"). Amounts of bars and paths are
 * whole cycles, and their changes add up exactly to the change of the total. */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/time/time-path.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time-replay.h"

G_BEGIN_DECLS

/* ---- waterfall ------------------------------------------------------------------------------- */

/* Computes the bars in whole cycles. Each is the difference of two rounded running sums, so that
 * the bars add up to to − from. @bars: (out) */
void poplens_compare_bars (const PoplensTimeSide *side, gint64 bars[POPLENS_N_BARS]);

/* ---- critical path --------------------------------------------------------------------------- */

/* How rows of both reports were matched, the best match first. */
typedef enum {
  POPLENS_MATCHED_EXACT,    /* by the operation key or the streams */
  POPLENS_MATCHED_PATTERN,  /* by the same with "*" for every number: "MatMul_*" */
  POPLENS_MATCHED_ANCESTOR, /* by the longest start of the path that is in both */
  POPLENS_MATCHED_NOT,      /* not matched: in one report only */
} PoplensPathMatch;

/* Returns "exact", "pattern", "ancestor" or "". Static. */
const char *poplens_path_match_key (PoplensPathMatch match);

/* Cycles of the critical path that one thing takes: compute or exchange of an operation, a copy
 * between IPUs, a stream, or everything of another class. */
typedef struct {
  PoplensBound bound;
  PoplensPathMatch match;
  char *subject; /* operation key (also of copies), streams, pattern or ancestor ("a/b/…"); "":
                    everything of the class */
  guint64 cycles[POPLENS_N_SIDES];
  guint64 n[POPLENS_N_SIDES];   /* rows of steps_by_ipu on the path; 0: not in that report */
  guint32 row[POPLENS_N_SIDES]; /* row that takes most of the cycles; G_MAXUINT32: none */
} PoplensPathChange;

/* Splits a change (cycles) into the part of more or fewer occurrences, (n1 − n0) × c0, rounded, and
 * the part of their speed, n1 × (c1 − c0), with c as cycles per occurrence. A change that only one
 * report has, or that was matched by an ancestor, comes from occurrences alone. */
void poplens_path_change_parts (const PoplensPathChange *self, gint64 *counts, gint64 *speed);

/* Returns After − Before, in cycles. */
gint64 poplens_path_change (const PoplensPathChange *self);
/* Matches the critical paths. Every cycle of both paths is in one change: the sum of .cycles is to
 * − from of each side. (transfer full) GPtrArray of PoplensPathChange */
GPtrArray *poplens_compare_paths (const PoplensTimeSide of[POPLENS_N_SIDES]);
/* Matches path items as poplens_compare_paths () does. @of: from poplens_path_items_new ().
 * (transfer full) GPtrArray of PoplensPathChange */
GPtrArray *poplens_compare_path_items (const GArray *const of[POPLENS_N_SIDES]);
/* Matches path items, and sets @places[side][item] to the index of the change that contains the
 * item. (transfer full) GPtrArray of PoplensPathChange */
GPtrArray *poplens_compare_path_items_to (const GArray *const of[POPLENS_N_SIDES],
                                          guint *const places[POPLENS_N_SIDES]);

/* ---- findings -------------------------------------------------------------------------------- */

/* A cause of lost time that at least one of two reports lists as a finding, with the cycles that
 * both would save without it. A cause that falls below the threshold is not gone: its cycles are
 * still lost. */

typedef struct {
  PoplensTimeKind kind;
  char *subject; /* "IPU 1 → IPU 2" if the reports name different ones */
  /* Reported or below the threshold; NULL: a fact, or absent. */
  const PoplensTimeFinding *of[POPLENS_N_SIDES];
  double cycles[POPLENS_N_SIDES]; /* saved at most; 0: nothing of it there; NaN: not recorded */
} PoplensFindingChange;

/* Lists the causes that one of the reports has as a finding. The waiting of all tiles for each
 * other is one cause, even if the reports have it as different kinds. The result points to the
 * findings. (transfer full) GPtrArray of PoplensFindingChange */
GPtrArray *poplens_compare_time_findings (const PoplensTimeFindings *const of[POPLENS_N_SIDES]);

/* Returns the cycles, rounded; 0 if they are not recorded. */
gint64 poplens_finding_change_cycles (const PoplensFindingChange *self, PoplensSide side);
/* Returns "new", "gone", "worse", "better" or "as before"; "now above threshold" or "now below
 * threshold", by the lower threshold of both reports; for facts "more", "less" or "as before"; "not
 * checked before" or "not checked after". Static. */
const char *poplens_finding_change_became (const PoplensFindingChange *self);

G_END_DECLS
