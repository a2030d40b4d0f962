/* Any table that a page shows, for scripts and for people. */
#include "cli/print-table.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

#define CACHE_BYTES ((gsize) 32 << 20)

typedef struct {
  gboolean list;
  char *location, *unit, *with;
  PoplensCliTableOptions rows;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->location);
  g_free (self->unit);
  g_free (self->with);
  poplens_cli_table_options_clear (&self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

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

/* What is sorted has to be held. */
static gboolean
print_report (PoplensCli *cli, PoplensReport *report, const char *name, const Options *options,
              const PoplensLocation *location, PoplensByteUnit unit, GError **error)
{
  g_autoptr (PoplensTableSeries) series = NULL;
  g_autoptr (PoplensTable) table = NULL;
  g_autofree char *sort_key = g_strconcat ("sort.", name, NULL);

  /* Each slice is read once. */
  poplens_report_set_cache_bytes (report, CACHE_BYTES);
  if (!poplens_tables_prepare (name, report, NULL, error))
    return FALSE;
  if (!options->rows.sort && !poplens_location_get (location, sort_key) &&
      !poplens_tables_series (name, report, location, &series, NULL, error))
    return FALSE;
  if (series)
    return poplens_cli_print_series (cli, series, &options->rows, location, unit, error);
  table = poplens_tables_build (name, report, location, NULL, error);
  return table && poplens_cli_print_table (cli, table, &options->rows, location, unit, error);
}

/* FALSE with the error of a table of changes, which needs the report of --with. */
static gboolean
check_other (PoplensReport *report, const char *name, GError **error)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  if (other || !g_str_has_prefix (name, "compare-"))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "%s needs a second report; add --with REPORT", name);
  return FALSE;
}

static PoplensExit
run_table (PoplensCli *cli, const char *name, const char *path, const Options *options,
           PoplensByteUnit unit)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (PoplensReport) report = NULL;
  gboolean good = FALSE;

  location = options->location ? poplens_cli_parse_location (options->location, &error)
                               : poplens_location_new (spec ? spec->page : POPLENS_PAGE_SUMMARY);
  if (location && !poplens_tables_check_keys (location, &error))
    return poplens_cli_fail (cli, error);
  /* A wrong name is said before a large report is opened: build() knows the near ones. */
  if (location && !spec)
    poplens_tables_build (name, NULL, location, NULL, &error);
  else if (location && (report = poplens_cli_open (cli, path, &error)) &&
           poplens_cli_compare_location (cli, report, options->with, location, &error) &&
           check_other (report, name, &error) &&
           (spec->page == POPLENS_PAGE_TRACE || poplens_cli_check_scope (report, location, &error)))
    good = print_report (cli, report, name, options, location, unit, &error) &&
           poplens_report_is_whole_since (report, 0, &error);
  if (good)
    poplens_cli_tell_damage (cli, report);
  return good ? POPLENS_EXIT_GOOD : poplens_cli_fail (cli, error);
}

PoplensExit
poplens_cli_run_table (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {0};
  const GOptionEntry entries[] = {
      {"list", 0, 0, G_OPTION_ARG_NONE, &options.list,
       "list all tables, or with views all named views", NULL},
      POPLENS_CLI_TABLE_ENTRIES (options.rows),
      {"location", 0, 0, G_OPTION_ARG_STRING, &options.location,
       "location to list, for example 'memory?tile=5'", "LOCATION"},
      {"place", 0, 0, G_OPTION_ARG_STRING, &options.location, "same as --location", "LOCATION"},
      {"with", 0, 0, G_OPTION_ARG_FILENAME, &options.with,
       "compare with this report (tables of changes)", "REPORT"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  PoplensExit status;

  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  gboolean views = argc == 2 && !strcmp (argv[1], "views");
  if (options.list && (argc == 1 || views))
    return list_tables (cli, views);
  if (argc != 3 || options.list)
    return poplens_cli_misuse (command, "missing argument: table needs %s", command->arguments);
  if (!poplens_cli_table_options_read (command, &options.rows) ||
      !poplens_cli_parse_unit (cli, command, options.unit, &unit))
    return POPLENS_EXIT_USAGE;
  return run_table (cli, argv[1], argv[2], &options, unit);
}
