/* The inside of what-if: what an evaluation asks for, as factors of each group of variables and
 * other lifetimes. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks.h"

G_BEGIN_DECLS

struct _PoplensWhatIf {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
  guint64 capacity;
  guint32 tiles_per_ipu; /* 0: not known, then all are of one */
  PoplensTileBytes *bytes;
  PoplensTilesAlike *alike;
  GArray *ranges; /* PoplensClassRange, by class row */
  PoplensStepOrder *order;
  char **folded;          /* by group: its name for comparing; "" for none */
  PoplensWhatIfTile *now; /* by position of memory->tile: as the report is */
};

/* Where a tile is full: the least (capacity − fixed) / scaled over the steps. */
typedef struct {
  guint64 capacity;                  /* millionths of bytes, as all here */
  guint64 floor_fixed, floor_scaled; /* always live */
  guint64 room, scaled;              /* the least so far; scaled 0: none yet */
  gboolean over;                     /* what stays is too much alone */
} PoplensWhatIfFull;

/* What comes of the bytes of tiles that hold the same. */
typedef struct {
  gboolean is_known;
  guint32 step;
  guint64 live, always_live, matched; /* bytes */
  PoplensWhatIfFull full;
} PoplensWhatIfOutcome;

/* When each pair lives. */
typedef struct {
  guint32 *row;            /* by pair: of the class, or of another lifetime */
  guint32 n_rows;          /* from liveness->n_classes on: none is always live */
  PoplensStepOrder *order; /* of these rows; NULL: that of the report */
} PoplensWhatIfLife;

/* Of each set of moves that was asked for; of one thread. */
struct _PoplensWhatIfLives {
  GHashTable *known; /* moves, a bit each, and the estimate → PoplensWhatIfLife */
};

/* @set: moves, a bit each; @moves: (nullable): none. (transfer none) */
const PoplensWhatIfLife *poplens_what_if_lives_get (PoplensWhatIfLives *self,
                                                    const PoplensWhatIf *what,
                                                    const struct _PoplensMoves *moves, guint set,
                                                    PoplensEstimate estimate);

/* What becomes of each group on the tiles that the same changes are about. */
typedef struct {
  gint64 *fixed;     /* by pair: millionths, but for SCALEs */
  gint64 *all;       /* SCALEs too */
  guint8 *matched;   /* by pair: by a SCALE */
  GArray *spread;    /* PoplensPairBytes: on each tile in place of its own; NULL: none */
  guint8 *is_spread; /* by pair; NULL: none */
  const PoplensWhatIfLife *life;
  PoplensWhatIfOutcome *outcome; /* by kind of tile (PoplensTilesAlike) */
} PoplensWhatIfFactors;

/* The changes that are about a tile. */
typedef struct {
  guint64 changes; /* a bit each */
  guint32 ipu;     /* where it matters: something is spread over the IPU's tiles; else 0 */
} PoplensWhatIfSet;

/* The changes of one evaluation, and the factors of each set of them that tiles ask for. */
typedef struct {
  const PoplensWhatIf *what;
  const GPtrArray *changes;
  PoplensWhatIfFacts facts;
  PoplensEstimate estimate;
  GPtrArray *matches;        /* guint8 by group, of each change that scales */
  PoplensWhatIfLives *lives; /* of the facts, or the plan's own */
  GHashTable *known;         /* PoplensWhatIfSet → PoplensWhatIfFactors */
  PoplensWhatIfSet last_set;
  PoplensWhatIfFactors *last;
} PoplensWhatIfPlan;

/* @facts: (nullable). What is handed in outlives the plan. */
void poplens_what_if_plan_init (PoplensWhatIfPlan *self, const PoplensWhatIf *what,
                                const GPtrArray *changes, const PoplensWhatIfFacts *facts,
                                PoplensEstimate estimate);
void poplens_what_if_plan_clear (PoplensWhatIfPlan *self);
/* Of the changes that are about @tile. (transfer none): of the plan */
PoplensWhatIfFactors *poplens_what_if_plan_of_tile (PoplensWhatIfPlan *self, guint32 tile);

/* The factor of each pair for a change of sizes that needs to know what variables are for, in
 * millionths; NULL for other changes, and where @moves is NULL. (transfer full) */
gint64 *poplens_what_if_size_factors (const PoplensWhatIf *self, const PoplensChange *change,
                                      const struct _PoplensMoves *moves, PoplensEstimate estimate);

gboolean poplens_what_if_can_serialise (const char *operation); /* a framework can do it in parts */

guint32 poplens_what_if_ipu_of (const PoplensWhatIf *self, guint32 tile);
/* Adds to @out (PoplensPairBytes) each pair of the groups in @hit (by group) with the mean of its
 * bytes over the tiles of @ipu, rounded up. */
void poplens_what_if_spread (const PoplensWhatIf *self, const guint8 *hit, guint32 ipu,
                             GArray *out);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensWhatIfPlan, poplens_what_if_plan_clear)

G_END_DECLS
