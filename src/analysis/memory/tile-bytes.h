/* Bytes by tile and class of all tiles at once, each with what they belong to: the ground of peaks
 * by tile, of what-if, and of what is live on a tile or an IPU. Immutable, reference counted. */
#pragma once

#include "analysis/insights/insights-names.h"
#include "model/liveness.h"
#include "model/slices.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_NO_GROUP_CATEGORY G_MAXUINT8

/* What bytes belong to: an unlowered variable, of one category. */
typedef struct {
  char *name; /* as Liveness has it: "weights", "<message:weights>", "<const>", "vertexCode"; of
               * an unlowered variable without a name: NULL */
  guint32 unlowered; /* of lowered variables: their unlowered_var_id; of the file's own sums: the
                      * id there; G_MAXUINT32: none */
  guint8 category;   /* row in variables->category_name; NO_GROUP_CATEGORY: not known */
  gint8 instrumentation; /* PoplensInstrumentation by name or category; -1: none */
  guint8 constant;       /* of lowered variables: the constant bit */
  guint8 streamed;       /* … a stream of the host reads or writes it */
} PoplensByteGroup;

typedef struct {
  guint32 group;
  guint32 class_row; /* row in liveness->class_id; bytes of unknown classes are left out */
  guint32 bytes;
} PoplensByteEntry;

typedef struct {
  guint32 n_tiles; /* highest tile + 1 */
  guint32 *first;  /* n_tiles + 1 entry numbers: tile t has entries[first[t]] … first[t + 1] */
  PoplensByteEntry *entries;
  guint32 n_groups;
  PoplensByteGroup *groups;
} PoplensTileBytes;

/* ---- from the file's own sums (var_bytes_by_eq_class by tile), where it has them --------------
 */

typedef struct _PoplensTileBytesBuilder PoplensTileBytesBuilder;
PoplensTileBytesBuilder *poplens_tile_bytes_builder_new (const PoplensLiveness *liveness);
/* @slice: a piece of POPLENS_SLICE_SCAN_CLASS_BYTES; all pieces have to be given, in any order. */
void poplens_tile_bytes_builder_add (PoplensTileBytesBuilder *self, const PoplensSlice *slice);
/* Frees the builder. Groups are the unlowered ids, without names and categories. (transfer full) */
PoplensTileBytes *poplens_tile_bytes_builder_finish (PoplensTileBytesBuilder *self);
void poplens_tile_bytes_builder_free (PoplensTileBytesBuilder *self);

/* ---- from the lowered variables ----------------------------------------------------------------
 */

/* Names by the rules of formats.md 8.6. @named: (nullable): POPLENS_SLICE_NAMED_VARIABLES, which
 * tells instrumentation; without it only the category instrumentationResults counts. @streamed:
 * (nullable): guint32 ids of lowered variables of host exchanges, rising.
 * NULL only where @cancellable was cancelled. (transfer full) */
PoplensTileBytes *poplens_tile_bytes_new (const PoplensLiveness *liveness,
                                          const PoplensVariables *variables,
                                          const PoplensSlice *named, const GArray *streamed,
                                          GCancellable *cancellable);

/* ---- tiles that are alike ----------------------------------------------------------------------
 */

/* Some bytes of a group that live when a class lives. */
typedef struct {
  guint32 group, class_row;
} PoplensBytePair;

typedef struct {
  guint32 pair, bytes;
} PoplensPairBytes;

/* What tiles hold: those with the same bytes, in the same order, are one. Immutable. */
typedef struct {
  guint32 n_tiles;
  guint32 *of_tile; /* n_tiles numbers of kinds */
  guint32 n_kinds;
  guint32 *first; /* n_kinds + 1: kind k has entries[first[k]] … entries[first[k + 1]] */
  PoplensPairBytes *entries;
  guint32 n_pairs;
  PoplensBytePair *pairs; /* each once */
} PoplensTilesAlike;

/* Cost: one pass over the entries. (transfer full) */
PoplensTilesAlike *poplens_tiles_alike_new (const PoplensTileBytes *bytes);
void poplens_tiles_alike_free (PoplensTilesAlike *self); /* NULL is fine */

PoplensTileBytes *poplens_tile_bytes_ref (PoplensTileBytes *self);
void poplens_tile_bytes_unref (PoplensTileBytes *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileBytes, poplens_tile_bytes_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTilesAlike, poplens_tiles_alike_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileBytesBuilder, poplens_tile_bytes_builder_free)

G_END_DECLS
