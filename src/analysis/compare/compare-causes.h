/* Chooses the few causes that explain a change of time, in two reports or a list of reports. A
 * cause is a class of the critical path. If a few rows explain the class, these rows are named
 * instead. A class whose work did not change is always named as a whole. */
#pragma once

#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* Smallest cause that is named, as a share of the largest cause or of the total change. */
#define POPLENS_LEAST_CAUSE 0.1

/* A cause: one row of the path, or a whole class. */
typedef struct {
  const PoplensPathChange *change; /* row of the path; for a class: the row that changed most in the
                                      same direction as the class */
  gint64 amount;
  guint n; /* number of rows that changed in the same direction as their class; 0: the cause is a
              single row */
  gboolean main;  /* TRUE if .change is more than half of the change of the .n rows */
  gboolean ties;  /* TRUE if another row changed as much as .change */
  gboolean moved; /* TRUE for a class whose work did not change, so that no row is to blame */
} PoplensChangeCause;

typedef struct {
  guint most;        /* limit of named causes */
  gboolean outside;  /* TRUE: counts time outside the program */
  gboolean by_speed; /* TRUE: ignores changes in the number of executions */
  double noise;      /* cycles; smaller changes are noise */
  const PoplensComparedWork
      *work; /* (nullable): work of both reports, to find classes that are .moved; NULL: unknown */
} PoplensCauseRule;

/* Returns the causes of the total change, the largest class first. If the causes exceed the change
 * by over a tenth, the largest opposite change is the last one. If the total change is below the
 * noise, the causes have both directions. @changes: PoplensPathChange; the result points to them.
 * (transfer full) GArray of PoplensChangeCause, at most .most + 1 */
GArray *poplens_change_causes_new (const GPtrArray *changes, const PoplensCauseRule *rule);

G_END_DECLS
