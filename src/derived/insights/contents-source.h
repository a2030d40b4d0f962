/* Computes what fills the tiles that a location selects: in one report, at two steps of a report,
 * or in two reports. */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "derived/insights/kinds-source.h"
#include "model/location.h"

G_BEGIN_DECLS

/* Tiles and step of one side of the contents. */
typedef struct {
  char *scope; /* for example "tile 287, the fullest", "IPU 1" or "all tiles" */
  guint32 n_tiles;
  guint32 tile; /* number of the tile; G_MAXUINT32 if there are several tiles */
  /* step of the side; POPLENS_NO_STEP: each tile is at its own peak (also if the user named the
   * peak step of a single tile) */
  guint32 step;
  guint32 at;       /* same as .step, but for a single tile at its peak: the step of the peak */
  guint64 capacity; /* bytes of memory of a tile; 0: unknown */
  guint32 replicas; /* number of replicas with the same contents, including this one */
} PoplensContentsScope;

typedef struct {
  PoplensTileContents *contents;
  PoplensContentsScope of[POPLENS_CONTENTS_SIDES]; /* [contents->n_sides] scope of each side */
  /* number of steps in the location; only the first two are used */
  guint32 n_steps;
} PoplensContentsAnswer;

/* Computes the contents of the tiles that @location selects, by default of the tile with the
 * largest need. Without the key "step" each tile is at its own peak; with two steps there are two
 * sides. The key "by" is "kind" or "layer". FALSE with ABSENT as poplens_report_kinds (), USAGE, or
 * another error. */
gboolean poplens_report_contents (PoplensReport *report, const PoplensLocation *location,
                                  PoplensContentsAnswer *answer, GCancellable *cancellable,
                                  GError **error);
/* Computes the contents of two reports, one for each side. Only the first step in @location counts.
 * Variables with the same kind and name are one row. */
gboolean poplens_reports_contents (PoplensReport *const reports[POPLENS_CONTENTS_SIDES],
                                   const PoplensLocation *location, PoplensContentsAnswer *answer,
                                   GCancellable *cancellable, GError **error);
void poplens_contents_answer_clear (PoplensContentsAnswer *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensContentsAnswer, poplens_contents_answer_clear)

G_END_DECLS
