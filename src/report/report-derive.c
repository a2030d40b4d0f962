/* Computes derived values once, caches them in the report, and counts reads that failed meanwhile.
 */
#include "report/report-private.h"

#include "base/error.h"

gboolean
poplens_report_error_lasts (const GError *error)
{
  return error->domain == POPLENS_ERROR && error->code != POPLENS_ERROR_CHANGED &&
         error->code != POPLENS_ERROR_BUSY && !poplens_error_is_interruption (error);
}

void
poplens_report_note_error (PoplensReport *self, const GError *error)
{
  if (!error || error->domain != POPLENS_ERROR || poplens_report_error_lasts (error))
    return;
  pthread_mutex_lock (&self->lock);
  self->n_lost++;
  g_clear_error (&self->lost);
  self->lost = g_error_copy (error);
  pthread_mutex_unlock (&self->lock);
}

static guint
count_own_lost (PoplensReport *self, GError **error)
{
  pthread_mutex_lock (&self->lock);
  guint n = self->n_lost;
  if (n && error && !*error)
    *error = g_error_copy (self->lost);
  pthread_mutex_unlock (&self->lock);
  return n;
}

/* Returns how many reads of this report, and of the report it is compared with, have failed. */
static guint
count_with_other (PoplensReport *self, GError **error)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (self);
  guint n = count_own_lost (self, error);

  return other ? n + count_own_lost (other, error) : n;
}

guint
poplens_report_count_lost (PoplensReport *self)
{
  return count_with_other (self, NULL);
}

gboolean
poplens_report_is_whole_since (PoplensReport *self, guint n_lost, GError **error)
{
  g_autoptr (GError) lost = NULL;

  /* The count also changes if another report is set for comparison, so check that a read failed. */
  if (count_with_other (self, &lost) != n_lost && lost) {
    g_propagate_error (error, g_steal_pointer (&lost));
    return FALSE;
  }
  return !g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
}

static gpointer
take_reference (gpointer data, gpointer derived)
{
  const PoplensDerived *self = derived;

  return data && self->ref ? self->ref (data) : data;
}

/* TRUE if another thread computes the value now. Called with the lock held. */
static gboolean
is_being_made (PoplensReport *self, const PoplensDerived *derived)
{
  return g_ptr_array_find_with_equal_func (self->making, derived->key, g_str_equal, NULL);
}

/* Waits while another thread computes the value. (nullable): NULL without @error if the caller must
 * compute the value; NULL with @error if cancelled */
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
    g_object_set_data_full (G_OBJECT (self), derived->key,
                            take_reference (data, (gpointer) derived), derived->unref);
  pthread_mutex_lock (&self->lock);
  if (g_ptr_array_find_with_equal_func (self->making, derived->key, g_str_equal, &i))
    g_ptr_array_remove_index_fast (self->making, i);
  pthread_cond_broadcast (&self->loaded);
  pthread_mutex_unlock (&self->lock);
}

/* Computes the value. Discards it if a read failed meanwhile, even if .make succeeded: otherwise an
 * incomplete value would be cached as long as the report is open. */
static gpointer
make_derived (PoplensReport *self, const PoplensDerived *derived, GCancellable *cancellable,
              GError **error)
{
  guint n_lost = poplens_report_count_lost (self);
  gpointer data = derived->make (self, cancellable, error);

  if (data && poplens_report_is_whole_since (self, n_lost, error) &&
      !g_cancellable_set_error_if_cancelled (cancellable, error))
    return data;
  if (data)
    derived->unref (data);
  return NULL;
}

gpointer
poplens_report_derive (PoplensReport *self, const PoplensDerived *derived,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  gpointer data = wait_or_begin (self, derived, cancellable, &wrong);

  if (!data && !wrong) {
    data = make_derived (self, derived, cancellable, &wrong);
    end_making (self, derived, data);
  }
  if (!data && wrong)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return data;
}

gpointer
poplens_report_peek_derived (PoplensReport *self, const PoplensDerived *derived)
{
  return g_object_dup_data (G_OBJECT (self), derived->key, take_reference, (gpointer) derived);
}
