/* The operations that a location asks for, by its keys "layer" and "operation". Of tables, pages
 * and libpoplens. */
#pragma once

#include "analysis/operations/operation-layers.h"
#include "analysis/operations/operation-paths.h"
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

typedef struct {
  const PoplensDebugContexts *contexts; /* nullable; of the report, as are all parts */
  const PoplensPrograms *programs;
  const PoplensOperationGround *ground;
  const GArray *layers;                /* PoplensOperationLayer, outermost first; may be empty */
  guint layer;                         /* index in layers; G_MAXUINT where there are none */
  const PoplensOperations *operations; /* of that layer; of none where there are none */
  guint32 selected;                    /* index in operations; G_MAXUINT32: none is asked for */
  gpointer keep;                       /* of poplens_operation_source_init() */
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
void poplens_operation_source_clear (PoplensOperationSource *self);
/* The same, to be cleared as well; the report must outlive it. */
PoplensOperationSource poplens_operation_source_copy (const PoplensOperationSource *self);

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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensOperationSource, poplens_operation_source_clear)

G_END_DECLS
