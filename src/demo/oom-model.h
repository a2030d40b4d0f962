/* Plants a cause (oom.h) in a model. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Removes the variables of @family from most tiles: keeps at most 1 % of all tiles. */
void demo_oom_concentrate (DemoModel *m, guint family);
/* Adds the constraints of DEMO_OOM_GAPS. Call this after all families were made. */
void demo_oom_constrain (DemoModel *m);
/* TRUE if at least half of the tiles exceed the capacity. For DEMO_OOM_IMBALANCE: if all tiles that
 * have the variable exceed it. */
gboolean demo_oom_is_over (const DemoModel *m);

/* Result of DemoTry, which builds the model of a plan. DEMO_MODEL_FAILED: with @error. */
typedef enum { DEMO_MODEL_FITS, DEMO_MODEL_OVER, DEMO_MODEL_FAILED } DemoModelFit;
typedef DemoModelFit (*DemoTry) (DemoPlan *plan, gpointer user_data, GError **error);

/* Finds the smallest factor of the plan's cause that makes the model exceed the capacity, and
 * enlarges it by a quarter. FALSE with POPLENS_ERROR_USAGE if the model never fits or always fits,
 * or with the error of @attempt. */
gboolean demo_oom_enlarge (DemoPlan *plan, DemoTry attempt, gpointer user_data, GError **error);

G_END_DECLS
