/* Insights: what memory and time are spent on, and what could be saved. Bytes are of the tiles that
 * the file lists: one replica. */
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

/* Bytes that are live on the fullest tile at its peak but are not used again
 * (analysis/liveness/idle.h). */
typedef struct {
  guint64 bytes; /* 0: none, or not computed */
  guint32 variables, tile, step;
} PoplensNeverUsed;

/* Input: parts and sums. Each may be NULL: what needs it is left out. */
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

/* ---- capacity -------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_CAPACITY_REPLICA,
  POPLENS_CAPACITY_IPU,
  POPLENS_CAPACITY_TILE, /* the fullest one, gaps included */
} PoplensCapacityOf;

typedef struct {
  PoplensCapacityOf of;
  guint32 number; /* of the IPU or tile; 0 for a replica */
  guint32 tiles;
  gboolean used_known; /* FALSE for archive.a, which does not record it: .used is 0 */
  guint64 used, used_including_gaps;
  guint64 capacity;   /* 0: unknown */
  guint32 tiles_over; /* of these tiles, those that do not fit */
  guint64 over_bytes; /* sum of what these need beyond their memory */
  guint32 worst_tile; /* of these, the one that needs most; G_MAXUINT32: all fit */
  guint64 worst_over; /* what that one needs beyond its memory */
} PoplensCapacity;

/* Returns the bytes that the tile at @position needs beyond its memory, gaps included. @capacity:
 * bytes of its memory; 0: unknown */
guint64 poplens_memory_over (const PoplensMemory *memory, guint32 position, guint64 capacity);

/* Lists the replica, each of its IPUs, and the fullest tile. (transfer full) GArray of
 * PoplensCapacity */
GArray *poplens_insights_capacity (const PoplensMemory *memory, const PoplensTarget *target);

/* ---- histogram ------------------------------------------------------------------------------- */

typedef struct {
  guint64 from, to; /* bytes of a tile, [from, to) */
  guint32 tiles;
  guint64 bytes; /* sum over these tiles */
} PoplensHistogramBin;

/* Counts tiles by bytes, in bins of one power of two: the finest that needs at most 16 bins from
 * the emptiest to the fullest tile. Includes empty bins. (transfer full) GArray of
 * PoplensHistogramBin */
GArray *poplens_insights_histogram (const PoplensMemory *memory, gboolean including_gaps);

/* ---- shares of a total, and the rest --------------------------------------------------------- */

typedef struct {
  char *name;      /* "(unattributed code)" for the rest */
  guint32 id;      /* vertex type, exchange …; G_MAXUINT32 for the rest */
  guint32 program; /* of an exchange: its program; else POPLENS_NO_PROGRAM */
  PoplensExchangeKind exchange;
  guint64 bytes;
  guint32 count; /* compute sets that use the type */
} PoplensShare;

typedef struct {
  char *title;       /* what it is the total of: "vertex code" */
  guint64 total;     /* sum of the rows */
  guint64 remainder; /* part of .total in rows of the rest */
  GArray *rows;      /* PoplensShare, most bytes first, the rest last */
} PoplensShares;

void poplens_shares_free (PoplensShares *self);

/* Positions of selected tiles in lists by tile. A NULL pointer in place of it means all tiles. */
typedef struct {
  const guint32 *positions;
  guint32 n;
} PoplensTilePositions;

/* Returns the state of vertices (vertexInstanceState, vertexFieldData and both descriptors) by
 * type. (transfer full) */
PoplensShares *poplens_insights_vertex_state (const PoplensVertices *vertices,
                                              const PoplensMemory *memory);
/* Returns the code of vertices by type. The rest of the category belongs to the runtime. (transfer
 * full) */
PoplensShares *poplens_insights_vertex_code (const PoplensVertices *vertices,
                                             const PoplensMemory *memory);
/* Vertex types whose names differ only in their template arguments. */
typedef struct {
  char *name;         /* "poplin::ConvPartial1x1Out" */
  guint32 types;      /* number of types */
  guint64 code;       /* bytes of all of them */
  guint64 saving;     /* sum over the tiles of their code there, without the largest */
  guint32 worst_tile; /* position with the most of .saving */
  guint64 worst;
} PoplensVariants;

/* Lists the names of several types that have code on @tiles (nullable: all), the largest saving
 * first. @n_tiles: of the lists. (transfer full) GArray of PoplensVariants */
GArray *poplens_insights_variants (const PoplensVertices *vertices, guint32 n_tiles,
                                   const PoplensTilePositions *tiles);

/* Returns the code of exchanges: internal ones, host ones if @names is given, and the rest of the
 * three categories. @memory, @programs, @names: (nullable): without @names, host exchanges are one
 * row. (transfer full) */
PoplensShares *poplens_insights_exchange_code (const PoplensExchanges *exchanges,
                                               const PoplensMemory *memory,
                                               const PoplensPrograms *programs,
                                               const PoplensNameSums *names);

/* Returns the table of exchanges in which a program's variant_index is an ID, or
 * POPLENS_N_EXCHANGE_KINDS. */
PoplensExchangeKind poplens_program_exchange (const PoplensPrograms *programs, guint32 row);

/* ---- balance --------------------------------------------------------------------------------- */

/* How evenly some bytes are spread over some tiles. */
typedef struct {
  const PoplensCategory *category; /* (nullable): NULL: all memory of the tiles */
  guint64 total;                   /* sum over the tiles */
  double mean;
  guint64 most,
      fullest; /* bytes on the tile with the most of them; on the fullest tile, gaps included */
  guint32 most_tile; /* number of the former */
  double excess;     /* .fullest − .mean: what makes that tile fuller than the mean */
  guint64 unused;    /* sum of .most − bytes over the tiles: what the others leave unused */
} PoplensBalance;

/* Computes the balance of all memory with gaps, then of the categories, the largest excess first.
 * @positions: (nullable): @n tiles of the memory; NULL: all; a single tile is compared with all.
 * @fullest: (out): number of the fullest of these tiles; G_MAXUINT32: none. (transfer full) GArray
 * of PoplensBalance */
GArray *poplens_insights_balance (const PoplensMemory *memory, const guint32 *positions, guint32 n,
                                  guint32 *fullest);

/* ---- costs ----------------------------------------------------------------------------------- */

typedef struct {
  const char *key;   /* "gaps", "packing", "instrumentation", "instrumentation-buffers" … */
  const char *title; /* "Gaps" */
  const char *cause; /* a sentence */
  guint16 depth;     /* 1: a part of the cost above it */
  guint64 bytes;
  guint32 tiles;      /* number of tiles that have it */
  guint32 worst_tile; /* tile with the most of it; G_MAXUINT32: none */
  guint64 worst_bytes;
} PoplensCost;

/* Lists what gaps, packing and instrumentation cost. Packing needs not_always_live_max,
 * instrumentation @names (nullable). (transfer full) GArray of PoplensCost */
GArray *poplens_insights_costs (const PoplensMemory *memory, const PoplensNameSums *names);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_PIECE_TEXT,
  POPLENS_PIECE_BYTES,
  POPLENS_PIECE_COUNT,
  POPLENS_PIECE_RATIO,
} PoplensPieceKind;

/* A piece of a sentence. Numbers are written in the reader's unit. */
typedef struct {
  PoplensPieceKind kind;
  char *text;     /* TEXT */
  guint64 number; /* BYTES, COUNT */
  double ratio;   /* RATIO */
} PoplensPiece;

typedef enum {
  POPLENS_FINDING_GOOD,   /* it fits */
  POPLENS_FINDING_BAD,    /* it does not fit */
  POPLENS_FINDING_SAVING, /* something that could be saved */
  POPLENS_FINDING_FACT,
} PoplensFindingKind;

typedef struct {
  const char *key; /* "capacity", "gaps", "exchange-code" … */
  PoplensFindingKind kind;
  const char *title; /* "Gaps between variables" */
  GArray *pieces;    /* PoplensPiece: the sentence */
  GArray *brief; /* PoplensPiece: short form, for a row that has title and number; empty: .pieces
                    instead */
  const char
      *cause;    /* a sentence: the reason, or how to change it; for time, belongs to input->time */
  char *subject; /* (nullable): name of the variable, vertex type or exchange */
  guint64 bytes; /* first number of bytes in the sentence; 0: there is none */
  guint64 saves; /* bytes that would be saved at most, without it; 0: a fact */
  gboolean is_tight; /* TRUE: it fits, but the fullest tile has next to nothing left */
  /* TRUE: .cycles and .share are approximate, as cycles by tile are not recorded. */
  gboolean is_guess;
  char *location;       /* where to see it: a location as text */
  const char *table;    /* table with its numbers: poplens-cli table TABLE REPORT … */
  char *table_location; /* (nullable): --location for that table */
  char **table_where;   /* (nullable): one --where each for that table */
  guint32 tile;         /* tile on which it was measured; G_MAXUINT32: all */
  guint64 there;        /* bytes that would be saved on that tile */
  /* For time: cycles that the program would save at most, or that are outside the program; 0: a
   * finding on memory. */
  guint64 cycles;
  double share; /* of the program's time; of the trace if they are outside the program */
  guint8 rank;  /* main key of the order, before savings */
  const PoplensTimeFinding *on_time; /* (nullable): belongs to input->time */
} PoplensFinding;

/* Lists the findings: whether the program fits, then by what each would save, then cycles outside
 * the program, then facts. Savings of memory come before those of time if the program does not fit,
 * else after them. (transfer full) GPtrArray of PoplensFinding */
GPtrArray *poplens_insights_findings (const PoplensInsightsInput *input);
void poplens_finding_free (PoplensFinding *self);
/* A tile that a finding on memory is about. */
typedef struct {
  guint32 tile;  /* number */
  guint64 bytes; /* its bytes there */
} PoplensFindingTile;

/* Lists the tiles of a finding, in the order of the memory: those that have some of it, if bytes by
 * tile are known, else those that its location selects; of a change the tile on which it is
 * measured. @in: input of the finding. (transfer full): GArray of PoplensFindingTile */
GArray *poplens_finding_tiles (const PoplensFinding *self, const PoplensInsightsInput *in);
/* TRUE for a fact on time: cycles outside the program. */
gboolean poplens_finding_is_outside (const PoplensFinding *self);
/* Returns the sentence. (transfer full) */
char *poplens_finding_sentence (const PoplensFinding *self, PoplensByteUnit unit);
/* Returns the short form, without title and first number: "2,880 tiles, most on tile 2699, 58.6
 * KiB". (transfer full) */
char *poplens_finding_brief (const PoplensFinding *self, PoplensByteUnit unit);
/* Returns the command that shows its numbers: "poplens-cli table costs REPORT", with @report quoted
 * for a shell. (transfer full) */
char *poplens_finding_command (const PoplensFinding *self, const char *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensShares, poplens_shares_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinding, poplens_finding_free)

G_END_DECLS
