/* Files and lines of source code for the finder. */
#include "tables/find/find-private.h"

#include "analysis/operations/source-lines.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/sources-source.h"

#define EVERY_LINE "operations?view=source"

typedef struct {
  PoplensFinder *finder;
  const PoplensDebugContexts *contexts;
  PoplensSourceRows rows;
  GHashTable *found; /* key → PoplensTopic */
} Sources;

/* The topic of a file or a line, made where it is new. */
static PoplensTopic *
find_topic (Sources *self, const char *key, const char *title, const char *parameter)
{
  PoplensTopic *topic = g_hash_table_lookup (self->found, key);

  if (topic)
    return topic;
  topic = poplens_finder_add_topic (self->finder, POPLENS_FOUND_SOURCE, g_strdup (title),
                                    poplens_finder_location (EVERY_LINE, parameter, key));
  topic->also = g_strdup (key);
  topic->key = g_strdup (key);
  g_hash_table_insert (self->found, topic->key, topic);
  return topic;
}

/* The line that made something of @context, and its file. Other rows are none of a line. */
static void
count_context (Sources *self, guint32 context, guint32 programs)
{
  guint32 at = poplens_source_rows_of (&self->rows, context);
  const PoplensSourceRow *row = at == G_MAXUINT32 ? NULL : poplens_source_rows_at (&self->rows, at);

  if (!row || row->kind != POPLENS_SOURCE_LINE)
    return;
  g_autofree char *key = poplens_source_row_key (row);
  g_autofree char *base = g_path_get_basename (row->file);
  find_topic (self, row->file, base, "filter.source-lines")->programs += programs;
  if (row->line)
    find_topic (self, key, row->name, "line")->programs += programs;
}

static void
count_programs (Sources *self)
{
  const PoplensFinder *f = self->finder;

  for (guint32 p = 0; f->programs && p < f->programs->n; p++)
    count_context (self,
                   poplens_source_program_context (self->contexts, f->programs, f->vertices, p), 1);
}

static void
count_variables (Sources *self)
{
  const PoplensVariables *v = self->finder->variables;

  for (guint32 i = 0; v && i < v->n_debug; i++) {
    g_autoptr (GArray) ids = poplens_lists_values (v->debug_ids, i);
    count_context (self,
                   poplens_debug_contexts_meet (
                       self->contexts, (const guint64 *) (gconstpointer) ids->data, ids->len),
                   0);
  }
}

/* The names of rows are theirs. */
static void
clear_rows (Sources *self)
{
  g_autoptr (GArray) rows = poplens_source_rows_finish (&self->rows);

  for (guint i = 0; i < rows->len; i++)
    g_free (g_array_index (rows, PoplensSourceRow, i).name);
}

void
poplens_finder_add_sources (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  const PoplensDebugContexts *contexts = poplens_debug_at_hand (report, cancellable);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  Sources sources = {.finder = self, .contexts = contexts, .found = found};

  if (!contexts)
    return;
  poplens_source_rows_init (&sources.rows, contexts, FALSE);
  count_programs (&sources);
  count_variables (&sources);
  clear_rows (&sources);
}
