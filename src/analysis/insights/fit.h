/* Whether a program fits, the causes if it does not, and the effects of some changes.
 *
 * A tile needs its live bytes at their peak, and at least today's bytes including gaps plus the
 * growth of the peak. It is over capacity if its live bytes alone are, and tight if only its need
 * is. The excess is the sum over the tiles of what they need beyond their capacity. All changes are
 * evaluated on all tiles at all steps (what-if.h): a saving is that of each tile at its own peak,
 * never a sum of sizes. What a tile needs after a change is a range: both estimates, widened by the
 * error that regenerated models showed (fit-changes.c). */
#pragma once

#include "analysis/insights/stages.h"
#include "model/cycle-column.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* ---- rate of the host ------------------------------------------------------------------------ */

/* Measured rate at which the host and the IPUs exchange data, from the executed StreamCopyMids that
 * move the most bytes. All IPUs share the host: a copy moves the bytes of all of them in the cycles
 * of the slowest one. */
typedef struct {
  guint64
      bytes; /* bytes that one of the largest copies receives and sends; 0: the rate is unknown */
  guint64 least; /* cycles of the fastest such copy, without its fixed part: the cycles of the
                    shortest copy of all */
} PoplensHostRate;

/* Computes the rate. It is unknown if nothing was copied, or if the largest copy takes less than
 * twice the cycles of the shortest, so that most of it is the fixed part. @cycles: cycles of the
 * longest tile, by row of steps_by_ipu */
PoplensHostRate poplens_host_rate_new (const PoplensExecution *execution,
                                       const PoplensPrograms *programs,
                                       const PoplensExchanges *exchanges,
                                       const PoplensCycleColumn *cycles);

/* ---- causes and changes ---------------------------------------------------------------------- */

/* A cause of the excess: a kind of variable, "packing" or "gap". Shares of causes overlap. */
typedef struct {
  const char *key, *title;
  gboolean is_kind;
  PoplensKind kind; /* kind of variable, if .is_kind */
  guint64 bytes; /* bytes on the fullest tile: those live at its peak; for packing and gaps all */
  double tile_share;  /* .bytes as a share of the bytes of the fullest tile, gaps included */
  guint64 bytes_over; /* sum of such bytes on all tiles that do not fit, each at its own peak */
  double share; /* share of the excess that goes away without the cause; 0 if the program fits */
  guint32 tiles_over;   /* tiles that would still not fit without the cause */
  const char *variable; /* (nullable): variable with more than half of .bytes */
  guint64 variable_bytes;
} PoplensFitCause;

/* Effect of a change. Arrays of two are by PoplensEstimate. */
typedef struct {
  PoplensChange *change; /* (nullable): NULL: the change is a bound */
  char *key;             /* "recompute", "micro-batch=2"; for a bound "exchange-code" */
  char *title;           /* "Optimiser state off chip" */
  char *location; /* (nullable): location of What If with this change alone; NULL: the change is a
                     bound */
  const char *const *about; /* NULL-terminated: keys of the causes that the change reduces */
  const char *note;         /* (nullable): a sentence that qualifies the saving */
  gboolean is_bound;  /* TRUE: the change saves at most this, and maybe nothing, so it is never part
                         of a plan; "stages" counts as a bound, but is an estimate */
  gboolean is_answer; /* TRUE: the change is a bound about the first cause, and sorted before all
                         other changes */
  const char *told_by; /* (nullable): key of another finding that reports the change: "gaps" */
  guint cost; /* 0: no cost, 1: an option, 2: more work, 3: copies over the host in each step, or
                 other results, 4: other hardware */
  guint32 tiles_over[2], tiles_tight[2]; /* at the lower and the upper end of the range */
  guint32 worst_tile[2];
  guint64 worst_bytes[2]; /* need of that tile, in bytes */
  guint64 saving[2]; /* bytes saved on the tile that is the fullest today; ≥ 0. All from here on are
                        by estimate */
  guint64 median[2]; /* median of the savings of all tiles */
  guint64 total[2];  /* sum of the savings of all tiles */
  guint64 excess[2];
} PoplensFitChange;

typedef struct {
  guint64 capacity; /* bytes of memory of a tile; 0: unknown, then no tile is over capacity */
  guint32 n_tiles;
  guint32 tiles_over, tiles_tight; /* numbers of tiles that do not fit: by their live bytes alone,
                                      and only by their need */
  guint32 worst_tile,
      worst_step; /* tile with the largest need, and the step of its peak; G_MAXUINT32: none */
  guint64 worst_bytes, worst_peak;
  guint64 excess;
  guint64 peaks;  /* sum of the peaks of all tiles */
  GArray *causes; /* PoplensFitCause: the largest share of the excess first; within five percentage
                     points of the first of a group, the most bytes on tiles that do not fit */
  GPtrArray *changes; /* PoplensFitChange: sorted by the excess that remains, least first, then the
                         cheapest; bounds last, except those that are an answer */
  GPtrArray *idle; /* PoplensFitChange: changes that save nothing on any tile alone, but may do so
                      with others */
  PoplensStages *stages; /* placements of the layers on other IPUs */
} PoplensFit;

/* Computes the fit. @halves: (nullable): as PoplensWhatIfFacts.halves. @outlined: (nullable): bytes
 * that outlining could save, by position in memory->tile. @tiles_per_ipu: 0: unknown. NULL only if
 * cancelled. (transfer full) (nullable) */
PoplensFit *poplens_fit_new (const PoplensMoves *moves, const guint8 *halves,
                             const guint64 *outlined, const PoplensMemory *memory,
                             guint32 tiles_per_ipu, GCancellable *cancellable);
void poplens_fit_free (PoplensFit *self); /* @self: (nullable) */

gboolean poplens_fit_is_over (const PoplensFit *self);
/* Returns the change with this key, from .changes or .idle. (transfer none) (nullable): NULL: the
 * report has nothing that @key is about */
const PoplensFitChange *poplens_fit_find_change (const PoplensFit *self, const char *key);
/* Sets the needs in @result, an evaluation of @changes (PoplensChange), to an end of their range,
 * by adding the error that regenerated models showed. Leaves live bytes as estimated. */
void poplens_fit_widen (PoplensWhatIfResult *result, const GPtrArray *changes, PoplensEstimate e);
/* Counts the tiles that need more than @capacity bytes. @capacity: 0: unknown, then returns 0 */
guint32 poplens_fit_count_beyond (const PoplensWhatIfResult *result, guint64 capacity);
/* TRUE if a bound about the first cause could make every tile fit. Plans do not use bounds. */
gboolean poplens_fit_may_answer (const PoplensFit *self);
/* Returns the cause of at least four fifths of the excess. (transfer none) (nullable): NULL: there
 * is none */
const PoplensFitCause *poplens_fit_first_cause (const PoplensFit *self);

/* Returns the keys of the causes in the answer as the location key "cause" takes them:
 * "optimiser,activation"; "" if there are none. (transfer full) */
char *poplens_fit_answer_causes (const PoplensFit *self);
/* Returns the answer as a sentence: "Optimiser state: first cause; without this memory every tile
 * fits." (transfer full) */
char *poplens_fit_answer (const PoplensFit *self, PoplensByteUnit unit);
/* Returns how many tiles still do not fit after a change. @left: (out): the smaller and the larger
 * number of both estimates. The optimistic one may be the larger: spreading a variable can add too
 * much to tiles that are full. */
void poplens_fit_change_left (const PoplensFitChange *change, guint64 left[2]);
/* Describes the effect of a change: "Fullest tile then: 584 KiB–676 KiB; 0–24 of 32 tiles still do
 * not fit." (transfer full) */
char *poplens_fit_change_sentence (const PoplensFit *self, const PoplensFitChange *change,
                                   PoplensByteUnit unit);

/* Describes the best placement of the layers: "Fits on 4 IPUs (3, 3, 4, 2 layers); fullest tile 612
 * KiB (estimate). At least 3 IPUs by live bytes."; "" if no layers are known. (transfer full) */
char *poplens_fit_stages_sentence (const PoplensFit *self, PoplensByteUnit unit);
/* Returns how certain the bytes of a change are: "range", "bound" or "estimate". Static. */
const char *poplens_fit_change_confidence (const PoplensFitChange *change);

/* TRUE if a plan may have the change @key, or changes whose keys start with @key and "=" (as for
 * "micro-batch"). */
gboolean poplens_fit_plans_with (const char *key);
/* Returns the keys of all changes that a plan may have, separated by ", ". (transfer full) */
char *poplens_fit_plan_keys (void);
/* Returns the key of the finding that reports a change: its own, or another finding. (nullable):
 * NULL: there is none, as for bounds that are not about the first cause */
const char *poplens_fit_change_finding (const PoplensFitChange *change);
/* Returns what to do about a cause, by its key: a sentence. Static. */
const char *poplens_fit_cause_advice (const char *key);
/* Frameworks whose options are known: keys ("poptorch") and names ("PopTorch"). */
#define POPLENS_N_FRAMEWORKS 3
extern const char *const poplens_framework_keys[POPLENS_N_FRAMEWORKS];
extern const char *const poplens_framework_titles[POPLENS_N_FRAMEWORKS];
/* Returns the index of the framework with this key; POPLENS_N_FRAMEWORKS: there is none. @key:
 * (nullable) */
guint poplens_framework_find (const char *key);
/* Returns the framework options that make a change, each as "Framework: option". NULL-terminated,
 * static. */
const char *const *poplens_fit_change_options (const char *key);
/* Returns the options of a change in one framework, without the name of the framework. If
 * @framework is NULL or unknown, or has no option: those of all frameworks with their names, joined
 * by " · ". NULL if the change has no options. @framework: (nullable): a key. (transfer full)
 * (nullable) */
char *poplens_fit_change_options_of (const char *key, const char *framework);

/* ---- plan ------------------------------------------------------------------------------------ */

/* The smallest set of changes with which everything fits in the optimistic estimate. Of several
 * such sets, it is one that surely fits, then the cheapest, then the one whose fullest tile is
 * least full. If no set fits, it is a set in which each change reduces the excess, and no further
 * change does. */
typedef struct {
  PoplensFitVerdict verdict; /* whether everything fits, with the packing and gaps of today */
  guint64 capacity;          /* bytes of a tile that may be used: its memory without the margin */
  GPtrArray
      *changes;   /* const PoplensFitChange, owned by the fit; empty if the program fits as it is */
  guint margin;   /* percent of a tile's memory that stay free */
  guint32 beyond; /* number of tiles that need more than .capacity now */
  guint32 tiles_over[2], tiles_tight[2]; /* at the lower and the upper end of the range */
  guint64 worst_bytes[2];
  guint32 worst_tile[2];
  guint64 saved; /* sum over all tiles of the bytes by which their peaks fall, in the optimistic
                    estimate */
  guint n_candidates, n_kept_out; /* number of changes that the plan may choose from; number that
                                     the options exclude */
  char *assumed; /* (nullable): what the estimate assumes, a sentence; only if the verdict is
                    POPLENS_MAY_FIT */
} PoplensFitPlan;

typedef struct {
  const char *const *
      avoid; /* (nullable): keys of changes to exclude; "micro-batch" stands for all of its sizes */
  const char *const *only; /* (nullable): keys of the only changes to allow */
  gboolean takes_all;      /* TRUE: the plan has all allowed changes, whether it fits or not */
  guint margin;            /* percent of a tile's memory that must stay free */
} PoplensPlanOptions;

/* Searches a plan. @self and its inputs must outlive the result. NULL only if cancelled. (transfer
 * full) (nullable) */
PoplensFitPlan *poplens_fit_plan_new (PoplensFit *self, const PoplensMoves *moves,
                                      const guint8 *halves, const PoplensPlanOptions *options,
                                      GCancellable *cancellable);
PoplensFitPlan *poplens_fit_plan_ref (PoplensFitPlan *self);
void poplens_fit_plan_unref (PoplensFitPlan *self); /* @self: (nullable) */
/* Describes the plan: "Three changes make it fit together: …" (transfer full) */
char *poplens_fit_plan_sentence (const PoplensFit *fit, const PoplensFitPlan *self,
                                 PoplensByteUnit unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFit, poplens_fit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFitPlan, poplens_fit_plan_unref)

/* ---- prices ---------------------------------------------------------------------------------- */

/* Price of a change in time (formats.md 8.13): the bytes that it moves over the host. Other costs
 * depend on choices of the compiler, which cannot be predicted. */

typedef struct {
  guint64 bytes;  /* bytes that each training step moves over the host at least; 0: none */
  guint64 cycles; /* least cycles that moving .bytes takes, at the measured rate; 0: the rate is
                     unknown */
} PoplensFitPrice;

typedef struct {
  guint64 optimiser, accumulators; /* bytes that each step moves, both directions together */
  PoplensHostRate host;
} PoplensFitPrices;

/* Computes the prices. @moves may be freed afterwards. @host: its .bytes is 0 if no rate is known.
 * (transfer full) */
PoplensFitPrices *poplens_fit_prices_new (const PoplensMoves *moves, const PoplensHostRate *host);

/* Returns the price of the change @key. All fields are 0 if it moves nothing over the host. */
PoplensFitPrice poplens_fit_price_of (const PoplensFitPrices *self, const char *key);
/* Returns the price of all changes of a plan together. */
PoplensFitPrice poplens_fit_price_of_plan (const PoplensFitPrices *self,
                                           const PoplensFitPlan *plan);
/* Describes a price: "Moves at least 1.2 GiB a step over the host: 544,972 cycles at the measured
 * rate."; "" if nothing is moved. (transfer full) */
char *poplens_fit_price_sentence (const PoplensFitPrice *price, PoplensByteUnit unit);

G_END_DECLS
