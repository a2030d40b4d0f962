/* Internals of what-if analysis: the factors by which changes multiply the bytes of variables, and
 * the lifetimes that changes lead to. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks.h"

G_BEGIN_DECLS

struct _PoplensWhatIf {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
  guint64 capacity;
  guint32 tiles_per_ipu; /* 0: unknown; all tiles then count as one IPU */
  PoplensTileBytes *bytes;
  PoplensTilesAlike *alike;
  GArray *ranges; /* PoplensClassRange, sorted by class row */
  PoplensStepOrder *order;
  char **folded; /* [n_groups] case-folded name of the group; "" for a group without a name */
  PoplensWhatIfTile *now; /* by position in memory->tile: evaluation of the tile without changes */
};

/* Largest factor of all SCALEs at which a tile fits: the minimum over all steps of (capacity −
 * fixed bytes) / scaled bytes. A SCALE matches the scaled bytes, and does not match the fixed ones.
 */
typedef struct {
  guint64 capacity; /* memory of a tile; all numbers of this struct are in millionths of bytes */
  guint64 floor_fixed, floor_scaled; /* always-live bytes that no SCALE matches; always-live bytes
                                        that a SCALE matches */
  guint64 room, scaled; /* .room / .scaled: least ratio of the steps so far; .scaled is 0 before the
                           first step */
  gboolean over;        /* TRUE: the fixed bytes alone exceed the capacity */
} PoplensWhatIfFull;

/* Result for all tiles that have equal contents. */
typedef struct {
  gboolean is_known;
  guint32 step;
  guint64 live, always_live, matched; /* bytes */
  PoplensWhatIfFull full;
} PoplensWhatIfOutcome;

/* Lifetimes of all pairs (PoplensTilesAlike) after a set of moves. */
typedef struct {
  guint32 *row; /* [n_pairs] row of the lifetime of the variables */
  /* Number of rows. The first liveness->n_classes rows are the lifetimes in the report. The other
   * rows are changed lifetimes, none of which is always live. */
  guint32 n_rows;
  PoplensStepOrder *order; /* (nullable): events of all rows; NULL: as in the report */
} PoplensWhatIfLife;

/* Cache of the lifetimes under each set of moves that was requested. Used by one thread. */
struct _PoplensWhatIfLives {
  GHashTable *known; /* moves and estimate, as bits → PoplensWhatIfLife */
};

/* Returns the lifetimes under a set of moves. @set: moves as a bit set. @moves: (nullable): NULL:
 * nothing moves. (transfer none) */
const PoplensWhatIfLife *poplens_what_if_lives_get (PoplensWhatIfLives *self,
                                                    const PoplensWhatIf *what,
                                                    const struct _PoplensMoves *moves, guint set,
                                                    PoplensEstimate estimate);

/* Factors on tiles to which the same changes apply. A pair (PoplensTilesAlike) is a group of
 * variables and a class of liveness. */
typedef struct {
  gint64 *fixed;     /* [n_pairs] factor in millionths, without changes of the kind SCALE */
  gint64 *all;       /* [n_pairs] factor in millionths, with all changes */
  guint8 *matched;   /* [n_pairs] TRUE: a change of the kind SCALE matches the pair */
  GArray *spread;    /* (nullable): PoplensPairBytes: bytes on each tile, for pairs that are spread
                        over the IPU */
  guint8 *is_spread; /* (nullable): [n_pairs] TRUE: the bytes of the pair are in .spread */
  const PoplensWhatIfLife *life;
  PoplensWhatIfOutcome *outcome; /* [n_kinds] result, by kind of tile (PoplensTilesAlike) */
} PoplensWhatIfFactors;

/* The changes that apply to a tile. */
typedef struct {
  guint64 changes; /* bit set of indices in PoplensWhatIfPlan.changes */
  guint32 ipu;     /* IPU of the tile, if a change spreads a variable over it; else 0 */
} PoplensWhatIfSet;

/* The changes of one evaluation. Caches the factors for each combination of changes that applies to
 * a tile. */
typedef struct {
  const PoplensWhatIf *what;
  const GPtrArray *changes;
  PoplensWhatIfFacts facts;
  PoplensEstimate estimate;
  GPtrArray *matches;        /* by change: guint8 [n_groups]: TRUE: the change matches the group */
  PoplensWhatIfLives *lives; /* .facts.lives, or a cache that the plan owns */
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

/* Returns the factor of each pair, in millionths, for a change that depends on the kinds of
 * variables. (transfer full) (nullable): NULL: @change has no factors by pair, or @moves is NULL */
gint64 *poplens_what_if_size_factors (const PoplensWhatIf *self, const PoplensChange *change,
                                      const struct _PoplensMoves *moves, PoplensEstimate estimate);

/* TRUE if a framework has an option to compute @operation in parts. */
gboolean poplens_what_if_can_serialise (const char *operation);

guint32 poplens_what_if_ipu_of (const PoplensWhatIf *self, guint32 tile);
/* Appends to @out (PoplensPairBytes) the pairs of the groups in @hit. The bytes of each pair are
 * the mean over the tiles of @ipu, rounded up. @hit: [n_groups] TRUE: append the pairs of the group
 */
void poplens_what_if_spread (const PoplensWhatIf *self, const guint8 *hit, guint32 ipu,
                             GArray *out);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensWhatIfPlan, poplens_what_if_plan_clear)

G_END_DECLS
