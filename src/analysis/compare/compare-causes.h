/* What a change of the time comes from: which few rows of the critical path, or classes of it, are
 * named. One rule for the sentence on two reports and for a list of reports.
 *
 * Classes are named, those that changed most in the direction of all of it: rows of a class may
 * cancel out, as where another stream is the one that is waited for. The largest rows take the
 * place of their class if these are few, and the others are less than a third of it, up and down.
 * A class whose work did not change has no such rows: more or less of it is on the path. */
#pragma once

#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* No cause is named of less than this share of the largest, or of the change: it would explain
 * little. */
#define POPLENS_LEAST_CAUSE 0.1

/* What is named: one row of the path, or all of a class. */
typedef struct {
  const PoplensPathChange *change; /* of a class: the row that changed most in its direction */
  gint64 amount;
  guint n;        /* rows that changed so; 0: it is that row alone */
  gboolean main;  /* that row is more than half of what changed so */
  gboolean ties;  /* other rows changed as much as that row */
  gboolean moved; /* it is a class whose work did not change: no row is to blame */
} PoplensChangeCause;

typedef struct {
  guint most;        /* causes that are named; of one, two rows that are equal are their class */
  gboolean outside;  /* what is outside the program counts, too */
  gboolean by_speed; /* not from how often something is executed */
  double noise;      /* cycles */
  const PoplensComparedWork *work; /* (nullable): nothing is known to be .moved */
} PoplensCauseRule;

/* Largest class first. If the causes are a tenth more than all of the change, the class that
 * changed most the other way follows. If all of it is below the noise, what rose and what fell
 * cancel out: classes of both are named, or their rows, the largest first, and none that is noise.
 * @changes outlive it.
 * (transfer full) GArray of PoplensChangeCause, most + 1 at most */
GArray *poplens_change_causes_new (const GPtrArray *changes, const PoplensCauseRule *rule);

G_END_DECLS
