/* What is live on a tile without being used: its variables at a step, each with its last use before
 * and its next one after. */
#pragma once

#include "analysis/liveness/idle.h"
#include "analysis/memory/kinds.h"
#include "base/format.h"
#include "model/location.h"
#include "model/slices.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTileVariable *variable; /* of the slice */
  PoplensKind kind;                    /* POPLENS_N_KINDS: not known */
  gboolean is_always_live;
  PoplensIdle idle;
} PoplensIdleVariable;

typedef struct {
  guint32 tile, step;
  gboolean is_worst, is_peak; /* the tile has the largest need; the step is its peak */
  gboolean is_measured;       /* cycles are known */
  GArray
      *variables; /* PoplensIdleVariable: most bytes × steps first, then most bytes, then by id */
  guint64 live;   /* Σ of their bytes … */
  guint64 bytes[POPLENS_N_USES]; /* … and by use */
  PoplensSlice *slice;           /* names of the variables */
} PoplensIdleAnswer;

/* Of the tiles that @location (nullable) names, as Liveness has them, the one with the largest
 * need; at the first of the steps of its "step", else at the peak of that tile. Errors: ABSENT
 * where the report lacks liveness, memory, variables, programs, vertices or exchanges; USAGE where
 * the location names a tile or a step that is not there. Cost: a pass over the variables of all
 * compute sets and over all regions of exchanges. */
gboolean poplens_report_idle (PoplensReport *report, const PoplensLocation *location,
                              PoplensIdleAnswer *answer, GCancellable *cancellable, GError **error);
void poplens_idle_answer_clear (PoplensIdleAnswer *self);
/* "Tile 287, the fullest, at its peak step 1225: 55.6 KiB of 1.06 MiB live are used here, …"
 * (transfer full) */
char *poplens_idle_sentence (const PoplensIdleAnswer *self, PoplensByteUnit unit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensIdleAnswer, poplens_idle_answer_clear)

G_END_DECLS
