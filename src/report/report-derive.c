/* What is worked out from a report once and kept with it. */
#include "report/report.h"

static gpointer
take_reference (gpointer data, gpointer derived)
{
  return data ? ((const PoplensDerived *) derived)->ref (data) : NULL;
}

gpointer
poplens_report_derive (PoplensReport *self, const PoplensDerived *derived,
                       GCancellable *cancellable, GError **error)
{
  GObject *object = G_OBJECT (self);
  gpointer data = g_object_dup_data (object, derived->key, take_reference, (gpointer) derived);

  if (data || !(data = derived->make (self, cancellable, error)))
    return data;
  /* The first of two threads that make it at once stays: some borrow it from the report. */
  if (!g_object_replace_data (object, derived->key, NULL, data, derived->unref, NULL))
    derived->unref (data);
  return g_object_dup_data (object, derived->key, take_reference, (gpointer) derived);
}
