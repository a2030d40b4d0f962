/* Equivalence classes: variables that are live at the same steps. Derived from the families' spans.
 */
#pragma once

#include "demo/db.h"
#include "demo/model.h"

G_BEGIN_DECLS

typedef struct {
  guint from, to; /* steps, half open */
} DemoRange;

/* Equivalence class: variables that are live at the same steps. Class 0 has the variables without
 * an offset. */
typedef struct {
  gboolean always;
  GArray *ranges; /* DemoRange, ascending, disjoint and not adjacent */
} DemoClass;

#define demo_class(m, i) (&g_array_index ((m)->classes, DemoClass, i))

/* Numbers the steps (preorder of program 0), and assigns each family to its class. */
void demo_liveness_resolve (DemoModel *m);
/* TRUE if both classes are live at the same step. Class 0 never is. */
gboolean demo_classes_meet (const DemoModel *m, guint a, guint b);
/* Returns the peak of a tile of @kind in bytes: the maximum over steps of the live variables,
 * without those that are always live. */
guint demo_liveness_peak (const DemoModel *m, guint kind);

void demo_liveness_write (DemoModel *m, DemoDb *db);

G_END_DECLS
