/* Where each class's ranges begin among those of eq_class_step. Private to the analysis. */
#pragma once

#include "analysis/liveness/peaks-sweep.h"
#include "model/liveness.h"

G_BEGIN_DECLS

/* n_classes + 1 range numbers: class row c has ranges first[c] … first[c + 1]. (transfer full) */
guint32 *poplens_class_ranges_new (const PoplensLiveness *liveness);
/* The changes that @bytes of the class at @row make. */
void poplens_class_ranges_add (const PoplensLiveness *liveness, const guint32 *first, guint32 row,
                               guint64 bytes, GArray *events);

G_END_DECLS
