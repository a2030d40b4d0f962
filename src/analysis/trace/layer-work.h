/* Layers of the model with the cycles of their work, as names of steps count them: of two reports,
 * the layers that only one has. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  GHashTable *layers;   /* "encoder/layer.4" → its cycles */
  GHashTable *families; /* "encoder/layer" */
} PoplensLayerWork;

/* A layer of the model, or an operation, that only one report has. */
typedef struct {
  char *name;
  guint64 cycles;
} PoplensWorkAlone;

PoplensLayerWork *poplens_layer_work_new (void);
void poplens_layer_work_free (PoplensLayerWork *self);
/* Work of the steps of that name, in whichever layer they are, if in any. */
void poplens_layer_work_add (PoplensLayerWork *self, const char *name, guint64 cycles);

/* (transfer full): of PoplensWorkAlone */
GPtrArray *poplens_work_alone_new (void);
void poplens_work_alone_add (GPtrArray *list, const char *name, guint64 cycles);
/* Most cycles first. */
void poplens_work_alone_sort (GPtrArray *list);
/* Adds the layers of @self that @other has not, and siblings of which both have: else it is another
 * model, whose operations say so. */
void poplens_layer_work_find_alone (const PoplensLayerWork *self, const PoplensLayerWork *other,
                                    GPtrArray *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLayerWork, poplens_layer_work_free)

G_END_DECLS
