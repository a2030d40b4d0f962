/* Insights: what the memory and the time are spent on, and what could be had back. Bytes are of the
 * tiles that the file lists: one replica. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/memory/tile-bytes.h"
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "analysis/time/time-findings.h"
#include "base/format.h"
#include "model/exchanges.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* What is live on the fullest tile at its peak, and is not used any more
 * (analysis/liveness/idle.h). */
typedef struct {
  guint64 bytes; /* 0: nothing, or it was not looked for */
  guint32 variables, tile, step;
} PoplensNeverUsed;

/* Parts and sums; any may be NULL: what needs it is left out. */
typedef struct {
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
  const PoplensPrograms *programs;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
  const PoplensNameSums *names; /* of all tiles */
  const GArray *peaks;          /* PoplensTilePeak, in the order of memory->tile */
  const PoplensFit *fit;
  const PoplensFitPlan *plan;
  const PoplensTimeFindings *time; /* of the whole trace */
  PoplensNeverUsed never;
} PoplensInsightsInput;

/* ---- capacity ---------------------------------------------------------------------------------
 */

typedef enum {
  POPLENS_CAPACITY_REPLICA,
  POPLENS_CAPACITY_IPU,
  POPLENS_CAPACITY_TILE, /* the fullest, with gaps */
} PoplensCapacityOf;

typedef struct {
  PoplensCapacityOf of;
  guint32 number; /* of the IPU or the tile; 0 for a replica */
  guint32 tiles;
  gboolean used_known; /* FALSE of archive.a, which does not say it: `used` is 0 */
  guint64 used, used_including_gaps;
  guint64 capacity;   /* 0: not known */
  guint32 tiles_over; /* tiles of it that do not fit */
  guint64 over_bytes; /* what they need beyond their memory, together */
  guint32 worst_tile; /* of those, the one that needs most; G_MAXUINT32: all fit */
  guint64 worst_over; /* what that one needs beyond its memory */
} PoplensCapacity;

/* What the tile at @position needs beyond its memory of @capacity bytes (0: not known), with gaps.
 */
guint64 poplens_memory_over (const PoplensMemory *memory, guint32 position, guint64 capacity);

/* The replica, each of its IPUs, the fullest tile. (transfer full) GArray of PoplensCapacity */
GArray *poplens_insights_capacity (const PoplensMemory *memory, const PoplensTarget *target);

/* ---- histogram --------------------------------------------------------------------------------
 */

typedef struct {
  guint64 from, to; /* bytes of a tile, half-open */
  guint32 tiles;
  guint64 bytes; /* of these tiles together */
} PoplensHistogramBin;

/* Tiles by bytes over bins of one power of two, as fine as gives 16 bins at most from the emptiest
 * to the fullest tile; empty ones between are kept. (transfer full) GArray of PoplensHistogramBin
 */
GArray *poplens_insights_histogram (const PoplensMemory *memory, gboolean including_gaps);

/* ---- shares of a named total, with what remains ------------------------------------------------
 */

typedef struct {
  char *name;      /* "(unattributed code)" for what remains */
  guint32 id;      /* vertex type, exchange, … ; G_MAXUINT32 for what remains */
  guint32 program; /* of an exchange: its program; POPLENS_NO_PROGRAM */
  PoplensExchangeKind exchange;
  guint64 bytes;
  guint32 count; /* compute sets that use the type */
} PoplensShare;

typedef struct {
  char *title;       /* "vertex code": what it is a total of */
  guint64 total;     /* Σ bytes of the rows */
  guint64 remainder; /* of it, in rows that name no one */
  GArray *rows;      /* PoplensShare, most bytes first, what remains last */
} PoplensShares;

void poplens_shares_free (PoplensShares *self);

/* The tiles that count: @n positions in lists by tile. NULL in its place: all. */
typedef struct {
  const guint32 *positions;
  guint32 n;
} PoplensTilePositions;

/* State of vertices (vertexInstanceState, vertexFieldData and both descriptors) by type. */
PoplensShares *poplens_insights_vertex_state (const PoplensVertices *vertices,
                                              const PoplensMemory *memory);
/* Code of vertices by type; the rest of the category is the runtime's. */
PoplensShares *poplens_insights_vertex_code (const PoplensVertices *vertices,
                                             const PoplensMemory *memory);
/* Vertex types whose names differ in their template arguments alone, as one. */
typedef struct {
  char *name;         /* "poplin::ConvPartial1x1Out" */
  guint32 types;      /* how many there are */
  guint64 code;       /* of all of them */
  guint64 saving;     /* Σ over the tiles: their code there but for the largest */
  guint32 worst_tile; /* position with the most of the saving */
  guint64 worst;
} PoplensVariants;

/* Those of several types that have code on @tiles, by saving, most first. @n_tiles: of the lists.
 * (transfer full) GArray of PoplensVariants */
GArray *poplens_insights_variants (const PoplensVertices *vertices, guint32 n_tiles,
                                   const PoplensTilePositions *tiles);

/* Code of exchanges: internal ones, host ones where @names is there, what remains of the three
 * categories. @memory, @programs, @names: (nullable): without @names host exchanges go as one. */
PoplensShares *poplens_insights_exchange_code (const PoplensExchanges *exchanges,
                                               const PoplensMemory *memory,
                                               const PoplensPrograms *programs,
                                               const PoplensNameSums *names);

/* Which table of exchanges a program's variant_index is an id in, or POPLENS_N_EXCHANGE_KINDS. */
PoplensExchangeKind poplens_program_exchange (const PoplensPrograms *programs, guint32 row);

/* ---- balance ----------------------------------------------------------------------------------
 */

/* How evenly something is spread over some tiles. */
typedef struct {
  const PoplensCategory *category; /* NULL: all of the tile's memory */
  guint64 total;                   /* over the tiles */
  double mean;
  guint64 most, fullest; /* on the tile with the most of it; on the one that is fullest with gaps */
  guint32 most_tile;     /* number */
  double excess;         /* fullest − mean: what makes that tile fuller than the mean */
  guint64 unused;        /* Σ (most − tile): bytes that the others leave */
} PoplensBalance;

/* All memory with gaps first, then the categories by excess, most first. @positions: (nullable):
 * @n tiles of the memory; NULL: all; a single one is held against all. @fullest: (out): the number
 * of the fullest of these tiles, G_MAXUINT32 where there is none. (transfer full) GArray of
 * PoplensBalance */
GArray *poplens_insights_balance (const PoplensMemory *memory, const guint32 *positions, guint32 n,
                                  guint32 *fullest);

/* ---- costs ------------------------------------------------------------------------------------
 */

typedef struct {
  const char *key;   /* "gaps", "packing", "instrumentation", "instrumentation-buffers" … */
  const char *title; /* "Gaps" */
  const char *cause; /* a sentence */
  guint16 depth;     /* 1: a part of the cost above it */
  guint64 bytes;
  guint32 tiles;      /* that bear it */
  guint32 worst_tile; /* that bears most of it; G_MAXUINT32 */
  guint64 worst_bytes;
} PoplensCost;

/* What gaps, packing and instrumentation cost. Packing needs not_always_live_max, instrumentation
 * @names. (transfer full) GArray of PoplensCost */
GArray *poplens_insights_costs (const PoplensMemory *memory, const PoplensNameSums *names);

/* ---- findings ---------------------------------------------------------------------------------
 */

typedef enum {
  POPLENS_PIECE_TEXT,
  POPLENS_PIECE_BYTES,
  POPLENS_PIECE_COUNT,
  POPLENS_PIECE_RATIO,
} PoplensPieceKind;

/* A sentence is its pieces in a row: numbers are written in the reader's unit. */
typedef struct {
  PoplensPieceKind kind;
  char *text;     /* TEXT */
  guint64 number; /* BYTES, COUNT */
  double ratio;   /* RATIO */
} PoplensPiece;

typedef enum {
  POPLENS_FINDING_GOOD,   /* it fits */
  POPLENS_FINDING_BAD,    /* it does not */
  POPLENS_FINDING_SAVING, /* something that could be had back */
  POPLENS_FINDING_FACT,
} PoplensFindingKind;

typedef struct {
  const char *key; /* "capacity", "gaps", "exchange-code" … */
  PoplensFindingKind kind;
  const char *title; /* "Gaps between variables" */
  GArray *pieces;    /* PoplensPiece: what is so */
  GArray *brief;     /* PoplensPiece: the same in a few words, for a row that has title and number;
                      * none: as .pieces */
  const char *cause; /* a sentence: why it is so, or what changes it; on time, of input->time */
  char *subject;     /* name of the variable, vertex type, exchange; or NULL */
  guint64 bytes;     /* the first number of bytes that the sentence has; 0: of none */
  guint64 saves;     /* bytes that would go, at most, were it gone altogether; 0: a fact */
  gboolean is_tight; /* it fits, and the fullest tile has next to nothing left */
  gboolean is_guess; /* cycles and share, as cycles by tile are not recorded */
  char *location;    /* where it is seen: a location as text */
  const char *table; /* its numbers: poplens-cli table TABLE REPORT … */
  char *table_location; /* … --location; or NULL */
  char **table_where;   /* … --where, each; or NULL */
  guint32 tile;         /* where it was measured by the tile; G_MAXUINT32: over all */
  guint64 there;        /* bytes that would go on that tile */
  /* On time: cycles that the program saves at most, or that pass outside of it; 0: on memory. */
  guint64 cycles;
  double share;                      /* of the program time; of the trace where it is outside */
  guint8 rank;                       /* its place in the order, ahead of what it saves */
  const PoplensTimeFinding *on_time; /* (nullable): of input->time */
} PoplensFinding;

/* Whether it fits, then by what each would save, then what passes outside the program, then facts.
 * Savings of memory go before those of time where the program does not fit, else behind
 * them. (transfer full) GPtrArray of PoplensFinding */
GPtrArray *poplens_insights_findings (const PoplensInsightsInput *input);
void poplens_finding_free (PoplensFinding *self);
/* A tile that a finding on memory speaks of. */
typedef struct {
  guint32 tile;  /* number */
  guint64 bytes; /* of it there */
} PoplensFindingTile;

/* In the order of the memory: each tile that has some of it where that is known, else those that
 * its location selects; of a change that on which it is measured. @in: that it was made of.
 * (transfer full): GArray of PoplensFindingTile */
GArray *poplens_finding_tiles (const PoplensFinding *self, const PoplensInsightsInput *in);
/* What passes outside the program: a fact on time. */
gboolean poplens_finding_is_outside (const PoplensFinding *self);
/* (transfer full) */
char *poplens_finding_sentence (const PoplensFinding *self, PoplensByteUnit unit);
/* In a few words, without its title and first number: "2,880 tiles, most on tile 2699, 58.6 KiB".
 * (transfer full) */
char *poplens_finding_brief (const PoplensFinding *self, PoplensByteUnit unit);
/* "poplens-cli table costs REPORT", @report quoted for a shell. (transfer full) */
char *poplens_finding_command (const PoplensFinding *self, const char *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensShares, poplens_shares_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinding, poplens_finding_free)

G_END_DECLS
