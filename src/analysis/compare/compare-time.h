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

/* Computes the bars of a waterfall in whole cycles, such that their sum is exactly the time of
 * @side (.to − .from). @bars: (out) */
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

/* Cycles of one subject on the critical paths of two reports. A subject is the compute or exchange
 * of an operation, a copy between IPUs, a stream, or a whole class. */
typedef struct {
  PoplensBound bound;
  PoplensPathMatch match;
  char *subject; /* operation key, streams, pattern ("MatMul_*") or ancestor ("a/b/…"); "": a whole
                    class */
  guint64 cycles[POPLENS_N_SIDES];
  guint64 n[POPLENS_N_SIDES]; /* number of rows of steps_by_ipu on the path; 0: the report lacks the
                                 subject */
  guint32 row[POPLENS_N_SIDES]; /* row of steps_by_ipu that takes most cycles; G_MAXUINT32: none */
} PoplensPathChange;

/* Splits a change in cycles into two parts. @counts: (out): due to more or fewer executions.
 * @speed: (out): due to longer or shorter executions. If only one report has the subject, or an
 * ancestor matched it, @counts is the whole change. */
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
 * would save without the cause, even if the report does not list such a small saving. */

typedef struct {
  PoplensTimeKind kind;
  char *subject; /* "IPU 1", or "IPU 1 → IPU 2" if the subjects differ */
  /* By side: the finding, which may be below the threshold. NULL: the report has no such finding,
   * or lists the cause as a fact. */
  const PoplensTimeFinding *of[POPLENS_N_SIDES];
  double cycles[POPLENS_N_SIDES]; /* by side: upper limit of the cycles that can be saved; 0:
                                     nothing is lost; NaN: not recorded */
} PoplensFindingChange;

/* Lists the causes that at least one report has as a finding. All tiles waiting for each other is
 * one cause, even if the reports list it under different kinds. The result points to the findings
 * in @of. (transfer full) GPtrArray of PoplensFindingChange */
GPtrArray *poplens_compare_time_findings (const PoplensTimeFindings *const of[POPLENS_N_SIDES]);

/* Returns the cycles of the cause on @side, rounded; 0 if they are not recorded. */
gint64 poplens_finding_change_cycles (const PoplensFindingChange *self, PoplensSide side);
/* Returns how a finding changed, such as "new", "gone", "worse", "as before", "now above threshold"
 * or "not checked before". Static. */
const char *poplens_finding_change_became (const PoplensFindingChange *self);

G_END_DECLS
