/* Operations of the layer that a location's key "layer" selects, and the operation that its key
 * "operation" selects. */
#pragma once

#include "analysis/operations/operations.h"
#include "base/work.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Parts from which operations are computed; all except programs may be absent. */
#define POPLENS_OPERATION_PARTS                                                                    \
  (POPLENS_PART_BIT (POPLENS_PART_PROGRAMS) | POPLENS_PART_BIT (POPLENS_PART_DEBUG) |              \
   POPLENS_PART_BIT (POPLENS_PART_VERTICES) | POPLENS_PART_BIT (POPLENS_PART_EXCHANGES) |          \
   POPLENS_PART_BIT (POPLENS_PART_LIVENESS) | POPLENS_PART_BIT (POPLENS_PART_VARIABLES) |          \
   POPLENS_PART_BIT (POPLENS_PART_MEMORY) | POPLENS_PART_BIT (POPLENS_PART_EXECUTION))

/* The operations of a layer. Everything is owned by the report, so the struct can be copied by
 * assignment and need not be freed. */
typedef struct {
  const PoplensDebugContexts *contexts; /* (nullable) */
  const PoplensPrograms *programs;
  const PoplensOperationCosts *costs;
  const GArray *layers; /* PoplensOperationLayer, outermost first; may be empty */
  guint layer;          /* index in .layers; G_MAXUINT if there are none */
  /* operations of .layer; without layers everything is unattributed */
  const PoplensOperations *operations;
  guint32 selected;                    /* index in .operations; G_MAXUINT32: none */
  struct _PoplensOperationsKept *kept; /* cache of all layers */
} PoplensOperationSource;

/* Initialises the source. Call it on a worker, because it reads debug.cbor whatever its size. If
 * debug.cbor is absent or damaged, .contexts is NULL and everything is unattributed. @location:
 * (nullable). FALSE with ABSENT if there are no programs, USAGE if a named layer or operation does
 * not exist, or G_IO_ERROR_CANCELLED. */
gboolean poplens_operation_source_init (PoplensOperationSource *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);
/* Computes and caches what poplens_operation_source_init () needs, with progress in @work
 * (nullable). The parts must be loaded. FALSE only if cancelled; other errors are left to
 * poplens_operation_source_init (). */
gboolean poplens_operation_source_prepare (PoplensReport *report, const PoplensWork *work,
                                           GError **error);

/* Returns the operations as a tree of the names in their paths: see
 * poplens_operation_paths_tree (). The first call for a report takes longer than later ones.
 * (transfer full) */
PoplensPathTree *poplens_operation_source_tree (const PoplensOperationSource *self);
/* Returns the row of the operation that @key, a value of the key "operation", names; G_MAXUINT32 if
 * there is none. */
guint32 poplens_operation_source_find (const PoplensOperationSource *self, const char *key);
/* Returns the value of the key "operation" for a row: the id of its context, "unattributed",
 * "shared-code", "other-code" or "no-program". (transfer full) */
char *poplens_operation_key (const PoplensOperationSource *self, guint32 operation);
/* Returns the name of an operation: the name of its context, or a fixed name such as
 * "Unattributed". (transfer full) */
char *poplens_operation_name (const PoplensOperationSource *self, guint32 operation);
/* Returns the title of the selected operation: "Gather (poptorch), model.py:34", or "All
 * operations". (transfer full) */
char *poplens_operation_title (const PoplensOperationSource *self);
/* Finds the metric that the location's key "measure" names. The default is the first recorded one
 * of tile cycles, bytes at the peak and control code, else programs. FALSE with USAGE if there is
 * no such metric. */
gboolean poplens_operation_source_metric (const PoplensOperationSource *self,
                                          const PoplensLocation *location, PoplensMetric *metric,
                                          GError **error);
/* Returns the name of the layer. (nullable): NULL if there is none */
const char *poplens_operation_source_layer (const PoplensOperationSource *self);

/* ---- the selected operation ------------------------------------------------------------------ */

/* Filter "Only this operation" by the keys "operation" and "layer", on Memory, Liveness and the
 * Execution Trace. It selects the variables and executed steps of one operation. Rules in
 * operations.h assign each variable and program to one operation, so that sums over all operations
 * are complete. */

typedef struct {
  PoplensOperationSource source; /* valid only if .active is TRUE */
  gboolean active;               /* FALSE: the filter selects everything */
} PoplensOperationFilter;

/* TRUE if @location (nullable) has the key "operation" or "layer" on Memory, Liveness or the
 * Execution Trace. */
gboolean poplens_operation_filter_is_asked (const PoplensLocation *location);

/* Initialises the filter. Loads nothing if poplens_operation_filter_is_asked () is FALSE. FALSE
 * with the errors of poplens_operation_source_init (). */
gboolean poplens_operation_filter_init (PoplensOperationFilter *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);

/* TRUE if the filter selects an unlowered variable. @variable: its id in var_bytes_by_eq_class, or
 * POPLENS_NO_VARIABLE */
gboolean poplens_operation_filter_has_variable (const PoplensOperationFilter *self,
                                                guint32 variable);
/* TRUE if the filter selects a program. @id: its id, or POPLENS_NO_PROGRAM for a step without a
 * program */
gboolean poplens_operation_filter_has_program (const PoplensOperationFilter *self, guint32 id);
/* Removes the bytes of other operations than the selected one. Without a selection, returns @bytes.
 * @bytes: (nullable) (transfer full). (transfer full) (nullable): NULL if @bytes is NULL */
PoplensClassBytes *poplens_operation_filter_bytes (const PoplensOperationFilter *self,
                                                   PoplensClassBytes *bytes);

/* Returns a text that identifies layer and operation, as a key for caches. The filter must be
 * active. (transfer full) */
char *poplens_operation_filter_key (const PoplensOperationFilter *self);

/* ---- bytes of operations --------------------------------------------------------------------- */

/* Bytes that the variables of the selected operation have on each tile, from
 * var_bytes_by_eq_class. */

/* Bytes by tile. Each variable counts in full, even if several share memory at different times.
 * Immutable, reference counted. */
typedef struct {
  char *key, *title; /* key for caches (poplens_operation_filter_key ()); title for users */
  guint32 n_tiles;   /* tiles 0 … n_tiles − 1 */
  /* [n_tiles]: bytes of classes that are always live; bytes of other classes */
  guint64 *always, *others;
} PoplensOperationBytes;

/* Computes the bytes by tile in one pass over var_bytes_by_eq_class. The report caches the last
 * result. @bytes: (out) (transfer full) (nullable): NULL if the location selects no operation.
 * FALSE with @error: ABSENT if there is no liveness. */
gboolean poplens_operation_bytes_get (PoplensReport *report, const PoplensLocation *location,
                                      PoplensOperationBytes **bytes, GCancellable *cancellable,
                                      GError **error);
void poplens_operation_bytes_unref (PoplensOperationBytes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationBytes, poplens_operation_bytes_unref)

G_END_DECLS
