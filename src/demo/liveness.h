/* Equivalence classes: variables that live at the same steps. Derived from the families' spans. */
#pragma once

#include "demo/db.h"
#include "demo/model.h"

G_BEGIN_DECLS

typedef struct {
  guint from, to; /* steps, half-open */
} DemoRange;

/* An element of DemoModel.classes; class 0 is that of what has no place. */
typedef struct {
  gboolean always;
  GArray *ranges; /* DemoRange, ascending, neither meeting nor touching */
} DemoClass;

#define demo_class(m, i) (&g_array_index ((m)->classes, DemoClass, i))

/* Numbers the steps (preorder of program 0) and puts each family into its class. */
void demo_liveness_resolve (DemoModel *m);
/* TRUE if some step sees both. Class 0 meets nothing. */
gboolean demo_classes_meet (const DemoModel *m, guint a, guint b);
/* The most that the not always live variables of a tile of @kind take at one step. */
guint demo_liveness_peak (const DemoModel *m, guint kind);

void demo_liveness_write (DemoModel *m, DemoDb *db);

G_END_DECLS
