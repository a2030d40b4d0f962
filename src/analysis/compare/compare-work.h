/* Compares the work of two reports: cycles of compute, exchanges and copies between IPUs by
 * operation, on all IPUs, on the critical path or off it. An operation may enter or leave the path
 * without a change of its own; an added one may be off the path and still make others wait. */
#pragma once

#include "analysis/compare/compare-time.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- work by layer --------------------------------------------------------------------------- */

/* Layers of the model with the cycles of their work, by the names of steps. Used to find layers
 * that only one report has. */

typedef struct {
  GHashTable *layers;   /* "encoder/layer.4" → its cycles */
  GHashTable *families; /* "encoder/layer" */
} PoplensLayerWork;

/* A layer of the model, or an operation, that only one report has. */
typedef struct {
  char *name;
  guint64 cycles;
} PoplensWorkAlone;

void poplens_layer_work_free (PoplensLayerWork *self);

/* Creates an empty list. (transfer full): GPtrArray of PoplensWorkAlone */
GPtrArray *poplens_work_alone_new (void);
/* Sorts by cycles, most first. */
void poplens_work_alone_sort (GPtrArray *list);
/* Adds the layers of @self that @other lacks, if @other has siblings of them. If it has none, the
 * models differ, and a list of operations says more. */
void poplens_layer_work_find_alone (const PoplensLayerWork *self, const PoplensLayerWork *other,
                                    GPtrArray *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLayerWork, poplens_layer_work_free)

/* ---- work of operations ---------------------------------------------------------------------- */

/* The work of one report: cycles of its operations on each IPU, and of its layers. */
typedef struct {
  GArray *items;     /* PoplensPathItem, of all IPUs */
  GArray *on_ipus;   /* guint64 [item][n_ipus]: cycles of each item on each IPU */
  guint n_ipus;      /* at least 1 */
  GHashTable *known; /* "bound subject" → index in .items + 1; NULL after construction */
  PoplensLayerWork *layers;
} PoplensOperationWork;

PoplensOperationWork *poplens_operation_work_new (const PoplensTimeSide *side);
void poplens_operation_work_free (PoplensOperationWork *self);
/* Packs @self for the disk cache (report/figure-store.h). (transfer floating) */
GVariant *poplens_operation_work_pack (const PoplensOperationWork *self);
/* @packed: of type POPLENS_OPERATION_WORK_PACKED. (transfer full) (nullable): NULL if this program
 * did not pack it */
PoplensOperationWork *poplens_operation_work_unpack (GVariant *packed);
#define POPLENS_OPERATION_WORK_PACKED "(" POPLENS_PATH_ITEMS_PACKED "atua(aytt))"

typedef struct {
  GPtrArray *changes;                   /* PoplensPathChange: changes in the work of operations */
  GHashTable *by_name[POPLENS_N_SIDES]; /* "bound subject" of one report → item of .changes */
  GPtrArray *alone[POPLENS_N_SIDES];    /* PoplensWorkAlone, most cycles first */
  GHashTable *unlike; /* change → guint64: cycles that differ, summed over IPUs */
} PoplensComparedWork;

PoplensComparedWork *poplens_compare_work (const PoplensTimeSide of[POPLENS_N_SIDES]);
/* As poplens_compare_work (), from works that were read before. (transfer full) */
PoplensComparedWork *
poplens_compare_operation_work (const PoplensOperationWork *const of[POPLENS_N_SIDES]);
void poplens_compared_work_free (PoplensComparedWork *self);

/* Computes by how much the work of an operation changed, from @change, its part of the critical
 * path. FALSE if @change is about several operations. @own_change: (out): cycles */
gboolean poplens_compared_work_own (const PoplensComparedWork *self,
                                    const PoplensPathChange *change, gint64 *own_change);
/* TRUE if both reports execute the operation of @change, on the critical path or off it. FALSE if
 * @change is about several operations. */
gboolean poplens_compared_work_is_in_both (const PoplensComparedWork *self,
                                           const PoplensPathChange *change);
/* TRUE if the critical path has more or less of @change although each IPU executes the operation as
 * long as before, up to a tenth of the change. FALSE if @change is about several operations. */
gboolean poplens_compared_work_moved (const PoplensComparedWork *self,
                                      const PoplensPathChange *change);
/* TRUE if each IPU executes each operation of @bound as long as before, up to a tenth of @change:
 * the cycles by which that class grew on the critical path. FALSE for classes without
 * operations. */
gboolean poplens_compared_work_class_moved (const PoplensComparedWork *self, PoplensBound bound,
                                            gint64 change);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationWork, poplens_operation_work_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedWork, poplens_compared_work_free)

G_END_DECLS
