/* Finds the few tiles for which others wait longer in one report than in the other, if they explain
 * a change of time. Without these tiles, a step would end with its slowest other tile. So tiles
 * that are equally slow are reported together, as for stragglers of one report
 * (analysis/time/time-stragglers.h). Amounts are cycles of the critical path, whose changes add up
 * to the change of time. */
#pragma once

#include "analysis/compare/compare-time.h"

G_BEGIN_DECLS

#define POPLENS_MOST_STRAGGLERS 3

typedef struct {
  guint n; /* number of tiles; 0: a few tiles do not explain the change */
  guint32 tile[POPLENS_MOST_STRAGGLERS]; /* [n] tile numbers, counted over all IPUs, ascending */
  guint32 ipu;                           /* IPU of the first tile */
  gint64 change; /* cycles that others wait for the tiles, after − before */
  gint64 saving; /* cycles that the program would save without the tiles, after − before */
  gint64 others; /* cycles that others wait for a few other tiles, whose change is opposite; after −
                    before */
  guint operations; /* number of operations that contribute in the direction of the change */
  char *most; /* (nullable): key of the operation that contributes over half of the change; NULL:
                 none does */
} PoplensStragglerChange;

/* Finds the fewest tiles that explain at least half of @change (cycles, after − before) in its
 * direction. Counts only compute steps of the critical path, as slow tiles change no other time.
 * Then adds the tiles, on any IPU, for which others would wait about as long without these tiles.
 * @self: (out): to be cleared */
void poplens_compare_stragglers (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 change,
                                 PoplensStragglerChange *self);
void poplens_straggler_change_clear (PoplensStragglerChange *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensStragglerChange, poplens_straggler_change_clear)

G_END_DECLS
