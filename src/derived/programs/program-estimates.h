/* What the compiler estimates that each program takes. Private to the tables. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

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

G_END_DECLS
