/* Slices: small immutable answers for one key, fetched from the file when they are asked for and
 * kept in the report's cache. Reference counted; any thread may read one. */
#pragma once

#include "base/lists.h"
#include "base/strings.h"
#include "model/json-tree.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_SLICE_TILE_VARIABLES,   /* key: tile → PoplensTileVariables */
  POPLENS_SLICE_TILE_CLASS_BYTES, /* key: tile → PoplensTileClassBytes */
  POPLENS_SLICE_ALLOCATION_ORDER, /* key: tile → values: variable ids */
  POPLENS_SLICE_REGIONS,          /* key: exchange_target id → PoplensRegions */
  POPLENS_SLICE_CYCLES,           /* key: cycles_by_tile id → values: cycles by tile of one IPU */
  POPLENS_SLICE_ESTIMATES,        /* key: compilation_cycles_by_tile id → values, the same */
  POPLENS_SLICE_STEP_ROWS,        /* key: first row / 4,096 of steps_by_ipu → PoplensStepRow */
  POPLENS_SLICE_MARKER, /* key: marker row → values: step ids by tile, then cycles by tile */
  POPLENS_SLICE_NAMED_VARIABLES, /* key: 0 → PoplensNamedVariable, of all tiles, by tile */
  POPLENS_SLICE_REGION_NAMES, /* key: exchange_target id → PoplensNamedVariable of its regions, by
                                 id */
  POPLENS_SLICE_COMPUTE_SET_NAMES, /* key: compute set → PoplensNamedVariable, in its order */
  /* Whole tables piece by piece, in linear time: the pieces from key 0 on, each naming the next
   * that has rows (`next`). They are not kept in the cache. */
  POPLENS_SLICE_SCAN_VARIABLES,   /* key: var_id >> 16 → PoplensScanVariable, allocated ones */
  POPLENS_SLICE_SCAN_PLACES,      /* key: var_id >> 16 → PoplensScanPlace, by bit 0 of their bits
                                     allocated or with id and tile only; lists:
                                     element_constraints, numbers within the tile */
  POPLENS_SLICE_SCAN_CLASS_BYTES, /* key: row id >> 16 of var_bytes_by_eq_class →
                                     PoplensScanClassBytes */
  POPLENS_SLICE_SCAN_ORDERS,      /* key: row id >> 6 of allocation_order_by_tile → values: tiles;
                                     lists: variable ids */
  POPLENS_SLICE_SCAN_STEPS,       /* key: step id >> 12 → PoplensStepRow, by (step, IPU) */
  POPLENS_SLICE_SCAN_STEP_CYCLES, /* key: row id >> 16 of steps_by_ipu → PoplensStepCycles, in the
                                     order of the file */
  POPLENS_SLICE_SCAN_MARKER,     /* key: marker id → values, as POPLENS_SLICE_MARKER; no `next` */
  POPLENS_SLICE_SCAN_VARIANTS,   /* key: 0 → PoplensScanVariant of each program; no `next` */
  POPLENS_SLICE_SCAN_TOTALS,     /* key: 0 → values: sums of execution_cycle_totals over its rows,
                                    by PoplensCycleTotal; no `next` */
  POPLENS_SLICE_SCAN_REFERENCES, /* key: PoplensReferences → PoplensScanReference of each column
                                    that refers to another table; no `next` */
  POPLENS_SLICE_SCAN_TOGETHER, /* key: 0 → PoplensScanTogether of each pair of tables; no `next` */
  POPLENS_SLICE_SCAN_STORAGE,  /* key: PoplensStorageLook → PoplensScanStorage; no `next` */
  POPLENS_SLICE_SCAN_STEP_PROGRAMS, /* key: step id >> 16 → PoplensScanStepProgram */
  POPLENS_SLICE_SCAN_ESTIMATES,     /* key: row id >> 12 of compilation_cycles_by_tile →
                                       PoplensScanEstimate, by id */
  POPLENS_SLICE_SCAN_STEP_LISTS,    /* key: step id >> 12 → PoplensScanStepList, by (step, IPU) */
  POPLENS_SLICE_SCAN_STEP_TIMES, /* key: step id >> 12 → PoplensScanStepTimes, by (step, IPU) */
  POPLENS_SLICE_SCAN_CYCLES,     /* key: id >> 6 of cycles_by_tile → values: ids; lists: cycles by
                                    tile, as POPLENS_SLICE_CYCLES */
  POPLENS_SLICE_SCAN_REGIONS,    /* key: row id >> 16 of exchange_regions → PoplensRegion */
  POPLENS_N_SLICE_KINDS,         /* of profile.pop; of the other files: */
  POPLENS_SLICE_SYMBOLS,         /* key: tile → PoplensSymbol of its image in archive.a */
  POPLENS_SLICE_BODY,            /* key: id of a debug context → PoplensJsonNode, in preorder */
} PoplensSliceKind;

#define POPLENS_STEP_ROWS_PER_SLICE 4096
#define POPLENS_NO_SLICE G_MAXUINT64 /* `next` of the last piece */

typedef struct {
  guint32 id;
  guint32 name;                    /* string: '__vertexField_N_' + base + suffix (formats.md 3.8) */
  guint32 size, offset, alignment; /* bytes */
  guint32 category;                /* var_categories.id */
  guint32 equivalence_class;
  guint32 unlowered; /* or G_MAXUINT32 */
  guint32 bits;      /* PoplensVariableBits */
} PoplensTileVariable;

/* A lowered variable with its name and place. (NAMED_VARIABLES: those of instrumentation and of
 * host exchanges' code, which only names tell.) */
typedef struct {
  guint32 id, tile;
  guint32 name;       /* string, as PoplensTileVariable's */
  guint32 size;       /* bytes */
  guint32 bits;       /* PoplensVariableBits */
  gboolean is_result; /* NAMED_VARIABLES: of the category instrumentationResults */
} PoplensNamedVariable;

typedef struct {
  guint32 variable, equivalence_class; /* unlowered id as var_bytes_by_eq_class numbers it */
  guint64 bytes;
} PoplensTileClassBytes;

typedef struct {
  guint32 id;       /* of the list that it belongs to: exchange_target.id */
  guint32 variable; /* lowered variable */
  guint64 from, to; /* bytes within it, half-open */
} PoplensRegion;

/* All columns of a row of steps_by_ipu; cycles are relative to base as in the file. */
typedef struct {
  guint32 step_id, ipu;
  guint64 base;
  guint64 active_from_max, active_from_mean, active_from_min;
  guint64 active_to_max, active_to_mean, active_to_min;
  guint64 all_to_max, all_to_mean, all_to_min;
  guint64 cycles; /* of the longest tile */
  guint64 active_tiles;
  double active_tile_balance, thread_balance, tile_balance; /* thread_balance: NaN where NULL */
  gint64 tile_cycles_id;                                    /* -1: NULL */
} PoplensStepRow;

/* What a row of steps_by_ipu adds to statistics; its key says which row of the execution it is. */
typedef struct {
  guint32 step_id, ipu;
  guint64 cycles;
  double tile_balance;
} PoplensStepCycles;

typedef struct {
  guint32 id, tile, offset, alignment;
} PoplensScanVariable;

typedef struct {
  guint32 id, tile, offset, size, alignment;
  guint32 bits; /* PoplensVariableBits */
} PoplensScanPlace;

typedef struct {
  guint32 variable, equivalence_class;
  guint32 tile; /* G_MAXUINT32: the sum over all tiles */
  guint64 bytes;
} PoplensScanClassBytes;

/* What a program says of the row of its type's table, and whether that is so. */
typedef enum {
  POPLENS_VARIANT_NO_TYPE,  /* the type is not in program_types */
  POPLENS_VARIANT_NO_TABLE, /* the type has no table */
  POPLENS_VARIANT_MISSING,  /* it has one, without that row (or the file lacks the table) */
  POPLENS_VARIANT_FOUND,
} PoplensVariantState;

typedef struct {
  guint32 program, type, index; /* index: G_MAXUINT32 for NULL */
  PoplensVariantState state;
} PoplensScanVariant;

/* Columns that refer to rows of other tables, by what they tell of. */
typedef enum {
  POPLENS_REFERENCES_PROGRAMS,
  POPLENS_REFERENCES_VARIABLES,
  POPLENS_REFERENCES_COMPUTE_SETS,
  POPLENS_REFERENCES_EXCHANGES,
  POPLENS_REFERENCES_EXECUTION,
  POPLENS_N_REFERENCES,
} PoplensReferences;

#define POPLENS_MOST_DANGLING 5 /* told; all are counted */

typedef struct {
  const char *table, *column; /* "steps", "compute_set" (static) */
  const char *to;             /* "compute_sets" (static) */
  const char *limit; /* column of `to` that the numbers have to stay below ("num_ipus"), or NULL:
                        they name rows of `to` (static) */
  const char *key;   /* column that names a row ("id"), or NULL: its number from 1 (static) */
  guint64 cases;     /* references */
  guint64 dangling;  /* of these, to rows that are not there */
  gint64
      row[POPLENS_MOST_DANGLING]; /* of the first ones: `key` of the row, and what it refers to */
  gint64 value[POPLENS_MOST_DANGLING];
} PoplensScanReference;

/* Two tables that are written together, where the first has rows. */
typedef struct {
  const char *with, *table; /* (static) */
  gboolean there;           /* the second has rows too */
} PoplensScanTogether;

/* What is looked at of how the file stores its tables. */
typedef enum {
  POPLENS_STORAGE_KEYS,    /* .rows, and how many keys are .different; .what: one that is twice */
  POPLENS_STORAGE_INDICES, /* .index (may be empty), .rows of the table, and .different: entries of
                              the index; .what: what is wrong with it otherwise */
  POPLENS_STORAGE_READERS, /* .what: why SQLite reads the table, and not whoever reads leaves */
  POPLENS_N_STORAGE,
} PoplensStorageLook;

typedef struct {
  guint32 table, index, what; /* strings; empty: none */
  gboolean fails;
  guint64 rows, different;
} PoplensScanStorage;

/* What an executed step says of its program; G_MAXUINT32: NULL. */
typedef struct {
  guint32 step; /* id */
  guint32 program;
  guint32 compute_set, exchange, inter_ipu_exchange, host_exchange; /* ids */
} PoplensScanStepProgram;

#define POPLENS_SCAN_STEP_LISTS_SHIFT 12
#define POPLENS_SCAN_STEP_TIMES_SHIFT 12
#define POPLENS_SCAN_CYCLES_SHIFT 6

/* Where the cycles by tile of a row of steps_by_ipu are. */
typedef struct {
  guint32 step_id, ipu;
  guint64 base; /* cycles: the first of its tiles begins then */
  gint64 list;  /* cycles_by_tile.id; −1: NULL */
} PoplensScanStepList;

/* When the tiles of a row of steps_by_ipu are active, and how much; cycles are relative to base as
 * in the file. */
typedef struct {
  guint32 step_id, ipu;
  guint64 base;
  guint64 active_from_max, active_from_min, active_to_max;
  guint64 cycles; /* of the longest tile */
  guint64 active_tiles;
  double tile_balance;
  gint64 list; /* cycles_by_tile.id; −1: NULL */
} PoplensScanStepTimes;

/* The compiler's estimate for the tiles of one IPU, added up. */
typedef struct {
  guint32 id;
  guint64 sum, longest; /* cycles: Σ over the tiles, and of the longest of them */
} PoplensScanEstimate;

typedef enum {
  POPLENS_TOTAL_CYCLES,
  POPLENS_TOTAL_COMPUTE,
  POPLENS_TOTAL_INTERNAL_EXCHANGE,
  POPLENS_TOTAL_INTER_IPU_EXCHANGE,
  POPLENS_TOTAL_STREAM_COPY,
  POPLENS_TOTAL_STREAM_COPY_BEGIN,
  POPLENS_TOTAL_STREAM_COPY_END,
  POPLENS_TOTAL_SYNC,
  POPLENS_N_CYCLE_TOTALS,
} PoplensCycleTotal;

typedef enum {
  POPLENS_SYMBOL_OTHER,
  POPLENS_SYMBOL_OBJECT,
  POPLENS_SYMBOL_FUNCTION,
  POPLENS_SYMBOL_SECTION,
  POPLENS_SYMBOL_FILE,
} PoplensSymbolType;

typedef struct {
  guint32 name;          /* string, mangled as the linker has it */
  guint32 address, size; /* the tile's address, bytes; size 0: not known */
  guint32 index;         /* in the symbol table */
  PoplensSymbolType type;
} PoplensSymbol;

typedef struct {
  PoplensSliceKind kind;
  guint64 key;
  guint64 next; /* of a SCAN kind: the key of the next piece, or POPLENS_NO_SLICE */
  guint32 n;    /* rows */
  union {
    guint64 *values;
    PoplensTileVariable *variables;
    PoplensNamedVariable *named;
    PoplensTileClassBytes *class_bytes;
    PoplensRegion *regions;
    PoplensStepRow *step_rows;
    PoplensStepCycles *step_cycles;
    PoplensSymbol *symbols;
    PoplensJsonNode *nodes;
    PoplensScanVariable *scan_variables;
    PoplensScanPlace *scan_places;
    PoplensScanClassBytes *scan_class_bytes;
    PoplensScanVariant *scan_variants;
    PoplensScanReference *scan_references;
    PoplensScanTogether *scan_together;
    PoplensScanStorage *scan_storage;
    PoplensScanStepProgram *scan_step_programs;
    PoplensScanEstimate *scan_estimates;
    PoplensScanStepList *scan_step_lists;
    PoplensScanStepTimes *scan_step_times;
    gpointer rows;
  };
  PoplensStrings *strings; /* or NULL */
  PoplensLists *element_constraints,
      *region_constraints; /* a row per variable, tile-local; or NULL */
  PoplensLists *lists;     /* of a SCAN kind: a list a row; or NULL */
  gsize bytes;             /* what it costs the cache */
} PoplensSlice;

/* @rows: (transfer full): from g_malloc; @bytes: its size. */
PoplensSlice *poplens_slice_new (PoplensSliceKind kind, guint64 key, gpointer rows, guint32 n,
                                 gsize bytes);
PoplensSlice *poplens_slice_ref (PoplensSlice *self);
void poplens_slice_unref (PoplensSlice *self);

/* Gives a slice, or NULL with an error; for who works on slices and cannot fetch them. (transfer
 * full) */
typedef PoplensSlice *(*PoplensSliceFunc) (PoplensSliceKind kind, guint64 key, gpointer data,
                                           GError **error);

/* Of POPLENS_SLICE_BODY: the text of the first member @key at @depth (1: of the body itself); NULL:
 * there is none. As long as the slice. */
const char *poplens_slice_body_member (const PoplensSlice *body, guint32 depth, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSlice, poplens_slice_unref)

G_END_DECLS
