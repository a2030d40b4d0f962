/* Insights: what memory and time are used for, and what could be saved. All bytes are those of one
 * replica, because the file lists the tiles of only one replica. */
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

/* Bytes that are live on the fullest tile at its peak although they are not used again
 * (analysis/liveness/idle.h). */
typedef struct {
  guint64 bytes; /* 0: there are none, or they are not computed */
  guint32 variables, tile, step;
} PoplensNeverUsed;

/* Input of the findings: parts and sums. If a pointer is NULL, the findings that need it are left
 * out. */
typedef struct {
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
  const PoplensPrograms *programs;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;
  const PoplensNameSums *names; /* sums by variable name over all tiles */
  const GArray *peaks;          /* PoplensTilePeak, in the order of memory->tile */
  const PoplensFit *fit;
  const PoplensFitPlan *plan;
  const PoplensTimeFindings *time; /* findings on the time of the whole trace */
  PoplensNeverUsed never;
} PoplensInsightsInput;

/* ---- capacity -------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_CAPACITY_REPLICA,
  POPLENS_CAPACITY_IPU,
  POPLENS_CAPACITY_TILE, /* the tile with the largest need, gaps included */
} PoplensCapacityOf;

typedef struct {
  PoplensCapacityOf of;
  guint32 number; /* number of the IPU or tile; 0 for a replica */
  guint32 tiles;
  gboolean used_known; /* FALSE: .used is 0, as the report (archive.a) does not record it */
  guint64 used, used_including_gaps;
  guint64 capacity;   /* bytes of memory; 0: unknown */
  guint32 tiles_over; /* number of tiles that do not fit */
  guint64 over_bytes; /* bytes that all tiles together need beyond their memory */
  guint32 worst_tile; /* tile with the largest need beyond its memory; G_MAXUINT32: all fit */
  guint64 worst_over; /* bytes that .worst_tile needs beyond its memory */
} PoplensCapacity;

/* Returns the bytes that the tile at @position needs beyond its memory, gaps included. @capacity:
 * bytes of its memory; 0: unknown */
guint64 poplens_memory_over (const PoplensMemory *memory, guint32 position, guint64 capacity);

/* Computes the use of memory of the replica, of each of its IPUs, and of the fullest tile.
 * (transfer full) GArray of PoplensCapacity */
GArray *poplens_insights_capacity (const PoplensMemory *memory, const PoplensTarget *target);

/* ---- histogram ------------------------------------------------------------------------------- */

typedef struct {
  guint64 from, to; /* bytes on a tile: [from, to) */
  guint32 tiles;
  guint64 bytes; /* sum of the bytes of the tiles in the bin */
} PoplensHistogramBin;

/* Counts tiles by bytes. All bins have the same width: the smallest power of two for which 16 bins
 * are enough. Includes empty bins. (transfer full) GArray of PoplensHistogramBin */
GArray *poplens_insights_histogram (const PoplensMemory *memory, gboolean including_gaps);

/* ---- shares of a total, and the rest --------------------------------------------------------- */

typedef struct {
  char *name;      /* "(unattributed code)" for bytes that no type or exchange accounts for */
  guint32 id;      /* ID of the vertex type or exchange; G_MAXUINT32: unattributed bytes */
  guint32 program; /* program that executes the exchange; POPLENS_NO_PROGRAM for other rows */
  PoplensExchangeKind exchange;
  guint64 bytes;
  guint32 count; /* number of compute sets that use the vertex type */
} PoplensShare;

typedef struct {
  char *title;       /* name of the total: "vertex code" */
  guint64 total;     /* sum of the rows */
  guint64 remainder; /* bytes of .total that no vertex type or exchange accounts for */
  GArray *rows;      /* PoplensShare: most bytes first, unattributed bytes last */
} PoplensShares;

void poplens_shares_free (PoplensShares *self);

/* Selected tiles, as positions in lists by tile. A NULL pointer to this struct selects all tiles.
 */
typedef struct {
  const guint32 *positions;
  guint32 n;
} PoplensTilePositions;

/* Breaks vertex state down by vertex type. Vertex state is the categories vertexInstanceState,
 * vertexFieldData, copyDescriptor and vectorListDescriptor. (transfer full) */
PoplensShares *poplens_insights_vertex_state (const PoplensVertices *vertices,
                                              const PoplensMemory *memory);
/* Breaks the category vertexCode down by vertex type. Bytes without a vertex type get one row.
 * (transfer full) */
PoplensShares *poplens_insights_vertex_code (const PoplensVertices *vertices,
                                             const PoplensMemory *memory);
/* Vertex types whose names differ only in their template arguments. */
typedef struct {
  char *name;         /* "poplin::ConvPartial1x1Out" */
  guint32 types;      /* number of types */
  guint64 code;       /* bytes of code of all types with this name */
  guint64 saving;     /* bytes saved if each tile had only the largest of these types */
  guint32 worst_tile; /* position of the tile that could save most */
  guint64 worst;
} PoplensVariants;

/* Finds vertex types with code whose names differ only in their template arguments. Sorts by
 * saving, largest first. @n_tiles: length of lists by tile. @tiles: (nullable): NULL: all.
 * (transfer full) GArray of PoplensVariants */
GArray *poplens_insights_variants (const PoplensVertices *vertices, guint32 n_tiles,
                                   const PoplensTilePositions *tiles);

/* Breaks the code of exchanges down by exchange. Each category also gets a row for code without a
 * known exchange. @memory, @programs: (nullable). @names: (nullable): NULL: all host exchanges are
 * one row. (transfer full) */
PoplensShares *poplens_insights_exchange_code (const PoplensExchanges *exchanges,
                                               const PoplensMemory *memory,
                                               const PoplensPrograms *programs,
                                               const PoplensNameSums *names);

/* Returns the kind of exchange of the program at @row, or POPLENS_N_EXCHANGE_KINDS if the program
 * is not an exchange. The variant_index of an exchange is its ID. */
PoplensExchangeKind poplens_program_exchange (const PoplensPrograms *programs, guint32 row);

/* ---- balance --------------------------------------------------------------------------------- */

/* Distribution of the bytes of a category over tiles. */
typedef struct {
  const PoplensCategory *category; /* (nullable): NULL: all memory of the tiles */
  guint64 total;                   /* sum of the bytes of all tiles */
  double mean;
  guint64 most, fullest; /* .most: bytes of the category on the tile .most_tile; .fullest: on the
                            fullest tile */
  guint32 most_tile;     /* tile with the most bytes of the category */
  double excess;         /* .fullest − .mean: bytes by which the fullest tile exceeds the mean */
  guint64 unused; /* bytes that could be added until every tile has .most bytes of the category */
} PoplensBalance;

/* Computes the balance of all memory with gaps, then of each category, sorted by excess, largest
 * first. @positions: (nullable): [@n] positions of tiles; NULL: all tiles. If @n is 1, compares the
 * tile with all tiles. @fullest: (out): number of the fullest tile; G_MAXUINT32: no tiles.
 * (transfer full) GArray of PoplensBalance */
GArray *poplens_insights_balance (const PoplensMemory *memory, const guint32 *positions, guint32 n,
                                  guint32 *fullest);

/* ---- costs ----------------------------------------------------------------------------------- */

typedef struct {
  const char *key;   /* "gaps", "packing", "instrumentation", "instrumentation-buffers" … */
  const char *title; /* "Gaps" */
  const char *cause; /* a sentence: why the cost arises, or how to lower it */
  guint16 depth;     /* 1: the cost is part of the previous cost in the list */
  guint64 bytes;
  guint32 tiles;      /* number of tiles that have the cost */
  guint32 worst_tile; /* tile on which the cost is largest; G_MAXUINT32: none */
  guint64 worst_bytes;
} PoplensCost;

/* Lists what gaps, packing and instrumentation cost in bytes. Leaves out costs that the report does
 * not record. @names: (nullable): NULL: leaves out instrumentation. (transfer full) GArray of
 * PoplensCost */
GArray *poplens_insights_costs (const PoplensMemory *memory, const PoplensNameSums *names);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_PIECE_TEXT,
  POPLENS_PIECE_BYTES,
  POPLENS_PIECE_COUNT,
  POPLENS_PIECE_RATIO,
} PoplensPieceKind;

/* A piece of a sentence: text or a number. Bytes are written in the unit that the user chose. */
typedef struct {
  PoplensPieceKind kind;
  char *text;     /* text of a POPLENS_PIECE_TEXT */
  guint64 number; /* number of a POPLENS_PIECE_BYTES or POPLENS_PIECE_COUNT */
  double ratio;   /* ratio of a POPLENS_PIECE_RATIO */
} PoplensPiece;

typedef enum {
  POPLENS_FINDING_GOOD,   /* the program fits */
  POPLENS_FINDING_BAD,    /* the program does not fit */
  POPLENS_FINDING_SAVING, /* something that could be saved */
  POPLENS_FINDING_FACT,
} PoplensFindingKind;

typedef struct {
  const char *key; /* "capacity", "gaps", "exchange-code" … */
  PoplensFindingKind kind;
  const char *title; /* "Gaps between variables" */
  GArray *pieces;    /* PoplensPiece: the sentence */
  GArray *brief; /* PoplensPiece: the sentence without title and first number; empty if it is the
                    same as .pieces */
  const char *cause; /* a sentence: the reason, or what to change; for findings on time, owned by
                        input->time */
  char *subject;     /* (nullable): name of the variable, vertex type or exchange */
  guint64 bytes;     /* first number of bytes in the sentence; 0: there is none */
  guint64 saves;     /* most bytes that could be saved; 0: the finding saves no memory */
  gboolean is_tight; /* TRUE: the program fits, but the fullest tile has almost nothing left */
  /* TRUE: .cycles and .share are approximate, as cycles by tile are not recorded. */
  gboolean is_guess;
  char *location;       /* location, as text, of a page that shows the finding */
  const char *table;    /* table with the numbers of the finding: poplens-cli table TABLE */
  char *table_location; /* (nullable): value of --location for poplens-cli table */
  char **table_where;   /* (nullable): values of --where for poplens-cli table */
  guint32 tile;         /* tile on which the finding was measured; G_MAXUINT32: all tiles */
  guint64 there;        /* bytes that would be saved on the tile .tile */
  /* For a finding on time: cycles that could be saved at most, or cycles outside the program. 0 for
   * a finding on memory. */
  guint64 cycles;
  double share; /* .cycles as a share of the cycles of the program; for cycles outside the program,
                   of the trace */
  guint8 rank;  /* findings are sorted by rank, then by saving */
  const PoplensTimeFinding *on_time; /* (nullable): finding on time, owned by input->time */
} PoplensFinding;

/* Lists the findings: whether the program fits, savings, cycles outside the program, facts. If the
 * program does not fit, savings of memory come before savings of time, else after them. (transfer
 * full) GPtrArray of PoplensFinding */
GPtrArray *poplens_insights_findings (const PoplensInsightsInput *input);
void poplens_finding_free (PoplensFinding *self);
/* A tile that a finding on memory is about. */
typedef struct {
  guint32 tile;  /* tile number */
  guint64 bytes; /* bytes of the finding on this tile; if unknown, all bytes of the tile */
} PoplensFindingTile;

/* Lists the tiles that a finding is about, in the order of memory->tile: all tiles with bytes of
 * the finding. If bytes by tile are unknown, lists the tile or tiles on which the finding was
 * measured. @in: input of the finding. (transfer full): GArray of PoplensFindingTile */
GArray *poplens_finding_tiles (const PoplensFinding *self, const PoplensInsightsInput *in);
/* TRUE if the finding is about cycles outside the program. */
gboolean poplens_finding_is_outside (const PoplensFinding *self);
/* Returns the sentence. (transfer full) */
char *poplens_finding_sentence (const PoplensFinding *self, PoplensByteUnit unit);
/* Returns the short form, without title and first number: "2,880 tiles, most on tile 2699, 58.6
 * KiB". (transfer full) */
char *poplens_finding_brief (const PoplensFinding *self, PoplensByteUnit unit);
/* Returns the command that prints the numbers of the finding: "poplens-cli table costs REPORT".
 * Quotes @report for a shell. (transfer full) */
char *poplens_finding_command (const PoplensFinding *self, const char *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensShares, poplens_shares_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinding, poplens_finding_free)

G_END_DECLS
