/* Part with the exchanges: memory management, look-up and titles. */
#include "model/exchanges.h"

#include "model/search.h"

PoplensExchanges *
poplens_exchanges_new (void)
{
  PoplensExchanges *self = g_new0 (PoplensExchanges, 1);

  self->strings = poplens_strings_new ();
  return self;
}

static void
clear_table (PoplensExchangeTable *table)
{
  g_free (table->id);
  poplens_lists_free (table->received);
  poplens_lists_free (table->sent);
  poplens_lists_free (table->received_by_ipu);
  poplens_lists_free (table->sent_by_ipu);
  poplens_lists_free (table->max_data_by_ipu);
  poplens_lists_free (table->code);
  poplens_lists_free (table->estimates);
  g_free (table->source_text);
  g_free (table->destination_text);
  g_free (table->source_regions);
  g_free (table->destination_regions);
  g_free (table->sync_type);
}

void
poplens_exchanges_free (PoplensExchanges *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  for (guint k = 0; k < POPLENS_N_EXCHANGE_KINDS; k++)
    clear_table (&self->tables[k]);
  g_free (self->streams);
  g_free (self->global_cycles_id);
  poplens_lists_free (self->global_exchange_cycles);
  poplens_lists_free (self->global_sync_cycles);
  g_free (self);
}

const char *
poplens_exchange_kind_title (PoplensExchangeKind kind)
{
  static const char *const titles[] = {"internal", "inter-IPU", "host", "code copy"};

  return titles[kind];
}

guint32
poplens_exchanges_find (const PoplensExchanges *self, PoplensExchangeKind kind, guint32 id)
{
  return poplens_find_id (self->tables[kind].id, self->tables[kind].n, id);
}
