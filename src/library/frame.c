#include "library/frame-columns.h"

#include <string.h>

static void
made_free (MadeColumn *made)
{
  if (!made)
    return;
  g_free (made->values);
  g_free (made->valid);
  poplens_strings_free (made->strings);
  g_free (made);
}

PoplensFrame *
poplens_frame_new (PoplensReport *report, const char *name, gsize n, gpointer data,
                   GDestroyNotify free_data)
{
  PoplensFrame *self = g_new0 (PoplensFrame, 1);

  g_atomic_ref_count_init (&self->refs);
  pthread_mutex_init (&self->lock, NULL);
  self->report = report ? g_object_ref (report) : NULL;
  self->name = name;
  self->n = n;
  self->data = data;
  self->free_data = free_data;
  self->columns = g_array_new (FALSE, TRUE, sizeof (Column));
  return self;
}

PoplensFrame *
poplens_frame_ref (PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_frame_unref (PoplensFrame *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint c = 0; c < self->columns->len; c++)
    made_free (g_array_index (self->columns, Column, c).made);
  g_array_unref (self->columns);
  if (self->free_data)
    self->free_data (self->data);
  g_free (self->title);
  g_free (self->note);
  pthread_mutex_destroy (&self->lock);
  g_clear_object (&self->report);
  g_free (self);
}

void
poplens_frame_describe (PoplensFrame *self, const char *title, const char *note, gboolean partial)
{
  self->title = g_strdup (title);
  self->note = g_strdup (note);
  self->partial = partial;
}

const PoplensSlice *
poplens_frame_get_slice (const PoplensFrame *self)
{
  return self->data;
}

/* ---- columns ----------------------------------------------------------------------------------
 */

static Column *
add (PoplensFrame *self, const PoplensColumn *column, PoplensStored stored)
{
  Column added = {.info = {.name = column->name,
                           .title = column->title ? column->title : column->name,
                           .unit = poplens_unit_name (column->unit),
                           .provenance = poplens_provenance_name (column->provenance),
                           .doc = column->doc ? column->doc : ""},
                  .unit = column->unit,
                  .stored = stored};

  g_array_append_val (self->columns, added);
  return &g_array_index (self->columns, Column, self->columns->len - 1);
}

void
poplens_frame_add_absent (PoplensFrame *self, const PoplensColumn *column)
{
  add (self, column, (PoplensStored){.holds = column->holds, .absent = POPLENS_ABSENT_MAX});
}

void
poplens_frame_add_values (PoplensFrame *self, const PoplensColumn *column, gconstpointer values,
                          gsize stride, PoplensStrings *strings)
{
  add (self, column,
       (PoplensStored){.holds = column->holds,
                       .absent = column->absent,
                       .values = values,
                       .stride = stride,
                       .strings = strings});
}

void
poplens_frame_add_lists (PoplensFrame *self, const PoplensColumn *column, PoplensLists *lists)
{
  add (self, column, (PoplensStored){.holds = POPLENS_HOLDS_LISTS})->lists = lists;
}

void
poplens_frame_add_arrays (PoplensFrame *self, const PoplensColumn *columns, guint n,
                          gconstpointer base, PoplensStrings *strings)
{
  for (guint c = 0; c < n; c++) {
    PoplensStored stored = poplens_stored_in_arrays (&columns[c], base, strings);
    if (columns[c].holds == POPLENS_HOLDS_LISTS)
      poplens_frame_add_lists (self, &columns[c], (PoplensLists *) stored.values);
    else
      add (self, &columns[c], stored);
  }
}

void
poplens_frame_add_records (PoplensFrame *self, const PoplensColumn *columns, guint n,
                           gconstpointer records, gsize size, PoplensStrings *strings)
{
  for (guint c = 0; c < n; c++)
    add (self, &columns[c], poplens_stored_in_records (&columns[c], records, size, strings));
}

void
poplens_frame_add_cells (PoplensFrame *self, const PoplensColumn *column, PoplensCellFunc cell,
                         gconstpointer data, guint number)
{
  Column *added = add (self, column, (PoplensStored){.holds = POPLENS_HOLDS_NOTHING});

  added->cell = cell;
  added->cell_data = data;
  added->number = number;
}

/* ---- asking ------------------------------------------------------------------------------------
 */

const char *
poplens_frame_get_name (const PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  return self->name;
}

const char *
poplens_frame_get_title (const PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  return self->title ? self->title : self->name;
}

const char *
poplens_frame_get_note (const PoplensFrame *self)
{
  g_return_val_if_fail (self, NULL);
  return self->note;
}

gboolean
poplens_frame_is_partial (const PoplensFrame *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->partial;
}

gsize
poplens_frame_n_rows (const PoplensFrame *self)
{
  g_return_val_if_fail (self, 0);
  return self->n;
}

guint
poplens_frame_n_columns (const PoplensFrame *self)
{
  g_return_val_if_fail (self, 0);
  return self->columns->len;
}

int
poplens_frame_find_column (const PoplensFrame *self, const char *name)
{
  g_return_val_if_fail (self && name, -1);
  for (guint c = 0; c < self->columns->len; c++)
    if (!strcmp (g_array_index (self->columns, Column, c).info.name, name))
      return (int) c;
  return -1;
}

const PoplensFrameColumn *
poplens_frame_get_column (const PoplensFrame *self, guint column)
{
  g_return_val_if_fail (self, NULL);
  return column < self->columns->len ? &g_array_index (self->columns, Column, column).info : NULL;
}
