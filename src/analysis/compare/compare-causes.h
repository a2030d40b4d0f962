/* Chooses the few rows or classes of the critical path that explain a change of time. Two reports
 * and lists of reports use the same rule.
 *
 * Classes are named first, those that changed most in the direction of the total: the rows of a
 * class may cancel out, for example if tiles wait for another stream now. The largest rows replace
 * their class if they are few and the others amount to less than a third of it, increases and
 * decreases added up. A class whose work did not change has no such rows: it is just more or less
 * often on the path. */
#pragma once

#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* Least cause that is named, as a share of the largest cause or of the change: a smaller one would
 * explain little. */
#define POPLENS_LEAST_CAUSE 0.1

/* A cause: one row of the path, or a whole class. */
typedef struct {
  const PoplensPathChange *change; /* of a class: the row that changed most in its direction */
  gint64 amount;
  guint n; /* rows of the class that changed in its direction; 0: the cause is the row alone */
  gboolean main;  /* TRUE if that row is more than half of what these rows changed */
  gboolean ties;  /* TRUE if other rows changed as much as that row */
  gboolean moved; /* TRUE if it is a class whose work did not change: no row is to blame */
} PoplensChangeCause;

typedef struct {
  guint most;        /* limit of named causes; if 1, two equal rows are named as their class */
  gboolean outside;  /* TRUE: time outside the program counts, too */
  gboolean by_speed; /* TRUE: leaves out changes that come from the number of executions */
  double noise;      /* cycles; smaller changes are noise */
  const PoplensComparedWork *work; /* (nullable): NULL: no class is known to be .moved */
} PoplensCauseRule;

/* Returns the causes of the change, those of the largest class first. If the causes add up to a
 * tenth more than the change, the class that changed most in the opposite direction follows. If the
 * change is below the noise, increases and decreases cancel out: then names classes of both
 * directions, or their rows, the largest first and none below the noise. @changes:
 * PoplensPathChange; the result points to them. (transfer full) GArray of PoplensChangeCause, at
 * most .most + 1 */
GArray *poplens_change_causes_new (const GPtrArray *changes, const PoplensCauseRule *rule);

G_END_DECLS
