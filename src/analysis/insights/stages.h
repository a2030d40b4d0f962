/* On how many IPUs a model fits if its layers move: an estimate from the report of the layers as
 * they are placed now.
 *
 * Units are the numbered layers (name-parts.h), of those at several depths of a path the depth
 * with most steps, in the order of their forward pass, each at home on the IPU that has more than
 * half of its bytes; an IPU that is home to none is a unit of its own. What is of another layer
 * goes with the unit before it in the forward pass, else with the first; without a layer, what
 * comes and goes with the layer at work when it comes, and what is always live with the first unit
 * or the last where it is on that IPU alone. A stage is a run of units on an IPU of its own. Its
 * tile holds what the tile of the same number holds of these units; code, exchange buffers and
 * vertex state without a name by the part of the IPU's steps that are of these units or of none;
 * the rest whole. Its peak is that over all steps. A stage
 * from several IPUs adds their peaks as if at one step, and what is whole once for each.
 *
 * So a stage that is all of an IPU needs what it needs now. Layers that move are another matter: an
 * estimate is a range. Its least: bytes as dense as on the IPU whose layers are alike and smallest,
 * or a fifth less dense if there is no other IPU to compare with; of several IPUs what comes and
 * goes on one of them alone, and what is whole once. Its most: as dense as on the IPU with the
 * largest layers. Packing and gaps are the least and the most that any tile has now, as those of a
 * new layout are not those of the tile. Both with the error of the method. Not known: copies
 * between new stages, activations that a longer pipeline keeps for more micro-batches. */
#pragma once

#include "analysis/insights/moves.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_FITS,         /* the pessimistic end of the range does */
  POPLENS_MAY_FIT,      /* the optimistic one does */
  POPLENS_DOES_NOT_FIT, /* neither */
} PoplensFitVerdict;

/* "yes", "may", "no" */
const char *poplens_fit_verdict_key (PoplensFitVerdict verdict);

/* The layers over so many IPUs, placed so that the fullest tile needs least; of equal placements
 * the one with the least sum of squares of what the fullest tile of each IPU needs, which is the
 * most even. [2]: by PoplensEstimate. */
typedef struct {
  guint32 n_ipus;
  guint32 *first;         /* [n_ipus + 1] units: IPU i has units first[i] … first[i + 1] */
  guint32 *layers;        /* [n_ipus] numbered layers of each */
  gboolean is_current;    /* they are where they are today */
  guint32 n_mixed;        /* IPUs with layers of several of today */
  guint64 worst_bytes[2]; /* what the tile that needs most needs */
  guint32 worst_tile[2];  /* the first of these, numbered over the new IPUs */
  guint32 tiles_over[2];  /* live bytes alone do not fit */
  guint32 tiles_tight[2]; /* do not fit with the packing and gaps of today */
  guint64 excess[2];      /* Σ over the tiles of what they need beyond their capacity */
} PoplensStagePlan;

typedef struct {
  guint32 n_ipus; /* today */
  guint32 tiles_per_ipu;
  guint32 n_layers; /* numbered ones; 0: none is known, and nothing else here is */
  guint32 least;    /* IPUs that the bytes live at the peaks take at least */
  GPtrArray *plans; /* PoplensStagePlan, from `least` to twice as many IPUs as today, as far as
                     * there are units; one each */
  const PoplensStagePlan *best; /* the first that fits, else the first that may, else the one
                                 * whose fullest tile needs least; NULL where there is none */
  guint64 *saving[2]; /* of `best`, by place in memory->tile: bytes that the peak of a tile falls
                       * by on the IPU of its layers where the peak is highest */
} PoplensStages;

/* @tiles_per_ipu: 0 where it is not known. Nothing is known either where layers are not each on an
 * IPU, one IPU after the other, or the capacity is not recorded. Cost: of each kind of tile its
 * events × the runs of units of its IPU. NULL only where @cancellable was cancelled. (transfer
 * full) */
PoplensStages *poplens_stages_new (const PoplensMoves *moves, const PoplensMemory *memory,
                                   guint32 tiles_per_ipu, GCancellable *cancellable);
void poplens_stages_free (PoplensStages *self); /* NULL is fine */

/* Whether every tile fits, with the packing and gaps of today. */
PoplensFitVerdict poplens_stage_plan_verdict (const PoplensStagePlan *plan);
/* "3, 3, 4, 2": numbered layers by IPU. (transfer full) */
char *poplens_stage_plan_layers (const PoplensStagePlan *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStages, poplens_stages_free)

G_END_DECLS
