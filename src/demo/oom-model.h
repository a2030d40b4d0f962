/* A planted cause in a model: what oom.h has in words. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* The family lies on 1 % of the tiles that it was on, on one at least. */
void demo_oom_concentrate (DemoModel *m, guint family);
/* Constraints for the cause gaps, on a model whose families are made. */
void demo_oom_constrain (DemoModel *m);
/* Whether the placed model is over capacity on half of its tiles; with the cause imbalance, on all
 * that have the variable. */
gboolean demo_oom_is_over (const DemoModel *m);

/* Whether the model of a plan is over capacity; DEMO_MODEL_FAILED: it cannot be made. */
typedef enum { DEMO_MODEL_FITS, DEMO_MODEL_OVER, DEMO_MODEL_FAILED } DemoModelFit;
typedef DemoModelFit (*DemoTry) (DemoPlan *plan, gpointer user_data, GError **error);

/* Finds the least factor of the plan's cause, within a few percent, with which the model is over
 * capacity, and takes a quarter more. FALSE with @error if it is so without the cause, or however
 * large the cause is (POPLENS_ERROR_USAGE), or if @attempt fails. */
gboolean demo_oom_enlarge (DemoPlan *plan, DemoTry attempt, gpointer user_data, GError **error);

G_END_DECLS
