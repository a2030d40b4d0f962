/* The work of two reports: cycles of compute, exchanges and copies between IPUs by operation, over
 * all IPUs and whether the critical path has them or not. Who is on the path may change without any
 * change of its own; what was added to the model may be off the path, and make others wait. */
#pragma once

#include "analysis/compare/compare-time.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- work by layer --------------------------------------------------------------------------- */

/* Layers of the model with the cycles of their work, as names of steps count them: of two reports,
 * the layers that only one has. */

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

/* (transfer full): of PoplensWorkAlone */
GPtrArray *poplens_work_alone_new (void);
/* Most cycles first. */
void poplens_work_alone_sort (GPtrArray *list);
/* Adds the layers of @self that @other has not, and siblings of which both have: else it is another
 * model, whose operations say so. */
void poplens_layer_work_find_alone (const PoplensLayerWork *self, const PoplensLayerWork *other,
                                    GPtrArray *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLayerWork, poplens_layer_work_free)

/* ---- work of operations ---------------------------------------------------------------------- */

/* The work of one report: cycles of its operations on each IPU, and of its layers. */
typedef struct {
  GArray *items;     /* PoplensPathItem of all IPUs */
  GArray *on_ipus;   /* guint64 [item][n_ipus]: cycles of each item on each IPU */
  guint n_ipus;      /* 1 at least */
  GHashTable *known; /* "bound subject" → place in .items, plus one; NULL once it is made */
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
  GHashTable *unlike;                   /* change → guint64: cycles that differ, by IPU */
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
/* Whether both reports do it, on the critical path or not. */
gboolean poplens_compared_work_is_in_both (const PoplensComparedWork *self,
                                           const PoplensPathChange *change);
/* Whether the critical path has more or less of @change while each IPU has as much of it as before:
 * what it differs by is too little. */
gboolean poplens_compared_work_moved (const PoplensComparedWork *self,
                                      const PoplensPathChange *change);
/* TRUE if each IPU executes each operation of @bound as long as before, up to a tenth of @change,
 * which the critical path has more or less of the class. FALSE for classes without operations. */
gboolean poplens_compared_work_class_moved (const PoplensComparedWork *self, PoplensBound bound,
                                            gint64 change);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationWork, poplens_operation_work_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedWork, poplens_compared_work_free)

G_END_DECLS
