/* Estimates on how many IPUs a model fits if its layers move to other IPUs.
 *
 * A unit is a numbered layer (name-parts.h), or an IPU without such layers. A stage is an IPU with
 * some neighbouring units. The tiles that have the units today give the estimate for a tile of a
 * stage. The estimate is a range, because layers can be smaller or larger on another IPU. Packing
 * and gaps can be as on any tile. Two effects are not estimated: copies between new stages, and
 * activations that a longer pipeline keeps for more micro-batches. */
#pragma once

#include "analysis/insights/moves.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_FITS,         /* the pessimistic estimate fits, too */
  POPLENS_MAY_FIT,      /* only the optimistic estimate fits */
  POPLENS_DOES_NOT_FIT, /* neither estimate fits */
} PoplensFitVerdict;

/* Returns "yes", "may" or "no". Static. */
const char *poplens_fit_verdict_key (PoplensFitVerdict verdict);

/* The best distribution of the layers to .n_ipus IPUs: the one whose fullest tile needs least.
 * Arrays of two are by PoplensEstimate. */
typedef struct {
  guint32 n_ipus;
  guint32 *first;         /* [n_ipus + 1] IPU i gets units first[i] … first[i + 1] − 1 */
  guint32 *layers;        /* [n_ipus] number of numbered layers on the IPU */
  gboolean is_current;    /* TRUE: the layers are where they are today */
  guint32 n_mixed;        /* number of new IPUs whose layers are on several IPUs today */
  guint64 worst_bytes[2]; /* need of the tile that needs most, in bytes */
  guint32 worst_tile[2];  /* number of the tile that needs most on the new IPUs; if several are
                             equal, the first */
  guint32 tiles_over[2];  /* tiles whose live bytes alone do not fit */
  guint32 tiles_tight[2]; /* tiles whose live bytes fit, but not with packing and gaps */
  guint64 excess[2];      /* sum over the tiles of the bytes that they need beyond their memory */
} PoplensStagePlan;

typedef struct {
  guint32 n_ipus; /* number of IPUs today */
  guint32 tiles_per_ipu;
  guint32 n_layers; /* number of numbered layers; 0: unknown, so there are no plans */
  guint32 least;    /* fewest IPUs that can hold the live bytes at the peaks */
  GPtrArray *plans; /* PoplensStagePlan, by number of IPUs: from .least up to 2 × .n_ipus, but at
                       most the number of units */
  /* (nullable): the best plan: one that surely fits, else one that may fit, else the one whose
   * fullest tile needs least. NULL: there are no plans. */
  const PoplensStagePlan *best;
  guint64 *saving[2]; /* by position in memory->tile: bytes that .best saves at the peak */
} PoplensStages;

/* Computes the plans. There are none if no IPU has most of a layer, if layers are not in the order
 * of the IPUs, or if the memory of a tile is unknown. @tiles_per_ipu: 0: unknown, so there are no
 * plans. (transfer full) (nullable): NULL only if cancelled */
PoplensStages *poplens_stages_new (const PoplensMoves *moves, const PoplensMemory *memory,
                                   guint32 tiles_per_ipu, GCancellable *cancellable);
void poplens_stages_free (PoplensStages *self); /* @self: (nullable) */

/* Returns whether every tile fits, with the packing and gaps of today. */
PoplensFitVerdict poplens_stage_plan_verdict (const PoplensStagePlan *plan);
/* Returns the number of numbered layers on each IPU: "3, 3, 4, 2". (transfer full) */
char *poplens_stage_plan_layers (const PoplensStagePlan *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStages, poplens_stages_free)

G_END_DECLS
