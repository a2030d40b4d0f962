/* State while a fit is computed, and functions that its files share. Private to the analysis. */
#pragma once

#include "analysis/insights/fit.h"

G_BEGIN_DECLS

/* A known change, and the framework options that make it. */
typedef struct {
  const char *key, *title; /* of an offered change: the key up to the "=", and a title with "%s" */
  /* TRUE: for a variable or an operation, or only if there is no such thing yet. */
  gboolean is_offered;
  PoplensChangeKind kind;           /* if .is_offered */
  guint error[POPLENS_N_ESTIMATES]; /* thousandths by which a build can need less, and more */
  guint cost;
  gboolean is_bound;
  const char *options[6];
  const char *about[5]; /* NULL-terminated: keys of the causes that it is about */
  const char *note;     /* (nullable): a sentence that qualifies the saving */
  const char *told_by;  /* (nullable): key of another finding that reports it */
} PoplensFitKnown;

#define POPLENS_FIT_STAGES "stages" /* the key of layers on other IPUs */

/* Adds the error of the change with this key to that of a set. The largest error downwards counts,
 * and the sum of errors upwards. */
void poplens_fit_add_error (const char *key, guint error[POPLENS_N_ESTIMATES]);
/* Computes an end of the range of what a tile has live and needs, from its evaluation with that
 * estimate. */
void poplens_fit_ends (const PoplensWhatIfTile *tile, guint64 capacity, const guint *error,
                       PoplensEstimate e, guint64 *live, guint64 *need);

typedef struct {
  PoplensFit *out;
  const PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  const PoplensMemory *memory;
  PoplensWhatIfFacts facts;
  const guint64 *outlined; /* (nullable): by position of the memory's tiles; NULL: unknown */
  GCancellable *cancellable;
  PoplensWhatIfResult *now;
  const PoplensWhatIfTile *worst; /* (nullable): of .now; NULL: there is no tile */
} FitMaker;

/* Evaluates the changes on all tiles. (transfer full) (nullable): NULL only if cancelled */
PoplensWhatIfResult *poplens_fit_evaluate (const FitMaker *self, const GPtrArray *changes,
                                           PoplensEstimate estimate);
guint64 poplens_fit_excess (const PoplensWhatIfResult *result, guint64 capacity);
/* Returns the tile with the largest need. (transfer none) (nullable): NULL: there is no tile */
const PoplensWhatIfTile *poplens_fit_worst (const PoplensWhatIfResult *result);
/* Returns the gaps of a tile in bytes or, with @packing, what packing adds to its peak. @position:
 * of the tile in .now */
guint64 poplens_fit_layout_bytes (const FitMaker *self, guint32 position, gboolean packing);
/* Evaluates all tiles without a kind of variable. (transfer full) (nullable): NULL only if
 * cancelled */
PoplensWhatIfResult *poplens_fit_without_kind (const FitMaker *self, const char *kind);
/* Returns the bytes of packing that go away with a kind. @tile: the tile at @position, evaluated
 * without that kind */
guint64 poplens_fit_packing_less (const FitMaker *self, guint32 position,
                                  const PoplensWhatIfTile *tile);
/* Returns the change of @kind for the variable or operation that it would reduce most. Causes must
 * be computed before. (transfer full) (nullable): NULL: there is none */
PoplensChange *poplens_fit_offer (const FitMaker *self, PoplensChangeKind kind);
/* Adds all changes. FALSE only if cancelled. */
gboolean poplens_fit_add_changes (FitMaker *self);
void poplens_fit_change_free (gpointer change);
guint64 poplens_fit_median (GArray *savings); /* @savings: guint64; sorted here. 0 if empty */
/* Sets the effect of layers on other IPUs. FALSE, and sets nothing, if the excess does not become
 * less. */
gboolean poplens_fit_take_stages (const FitMaker *self, PoplensFitChange *out);

G_END_DECLS
