/* Computes whether a program fits, the causes if it does not, and the effects of some changes.
 *
 * The need of a tile is its recorded bytes including gaps. A change adds the growth of the peak to
 * the need. A tile is over capacity if its live bytes alone exceed its memory. It is tight if only
 * its need exceeds its memory. The excess is the sum, over the tiles, of the need beyond their
 * memory. The need after a change is a range: from the optimistic to the pessimistic estimate,
 * widened by a measured error (fit-changes.c). */
#pragma once

#include "analysis/insights/stages.h"
#include "model/cycle-column.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* ---- rate of the host ------------------------------------------------------------------------ */

/* Measured rate at which the host and the IPUs exchange data, from the executed StreamCopyMids that
 * move the most bytes. All IPUs share the host, so the rate is the bytes of all IPUs in the cycles
 * of the slowest IPU. */
typedef struct {
  guint64 bytes; /* bytes of the largest copy, both directions together; 0: unknown */
  /* Cycles of the fastest copy of .bytes, minus the cycles of the shortest copy of any size. */
  guint64 least;
} PoplensHostRate;

/* Measures the rate. The rate is unknown (.bytes 0) if nothing was copied, or if the largest copy
 * takes less than twice the cycles of the shortest copy. @cycles: by row of steps_by_ipu: cycles of
 * the longest tile */
PoplensHostRate poplens_host_rate_new (const PoplensExecution *execution,
                                       const PoplensPrograms *programs,
                                       const PoplensExchanges *exchanges,
                                       const PoplensCycleColumn *cycles);

/* ---- causes and changes ---------------------------------------------------------------------- */

/* Something that makes tiles exceed their memory: a kind of variable, packing or gaps. The shares
 * of causes overlap. */
typedef struct {
  const char *key, *title;
  gboolean is_kind;
  PoplensKind kind;   /* kind of variable, if .is_kind */
  guint64 bytes;      /* bytes on the fullest tile; variables count if they are live at its peak */
  double tile_share;  /* .bytes as a share of the bytes of the fullest tile, gaps included */
  guint64 bytes_over; /* bytes of the cause, summed over all tiles that do not fit */
  double share; /* share of the excess that goes away without the cause; 0 if the program fits */
  guint32 tiles_over;   /* tiles that would still not fit without the cause */
  const char *variable; /* (nullable): variable with more than half of .bytes */
  guint64 variable_bytes;
} PoplensFitCause;

/* Effect of a change. Arrays of two are by PoplensEstimate. */
typedef struct {
  PoplensChange *change; /* (nullable): change to evaluate; NULL: the saving is only a bound */
  char *key;             /* "recompute", "micro-batch=2", "exchange-code" */
  char *title;           /* "Optimiser state off chip" */
  char *location; /* (nullable): location of the What If tab with this change; NULL for a bound */
  const char *const *about; /* NULL-terminated: keys of the causes that the change reduces */
  const char *note;         /* (nullable): a sentence that qualifies the saving */
  gboolean is_bound; /* TRUE: .saving is an upper bound (for key "stages": an estimate); plans leave
                        the change out */
  gboolean is_answer;  /* TRUE: .is_bound, and the change reduces the first cause; sorted before all
                          other changes */
  const char *told_by; /* (nullable): key of another finding that reports the change: "gaps" */
  guint cost; /* 0: none, 1: an option, 2: more effort, 3: copies to the host in each step or less
                 exact results, 4: other hardware */
  guint32 tiles_over[2], tiles_tight[2]; /* by PoplensEstimate, with its error: number of tiles over
                                            capacity, number of tight tiles */
  guint32 worst_tile[2];
  guint64 worst_bytes[2]; /* by PoplensEstimate, with its error: need of .worst_tile in bytes */
  guint64 saving[2];      /* by estimate: bytes saved on the tile that is the fullest today */
  guint64 median[2];      /* by estimate: median of the savings of all tiles */
  guint64 total[2];       /* by estimate: sum of the savings of all tiles */
  guint64 excess[2];
} PoplensFitChange;

typedef struct {
  guint64 capacity; /* bytes of memory of a tile; 0: unknown, then no tile is over capacity */
  guint32 n_tiles;
  guint32 tiles_over, tiles_tight; /* numbers of tiles over capacity, and of tight tiles */
  /* Tile with the largest need, and the step of its peak. G_MAXUINT32: none. */
  guint32 worst_tile, worst_step;
  guint64 worst_bytes, worst_peak;
  guint64 excess;
  guint64 peaks;  /* sum of the peaks of all tiles */
  GArray *causes; /* PoplensFitCause, sorted by share of the excess (largest first) and bytes on
                     tiles that do not fit */
  /* PoplensFitChange, in this order: changes with .is_answer, changes that are not bounds, other
   * bounds. Each group is sorted by the remaining excess, least first. */
  GPtrArray *changes;
  GPtrArray *idle; /* PoplensFitChange: changes that save nothing alone, but may save bytes together
                      with others */
  PoplensStages *stages; /* estimates for other placements of the layers on IPUs */
} PoplensFit;

/* Computes whether the program fits. @halves: (nullable): [n_groups] TRUE: 32-bit floats.
 * @outlined: (nullable): bytes that outlining could save, by position in memory->tile.
 * @tiles_per_ipu: 0: unknown. (transfer full) (nullable): NULL only if cancelled */
PoplensFit *poplens_fit_new (const PoplensMoves *moves, const guint8 *halves,
                             const guint64 *outlined, const PoplensMemory *memory,
                             guint32 tiles_per_ipu, GCancellable *cancellable);
void poplens_fit_free (PoplensFit *self); /* @self: (nullable) */

gboolean poplens_fit_is_over (const PoplensFit *self);
/* Finds a change by its key. (transfer none) (nullable): NULL: the key is unknown, or the report
 * has no variables that the change affects */
const PoplensFitChange *poplens_fit_find_change (const PoplensFit *self, const char *key);
/* Replaces the need of each tile in @result by one end of its range: the lower end if @e is
 * optimistic, else the upper end. Does not change live bytes. @changes: PoplensChange: the changes
 * that were evaluated */
void poplens_fit_widen (PoplensWhatIfResult *result, const GPtrArray *changes, PoplensEstimate e);
/* Counts the tiles that need more than @capacity bytes. @capacity: 0: unknown, then returns 0 */
guint32 poplens_fit_count_beyond (const PoplensWhatIfResult *result, guint64 capacity);
/* TRUE if a single change with .is_answer could make every tile fit. Plans leave out such changes,
 * as their savings are only bounds. */
gboolean poplens_fit_may_answer (const PoplensFit *self);
/* Returns the cause of at least four fifths of the excess. (transfer none) (nullable): NULL: no
 * cause has that much */
const PoplensFitCause *poplens_fit_first_cause (const PoplensFit *self);

/* Returns the keys of the causes that poplens_fit_answer () names, as the value of the location key
 * "cause": "optimiser,activation". "" if it names none. (transfer full) */
char *poplens_fit_answer_causes (const PoplensFit *self);
/* Says in a sentence whether the program fits, and why not: "Optimiser state: first cause; without
 * this memory every tile fits." (transfer full) */
char *poplens_fit_answer (const PoplensFit *self, PoplensByteUnit unit);
/* Returns how many tiles still do not fit after a change. @left: (out): the smaller number of the
 * two estimates, then the larger. Either estimate can have the larger number. */
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

/* TRUE if plans may contain the change @key. The key "micro-batch" stands for all of its sizes. */
gboolean poplens_fit_plans_with (const char *key);
/* Returns the keys of all changes that a plan may have, separated by ", ". (transfer full) */
char *poplens_fit_plan_keys (void);
/* Returns the key of the finding that reports a change: .told_by, or the key of the change.
 * (nullable): NULL: no finding reports the change */
const char *poplens_fit_change_finding (const PoplensFitChange *change);
/* Returns a sentence of advice about a cause. @key: key of the cause. Static. */
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
/* Returns the option of a change in one framework, without the name of the framework. If @framework
 * has none, returns the options of all frameworks: "PopART: numIOTiles = 32 · …". NULL if there are
 * none either. @framework: (nullable): a key. (transfer full) (nullable) */
char *poplens_fit_change_options_of (const char *key, const char *framework);

/* ---- plan ------------------------------------------------------------------------------------ */

/* The smallest set of changes with which every tile fits by the optimistic estimate. A set of more
 * than three changes is found step by step, so it may not be the smallest. If no set fits, the plan
 * has the changes that reduce the excess. */
typedef struct {
  PoplensFitVerdict verdict; /* whether every tile fits with the changes, and with the packing and
                                gaps of today */
  guint64 capacity;          /* bytes of a tile that may be used: its memory without the margin */
  GPtrArray *changes; /* const PoplensFitChange of the fit; empty: the program fits as it is */
  guint margin;       /* percent of a tile's memory that stay free */
  guint32 beyond;     /* number of tiles that need more than .capacity now */
  guint32 tiles_over[2], tiles_tight[2]; /* by PoplensEstimate, with its error: number of tiles over
                                            capacity, number of tight tiles */
  guint64 worst_bytes[2];
  guint32 worst_tile[2];
  guint64 saved; /* sum of the savings at the peaks of all tiles, by the optimistic estimate */
  guint n_candidates, n_kept_out; /* number of changes that the plan may choose from; number that
                                     the options exclude */
  char *assumed; /* (nullable): assumptions of the estimate, as sentences; NULL unless the verdict
                    is POPLENS_MAY_FIT */
} PoplensFitPlan;

typedef struct {
  const char *const *avoid; /* (nullable): keys of changes to exclude; "micro-batch": all sizes */
  const char *const *only;  /* (nullable): keys of the only changes to allow */
  gboolean takes_all;       /* TRUE: skip the search; the plan has all allowed changes */
  guint margin;             /* percent of a tile's memory that must stay free */
} PoplensPlanOptions;

/* Searches for a plan. @self and its inputs must outlive the result. NULL only if cancelled.
 * (transfer full) (nullable) */
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

/* Price of a change in time (formats.md 8.13): the bytes that it copies between host and IPUs.
 * Other costs depend on choices of the compiler, which cannot be predicted. */

typedef struct {
  guint64 bytes;  /* least bytes that each training step copies between host and IPUs; 0: none */
  guint64 cycles; /* least cycles to copy .bytes, at the measured rate; 0: the rate is unknown */
} PoplensFitPrice;

typedef struct {
  /* Bytes that each training step copies between host and IPUs, both directions together, if the
   * optimiser state or the accumulators are off the chip. */
  guint64 optimiser, accumulators;
  PoplensHostRate host;
} PoplensFitPrices;

/* Computes the prices. @moves may be freed afterwards. @host: measured rate; its .bytes is 0 if the
 * rate is unknown. (transfer full) */
PoplensFitPrices *poplens_fit_prices_new (const PoplensMoves *moves, const PoplensHostRate *host);

/* Returns the price of the change @key. All fields are 0 if it copies nothing to or from the host.
 */
PoplensFitPrice poplens_fit_price_of (const PoplensFitPrices *self, const char *key);
/* Returns the price of all changes of a plan together. */
PoplensFitPrice poplens_fit_price_of_plan (const PoplensFitPrices *self,
                                           const PoplensFitPlan *plan);
/* Describes a price: "Moves at least 1.2 GiB a step over the host: 544,972 cycles at the measured
 * rate."; "" if nothing is moved. (transfer full) */
char *poplens_fit_price_sentence (const PoplensFitPrice *price, PoplensByteUnit unit);

G_END_DECLS
