/* Finds the few tiles that explain a change of time: other tiles wait longer for them in one of
 * two reports. Equally slow tiles are reported together, because the program would still wait
 * for the others. Amounts are cycles of the critical path, so their changes add up to the change
 * of time. */
#pragma once

#include "analysis/compare/compare-time.h"

G_BEGIN_DECLS

#define POPLENS_MOST_STRAGGLERS 3

typedef struct {
  guint n; /* number of tiles; 0: a few tiles do not explain the change */
  guint32 tile[POPLENS_MOST_STRAGGLERS]; /* [n] tile numbers, counted over all IPUs, ascending */
  guint32 ipu;                           /* IPU of the first tile */
  gint64 change; /* cycles that other tiles wait for these tiles, after − before */
  gint64 saving; /* cycles that the program would save without the tiles, after − before */
  gint64 others; /* cycles waited for a few tiles that changed in the opposite direction, after −
                    before */
  guint operations; /* number of operations that contribute in the direction of the change */
  char *most; /* (nullable): key of the operation that contributes over half of the change; NULL:
                 none does */
} PoplensStragglerChange;

/* Finds the fewest tiles that explain at least half of @change (cycles, after − before) in compute
 * steps of the critical path. Then adds tiles of any IPU that are about as slow. @self: (out): to
 * be freed with poplens_straggler_change_clear () */
void poplens_compare_stragglers (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 change,
                                 PoplensStragglerChange *self);
void poplens_straggler_change_clear (PoplensStragglerChange *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensStragglerChange, poplens_straggler_change_clear)

G_END_DECLS
