#include "model/place-reads.h"

#include "model/place-keys.h"

struct _PoplensPlaceReads {
  gatomicrefcount refs;
  gint copies; /* of the location, that tell it */
  gint all;
  gint keys[]; /* of each key of the register, whether it was asked for */
};

PoplensPlaceReads *
poplens_place_reads_new (void)
{
  PoplensPlaceReads *self = g_malloc0 (sizeof *self + poplens_n_place_keys * sizeof self->keys[0]);

  g_atomic_ref_count_init (&self->refs);
  return self;
}

PoplensPlaceReads *
poplens_place_reads_ref (PoplensPlaceReads *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_place_reads_unref (PoplensPlaceReads *self)
{
  if (self && g_atomic_ref_count_dec (&self->refs))
    g_free (self);
}

PoplensPlaceReads *
poplens_place_reads_attach (PoplensPlaceReads *self)
{
  g_atomic_int_inc (&self->copies);
  return poplens_place_reads_ref (self);
}

void
poplens_place_reads_detach (PoplensPlaceReads *self)
{
  g_atomic_int_add (&self->copies, -1);
  poplens_place_reads_unref (self);
}

PoplensPlaceReads *
poplens_place_reads_copy (PoplensPlaceReads *self)
{
  PoplensPlaceReads *copy = poplens_place_reads_new ();

  copy->all = g_atomic_int_get (&self->all);
  for (guint k = 0; k < poplens_n_place_keys; k++)
    copy->keys[k] = g_atomic_int_get (&self->keys[k]);
  return copy;
}

void
poplens_place_reads_note (PoplensPlaceReads *self, const char *key)
{
  const PoplensPlaceKey *known = key ? poplens_place_find_key (key) : NULL;

  /* Of "filter.TABLE" the register has the beginning: which table is not kept apart. */
  if (known && !g_str_equal (known->name, key))
    known = NULL;
  g_atomic_int_set (known ? &self->keys[known - poplens_place_keys] : &self->all, TRUE);
}

gboolean
poplens_place_reads_has (PoplensPlaceReads *self, const char *key)
{
  const PoplensPlaceKey *known = poplens_place_find_key (key);

  return g_atomic_int_get (&self->all) ||
         (known && g_atomic_int_get (&self->keys[known - poplens_place_keys]));
}

gboolean
poplens_place_reads_same (PoplensPlaceReads *self, const PoplensPlace *before,
                          const PoplensPlace *now)
{
  if (g_atomic_int_get (&self->all) || g_atomic_int_get (&self->copies))
    return poplens_place_equal (before, now);
  for (guint k = 0; k < poplens_n_place_keys; k++) {
    const char *key = poplens_place_keys[k].name;
    if (g_atomic_int_get (&self->keys[k]) &&
        g_strcmp0 (poplens_place_get (before, key), poplens_place_get (now, key)))
      return FALSE;
  }
  return TRUE;
}
