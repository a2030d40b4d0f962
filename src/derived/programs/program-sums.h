/* What executed steps add up to by program. Private to the tables. */
#pragma once

#include "analysis/programs/program-links.h"
#include "model/exchanges.h"
#include "model/programs.h"
#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_NEVER_EXECUTED G_MAXUINT32

/* By row of the part of programs; the last element, [n], is of steps without a program, or with one
 * that the file lacks. Immutable. */
typedef struct {
  guint32 n;
  guint32 *executed;    /* [n + 1] executed steps */
  guint32 *first;       /* [n + 1] row of the first of them; POPLENS_NEVER_EXECUTED */
  guint64 *tile_cycles; /* [n + 1] Σ over tiles, IPUs and executions */
  guint64 *cycles;      /* [n + 1] of the longest tile of each IPU, Σ over IPUs and executions */
} PoplensProgramSums;

/* Made once, and lives as long as the report. NULL with an error: ABSENT where nothing ran, or
 * there are no programs. */
const PoplensProgramSums *poplens_program_sums_get (PoplensReport *report,
                                                    GCancellable *cancellable, GError **error);

/* ---- estimates ------------------------------------------------------------------------------- */

/* What the compiler estimates that each program takes. Private to the tables. */

#define POPLENS_NOT_ESTIMATED G_MAXUINT64

/* By row of the part of programs, of one execution of each. Reference counted and immutable. */
typedef struct {
  guint32 n;
  guint32 n_estimated;  /* programs that have one */
  guint64 *tile_cycles; /* [n] Σ over tiles; POPLENS_NOT_ESTIMATED */
  guint64 *longest;     /* [n] of the longest tile, Σ over IPUs; POPLENS_NOT_ESTIMATED */
} PoplensProgramEstimates;

/* Read once, in one pass over compilation_cycles_by_tile, and kept with the report. In real files
 * only exchanges and StreamCopyMid have estimates (formats.md 3.5). NULL with an error: ABSENT
 * where there are no programs. (transfer full) */
PoplensProgramEstimates *poplens_program_estimates_get (PoplensReport *report,
                                                        GCancellable *cancellable, GError **error);
/* The same by row of the programs of any compilation step; those of another than the first are made
 * each time. */
PoplensProgramEstimates *poplens_program_estimates_of (PoplensReport *report,
                                                       const PoplensPrograms *programs,
                                                       GCancellable *cancellable, GError **error);
void poplens_program_estimates_unref (PoplensProgramEstimates *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramEstimates, poplens_program_estimates_unref)

/* ---- links ----------------------------------------------------------------------------------- */

/* The links of a report's programs, with their executed steps. Kept with the report, as a table per
 * program asks for them. Reference counted and immutable. */
typedef struct {
  PoplensProgramLinks *links; /* sums are of executed steps */
} PoplensProgramLinksKept;

/* Returns the links of @programs, which are those of any compilation step; those of another than
 * the first are made each time, and without sums, as nothing of them was executed. NULL with
 * @error. (transfer full) */
PoplensProgramLinksKept *poplens_program_links_of (PoplensReport *report,
                                                   const PoplensPrograms *programs,
                                                   GCancellable *cancellable, GError **error);
void poplens_program_links_unref (PoplensProgramLinksKept *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinksKept, poplens_program_links_unref)

G_END_DECLS
