/* programs: the tree of programs and what each costs. */
#include "cli/answer.h"

#include "derived/programs/program-location.h"

const PoplensCliKey poplens_cli_programs_keys[] = {
    {"depth", "N", "limit the depth, 0 for roots only"},
    {"root", "entry:N|function:N", "show only this entry point or function"},
    {"compilation", "ID|none", "compilation step to show (default: the first)"},
    {"operation", "ID", "show only programs of this operation"},
    {NULL},
};

static gboolean
answer_programs (PoplensCliAnswer *answer, GError **error)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (answer->reports[0], answer->location, NULL, error);
  PoplensNumber n, entries, functions;

  if (!programs)
    return FALSE;
  if (programs->ambiguous) {
    g_autofree char *title = poplens_programs_step_title (programs);
    poplens_cli_answer_say (answer, "%s", title);
  }
  poplens_cli_answer_say (answer, "Programs: %s; entry points: %s; functions: %s.",
                          poplens_format_count (n, programs->n),
                          poplens_format_count (entries, programs->n_control),
                          poplens_format_count (functions, programs->n_functions));
  return TRUE;
}

const PoplensCliRows poplens_cli_programs_rows[] = {
    {"program", .answer = answer_programs,
     .tables = {{"programs",
                 20,
                 NULL,
                 {"type", "name", "id", "tile_cycles_share", "executed", "control_code"}}}},
    {"type", .set = "by=type", .tables = {{"programs", 20, "-tile_cycles"}}},
    {"root", .set = "by=root", .tables = {{"programs", 20}}},
    {NULL, "operation", "by=operation",
     .tables = {{"programs", 20, NULL, {"name", "type", "id", "tile_cycles", "control_code"}}}},
};
const guint poplens_cli_programs_n_rows = G_N_ELEMENTS (poplens_cli_programs_rows);
