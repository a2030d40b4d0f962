/* Estimates on how many IPUs a model fits if its layers move, from the report of the layers as they
 * are placed now.
 *
 * Units are the numbered layers (name-parts.h; if there are any at several depths of a path, those
 * at the depth with the most steps), in the order of their forward pass. Each is at home on the IPU
 * that has more than half of its bytes; an IPU that is home to none is a unit of its own. Bytes of
 * another layer go with the unit before it in the forward pass, else with the first unit. Bytes
 * without a layer go with the layer that is computed when they are born; if they are always live,
 * with the first or the last unit if they are on that unit's IPU alone. A stage is a run of units
 * on an IPU of its own. Its tile holds what the tile of the same number holds of these units; code,
 * exchange buffers and vertex state without a name in proportion to the IPU's steps that are of
 * these units or of none; and everything else whole. Its peak is that over all steps. A stage from
 * several IPUs adds their peaks as if they were at one step, and what is whole once for each.
 *
 * So a stage that is all of an IPU needs what it needs now. If layers move, the estimate is a
 * range. Least: layers take as few bytes as on the IPU with the smallest similar layers, or a fifth
 * less than now if no other IPU has similar ones; if a stage is from several IPUs, what comes and
 * goes counts on one of them alone, and what is whole once. Most: layers take as many bytes as on
 * the IPU with the largest similar layers. Packing and gaps are the least and the most that any
 * tile has now, as a new layout has others than the tile. Both ends include the error of the
 * method. Not estimated: copies between new stages, and activations that a longer pipeline keeps
 * for more micro-batches. */
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

/* The layers on .n_ipus IPUs, placed so that the fullest tile needs least; of equal placements the
 * most even one, which has the least sum of squares of what the fullest tile of each IPU needs.
 * Arrays of two are by PoplensEstimate. */
typedef struct {
  guint32 n_ipus;
  guint32 *first;         /* [n_ipus + 1] IPU i gets units first[i] … first[i + 1] − 1 */
  guint32 *layers;        /* [n_ipus] number of numbered layers on the IPU */
  gboolean is_current;    /* TRUE: the layers are where they are today */
  guint32 n_mixed;        /* number of IPUs with layers that are on several IPUs today */
  guint64 worst_bytes[2]; /* need of the tile that needs most, in bytes */
  guint32 worst_tile[2]; /* tile that needs most, counted over the new IPUs; of several the first */
  guint32 tiles_over[2]; /* tiles whose live bytes alone do not fit */
  guint32
      tiles_tight[2]; /* tiles whose live bytes fit, but not with the packing and gaps of today */
  guint64 excess[2];  /* sum over the tiles of the bytes that they need beyond their capacity */
} PoplensStagePlan;

typedef struct {
  guint32 n_ipus; /* number of IPUs today */
  guint32 tiles_per_ipu;
  guint32 n_layers; /* number of numbered layers; 0: no layers are known, and all other fields are
                       empty */
  guint32 least;    /* fewest IPUs that can hold the live bytes at the peaks */
  GPtrArray *plans; /* PoplensStagePlan, one for each number of IPUs: from .least to twice that of
                       today, but at most as many as there are units */
  /* (nullable): the first plan that fits, else the first that may fit, else the one whose fullest
   * tile needs least; NULL: there is none */
  const PoplensStagePlan *best;
  guint64 *saving[2]; /* by position in memory->tile: bytes by which .best lowers the peak of the
                         tile; if its layers go to several IPUs, the highest peak there counts */
} PoplensStages;

/* Computes the plans. @tiles_per_ipu: 0: unknown. There are no plans if a layer is on several IPUs,
 * if layers are not in the order of the IPUs, or if the capacity is not recorded. Takes time in
 * proportion to the events of each kind of tile × the runs of units of its IPU. NULL only if
 * cancelled. (transfer full) (nullable) */
PoplensStages *poplens_stages_new (const PoplensMoves *moves, const PoplensMemory *memory,
                                   guint32 tiles_per_ipu, GCancellable *cancellable);
void poplens_stages_free (PoplensStages *self); /* @self: (nullable) */

/* Returns whether every tile fits, with the packing and gaps of today. */
PoplensFitVerdict poplens_stage_plan_verdict (const PoplensStagePlan *plan);
/* Returns the number of numbered layers on each IPU: "3, 3, 4, 2". (transfer full) */
char *poplens_stage_plan_layers (const PoplensStagePlan *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStages, poplens_stages_free)

G_END_DECLS
