/* Units of layers, and what each run of units needs on an IPU of its own. Private to the
 * analysis. */
#pragma once

#include "analysis/insights/stages.h"

G_BEGIN_DECLS

/* Values in place of a unit, for bytes that belong to none. */
#define POPLENS_UNIT_WHOLE G_MAXUINT32        /* on every IPU, as they are */
#define POPLENS_UNIT_SCALED (G_MAXUINT32 - 1) /* in proportion to the steps */

typedef struct {
  gboolean is_layer; /* FALSE: an IPU without numbered layers */
  guint32 ipu;       /* its home */
  guint32 from;      /* first step; 0 for an IPU */
  guint32 steps;     /* number of its steps in the forward and the backward pass */
} PoplensUnit;

typedef struct {
  guint32 n_ipus, tiles_per_ipu;
  GArray *units;    /* PoplensUnit, by home; empty: unknown */
  guint32 *first;   /* [n_ipus + 1] IPU i is home to units first[i] … first[i + 1] − 1 */
  guint32 others;   /* number of steps of no unit (of the update, or without a name); at least 1 */
  guint32 *of_pair; /* by pair of PoplensTilesAlike: its unit, POPLENS_UNIT_WHOLE or
                       POPLENS_UNIT_SCALED */
  guint32 *load[2]; /* [n_ipus] thousandths of their bytes that layers of this home would take if
                       they were as small, or as large, as the similar layers of any IPU */
} PoplensUnits;

PoplensUnits *poplens_units_new (const PoplensMoves *moves, guint32 tiles_per_ipu);
void poplens_units_free (PoplensUnits *self);

/* Peaks of the tiles of an IPU, for each run of its units. */
typedef struct {
  guint32 n;     /* number of units */
  guint32 *row;  /* by number of the tile on the IPU: its row; G_MAXUINT32: no such tile */
  guint64 *peak; /* by row, then run (poplens_stage_run ()): bytes at the peak */
  guint64 *own;  /* likewise: always-live bytes of the units of the run alone */
} PoplensStagePieces;

#define poplens_stage_n_runs(n) ((n) * ((n) + 1) / 2)
/* Index of the run of units @a … @b − 1 among the runs of @n units; @a < @b. */
#define poplens_stage_run(n, a, b) ((a) * (n) - (a) * ((a) -1) / 2 + (b) - (a) -1)

/* Computes the peaks of the tiles of @ipu. NULL only if cancelled. (transfer full) (nullable) */
PoplensStagePieces *poplens_stage_pieces_new (const PoplensUnits *units, const PoplensWhatIf *what,
                                              guint32 ipu, GCancellable *cancellable);
void poplens_stage_pieces_free (PoplensStagePieces *self); /* NULL is allowed */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensUnits, poplens_units_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStagePieces, poplens_stage_pieces_free)

G_END_DECLS
