/* What executed steps add up to by program. Private to the tables. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_NEVER_EXECUTED G_MAXUINT32

/* By row of the part of programs; the last element, [n], is of steps without a program, or with one
 * that the file lacks. Reference counted and immutable. */
typedef struct {
  guint32 n;
  guint32 *executed;    /* [n + 1] executed steps */
  guint32 *first;       /* [n + 1] row of the first of them; POPLENS_NEVER_EXECUTED */
  guint64 *tile_cycles; /* [n + 1] Σ over tiles, IPUs and executions */
  guint64 *cycles;      /* [n + 1] of the longest tile of each IPU, Σ over IPUs and executions */
} PoplensProgramSums;

/* Made once and kept with the report. NULL with an error: ABSENT where nothing ran, or there are no
 * programs. (transfer full) */
PoplensProgramSums *poplens_program_sums_get (PoplensReport *report, GCancellable *cancellable,
                                              GError **error);
void poplens_program_sums_unref (PoplensProgramSums *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramSums, poplens_program_sums_unref)

G_END_DECLS
