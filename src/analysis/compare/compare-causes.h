/* Chooses the few rows or classes of the critical path that explain a change of time, for two
 * reports and for lists of reports. Names classes first, as the rows of a class may cancel out. If
 * a few rows explain a class, names these rows instead. If the work of a class did not change,
 * names only the class: it is on the path for a longer or shorter time. */
#pragma once

#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* Smallest cause that is named, as a share of the largest cause or of the change. */
#define POPLENS_LEAST_CAUSE 0.1

/* A cause: one row of the path, or a whole class. */
typedef struct {
  const PoplensPathChange *change; /* row of the path; for a class, its row that changed most in the
                                      direction of the class */
  gint64 amount;
  guint n; /* number of rows that changed in the direction of their class; 0: the cause is a single
              row */
  gboolean main;  /* TRUE if .change is more than half of the change of the .n rows */
  gboolean ties;  /* TRUE if another row changed as much as .change */
  gboolean moved; /* TRUE for a class whose work did not change, so that no row is to blame */
} PoplensChangeCause;

typedef struct {
  guint most;        /* limit of named causes */
  gboolean outside;  /* TRUE: counts time outside the program */
  gboolean by_speed; /* TRUE: leaves out changes that come from the number of executions */
  double noise;      /* cycles; smaller changes are noise */
  const PoplensComparedWork
      *work; /* (nullable): work of both reports, which tells if a class is .moved; NULL: unknown */
} PoplensCauseRule;

/* Returns the causes of the total change, those of the largest class first. If they exceed the
 * change by over a tenth, appends the class that changed most in the opposite direction. If the
 * total change is below the noise, returns causes in both directions, the largest first. @changes:
 * PoplensPathChange; the result points to them. (transfer full) GArray of PoplensChangeCause, at
 * most .most + 1 */
GArray *poplens_change_causes_new (const GPtrArray *changes, const PoplensCauseRule *rule);

G_END_DECLS
