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

static const char *
text_at (const PoplensTable *table, guint32 row, const char *column)
{
  PoplensValue value =
      poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));

  return value.type == POPLENS_VALUE_TEXT && *value.text ? value.text : NULL;
}

/* "optimiser: named after other always-live data (named)". FALSE where the screen has no room for
 * that and for a count. */
static gboolean
show_variable (PoplensCliView *view, const PoplensTable *table, guint32 row)
{
  const char *name = text_at (table, row, "variable"), *marks = text_at (table, row, "marks");
  g_autofree char *text = g_strdup_printf (
      "%s: %s (%s)%s%s", text_at (table, row, "kind"), text_at (table, row, "evidence"),
      text_at (table, row, "confidence"), marks ? "; " : "", marks ? marks : "");

  name = name ? name : "(no name)";
  if (!view->all &&
      view->left < poplens_cli_lines (view, name, 0) + poplens_cli_lines (view, text, 2) + 1)
    return FALSE;
  poplens_cli_paragraph (view, name, 0, FALSE);
  poplens_cli_paragraph (view, text, 2, FALSE);
  return TRUE;
}

/* Names are long and so are rules: each has a line. */
static gboolean
show_why (PoplensCliView *view, GError **error)
{
  const PoplensCliTable *of = &tables[1];
  g_autoptr (PoplensTable) table =
      poplens_tables_build (of->table, view->report, view->location, NULL, error);
  guint32 n = table ? poplens_table_n_rows (table) : 0, most = view->all ? n : MIN (n, of->most);
  guint32 shown = 0;
  PoplensNumber some, all;

  if (!table)
    return FALSE;
  poplens_cli_title (view, of->title);
  while (shown < most && show_variable (view, table, shown))
    shown++;
  if (shown < n) {
    view->cut = TRUE;
    poplens_cli_line (view, "%s of %s variables, largest first", poplens_format_count (some, shown),
                      poplens_format_count (all, n));
  }
  return TRUE;
}

/* With --why the variable alone. */
gboolean
poplens_cli_kinds_text (PoplensCliView *view, GError **error)
{
  g_autoptr (PoplensKinds) kinds = poplens_report_kinds (view->report, NULL, error);

  if (!kinds)
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  return view->location ? show_why (view, error) : poplens_cli_show_tables (view, tables, 1, error);
}
