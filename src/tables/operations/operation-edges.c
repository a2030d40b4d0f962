/* Which operations use what others make. */
#include "tables/engine/builders.h"

#include "derived/operations/operation-edges-source.h"

typedef struct {
  const char *from, *to, *tensor, *type, *shape, *source, *layer;
  const char *from_operation, *to_operation;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, from, "From", TEXT, ROW, "Operation that makes the tensor"),
    POPLENS_CELL (Row, to, "To", TEXT, ROW, "Operation that uses it"),
    POPLENS_CELL (Row, tensor, "Tensor", TEXT, ROW,
                  "Name of the tensor; for derived edges, of the variable"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the elements, if recorded"),
    POPLENS_CELL (Row, shape, "Shape", TEXT, FILE, "Shape of the tensor, if recorded"),
    POPLENS_CELL (Row, source, "Source", TEXT, DERIVED,
                  "file: inputs and outputs of debug contexts. derived: the order in which "
                  "programs use variables; an edge may be missing or wrong."),
    POPLENS_CELL (Row, layer, "Layer", TEXT, FILE, "Layer whose debug contexts record the edge"),
    POPLENS_CELL (Row, from_operation, "From ID", TEXT, FILE,
                  "ID of the debug context that makes the tensor"),
    POPLENS_CELL (Row, to_operation, "To ID", TEXT, FILE, "ID of the debug context that uses it"),
};

typedef struct {
  const PoplensOperationSource *source;
  const PoplensOperationEdges *edges;
  PoplensRecords *rows;
  PoplensLocation *location; /* that links begin from */
} Edges;

static const char *
name_of (const Edges *self, guint32 context)
{
  g_autofree char *path = poplens_debug_context_path (self->source->contexts, context);
  g_autofree char *name =
      path && *path ? NULL : poplens_operation_context_name (self->source->contexts, context);

  return poplens_records_text (self->rows, name ? name : path);
}

static const char *
text_of (const Edges *self, guint32 string)
{
  return string
             ? poplens_records_text (self->rows, poplens_strings_get (self->edges->strings, string))
             : NULL;
}

static const char *
id_of (const Edges *self, guint32 context)
{
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, self->source->contexts->id[context]);

  return poplens_records_text (self->rows, id);
}

static void
add_row (Edges *self, const PoplensOperationEdge *edge)
{
  Row *row = poplens_records_add (self->rows);

  row->from = name_of (self, edge->from);
  row->to = name_of (self, edge->to);
  row->tensor = text_of (self, edge->tensor);
  row->type = text_of (self, edge->type);
  row->shape = text_of (self, edge->shape);
  row->layer =
      self->edges->recorded_by ? poplens_records_text (self->rows, self->edges->recorded_by) : NULL;
  row->source =
      poplens_provenance_name (self->edges->recorded_by ? POPLENS_FROM_FILE : POPLENS_FROM_DERIVED);
  row->from_operation = id_of (self, edge->from);
  row->to_operation = id_of (self, edge->to);
  /* One that made neither a program nor a variable has no costs to show. */
  if (poplens_operations_find (self->source->operations, edge->from) != G_MAXUINT32) {
    g_autoptr (PoplensLocation) to =
        poplens_location_with (self->location, "operation", row->from_operation);
    g_autofree char *link = poplens_location_to_string (to);
    poplens_records_link (self->rows, "%s", link);
  }
}

/* What the rows are, and of which. (transfer full) */
static char *
describe (const Edges *self)
{
  const char *layer = poplens_operation_source_layer (self->source);
  g_autofree char *title = poplens_operation_title (self->source);
  g_autofree char *source =
      self->edges->recorded_by
          ? g_strdup_printf ("Recorded by layer %s", self->edges->recorded_by)
          : g_strdup_printf ("Derived from the order in which programs use variables, as layer %s "
                             "records no inputs and outputs",
                             layer);

  return g_strdup_printf ("%s. %s.", title, source);
}

/* The page, and the layer that is asked for. (transfer full) */
static PoplensLocation *
links_of (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);

  return poplens_location_with (page, "layer",
                                location ? poplens_location_get (location, "layer") : NULL);
}

PoplensTable *
poplens_build_operation_edges (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};
  g_autoptr (PoplensOperationEdges) edges = NULL;
  g_autoptr (PoplensLocation) links = NULL;
  g_autofree char *note = NULL;
  guint32 only = POPLENS_NO_CONTEXT;
  PoplensTable *table;

  if (!poplens_operation_source_init (&source, report, location, cancellable, error) ||
      !(edges = poplens_operation_edges_get (report, &source, cancellable, error)))
    return NULL;
  links = links_of (location);
  Edges self = {&source, edges, POPLENS_RECORDS (Row, columns), links};
  if (source.selected != G_MAXUINT32)
    only = g_array_index (source.operations->operations, PoplensOperation, source.selected).context;
  for (guint i = 0; i < edges->edges->len; i++) {
    const PoplensOperationEdge *edge = &g_array_index (edges->edges, PoplensOperationEdge, i);
    if (source.selected == G_MAXUINT32 || edge->from == only || edge->to == only)
      add_row (&self, edge);
  }
  note = describe (&self);
  table = poplens_records_finish (self.rows, "operation-edges", "Edges of operations", report);
  poplens_table_set_note (table, note);
  return table;
}
