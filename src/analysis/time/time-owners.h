/* Where the time went by whoever owns the steps: the tile cycles of an IPU belong to the owner of
 * the step that binds it, so that owners and what nobody owns add up to tiles × total. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

#define POPLENS_TIME_NO_OWNER G_MAXUINT32

typedef guint64 PoplensTimeClasses[POPLENS_N_TIMES];

/* Tile cycles by class, of owners 0 … n−1 and last of what none of them owns. @owner: (array) by
 * row of steps_by_ipu: below @n, or NO_OWNER. NULL only where cancelled. @work: (nullable).
 * (transfer full) */
PoplensTimeClasses *poplens_time_by_owner (const PoplensTime *time, const guint32 *owner, guint32 n,
                                           const PoplensWork *work);

/* The class with most of them; POPLENS_N_TIMES where there are none. */
PoplensTimeClass poplens_time_largest_class (const guint64 classes[POPLENS_N_TIMES]);

G_END_DECLS
