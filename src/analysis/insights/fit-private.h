/* State while a fit is computed, and functions that its files share. Private to the analysis. */
#pragma once

#include "analysis/insights/fit.h"

G_BEGIN_DECLS

/* A change that Poplens knows, and the framework options that make it. */
typedef struct {
  const char *key, *title; /* a complete key and title or, if .is_offered, a key without "=…" and a
                              title with "%s" */
  /* TRUE: poplens_fit_offer () creates the change, if the report has a use for it. FALSE: .key
   * alone defines the change. */
  gboolean is_offered;
  PoplensChangeKind kind;           /* kind of the change, if .is_offered */
  guint error[POPLENS_N_ESTIMATES]; /* thousandths by which a real build can need less (optimistic)
                                       or more (pessimistic) than estimated */
  guint cost;
  gboolean is_bound;
  const char *options[6];
  const char *about[5]; /* NULL-terminated: keys of the causes that the change reduces */
  const char *note;     /* (nullable): a sentence that qualifies the saving */
  const char *told_by;  /* (nullable): key of another finding that already reports the change */
} PoplensFitKnown;

#define POPLENS_FIT_STAGES "stages" /* key of the change that moves layers to other IPUs */

/* Adds the change @key to the error of a set of changes. The optimistic error of a set is the
 * largest error of its changes. The pessimistic error is the sum of their errors. @error: (inout):
 * error of the set */
void poplens_fit_add_error (const char *key, guint error[POPLENS_N_ESTIMATES]);
/* Adds the error to an estimate of @tile. Computes live bytes and need at the lower end of the
 * range (if @e is optimistic) or at its upper end (pessimistic). */
void poplens_fit_ends (const PoplensWhatIfTile *tile, guint64 capacity, const guint *error,
                       PoplensEstimate e, guint64 *live, guint64 *need);

typedef struct {
  PoplensFit *out;
  const PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  const PoplensMemory *memory;
  PoplensWhatIfFacts facts;
  const guint64 *outlined; /* (nullable): bytes that outlining could save, by position in
                              memory->tile; NULL: unknown */
  GCancellable *cancellable;
  PoplensWhatIfResult *now;
  const PoplensWhatIfTile
      *worst; /* (nullable): tile of .now with the largest need; NULL: there is no tile */
} FitMaker;

/* Evaluates the changes on all tiles. (transfer full) (nullable): NULL only if cancelled */
PoplensWhatIfResult *poplens_fit_evaluate (const FitMaker *self, const GPtrArray *changes,
                                           PoplensEstimate estimate);
guint64 poplens_fit_excess (const PoplensWhatIfResult *result, guint64 capacity);
/* Returns the tile with the largest need. (transfer none) (nullable): NULL: there is no tile */
const PoplensWhatIfTile *poplens_fit_worst (const PoplensWhatIfResult *result);
/* Returns the packing loss of a tile in bytes or, if @packing is FALSE, its gaps. @position:
 * position of the tile in .now */
guint64 poplens_fit_layout_bytes (const FitMaker *self, guint32 position, gboolean packing);
/* Evaluates all tiles without the variables of @kind. (transfer full) (nullable): NULL only if
 * cancelled */
PoplensWhatIfResult *poplens_fit_without_kind (const FitMaker *self, const char *kind);
/* Returns the bytes by which the packing loss of a tile shrinks without a kind of variable.
 * @position: position of the tile in .now. @tile: evaluation of the tile without the kind */
guint64 poplens_fit_packing_less (const FitMaker *self, guint32 position,
                                  const PoplensWhatIfTile *tile);
/* Creates a change of @kind for the variable or operation with which the change saves most. Causes
 * must be computed before. (transfer full) (nullable): NULL: there is none */
PoplensChange *poplens_fit_offer (const FitMaker *self, PoplensChangeKind kind);
/* Adds all changes that the report has variables for. FALSE only if cancelled. */
gboolean poplens_fit_add_changes (FitMaker *self);
void poplens_fit_change_free (gpointer change);
/* Returns the median, or 0 if @savings is empty. @savings: guint64; gets sorted */
guint64 poplens_fit_median (GArray *savings);
/* Sets the effect of moving layers to other IPUs. FALSE, and sets nothing, if the move does not
 * reduce the excess. */
gboolean poplens_fit_take_stages (const FitMaker *self, PoplensFitChange *out);

G_END_DECLS
