/* What changes cost in time (formats.md 8.13). */
#include "analysis/insights/fit-price.h"

#include "analysis/insights/what-if-private.h"

#include <string.h>

/* ---- bytes -------------------------------------------------------------------------------------
 */

/* Bytes of all tiles that a move is about. */
static guint64
bytes_moved (const PoplensMoves *moves, PoplensMove move)
{
  const PoplensMoveSet *set = poplens_moves_get (moves, move, POPLENS_ESTIMATE_OPTIMISTIC);
  const PoplensTilesAlike *alike = poplens_moves_get_what_if (moves)->alike;
  g_autofree guint64 *of_kind = g_new0 (guint64, MAX (alike->n_kinds, 1));
  guint64 sum = 0;

  for (guint32 k = 0; k < alike->n_kinds; k++)
    for (guint32 e = alike->first[k]; e < alike->first[k + 1]; e++)
      of_kind[k] += set->is_moved[alike->entries[e].pair] ? alike->entries[e].bytes : 0;
  for (guint32 t = 0; t < alike->n_tiles; t++)
    sum += of_kind[alike->of_tile[t]];
  return sum;
}

PoplensFitPrices *
poplens_fit_prices_new (const PoplensMoves *moves, const PoplensHostRate *host)
{
  PoplensFitPrices *self = g_atomic_rc_box_new0 (PoplensFitPrices);

  self->host = *host;
  /* There and back: state for the update, sums of gradients at least for it. */
  self->optimiser = 2 * bytes_moved (moves, POPLENS_MOVE_OPTIMISER);
  self->accumulators = 2 * bytes_moved (moves, POPLENS_MOVE_ACCUMULATORS);
  return self;
}

PoplensFitPrices *
poplens_fit_prices_ref (PoplensFitPrices *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_fit_prices_unref (PoplensFitPrices *self)
{
  if (self)
    g_atomic_rc_box_release (self);
}

/* ---- prices ------------------------------------------------------------------------------------
 */

static PoplensFitPrice
price_of_bytes (const PoplensFitPrices *self, guint64 bytes)
{
  return (PoplensFitPrice){.bytes = bytes,
                           .cycles =
                               self->host.bytes ? poplens_host_rate_least (&self->host, bytes) : 0};
}

PoplensFitPrice
poplens_fit_price_of (const PoplensFitPrices *self, const char *key)
{
  return price_of_bytes (self, !strcmp (key, "optimiser-off-chip")      ? self->optimiser
                               : !strcmp (key, "accumulators-off-chip") ? self->accumulators
                                                                        : 0);
}

PoplensFitPrice
poplens_fit_price_of_plan (const PoplensFitPrices *self, const PoplensFitPlan *plan)
{
  guint64 bytes = 0;

  for (guint i = 0; i < plan->changes->len; i++)
    bytes += poplens_fit_price_of (self, ((const PoplensFitChange *) plan->changes->pdata[i])->key)
                 .bytes;
  return price_of_bytes (self, bytes);
}

char *
poplens_fit_price_sentence (const PoplensFitPrice *price, PoplensByteUnit unit)
{
  PoplensNumber bytes, cycles;

  if (!price->bytes)
    return g_strdup ("");
  poplens_format_bytes (bytes, price->bytes, unit);
  if (!price->cycles)
    return g_strdup_printf ("Moves at least %s a step over the host.", bytes);
  return g_strdup_printf ("Moves at least %s a step over the host: %s cycles at the measured rate.",
                          bytes, poplens_format_count (cycles, price->cycles));
}
