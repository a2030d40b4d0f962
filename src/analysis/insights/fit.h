/* Whether a program fits, what is to blame if not, and what each of some changes would do.
 *
 * A tile needs its live bytes at their peak, and at least today's bytes including gaps plus what
 * the peak grows by. It is over capacity where its live bytes alone are, tight where only its need
 * is. The excess is Σ over the tiles of what they need beyond their capacity. All changes are
 * evaluated over all tiles at all steps (what-if.h): a saving is of each tile at its own peak, and
 * never a sum of sizes. What tiles need after a change is a range: the estimates, and beyond them
 * what regenerated models were off by (fit-changes.c). */
#pragma once

#include "analysis/insights/stages.h"
#include "model/cycle-column.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* ---- rate of the host ------------------------------------------------------------------------ */

/* How fast the host and the IPUs exchange data, as measured: of the executed StreamCopyMids that
 * move most bytes. All IPUs share the host: a copy moves the bytes of all of them in the cycles of
 * the IPU that takes longest. */
typedef struct {
  guint64 bytes; /* of one of them, received and sent; 0: no rate is known */
  guint64 least; /* cycles of the fastest of them, less those of the shortest copy of all: without
                  * the fixed part */
} PoplensHostRate;

/* No rate is known where nothing was copied, or where the largest copy takes less than twice the
 * cycles of the shortest: its fixed part would be most of it. @cycles: by row of steps_by_ipu, of
 * the longest tile. */
PoplensHostRate poplens_host_rate_new (const PoplensExecution *execution,
                                       const PoplensPrograms *programs,
                                       const PoplensExchanges *exchanges,
                                       const PoplensCycleColumn *cycles);

/* ---- causes and changes ---------------------------------------------------------------------- */

/* A kind of variable, or "packing" or "gap", and what would be without it. Shares overlap. */
typedef struct {
  const char *key, *title;
  gboolean is_kind;
  PoplensKind kind;     /* of a kind */
  guint64 bytes;        /* on the fullest tile: live at its peak; of packing and gaps all */
  double tile_share;    /* of the bytes of the fullest tile including gaps */
  guint64 bytes_over;   /* the same on all tiles that do not fit, each at its own peak */
  double share;         /* of the excess that goes with it; of a program that fits 0 */
  guint32 tiles_over;   /* that would still not fit */
  const char *variable; /* with more than half of the bytes on the fullest tile, or NULL */
  guint64 variable_bytes;
} PoplensFitCause;

/* What a change does. [2]: by PoplensEstimate. */
typedef struct {
  PoplensChange *change;    /* NULL: of a bound */
  char *key;                /* "recompute", "micro-batch=2"; of a bound "exchange-code" */
  char *title;              /* "Optimiser state off chip" */
  char *location;           /* of What If, with this change alone; NULL: of a bound */
  const char *const *about; /* keys of the causes that it makes smaller; NULL behind the last */
  const char *note;         /* a sentence that goes with its saving, or NULL */
  gboolean is_bound;        /* it saves at most this, and maybe nothing: never part of a plan; of
                             * "stages" an estimate */
  gboolean is_answer;       /* a bound about the first cause: first of all changes */
  const char *told_by;      /* key of another finding that tells of it, "gaps"; NULL: none */
  guint cost; /* 0: none, 1: an option, 2: more, 3: copies over the host in each step, or
               * other results, 4: other hardware */
  guint32 tiles_over[2], tiles_tight[2]; /* by the ends of the range */
  guint32 worst_tile[2];
  guint64 worst_bytes[2]; /* what that tile needs */
  guint64 saving[2]; /* on the tile that is the fullest today; ≥ 0. These by the estimates: */
  guint64 median[2]; /* of the savings of all tiles */
  guint64 total[2];  /* Σ over the tiles */
  guint64 excess[2];
} PoplensFitChange;

typedef struct {
  guint64 capacity; /* of a tile; 0: not known, then nothing is over */
  guint32 n_tiles;
  guint32 tiles_over, tiles_tight; /* together those that do not fit */
  guint32 worst_tile, worst_step;  /* the tile with the largest need, and its peak; G_MAXUINT32 */
  guint64 worst_bytes, worst_peak;
  guint64 excess;
  guint64 peaks;      /* Σ over the tiles of their peaks */
  GArray *causes;     /* PoplensFitCause: what explains most first; of those within five points the
                       * one with more bytes on tiles that do not fit */
  GPtrArray *changes; /* PoplensFitChange: those that leave least excess first, of equal ones the
                       * one that costs least; bounds last, but for one that is an answer */
  GPtrArray *idle;    /* PoplensFitChange: save nothing on any tile alone, maybe beside others */
  PoplensStages *stages; /* the layers on other IPUs */
} PoplensFit;

/* @halves: (nullable), as in PoplensWhatIfFacts; @outlined: (nullable): poplens_outline_bytes();
 * @tiles_per_ipu: 0: not known. NULL only where @cancellable was cancelled. (transfer full) */
PoplensFit *poplens_fit_new (const PoplensMoves *moves, const guint8 *halves,
                             const guint64 *outlined, const PoplensMemory *memory,
                             guint32 tiles_per_ipu, GCancellable *cancellable);
void poplens_fit_free (PoplensFit *self); /* NULL is fine */

gboolean poplens_fit_is_over (const PoplensFit *self);
/* Of its changes, idle ones too; NULL where the report has nothing that @key is about. */
const PoplensFitChange *poplens_fit_find_change (const PoplensFit *self, const char *key);
/* Makes the needs of @result, an evaluation of these changes, that end of their range: with what
 * regenerated models were off by. Live bytes stay the estimate. @changes: PoplensChange. */
void poplens_fit_widen (PoplensWhatIfResult *result, const GPtrArray *changes, PoplensEstimate e);
/* Tiles that need more than @capacity bytes; of 0, which is not known, none. */
guint32 poplens_fit_count_beyond (const PoplensWhatIfResult *result, guint64 capacity);
/* Whether a bound about the first cause could make every tile fit, though no plan counts on it. */
gboolean poplens_fit_may_answer (const PoplensFit *self);
/* The cause that explains the excess all but alone, or NULL. */
const PoplensFitCause *poplens_fit_first_cause (const PoplensFit *self);

/* "optimiser,activation": keys of the causes that the answer names, as the location's "cause" takes
 * them; "" for none. (transfer full) */
char *poplens_fit_answer_causes (const PoplensFit *self);
/* "Optimiser state is the first cause: without it, every tile fits.": in the reader's unit.
 * (transfer full) */
char *poplens_fit_answer (const PoplensFit *self, PoplensByteUnit unit);
/* Tiles that still do not fit after it: the least and the most of both estimates. What is spread
 * can be too much for tiles that had room for nothing else, so that the optimistic one has more. */
void poplens_fit_change_left (const PoplensFitChange *change, guint64 left[2]);
/* "Fullest tile then: 584 KiB–676 KiB; 0–24 of 32 tiles still do not fit." (transfer full) */
char *poplens_fit_change_sentence (const PoplensFit *self, const PoplensFitChange *change,
                                   PoplensByteUnit unit);

/* "Fits on 4 IPUs (3, 3, 4, 2 layers); fullest tile 612 KiB (estimate). At least 3 IPUs by live
 * bytes.": "" where no layers are known. (transfer full) */
char *poplens_fit_stages_sentence (const PoplensFit *self, PoplensByteUnit unit);
/* "range", "bound" or "estimate": how sure the bytes of a change are. */
const char *poplens_fit_change_confidence (const PoplensFitChange *change);

/* Whether a plan may have the change of this key, or changes whose keys begin with it and "=": as
 * "micro-batch"; all of these, parted by ", " (transfer full). */
gboolean poplens_fit_plans_with (const char *key);
char *poplens_fit_plan_keys (void);
/* Key of the finding that tells of a change: of another one, or its own; NULL if there is none, as
 * of bounds that are not about the first cause. */
const char *poplens_fit_change_finding (const PoplensFitChange *change);
/* What to do about a cause, by its key: a sentence; static. */
const char *poplens_fit_cause_advice (const char *key);
/* Frameworks that options are known of, by key ("poptorch") and by name ("PopTorch"). */
#define POPLENS_N_FRAMEWORKS 3
extern const char *const poplens_framework_keys[POPLENS_N_FRAMEWORKS];
extern const char *const poplens_framework_titles[POPLENS_N_FRAMEWORKS];
/* Place of the framework with that key (nullable); POPLENS_N_FRAMEWORKS: there is none. */
guint poplens_framework_find (const char *key);
/* The options of the frameworks that make a change, each "Framework: option"; NULL at the end. */
const char *const *poplens_fit_change_options (const char *key);
/* Returns the options of one framework, without its name; all of them with their names, joined by
 * " · ", if @framework is NULL or has none. NULL if the change has no options. @framework:
 * (nullable): a key; another text is as NULL. (transfer full) (nullable) */
char *poplens_fit_change_options_of (const char *key, const char *framework);

/* ---- plan --------------------------------------------------------------------------------------
 */

/* The smallest set of changes with which everything fits by the optimistic estimate; of equal ones
 * that which fits surely, then the one that costs least, then the one with the least fullest tile.
 * Without one: a set of which each change leaves less excess, and no further one does. */
typedef struct {
  PoplensFitVerdict verdict; /* packing and gaps as today */
  guint64 capacity;          /* of a tile, less what is to stay free */
  GPtrArray *changes;        /* const PoplensFitChange, of the fit; empty where it fits as it is */
  guint margin;              /* percent that are to stay free */
  guint32 beyond;            /* tiles that need more than `capacity` now */
  guint32 tiles_over[2], tiles_tight[2]; /* by the ends of the range */
  guint64 worst_bytes[2];
  guint32 worst_tile[2];
  guint64 saved; /* Σ over the tiles of what their peaks fall by, optimistically */
  guint n_candidates, n_kept_out; /* changes that it may have; those that were not asked for */
  char *assumed;                  /* a sentence, where the verdict is MAY_FIT; else NULL */
} PoplensFitPlan;

typedef struct {
  const char *const *avoid; /* (nullable): keys, "micro-batch" of all of its sizes */
  const char *const *only;  /* (nullable) */
  gboolean takes_all;       /* the plan is all that it may have, whether it fits or not */
  guint margin;             /* percent of the capacity that stay free */
} PoplensPlanOptions;

/* @self and what it was made from outlive it. NULL only where @cancellable was cancelled.
 * (transfer full) */
PoplensFitPlan *poplens_fit_plan_new (PoplensFit *self, const PoplensMoves *moves,
                                      const guint8 *halves, const PoplensPlanOptions *options,
                                      GCancellable *cancellable);
PoplensFitPlan *poplens_fit_plan_ref (PoplensFitPlan *self);
void poplens_fit_plan_unref (PoplensFitPlan *self); /* NULL is fine */
/* "These three changes make it fit: …" (transfer full) */
char *poplens_fit_plan_sentence (const PoplensFit *fit, const PoplensFitPlan *self,
                                 PoplensByteUnit unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFit, poplens_fit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFitPlan, poplens_fit_plan_unref)

/* ---- prices ---------------------------------------------------------------------------------- */

/* What a change costs in time (formats.md 8.13): the bytes that it moves over the host. What other
 * changes cost is a choice of the compiler, and nothing tells it beforehand. */

typedef struct {
  guint64 bytes;  /* that each step of training moves over the host at least; 0: none */
  guint64 cycles; /* that these take at least, at the measured rate; 0: none was measured */
} PoplensFitPrice;

typedef struct {
  guint64 optimiser, accumulators; /* bytes a step, there and back */
  PoplensHostRate host;
} PoplensFitPrices;

/* @moves: of the report, for the call alone. @host: its bytes are 0 where nothing was measured.
 * (transfer full) */
PoplensFitPrices *poplens_fit_prices_new (const PoplensMoves *moves, const PoplensHostRate *host);

/* The price of the change with this @key; all 0 where the change moves nothing. */
PoplensFitPrice poplens_fit_price_of (const PoplensFitPrices *self, const char *key);
/* The price of all changes of a plan together. */
PoplensFitPrice poplens_fit_price_of_plan (const PoplensFitPrices *self,
                                           const PoplensFitPlan *plan);
/* "Moves at least 1.2 GiB a step over the host: 544,972 cycles at the measured rate."; "" where it
 * moves nothing. (transfer full) */
char *poplens_fit_price_sentence (const PoplensFitPrice *price, PoplensByteUnit unit);

G_END_DECLS
