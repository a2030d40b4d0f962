#include "cli/print-table.h"

#include "tables/engine/table-where.h"

#include <string.h>

void
poplens_cli_table_options_clear (PoplensCliTableOptions *self)
{
  g_free (self->format_name);
  g_free (self->columns);
  g_free (self->sort);
  g_free (self->filter);
  g_free (self->limit);
  g_strfreev (self->where);
}

/* Options that say the same twice are right. */
static gboolean
read_format (const PoplensCliCommand *command, PoplensCliTableOptions *self)
{
  static const char *const names[] = {"text", "csv", "json"};
  const char *name = self->format_name ? self->format_name
                     : self->csv       ? "csv"
                     : self->json      ? "json"
                                       : "text";
  guint format = 0;

  while (format < G_N_ELEMENTS (names) && strcmp (name, names[format]))
    format++;
  if (format == G_N_ELEMENTS (names)) {
    poplens_cli_misuse (command, "unknown format “%s”; use text, csv or json", name);
    return FALSE;
  }
  self->format = format;
  if ((!self->csv || format == POPLENS_TABLE_CSV) && (!self->json || format == POPLENS_TABLE_JSON))
    return TRUE;
  poplens_cli_misuse (command, "--format, --csv and --json exclude each other");
  return FALSE;
}

gboolean
poplens_cli_table_options_read (const PoplensCliCommand *command, PoplensCliTableOptions *self)
{
  if (!read_format (command, self))
    return FALSE;
  if (self->csv_safe && self->format != POPLENS_TABLE_CSV) {
    poplens_cli_misuse (command, "--csv-safe needs --csv");
    return FALSE;
  }
  return poplens_cli_parse_limit (command, self->limit, &self->most);
}

static gboolean
has_column (const GArray *columns, guint column)
{
  for (guint c = 0; c < columns->len; c++)
    if (g_array_index (columns, guint, c) == column)
      return TRUE;
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
    /* An object of JSON cannot have a key twice. */
    if (!has_column (columns, column))
      g_array_append_val (columns, column);
  }
  return g_steal_pointer (&columns);
}

/* What the option asks for, else what @location (nullable) says of the table. */
static const char *
choose (const char *option, const PoplensLocation *location, const char *prefix,
        const PoplensTable *table)
{
  g_autofree char *key = g_strconcat (prefix, poplens_table_get_name (table), NULL);

  return option || !location ? option : poplens_location_get (location, key);
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
make_view (const PoplensTable *table, const PoplensCliTableOptions *options,
           const PoplensLocation *location, const PoplensWhere *where, PoplensTableView **view,
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
  if (query.filter || query.n_keys || (where && options->format == POPLENS_TABLE_TEXT))
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
make_output (const PoplensCli *cli, const PoplensCliTableOptions *options, const GArray *columns,
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

gboolean
poplens_cli_print_table (PoplensCli *cli, const PoplensTable *table,
                         const PoplensCliTableOptions *options, const PoplensLocation *location,
                         PoplensByteUnit unit, GError **error)
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
  if (!make_view (table, options, location, where, &view, error))
    return FALSE;
  PoplensTableOutput output = make_output (cli, options, columns, unit, &count);
  output.where = view ? NULL : where;
  if (!poplens_table_write (table, view, options->format, &output, cli->out, error))
    return FALSE;
  say_count (cli, options->format, &count);
  say_partial (cli, options->format, table);
  return TRUE;
}

gboolean
poplens_cli_print_series (PoplensCli *cli, PoplensTableSeries *series,
                          const PoplensCliTableOptions *options, const PoplensLocation *location,
                          PoplensByteUnit unit, GError **error)
{
  const PoplensTable *table = poplens_table_series_get_first (series);
  g_autoptr (GArray) columns = parse_columns (table, options->columns, error);
  PoplensSeriesQuery query = {choose (options->filter, location, "filter.", table),
                              (const char *const *) options->where};
  PoplensTableCount count = {0};

  if (!columns)
    return FALSE;
  PoplensTableOutput output = make_output (cli, options, columns, unit, &count);
  if (!poplens_table_series_write (series, &query, options->format, &output, cli->out, error))
    return FALSE;
  say_count (cli, options->format, &count);
  return TRUE;
}
