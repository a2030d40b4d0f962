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

/* Computes the bars of a waterfall in whole cycles. Rounds running sums instead of single bars, so
 * that the bars add up to the time of @side (.to − .from). @bars: (out) */
void poplens_compare_bars (const PoplensTimeSide *side, gint64 bars[POPLENS_N_BARS]);

/* ---- critical path --------------------------------------------------------------------------- */

/* How rows of both reports were matched, the best match first. */
typedef enum {
  POPLENS_MATCHED_EXACT,    /* by the operation key or the streams */
  POPLENS_MATCHED_PATTERN,  /* by the key with "*" for every number: "MatMul_*" */
  POPLENS_MATCHED_ANCESTOR, /* by the longest prefix of a path that both reports have */
  POPLENS_MATCHED_NOT,      /* not matched: the row is in one report only */
} PoplensPathMatch;

/* Returns "exact", "pattern", "ancestor" or "". Static. */
const char *poplens_path_match_key (PoplensPathMatch match);

/* Cycles that one subject takes on the critical path of each report. A subject is the compute or
 * exchange of an operation, a copy between IPUs, a stream, or a whole class. */
typedef struct {
  PoplensBound bound;
  PoplensPathMatch match;
  char *subject; /* operation key, streams, pattern ("MatMul_*") or ancestor ("a/b/…"); "": a whole
                    class */
  guint64 cycles[POPLENS_N_SIDES];
  guint64
      n[POPLENS_N_SIDES]; /* rows of steps_by_ipu on the path; 0: the report lacks the subject */
  guint32 row[POPLENS_N_SIDES]; /* row of steps_by_ipu that takes most cycles; G_MAXUINT32: none */
} PoplensPathChange;

/* Splits a change in cycles in two. @counts: by more or fewer occurrences: (n1 − n0) × c0, rounded.
 * @speed: by longer or shorter ones: n1 × (c1 − c0). n: occurrences, c: cycles of each. If only one
 * report has the subject, or an ancestor matched it, @counts is the whole change. */
void poplens_path_change_parts (const PoplensPathChange *self, gint64 *counts, gint64 *speed);

/* Returns After − Before, in cycles. */
gint64 poplens_path_change (const PoplensPathChange *self);
/* Matches the critical paths of two reports. Every cycle of a path is in one change, so .cycles of
 * a side add up to the time of the side (.to − .from). (transfer full) GPtrArray of
 * PoplensPathChange */
GPtrArray *poplens_compare_paths (const PoplensTimeSide of[POPLENS_N_SIDES]);
/* Matches path items as poplens_compare_paths () does. @of: from poplens_path_items_new ().
 * (transfer full) GPtrArray of PoplensPathChange */
GPtrArray *poplens_compare_path_items (const GArray *const of[POPLENS_N_SIDES]);
/* Matches path items, and sets @places[side][item] to the index of the change that contains the
 * item. (transfer full) GPtrArray of PoplensPathChange */
GPtrArray *poplens_compare_path_items_to (const GArray *const of[POPLENS_N_SIDES],
                                          guint *const places[POPLENS_N_SIDES]);

/* ---- findings -------------------------------------------------------------------------------- */

/* A cause of lost time that is a finding in at least one of two reports. .cycles: what each report
 * would save without the cause, even if that is below its threshold. */

typedef struct {
  PoplensTimeKind kind;
  char *subject; /* "IPU 1", or "IPU 1 → IPU 2" if the subjects differ */
  /* By side: finding, which may be below the threshold. NULL: the cause is a fact, or the report
   * lacks it. */
  const PoplensTimeFinding *of[POPLENS_N_SIDES];
  double cycles[POPLENS_N_SIDES]; /* by side: cycles that can be saved at most; 0: none are lost;
                                     NaN: not recorded */
} PoplensFindingChange;

/* Lists the causes that at least one report has as a finding. The waiting of all tiles for each
 * other is one cause, even if the reports list it as different kinds. The result points to the
 * findings. (transfer full) GPtrArray of PoplensFindingChange */
GPtrArray *poplens_compare_time_findings (const PoplensTimeFindings *const of[POPLENS_N_SIDES]);

/* Returns the cycles of the cause on @side, rounded; 0 if they are not recorded. */
gint64 poplens_finding_change_cycles (const PoplensFindingChange *self, PoplensSide side);
/* Returns how a finding changed: "new", "gone", "worse", "better", "as before", "now above
 * threshold", "now below threshold", "not checked before" or "not checked after". A fact can only
 * be "more", "less", "as before" or not checked. Static. */
const char *poplens_finding_change_became (const PoplensFindingChange *self);

G_END_DECLS
