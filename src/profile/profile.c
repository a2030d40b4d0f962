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
                 "%s is a SQLite database but not a Poplar profile: it has no table target_info",
                 self->path);
    return NULL;
  }
  if (!poplens_database_has_rows (self->slices, "target_info")) {
    g_set_error (
        error, POPLENS_ERROR, POPLENS_ERROR_EMPTY,
        "%s has its tables but no rows: the program that wrote it was aborted before it had "
        "compiled; run it again and open the new report",
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

static gpointer
load_on_shared (PoplensProfile *self, const PoplensProfileSizes *sizes, PoplensPart part,
                GCancellable *cancellable, GError **error)
{
  PoplensLoad load = {self->slices, sizes, &self->step_order};

  pthread_mutex_lock (&self->lock);
  poplens_database_begin (self->slices, cancellable);
  gpointer data = load_part (&load, part, error);
  poplens_database_end (self->slices);
  pthread_mutex_unlock (&self->lock);
  return data;
}

typedef gpointer (*Loader) (const PoplensLoad *load, PoplensPart part, GError **error);

static gpointer
load_peak (const PoplensLoad *load, PoplensPart part, GError **error)
{
  return poplens_load_peak (load, error);
}

static gpointer
load_variables_brief (const PoplensLoad *load, PoplensPart part, GError **error)
{
  return poplens_load_variables_brief (load, error);
}

static gpointer
load_on_own (PoplensProfile *self, const PoplensProfileSizes *sizes, Loader loader,
             PoplensPart part, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensDatabase) database =
      poplens_database_open (self->path, self->schema, NULL, error);
  PoplensLoad load = {database, sizes, &self->step_order};
  gpointer data;

  if (!database)
    return NULL;
  poplens_database_begin (database, cancellable);
  data = loader (&load, part, error);
  poplens_database_end (database);
  pthread_mutex_lock (&self->lock);
  poplens_database_share_odd (database, self->slices);
  pthread_mutex_unlock (&self->lock);
  return data;
}

gpointer
poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                      GError **error)
{
  PoplensProfileSizes sizes;
  gpointer data;

  if (!poplens_file_generation_check (self->generation, error) ||
      !ensure_sizes (self, &sizes, error))
    return NULL;
  data = is_small (part) ? load_on_shared (self, &sizes, part, cancellable, error)
                         : load_on_own (self, &sizes, load_part, part, cancellable, error);
  if (!poplens_file_generation_check (self->generation, error)) {
    poplens_part_free (part, data);
    return NULL;
  }
  return data;
}

/* Ready to read in brief, on the connection of the slices, which is held until end_brief(). */
static gboolean
begin_brief (PoplensProfile *self, PoplensProfileSizes *sizes, PoplensLoad *load)
{
  if (!poplens_file_generation_check (self->generation, NULL) || !ensure_sizes (self, sizes, NULL))
    return FALSE;
  *load = (PoplensLoad){self->slices, sizes, &self->step_order};
  pthread_mutex_lock (&self->lock);
  poplens_database_begin (self->slices, NULL);
  return TRUE;
}

static void
end_brief (PoplensProfile *self)
{
  poplens_database_end (self->slices);
  pthread_mutex_unlock (&self->lock);
}

PoplensMemory *
poplens_profile_load_memory_brief (PoplensProfile *self)
{
  PoplensProfileSizes sizes;
  PoplensLoad load;
  PoplensMemory *memory = NULL;

  if (begin_brief (self, &sizes, &load)) {
    memory = poplens_load_memory_brief (&load, NULL);
    end_brief (self);
  }
  return memory;
}

PoplensPeak *
poplens_profile_load_peak (PoplensProfile *self)
{
  PoplensProfileSizes sizes;

  return poplens_file_generation_check (self->generation, NULL) && ensure_sizes (self, &sizes, NULL)
             ? load_on_own (self, &sizes, load_peak, POPLENS_PART_LIVENESS, NULL, NULL)
             : NULL;
}

PoplensVariables *
poplens_profile_load_variables_brief (PoplensProfile *self, GCancellable *cancellable)
{
  g_autoptr (PoplensVariables) brief = NULL;
  PoplensProfileSizes sizes;

  if (poplens_file_generation_check (self->generation, NULL) && ensure_sizes (self, &sizes, NULL))
    brief =
        load_on_own (self, &sizes, load_variables_brief, POPLENS_PART_VARIABLES, cancellable, NULL);
  return poplens_file_generation_check (self->generation, NULL) ? g_steal_pointer (&brief) : NULL;
}

PoplensExecution *
poplens_profile_load_execution_brief (PoplensProfile *self)
{
  PoplensProfileSizes sizes;
  PoplensLoad load;
  PoplensExecution *brief = NULL;

  if (begin_brief (self, &sizes, &load)) {
    brief = poplens_load_execution_brief (&load, NULL);
    end_brief (self);
  }
  return brief;
}

PoplensSlice *
poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                            GCancellable *cancellable, GError **error)
{
  PoplensProfileSizes sizes;

  if (!poplens_file_generation_check (self->generation, error) ||
      !ensure_sizes (self, &sizes, error))
    return NULL;
  PoplensLoad load = {self->slices, &sizes, &self->step_order, self->base_names};
  pthread_mutex_lock (&self->lock);
  /* One transaction: else SQLite locks the file and looks at it anew for each of the many small
   * look-ups that a tile's variables take. Where it fails, so will the first of them, and say why.
   */
  poplens_database_begin (self->slices, cancellable);
  PoplensSlice *slice = poplens_load_slice (&load, kind, key, error);
  poplens_database_end (self->slices);
  pthread_mutex_unlock (&self->lock);
  if (!poplens_file_generation_check (self->generation, error)) {
    poplens_slice_unref (slice);
    return NULL;
  }
  return slice;
}

gboolean
poplens_load_has (const PoplensLoad *load, const char *table)
{
  return poplens_schema_has_table (load->database->schema, table);
}
