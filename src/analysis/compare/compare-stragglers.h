/* The few tiles for which others wait longer in one report than in the other, where these explain a
 * change of the time. As of stragglers of one report (analysis/time/time-stragglers.h), a step ends
 * as early without them as the longest tile that is none of them; so tiles that are equally slow
 * are told together. Amounts are of the critical path, whose changes add up to that of the time. */
#pragma once

#include "analysis/compare/compare-time.h"

G_BEGIN_DECLS

#define POPLENS_MOST_STRAGGLERS 3

typedef struct {
  guint n;                               /* tiles; 0: no few tiles explain it */
  guint32 tile[POPLENS_MOST_STRAGGLERS]; /* numbers over all IPUs, rising … */
  guint32 ipu;                           /* … IPU of the first */
  gint64 change;                         /* cycles that others wait for them, after − before */
  gint64 saving;                         /* the same of what the program saves without them */
  gint64 others;                         /* the same of few others that went the other way */
  guint operations;                      /* that have a part in it … */
  char *most; /* … and the key of the one that is more than half of that; NULL: none */
} PoplensStragglerChange;

/* The fewest tiles for which others wait at least half of @change, in the same direction: of the
 * compute of the path, as slow tiles change nothing else. With those for which others would wait
 * next, as long, on whichever IPU they are. @self: (out): to be cleared */
void poplens_compare_stragglers (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 change,
                                 PoplensStragglerChange *self);
void poplens_straggler_change_clear (PoplensStragglerChange *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensStragglerChange, poplens_straggler_change_clear)

G_END_DECLS
