/* Sums of executed steps by program, estimates of the compiler by program, and links between
 * programs; cached in the report. */
#pragma once

#include "analysis/programs/program-links.h"
#include "model/exchanges.h"
#include "model/programs.h"
#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_NEVER_EXECUTED G_MAXUINT32

/* Sums by row of the programs part. The last element, [n], sums steps without a program and steps
 * whose program is missing in the file. Immutable. */
typedef struct {
  guint32 n;
  guint32 *executed;    /* [n + 1]: number of executed steps */
  guint32 *first;       /* [n + 1]: index of the first executed step, or POPLENS_NEVER_EXECUTED */
  guint64 *tile_cycles; /* [n + 1]: summed over tiles, IPUs and executions */
  /* [n + 1]: cycles of the longest tile of each IPU, summed over IPUs and executions */
  guint64 *cycles;
} PoplensProgramSums;

/* Returns the sums, which are owned by the report. NULL with ABSENT if nothing was executed, or
 * there are no programs. */
const PoplensProgramSums *poplens_program_sums_get (PoplensReport *report,
                                                    GCancellable *cancellable, GError **error);

/* ---- estimates ------------------------------------------------------------------------------- */

/* Value of a program without an estimate. */
#define POPLENS_NOT_ESTIMATED G_MAXUINT64

/* Estimates by row of the programs part, for one execution. Reference counted and immutable. */
typedef struct {
  guint32 n;
  guint32 n_estimated;  /* programs that have an estimate */
  guint64 *tile_cycles; /* [n]: summed over tiles, or POPLENS_NOT_ESTIMATED */
  /* [n]: cycles of the longest tile, summed over IPUs, or POPLENS_NOT_ESTIMATED */
  guint64 *longest;
} PoplensProgramEstimates;

/* Returns the estimates, which are read in one pass over compilation_cycles_by_tile and cached in
 * the report. In real files only exchanges and StreamCopyMid have estimates (formats.md 3.5). NULL
 * with ABSENT if there are no programs. (transfer full) */
PoplensProgramEstimates *poplens_program_estimates_get (PoplensReport *report,
                                                        GCancellable *cancellable, GError **error);
/* Returns the estimates by row of @programs. Estimates of the first compilation step are cached.
 * NULL with @error. (transfer full) */
PoplensProgramEstimates *poplens_program_estimates_of (PoplensReport *report,
                                                       const PoplensPrograms *programs,
                                                       GCancellable *cancellable, GError **error);
void poplens_program_estimates_unref (PoplensProgramEstimates *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramEstimates, poplens_program_estimates_unref)

/* ---- links ----------------------------------------------------------------------------------- */

/* Links between the programs of a compilation step. Cached, because the table of each program needs
 * them. Reference counted and immutable. */
typedef struct {
  PoplensProgramLinks *links; /* with the number of executed steps of each program, if recorded */
} PoplensProgramLinksKept;

/* Returns the links of @programs. Links of the first compilation step are cached. Programs of other
 * steps were not executed, so that their links have no counts. NULL with @error. (transfer full) */
PoplensProgramLinksKept *poplens_program_links_of (PoplensReport *report,
                                                   const PoplensPrograms *programs,
                                                   GCancellable *cancellable, GError **error);
void poplens_program_links_unref (PoplensProgramLinksKept *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinksKept, poplens_program_links_unref)

G_END_DECLS
