/* How fast the host and the IPUs exchange data, as measured: of the largest copies that ran. */
#pragma once

#include "model/cycle-column.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Of the executed StreamCopyMids that move most bytes. All IPUs share the host: a copy moves the
 * bytes of all of them in the cycles of the IPU that takes longest. */
typedef struct {
  guint64 bytes;    /* of one of them, received and sent; 0: no rate is known */
  guint64 executed; /* how many there were */
  guint64 cycles;   /* of all of these … */
  guint64 least;    /* … and of the fastest, less the cycles of the shortest copy of all: without
                     * the fixed part */
} PoplensHostRate;

/* No rate is known where nothing was copied, or where the largest copy takes less than twice the
 * cycles of the shortest: its fixed part would be most of it. @cycles: by row of steps_by_ipu, of
 * the longest tile. */
PoplensHostRate poplens_host_rate_new (const PoplensExecution *execution,
                                       const PoplensPrograms *programs,
                                       const PoplensExchanges *exchanges,
                                       const PoplensCycleColumn *cycles);

/* Cycles that @bytes take at least (rounded down: at the rate of the fastest without its fixed
 * part), and most (rounded up: at the mean rate). */
guint64 poplens_host_rate_least (const PoplensHostRate *self, guint64 bytes);
guint64 poplens_host_rate_most (const PoplensHostRate *self, guint64 bytes);

G_END_DECLS
