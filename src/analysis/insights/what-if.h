/* What-if analysis: the live bytes of every tile at its worst step if some variables were larger,
 * smaller or gone.
 *
 * Live bytes are a lower bound of what a tile needs. So a tile whose live bytes do not fit cannot
 * fit. A tile whose live bytes fit may still not fit, as the compiler places a changed program
 * differently. .needs_after assumes the packing and gaps of today. All factors and sums are
 * integers (millionths), so results do not depend on the order of addition. Bytes are rounded up.
 */
#pragma once

#include "analysis/memory/tile-bytes.h"
#include "base/format.h"
#include "model/memory.h"
#include "model/target.h"
#include "model/tile-set.h"

G_BEGIN_DECLS

#define POPLENS_FACTOR_ONE G_GINT64_CONSTANT (1000000)
/* Limit of changes in each of the location keys "scale" and "change". */
#define POPLENS_MOST_CHANGES 32
#define POPLENS_FACTOR_MOST (1000 * POPLENS_FACTOR_ONE)

/* ---- changes --------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_CHANGE_SCALE,
  POPLENS_CHANGE_WITHOUT_INSTRUMENTATION,
  POPLENS_CHANGE_HALVE_FLOATS, /* 32-bit floats become 16-bit ones */
  /* This change and all changes below need the kinds of variables. OPTIMISER_OFF_CHIP,
   * ACCUMULATORS_OFF_CHIP and RECOMPUTE change lifetimes (PoplensMove). */
  POPLENS_CHANGE_OPTIMISER_OFF_CHIP,
  POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP,
  POPLENS_CHANGE_RECOMPUTE,
  /* The micro-batch is divided by .parts. Optimistic estimate: all data of a batch shrinks in
   * proportion. Pessimistic: temporaries and exchange buffers do not shrink. If gradients are not
   * accumulated yet, each weight gets an accumulator. */
  POPLENS_CHANGE_MICRO_BATCH,
  /* The operation .name is computed in .parts parts, one after another. Optimistic estimate: its
   * temporaries, exchange buffers and activation gradients shrink to one part. Pessimistic: only
   * its temporaries shrink. */
  POPLENS_CHANGE_SERIALISE,
  /* The variable .name is kept off the chip. Optimistic estimate: the variable has no bytes on the
   * chip. Pessimistic: nothing changes. */
  POPLENS_CHANGE_VARIABLE_OFF_CHIP,
  /* Streams use I/O tiles. Optimistic estimate: all data of streams is on I/O tiles, whose memory
   * is not counted. Pessimistic: nothing changes. */
  POPLENS_CHANGE_IO_TILES,
  /* The variable .name is spread evenly. Optimistic estimate: each tile of an IPU gets an equal
   * part of the bytes on the IPU. Pessimistic: nothing changes. */
  POPLENS_CHANGE_SPREAD,
  /* Matrix multiplications and convolutions use no temporaries and exchange buffers. Only used
   * internally, to compute an upper bound, so the change has no key. */
  POPLENS_CHANGE_PLANNER_MEMORY,
} PoplensChangeKind;

/* Each change has two estimates: the most memory that it can save (optimistic), and a small saving
 * (pessimistic). Both assume the packing and gaps of today, so a real build can need more memory
 * than either estimate. */
typedef enum {
  POPLENS_ESTIMATE_OPTIMISTIC,
  POPLENS_ESTIMATE_PESSIMISTIC,
  POPLENS_N_ESTIMATES,
} PoplensEstimate;

/* A change of the variables that its filters match. If several changes match the same bytes, their
 * factors multiply. */
typedef struct {
  PoplensChangeKind kind;
  /* (nullable): for a SCALE, a glob if it contains "*" or "?", else a part of a variable name;
   * NULL: any name. For other kinds, the whole name of a variable or operation. */
  char *name;
  /* .category, .purpose and .tiles: filters of a SCALE. */
  char *category;        /* (nullable): category of lowered variables, as in the file; NULL: any */
  char *purpose;         /* (nullable): key of a PoplensKind; NULL: any kind */
  PoplensTileSet *tiles; /* (nullable): tiles to change; NULL: all */
  gint64 factor;         /* millionths, 0 … POPLENS_FACTOR_MOST */
  guint parts;           /* number of parts of MICRO_BATCH and SERIALISE, at least 2 */
} PoplensChange;

/* Parses a SCALE: "NAME=2", "category:message=0.5", "kind:optimiser=0", "NAME@0-99=1.5". Without
 * "=FACTOR" the factor is 1. NULL with POPLENS_ERROR_USAGE. (transfer full) (nullable) */
PoplensChange *poplens_change_parse_scale (const char *text, GError **error);
/* Creates a change of a kind other than SCALE. (transfer full) */
PoplensChange *poplens_change_new (PoplensChangeKind kind);
/* Parses the key of a change other than SCALE: "optimiser-off-chip", "accumulators-off-chip",
 * "recompute", "micro-batch=2", "serialise=4:OPERATION", "off-chip=NAME", "spread=NAME",
 * "io-tiles", "half", "no-instrumentation". NULL with POPLENS_ERROR_USAGE. (transfer full)
 * (nullable) */
PoplensChange *poplens_change_parse (const char *key, GError **error);
/* TRUE if the change needs the kinds of variables. */
gboolean poplens_change_needs_kinds (const PoplensChange *self);
void poplens_change_free (PoplensChange *self);
/* Converts a change to the text that poplens_change_parse_scale () or poplens_change_parse ()
 * parses. (transfer full) */
char *poplens_change_to_string (const PoplensChange *self);
/* Describes the change in words: "names with “weights” × 2", "kind weights × 2", "no
 * instrumentation", "32-bit floats halved". (transfer full) */
char *poplens_change_describe (const PoplensChange *self);

/* ---- baseline -------------------------------------------------------------------------------- */

typedef struct _PoplensWhatIf PoplensWhatIf;

/* Prepares the analysis once; any thread can then evaluate changes. Immutable. @bytes: (transfer
 * full): bytes of the lowered variables (poplens_tile_bytes_new ()). @target: (nullable). The parts
 * must outlive the result. (transfer full) */
PoplensWhatIf *poplens_what_if_new (const PoplensLiveness *liveness,
                                    const PoplensVariables *variables, PoplensTileBytes *bytes,
                                    const PoplensMemory *memory, const PoplensTarget *target);
void poplens_what_if_free (PoplensWhatIf *self);
const PoplensTileBytes *poplens_what_if_get_bytes (const PoplensWhatIf *self);
/* Returns the tiles grouped by equal contents. (transfer none) */
const PoplensTilesAlike *poplens_what_if_get_alike (const PoplensWhatIf *self);

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef enum {
  POPLENS_VERDICT_UNKNOWN, /* the capacity is unknown */
  POPLENS_VERDICT_FITS,    /* fits with today's packing and gaps */
  POPLENS_VERDICT_TIGHT,   /* live bytes fit, but not with today's packing and gaps */
  POPLENS_VERDICT_OVER,    /* live bytes alone do not fit */
} PoplensVerdict;

typedef struct {
  guint32 tile;
  guint32 step_before, step_after; /* step with the most live bytes before the changes, and after; 0
                                      if all live bytes are always live */
  guint64 before, after; /* live bytes at .step_before and, after the changes, at .step_after; with
                            always-live bytes */
  guint64 always_live_after;
  guint64 matched;      /* bytes that changes of the kind SCALE match, live or not */
  guint64 needs_before; /* bytes of the tile including gaps, as in the file */
  guint64 needs_after;  /* .needs_before + .after − .before; at least .after */
  PoplensVerdict verdict_before, verdict_after;
  /* Largest factor of all SCALEs at which the live bytes of the tile fit, with all other changes.
   * 0: the bytes do not fit at any factor. −1: they fit at any factor, or the capacity is unknown.
   */
  double full_at;
} PoplensWhatIfTile;

/* Variables and bytes that a SCALE matches on the tiles of the change, live or not. */
typedef struct {
  guint variables;
  guint64 bytes;
} PoplensWhatIfMatched;
typedef struct {
  GArray *tiles;         /* PoplensWhatIfTile, in the order of memory->tile */
  guint64 capacity;      /* bytes of memory of a tile; 0: unknown */
  GArray *matched;       /* PoplensWhatIfMatched, by change; zeros for changes other than SCALE */
  guint64 before, after; /* sums over all tiles of the live bytes at the worst step of each tile */
  /* Numbers of tiles with the verdicts OVER and TIGHT, before and after the changes. */
  guint32 over_before, over_after, tight_before, tight_after;
  guint32 worst; /* index in .tiles of the tile with the largest need after the changes;
                    G_MAXUINT32: no tile */
  guint32 first; /* index in .tiles of the tile with the lowest .full_at; G_MAXUINT32: all fit at
                    any factor */
} PoplensWhatIfResult;

/* Cache of lifetimes under sets of changes. One thread can use it for several evaluations with the
 * same facts and baseline. */
typedef struct _PoplensWhatIfLives PoplensWhatIfLives;
PoplensWhatIfLives *poplens_what_if_lives_new (void);
void poplens_what_if_lives_free (PoplensWhatIfLives *self); /* @self: (nullable) */

/* Facts that some changes need in addition to the bytes. Each may be NULL. */
typedef struct {
  const guint8 *halves;              /* by group: TRUE: 32-bit floats; for HALVE_FLOATS */
  const struct _PoplensMoves *moves; /* lifetimes; for changes that need the kinds of variables */
  PoplensWhatIfLives *lives;         /* cache for several evaluations; NULL: no cache */
} PoplensWhatIfFacts;

/* Evaluates the changes together. Ignores a change if @facts lacks the facts for it. @changes:
 * PoplensChange, at most 2 × POPLENS_MOST_CHANGES. @facts: (nullable). @tiles: (nullable): tiles to
 * evaluate; NULL: all. (transfer full) (nullable): NULL only if cancelled */
PoplensWhatIfResult *poplens_what_if_evaluate (const PoplensWhatIf *self, const GPtrArray *changes,
                                               const PoplensWhatIfFacts *facts,
                                               PoplensEstimate estimate,
                                               const PoplensTileSet *tiles,
                                               GCancellable *cancellable);
PoplensWhatIfResult *poplens_what_if_result_ref (PoplensWhatIfResult *self);
void poplens_what_if_result_unref (PoplensWhatIfResult *self); /* @self: (nullable) */

/* Finds the groups that the filters of the change match. A change without filters matches none.
 * (transfer full): [bytes->n_groups] TRUE: the group matches */
guint8 *poplens_what_if_matches (const PoplensWhatIf *self, const PoplensChange *change,
                                 const PoplensWhatIfFacts *facts);

/* Sums the bytes of each group on the tiles that are in both @a and @b. @a, @b: (nullable): NULL:
 * all tiles. (transfer full): [bytes->n_groups] */
guint64 *poplens_what_if_group_bytes (const PoplensTileBytes *bytes, const PoplensTileSet *a,
                                      const PoplensTileSet *b);
/* Counts the variables that @change matches on change->tiles. @tiles: (nullable): counts only on
 * tiles that are also in this set */
PoplensWhatIfMatched poplens_what_if_count_matched (const PoplensWhatIf *self,
                                                    const PoplensChange *change,
                                                    const PoplensWhatIfFacts *facts,
                                                    const PoplensTileSet *tiles);

/* Returns the result as a sentence: "Tile 812 is over first, at more than 1.7 ×." (transfer
 * full) */
char *poplens_what_if_sentence (const PoplensWhatIfResult *self);
/* Formats @factor with four digits. Rounds down, so that the tile fits at the factor shown. */
const char *poplens_what_if_format_factor (PoplensNumber buffer, double factor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChange, poplens_change_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhatIf, poplens_what_if_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensWhatIfResult, poplens_what_if_result_unref)

G_END_DECLS
