/* Compares the work of two reports by operation: cycles of compute, exchanges and copies on all
 * IPUs, also off the critical path. This shows whether an operation on the path changed, or only
 * entered or left the path. */
#pragma once

#include "analysis/compare/compare-time.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- work by layer --------------------------------------------------------------------------- */

/* Layers of the model, found from the names of steps, and the cycles of their steps. Used to find
 * layers that only one report has. */

typedef struct {
  GHashTable *layers;   /* "encoder/layer.4" → cycles of the layer */
  GHashTable *families; /* set of layer names without number: "encoder/layer" */
} PoplensLayerWork;

/* A layer of the model, or an operation, that only one report has. */
typedef struct {
  char *name;
  guint64 cycles;
} PoplensWorkAlone;

void poplens_layer_work_free (PoplensLayerWork *self);

/* Creates an empty list. (transfer full): GPtrArray of PoplensWorkAlone */
GPtrArray *poplens_work_alone_new (void);
/* Sorts @list by cycles, most first. */
void poplens_work_alone_sort (GPtrArray *list);
/* Adds to @list the layers of @self that @other lacks. Skips a layer if @other has no layer of the
 * same family ("encoder/layer"), because the models then differ as a whole. */
void poplens_layer_work_find_alone (const PoplensLayerWork *self, const PoplensLayerWork *other,
                                    GPtrArray *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLayerWork, poplens_layer_work_free)

/* ---- work of operations ---------------------------------------------------------------------- */

/* The work of one report: cycles of its operations on each IPU, and of its layers. */
typedef struct {
  GArray *items;     /* PoplensPathItem: operations, with cycles of all IPUs */
  GArray *on_ipus;   /* guint64 [item][n_ipus]: cycles of each item on each IPU */
  guint n_ipus;      /* at least 1 */
  GHashTable *known; /* class and subject ("0 a/MatMul") → index in .items + 1; NULL once all items
                        are added */
  PoplensLayerWork *layers;
} PoplensOperationWork;

PoplensOperationWork *poplens_operation_work_new (const PoplensTimeSide *side);
void poplens_operation_work_free (PoplensOperationWork *self);
/* Packs @self for the disk cache (report/figure-store.h). (transfer floating) */
GVariant *poplens_operation_work_pack (const PoplensOperationWork *self);
/* Unpacks what poplens_operation_work_pack () packed. @packed: of type
 * POPLENS_OPERATION_WORK_PACKED. (transfer full) (nullable): NULL if the contents are not valid */
PoplensOperationWork *poplens_operation_work_unpack (GVariant *packed);
#define POPLENS_OPERATION_WORK_PACKED "(" POPLENS_PATH_ITEMS_PACKED "atua(aytt))"

typedef struct {
  GPtrArray *changes; /* PoplensPathChange: changes in the work of operations */
  GHashTable
      *by_name[POPLENS_N_SIDES]; /* by side: class and subject ("0 a/MatMul") → item of .changes */
  GPtrArray *alone[POPLENS_N_SIDES]; /* by side: PoplensWorkAlone that only this report has, most
                                        cycles first */
  GHashTable *unlike; /* change → guint64: absolute differences in cycles, summed over IPUs */
} PoplensComparedWork;

PoplensComparedWork *poplens_compare_work (const PoplensTimeSide of[POPLENS_N_SIDES]);
/* Compares as poplens_compare_work () does, but from work that was read before. (transfer full) */
PoplensComparedWork *
poplens_compare_operation_work (const PoplensOperationWork *const of[POPLENS_N_SIDES]);
void poplens_compared_work_free (PoplensComparedWork *self);

/* Gets the change in the work of an operation, in cycles on all IPUs. @change: change of the
 * operation on the critical path. @own_change: (out): change of its work. FALSE if @change is about
 * several operations. */
gboolean poplens_compared_work_own (const PoplensComparedWork *self,
                                    const PoplensPathChange *change, gint64 *own_change);
/* TRUE if both reports execute the operation of @change, on the critical path or off it. FALSE if
 * @change is about several operations. */
gboolean poplens_compared_work_is_in_both (const PoplensComparedWork *self,
                                           const PoplensPathChange *change);
/* TRUE if an operation takes more or less of the critical path, although its own work changed by at
 * most a tenth of @change. FALSE if @change is about several operations. */
gboolean poplens_compared_work_moved (const PoplensComparedWork *self,
                                      const PoplensPathChange *change);
/* TRUE if a class takes more or less of the critical path, although the work of its operations
 * changed by at most a tenth of @change. @change: change of the class on the path, in cycles. FALSE
 * for a class without operations. */
gboolean poplens_compared_work_class_moved (const PoplensComparedWork *self, PoplensBound bound,
                                            gint64 change);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationWork, poplens_operation_work_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedWork, poplens_compared_work_free)

G_END_DECLS
