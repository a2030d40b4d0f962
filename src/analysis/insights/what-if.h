/* What if: the live bytes of every tile at its worst step, were some variables larger, smaller or
 * gone.
 *
 * The measure is a lower bound of what a tile needs: always-live bytes plus those of the step with
 * the most. The compiler would place, split and order a changed program anew; packing, gaps and
 * code that grows with the data come on top. So what does not fit by this measure cannot fit; what
 * does may not, and `needs` says what it would take with today's packing and gaps.
 *
 * Factors are whole millionths and sums whole millionths of bytes, so results are exact: they do
 * not depend on the order of adding up. Bytes are rounded up. */
#pragma once

#include "analysis/memory/tile-bytes.h"
#include "base/format.h"
#include "model/memory.h"
#include "model/target.h"
#include "model/tile-set.h"

G_BEGIN_DECLS

#define POPLENS_FACTOR_ONE G_GINT64_CONSTANT (1000000)
/* How many changes there can be at once. */
#define POPLENS_MOST_CHANGES 32
#define POPLENS_FACTOR_MOST (1000 * POPLENS_FACTOR_ONE)

/* ---- changes -----------------------------------------------------------------------------------
 */

typedef enum {
  POPLENS_CHANGE_SCALE,
  POPLENS_CHANGE_WITHOUT_INSTRUMENTATION,
  POPLENS_CHANGE_HALVE_FLOATS, /* 32-bit floats become 16-bit ones */
  /* These need to know what variables are for: PoplensMoves, of which the first three have their
   * meaning. */
  POPLENS_CHANGE_OPTIMISER_OFF_CHIP,
  POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP,
  POPLENS_CHANGE_RECOMPUTE,
  /* A micro-batch of 1 / `parts` of the size: optimistic all data of a batch is as much smaller,
   * pessimistic temporaries and exchange buffers are not. Where gradients are not added up over
   * micro-batches yet, accumulators of the size of the weights come on top. */
  POPLENS_CHANGE_MICRO_BATCH,
  /* `name` is an operation that works in `parts` pieces, one after another: optimistic its
   * temporaries, exchange buffers and activation gradients, and the weight gradients of an
   * embedding, are as much smaller, pessimistic its temporaries alone. */
  POPLENS_CHANGE_SERIALISE,
  /* Optimistic nothing of the variable `name` is on the chip but the copies in use, which are
   * variables of their own; pessimistic all of it. */
  POPLENS_CHANGE_VARIABLE_OFF_CHIP,
  /* Optimistic data of streams is on I/O tiles, whose memory is not looked at; pessimistic nothing
   * changes. */
  POPLENS_CHANGE_IO_TILES,
  /* Optimistic each tile of an IPU has the mean of the variable `name` over them, pessimistic
   * nothing changes. */
  POPLENS_CHANGE_SPREAD,
  /* A bound, of which no text is a key: matrix multiplications and convolutions without temporaries
   * and exchange buffers. */
  POPLENS_CHANGE_PLANNER_MEMORY,
} PoplensChangeKind;

/* Two evaluations of one change: the least memory that it allows, and one that counts on little of
 * it. Both keep the packing and gaps of today, so a build can exceed even the second. */
typedef enum {
  POPLENS_ESTIMATE_OPTIMISTIC,
  POPLENS_ESTIMATE_PESSIMISTIC,
  POPLENS_N_ESTIMATES,
} PoplensEstimate;

/* A change of what matches. Several that match the same bytes multiply. */
typedef struct {
  PoplensChangeKind kind;
  char *name; /* of SCALE: a glob where it has "*" or "?", else a part of the name; NULL: any; of
               * SERIALISE, SPREAD and VARIABLE_OFF_CHIP the whole name */
  /* of SCALE: */
  char *category;        /* of lowered variables, as the file spells it; NULL: any */
  char *purpose;         /* key of a PoplensKind; NULL: any */
  PoplensTileSet *tiles; /* NULL: all */
  gint64 factor;         /* millionths, 0 … FACTOR_MOST */
  guint parts;           /* of MICRO_BATCH and SERIALISE: 2 … */
} PoplensChange;

/* "NAME=2", "category:message=0.5", "kind:optimiser=0", "NAME@0-99=1.5"; without "=FACTOR" the
 * factor is 1, which only asks how far it may grow. NULL with POPLENS_ERROR_USAGE. */
PoplensChange *poplens_change_parse_scale (const char *text, GError **error);
PoplensChange *poplens_change_new (PoplensChangeKind kind); /* of the other kinds */
/* By its key: "optimiser-off-chip", "accumulators-off-chip", "recompute", "micro-batch=2",
 * "serialise=4:OPERATION", "off-chip=NAME", "spread=NAME", "io-tiles", "half",
 * "no-instrumentation". NULL with POPLENS_ERROR_USAGE. */
PoplensChange *poplens_change_parse (const char *key, GError **error);
/* Whether it needs to know what variables are for. */
gboolean poplens_change_needs_kinds (const PoplensChange *self);
void poplens_change_free (PoplensChange *self);
/* Of SCALE what parse_scale() reads back, else the key. (transfer full) */
char *poplens_change_to_string (const PoplensChange *self);
/* "names with “weights” × 2", "kind weights × 2", "no instrumentation", "32-bit floats halved": for
 * a person. (transfer full) */
char *poplens_change_describe (const PoplensChange *self);

/* ---- the ground --------------------------------------------------------------------------------
 */

typedef struct _PoplensWhatIf PoplensWhatIf;

/* Loaded once; each evaluation then runs in place, from any thread. Immutable. @bytes:
 * (transfer full): of the lowered variables (poplens_tile_bytes_new()); @target: (nullable).
 * The parts have to outlive it. */
PoplensWhatIf *poplens_what_if_new (const PoplensLiveness *liveness,
                                    const PoplensVariables *variables, PoplensTileBytes *bytes,
                                    const PoplensMemory *memory, const PoplensTarget *target);
void poplens_what_if_free (PoplensWhatIf *self);
const PoplensTileBytes *poplens_what_if_get_bytes (const PoplensWhatIf *self);
/* Tiles that hold the same. */
const PoplensTilesAlike *poplens_what_if_get_alike (const PoplensWhatIf *self);

/* ---- evaluation --------------------------------------------------------------------------------
 */

typedef enum {
  POPLENS_VERDICT_UNKNOWN, /* the capacity is not known */
  POPLENS_VERDICT_FITS,    /* with today's packing and gaps */
  POPLENS_VERDICT_TIGHT,   /* live bytes fit, but not with today's packing and gaps */
  POPLENS_VERDICT_OVER,    /* live bytes alone do not fit */
} PoplensVerdict;

typedef struct {
  guint32 tile;
  guint32 step_before, step_after; /* the worst; 0 where nothing comes and goes */
  guint64 before, after;           /* live bytes there, always-live ones included */
  guint64 always_live_after;
  guint64 matched;      /* Σ bytes of what a SCALE matches, live or not */
  guint64 needs_before; /* total with gaps, as the file has it */
  guint64 needs_after;  /* that plus after − before; at least `after` */
  PoplensVerdict verdict_before, verdict_after;
  /* The factor at which the tile is just full, were all that the SCALEs match scaled by it instead,
   * the other changes as given: beyond it the live bytes do not fit. 0: they do not fit whatever
   * the factor; -1: no factor is too much, or the capacity is not known. */
  double full_at;
} PoplensWhatIfTile;

/* What a SCALE matches on its tiles, live or not. */
typedef struct {
  guint variables;
  guint64 bytes;
} PoplensWhatIfMatched;
typedef struct {
  GArray *tiles;         /* PoplensWhatIfTile, in the order of memory->tile */
  guint64 capacity;      /* of a tile; 0: not known */
  GArray *matched;       /* PoplensWhatIfMatched, of each change; of others than SCALE nothing */
  guint64 before, after; /* Σ over the tiles of their worst steps: no peak of the device */
  guint32 over_before, over_after, tight_before, tight_after; /* tiles of these verdicts */
  guint32 worst; /* row of the tile with the largest need after; G_MAXUINT32: no tile */
  guint32 first; /* row that is full first; G_MAXUINT32: none is ever */
} PoplensWhatIfResult;

/* Lifetimes under sets of changes, for several evaluations of one thread: the same facts and
 * ground, any changes. */
typedef struct _PoplensWhatIfLives PoplensWhatIfLives;
PoplensWhatIfLives *poplens_what_if_lives_new (void);
void poplens_what_if_lives_free (PoplensWhatIfLives *self); /* NULL is fine */

/* What is known beside the bytes; any may be NULL. */
typedef struct {
  const guint8 *halves; /* by group of the bytes: TRUE for 32-bit floats; HALVE_FLOATS needs it */
  const struct _PoplensMoves *moves; /* changes that need kinds need it */
  PoplensWhatIfLives *lives;         /* kept from one evaluation to the next; NULL: made for each */
} PoplensWhatIfFacts;

/* @changes: PoplensChange, maybe empty, at most 64; what lacks its facts changes nothing. @tiles:
 * (nullable): only these. Tiles that hold the same are worked out once. NULL only where
 * @cancellable was cancelled. (transfer full) */
PoplensWhatIfResult *poplens_what_if_evaluate (const PoplensWhatIf *self, const GPtrArray *changes,
                                               const PoplensWhatIfFacts *facts,
                                               PoplensEstimate estimate,
                                               const PoplensTileSet *tiles,
                                               GCancellable *cancellable);
PoplensWhatIfResult *poplens_what_if_result_ref (PoplensWhatIfResult *self);
void poplens_what_if_result_unref (PoplensWhatIfResult *self); /* NULL is fine */

/* What is matched by the change, by group; of changes that move something nothing. (transfer full)
 * bytes->n_groups values */
guint8 *poplens_what_if_matches (const PoplensWhatIf *self, const PoplensChange *change,
                                 const PoplensWhatIfFacts *facts);

/* Bytes of each group on tiles that are in both (nullable) sets. (transfer full) */
guint64 *poplens_what_if_group_bytes (const PoplensTileBytes *bytes, const PoplensTileSet *a,
                                      const PoplensTileSet *b);
/* Of the tiles of @change that are in @tiles (nullable). */
PoplensWhatIfMatched poplens_what_if_count_matched (const PoplensWhatIf *self,
                                                    const PoplensChange *change,
                                                    const PoplensWhatIfFacts *facts,
                                                    const PoplensTileSet *tiles);

/* "Tile 812 is full first, at 1.7 times." in the reader's words. (transfer full) */
char *poplens_what_if_sentence (const PoplensWhatIfResult *self);
/* @factor with four digits, rounded down: the nearest could name a factor that is too much. */
const char *poplens_what_if_format_factor (PoplensNumber buffer, double factor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChange, poplens_change_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhatIf, poplens_what_if_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhatIfResult, poplens_what_if_result_unref)

G_END_DECLS
