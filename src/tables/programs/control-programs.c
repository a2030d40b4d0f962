/* Entry points and functions. */
#include "derived/programs/program-location.h"
#include "tables/engine/builders.h"

typedef struct {
  const char *kind;
  gint64 id, program;
  const char *type, *name;
} ControlRow;

static const PoplensColumn control_columns[] = {
    POPLENS_CELL (ControlRow, kind, "Kind", TEXT, FILE,
                  "Entry point (control_programs) or function (function_programs)"),
    POPLENS_CELL (ControlRow, id, "ID", ID, FILE, "ID of the entry point or function"),
    POPLENS_CELL (ControlRow, program, "Program", ID, FILE, "ID of the program that runs"),
    POPLENS_CELL (ControlRow, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (ControlRow, name, "Name", TEXT, FILE, "Name of the program"),
};

static void
add_entry (PoplensRecords *rows, const PoplensPrograms *p, const char *kind, guint32 id,
           guint32 program)
{
  guint32 row = poplens_programs_find (p, program);
  ControlRow *record = poplens_records_add (rows);

  record->kind = poplens_records_text (rows, kind);
  record->id = id;
  record->program = program;
  if (row != POPLENS_NO_ROW) {
    record->type = poplens_strings_get (p->strings, p->type_name[row]);
    record->name = poplens_programs_name (p, row);
  }
}

PoplensTable *
poplens_build_programs_by_root (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *p = poplens_programs_of_location (report, location, cancellable, error);
  PoplensRecords *rows;

  if (!p)
    return NULL;
  rows = POPLENS_RECORDS (ControlRow, control_columns);
  for (guint32 e = 0; e < p->n_control; e++)
    add_entry (rows, p, "entry point", p->control_id[e], p->control_program[e]);
  for (guint32 f = 0; f < p->n_functions; f++)
    add_entry (rows, p, "function", p->function_id[f], p->function_program[f]);
  return poplens_records_finish (rows, "programs", "Entry points and functions", report);
}
