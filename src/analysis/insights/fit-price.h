/* What a change costs in time, from what was measured of the program as it is. An estimate: the
 * compiler would schedule a changed program anew, and what runs beside other work costs less. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/time/host-rate.h"
#include "analysis/time/tree-cycles.h"

G_BEGIN_DECLS

/* Of one change. */
typedef struct {
  gboolean is_known;
  guint64 cycles[2]; /* least and most, of all that was recorded together; where known */
  const char *basis; /* on which condition, within a sentence; NULL: none; where not known: why */
  guint64 bytes;     /* that each step of training moves over the host at least; 0: none */
} PoplensFitPrice;

/* What was measured; copied, and its parts referenced for the call alone. */
typedef struct {
  const PoplensTreeCycles *tree; /* NULL: nothing ran, or nothing was recorded of it */
  guint64 program;               /* cycles, without what is outside of it */
  PoplensHostRate host;
  const char *absence; /* where `tree` is NULL: why; else NULL */
} PoplensFitMeasured;

/* Immutable, reference counted. */
typedef struct {
  guint64 program;                 /* cycles of the program that ran; 0: not known */
  PoplensFitPrice recompute;       /* the forward steps of its layers once more */
  PoplensFitPrice off_chip[2];     /* optimiser state, accumulators: their bytes over the host */
  PoplensFitPrice instrumentation; /* without it: nothing */
  PoplensFitPrice unknown[3];      /* micro-batches, number formats, all others */
  GHashTable *operations;          /* name of an operation → guint64 *: cycles of its steps */
  GStringChunk *texts;
} PoplensFitPrices;

/* @moves: of the report; the parts are needed for the call alone. (transfer full) */
PoplensFitPrices *poplens_fit_prices_new (const PoplensMoves *moves,
                                          const PoplensPrograms *programs,
                                          const PoplensFitMeasured *measured);
PoplensFitPrices *poplens_fit_prices_ref (PoplensFitPrices *self);
void poplens_fit_prices_unref (PoplensFitPrices *self); /* NULL is fine */

/* Of the change of this key, bounds too. Its text is of the prices. */
PoplensFitPrice poplens_fit_price_of (const PoplensFitPrices *self, const char *key);
/* Of all changes of a plan together; unknown where one is, for its reason. */
PoplensFitPrice poplens_fit_price_of_plan (const PoplensFitPrices *self,
                                           const PoplensFitPlan *plan);
/* "Moves at least 1.2 GiB a step over the host. Adds 544,972–775,740 cycles, at most 14.6 % of the
 * program, if …", or why that is not known. (transfer full) */
char *poplens_fit_price_sentence (const PoplensFitPrices *self, const PoplensFitPrice *price,
                                  PoplensByteUnit unit);
/* The same of a plan, as a whole sentence that says what it is estimated from; "" where the plan
 * has no changes. (transfer full) */
char *poplens_fit_plan_price_sentence (const PoplensFitPrices *self, const PoplensFitPlan *plan,
                                       PoplensByteUnit unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFitPrices, poplens_fit_prices_unref)

G_END_DECLS
