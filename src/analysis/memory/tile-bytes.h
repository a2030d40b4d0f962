/* Bytes of each tile by liveness class and group of variables. Used for the peaks of tiles, for
 * what-if, and for live bytes on a tile or an IPU. Immutable. */
#pragma once

#include "model/liveness.h"
#include "model/slices.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* ---- instrumentation by name ----------------------------------------------------------------- */

/* Memory of instrumentation, and code of host exchanges. Poplens recognises these lowered variables
 * by their names or by the category instrumentationResults (formats.md 8.7). */

typedef enum {
  POPLENS_INSTRUMENTATION_RESULTS, /* variables of the category instrumentationResults */
  POPLENS_INSTRUMENTATION_BUFFERS, /* variables named instrumentationStreamBuffer… */
  POPLENS_INSTRUMENTATION_CONTROL, /* variables named .text.supervisor.instrumentation_… */
  POPLENS_INSTRUMENTATION_DUMP,    /* code of InstrumentationDumpStep */
  POPLENS_N_INSTRUMENTATION,
} PoplensInstrumentation;

const char *poplens_instrumentation_title (PoplensInstrumentation kind);
/* Returns the PoplensInstrumentation of a lowered variable; -1 if the variable is not
 * instrumentation. @is_result: TRUE: the category of the variable is instrumentationResults. */
int poplens_instrumentation_of (const char *name, gboolean is_result);

typedef struct {
  struct {
    guint64 bytes; /* sum of sizes; can exceed the used memory, as variables may share bytes */
    guint32 tiles;
    guint32 worst_tile; /* tile with the most bytes of this kind; G_MAXUINT32: none */
    guint64 worst_bytes;
  } instrumentation[POPLENS_N_INSTRUMENTATION];
  guint32 tiles;      /* number of tiles that have instrumentation */
  guint32 worst_tile; /* tile with the most bytes of all kinds together; G_MAXUINT32: none */
  guint64 worst_bytes;
  GHashTable *host_code; /* ID of a StreamCopyMid → guint64 *: bytes of its code on all tiles */
} PoplensNameSums;

/* Sums the variables of @slice, POPLENS_SLICE_NAMED_VARIABLES. The result is immutable. (transfer
 * full) */
PoplensNameSums *poplens_name_sums_new (const PoplensSlice *slice);
void poplens_name_sums_free (PoplensNameSums *self); /* @self: (nullable) */
guint64 poplens_name_sums_instrumentation (const PoplensNameSums *self);
guint64 poplens_name_sums_host_code (const PoplensNameSums *self, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNameSums, poplens_name_sums_free)

/* ---- groups of bytes ------------------------------------------------------------------------- */

#define POPLENS_NO_GROUP_CATEGORY G_MAXUINT8

/* Bytes of one unlowered variable in one category. */
typedef struct {
  char *name; /* (nullable): name on the Liveness page, such as "weights", "<message:weights>",
                 "<const>" or "vertexCode"; NULL: the unlowered variable has no name */
  guint32 unlowered; /* ID of the unlowered variable in vars_info; G_MAXUINT32: none. In the result
                        of poplens_tile_bytes_builder_finish (): ID in var_bytes_by_eq_class. */
  guint32 variable;  /* ID of .name in var_bytes_by_eq_class; POPLENS_NO_VARIABLE: none. The names
                        "<message:weights>" and "weights" have different IDs. */
  guint8 category;   /* row in variables->category_name; POPLENS_NO_GROUP_CATEGORY: unknown */
  gint8 instrumentation; /* PoplensInstrumentation, by name or category; -1: none */
  guint8 constant;       /* TRUE: the lowered variables are constant */
  guint8 streamed;       /* TRUE: a stream of the host reads or writes the variables */
  guint8 staged; /* TRUE: a remote buffer reads or writes the variable, so the variable is not a
                    temporary of one operation */
} PoplensByteGroup;

typedef struct {
  guint32 group;
  guint32 class_row; /* row in liveness->class_id; classes without a row have no entries */
  guint32 bytes;
} PoplensByteEntry;

typedef struct {
  guint32 n_tiles; /* highest tile + 1 */
  guint32 *first;  /* [n_tiles + 1] tile t has entries[first[t]] … entries[first[t + 1] − 1] */
  PoplensByteEntry *entries;
  guint32 n_groups;
  PoplensByteGroup *groups;
} PoplensTileBytes;

/* ---- from the file's own sums, var_bytes_by_eq_class ----------------------------------------- */

typedef struct _PoplensTileBytesBuilder PoplensTileBytesBuilder;
PoplensTileBytesBuilder *poplens_tile_bytes_builder_new (const PoplensLiveness *liveness);
/* Adds a batch of POPLENS_SLICE_SCAN_CLASS_BYTES. All batches must be added, in any order. */
void poplens_tile_bytes_builder_add (PoplensTileBytesBuilder *self, const PoplensSlice *slice);
/* Returns the bytes, and frees the builder. Each group is one unlowered ID, and has no name or
 * category. (transfer full) */
PoplensTileBytes *poplens_tile_bytes_builder_finish (PoplensTileBytesBuilder *self);
void poplens_tile_bytes_builder_free (PoplensTileBytesBuilder *self);

/* ---- from the lowered variables -------------------------------------------------------------- */

/* Sums the lowered variables by group. Groups have names by the rules of formats.md 8.6. @named:
 * (nullable): POPLENS_SLICE_NAMED_VARIABLES, which identifies instrumentation by name. If it is
 * NULL, only the category instrumentationResults counts as instrumentation. @streamed: (nullable):
 * guint32, ascending: IDs of lowered variables that streams of the host read or write. @staged: the
 * same for remote buffers. NULL only if cancelled. (transfer full) (nullable) */
PoplensTileBytes *poplens_tile_bytes_new (const PoplensLiveness *liveness,
                                          const PoplensVariables *variables,
                                          const PoplensSlice *named, const GArray *streamed,
                                          const GArray *staged, GCancellable *cancellable);

/* ---- tiles with equal contents --------------------------------------------------------------- */

/* A group of variables, and a liveness class that variables of the group have. */
typedef struct {
  guint32 group, class_row;
} PoplensBytePair;

typedef struct {
  guint32 pair, bytes;
} PoplensPairBytes;

/* Contents of tiles. Tiles with the same bytes in the same order are of one kind of tile.
 * Immutable. */
typedef struct {
  guint32 n_tiles;
  guint32 *of_tile; /* [n_tiles] kind of each tile */
  guint32 n_kinds;
  guint32 *first; /* [n_kinds + 1] kind k has entries[first[k]] … entries[first[k + 1] − 1] */
  PoplensPairBytes *entries;
  guint32 n_pairs;
  PoplensBytePair *pairs; /* distinct pairs of group and class */
} PoplensTilesAlike;

/* Finds the kinds in one pass over the entries. (transfer full) */
PoplensTilesAlike *poplens_tiles_alike_new (const PoplensTileBytes *bytes);
void poplens_tiles_alike_free (PoplensTilesAlike *self); /* @self: (nullable) */

void poplens_tile_bytes_free (PoplensTileBytes *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileBytes, poplens_tile_bytes_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTilesAlike, poplens_tiles_alike_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileBytesBuilder, poplens_tile_bytes_builder_free)

G_END_DECLS
