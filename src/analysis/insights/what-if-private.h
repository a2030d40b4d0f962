/* The inside of what-if: what an evaluation asks for, as factors of each group of variables and
 * other lifetimes. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks-order.h"

G_BEGIN_DECLS

struct _PoplensWhatIf {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
  guint64 capacity;
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

/* What becomes of each group on the tiles that the same changes are about. */
typedef struct {
  gint64 *fixed;                 /* by group: millionths, but for SCALEs */
  gint64 *all;                   /* SCALEs too */
  guint8 *matched;               /* by a SCALE */
  guint32 *row;                  /* by pair: of the class, or of another lifetime */
  guint32 n_rows;                /* from liveness->n_classes on: none is always live */
  PoplensStepOrder *order;       /* of these rows; NULL: that of the report */
  PoplensWhatIfOutcome *outcome; /* by kind of tile (PoplensTilesAlike) */
} PoplensWhatIfFactors;

/* The changes of one evaluation, and the factors of each set of them that tiles ask for. */
typedef struct {
  const PoplensWhatIf *what;
  const GPtrArray *changes;
  PoplensWhatIfFacts facts;
  PoplensEstimate estimate;
  GPtrArray *matches; /* guint8 by group, of each change that scales */
  GHashTable *known;  /* set of changes, a bit each → PoplensWhatIfFactors */
  guint64 last_set;
  PoplensWhatIfFactors *last;
} PoplensWhatIfPlan;

/* @facts: (nullable). What is handed in outlives the plan. */
void poplens_what_if_plan_init (PoplensWhatIfPlan *self, const PoplensWhatIf *what,
                                const GPtrArray *changes, const PoplensWhatIfFacts *facts,
                                PoplensEstimate estimate);
void poplens_what_if_plan_clear (PoplensWhatIfPlan *self);
/* Of the changes that are about @tile. (transfer none): of the plan */
PoplensWhatIfFactors *poplens_what_if_plan_of_tile (PoplensWhatIfPlan *self, guint32 tile);
/* Groups that a SCALE matches. */
guint32 poplens_what_if_plan_count_matched (const PoplensWhatIfPlan *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensWhatIfPlan, poplens_what_if_plan_clear)

G_END_DECLS
