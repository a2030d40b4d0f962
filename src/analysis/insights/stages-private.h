/* Units of layers, and what each run of them needs on an IPU of its own. Private to the analysis.
 */
#pragma once

#include "analysis/insights/stages.h"

G_BEGIN_DECLS

/* Where the bytes of a pair go that are of no unit. */
#define POPLENS_UNIT_WHOLE G_MAXUINT32        /* on every IPU as they are */
#define POPLENS_UNIT_SCALED (G_MAXUINT32 - 1) /* by the part of the steps */

typedef struct {
  gboolean is_layer; /* else an IPU without numbered layers */
  guint32 ipu;       /* its home */
  guint32 from;      /* first step; of an IPU none */
  guint32 steps;     /* of the forward and the backward pass that are of it */
} PoplensUnit;

typedef struct {
  guint32 n_ipus, tiles_per_ipu;
  GArray *units;    /* PoplensUnit, by home; empty: none are known */
  guint32 *first;   /* n_ipus + 1: IPU i is home to units first[i] … first[i + 1] */
  guint32 others;   /* steps that are of no unit: of the update, without a name; > 0 */
  guint32 *of_pair; /* by pair of PoplensTilesAlike: its unit, WHOLE or SCALED */
  guint32 *load[2]; /* [n_ipus] thousandths: what layers of this home would need as dense as those
                     * of the IPU whose layers are alike and lie least or most densely */
} PoplensUnits;

PoplensUnits *poplens_units_new (const PoplensMoves *moves, guint32 tiles_per_ipu);
void poplens_units_free (PoplensUnits *self);

/* The peaks of the tiles of an IPU with each run of its units. */
typedef struct {
  guint32 n;     /* units */
  guint32 *row;  /* by number of the tile on the IPU */
  guint64 *peak; /* by row, then run (poplens_stage_run()): bytes */
  guint64 *own;  /* the same: always-live bytes of the units of the run alone */
} PoplensStagePieces;

#define poplens_stage_n_runs(n) ((n) * ((n) + 1) / 2)
/* The place of the run of units @a … @b − 1 among those of @n units; @a < @b. */
#define poplens_stage_run(n, a, b) ((a) * (n) - (a) * ((a) -1) / 2 + (b) - (a) -1)

/* NULL only where @cancellable was cancelled. (transfer full) */
PoplensStagePieces *poplens_stage_pieces_new (const PoplensUnits *units, const PoplensWhatIf *what,
                                              guint32 ipu, GCancellable *cancellable);
void poplens_stage_pieces_free (PoplensStagePieces *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensUnits, poplens_units_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStagePieces, poplens_stage_pieces_free)

G_END_DECLS
