/* Tables of debug.cbor: chains of debug contexts, contexts by layer, and the body of one context.
 */
#include "tables/engine/builders.h"
#include "tables/engine/records.h"

#include "analysis/operations/debug-operation.h"
#include "base/error.h"
#include "derived/operations/debug-source.h"

/* ---- chains ---------------------------------------------------------------------------------- */

typedef struct {
  const char *of;
  gint64 level, id;
  const char *layer, *category, *name, *file;
  gint64 line;
  const char *function;
  gint64 operation;
} ChainRow;

static const PoplensColumn chain_columns[] = {
    POPLENS_CELL (ChainRow, of, "Subject", TEXT, FILE,
                  "Program, compute set or variable of the chain"),
    POPLENS_CELL (ChainRow, level, "Level", COUNT, DERIVED,
                  "0: the innermost context; higher levels are closer to the framework"),
    POPLENS_CELL (ChainRow, id, "ID", ID, FILE, "ID of the debug context"),
    POPLENS_CELL (ChainRow, layer, "Layer", TEXT, FILE,
                  "Software layer that created the context: poplar, poplibs or a framework"),
    POPLENS_CELL (ChainRow, category, "Category", TEXT, FILE,
                  "Type of the context within the layer, for example op"),
    POPLENS_CELL (ChainRow, name, "Name", TEXT, FILE,
                  "Name of the context; “Unnamed (12)” if the file has no table of names"),
    POPLENS_CELL (ChainRow, file, "File", TEXT, FILE, "Source file"),
    POPLENS_CELL (ChainRow, line, "Line", ID, FILE, "Line in the source file"),
    POPLENS_CELL (ChainRow, function, "Function", TEXT, FILE, "Function of that line"),
    POPLENS_CELL (
        ChainRow, operation, "Operation", BOOL, DERIVED,
        "Whether the context is the operation: the nearest context in the outermost layer"),
};

typedef struct {
  const PoplensDebugContexts *contexts;
  PoplensRecords *rows;
  GString *note;
} Chains;

static void add_note_on_chains (Chains *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_note_on_chains (Chains *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (self->note->len)
    g_string_append_c (self->note, ' ');
  g_string_append_vprintf (self->note, format, args);
  va_end (args);
}

static void
add_chain_context (Chains *self, const char *of, guint32 context, guint level, gboolean operation)
{
  const PoplensDebugContexts *d = self->contexts;
  g_autofree char *link = g_strdup_printf ("summary?context=%" G_GUINT64_FORMAT, d->id[context]);
  char buffer[POPLENS_DEBUG_LABEL_SIZE];
  ChainRow *row = poplens_records_add (self->rows);

  row->of = poplens_records_text (self->rows, of);
  row->level = level;
  row->id = d->id[context];
  row->layer = poplens_debug_context_layer (d, context);
  row->category = poplens_debug_context_category (d, context);
  row->name = poplens_records_text (self->rows, poplens_debug_context_label (d, context, buffer));
  row->file = poplens_debug_context_file (d, context);
  if (d->line[context] == POPLENS_LINE_TOO_LARGE) {
    g_autofree char *location = poplens_debug_location (d, context);
    row->file = poplens_records_text (self->rows, location);
  } else if (d->line[context]) {
    row->line = d->line[context];
  }
  row->function = poplens_debug_context_function (d, context);
  row->operation = operation;
}

static void
add_unknown (Chains *self, const char *of, guint64 id)
{
  ChainRow *row = poplens_records_add (self->rows);

  row->of = poplens_records_text (self->rows, of);
  row->level = 0;
  row->id = id;
  row->name = "(not recorded)";
}

static void
add_context_chain (Chains *self, const char *of, guint64 id)
{
  guint32 first = poplens_debug_contexts_find (self->contexts, id);

  if (first == POPLENS_NO_CONTEXT) {
    add_unknown (self, of, id);
    return;
  }
  g_autoptr (GArray) chain = poplens_debug_context_chain (self->contexts, first);
  guint32 operation = poplens_debug_operation (self->contexts, first);
  for (guint i = 0; i < chain->len; i++) {
    guint32 context = g_array_index (chain, guint32, i);
    add_chain_context (self, of, context, i, context == operation);
  }
  guint32 end = self->contexts->parent[g_array_index (chain, guint32, chain->len - 1)];
  if (end == POPLENS_PARENT_DANGLING)
    add_note_on_chains (self, "%s: the parent of the last context is not recorded.", of);
  else if (end == POPLENS_PARENT_CYCLE)
    add_note_on_chains (self, "%s: the chain is circular and was cut.", of);
  else if (end == POPLENS_PARENT_DEEP)
    add_note_on_chains (self, "%s: only the first %u contexts of the chain are shown.", of,
                        chain->len);
}

static void
note_file (Chains *self)
{
  if (self->contexts->incomplete)
    add_note_on_chains (self, "debug.cbor is incomplete: %s.", self->contexts->reason);
  else if (!self->contexts->has_string_table)
    add_note_on_chains (self, "The table of names is missing; names are not resolved.");
}

PoplensTable *
poplens_build_contexts (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) note = g_string_new (NULL);
  Chains self = {poplens_report_load_debug (report, cancellable, error), NULL, note};
  PoplensTable *table;
  guint more = 0;

  if (!self.contexts)
    return NULL;
  g_autoptr (GPtrArray) subjects =
      poplens_debug_subjects (report, location, &more, cancellable, error);
  if (!subjects)
    return NULL;
  self.rows = POPLENS_RECORDS (ChainRow, chain_columns);
  for (guint s = 0; s < subjects->len; s++) {
    const PoplensDebugSubject *subject = g_ptr_array_index (subjects, s);
    for (guint i = 0; i < subject->ids->len; i++)
      add_context_chain (&self, subject->title, g_array_index (subject->ids, guint64, i));
    if (!subject->ids->len)
      add_note_on_chains (&self, "%s has no debug context.", subject->title);
  }
  if (!subjects->len)
    add_note_on_chains (
        &self, "Nothing selected. Select a program, compute set, variable, step or debug context.");
  if (more)
    add_note_on_chains (&self, "%u more with that name are not shown.", more);
  note_file (&self);
  table = poplens_records_finish (self.rows, "contexts", "Debug contexts", report);
  poplens_table_set_note (table, note->len ? note->str : NULL);
  return table;
}

/* ---- layers ---------------------------------------------------------------------------------- */

typedef struct {
  const char *layer, *category;
  gint64 contexts, located;
} ContextLayerRow;

static const PoplensColumn layer_columns[] = {
    POPLENS_CELL (ContextLayerRow, layer, "Layer", TEXT, FILE,
                  "Software layer that created the contexts"),
    POPLENS_CELL (ContextLayerRow, category, "Category", TEXT, FILE,
                  "Type of the contexts within the layer; empty if none is recorded"),
    POPLENS_CELL (ContextLayerRow, contexts, "Contexts", COUNT, DERIVED, "Number of contexts",
                  .total = TRUE),
    POPLENS_CELL (ContextLayerRow, located, "With a file", COUNT, DERIVED,
                  "Number of contexts with a source file", .total = TRUE),
};

PoplensTable *
poplens_build_layers_by_type (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const PoplensDebugContexts *d = poplens_report_load_debug (report, cancellable, error);
  PoplensRecords *rows;
  PoplensTable *table;

  if (!d)
    return NULL;
  g_autoptr (GArray) counts = poplens_debug_count_kinds (d);
  g_autofree char *note = poplens_debug_state (d);
  rows = POPLENS_RECORDS (ContextLayerRow, layer_columns);
  for (guint i = 0; i < counts->len; i++) {
    const PoplensDebugCount *count = &g_array_index (counts, PoplensDebugCount, i);
    ContextLayerRow *row = poplens_records_add (rows);
    row->layer = poplens_strings_get (d->strings, count->layer);
    row->category = poplens_strings_get (d->strings, count->category);
    row->contexts = count->n;
    row->located = count->n_located;
  }
  table = poplens_records_finish (rows, "layers", "Debug layers", report);
  poplens_table_set_note (table, note);
  return table;
}

char *
poplens_debug_state (const PoplensDebugContexts *d)
{
  GString *text = g_string_new (NULL);
  PoplensNumber number;

  if (d->incomplete)
    g_string_append_printf (text, "Incomplete: %s.", d->reason);
  else
    g_string_append (text, "Complete.");
  if (!d->has_string_table && !d->incomplete)
    g_string_append (text, " The table of names is missing; names are not resolved.");
  if (d->n_dangling)
    g_string_append_printf (text, " Missing parents: %s.",
                            poplens_format_count (number, d->n_dangling));
  if (d->n_cyclic)
    g_string_append_printf (text, " Circular chains: %s.",
                            poplens_format_count (number, d->n_cyclic));
  if (d->n_duplicate)
    g_string_append_printf (text, " Duplicate IDs: %s; the first is kept.",
                            poplens_format_count (number, d->n_duplicate));
  if (d->n_without_id)
    g_string_append_printf (text, " Ignored without an ID: %s.",
                            poplens_format_count (number, d->n_without_id));
  if (d->n_kinds_lost)
    g_string_append_printf (text, " Contexts of too many kinds, counted under the last kind: %s.",
                            poplens_format_count (number, d->n_kinds_lost));
  return g_string_free (text, FALSE);
}

/* ---- a body ---------------------------------------------------------------------------------- */

static void
add_body_member (PoplensRecords *rows, const PoplensSlice *body, guint32 node)
{
  const PoplensJsonNode *member = &body->nodes[node];
  PoplensNumber number;
  const char *text = poplens_json_node_text (member, body->strings, number);
  PoplensValue value = text ? poplens_value_text (text) : (PoplensValue){0};
  const char *name = member->depth ? poplens_strings_get (body->strings, member->key) : "(value)";
  PoplensCardFact *fact =
      poplens_card_facts_add (rows, (guint16) CLAMP (member->depth, 1, G_MAXUINT16), name, &value);

  fact->source = "recorded";
}

PoplensTable *
poplens_build_card_of_context (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  const PoplensDebugContexts *d = poplens_report_load_debug (report, cancellable, error);
  const char *text = poplens_location_get (location, "context");
  guint64 id;

  if (!d)
    return NULL;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &id, NULL) ||
      poplens_debug_contexts_find (d, id) == POPLENS_NO_CONTEXT) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "debug.cbor has no context “%s”", text);
    return NULL;
  }
  g_autoptr (PoplensSlice) body =
      poplens_report_get_slice (report, POPLENS_SLICE_BODY, id, cancellable, error);
  if (!body)
    return NULL;
  PoplensRecords *rows = poplens_card_facts_new ();
  PoplensValue number = poplens_value_int ((gint64) id, POPLENS_UNIT_ID);
  PoplensCardFact *head = poplens_card_facts_add (rows, 0, "Debug context", &number);
  head->source = "recorded";
  poplens_card_facts_link (rows, "summary?context=%" G_GUINT64_FORMAT, id);
  /* Skip the first node, which is the body as a whole, unless the body is a single value. */
  for (guint32 i = body->n > 1; i < body->n; i++)
    add_body_member (rows, body, i);
  return poplens_card_facts_finish (rows, "Debug context", report);
}
