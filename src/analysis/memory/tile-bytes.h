/* Bytes by tile and class of all tiles at once, each with what they belong to: the ground of peaks
 * by tile, of what-if, and of what is live on a tile or an IPU. Immutable, reference counted. */
#pragma once

#include "model/liveness.h"
#include "model/slices.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* ---- what names tell ------------------------------------------------------------------------- */

/* What only the names of lowered variables tell (formats.md 8.7): memory that instrumentation takes
 * outside of its category, and the code of host exchanges. */

typedef enum {
  POPLENS_INSTRUMENTATION_RESULTS, /* the category instrumentationResults */
  POPLENS_INSTRUMENTATION_BUFFERS, /* instrumentationStreamBuffer… */
  POPLENS_INSTRUMENTATION_CONTROL, /* .text.supervisor.instrumentation_… */
  POPLENS_INSTRUMENTATION_DUMP,    /* code of InstrumentationDumpStep */
  POPLENS_N_INSTRUMENTATION,
} PoplensInstrumentation;

const char *poplens_instrumentation_title (PoplensInstrumentation kind);
/* The kind of a lowered variable, or -1. @is_result: its category is instrumentationResults. */
int poplens_instrumentation_of (const char *name, gboolean is_result);

typedef struct {
  struct {
    guint64 bytes; /* Σ sizes: buffers may share bytes with others */
    guint32 tiles;
    guint32 worst_tile; /* holds the most of it; G_MAXUINT32 where none does */
    guint64 worst_bytes;
  } instrumentation[POPLENS_N_INSTRUMENTATION];
  guint32 tiles;      /* with any */
  guint32 worst_tile; /* holds the most of all kinds together; G_MAXUINT32 */
  guint64 worst_bytes;
  GHashTable *host_code; /* id of the StreamCopyMid → guint64 * bytes, all tiles */
} PoplensNameSums;

/* Immutable. @slice: POPLENS_SLICE_NAMED_VARIABLES */
PoplensNameSums *poplens_name_sums_new (const PoplensSlice *slice);
void poplens_name_sums_free (PoplensNameSums *self); /* NULL is fine */
guint64 poplens_name_sums_instrumentation (const PoplensNameSums *self);
guint64 poplens_name_sums_host_code (const PoplensNameSums *self, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNameSums, poplens_name_sums_free)

/* ---- groups of bytes ------------------------------------------------------------------------- */

#define POPLENS_NO_GROUP_CATEGORY G_MAXUINT8

/* What bytes belong to: an unlowered variable, of one category. */
typedef struct {
  char *name; /* as Liveness has it: "weights", "<message:weights>", "<const>", "vertexCode"; of
               * an unlowered variable without a name: NULL */
  guint32 unlowered; /* of lowered variables: their unlowered_var_id; of the file's own sums: the
                      * id there; G_MAXUINT32: none */
  guint32 variable;  /* id of the variable of that name, as var_bytes_by_eq_class numbers it: of
                      * "<message:weights>" not that of "weights"; POPLENS_NO_VARIABLE */
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

void poplens_tile_bytes_free (PoplensTileBytes *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileBytes, poplens_tile_bytes_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTilesAlike, poplens_tiles_alike_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileBytesBuilder, poplens_tile_bytes_builder_free)

G_END_DECLS
