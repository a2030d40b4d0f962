/* kinds: the purpose of variables, and the rule that decided. */
#include "cli/cli.h"

#include "derived/insights/kinds-source.h"

const PoplensCliKey poplens_cli_kinds_keys[] = {
    {"variable", "NAME", "show the rule of a variable: its ID, name, or part of the name", "why",
     POPLENS_CLI_ONE},
    {NULL},
};

static const PoplensCliTable tables[] = {
    {"kinds",
     "kinds",
     "Kinds",
     14,
     "-bytes",
     {"title", "kind", "bytes", "share", "certain", "named", "likely", "lifetime"}},
    {"variable-kinds",
     "variables",
     "Variables",
     20,
     NULL,
     {"variable", "kind", "evidence", "marks", "confidence"}},
};

gboolean
poplens_cli_kinds_json (PoplensReport *report, const PoplensLocation *location,
                        PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensKinds) kinds = poplens_report_kinds (report, NULL, error);

  return kinds &&
         poplens_cli_write_tables (report, location, tables, G_N_ELEMENTS (tables), json, error);
}

/* With --why the variable alone. */
gboolean
poplens_cli_kinds_text (PoplensCliView *view, GError **error)
{
  guint from = view->location ? 1 : 0;
  g_autoptr (PoplensKinds) kinds = poplens_report_kinds (view->report, NULL, error);

  if (!kinds)
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  return poplens_cli_show_tables (view, tables + from, 1, error);
}
