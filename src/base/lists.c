/* Column of encoded integer lists; equal lists share their bytes. */
#include "base/lists.h"

#include "base/large.h"

#include <string.h>

typedef struct {
  guint64 offset;
  guint64 sum;
  guint32 size;
  guint32 length;
} ListRow;

#define ABSENT G_MAXUINT32

/* Number of slots of the hash table that finds repeated lists, which are neither checked nor stored
 * again. For example, 30,000 programs have 1,400 different lists of control code. A slot has the
 * last row with its hash. */
#define SLOTS 4096
#define LEAST_SHARED 16 /* bytes; shorter lists are always stored again */

struct _PoplensLists {
  PoplensEncoding encoding;
  gsize expected;
  guint8 *bytes;    /* (nullable): all lists, one after the other */
  gsize size, room; /* bytes in use, and allocated */
  GArray *rows;     /* ListRow; .size is ABSENT for a row without a list */
  guint32 *slots;   /* (nullable) [SLOTS]: row + 1; 0 if the slot is empty */
};

PoplensLists *
poplens_lists_new (PoplensEncoding encoding, gsize expected)
{
  PoplensLists *self = g_new0 (PoplensLists, 1);

  self->encoding = encoding;
  self->expected = expected;
  self->rows = g_array_new (FALSE, FALSE, sizeof (ListRow));
  return self;
}

void
poplens_lists_free (PoplensLists *self)
{
  if (!self)
    return;
  g_free (self->bytes);
  g_array_unref (self->rows);
  g_free (self->slots);
  g_free (self);
}

static guint
hash_bytes (const guint8 *data, gsize size)
{
  const guint64 factor = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 hash = size, word;

  for (; size >= sizeof word; data += sizeof word, size -= sizeof word) {
    memcpy (&word, data, sizeof word);
    hash = (hash ^ word) * factor;
    hash ^= hash >> 32;
  }
  for (; size; size--)
    hash = (hash ^ *data++) * factor;
  return (guint) (hash >> 52);
}

/* Returns an earlier row with the same bytes. Without such a row, puts the row to be appended into
 * .slots. (transfer none) (nullable) */
static const ListRow *
find_same (PoplensLists *self, const guint8 *data, gsize size)
{
  if (size < LEAST_SHARED)
    return NULL;
  if (!self->slots)
    self->slots = g_new0 (guint32, SLOTS);
  guint32 *slot = &self->slots[hash_bytes (data, size)];
  const ListRow *row = *slot ? &g_array_index (self->rows, ListRow, *slot - 1) : NULL;
  if (row && row->size == size && !memcmp (self->bytes + row->offset, data, size))
    return row;
  *slot = self->rows->len + 1;
  return NULL;
}

static void
append_bytes (PoplensLists *self, const guint8 *data, gsize size)
{
  if (self->size + size > self->room) {
    self->room = MAX (2 * self->room, self->size + size);
    self->bytes = poplens_realloc_large (self->bytes, self->room, 1);
  }
  if (size)
    memcpy (self->bytes + self->size, data, size);
  self->size += size;
}

gboolean
poplens_lists_append (PoplensLists *self, const guint8 *data, gsize size, GError **error)
{
  ListRow row = {.offset = self->size, .size = size};
  const ListRow *same = data ? find_same (self, data, size) : NULL;
  gsize count = 0;

  if (!data) {
    row.size = ABSENT;
  } else if (same) {
    row = *same;
  } else {
    if (!poplens_list_sum (self->encoding, data, size, self->expected, &row.sum, &count, error)) {
      /* find_same () put this row into .slots. The row is not added, because its bytes are
       * malformed: clear the slot. */
      if (size >= LEAST_SHARED)
        self->slots[hash_bytes (data, size)] = 0;
      return FALSE;
    }
    row.length = count;
    append_bytes (self, data, size);
  }
  g_array_append_val (self->rows, row);
  return TRUE;
}

void
poplens_lists_forget (PoplensLists *self, gsize row)
{
  g_return_if_fail (row < self->rows->len);
  g_array_index (self->rows, ListRow, row) = (ListRow){.size = ABSENT};
}

static const ListRow *
get_row (const PoplensLists *self, gsize row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);
  return &g_array_index (self->rows, ListRow, row);
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
  const ListRow *row = get_row (self, index);

  /* Without @error: the list was checked when it was appended. */
  /* Empty lists may have no buffer: adding to a NULL pointer is undefined. */
  if (row->size != ABSENT && row->size)
    poplens_list_foreach_run (self->encoding, self->bytes + row->offset, row->size,
                              POPLENS_ANY_LENGTH, each, user_data, NULL);
}

void
poplens_lists_accumulate (const PoplensLists *self, gsize row, guint64 *sums, gsize n)
{
  const ListRow *r = get_row (self, row);

  if (r->size != ABSENT && r->size)
    poplens_list_accumulate (self->encoding, self->bytes + r->offset, r->size, sums, n);
}

gsize
poplens_lists_find_nonzero (const PoplensLists *self, gsize row, gsize first, gsize n,
                            guint32 *indices, guint64 *values)
{
  const ListRow *r = get_row (self, row);

  return r->size != ABSENT && r->size
             ? poplens_list_find_nonzero (self->encoding, self->bytes + r->offset, r->size, first,
                                          n, indices, values)
             : 0;
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
  guint64 *sums; /* (nullable): next sum to add to; advances with .indices */
} Picked;

static gboolean
pick_run (const PoplensRun *run, gpointer user_data)
{
  Picked *picked = user_data;

  while (picked->n && *picked->indices < run->first + run->count) {
    picked->sum += run->value;
    if (picked->sums)
      *picked->sums++ += run->value;
    picked->indices++;
    picked->n--;
  }
  return picked->n > 0;
}

guint64
poplens_lists_pick (const PoplensLists *self, gsize row, const guint32 *indices, gsize n_indices,
                    guint64 *sums)
{
  Picked picked = {indices, n_indices, 0, sums};

  if (n_indices)
    foreach_run (self, row, pick_run, &picked);
  return picked.sum;
}

guint64
poplens_lists_sum_at (const PoplensLists *self, gsize row, const guint32 *indices, gsize n_indices)
{
  return poplens_lists_pick (self, row, indices, n_indices, NULL);
}

GArray *
poplens_lists_values (const PoplensLists *self, gsize row)
{
  const ListRow *r = get_row (self, row);
  GArray *out = g_array_sized_new (FALSE, TRUE, sizeof (guint64), r->length);

  g_array_set_size (out, r->length);
  poplens_lists_accumulate (self, row, (guint64 *) (gpointer) out->data, r->length);
  return out;
}

gsize
poplens_lists_bytes (const PoplensLists *self)
{
  return self->size + self->rows->len * sizeof (ListRow) +
         (self->slots ? SLOTS * sizeof (guint32) : 0);
}
