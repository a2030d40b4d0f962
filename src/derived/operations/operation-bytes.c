#include "derived/operations/operation-bytes.h"

#include "derived/operations/operation-filter.h"

#include <string.h>

static void
clear (gpointer data)
{
  PoplensOperationBytes *self = data;

  g_free (self->key);
  g_free (self->title);
  g_free (self->always);
  g_free (self->others);
}

static PoplensOperationBytes *
operation_bytes_ref (PoplensOperationBytes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_operation_bytes_unref (PoplensOperationBytes *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, clear);
}

/* The sums over all tiles, which the table has too, are no tile's. */
static void
add_rows (PoplensOperationBytes *self, const PoplensOperationFilter *filter,
          const PoplensLiveness *liveness, const PoplensSlice *slice)
{
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanClassBytes *row = &slice->scan_class_bytes[i];
    guint32 class_row;
    if (row->tile >= self->n_tiles ||
        !poplens_operation_filter_has_variable (filter, row->variable))
      continue;
    class_row = poplens_liveness_find_class (liveness, row->equivalence_class);
    if (class_row != G_MAXUINT32)
      (liveness->class_always_live[class_row] ? self->always : self->others)[row->tile] +=
          row->bytes;
  }
}

static gboolean
scan (PoplensOperationBytes *self, const PoplensOperationFilter *filter, PoplensReport *report,
      GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);

  for (guint64 key = 0; liveness && key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_CLASS_BYTES, key, cancellable, error);
    if (!slice)
      return FALSE;
    add_rows (self, filter, liveness, slice);
    key = slice->next;
  }
  return liveness != NULL;
}

/* Of @n_tiles tiles, all 0. */
static PoplensOperationBytes *
bytes_new (const PoplensOperationFilter *filter, guint32 n_tiles)
{
  PoplensOperationBytes *self = g_atomic_rc_box_new0 (PoplensOperationBytes);

  self->key = poplens_operation_filter_key (filter);
  self->title = poplens_operation_title (&filter->source);
  self->n_tiles = n_tiles;
  self->always = g_new0 (guint64, MAX (n_tiles, 1));
  self->others = g_new0 (guint64, MAX (n_tiles, 1));
  return self;
}

static gpointer
ref (gpointer self, gpointer user_data)
{
  return self ? operation_bytes_ref (self) : NULL;
}

gboolean
poplens_operation_bytes_get (PoplensReport *report, const PoplensLocation *location,
                             PoplensOperationBytes **bytes, GCancellable *cancellable,
                             GError **error)
{
  static const char name[] = "poplens-operation-bytes";
  g_auto (PoplensOperationFilter) filter = {0};
  g_autoptr (PoplensOperationBytes) self = NULL;
  const PoplensMemory *memory;

  *bytes = NULL;
  if (!poplens_operation_filter_init (&filter, report, location, cancellable, error))
    return FALSE;
  if (!filter.active)
    return TRUE;
  if (!(memory = poplens_report_load_memory (report, cancellable, error)))
    return FALSE;
  guint32 n_tiles = memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0;
  g_autofree char *key = poplens_operation_filter_key (&filter);
  self = g_object_dup_data (G_OBJECT (report), name, ref, NULL);
  if (!self || strcmp (self->key, key)) {
    poplens_operation_bytes_unref (self);
    self = bytes_new (&filter, n_tiles);
    if (!scan (self, &filter, report, cancellable, error))
      return FALSE;
    g_object_set_data_full (G_OBJECT (report), name, operation_bytes_ref (self),
                            (GDestroyNotify) poplens_operation_bytes_unref);
  }
  *bytes = g_steal_pointer (&self);
  return TRUE;
}
