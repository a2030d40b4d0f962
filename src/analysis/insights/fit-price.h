/* What a change costs in time: the bytes that it moves over the host. What other changes cost is a
 * choice of the compiler, and nothing tells it beforehand. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/time/host-rate.h"

G_BEGIN_DECLS

typedef struct {
  guint64 bytes;  /* that each step of training moves over the host at least; 0: none */
  guint64 cycles; /* that these take at least, at the measured rate; 0: none was measured */
} PoplensFitPrice;

/* Immutable, reference counted. */
typedef struct {
  guint64 optimiser, accumulators; /* bytes a step, there and back */
  PoplensHostRate host;
} PoplensFitPrices;

/* @moves: of the report, for the call alone. @host: its bytes are 0 where nothing was measured.
 * (transfer full) */
PoplensFitPrices *poplens_fit_prices_new (const PoplensMoves *moves, const PoplensHostRate *host);
PoplensFitPrices *poplens_fit_prices_ref (PoplensFitPrices *self);
void poplens_fit_prices_unref (PoplensFitPrices *self); /* NULL is fine */

/* The price of the change with this @key; all 0 where the change moves nothing. */
PoplensFitPrice poplens_fit_price_of (const PoplensFitPrices *self, const char *key);
/* The price of all changes of a plan together. */
PoplensFitPrice poplens_fit_price_of_plan (const PoplensFitPrices *self,
                                           const PoplensFitPlan *plan);
/* "Moves at least 1.2 GiB a step over the host: 544,972 cycles at the measured rate."; "" where it
 * moves nothing. (transfer full) */
char *poplens_fit_price_sentence (const PoplensFitPrice *price, PoplensByteUnit unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFitPrices, poplens_fit_prices_unref)

G_END_DECLS
