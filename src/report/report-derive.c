/* What is worked out from a report once and kept with it. */
#include "report/report-private.h"

static gpointer
take_reference (gpointer data, gpointer derived)
{
  return data ? ((const PoplensDerived *) derived)->ref (data) : NULL;
}

/* Whether another thread makes it now. Holds the lock. */
static gboolean
is_being_made (PoplensReport *self, const PoplensDerived *derived)
{
  return g_ptr_array_find_with_equal_func (self->making, derived->key, g_str_equal, NULL);
}

/* Waits while another thread makes it; what there is then, or NULL, and it is this one's turn.
 * NULL with @error where it is no longer wanted. */
static gpointer
wait_or_begin (PoplensReport *self, const PoplensDerived *derived, GCancellable *cancellable,
               GError **error)
{
  gpointer data;

  pthread_mutex_lock (&self->lock);
  while (!g_cancellable_is_cancelled (cancellable) && is_being_made (self, derived))
    poplens_report_wait_a_moment (self);
  data = g_object_dup_data (G_OBJECT (self), derived->key, take_reference, (gpointer) derived);
  if (!data && !g_cancellable_set_error_if_cancelled (cancellable, error))
    g_ptr_array_add (self->making, (gpointer) derived->key);
  pthread_mutex_unlock (&self->lock);
  return data;
}

static void
end_making (PoplensReport *self, const PoplensDerived *derived, gpointer data)
{
  guint i;

  if (data)
    g_object_set_data_full (G_OBJECT (self), derived->key, derived->ref (data), derived->unref);
  pthread_mutex_lock (&self->lock);
  if (g_ptr_array_find_with_equal_func (self->making, derived->key, g_str_equal, &i))
    g_ptr_array_remove_index_fast (self->making, i);
  pthread_cond_broadcast (&self->loaded);
  pthread_mutex_unlock (&self->lock);
}

gpointer
poplens_report_derive (PoplensReport *self, const PoplensDerived *derived,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  gpointer data = wait_or_begin (self, derived, cancellable, &wrong);

  if (!data && !wrong) {
    data = derived->make (self, cancellable, &wrong);
    end_making (self, derived, data);
  }
  if (!data && wrong)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return data;
}
