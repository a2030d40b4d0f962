/* Operations, layers, kinds and source code for the finder: none of them is a row of a table of the
 * file. */
#include "tables/find/find-private.h"

#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"
#include "derived/insights/kinds-source.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/operations-source.h"

#include <string.h>

static void
topic_free (gpointer data)
{
  PoplensTopic *topic = data;

  g_free (topic->title);
  g_free (topic->also);
  g_free (topic->location);
  g_free (topic->key);
  g_free (topic);
}

PoplensTopic *
poplens_finder_add_topic (PoplensFinder *self, PoplensFoundKind kind, char *title, char *location)
{
  PoplensTopic *topic = g_new0 (PoplensTopic, 1);

  *topic = (PoplensTopic){.title = title, .location = location};
  if (!self->topics[kind])
    self->topics[kind] = g_ptr_array_new_with_free_func (topic_free);
  g_ptr_array_add (self->topics[kind], topic);
  return topic;
}

char *
poplens_finder_location (const char *text, const char *key, const char *value)
{
  g_autoptr (PoplensLocation) bare = poplens_location_parse (text, NULL);
  g_autoptr (PoplensLocation) location = poplens_location_with (bare, key, value);

  return poplens_location_to_string (location);
}

/* ---- kinds -------------------------------------------------------------------------------------
 */

/* Those that the report has; all that there are where that would take a while to say. */
static void
add_kinds (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  g_autoptr (PoplensKindIndex) index = poplens_kinds_at_hand (report, cancellable);
  g_autoptr (PoplensKinds) kinds = index ? poplens_report_kinds (report, cancellable, NULL) : NULL;
  guint64 bytes[POPLENS_N_KINDS] = {0};

  for (guint32 g = 0; kinds && g < kinds->n; g++)
    bytes[kinds->kind[g]] += kinds->bytes[g];
  for (PoplensKind k = 0; k < POPLENS_N_KINDS; k++) {
    if (kinds ? !bytes[k] : !poplens_kinds_can_be (report))
      continue;
    PoplensTopic *topic = poplens_finder_add_topic (
        self, POPLENS_FOUND_KIND, g_strdup (poplens_kind_title (k)),
        poplens_finder_location ("liveness?breakdown=kind&tab=live-variables",
                                 "filter.live-variables", poplens_kind_key (k)));
    topic->also = g_strdup (poplens_kind_key (k));
    topic->key = g_strdup (poplens_kind_key (k));
    topic->bytes = bytes[k];
  }
}

/* ---- operations of the framework ---------------------------------------------------------------
 */

static void
add_operations (PoplensFinder *self, const PoplensOperationSource *source)
{
  for (guint32 o = 0; o < source->operations->operations->len; o++) {
    const PoplensOperation *of =
        &g_array_index (source->operations->operations, PoplensOperation, o);
    if (of->kind != POPLENS_OPERATION_CONTEXT)
      continue;
    g_autofree char *key = poplens_operation_key (source, o);
    PoplensTopic *topic =
        poplens_finder_add_topic (self, POPLENS_FOUND_OPERATION, poplens_operation_name (source, o),
                                  poplens_finder_location ("operations", "operation", key));
    topic->key = g_steal_pointer (&key);
    topic->bytes = (guint64) MAX (of->costs[POPLENS_METRIC_PEAK_BYTES], 0);
    topic->programs = (guint32) MAX (of->costs[POPLENS_METRIC_PROGRAMS], 0);
  }
}

/* Where debug.cbor is at hand and knows any. */
static gboolean
find_operations (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!self->programs || !poplens_debug_at_hand (report, cancellable) ||
      !poplens_operation_source_init (&source, report, NULL, cancellable, NULL))
    return FALSE;
  add_operations (self, &source);
  return self->topics[POPLENS_FOUND_OPERATION] != NULL;
}

/* ---- what names of programs say ----------------------------------------------------------------
 */

typedef struct {
  PoplensFinder *finder;
  PoplensNameLayers *layers;
  GHashTable *operations, *found; /* path → PoplensTopic; NULL: operations are known otherwise */
} Paths;

static void
count_path (Paths *self, GHashTable *table, PoplensFoundKind kind, const char *path, gsize length,
            const char *end)
{
  g_autofree char *text = g_strndup (path, length);
  PoplensTopic *topic = g_hash_table_lookup (table, text);

  if (!topic) {
    /* "layer.1" is not "layer.12". */
    g_autofree char *words = g_strconcat (text, end, NULL);
    topic =
        poplens_finder_add_topic (self->finder, kind, g_strdup (text),
                                  poplens_finder_location ("programs", "filter.programs", words));
    g_hash_table_insert (table, topic->title, topic);
  }
  topic->programs++;
}

static void
add_name (Paths *self, const char *name)
{
  const char *path = poplens_name_path (name);
  gsize stem = poplens_name_stem (path), from[4];
  guint n;

  if (poplens_name_is_copy (name) || !strchr (path, '/'))
    return;
  if (self->operations && stem)
    count_path (self, self->operations, POPLENS_FOUND_OPERATION, path,
                poplens_name_operation_end (path, stem), "");
  n = poplens_name_layers_find (self->layers, path, stem, from, G_N_ELEMENTS (from));
  if (!n)
    return;
  gsize end = from[0] + strcspn (path + from[0], "/");
  const char *model = poplens_name_without_phase (path);
  count_path (self, self->found, POPLENS_FOUND_LAYER, model, end - (gsize) (model - path), "/");
}

static void
read_names (PoplensFinder *self, gboolean operations)
{
  const PoplensPrograms *programs = self->programs;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 row = 0; row < programs->n; row++) {
    const char *name = poplens_programs_name (programs, row);
    if (*name)
      g_ptr_array_add (names, (gpointer) name);
  }
  g_autoptr (PoplensNameLayers) layers =
      poplens_name_layers_new ((const char *const *) names->pdata, names->len);
  Paths paths = {self, layers, operations ? seen : NULL, found};
  for (guint i = 0; i < names->len; i++)
    add_name (&paths, names->pdata[i]);
}

/* ---- all of them -------------------------------------------------------------------------------
 */

static void
index_kind (PoplensFinder *self, PoplensFoundKind kind)
{
  const GPtrArray *topics = self->topics[kind];

  if (!topics)
    return;
  self->names[kind] = poplens_names_new ();
  if (kind != POPLENS_FOUND_KIND)
    self->patterns[kind] = poplens_patterns_new (topics->len);
  for (guint32 i = 0; i < topics->len; i++) {
    const PoplensTopic *topic = topics->pdata[i];
    poplens_names_add (self->names[kind], topic->title, topic->also);
    if (self->patterns[kind])
      poplens_patterns_set (self->patterns[kind], i,
                            kind == POPLENS_FOUND_SOURCE ? topic->also : topic->title);
  }
  poplens_names_seal (self->names[kind]);
}

gboolean
poplens_finder_index_topics (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  add_kinds (self, report, cancellable);
  gboolean operations = find_operations (self, report, cancellable);
  if (self->programs)
    read_names (self, !operations);
  poplens_finder_add_sources (self, report, cancellable);
  for (PoplensFoundKind k = POPLENS_FOUND_OPERATION; k <= POPLENS_FOUND_SOURCE; k++)
    index_kind (self, k);
  return !g_cancellable_is_cancelled (cancellable);
}
