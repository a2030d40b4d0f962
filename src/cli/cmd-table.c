/* table: any table by name, of one report or of two. */
#include "cli/write.h"

#include "base/error.h"

#include <string.h>

static PoplensExit
list_tables (PoplensCli *cli, gboolean views)
{
  guint n;
  const PoplensTableSpec *specs = views ? poplens_named_views_list (&n) : poplens_tables_list (&n);
  int width = 0;

  for (guint i = 0; i < n; i++)
    width = MAX (width, (int) strlen (specs[i].name));
  for (guint i = 0; i < n; i++)
    poplens_text_sink_printf (cli->out, specs[i].keys ? "%-*s  %s. Keys: %s\n" : "%-*s  %s\n",
                              width, specs[i].name, specs[i].doc, specs[i].keys);
  return POPLENS_EXIT_GOOD;
}

/* FALSE with the error of a table of changes, which needs the report after. */
static gboolean
check_other (PoplensReport *report, const char *name, GError **error)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  if (other || !g_str_has_prefix (name, "compare-"))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "%s needs two reports: BEFORE AFTER",
               name);
  return FALSE;
}

static gboolean
print_table (PoplensCli *cli, const PoplensCliCommand *command, const PoplensTableSpec *spec,
             char *const *paths, const PoplensLocation *location, const PoplensCliOutput *output,
             GError **error)
{
  /* All of its rows, as it is what was asked for. */
  PoplensCliOutput all = *output;
  const PoplensCliRows rows = {.tables = {{spec->name}}};
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, paths[0], error);

  all.most = output->limited ? output->most : 0;
  all.limited = TRUE;
  all.alone = TRUE;
  return report && poplens_cli_compare_location (cli, report, paths[1], location, error) &&
         check_other (report, spec->name, error) &&
         (spec->page == POPLENS_PAGE_TRACE || poplens_cli_check_scope (report, location, error)) &&
         poplens_cli_answer_report (cli, command, report, location, &rows, &all, error);
}

PoplensExit
poplens_cli_run_table (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (PoplensCliOutput) output = {0};
  gboolean list = FALSE;
  g_autofree char *text = NULL;
  GOptionEntry entries[2 + POPLENS_CLI_OUTPUT_ENTRIES + 1] = {
      {"list", 0, 0, G_OPTION_ARG_NONE, &list, "list all tables, or with views all named views",
       NULL},
      {"location", 0, 0, G_OPTION_ARG_STRING, &text,
       "what the table is of, for example 'memory?tile=5'", "LOCATION"},
  };
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  poplens_cli_output_add (&output, entries + 2);
  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  gboolean views = argc == 2 && !strcmp (argv[1], "views");
  if (list && (argc == 1 || views))
    return list_tables (cli, views);
  if (argc < 3 || argc > 4 || list)
    return poplens_cli_misuse (command, "missing argument: table needs %s", command->arguments);
  if (!poplens_cli_output_read (command, &output))
    return POPLENS_EXIT_USAGE;
  const PoplensTableSpec *spec = poplens_tables_find (argv[1]);
  location = text ? poplens_cli_parse_location (text, &error)
                  : poplens_location_new (spec ? spec->page : POPLENS_PAGE_SUMMARY);
  if (location && !poplens_tables_check_keys (location, &error))
    return poplens_cli_fail (cli, error);
  /* A wrong name is said before a large report is opened: build() knows the near ones. */
  if (location && !spec)
    poplens_tables_build (argv[1], NULL, location, NULL, &error);
  if (!location || !spec || !print_table (cli, command, spec, argv + 2, location, &output, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}
