/* What fills the tiles that a location asks for. */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "derived/insights/kinds-source.h"
#include "model/location.h"

G_BEGIN_DECLS

/* What a side is about. */
typedef struct {
  char *scope;      /* "tile 287, the fullest", "IPU 1", "all tiles" */
  guint32 n_tiles;  /* in it */
  guint32 tile;     /* where it is one; else G_MAXUINT32 */
  guint32 step;     /* POPLENS_NO_STEP: each tile at its own peak, also where that was named */
  guint32 at;       /* that step, or the peak step of the one tile; else POPLENS_NO_STEP */
  guint64 capacity; /* of a tile; 0: not known */
  guint32 replicas; /* that hold the same, of which this is one */
} PoplensContentsScope;

typedef struct {
  PoplensTileContents *contents;
  PoplensContentsScope of[POPLENS_CONTENTS_SIDES]; /* as many as the contents have */
  guint32 n_steps;                                 /* that were asked for; the first two count */
} PoplensContentsAnswer;

/* Tiles as Liveness has them, but where the location names none ("tile", "ipu", "replica",
 * "scope"), the tile with the largest need. Steps by "step": none is each tile at its own peak,
 * two are two sides. "by": "kind" or "layer". Errors: ABSENT as of poplens_report_kinds(); USAGE.
 */
gboolean poplens_report_contents (PoplensReport *report, const PoplensLocation *location,
                                  PoplensContentsAnswer *answer, GCancellable *cancellable,
                                  GError **error);
/* The same of two reports, at the first of the steps; variables of one kind and name are one. */
gboolean poplens_reports_contents (PoplensReport *const reports[POPLENS_CONTENTS_SIDES],
                                   const PoplensLocation *location, PoplensContentsAnswer *answer,
                                   GCancellable *cancellable, GError **error);
void poplens_contents_answer_clear (PoplensContentsAnswer *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensContentsAnswer, poplens_contents_answer_clear)

G_END_DECLS
