#include "model/location-reads.h"

#include "model/location-keys.h"

struct _PoplensLocationReads {
  gatomicrefcount refs;
  gint copies; /* of the location, that tell it */
  gint all;
  gint keys[]; /* of each key of the register, whether it was asked for */
};

PoplensLocationReads *
poplens_location_reads_new (void)
{
  PoplensLocationReads *self =
      g_malloc0 (sizeof *self + poplens_n_location_keys * sizeof self->keys[0]);

  g_atomic_ref_count_init (&self->refs);
  return self;
}

PoplensLocationReads *
poplens_location_reads_ref (PoplensLocationReads *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_location_reads_unref (PoplensLocationReads *self)
{
  if (self && g_atomic_ref_count_dec (&self->refs))
    g_free (self);
}

PoplensLocationReads *
poplens_location_reads_attach (PoplensLocationReads *self)
{
  g_atomic_int_inc (&self->copies);
  return poplens_location_reads_ref (self);
}

void
poplens_location_reads_detach (PoplensLocationReads *self)
{
  g_atomic_int_add (&self->copies, -1);
  poplens_location_reads_unref (self);
}

PoplensLocationReads *
poplens_location_reads_copy (PoplensLocationReads *self)
{
  PoplensLocationReads *copy = poplens_location_reads_new ();

  copy->all = g_atomic_int_get (&self->all);
  for (guint k = 0; k < poplens_n_location_keys; k++)
    copy->keys[k] = g_atomic_int_get (&self->keys[k]);
  return copy;
}

void
poplens_location_reads_note (PoplensLocationReads *self, const char *key)
{
  const PoplensLocationKey *known = key ? poplens_location_find_key (key) : NULL;

  /* Of "filter.TABLE" the register has the beginning: which table is not kept apart. */
  if (known && !g_str_equal (known->name, key))
    known = NULL;
  g_atomic_int_set (known ? &self->keys[known - poplens_location_keys] : &self->all, TRUE);
}

gboolean
poplens_location_reads_same (PoplensLocationReads *self, const PoplensLocation *before,
                             const PoplensLocation *now)
{
  if (g_atomic_int_get (&self->all) || g_atomic_int_get (&self->copies))
    return poplens_location_equal (before, now);
  for (guint k = 0; k < poplens_n_location_keys; k++) {
    const char *key = poplens_location_keys[k].name;
    if (g_atomic_int_get (&self->keys[k]) &&
        g_strcmp0 (poplens_location_get (before, key), poplens_location_get (now, key)))
      return FALSE;
  }
  return TRUE;
}
