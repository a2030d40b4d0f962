/* Units of a pipeline (layers, or IPUs without layers), and the peaks of tiles if an IPU keeps only
 * some of its units (stages.h). Private to the analysis. */
#pragma once

#include "analysis/insights/stages.h"

G_BEGIN_DECLS

/* Special values of PoplensUnits.of_pair. */
#define POPLENS_UNIT_WHOLE G_MAXUINT32        /* every IPU needs all of these bytes */
#define POPLENS_UNIT_SCALED (G_MAXUINT32 - 1) /* bytes that grow with the steps on an IPU */

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
  guint32 *of_pair; /* [n_pairs] of PoplensTilesAlike: unit that the bytes belong to, or
                       POPLENS_UNIT_WHOLE or POPLENS_UNIT_SCALED */
  /* [n_ipus] factor in thousandths for the bytes of layers that move from this IPU to another.
   * load[0]: lower end of the range, load[1]: upper end. */
  guint32 *load[2];
} PoplensUnits;

PoplensUnits *poplens_units_new (const PoplensMoves *moves, guint32 tiles_per_ipu);
void poplens_units_free (PoplensUnits *self);

/* Peaks of the tiles of an IPU if the IPU keeps only the units [a, b). Such a range of units is a
 * run. */
typedef struct {
  guint32 n;     /* number of units of the IPU */
  guint32 *row;  /* by tile number on the IPU: row in .peak and .own; G_MAXUINT32: no tile */
  guint64 *peak; /* by row, then run (poplens_stage_run ()): peak of the tile in bytes */
  guint64 *own;  /* by row, then run: always-live bytes of the units in the run */
} PoplensStagePieces;

#define poplens_stage_n_runs(n) ((n) * ((n) + 1) / 2)
/* Index of the run [@a, @b) among all runs of @n units; @a < @b. */
#define poplens_stage_run(n, a, b) ((a) * (n) - (a) * ((a) -1) / 2 + (b) - (a) -1)

/* Computes the peaks of the tiles of @ipu, by run. (transfer full) (nullable): NULL only if
 * cancelled */
PoplensStagePieces *poplens_stage_pieces_new (const PoplensUnits *units, const PoplensWhatIf *what,
                                              guint32 ipu, GCancellable *cancellable);
void poplens_stage_pieces_free (PoplensStagePieces *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensUnits, poplens_units_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStagePieces, poplens_stage_pieces_free)

G_END_DECLS
