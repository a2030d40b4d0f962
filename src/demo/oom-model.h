/* Plants a cause (oom.h) in a model. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Restricts the family to 1 % of the tiles that it was on, at least one. */
void demo_oom_concentrate (DemoModel *m, guint family);
/* Adds constraints for the cause gaps, after the families were made. */
void demo_oom_constrain (DemoModel *m);
/* TRUE if the placed model exceeds the capacity on half of its tiles; for the cause imbalance on
 * all tiles that have the variable. */
gboolean demo_oom_is_over (const DemoModel *m);

/* Builds the model of a plan and tells whether it fits; DEMO_MODEL_FAILED with @error. */
typedef enum { DEMO_MODEL_FITS, DEMO_MODEL_OVER, DEMO_MODEL_FAILED } DemoModelFit;
typedef DemoModelFit (*DemoTry) (DemoPlan *plan, gpointer user_data, GError **error);

/* Finds the smallest factor of the plan's cause with which the model exceeds the capacity, within a
 * few percent, and enlarges it by a quarter. FALSE with @error if the model does not fit without
 * the cause, or fits however large it is (POPLENS_ERROR_USAGE), or if @attempt fails. */
gboolean demo_oom_enlarge (DemoPlan *plan, DemoTry attempt, gpointer user_data, GError **error);

G_END_DECLS
