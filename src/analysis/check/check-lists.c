/* Lists of cycles by tile for whoever goes through all executed steps: a list is met again and
 * again, and decoding it takes longer than anything else that is done with it. */
#include "analysis/check/check-steps.h"

/* Kept at most, in two bytes a tile; lists with longer steps are decoded anew each time. */
#define MOST_BYTES ((gsize) 128 << 20)
/* Pieces of the table that are kept while lists of theirs are due. */
#define MOST_PIECES 16

typedef struct {
  guint32 n;
  guint16 cycles[];
} Kept;

void
poplens_check_lists_init (PoplensCheckLists *self)
{
  *self = (PoplensCheckLists){
      .kept = g_hash_table_new_full (NULL, NULL, NULL, g_free),
      .pieces = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) poplens_slice_unref),
  };
}

void
poplens_check_lists_clear (PoplensCheckLists *self)
{
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->pieces, g_hash_table_unref);
  g_clear_pointer (&self->wide, g_free);
  g_clear_pointer (&self->cycles, g_free);
  self->room = 0;
}

static void
make_room (PoplensCheckLists *self, gsize n)
{
  if (n <= self->room)
    return;
  self->room = n;
  self->wide = g_renew (guint64, self->wide, n);
  self->cycles = g_renew (guint32, self->cycles, n);
}

const PoplensSlice *
poplens_check_keep_slice (GHashTable *slices, guint most, PoplensCheckRun *run,
                          PoplensCheckId check, PoplensSliceKind kind, guint32 key)
{
  gpointer kept;

  if (g_hash_table_lookup_extended (slices, GUINT_TO_POINTER (key), NULL, &kept))
    return kept;
  if (g_hash_table_size (slices) >= most)
    g_hash_table_remove_all (slices);
  PoplensSlice *slice = poplens_check_slice (run, check, kind, key);
  /* One that cannot be read is not read again for each tile. */
  g_hash_table_insert (slices, GUINT_TO_POINTER (key), slice);
  return slice;
}

static void
keep (PoplensCheckLists *self, guint32 id, guint32 n)
{
  gsize bytes = sizeof (Kept) + n * sizeof (guint16);

  if (self->bytes + bytes > MOST_BYTES)
    return;
  Kept *kept = g_malloc (bytes);
  kept->n = n;
  for (guint32 t = 0; t < n; t++)
    kept->cycles[t] = (guint16) self->cycles[t];
  self->bytes += bytes;
  g_hash_table_insert (self->kept, GUINT_TO_POINTER (id + 1), kept);
}

/* The list of that id, from its piece of the table. */
static guint32
decode (PoplensCheckLists *self, PoplensCheckRun *run, guint32 id)
{
  const PoplensSlice *piece =
      poplens_check_keep_slice (self->pieces, MOST_PIECES, run, CHECK_STEP_CYCLES,
                                POPLENS_SLICE_SCAN_CYCLES, id >> POPLENS_SCAN_CYCLES_SHIFT);
  guint64 longest = 0;
  guint32 row = 0, n;

  while (piece && row < piece->n && piece->values[row] != id)
    row++;
  n = piece && row < piece->n ? (guint32) poplens_lists_length (piece->lists, row) : 0;
  make_room (self, n);
  if (n)
    poplens_lists_read (piece->lists, row, self->wide, n);
  for (guint32 t = 0; t < n; t++) {
    longest = MAX (longest, self->wide[t]);
    self->cycles[t] = (guint32) self->wide[t];
  }
  self->is_wide = longest >= POPLENS_CLOCK_WIDE;
  if (n && longest <= G_MAXUINT16)
    keep (self, id, n);
  return n;
}

/* Apart, so that the compiler knows that nothing else changes and makes vector code of it. */
static void
widen (guint32 *restrict cycles, const guint16 *restrict narrow, guint32 n)
{
  for (guint32 t = 0; t < n; t++)
    cycles[t] = narrow[t];
}

guint32
poplens_check_lists_get (PoplensCheckLists *self, PoplensCheckRun *run, gint64 id)
{
  const Kept *kept = id >= 0 && id < G_MAXUINT32
                         ? g_hash_table_lookup (self->kept, GUINT_TO_POINTER ((guint32) id + 1))
                         : NULL;

  self->is_wide = FALSE;
  if (id < 0 || id >= G_MAXUINT32)
    return 0;
  if (!kept)
    return decode (self, run, (guint32) id);
  make_room (self, kept->n);
  widen (self->cycles, kept->cycles, kept->n);
  return kept->n;
}
