/* Internals of what-if: the changes of an evaluation as factors of each group of variables, and as
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
  guint32 tiles_per_ipu; /* 0: unknown, then all tiles are of one IPU */
  PoplensTileBytes *bytes;
  PoplensTilesAlike *alike;
  GArray *ranges; /* PoplensClassRange, by class row */
  PoplensStepOrder *order;
  char **folded;          /* by group: its case-folded name; "" for none */
  PoplensWhatIfTile *now; /* by position of memory->tile: the tiles as in the report */
};

/* Factor at which a tile is full: the least (capacity − fixed) / scaled over the steps. */
typedef struct {
  guint64 capacity;                  /* millionths of bytes, as all here */
  guint64 floor_fixed, floor_scaled; /* always-live bytes */
  guint64 room, scaled;              /* of the least ratio so far; .scaled 0: none yet */
  gboolean over;                     /* TRUE: the bytes that are not scaled exceed the capacity */
} PoplensWhatIfFull;

/* Outcome for tiles with equal contents. */
typedef struct {
  gboolean is_known;
  guint32 step;
  guint64 live, always_live, matched; /* bytes */
  PoplensWhatIfFull full;
} PoplensWhatIfOutcome;

/* Lifetime of each pair. */
typedef struct {
  guint32 *row; /* by pair: row of its class, or of another lifetime */
  /* Number of rows; from liveness->n_classes on, other lifetimes, none always live. */
  guint32 n_rows;
  PoplensStepOrder *order; /* (nullable): of these rows; NULL: that of the report */
} PoplensWhatIfLife;

/* Lifetimes of each set of moves that was requested. For one thread. */
struct _PoplensWhatIfLives {
  GHashTable *known; /* moves (a bit each) and the estimate → PoplensWhatIfLife */
};

/* Returns the lifetimes under a set of moves. @set: moves, a bit each. @moves: (nullable): NULL:
 * none. (transfer none) */
const PoplensWhatIfLife *poplens_what_if_lives_get (PoplensWhatIfLives *self,
                                                    const PoplensWhatIf *what,
                                                    const struct _PoplensMoves *moves, guint set,
                                                    PoplensEstimate estimate);

/* Factors of each pair on the tiles that the same changes apply to. */
typedef struct {
  gint64 *fixed;     /* by pair: millionths, without SCALEs */
  gint64 *all;       /* by pair: with SCALEs */
  guint8 *matched;   /* by pair: TRUE: a SCALE matches it */
  GArray *spread;    /* (nullable): PoplensPairBytes: bytes on each tile that replace its own */
  guint8 *is_spread; /* (nullable): by pair: TRUE: .spread has it */
  const PoplensWhatIfLife *life;
  PoplensWhatIfOutcome *outcome; /* by kind of tile (PoplensTilesAlike) */
} PoplensWhatIfFactors;

/* The changes that apply to a tile. */
typedef struct {
  guint64 changes; /* a bit each */
  guint32 ipu;     /* of the tile, if something is spread over the IPU's tiles; else 0 */
} PoplensWhatIfSet;

/* The changes of one evaluation, and the factors of each set of them that tiles need. */
typedef struct {
  const PoplensWhatIf *what;
  const GPtrArray *changes;
  PoplensWhatIfFacts facts;
  PoplensEstimate estimate;
  GPtrArray *matches;        /* guint8 by group, for each change */
  PoplensWhatIfLives *lives; /* those of the facts, or owned */
  GHashTable *known;         /* PoplensWhatIfSet → PoplensWhatIfFactors */
  PoplensWhatIfSet last_set;
  PoplensWhatIfFactors *last;
} PoplensWhatIfPlan;

/* Prepares an evaluation. @facts: (nullable). All arguments must outlive the plan. */
void poplens_what_if_plan_init (PoplensWhatIfPlan *self, const PoplensWhatIf *what,
                                const GPtrArray *changes, const PoplensWhatIfFacts *facts,
                                PoplensEstimate estimate);
void poplens_what_if_plan_clear (PoplensWhatIfPlan *self);
/* Returns the factors of the changes that apply to @tile. (transfer none) */
PoplensWhatIfFactors *poplens_what_if_plan_of_tile (PoplensWhatIfPlan *self, guint32 tile);

/* Returns the factor of each pair, in millionths, for a change of sizes that needs the kinds of
 * variables. (transfer full) (nullable): NULL: another change, or @moves is NULL */
gint64 *poplens_what_if_size_factors (const PoplensWhatIf *self, const PoplensChange *change,
                                      const struct _PoplensMoves *moves, PoplensEstimate estimate);

gboolean poplens_what_if_can_serialise (
    const char *operation); /* TRUE if a framework can compute it in parts */

guint32 poplens_what_if_ipu_of (const PoplensWhatIf *self, guint32 tile);
/* Appends to @out (PoplensPairBytes) each pair of the groups in @hit (by group) with the mean of
 * its bytes over the tiles of @ipu, rounded up. */
void poplens_what_if_spread (const PoplensWhatIf *self, const guint8 *hit, guint32 ipu,
                             GArray *out);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensWhatIfPlan, poplens_what_if_plan_clear)

G_END_DECLS
