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
  self->provenance = "file";
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

void
poplens_frame_set_provenance (PoplensFrame *self, const char *provenance)
{
  self->provenance = provenance;
}

const PoplensSlice *
poplens_frame_get_slice (const PoplensFrame *self)
{
  return self->data;
}

/* ---- columns ----------------------------------------------------------------------------------
 */

static Column *
add (PoplensFrame *self, const PoplensPlan *plan)
{
  Column column = {.info = {.name = plan->name,
                            .title = plan->name,
                            .unit = plan->unit,
                            .provenance = plan->provenance ? plan->provenance : self->provenance,
                            .doc = plan->doc},
                   .holds = plan->holds,
                   .gap = plan->gap};

  g_array_append_val (self->columns, column);
  return &g_array_index (self->columns, Column, self->columns->len - 1);
}

static gsize
size_of (PoplensHolds holds)
{
  static const gsize sizes[] = {
      [POPLENS_HOLDS_U8] = 1,     [POPLENS_HOLDS_BOOL] = 1,
      [POPLENS_HOLDS_U16] = 2,    [POPLENS_HOLDS_U32] = 4,
      [POPLENS_HOLDS_U64] = 8,    [POPLENS_HOLDS_I64] = 8,
      [POPLENS_HOLDS_DOUBLE] = 8, [POPLENS_HOLDS_NAME] = 4,
      [POPLENS_HOLDS_TEXT] = 8,   [POPLENS_HOLDS_GBOOLEAN] = sizeof (gboolean),
      [POPLENS_HOLDS_LISTS] = 0,
  };

  return sizes[holds];
}

void
poplens_frame_add_absent (PoplensFrame *self, const PoplensPlan *plan)
{
  add (self, plan)->gap = POPLENS_GAP_MAX;
}

void
poplens_frame_add_values (PoplensFrame *self, const PoplensPlan *plan, gconstpointer values,
                          gsize stride, PoplensStrings *strings)
{
  Column *column = add (self, plan);

  column->values = values;
  column->stride = stride;
  column->strings = strings;
}

void
poplens_frame_add_lists (PoplensFrame *self, const PoplensPlan *plan, PoplensLists *lists)
{
  Column *column = add (self, plan);

  column->holds = POPLENS_HOLDS_LISTS;
  column->lists = lists;
}

void
poplens_frame_add_columns (PoplensFrame *self, const PoplensPlan *plans, guint n,
                           gconstpointer base, PoplensStrings *strings)
{
  for (guint p = 0; p < n; p++) {
    gconstpointer *at = (gconstpointer *) ((const char *) base + plans[p].offset);
    if (plans[p].holds == POPLENS_HOLDS_LISTS)
      poplens_frame_add_lists (self, &plans[p], (PoplensLists *) *at);
    else
      poplens_frame_add_values (self, &plans[p], *at, size_of (plans[p].holds), strings);
  }
}

void
poplens_frame_add_records (PoplensFrame *self, const PoplensPlan *plans, guint n,
                           gconstpointer records, gsize size, PoplensStrings *strings)
{
  for (guint p = 0; p < n; p++)
    poplens_frame_add_values (
        self, &plans[p], records ? (const char *) records + plans[p].offset : NULL, size, strings);
}

void
poplens_frame_add_cells (PoplensFrame *self, const PoplensPlan *plan, PoplensCellFunc cell,
                         gconstpointer data, guint number)
{
  Column *column = add (self, plan);

  column->cell = cell;
  column->cell_data = data;
  column->number = number;
}

void
poplens_frame_set_column_title (PoplensFrame *self, const char *title)
{
  g_array_index (self->columns, Column, self->columns->len - 1).info.title = title;
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
