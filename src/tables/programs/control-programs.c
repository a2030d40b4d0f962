/* Entry points and functions. */
#include "derived/programs/program-location.h"
#include "tables/engine/builders.h"

static const PoplensColumnSpec control_columns[] = {
    {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Entry point (control_programs) or function (function_programs)"},
    {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the entry point or function"},
    {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the program that runs"},
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program"},
    {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
};

static void
add_entry (PoplensRows *rows, const PoplensPrograms *p, const char *kind, guint32 id,
           guint32 program)
{
  guint32 row = poplens_programs_find (p, program);

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, kind);
  poplens_rows_int (rows, 1, id);
  poplens_rows_int (rows, 2, program);
  if (row != POPLENS_NO_ROW) {
    poplens_rows_text (rows, 3, poplens_strings_get (p->strings, p->type_name[row]));
    poplens_rows_text (rows, 4, poplens_programs_name (p, row));
  }
}

PoplensTable *
poplens_build_control_programs (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *p = poplens_programs_of_location (report, location, cancellable, error);
  PoplensRows *rows;
  PoplensTable *table;

  if (!p)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (control_columns));
  for (guint32 e = 0; e < p->n_control; e++)
    add_entry (rows, p, "entry point", p->control_id[e], p->control_program[e]);
  for (guint32 f = 0; f < p->n_functions; f++)
    add_entry (rows, p, "function", p->function_id[f], p->function_program[f]);
  table =
      poplens_rows_finish (rows, "control-programs", "Entry points and functions", report, FALSE);
  poplens_table_add_columns (table, control_columns, G_N_ELEMENTS (control_columns));
  return table;
}
