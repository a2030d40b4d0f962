/* Chooses the few rows or classes of the critical path that explain a change of time, for two
 * reports and for lists of reports. Names classes first, those that changed most in the direction
 * of the total: the rows of a class may cancel out, for example if tiles wait for another stream
 * now. The largest rows replace their class if they are few and its other rows amount to less than
 * a third of the class, increases and decreases added up. Rows never replace a class whose work did
 * not change: it is only on the path for a longer or shorter time. */
#pragma once

#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* Smallest cause that is named, as a share of the largest cause or of the change. */
#define POPLENS_LEAST_CAUSE 0.1

/* A cause: one row of the path, or a whole class. */
typedef struct {
  const PoplensPathChange
      *change; /* row of the path; of a class, the row that changed most in its direction */
  gint64 amount;
  guint n; /* rows of the class that changed in its direction; 0: the cause is a row, not a class */
  gboolean main;  /* TRUE if .change is more than half of what these rows changed */
  gboolean ties;  /* TRUE if another row changed as much as .change */
  gboolean moved; /* TRUE for a class whose work did not change, so that no row is to blame */
} PoplensChangeCause;

typedef struct {
  guint most;       /* limit of named causes; if it is 1, two equal rows are named as their class */
  gboolean outside; /* TRUE: counts time outside the program */
  gboolean by_speed; /* TRUE: leaves out changes that come from the number of executions */
  double noise;      /* cycles; smaller changes are noise */
  const PoplensComparedWork
      *work; /* (nullable): compared work of both reports; NULL: no class is known to be .moved */
} PoplensCauseRule;

/* Returns the causes of the change, those of the largest class first. If they add up to a tenth
 * more than the change, appends the class that changed most in the opposite direction. If the
 * change is below the noise, increases and decreases cancel out: then returns classes of both
 * directions, or their rows, the largest first and none below the noise. @changes:
 * PoplensPathChange; the result points to them. (transfer full) GArray of PoplensChangeCause, at
 * most .most + 1 */
GArray *poplens_change_causes_new (const GPtrArray *changes, const PoplensCauseRule *rule);

G_END_DECLS
