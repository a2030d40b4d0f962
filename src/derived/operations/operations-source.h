/* The operations that a location asks for, by its keys "layer" and "operation". Of tables, pages
 * and libpoplens. */
#pragma once

#include "analysis/operations/operations.h"
#include "base/work.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Parts that operations are made of: all may be absent but programs. */
#define POPLENS_OPERATION_PARTS                                                                    \
  (POPLENS_PART_BIT (POPLENS_PART_PROGRAMS) | POPLENS_PART_BIT (POPLENS_PART_DEBUG) |              \
   POPLENS_PART_BIT (POPLENS_PART_VERTICES) | POPLENS_PART_BIT (POPLENS_PART_EXCHANGES) |          \
   POPLENS_PART_BIT (POPLENS_PART_LIVENESS) | POPLENS_PART_BIT (POPLENS_PART_VARIABLES) |          \
   POPLENS_PART_BIT (POPLENS_PART_MEMORY) | POPLENS_PART_BIT (POPLENS_PART_EXECUTION))

/* All of it belongs to the report: it is copied by assignment, and nothing has to be freed. */
typedef struct {
  const PoplensDebugContexts *contexts; /* nullable */
  const PoplensPrograms *programs;
  const PoplensOperationGround *ground;
  const GArray *layers;                /* PoplensOperationLayer, outermost first; may be empty */
  guint layer;                         /* index in layers; G_MAXUINT where there are none */
  const PoplensOperations *operations; /* of that layer; of none where there are none */
  guint32 selected;                    /* index in operations; G_MAXUINT32: none is asked for */
  struct _PoplensOperationsKept *kept; /* what the report keeps of all layers */
} PoplensOperationSource;

/* Reads debug.cbor where the report has it, whatever its size: on a worker. The operations of each
 * layer that was asked for are kept with the report. NULL in contexts where there is no debug.cbor,
 * or it is damaged: all is unattributed then.
 *
 * @location: (nullable). Errors: ABSENT where there are no programs; USAGE for a layer or an
 * operation that is not there; G_IO_ERROR_CANCELLED. */
gboolean poplens_operation_source_init (PoplensOperationSource *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);
/* What takes long of that, telling @work (nullable) how far it is; the parts are there. FALSE where
 * it was cancelled: what else is wrong is said by the one above. */
gboolean poplens_operation_source_prepare (PoplensReport *report, const PoplensWork *work,
                                           GError **error);

/* Its operations along the names of their paths: see poplens_operation_paths_tree(). The first call
 * of a report takes longer than those that follow. (transfer full) */
PoplensPathTree *poplens_operation_source_tree (const PoplensOperationSource *self);
/* The row whose key that is, or G_MAXUINT32. */
guint32 poplens_operation_source_find (const PoplensOperationSource *self, const char *key);
/* The value of the key "operation" for a row: the id of its context, "unattributed",
 * "shared-code", "other-code" or "no-program". (transfer full) */
char *poplens_operation_key (const PoplensOperationSource *self, guint32 operation);
/* What to call it: the context's name, else its kind; "Unattributed" and the like. (transfer full)
 */
char *poplens_operation_name (const PoplensOperationSource *self, guint32 operation);
/* What is selected, for a person: "Gather (poptorch), model.py:34", or "All operations". (transfer
 * full) */
char *poplens_operation_title (const PoplensOperationSource *self);
/* The metric that the location's key "measure" names, else the first that is known of tile cycles,
 * bytes at the peak and control code, else programs. USAGE for one that there is not. */
gboolean poplens_operation_source_metric (const PoplensOperationSource *self,
                                          const PoplensLocation *location, PoplensMetric *metric,
                                          GError **error);
/* Name of the layer; NULL where there is none. */
const char *poplens_operation_source_layer (const PoplensOperationSource *self);

/* ---- one operation alone --------------------------------------------------------------------- */

/* "Only this operation": what the keys "operation" and "layer" of a location leave over on Memory,
 * Liveness and the Execution Trace: its variables, its executed steps. On other pages they mean
 * something else. Which variable and which program belongs to an operation is the rule of
 * operations.h, so that over all operations and what belongs to none everything adds up. Private to
 * tables and pages. */

typedef struct {
  PoplensOperationSource source; /* where .active */
  gboolean active;               /* FALSE: everything counts */
} PoplensOperationFilter;

/* Whether @location (nullable) names an operation, or a layer, on a page that they restrict. */
gboolean poplens_operation_filter_is_asked (const PoplensLocation *location);

/* Costs nothing where the location does not ask; else as poplens_operation_source_init(), whose
 * errors it has. */
gboolean poplens_operation_filter_init (PoplensOperationFilter *self, PoplensReport *report,
                                        const PoplensLocation *location, GCancellable *cancellable,
                                        GError **error);

/* Whether an unlowered variable belongs to it, by its id in var_bytes_by_eq_class or
 * POPLENS_NO_VARIABLE; TRUE for all where it is not active. */
gboolean poplens_operation_filter_has_variable (const PoplensOperationFilter *self,
                                                guint32 variable);
/* The same of a program by its id; POPLENS_NO_PROGRAM: that of a step without one. */
gboolean poplens_operation_filter_has_program (const PoplensOperationFilter *self, guint32 id);
/* What of @bytes belongs to it; @bytes itself where it is not active. Takes @bytes. */
PoplensClassBytes *poplens_operation_filter_bytes (const PoplensOperationFilter *self,
                                                   PoplensClassBytes *bytes);

/* Names layer and operation, for what is kept of them. (transfer full) */
char *poplens_operation_filter_key (const PoplensOperationFilter *self);

/* ---- bytes of operations --------------------------------------------------------------------- */

/* What the variables of the operation that a location asks for alone hold on each tile, as
 * var_bytes_by_eq_class has it. */

/* Bytes by tile; each variable's own, also where several share memory at different times.
 * Immutable, counted. */
typedef struct {
  char *key, *title;        /* of poplens_operation_filter_key(); for a person */
  guint32 n_tiles;          /* tile 0 … n_tiles − 1 */
  guint64 *always, *others; /* [n_tiles] of classes that are live at every step; of others */
} PoplensOperationBytes;

/* *@bytes: NULL where the location asks for none. One pass over the table; the last that was asked
 * for stays with the report. FALSE with @error, ABSENT where there is no liveness. (transfer full)
 */
gboolean poplens_operation_bytes_get (PoplensReport *report, const PoplensLocation *location,
                                      PoplensOperationBytes **bytes, GCancellable *cancellable,
                                      GError **error);
void poplens_operation_bytes_unref (PoplensOperationBytes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationBytes, poplens_operation_bytes_unref)

G_END_DECLS
