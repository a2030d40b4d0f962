/* Units (layers, or IPUs without layers), and the peaks of the tiles of an IPU that has only some
 * neighbouring units (stages.h). Private to the analysis. */
#pragma once

#include "analysis/insights/stages.h"

G_BEGIN_DECLS

/* Values of PoplensUnits.of_pair for bytes that belong to no unit. */
#define POPLENS_UNIT_WHOLE G_MAXUINT32        /* every IPU has all of these bytes */
#define POPLENS_UNIT_SCALED (G_MAXUINT32 - 1) /* bytes on an IPU grow with its number of steps */

typedef struct {
  gboolean is_layer; /* TRUE: a numbered layer; FALSE: an IPU that has no such layers */
  guint32 ipu;       /* home of the unit: the IPU with more than half of the bytes of the unit */
  guint32 from;      /* first step of the layer; 0 for an IPU */
  guint32 steps;     /* number of steps of the unit in the forward and the backward pass */
} PoplensUnit;

typedef struct {
  guint32 n_ipus, tiles_per_ipu;
  GArray *units;    /* PoplensUnit, sorted by home; empty: units are unknown */
  guint32 *first;   /* [n_ipus + 1] IPU i is home to units first[i] … first[i + 1] − 1 */
  guint32 others;   /* number of steps that belong to no layer, such as updates; at least 1 */
  guint32 *of_pair; /* by pair of PoplensTilesAlike: unit of its bytes, POPLENS_UNIT_WHOLE or
                       POPLENS_UNIT_SCALED */
  /* By home of a layer: bytes that the layer could have on another IPU, in thousandths of its bytes
   * today. load[0]: if it is as small as the smallest similar layers; load[1]: as large as the
   * largest. */
  guint32 *load[2];
} PoplensUnits;

PoplensUnits *poplens_units_new (const PoplensMoves *moves, guint32 tiles_per_ipu);
void poplens_units_free (PoplensUnits *self);

/* Peaks of the tiles of an IPU, for each run of neighbouring units of this IPU. */
typedef struct {
  guint32 n;     /* number of units of the IPU */
  guint32 *row;  /* by tile number on the IPU: row of .peak and .own; G_MAXUINT32: no tile */
  guint64 *peak; /* by row, then by run (poplens_stage_run ()): bytes at the peak */
  guint64 *own;  /* by row, then by run: always-live bytes of the units of the run */
} PoplensStagePieces;

#define poplens_stage_n_runs(n) ((n) * ((n) + 1) / 2)
/* Index of the run of units @a … @b − 1 among the runs of @n units; @a < @b. */
#define poplens_stage_run(n, a, b) ((a) * (n) - (a) * ((a) -1) / 2 + (b) - (a) -1)

/* Computes the peaks of the tiles of @ipu. NULL only if cancelled. (transfer full) (nullable) */
PoplensStagePieces *poplens_stage_pieces_new (const PoplensUnits *units, const PoplensWhatIf *what,
                                              guint32 ipu, GCancellable *cancellable);
void poplens_stage_pieces_free (PoplensStagePieces *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensUnits, poplens_units_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStagePieces, poplens_stage_pieces_free)

G_END_DECLS
