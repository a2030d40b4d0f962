/* What an executed step's program is. */
#include "tables/trace/trace-step.h"

#include "analysis/insights/insights.h"
#include "analysis/operations/debug-operation.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"

/* Steps of liveness, vertex types and streams that are listed; how many there are is said. */
#define MOST_LISTED 16

/* Where the program stands in the tree: its steps of liveness. */
void
poplens_step_add_places (PoplensStepFacts *self, guint32 program)
{
  const PoplensLiveness *liveness = self->liveness;
  guint32 n = 0;

  for (guint32 s = 0; liveness && s < liveness->n_steps; s++) {
    if (liveness->program[s] != program || ++n > MOST_LISTED)
      continue;
    poplens_step_add_int (self, 1, "liveness_step", "Program step", s, POPLENS_UNIT_ID, "recorded",
                          "Position of the program in the program tree, as on the page Liveness");
    poplens_card_facts_link (self->rows, "liveness?step=%u", s);
  }
  if (n > MOST_LISTED)
    poplens_step_add_int (self, 1, "liveness_steps", "Program steps", n, POPLENS_UNIT_COUNT,
                          "recorded", "Number of positions of the program in the program tree");
}

static void
add_executions (PoplensStepFacts *self, guint32 program)
{
  const PoplensExecution *x = self->execution;
  guint64 n = 0;

  for (guint32 s = 0; s < x->n_steps; s++)
    n += x->step_program[s] == program;
  poplens_step_add_int (self, 1, "executions", "Executed", n, POPLENS_UNIT_COUNT, "recorded",
                        "Number of executed steps of this program");
  poplens_card_facts_link (self->rows, "trace?program=%u", program);
}

/* ---- computes ---------------------------------------------------------------------------------
 */

static const char *
vertex_type_name (const PoplensVertices *vertices, guint64 id)
{
  guint32 row =
      id <= G_MAXUINT32 ? poplens_vertices_find_type (vertices, (guint32) id) : G_MAXUINT32;

  return row == G_MAXUINT32 ? "unknown type"
                            : poplens_strings_get (vertices->strings, vertices->type_name[row]);
}

void
poplens_step_add_chain (PoplensStepFacts *self, guint16 depth, guint32 id)
{
  const PoplensDebugContexts *d = self->debug;
  guint32 first = d && id ? poplens_debug_contexts_find (d, id) : POPLENS_NO_CONTEXT;

  if (d && id && first == POPLENS_NO_CONTEXT)
    poplens_step_add_int (self, depth, "debug_context", "Debug context", id, POPLENS_UNIT_ID,
                          "recorded", "ID of the debug context, which is missing in debug.cbor");
  if (first == POPLENS_NO_CONTEXT)
    return;
  guint32 operation = poplens_debug_operation (d, first);
  g_autoptr (GArray) chain = poplens_debug_context_chain (d, first);
  for (guint i = 0; i < chain->len; i++) {
    guint32 context = g_array_index (chain, guint32, i);
    gboolean is_operation = context == operation;
    g_autofree char *title = poplens_debug_title (d, context);
    g_autofree char *location = poplens_debug_location (d, context);
    g_autofree char *text = location ? g_strdup_printf ("%s, %s", title, location) : NULL;
    poplens_step_add_text (
        self, depth, is_operation ? "operation" : "made_by",
        is_operation ? "Operation" : "Created by", text ? text : title, "recorded",
        is_operation ? "Framework operation of the program, with file and line (debug.cbor)"
                     : "Debug context that created the program, with file and line (debug.cbor)");
  }
}

static void
add_vertices (PoplensStepFacts *self, guint32 set)
{
  const PoplensVertices *v = self->vertices;
  g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, set);
  g_autoptr (GArray) counts = poplens_lists_values (v->compute_set_counts, set);

  for (guint i = 0; i < MIN (types->len, MOST_LISTED); i++)
    poplens_step_add_int (
        self, 1, "vertices", vertex_type_name (v, g_array_index (types, guint64, i)),
        i < counts->len ? g_array_index (counts, guint64, i) : 0, POPLENS_UNIT_COUNT, "recorded",
        "Vertices of this type in the compute set");
  if (types->len > MOST_LISTED)
    poplens_step_add_int (self, 1, "vertex_types", "Vertex types", types->len, POPLENS_UNIT_COUNT,
                          "recorded", "Number of vertex types in the compute set");
}

static void
add_compute_set (PoplensStepFacts *self, guint32 program)
{
  guint32 id = self->programs->compute_set[program];
  guint32 set = self->vertices && id != POPLENS_NO_ROW
                    ? poplens_vertices_find_compute_set (self->vertices, id)
                    : G_MAXUINT32;

  if (id == POPLENS_NO_ROW)
    return;
  poplens_step_add_int (self, 0, "compute_set", "Compute set", id, POPLENS_UNIT_ID, "recorded",
                        "ID of the executed compute set");
  poplens_card_facts_link (self->rows, "memory?tab=compute-sets&filter.compute-sets=%u", id);
  if (set == G_MAXUINT32)
    return;
  poplens_step_add_text (
      self, 1, "compute_set_name", "Name",
      poplens_strings_get (self->vertices->strings, self->vertices->compute_set_name[set]),
      "recorded", "Name of the compute set");
  poplens_step_add_chain (self, 1, self->vertices->compute_set_debug_id[set]);
  poplens_step_add_int (self, 1, "edges", "Edges", self->vertices->compute_set_edges[set],
                        POPLENS_UNIT_COUNT, "recorded", "Edges of the vertices");
  add_vertices (self, set);
}

/* ---- exchanges --------------------------------------------------------------------------------
 */

static void
add_streams (PoplensStepFacts *self, guint32 id)
{
  const PoplensExchanges *e = self->exchanges;
  guint n = 0;

  for (guint32 i = 0; i < e->n_streams; i++) {
    const PoplensHostStream *stream = &e->streams[i];
    if (stream->mid_id != id || ++n > MOST_LISTED)
      continue;
    poplens_step_add_text (self, 1, "stream",
                           stream->remote_buffer
                               ? (stream->to_host ? "To remote buffer" : "From remote buffer")
                               : (stream->to_host ? "To host" : "From host"),
                           poplens_strings_get (e->strings, stream->stream), "recorded",
                           "Stream or remote buffer that is copied");
  }
  if (n > MOST_LISTED)
    poplens_step_add_int (self, 1, "streams", "Streams", n, POPLENS_UNIT_COUNT, "recorded",
                          "Number of streams and remote buffers that are copied");
}

static void
add_exchange (PoplensStepFacts *self)
{
  static const char *const names[] = {"Internal exchange", "Global exchange", "Host exchange",
                                      "Code copy"};
  guint32 row;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, self->programs, self->program, &row);

  if (!table)
    return;
  PoplensExchangeKind kind = poplens_program_exchange (self->programs, self->program);
  poplens_step_add_int (self, 0, "exchange", names[kind], table->id[row], POPLENS_UNIT_ID,
                        "recorded", "ID of the exchange among those of its kind");
  if (table->source_text)
    poplens_step_add_text (self, 1, "sources", "From",
                           poplens_strings_get (self->exchanges->strings, table->source_text[row]),
                           "recorded", "Variables that are read, abbreviated in the file");
  if (table->destination_text)
    poplens_step_add_text (
        self, 1, "destinations", "To",
        poplens_strings_get (self->exchanges->strings, table->destination_text[row]), "recorded",
        "Variables that are written, abbreviated in the file");
  if (table->code && !poplens_lists_is_absent (table->code, row))
    poplens_step_add_int (self, 1, "exchange_code_bytes", "Exchange code",
                          poplens_lists_sum (table->code, row), POPLENS_UNIT_BYTES, "recorded",
                          "Bytes of code of the exchange on all tiles");
  if (kind == POPLENS_EXCHANGE_HOST)
    add_streams (self, table->id[row]);
}

void
poplens_step_add_program (PoplensStepFacts *self)
{
  guint32 id = self->execution->step_program[self->step];

  if (id == POPLENS_NO_PROGRAM) {
    poplens_step_add_text (self, 0, "program", "Program", "none (implicit sync)", "recorded",
                           "Steps without a program are not in the program tree");
    return;
  }
  poplens_step_add_int (self, 0, "program", "Program", id, POPLENS_UNIT_ID, "recorded",
                        "ID of the executed program");
  poplens_card_facts_link (self->rows, "programs?program=%u", id);
  poplens_step_add_text (self, 1, "program_type", "Type",
                         poplens_program_type_text (self->programs, id), "recorded",
                         "Type of the program");
  poplens_step_add_text (self, 1, "name", "Name", poplens_program_name_text (self->programs, id),
                         "recorded", "Name of the program, else of the compute set or the streams");
  if (self->program != POPLENS_NO_ROW)
    poplens_step_add_chain (self, 1, self->programs->debug_id[self->program]);
  add_executions (self, id);
  poplens_step_add_places (self, id);
}

void
poplens_step_add_content (PoplensStepFacts *self)
{
  if (self->program != POPLENS_NO_ROW)
    add_compute_set (self, self->program);
  add_exchange (self);
}
