/* The tables of an export, made ahead: a thread works out the next one while others are written.
 */
#include "export/export-private.h"

#include "base/error.h"

#include <pthread.h>

/* Some tables take long to work out and others long to write: so that neither waits for the other,
 * many may be ahead. */
#define MOST_PIECES 64

struct _PoplensExportAhead {
  PoplensReport *report;    /* (not owned) */
  const GPtrArray *entries; /* PoplensExportEntry (not owned) */
  GCancellable *cancellable;
  GThread *thread; /* NULL where there could be none: each is made when it is asked for */

  /* Of who makes them. */
  guint entry; /* the next */
  PoplensExportKeys keys;
  guint location;             /* the next, in keys */
  PoplensTableSeries *series; /* (nullable): of that location, which stays until it ends */
  GError *lack;               /* (nullable): of the first location that the report lacks */
  gboolean begun, given;      /* the entry has its keys; a table */

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  GQueue waiting; /* PoplensExportPiece *; under the mutex, as what follows */
  guint n_parts;  /* of them */
  gboolean stopped;
};

void
poplens_export_piece_clear (PoplensExportPiece *self)
{
  g_clear_pointer (&self->table, poplens_table_unref);
  g_clear_pointer (&self->key, g_free);
  g_clear_error (&self->error);
}

static void
piece_free (gpointer piece)
{
  poplens_export_piece_clear (piece);
  g_free (piece);
}

/* ---- making ------------------------------------------------------------------------------------
 */

static gboolean
begin_entry (PoplensExportAhead *self, const PoplensExportEntry *entry, GError **error)
{
  self->begun = TRUE;
  return poplens_export_keys_init (&self->keys, entry, self->report, error) &&
         poplens_tables_prepare (entry->table, self->report, self->cancellable, error);
}

static void
end_entry (PoplensExportAhead *self)
{
  g_clear_pointer (&self->series, poplens_table_series_free);
  poplens_export_keys_clear (&self->keys);
  g_clear_error (&self->lack);
  self->begun = self->given = FALSE;
  self->location = 0;
  self->entry++;
}

/* The next table of the location, none behind the last of a series. */
static gboolean
make_table (PoplensExportAhead *self, const char *name, PoplensTable **table, GError **error)
{
  const PoplensLocation *location = g_ptr_array_index (self->keys.locations, self->location);
  gboolean good = self->series || poplens_tables_series (name, self->report, location,
                                                         &self->series, self->cancellable, error);

  if (good && self->series)
    good = poplens_table_series_next (self->series, table, self->cancellable, error);
  else if (good) {
    *table = poplens_tables_build (name, self->report, location, self->cancellable, error);
    good = *table != NULL;
  }
  if (self->series && *table)
    return TRUE;
  g_clear_pointer (&self->series, poplens_table_series_free);
  self->location++;
  return good;
}

/* The next table of the entry; none at its end. The report may lack some locations. */
static void
make_piece (PoplensExportAhead *self, PoplensExportPiece *piece)
{
  const PoplensExportEntry *entry = g_ptr_array_index (self->entries, self->entry);

  if (!self->begun && !begin_entry (self, entry, &piece->error))
    return;
  while (self->location < self->keys.locations->len) {
    guint at = self->location;
    g_autoptr (GError) local = NULL;
    if (make_table (self, entry->table, &piece->table, &local) && piece->table) {
      piece->key = self->keys.values ? g_strdup (g_ptr_array_index (self->keys.values, at)) : NULL;
      piece->numbers = self->keys.numbers;
      piece->is_part = self->series != NULL;
      self->given = TRUE;
      return;
    }
    if (local && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      piece->error = g_steal_pointer (&local);
      return;
    }
    if (local && !self->lack)
      self->lack = g_steal_pointer (&local);
  }
  if (!self->given)
    piece->error = g_steal_pointer (&self->lack);
}

static void
make_next (PoplensExportAhead *self, PoplensExportPiece *piece)
{
  make_piece (self, piece);
  if (!piece->table)
    end_entry (self);
}

/* ---- handing over ------------------------------------------------------------------------------
 */

/* Parts are what would be too much at once. */
static gboolean
has_room (const PoplensExportAhead *self, const PoplensExportPiece *piece)
{
  return self->waiting.length < MOST_PIECES && !(piece->is_part && self->n_parts);
}

/* Takes @piece. FALSE where no more are wanted. */
static gboolean
put (PoplensExportAhead *self, PoplensExportPiece *piece)
{
  pthread_mutex_lock (&self->mutex);
  while (!has_room (self, piece) && !self->stopped)
    pthread_cond_wait (&self->changed, &self->mutex);
  g_queue_push_tail (&self->waiting, piece);
  self->n_parts += piece->is_part;
  gboolean wanted = !self->stopped;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  return wanted;
}

static gpointer
make_all (gpointer data)
{
  PoplensExportAhead *self = data;
  gboolean wanted = TRUE;

  while (wanted && self->entry < self->entries->len) {
    PoplensExportPiece *piece = g_new0 (PoplensExportPiece, 1);
    make_next (self, piece);
    wanted = put (self, piece);
  }
  return NULL;
}

PoplensExportAhead *
poplens_export_ahead_new (PoplensReport *report, const GPtrArray *entries)
{
  PoplensExportAhead *self = g_new0 (PoplensExportAhead, 1);

  self->report = report;
  self->entries = entries;
  self->cancellable = g_cancellable_new ();
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  self->thread = g_thread_try_new ("poplens-tables", make_all, self, NULL);
  return self;
}

void
poplens_export_ahead_free (PoplensExportAhead *self)
{
  if (!self)
    return;
  pthread_mutex_lock (&self->mutex);
  self->stopped = TRUE;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->thread, g_thread_join);
  g_queue_clear_full (&self->waiting, piece_free);
  end_entry (self);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->mutex);
  g_object_unref (self->cancellable);
  g_free (self);
}

void
poplens_export_ahead_next (PoplensExportAhead *self, PoplensExportPiece *piece)
{
  *piece = (PoplensExportPiece){0};
  if (!self->thread) {
    make_next (self, piece);
    return;
  }
  pthread_mutex_lock (&self->mutex);
  while (g_queue_is_empty (&self->waiting))
    pthread_cond_wait (&self->changed, &self->mutex);
  g_autofree PoplensExportPiece *first = g_queue_pop_head (&self->waiting);
  *piece = *first;
  self->n_parts -= piece->is_part;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}
