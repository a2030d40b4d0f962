/* Slices: small immutable results for one key, read from the file when they are first needed, and
 * cached in the report. Reference counted; any thread may read one. */
#pragma once

#include "base/lists.h"
#include "base/strings.h"
#include "model/json-tree.h"

G_BEGIN_DECLS

/* Kinds of slices. Each comment names the key and, after the arrow, the type of the rows. */
typedef enum {
  POPLENS_SLICE_TILE_VARIABLES,   /* key: tile → PoplensTileVariables */
  POPLENS_SLICE_TILE_CLASS_BYTES, /* key: tile → PoplensTileClassBytes */
  POPLENS_SLICE_ALLOCATION_ORDER, /* key: tile → values: variable ids */
  POPLENS_SLICE_REGIONS,          /* key: exchange_target id → PoplensRegion */
  POPLENS_SLICE_CYCLES,           /* key: cycles_by_tile id → values: cycles by tile of one IPU */
  POPLENS_SLICE_ESTIMATES, /* key: compilation_cycles_by_tile id → values: cycles by tile of one IPU
                            */
  POPLENS_SLICE_STEP_ROWS, /* key: first row / 4,096 of steps_by_ipu → PoplensStepRow */
  POPLENS_SLICE_MARKER,    /* key: marker row → values: step ids by tile, then cycles by tile */
  POPLENS_SLICE_NAMED_VARIABLES, /* key: 0 → PoplensNamedVariable, sorted by tile and id */
  POPLENS_SLICE_REGION_NAMES,    /* key: exchange_target id → PoplensNamedVariable of the regions,
                                    sorted by variable id */
  POPLENS_SLICE_COMPUTE_SET_NAMES, /* key: compute set → PoplensNamedVariable of its variables, in
                                      the order of the file */
  /* Scans read whole tables in batches. The caller begins with key 0; `next` of each batch is the
   * key of the following batch. Scans are not cached. */
  /* Key: var_id >> 16 → PoplensScanVariable of allocated variables */
  POPLENS_SLICE_SCAN_VARIABLES,
  /* Key: var_id >> 16 → PoplensScanPlace of all variables; lists: element_constraints of each, as
   * variable numbers within the tile */
  POPLENS_SLICE_SCAN_PLACES,
  POPLENS_SLICE_SCAN_CLASS_BYTES, /* key: row id >> 16 of var_bytes_by_eq_class →
                                     PoplensScanClassBytes */
  POPLENS_SLICE_SCAN_ORDERS,      /* key: row id >> 6 of allocation_order_by_tile → values: tiles;
                                     lists: variable ids */
  POPLENS_SLICE_SCAN_STEPS, /* key: step id >> 12 → PoplensStepRow, sorted by step and IPU */
  /* Key: row id >> 16 of steps_by_ipu → PoplensStepCycles, in file order */
  POPLENS_SLICE_SCAN_STEP_CYCLES,
  POPLENS_SLICE_SCAN_MARKER,   /* key: marker id → values, as POPLENS_SLICE_MARKER; no `next` */
  POPLENS_SLICE_SCAN_VARIANTS, /* key: 0 → PoplensScanVariant of each program; no `next` */
  POPLENS_SLICE_SCAN_TOTALS,   /* key: 0 → values: sums of the columns of execution_cycle_totals,
                                  indexed by PoplensCycleTotal; no `next` */
  /* Key: PoplensReferences → PoplensScanReference of each column that refers to another table; no
   * `next` */
  POPLENS_SLICE_SCAN_REFERENCES,
  /* Key: 0 → PoplensScanTogether of each pair of tables that Poplar writes together; no `next` */
  POPLENS_SLICE_SCAN_TOGETHER,
  POPLENS_SLICE_SCAN_STORAGE,       /* key: PoplensStorageLook → PoplensScanStorage; no `next` */
  POPLENS_SLICE_SCAN_STEP_PROGRAMS, /* key: step id >> 16 → PoplensScanStepProgram */
  POPLENS_SLICE_SCAN_ESTIMATES,     /* key: row id >> 12 of compilation_cycles_by_tile →
                                       PoplensScanEstimate, sorted by id */
  POPLENS_SLICE_SCAN_STEP_LISTS,    /* key: step id >> 12 → PoplensScanStepList by step and IPU */
  POPLENS_SLICE_SCAN_STEP_TIMES, /* key: step id >> 12 → PoplensScanStepTimes, sorted by step and
                                    IPU */
  POPLENS_SLICE_SCAN_CYCLES,     /* key: id >> 6 of cycles_by_tile → values: ids; lists: cycles by
                                    tile, as POPLENS_SLICE_CYCLES */
  POPLENS_SLICE_SCAN_REGIONS,    /* key: row id >> 16 of exchange_regions → PoplensRegion */
  POPLENS_N_SLICE_KINDS, /* number of kinds that are read from profile.pop; kinds from other files
                            follow */
  POPLENS_SLICE_SYMBOLS, /* key: tile → PoplensSymbol of its image in archive.a */
  POPLENS_SLICE_BODY,    /* key: id of a debug context → PoplensJsonNode, in preorder */
} PoplensSliceKind;

#define POPLENS_STEP_ROWS_PER_SLICE 4096
#define POPLENS_NO_SLICE G_MAXUINT64 /* value of `next` in the last batch */

typedef struct {
  guint32 id;
  guint32 name; /* PoplensStrings id. Poplar composes the name: '__vertexField_N_' + base + suffix
                   (formats.md 3.8) */
  guint32 size, offset, alignment; /* bytes */
  guint32 category;                /* var_categories.id */
  guint32 equivalence_class;
  guint32 unlowered; /* unlowered variable id, or G_MAXUINT32 */
  guint32 bits;      /* PoplensVariableBits */
} PoplensTileVariable;

/* Lowered variable with its name. POPLENS_SLICE_NAMED_VARIABLES has the variables of
 * instrumentation and of host-exchange code, which are recognised by name or category. */
typedef struct {
  guint32 id, tile;
  guint32 name;       /* PoplensStrings id, as in PoplensTileVariable */
  guint32 size;       /* bytes */
  guint32 bits;       /* PoplensVariableBits */
  gboolean is_result; /* only for NAMED_VARIABLES: has the category instrumentationResults */
} PoplensNamedVariable;

typedef struct {
  /* .variable: id of an unlowered variable, as in var_bytes_by_eq_class */
  guint32 variable, equivalence_class;
  guint64 bytes;
} PoplensTileClassBytes;

typedef struct {
  guint32 id;       /* exchange_target.id of the list that contains it */
  guint32 variable; /* id of the lowered variable */
  guint64 from, to; /* half-open range of bytes in the variable */
} PoplensRegion;

/* All columns of a row of steps_by_ipu; cycles are relative to .base, as in the file. */
typedef struct {
  guint32 step_id, ipu;
  guint64 base;
  guint64 active_from_max, active_from_mean, active_from_min;
  guint64 active_to_max, active_to_mean, active_to_min;
  guint64 all_to_max, all_to_mean, all_to_min;
  guint64 cycles; /* cycles of the slowest tile */
  guint64 active_tiles;
  /* .thread_balance: NaN if it is NULL in the file */
  double active_tile_balance, thread_balance, tile_balance;
  gint64 tile_cycles_id; /* id in cycles_by_tile; −1: NULL in the file */
} PoplensStepRow;

/* Columns of steps_by_ipu for statistics. The step and the IPU identify a row of the execution
 * part. */
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
  guint32 bits; /* PoplensVariableBits; without POPLENS_VARIABLE_ALLOCATED, .offset, .size and
                   .alignment are 0 */
} PoplensScanPlace;

typedef struct {
  guint32 variable, equivalence_class;
  guint32 tile; /* G_MAXUINT32: the row is not for a tile, but for the sum over all tiles */
  guint64 bytes;
} PoplensScanClassBytes;

/* Result of looking up a program in the table of its type. */
typedef enum {
  POPLENS_VARIANT_NO_TYPE,  /* the type is not in program_types */
  POPLENS_VARIANT_NO_TABLE, /* the type has no table */
  POPLENS_VARIANT_MISSING,  /* the table lacks that row, or the file lacks the table */
  POPLENS_VARIANT_FOUND,
} PoplensVariantState;

typedef struct {
  guint32 program, type,
      index; /* .index: row in the type's table; G_MAXUINT32 if it is NULL in the file */
  PoplensVariantState state;
} PoplensScanVariant;

/* Columns that refer to rows of other tables, grouped by the subject of the table. */
typedef enum {
  POPLENS_REFERENCES_PROGRAMS,
  POPLENS_REFERENCES_VARIABLES,
  POPLENS_REFERENCES_COMPUTE_SETS,
  POPLENS_REFERENCES_EXCHANGES,
  POPLENS_REFERENCES_EXECUTION,
  POPLENS_N_REFERENCES,
} PoplensReferences;

#define POPLENS_MOST_DANGLING 5 /* most dangling references of a column that are listed */

typedef struct {
  const char *table, *column; /* "steps", "compute_set" (static) */
  const char *to;             /* referenced table: "compute_sets" (static) */
  /* Column of the table .to ("num_ipus"): all references must be less than its value. NULL: the
   * references are ids of rows of .to. (static) */
  const char *limit;
  const char *key;  /* column that identifies the referring row ("id"); NULL: its row number, from 1
                       (static) */
  guint64 cases;    /* number of references */
  guint64 dangling; /* number of references to missing rows */
  gint64 row[POPLENS_MOST_DANGLING]; /* value of .key in the first rows with a dangling reference */
  gint64 value[POPLENS_MOST_DANGLING];
} PoplensScanReference;

/* Two tables that Poplar writes together: if .with has rows, .table should have rows, too. */
typedef struct {
  const char *with, *table; /* (static) */
  gboolean there;           /* TRUE if .table has rows */
} PoplensScanTogether;

/* Checks of how the file stores its tables. */
typedef enum {
  /* Keys of a table. .rows: number of rows; .different: number of distinct keys; .what: a key that
   * occurs twice */
  POPLENS_STORAGE_KEYS,
  /* An index. .index: its name, may be ""; .rows: rows of the table; .different: entries of the
   * index; .what: a defect other than a wrong number of entries */
  POPLENS_STORAGE_INDICES,
  /* A table. .what: why SQLite has to read it; "" if Poplens reads its leaf pages itself */
  POPLENS_STORAGE_READERS,
  POPLENS_N_STORAGE,
} PoplensStorageLook;

typedef struct {
  guint32 table, index, what; /* ids of .strings of the slice; 0: "" */
  gboolean fails;
  guint64 rows, different;
} PoplensScanStorage;

/* References of an executed step to its program; G_MAXUINT32: NULL in the file. */
typedef struct {
  guint32 step; /* id of the step */
  guint32 program;
  /* Ids of rows in the tables of compute sets and exchanges; G_MAXUINT32: NULL in the file */
  guint32 compute_set, exchange, inter_ipu_exchange, host_exchange;
} PoplensScanStepProgram;

#define POPLENS_SCAN_STEP_LISTS_SHIFT 12
#define POPLENS_SCAN_STEP_TIMES_SHIFT 11
#define POPLENS_SCAN_CYCLES_SHIFT 6

/* Reference of a row of steps_by_ipu to its cycles by tile. */
typedef struct {
  guint32 step_id, ipu;
  guint64 base; /* cycle at which the first tile begins the step */
  gint64 list;  /* id in cycles_by_tile; −1: NULL in the file */
} PoplensScanStepList;

/* Time and cycles in which the tiles of an IPU are active in a step, from a row of steps_by_ipu.
 * Times are cycles relative to .base, as in the file. */
typedef struct {
  guint32 step_id, ipu;
  guint64 base;
  guint64 active_from_max, active_from_min, active_to_max;
  guint64 cycles; /* cycles of the slowest tile */
  guint64 active_tiles;
  double tile_balance;
  gint64 list; /* id in cycles_by_tile; −1: NULL in the file */
} PoplensScanStepTimes;

/* Sum of the compiler's estimates for the tiles of one IPU. */
typedef struct {
  guint32 id;
  guint64 sum, longest; /* cycles: .sum over all tiles, .longest of the slowest tile */
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
  guint32 name;          /* PoplensStrings id: mangled name of the symbol */
  guint32 address, size; /* address in the tile's memory; size in bytes, 0: unknown */
  guint32 index;         /* index in the symbol table */
  PoplensSymbolType type;
} PoplensSymbol;

typedef struct {
  PoplensSliceKind kind;
  guint64 key;
  guint64 next; /* scans: key of the next batch; POPLENS_NO_SLICE: this is the last one */
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
  PoplensStrings *strings; /* (nullable) */
  /* [n] (nullable): constraints of each variable, as variable numbers within the tile */
  PoplensLists *element_constraints, *region_constraints;
  PoplensLists *lists; /* [n] (nullable): a list for each row, only in scans */
  gsize bytes;         /* bytes of memory that the slice takes, which the cache limits */
} PoplensSlice;

/* Creates a slice. @rows: (transfer full): allocated by g_malloc; @bytes: size of @rows. */
PoplensSlice *poplens_slice_new (PoplensSliceKind kind, guint64 key, gpointer rows, guint32 n,
                                 gsize bytes);
PoplensSlice *poplens_slice_ref (PoplensSlice *self);
void poplens_slice_unref (PoplensSlice *self);

/* Fetches a slice for code that cannot access the report. (transfer full) (nullable): NULL with
 * @error */
typedef PoplensSlice *(*PoplensSliceFunc) (PoplensSliceKind kind, guint64 key, gpointer data,
                                           GError **error);

/* Returns the value of the first member named @key in the body of a debug context
 * (POPLENS_SLICE_BODY). @depth: depth of the member; 1: directly in the body. Owned by the slice.
 * (nullable): NULL if there is none */
const char *poplens_slice_body_member (const PoplensSlice *body, guint32 depth, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSlice, poplens_slice_unref)

G_END_DECLS
