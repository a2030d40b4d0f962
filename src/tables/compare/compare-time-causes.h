/* What a change of the time comes from: rows of the critical path, and what only one report has. */
#pragma once

#include "analysis/compare/compare-work.h"

G_BEGIN_DECLS

/* No cause is named of less than this share of the largest, or of the change: it would explain
 * little. */
#define POPLENS_LEAST_CAUSE 0.1

/* What is told of the change: one row of the path, or all of a class. */
typedef struct {
  const PoplensPathChange *change; /* of several the largest */
  gint64 amount, largest;          /* … and its amount … */
  guint at, n;                     /* … and place; rows that changed so */
  gboolean ties;                   /* … of which others changed as much as the largest */
} PoplensChangeCause;

/* What is in the program, largest amount first: of a rise only what rose, of a fall what fell; the
 * others explain nothing of it. If the sum is below @noise, what rose and what fell cancel out:
 * both are told, and neither where it is noise, too. Where those that would be named are not more
 * than half of that, no few rows are the cause: classes are told. @by_speed: not from how often
 * something is executed. (transfer full) GArray of PoplensChangeCause */
GArray *poplens_change_causes_new (const GPtrArray *changes, gboolean by_speed, double noise);
/* ": +9,000 from …/MatMul (exchange), +1,200 from sync". */
void poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                                   const PoplensComparedWork *work);
/* " Added: encoder/layer.4, 412,345 cycles of work." of what is not little beside @change. */
void poplens_change_causes_append_alone (GString *text, const PoplensComparedWork *work,
                                         gint64 change);

G_END_DECLS
