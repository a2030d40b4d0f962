#include "profile/profile.h"

#include "base/error.h"
#include "database/file-generation.h"
#include "profile/loaders.h"

#include <pthread.h>

struct _PoplensProfile {
  char *path;
  PoplensFileGeneration *generation;
  PoplensSchema *schema;
  PoplensProfileSizes sizes;
  pthread_mutex_t lock;    /* guards slices and sizes_known: pthread's, as TSan knows it */
  PoplensDatabase *slices; /* the connection that slices share */
  gboolean sizes_known;
  gint step_order;        /* PoplensLoad's */
  GHashTable *base_names; /* PoplensLoad's, under the lock */
};

/* Tables that any Poplar profile has. */
static gboolean
is_profile (const PoplensSchema *schema)
{
  return poplens_schema_has_table (schema, "target_info") &&
         (poplens_schema_has_table (schema, "version_info") ||
          poplens_schema_has_table (schema, "memory_by_tile"));
}

gboolean
poplens_profile_probe (const char *path)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensDatabase) database = poplens_database_open (path, NULL, NULL, &wrong);
  g_autoptr (PoplensSchema) schema =
      database ? poplens_database_read_schema (database, NULL) : NULL;

  /* One that could be a profile but cannot be read as it lies there: opening it says why. */
  return database ? schema && is_profile (schema)
                  : g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
}

PoplensProfile *
poplens_profile_open (const char *path, GError **error)
{
  g_autoptr (PoplensProfile) self = g_new0 (PoplensProfile, 1);
  PoplensFileIdentity identity;

  pthread_mutex_init (&self->lock, NULL);
  self->base_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->path = g_canonicalize_filename (path, NULL);
  self->slices = poplens_database_open (self->path, NULL, &identity, error);
  if (!self->slices ||
      !(self->generation = poplens_file_generation_new (self->path, &identity, error)))
    return NULL;
  self->schema = poplens_database_read_schema (self->slices, error);
  if (!self->schema)
    return NULL;
  self->slices->schema = self->schema;
  if (!is_profile (self->schema)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is an SQLite database but not a Poplar profile: it has no table target_info",
                 self->path);
    return NULL;
  }
  if (!poplens_database_has_rows (self->slices, "target_info")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_EMPTY,
                 "%s has tables without rows: its program was aborted before it compiled; run it "
                 "again and open the new report",
                 self->path);
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
poplens_profile_free (PoplensProfile *self)
{
  if (!self)
    return;
  poplens_database_close (self->slices);
  g_hash_table_unref (self->base_names);
  poplens_file_generation_free (self->generation);
  poplens_schema_free (self->schema);
  pthread_mutex_destroy (&self->lock);
  g_free (self->path);
  g_free (self);
}

char *
poplens_profile_explain_absence (PoplensProfile *self, PoplensPart part)
{
  pthread_mutex_lock (&self->lock);
  char *reason = poplens_explain_absence (self->slices, part);
  pthread_mutex_unlock (&self->lock);
  return reason;
}

char *
poplens_profile_explain_no_lowered (PoplensProfile *self)
{
  pthread_mutex_lock (&self->lock);
  char *reason = poplens_explain_no_lowered (self->slices);
  pthread_mutex_unlock (&self->lock);
  return reason;
}

static gboolean
ensure_sizes (PoplensProfile *self, PoplensProfileSizes *sizes, GError **error)
{
  pthread_mutex_lock (&self->lock);
  if (!self->sizes_known) {
    poplens_database_begin (self->slices, NULL);
    self->sizes_known = poplens_sizes_read (self->slices, &self->sizes, error);
    poplens_database_end (self->slices);
  }
  *sizes = self->sizes;
  gboolean known = self->sizes_known;
  pthread_mutex_unlock (&self->lock);
  return known;
}

static gpointer
load_part (const PoplensLoad *load, PoplensPart part, GError **error)
{
  switch (part) {
  case POPLENS_PART_TARGET:
    return poplens_load_target (load, error);
  case POPLENS_PART_OPTIONS:
    return poplens_load_options (load, error);
  case POPLENS_PART_COMPILATION:
    return poplens_load_compilation (load, error);
  case POPLENS_PART_MEMORY:
    return poplens_load_memory (load, error);
  case POPLENS_PART_VERTICES:
    return poplens_load_vertices (load, error);
  case POPLENS_PART_PROGRAMS:
    return poplens_load_programs (load, error);
  case POPLENS_PART_EXCHANGES:
    return poplens_load_exchanges (load, error);
  case POPLENS_PART_VARIABLES:
    return poplens_load_variables (load, error);
  case POPLENS_PART_LIVENESS:
    return poplens_load_liveness (load, error);
  case POPLENS_PART_EXECUTION:
    return poplens_load_execution (load, error);
  default:
    g_return_val_if_reached (NULL);
  }
}

/* A few rows, in less time than it takes to open the file again and parse its schema. */
static gboolean
is_small (PoplensPart part)
{
  return part == POPLENS_PART_TARGET || part == POPLENS_PART_OPTIONS ||
         part == POPLENS_PART_COMPILATION;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

/* A part or a slice being read, on the connection that is shared or on one of its own. */
typedef struct {
  PoplensProfile *profile;
  PoplensDatabase *own; /* (nullable) */
  PoplensProfileSizes sizes;
  PoplensLoad load;
} Reading;

/* TRUE where it is ready, until end (). */
static gboolean
begin (Reading *self, PoplensProfile *profile, gboolean is_large, GCancellable *cancellable,
       GError **error)
{
  *self = (Reading){.profile = profile};
  if (!poplens_file_generation_check (profile->generation, error) ||
      !ensure_sizes (profile, &self->sizes, error))
    return FALSE;
  if (is_large) {
    self->own = poplens_database_open (profile->path, profile->schema, NULL, error);
    if (!self->own)
      return FALSE;
  } else {
    pthread_mutex_lock (&profile->lock);
  }
  self->load = (PoplensLoad){is_large ? self->own : profile->slices, &self->sizes,
                             &profile->step_order, is_large ? NULL : profile->base_names};
  /* One transaction: else SQLite locks the file and looks at it anew for each of the many small
   * look-ups that a tile's variables take. Where it fails, so will the first of them, and say why.
   */
  poplens_database_begin (self->load.database, cancellable);
  return TRUE;
}

/* FALSE where the file changed meanwhile, so that nothing that was read counts. */
static gboolean
end (Reading *self, GError **error)
{
  PoplensProfile *profile = self->profile;

  poplens_database_end (self->load.database);
  if (self->own) {
    pthread_mutex_lock (&profile->lock);
    poplens_database_share_odd (self->own, profile->slices);
  }
  pthread_mutex_unlock (&profile->lock);
  g_clear_pointer (&self->own, poplens_database_close);
  return poplens_file_generation_check (profile->generation, error);
}

gpointer
poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                      GError **error)
{
  Reading reading;

  if (!begin (&reading, self, !is_small (part), cancellable, error))
    return NULL;
  gpointer data = load_part (&reading.load, part, error);
  if (end (&reading, error))
    return data;
  poplens_part_free (part, data);
  return NULL;
}

PoplensMemory *
poplens_profile_load_memory_brief (PoplensProfile *self)
{
  Reading reading;

  if (!begin (&reading, self, FALSE, NULL, NULL))
    return NULL;
  g_autoptr (PoplensMemory) brief = poplens_load_memory_brief (&reading.load, NULL);
  return end (&reading, NULL) ? g_steal_pointer (&brief) : NULL;
}

PoplensPeak *
poplens_profile_load_peak (PoplensProfile *self)
{
  Reading reading;

  if (!begin (&reading, self, TRUE, NULL, NULL))
    return NULL;
  g_autoptr (PoplensPeak) peak = poplens_load_peak (&reading.load, NULL);
  return end (&reading, NULL) ? g_steal_pointer (&peak) : NULL;
}

PoplensVariables *
poplens_profile_load_variables_brief (PoplensProfile *self, GCancellable *cancellable)
{
  Reading reading;

  if (!begin (&reading, self, TRUE, cancellable, NULL))
    return NULL;
  g_autoptr (PoplensVariables) brief = poplens_load_variables_brief (&reading.load, NULL);
  return end (&reading, NULL) ? g_steal_pointer (&brief) : NULL;
}

PoplensExecution *
poplens_profile_load_execution_brief (PoplensProfile *self)
{
  Reading reading;

  if (!begin (&reading, self, FALSE, NULL, NULL))
    return NULL;
  g_autoptr (PoplensExecution) brief = poplens_load_execution_brief (&reading.load, NULL);
  return end (&reading, NULL) ? g_steal_pointer (&brief) : NULL;
}

PoplensSlice *
poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                            GCancellable *cancellable, GError **error)
{
  Reading reading;

  if (!begin (&reading, self, FALSE, cancellable, error))
    return NULL;
  g_autoptr (PoplensSlice) slice = poplens_load_slice (&reading.load, kind, key, error);
  return end (&reading, error) ? g_steal_pointer (&slice) : NULL;
}

gboolean
poplens_load_has (const PoplensLoad *load, const char *table)
{
  return poplens_schema_has_table (load->database->schema, table);
}
