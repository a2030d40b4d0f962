/* Tiles as positions in lists by tile. */
#pragma once

#include "base/lists.h"

G_BEGIN_DECLS

/* Those that a location selects: derived/scope.h. */
typedef struct {
  gboolean all; /* nothing is selected: every tile counts */
  guint32 *positions;
  guint32 *tiles; /* their numbers */
  guint n;
  guint32 n_all; /* tiles of the report */
} PoplensSelection;

void poplens_selection_clear (PoplensSelection *self);
/* Sum of the selected values of a list; 0 where it is absent. @lists: (nullable). */
guint64 poplens_selection_sum (const PoplensSelection *self, const PoplensLists *lists, gsize row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSelection, poplens_selection_clear)

G_END_DECLS
