/* Any table that a page shows, for scripts and for people. */
#include "cli/cli.h"

#include "base/error.h"

#include <string.h>

typedef struct {
  gboolean list, provenance;
  char *format, *columns, *sort, *filter, *place, *unit;
  gint64 limit;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->format);
  g_free (self->columns);
  g_free (self->sort);
  g_free (self->filter);
  g_free (self->place);
  g_free (self->unit);
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
    poplens_text_sink_printf (cli->out, "%-*s  %s\n", width, specs[i].name, specs[i].doc);
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

static gboolean
find_column (const PoplensTable *table, const char *name, int *column, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  *column = poplens_table_find_column (table, name);
  if (*column >= 0)
    return TRUE;
  for (guint c = 0; c < poplens_table_n_columns (table); c++)
    g_string_append_printf (all, "%s%s", c ? ", " : "", poplens_table_get_column (table, c)->name);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "the table %s has no column \u201c%s\u201d: it has %s",
               poplens_table_get_name (table), name, all->str);
  return FALSE;
}

/* "a,b" → column numbers; NULL: all of them. */
static GArray *
parse_columns (const PoplensTable *table, const char *text, GError **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) names = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; names[i]; i++) {
    int column;
    if (!find_column (table, g_strstrip (names[i]), &column, error))
      return NULL;
    g_array_append_val (columns, column);
  }
  return g_steal_pointer (&columns);
}

/* What the option asks for, else what @place says of the table. */
static const char *
choose (const char *option, const PoplensPlace *place, const char *prefix,
        const PoplensTable *table)
{
  g_autofree char *key = g_strconcat (prefix, poplens_table_get_name (table), NULL);

  return option ? option : poplens_place_get (place, key);
}

/* The rows asked for; *@view stays NULL where it is simply all of them. */
static gboolean
make_view (const PoplensTable *table, const Options *options, const PoplensPlace *place,
           PoplensTableView **view, GError **error)
{
  const char *sort = choose (options->sort, place, "sort.", table);
  const char *filter = choose (options->filter, place, "filter.", table);
  gboolean descending = sort && *sort == '-';
  int column = -1;

  if (sort && !find_column (table, sort + descending, &column, error))
    return FALSE;
  if (column >= 0 || filter)
    *view = poplens_table_view_new (table, filter, column, descending, NULL);
  return TRUE;
}

static gboolean
print_table (PoplensCli *cli, const PoplensTable *table, const Options *options,
             const PoplensPlace *place, PoplensTableFormat format, PoplensByteUnit unit,
             GError **error)
{
  g_autoptr (PoplensTableView) view = NULL;
  g_autoptr (GArray) columns = parse_columns (table, options->columns, error);

  if (!columns || !make_view (table, options, place, &view, error))
    return FALSE;
  PoplensTableOutput output = {
      .columns = columns->len ? (const guint *) (gconstpointer) columns->data : NULL,
      .n_columns = columns->len,
      .limit = (guint32) options->limit,
      .byte_unit = unit,
      .totals = TRUE,
      .max_width = cli->terminal ? cli->width : 0,
      .bold_header = cli->colour,
      .provenance = options->provenance,
  };
  return poplens_table_write (table, view, format, &output, cli->out, error);
}

static PoplensExit
run_table (PoplensCli *cli, const char *name, const char *path, const Options *options,
           PoplensTableFormat format, PoplensByteUnit unit)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPlace) place = NULL;
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (PoplensTable) table = NULL;

  place = options->place ? poplens_place_parse (options->place, &error)
                         : poplens_place_new (spec ? spec->page : POPLENS_PAGE_SUMMARY);
  if (place && !poplens_tables_check_keys (place, &error))
    return poplens_cli_fail (cli, error);
  /* A wrong name is said before a large report is opened: build() knows the near ones. */
  if (place && !spec)
    table = poplens_tables_build (name, NULL, place, NULL, &error);
  else if (place && (report = poplens_cli_open (cli, path, &error)))
    table = poplens_tables_build (name, report, place, NULL, &error);
  if (!table || !print_table (cli, table, options, place, format, unit, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}

PoplensExit
poplens_cli_run_table (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {0};
  const GOptionEntry entries[] = {
      {"list", 0, 0, G_OPTION_ARG_NONE, &options.list, "Name the tables", NULL},
      {"format", 0, 0, G_OPTION_ARG_STRING, &options.format, "How to write it", "text|csv|json"},
      {"columns", 0, 0, G_OPTION_ARG_STRING, &options.columns, "These columns, in this order",
       "NAME,…"},
      {"sort", 0, 0, G_OPTION_ARG_STRING, &options.sort, "Sort by a column; -NAME: highest first",
       "[-]NAME"},
      {"filter", 0, 0, G_OPTION_ARG_STRING, &options.filter, "Rows that have all these words",
       "WORDS"},
      {"limit", 0, 0, G_OPTION_ARG_INT64, &options.limit, "At most N rows; 0: all", "N"},
      {"place", 0, 0, G_OPTION_ARG_STRING, &options.place,
       "What is selected, as in \u201cmemory?tile=5\u201d", "PLACE"},
      {"provenance", 0, 0, G_OPTION_ARG_NONE, &options.provenance,
       "CSV and JSON: say of each column where its numbers come from", NULL},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit, "How text writes bytes",
       "binary|si|bytes"},
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
    return poplens_cli_misuse (command, "table needs %s", command->arguments);
  if (!parse_format (options.format, &format))
    return poplens_cli_misuse (command, "\u201c%s\u201d is no format: text, csv or json",
                               options.format);
  if (options.limit < 0 || options.limit > G_MAXUINT32)
    return poplens_cli_misuse (command, "--limit needs a number of rows, 0 for all");
  if (!poplens_cli_parse_unit (cli, command, options.unit, &unit))
    return POPLENS_EXIT_USAGE;
  return run_table (cli, argv[1], argv[2], &options, format, unit);
}
