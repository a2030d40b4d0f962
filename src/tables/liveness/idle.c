/* What is live on a tile at a step without being used there. */
#include "tables/engine/builders.h"

#include "derived/insights/idle-source.h"
#include "tables/engine/kind-column.h"

typedef struct {
  const char *name, *kind;
  guint64 bytes;
  const char *use;
  gint64 last, next;
  gint64 steps, cycles, weight;
  gboolean always_live;
  gint64 id;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, name, "Variable", TEXT, FILE, "Name of the variable on the tile"),
    POPLENS_KIND_CELL (Row, kind),
    POPLENS_CELL (Row, bytes, "Bytes", BYTES, FILE, "Size of the variable on the tile",
                  .total = TRUE),
    POPLENS_CELL (Row, use, "Use", TEXT, DERIVED,
                  "here: at this step; later: at a later step; again: in the next iteration of a "
                  "loop or the next run; never: not again before it is freed; unknown: no user is "
                  "recorded"),
    POPLENS_CELL (Row, last, "Last use", ID, DERIVED,
                  "Step of the last use before this step; empty where there is none"),
    POPLENS_CELL (Row, next, "Next use", ID, DERIVED,
                  "Step of the next use; in the next iteration it has a smaller number"),
    POPLENS_CELL (Row, steps, "Steps", COUNT, DERIVED,
                  "Steps between the two, at which it is live and not used; empty where used here "
                  "or unknown"),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, DERIVED,
                  "Measured cycles of these steps on the IPU, all executions together"),
    POPLENS_CELL (Row, weight, "Byte-steps", COUNT, DERIVED, "Bytes × idle steps"),
    POPLENS_CELL (Row, always_live, "Always live", BOOL, FILE, "Whether it is live at every step"),
    POPLENS_CELL (Row, id, "ID", ID, FILE, "ID of the variable on the tile (vars_info.var_id)"),
};

static void
fill_row (Row *row, const PoplensIdleAnswer *answer, const PoplensIdleVariable *one)
{
  const PoplensIdle *idle = &one->idle;
  gboolean is_idle = idle->use != POPLENS_USE_HERE && idle->use != POPLENS_USE_UNKNOWN;

  row->kind = poplens_kind_text_of (one->kind);
  row->bytes = one->variable->size;
  row->use = poplens_use_key (idle->use);
  if (idle->last != G_MAXUINT32)
    row->last = idle->last;
  if (idle->next != G_MAXUINT32)
    row->next = idle->next;
  if (is_idle) {
    row->steps = (gint64) idle->steps;
    row->weight = (gint64) (idle->steps * one->variable->size);
  }
  if (is_idle && answer->is_measured)
    row->cycles = (gint64) idle->cycles;
  row->always_live = one->is_always_live;
  row->id = one->variable->id;
}

PoplensTable *
poplens_build_idle_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensIdleAnswer) answer = {0};
  PoplensRecords *rows;

  if (!poplens_report_idle (report, location, &answer, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < answer.variables->len; i++) {
    const PoplensIdleVariable *one = &g_array_index (answer.variables, PoplensIdleVariable, i);
    Row *row = poplens_records_add (rows);
    row->name = poplens_records_text (
        rows, poplens_strings_get (answer.slice->strings, one->variable->name));
    fill_row (row, &answer, one);
    if (one->idle.next != G_MAXUINT32)
      poplens_records_link (rows, "liveness?tile=%u&step=%u", answer.tile, one->idle.next);
  }
  PoplensTable *table = poplens_records_finish (rows, "idle-variables", "Idle memory", report);
  g_autofree char *note = poplens_idle_sentence (&answer, POPLENS_BYTE_UNIT_BINARY);
  poplens_table_set_note (table, note);
  return table;
}
