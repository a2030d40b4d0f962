#include "base/lists.h"

typedef struct {
  guint64 offset;
  guint64 sum;
  guint32 size;
  guint32 length;
} Row;

#define ABSENT G_MAXUINT32

struct _PoplensLists {
  PoplensEncoding encoding;
  gsize expected;
  GByteArray *bytes;
  GArray *rows; /* Row; size ABSENT: no list */
};

PoplensLists *
poplens_lists_new (PoplensEncoding encoding, gsize expected)
{
  PoplensLists *self = g_new0 (PoplensLists, 1);

  self->encoding = encoding;
  self->expected = expected;
  self->bytes = g_byte_array_new ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  return self;
}

void
poplens_lists_free (PoplensLists *self)
{
  if (!self)
    return;
  g_byte_array_unref (self->bytes);
  g_array_unref (self->rows);
  g_free (self);
}

gboolean
poplens_lists_append (PoplensLists *self, const guint8 *data, gsize size, GError **error)
{
  Row row = {.offset = self->bytes->len, .size = size};
  gsize count = 0;

  if (!data) {
    row.size = ABSENT;
  } else {
    if (!poplens_list_sum (self->encoding, data, size, self->expected, &row.sum, &count, error))
      return FALSE;
    row.length = count;
    g_byte_array_append (self->bytes, data, size);
  }
  g_array_append_val (self->rows, row);
  return TRUE;
}

static const Row *
get_row (const PoplensLists *self, gsize row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);
  return &g_array_index (self->rows, Row, row);
}

gsize
poplens_lists_n_rows (const PoplensLists *self)
{
  return self->rows->len;
}

gboolean
poplens_lists_is_absent (const PoplensLists *self, gsize row)
{
  return get_row (self, row)->size == ABSENT;
}

gsize
poplens_lists_length (const PoplensLists *self, gsize row)
{
  return get_row (self, row)->length;
}

guint64
poplens_lists_sum (const PoplensLists *self, gsize row)
{
  return get_row (self, row)->sum;
}

static void
foreach_run (const PoplensLists *self, gsize index, PoplensRunFunc each, gpointer user_data)
{
  const Row *row = get_row (self, index);

  /* The list was checked when it was appended. */
  /* No bytes at all are at no address, which may not be added to. */
  if (row->size != ABSENT && row->size)
    poplens_list_foreach_run (self->encoding, self->bytes->data + row->offset, row->size,
                              POPLENS_ANY_LENGTH, each, user_data, NULL);
}

typedef struct {
  guint64 *values;
  gsize n;
} Target;

static gboolean
add_run (const PoplensRun *run, gpointer user_data)
{
  Target *target = user_data;

  for (gsize i = run->first; i < run->first + run->count && i < target->n; i++)
    target->values[i] += run->value;
  return run->first + run->count < target->n;
}

void
poplens_lists_accumulate (const PoplensLists *self, gsize row, guint64 *sums, gsize n)
{
  Target target = {sums, n};

  foreach_run (self, row, add_run, &target);
}

void
poplens_lists_read (const PoplensLists *self, gsize row, guint64 *out, gsize n)
{
  for (gsize i = 0; i < n; i++)
    out[i] = 0;
  poplens_lists_accumulate (self, row, out, n);
}

typedef struct {
  const guint32 *indices;
  gsize n;
  guint64 sum;
} Picked;

static gboolean
pick_run (const PoplensRun *run, gpointer user_data)
{
  Picked *picked = user_data;

  while (picked->n && *picked->indices < run->first + run->count) {
    picked->sum += run->value;
    picked->indices++;
    picked->n--;
  }
  return picked->n > 0;
}

guint64
poplens_lists_sum_at (const PoplensLists *self, gsize row, const guint32 *indices, gsize n_indices)
{
  Picked picked = {indices, n_indices, 0};

  if (n_indices)
    foreach_run (self, row, pick_run, &picked);
  return picked.sum;
}

GArray *
poplens_lists_values (const PoplensLists *self, gsize row)
{
  const Row *r = get_row (self, row);
  GArray *out = g_array_sized_new (FALSE, TRUE, sizeof (guint64), r->length);

  g_array_set_size (out, r->length);
  poplens_lists_accumulate (self, row, (guint64 *) (gpointer) out->data, r->length);
  return out;
}

gsize
poplens_lists_bytes (const PoplensLists *self)
{
  return self->bytes->len + self->rows->len * sizeof (Row);
}
