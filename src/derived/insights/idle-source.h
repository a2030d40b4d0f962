/* Finds memory that is live on a tile, but not used at a step. For each live variable, finds the
 * last use before the step, and the next use. */
#pragma once

#include "analysis/liveness/idle.h"
#include "analysis/memory/kinds.h"
#include "base/format.h"
#include "model/location.h"
#include "model/slices.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTileVariable *variable; /* owned by PoplensIdleAnswer.slice */
  PoplensKind kind;                    /* POPLENS_N_KINDS: unknown */
  gboolean is_always_live;
  PoplensIdle idle;
} PoplensIdleVariable;

typedef struct {
  guint32 tile, step;
  gboolean is_worst, is_peak; /* is_worst: the tile has the largest need of all tiles; is_peak: the
                                 step is the tile's peak */
  gboolean is_measured;
  /* PoplensIdleVariable: sorted by bytes × idle steps (largest first), then by bytes (largest
   * first), then by id */
  GArray *variables;
  guint64 live;                  /* sum of the bytes of .variables */
  guint64 bytes[POPLENS_N_USES]; /* [POPLENS_N_USES] the bytes of .live by kind of use */
  PoplensSlice *slice;           /* owns the variables and their names */
} PoplensIdleAnswer;

/* Finds the idle memory of one tile: of the tiles that @location (nullable) selects, the tile with
 * the largest need. The step is the first one in @location, else the tile's peak. FALSE with ABSENT
 * if the report lacks liveness, memory, variables, programs, vertices or exchanges; USAGE if the
 * report has no such tile or step. Cost: a pass over the variables of all compute sets and over all
 * regions of exchanges. */
gboolean poplens_report_idle (PoplensReport *report, const PoplensLocation *location,
                              PoplensIdleAnswer *answer, GCancellable *cancellable, GError **error);
void poplens_idle_answer_clear (PoplensIdleAnswer *self);
/* Returns "Tile 287, the fullest, at its peak step 1225: 55.6 KiB of 1.06 MiB live are used here,
 * …" (transfer full) */
char *poplens_idle_sentence (const PoplensIdleAnswer *self, PoplensByteUnit unit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensIdleAnswer, poplens_idle_answer_clear)

G_END_DECLS
