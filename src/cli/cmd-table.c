/* Any table that a page shows, for scripts and for people. */
#include "cli/cli.h"

#include "base/error.h"
#include "tables/engine/table-where.h"

#include <stdio.h>
#include <string.h>

#define CACHE_BYTES ((gsize) 32 << 20)

typedef struct {
  gboolean list, provenance, csv_safe;
  char *format, *columns, *sort, *filter, *limit, *location, *unit, *with;
  GStrv where;
  guint32 most; /* rows; 0: all */
} Options;

static void
options_clear (Options *self)
{
  g_free (self->format);
  g_free (self->columns);
  g_free (self->sort);
  g_free (self->filter);
  g_free (self->limit);
  g_free (self->location);
  g_free (self->unit);
  g_free (self->with);
  g_strfreev (self->where);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static PoplensExit
list_tables (PoplensCli *cli)
{
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);
  int width = 0;

  for (guint i = 0; i < n; i++)
    width = MAX (width, (int) strlen (specs[i].name));
  for (guint i = 0; i < n; i++)
    poplens_text_sink_printf (cli->out, specs[i].keys ? "%-*s  %s. Keys: %s\n" : "%-*s  %s\n",
                              width, specs[i].name, specs[i].doc, specs[i].keys);
  return POPLENS_EXIT_GOOD;
}

static gboolean
parse_format (const char *text, PoplensTableFormat *format)
{
  static const char *const names[] = {"text", "csv", "json"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!text || !strcmp (text, names[i])) {
      *format = i;
      return TRUE;
    }
  return FALSE;
}

/* "a,b" → column numbers; NULL: all of them. */
static GArray *
parse_columns (const PoplensTable *table, const char *text, GError **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) names = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; names[i]; i++) {
    guint column;
    if (!poplens_table_require_column (table, g_strstrip (names[i]), &column, error))
      return NULL;
    g_array_append_val (columns, column);
  }
  return g_steal_pointer (&columns);
}

/* What the option asks for, else what @location says of the table. */
static const char *
choose (const char *option, const PoplensLocation *location, const char *prefix,
        const PoplensTable *table)
{
  g_autofree char *key = g_strconcat (prefix, poplens_table_get_name (table), NULL);

  return option ? option : poplens_location_get (location, key);
}

/* "a,-b" → keys, the first decides. */
static GArray *
parse_sort (const PoplensTable *table, const char *text, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (PoplensSortKey));
  g_auto (GStrv) names = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; names[i]; i++) {
    const char *name = g_strstrip (names[i]);
    PoplensSortKey key = {.descending = *name == '-'};
    if (!poplens_table_require_column (table, name + key.descending, &key.column, error))
      return NULL;
    g_array_append_val (keys, key);
  }
  return g_steal_pointer (&keys);
}

/* The rows asked for. *@view stays NULL where it is simply all of them, or where the writer can
 * look for those of @where itself: it needs no list of them then. */
static gboolean
make_view (const PoplensTable *table, const Options *options, const PoplensLocation *location,
           const PoplensWhere *where, PoplensTableFormat format, PoplensTableView **view,
           GError **error)
{
  g_autoptr (GArray) keys =
      parse_sort (table, choose (options->sort, location, "sort.", table), error);
  PoplensTableQuery query = {.filter = choose (options->filter, location, "filter.", table),
                             .where = where};

  if (!keys)
    return FALSE;
  query.keys = (const PoplensSortKey *) (gconstpointer) keys->data;
  query.n_keys = keys->len;
  if (query.filter || query.n_keys || (where && format == POPLENS_TABLE_TEXT))
    *view = poplens_table_view_query (table, &query, NULL);
  return TRUE;
}

/* Text says it in its first line. */
static void
say_partial (PoplensCli *cli, PoplensTableFormat format, const PoplensTable *table)
{
  if (format != POPLENS_TABLE_TEXT && poplens_table_is_partial (table))
    poplens_cli_tell (cli, "%s", poplens_table_get_note (table));
}

/* Text says it in its last line; scripts read that of CSV and JSON. */
static void
say_count (PoplensCli *cli, PoplensTableFormat format, const PoplensTableCount *count)
{
  PoplensNumber a, b;

  if (format != POPLENS_TABLE_TEXT && count->written < count->of)
    poplens_cli_tell (cli, "%s of %s rows", poplens_format_count (a, count->written),
                      poplens_format_count (b, count->of));
}

static PoplensTableOutput
make_output (const PoplensCli *cli, const Options *options, const GArray *columns,
             PoplensByteUnit unit, PoplensTableCount *count)
{
  return (PoplensTableOutput){
      .columns = columns->len ? (const guint *) (gconstpointer) columns->data : NULL,
      .n_columns = columns->len,
      .limit = options->most,
      .byte_unit = unit,
      .totals = TRUE,
      .max_width = cli->terminal ? cli->width : 0,
      .provenance = options->provenance,
      .csv_safe = options->csv_safe,
      .count = options->most ? count : NULL,
  };
}

static gboolean
print_table (PoplensCli *cli, const PoplensTable *table, const Options *options,
             const PoplensLocation *location, PoplensTableFormat format, PoplensByteUnit unit,
             GError **error)
{
  g_autoptr (PoplensWhere) where = NULL;
  g_autoptr (PoplensTableView) view = NULL;
  g_autoptr (GArray) columns = parse_columns (table, options->columns, error);
  PoplensTableCount count = {0};

  if (!columns)
    return FALSE;
  if (options->where &&
      !(where = poplens_where_new (table, (const char *const *) options->where, error)))
    return FALSE;
  if (!make_view (table, options, location, where, format, &view, error))
    return FALSE;
  PoplensTableOutput output = make_output (cli, options, columns, unit, &count);
  output.where = view ? NULL : where;
  if (!poplens_table_write (table, view, format, &output, cli->out, error))
    return FALSE;
  say_count (cli, format, &count);
  say_partial (cli, format, table);
  return TRUE;
}

/* Rows that are made while they are written. */
static gboolean
print_series (PoplensCli *cli, PoplensTableSeries *series, const Options *options,
              const PoplensLocation *location, PoplensTableFormat format, PoplensByteUnit unit,
              GError **error)
{
  const PoplensTable *table = poplens_table_series_get_first (series);
  g_autoptr (GArray) columns = parse_columns (table, options->columns, error);
  PoplensSeriesQuery query = {choose (options->filter, location, "filter.", table),
                              (const char *const *) options->where};
  PoplensTableCount count = {0};

  if (!columns)
    return FALSE;
  PoplensTableOutput output = make_output (cli, options, columns, unit, &count);
  if (!poplens_table_series_write (series, &query, format, &output, cli->out, error))
    return FALSE;
  say_count (cli, format, &count);
  return TRUE;
}

/* What is sorted has to be held. */
static gboolean
print_report (PoplensCli *cli, PoplensReport *report, const char *name, const Options *options,
              const PoplensLocation *location, PoplensTableFormat format, PoplensByteUnit unit,
              GError **error)
{
  g_autoptr (PoplensTableSeries) series = NULL;
  g_autoptr (PoplensTable) table = NULL;
  g_autofree char *sort_key = g_strconcat ("sort.", name, NULL);

  /* Each slice is read once. */
  poplens_report_set_cache_bytes (report, CACHE_BYTES);
  if (!poplens_tables_prepare (name, report, NULL, error))
    return FALSE;
  if (!options->sort && !poplens_location_get (location, sort_key) &&
      !poplens_tables_series (name, report, location, &series, NULL, error))
    return FALSE;
  if (series)
    return print_series (cli, series, options, location, format, unit, error);
  table = poplens_tables_build (name, report, location, NULL, error);
  return table && print_table (cli, table, options, location, format, unit, error);
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
           PoplensTableFormat format, PoplensByteUnit unit)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (PoplensReport) report = NULL;
  gboolean good = FALSE;

  location = options->location ? poplens_location_parse (options->location, &error)
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
    good = print_report (cli, report, name, options, location, format, unit, &error) &&
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
      {"list", 0, 0, G_OPTION_ARG_NONE, &options.list, "list all tables", NULL},
      {"format", 0, 0, G_OPTION_ARG_STRING, &options.format, "output format (default: text)",
       "text|csv|json"},
      {"columns", 0, 0, G_OPTION_ARG_STRING, &options.columns, "columns to show, in this order",
       "NAME,…"},
      {"sort", 0, 0, G_OPTION_ARG_STRING, &options.sort,
       "sort by columns; prefix a name with - for descending order", "[-]NAME,…"},
      {"filter", 0, 0, G_OPTION_ARG_STRING, &options.filter, "keep rows that contain all words",
       "WORDS"},
      {"where", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.where,
       "keep rows that match 'COLUMN OP VALUE'; can be repeated", "'COLUMN OP VALUE'"},
      {"limit", 0, 0, G_OPTION_ARG_STRING, &options.limit, "show at most N rows (0: all)", "N"},
      {"location", 0, 0, G_OPTION_ARG_STRING, &options.location,
       "location to list, for example 'memory?tile=5'", "LOCATION"},
      {"place", 0, 0, G_OPTION_ARG_STRING, &options.location, "same as --location", "LOCATION"},
      {"with", 0, 0, G_OPTION_ARG_FILENAME, &options.with,
       "compare with this report (tables of changes)", "REPORT"},
      {"provenance", 0, 0, G_OPTION_ARG_NONE, &options.provenance,
       "add the source of each column (CSV and JSON)", NULL},
      {"csv-safe", 0, 0, G_OPTION_ARG_NONE, &options.csv_safe,
       "put ' before texts that spreadsheets run as formulas", NULL},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  PoplensTableFormat format;
  PoplensExit status;

  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  if (options.list && argc == 1)
    return list_tables (cli);
  if (argc != 3 || options.list)
    return poplens_cli_misuse (command, "missing argument: table needs %s", command->arguments);
  if (!parse_format (options.format, &format))
    return poplens_cli_misuse (command, "unknown format “%s”; use text, csv or json",
                               options.format);
  if (options.csv_safe && format != POPLENS_TABLE_CSV)
    return poplens_cli_misuse (command, "--csv-safe needs --format=csv");
  if (!poplens_cli_parse_limit (command, options.limit, &options.most) ||
      !poplens_cli_parse_unit (cli, command, options.unit, &unit))
    return POPLENS_EXIT_USAGE;
  return run_table (cli, argv[1], argv[2], &options, format, unit);
}
