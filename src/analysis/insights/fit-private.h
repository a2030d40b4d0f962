/* What a fit is made from. Private to the analysis. */
#pragma once

#include "analysis/insights/fit.h"

G_BEGIN_DECLS

/* A change that is known, and by which options the frameworks make it. */
typedef struct {
  const char *key, *title; /* of one that is offered for something: up to the "=", and with "%s" */
  gboolean is_offered;     /* for a variable, an operation, or where there is no such thing yet */
  PoplensChangeKind kind;  /* of one that is offered */
  guint error[POPLENS_N_ESTIMATES]; /* thousandths that a build can need less, and more */
  guint cost;
  gboolean is_bound;
  const char *options[6];
  const char *about[5]; /* causes that it is about, by key; NULL behind the last */
  const char *note;     /* which a reader of the saving has to know */
  const char *told_by;  /* key of another finding that tells of it; NULL: none */
} PoplensFitKnown;

#define POPLENS_FIT_STAGES "stages" /* the key of layers on other IPUs */

/* Adds the error of the change of this key to that of a set: the most below, all of them above. */
void poplens_fit_add_error (const char *key, guint error[POPLENS_N_ESTIMATES]);
/* An end of the range of what a tile has live and needs, by an evaluation with that estimate. */
void poplens_fit_ends (const PoplensWhatIfTile *tile, guint64 capacity, const guint *error,
                       PoplensEstimate e, guint64 *live, guint64 *need);

typedef struct {
  PoplensFit *out;
  const PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  const PoplensMemory *memory;
  PoplensWhatIfFacts facts;
  const guint64 *outlined; /* by position of the memory's tiles; NULL: not known */
  GCancellable *cancellable;
  PoplensWhatIfResult *now;
  const PoplensWhatIfTile *worst; /* of `now`; NULL where there is no tile */
} FitMaker;

/* NULL only where it was cancelled. (transfer full) */
PoplensWhatIfResult *poplens_fit_evaluate (const FitMaker *self, const GPtrArray *changes,
                                           PoplensEstimate estimate);
guint64 poplens_fit_excess (const PoplensWhatIfResult *result, guint64 capacity);
/* The tile with the largest need; NULL where there is none. */
const PoplensWhatIfTile *poplens_fit_worst (const PoplensWhatIfResult *result);
/* Bytes of a tile that are gaps, or that packing adds to its peak; @position: of the tile in `now`.
 */
guint64 poplens_fit_layout_bytes (const FitMaker *self, guint32 position, gboolean packing);
/* All tiles without a kind of variable; NULL only where it was cancelled. (transfer full) */
PoplensWhatIfResult *poplens_fit_without_kind (const FitMaker *self, const char *kind);
/* Bytes of packing that go with the kind that @tile, at @position, is without. */
guint64 poplens_fit_packing_less (const FitMaker *self, guint32 position,
                                  const PoplensWhatIfTile *tile);
/* The change of @kind for what it would do most for; NULL: for nothing. Causes have to be known.
 * (transfer full) */
PoplensChange *poplens_fit_offer (const FitMaker *self, PoplensChangeKind kind);
/* FALSE only where it was cancelled. */
gboolean poplens_fit_add_changes (FitMaker *self);
void poplens_fit_change_free (gpointer change);
guint64 poplens_fit_median (GArray *savings); /* guint64; sorts it. 0 of none */
/* What the layers on other IPUs do; FALSE, and nothing is set, where that leaves no less excess. */
gboolean poplens_fit_take_stages (const FitMaker *self, PoplensFitChange *out);

G_END_DECLS
