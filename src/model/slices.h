/* Slices: small immutable answers for one key, fetched from the file when they are asked for and
 * kept in the report's cache. Reference counted; any thread may read one. */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

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
  POPLENS_N_SLICE_KINDS,
} PoplensSliceKind;

#define POPLENS_STEP_ROWS_PER_SLICE 4096

typedef struct {
  guint32 id;
  guint32 name; /* string: '__vertexField_N_' + base + suffix (FORMATS.md 1 "Variables") */
  guint32 size, offset, alignment; /* bytes */
  guint32 category;                /* var_categories.id */
  guint32 equivalence_class;
  guint32 unlowered; /* or G_MAXUINT32 */
  guint32 bits;      /* PoplensVariableBits */
} PoplensTileVariable;

/* A lowered variable of instrumentation or of a host exchange's code: only names tell those. */
typedef struct {
  guint32 tile;
  guint32 name;     /* string, as PoplensTileVariable's */
  guint32 size;     /* bytes */
  guint32 category; /* var_categories.id */
  guint32 bits;     /* PoplensVariableBits */
} PoplensNamedVariable;

typedef struct {
  guint32 variable, equivalence_class; /* unlowered id as var_bytes_by_eq_class numbers it */
  guint64 bytes;
} PoplensTileClassBytes;

typedef struct {
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

typedef struct {
  PoplensSliceKind kind;
  guint64 key;
  guint32 n; /* rows */
  union {
    guint64 *values;
    PoplensTileVariable *variables;
    PoplensNamedVariable *named;
    PoplensTileClassBytes *class_bytes;
    PoplensRegion *regions;
    PoplensStepRow *step_rows;
    gpointer rows;
  };
  PoplensStrings *strings; /* or NULL */
  PoplensLists *element_constraints,
      *region_constraints; /* a row per variable, tile-local; or NULL */
  gsize bytes;             /* what it costs the cache */
} PoplensSlice;

/* @rows: (transfer full): from g_malloc; @bytes: its size. */
PoplensSlice *poplens_slice_new (PoplensSliceKind kind, guint64 key, gpointer rows, guint32 n,
                                 gsize bytes);
PoplensSlice *poplens_slice_ref (PoplensSlice *self);
void poplens_slice_unref (PoplensSlice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSlice, poplens_slice_unref)

G_END_DECLS
