/* What the causes of a change of the time have in common: iterations, an IPU, a bar, tiles. */
#pragma once

#include "analysis/compare/compare-stragglers.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

/* Sentences on a @change of the program time, which is no noise; none where nothing is most of it.
 * @changes: of the critical path. @slow: tiles that are told, to be cleared. @turn: (out): the
 * slowest of iterations that are told; G_MAXUINT: none are */
void poplens_time_parts_append (GString *text, const PoplensComparedTime *self,
                                const GPtrArray *changes, gint64 change,
                                PoplensStragglerChange *slow, guint *turn);

G_END_DECLS
