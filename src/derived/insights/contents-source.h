/* Computes what fills the tiles that a location selects, for one report or two, or at two steps. */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "derived/insights/kinds-source.h"
#include "model/location.h"

G_BEGIN_DECLS

/* Tiles and step of one side of the contents. */
typedef struct {
  char *scope;     /* "tile 287, the fullest", "IPU 1", "all tiles" */
  guint32 n_tiles; /* number of tiles */
  guint32 tile;    /* number of the tile if it is only one; else G_MAXUINT32 */
  /* step of the side; POPLENS_NO_STEP: each tile at its own peak, even if the user named the step
   * of the peak */
  guint32 step;
  guint32 at;       /* .step or, if that is POPLENS_NO_STEP, the peak step of a single tile; else
                       POPLENS_NO_STEP */
  guint64 capacity; /* bytes of memory of a tile; 0: unknown */
  guint32 replicas; /* number of replicas with the same contents, including this one */
} PoplensContentsScope;

typedef struct {
  PoplensTileContents *contents;
  PoplensContentsScope of[POPLENS_CONTENTS_SIDES]; /* [contents->n_sides] scope of each side */
  /* number of steps that the location names; only the first two are used */
  guint32 n_steps;
} PoplensContentsAnswer;

/* Computes the contents of tiles. They are selected as on the Liveness page, but if the location
 * names none ("tile", "ipu", "replica", "scope"), the tile with the largest need. Steps are named
 * by "step": without one each tile is at its own peak, two are two sides. "by": "kind" or "layer".
 * FALSE with ABSENT as poplens_report_kinds (), USAGE, or another error. */
gboolean poplens_report_contents (PoplensReport *report, const PoplensLocation *location,
                                  PoplensContentsAnswer *answer, GCancellable *cancellable,
                                  GError **error);
/* Computes the contents of two reports, one for each side, at the first of the named steps.
 * Variables with the same kind and name are one row. */
gboolean poplens_reports_contents (PoplensReport *const reports[POPLENS_CONTENTS_SIDES],
                                   const PoplensLocation *location, PoplensContentsAnswer *answer,
                                   GCancellable *cancellable, GError **error);
void poplens_contents_answer_clear (PoplensContentsAnswer *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensContentsAnswer, poplens_contents_answer_clear)

G_END_DECLS
