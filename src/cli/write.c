/* Writes an answer as text, CSV or JSON. */
#include "cli/write.h"

#include "analysis/compare/compare.h"
#include "cli/screen.h"
#include "pages/core/page-private.h"
#include "tables/compare/compare-judge.h"
#include "tables/engine/records.h"
#include "tables/engine/table-where.h"
#include "tables/engine/table.h"

#include <math.h>
#include <string.h>

/* ---- columns of a table as a table ----------------------------------------------------------- */

typedef struct {
  const char *column, *title, *unit, *source, *doc;
} ColumnRow;

static const PoplensColumn column_columns[] = {
    POPLENS_CELL (ColumnRow, column, "Column", TEXT, DERIVED, "Name for --columns and scripts"),
    POPLENS_CELL (ColumnRow, title, "Title", TEXT, DERIVED, "Heading"),
    POPLENS_CELL (ColumnRow, unit, "Unit", TEXT, DERIVED, "Unit of its numbers"),
    POPLENS_CELL (ColumnRow, source, "Source", TEXT, DERIVED,
                  "Where its numbers come from; row: the column source says it"),
    POPLENS_CELL (ColumnRow, doc, "Meaning", TEXT, DERIVED, "Definition of the column"),
};

/* Builds a table with a row for each column of @table. (transfer full) */
static PoplensTable *
table_describe (const PoplensTable *table)
{
  PoplensRecords *rows = POPLENS_RECORDS (ColumnRow, column_columns);

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    ColumnRow *row = poplens_records_add (rows);
    row->column = poplens_records_text (rows, column->name);
    row->title = poplens_records_text (rows, column->title);
    row->unit = poplens_unit_name (column->unit);
    row->source = poplens_provenance_name (column->provenance);
    row->doc = poplens_records_text (rows, column->doc);
  }
  return poplens_records_finish (rows, "columns", "Columns", NULL);
}

/* ---- rows and columns ------------------------------------------------------------------------ */

static gboolean
has_column (const GArray *columns, guint column)
{
  for (guint c = 0; c < columns->len; c++)
    if (g_array_index (columns, guint, c) == column)
      return TRUE;
  return FALSE;
}

/* Parses "a,b" into column numbers. @text: (nullable): NULL gives an empty array, for all columns.
 * (transfer full) (nullable): NULL with an error */
static GArray *
parse_columns (const PoplensTable *table, const char *text, GError **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) names = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; names[i]; i++) {
    guint column;
    if (!poplens_table_require_column (table, g_strstrip (names[i]), &column, error))
      return NULL;
    /* Skip a column that was already named: keys of a JSON object must be unique. */
    if (!has_column (columns, column))
      g_array_append_val (columns, column);
  }
  return g_steal_pointer (&columns);
}

/* Parses "a,-b" into sort keys, the most important first. "-" sorts descending, "+" ascending.
 * Without a sign numbers are descending, and texts ascending. (transfer full) (nullable): NULL with
 * an error */
static GArray *
parse_sort (const PoplensTable *table, const char *text, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (PoplensSortKey));
  g_auto (GStrv) names = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; names[i]; i++) {
    const char *name = g_strstrip (names[i]);
    gboolean has_sign = *name == '-' || *name == '+';
    PoplensSortKey key = {0};
    if (((has_sign && poplens_table_find_column (table, name + 1) >= 0) ||
         !poplens_compare_find_sorted (table, name + has_sign, &key)) &&
        !poplens_table_require_column (table, name + has_sign, &key.column, error))
      return NULL;
    key.descending = has_sign ? *name == '-' : poplens_table_column_is_numeric (table, key.column);
    g_array_append_val (keys, key);
  }
  return g_steal_pointer (&keys);
}

/* Returns the first column of @sort: "-total,tile" → "total". (transfer full) (nullable) */
static char *
first_sort_column (const char *sort)
{
  return sort ? g_strndup (sort + strspn (sort, "-+ "), strcspn (sort + strspn (sort, "-+ "), ", "))
              : NULL;
}

/* Returns the columns to write; an empty array means all. Text that compares two reports on a
 * screen only has the columns of one measure. (transfer full) (nullable): NULL with an error */
static GArray *
choose_columns (const PoplensCli *cli, const PoplensTable *table, const PoplensCliOutput *self,
                GError **error)
{
  g_autofree char *sorted = first_sort_column (self->sort);
  g_autofree char *main = poplens_compare_main_measure (table);

  if (self->columns || self->all || self->format != POPLENS_TABLE_TEXT || !cli->narrow || !main)
    return parse_columns (table, self->columns, error);
  g_auto (GStrv) names = poplens_compare_columns (table, sorted);
  g_autofree char *columns = g_strjoinv (",", names);
  return parse_columns (table, columns, error);
}

/* Returns the value of an option or, if it was not given (NULL), of the key "sort.TABLE" in
 * @location. @prefix: "sort." or "filter.". (transfer none) (nullable) */
static const char *
choose_option_text (const char *option, const PoplensLocation *location, const char *prefix,
                    const PoplensTable *table)
{
  g_autofree char *key = g_strconcat (prefix, poplens_table_get_name (table), NULL);

  return option || !location ? option : poplens_location_get (location, key);
}

/* Selects and sorts the rows. @sort: (nullable): order if neither the user nor @location sets one.
 * @view: (out) (nullable): stays NULL if the table can be written directly. FALSE with an error. */
static gboolean
make_table_view (const PoplensTable *table, const PoplensCliOutput *output, const char *sort,
                 const PoplensLocation *location, const PoplensWhere *where,
                 PoplensTableView **view, GError **error)
{
  const char *asked = choose_option_text (output->sort, location, "sort.", table);
  g_autoptr (GArray) keys = parse_sort (table, asked ? asked : sort, error);
  PoplensTableQuery query = {
      .filter = choose_option_text (output->filter, location, "filter.", table), .where = where};

  if (!keys)
    return FALSE;
  query.keys = (const PoplensSortKey *) (gconstpointer) keys->data;
  query.n_keys = keys->len;
  if (query.filter || query.n_keys || (where && output->format == POPLENS_TABLE_TEXT))
    *view = poplens_table_view_query (table, &query, NULL);
  return TRUE;
}

/* Says on standard error that a CSV table is incomplete. Text and JSON say so in the output
 * itself. */
static void
report_partial_table (PoplensCli *cli, PoplensTableFormat format, const PoplensTable *table)
{
  if (format == POPLENS_TABLE_CSV && poplens_table_is_partial (table))
    poplens_cli_tell (cli, "%s", poplens_table_get_note (table));
}

/* Says on standard error how many rows of a CSV table are written, if some are left out. Text and
 * JSON have this number in the output itself. */
static void
report_row_count (PoplensCli *cli, PoplensTableFormat format, const PoplensTableCount *count)
{
  PoplensNumber a, b;

  if (format == POPLENS_TABLE_CSV && count->written < count->of)
    poplens_cli_tell (cli, "%s of %s rows", poplens_format_count (a, count->written),
                      poplens_format_count (b, count->of));
}

static PoplensTableOutput
make_table_output (const PoplensCli *cli, const PoplensCliOutput *self, const GArray *columns,
                   guint32 most, PoplensJsonWriter *json, PoplensTableCount *count)
{
  return (PoplensTableOutput){
      .columns = columns->len ? (const guint *) (gconstpointer) columns->data : NULL,
      .n_columns = columns->len,
      .limit = self->limited                        ? self->most
               : self->format == POPLENS_TABLE_TEXT ? most
                                                    : 0,
      .byte_unit = self->unit,
      .totals = TRUE,
      .max_width = cli->terminal ? cli->width : 0,
      .more = "; --all",
      .json = json,
      .csv_safe = self->csv_safe,
      .count = count,
  };
}

/* Writes a table with the rows and columns that the options select. @look: order and number of rows
 * without such options */
static gboolean
answer_write_table (PoplensCli *cli, const PoplensTable *table, const PoplensCliOutput *self,
                    const PoplensLocation *location, const PoplensCliTable *look,
                    PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensWhere) where = NULL;
  g_autoptr (PoplensTableView) view = NULL;
  g_autoptr (GArray) columns = choose_columns (cli, table, self, error);
  PoplensTableCount count = {0};

  if (!columns)
    return FALSE;
  if (self->where && !(where = poplens_where_new (table, (const char *const *) self->where, error)))
    return FALSE;
  if (!make_table_view (table, self, look->sort, location, where, &view, error))
    return FALSE;
  PoplensTableOutput output =
      make_table_output (cli, self, columns, self->all ? 0 : look->most, json, &count);
  output.where = view ? NULL : where;
  if (!poplens_table_write (table, view, self->format, &output, cli->out, error))
    return FALSE;
  report_row_count (cli, self->format, &count);
  report_partial_table (cli, self->format, table);
  return TRUE;
}

static gboolean
answer_write_series (PoplensCli *cli, PoplensTableSeries *series, const PoplensCliOutput *self,
                     const PoplensLocation *location, PoplensJsonWriter *json, GError **error)
{
  const PoplensTable *table = poplens_table_series_get_first (series);
  g_autoptr (GArray) columns = parse_columns (table, self->columns, error);
  PoplensSeriesQuery query = {choose_option_text (self->filter, location, "filter.", table),
                              (const char *const *) self->where};
  PoplensTableCount count = {0};

  if (!columns)
    return FALSE;
  PoplensTableOutput output = make_table_output (cli, self, columns, 0, json, &count);
  if (!poplens_table_series_write (series, &query, self->format, &output, cli->out, error))
    return FALSE;
  report_row_count (cli, self->format, &count);
  return TRUE;
}

static gboolean
answer_write_main (PoplensCli *cli, const PoplensCliOutput *self, PoplensCliAnswer *answer,
                   PoplensJsonWriter *json, GError **error)
{
  const PoplensCliTable *look = &g_array_index (answer->looks, PoplensCliTable, 0);

  return answer->series
             ? answer_write_series (cli, answer->series, self, answer->location, json, error)
             : answer_write_table (cli, answer->tables->pdata[0], self, answer->location, look,
                                   json, error);
}

/* ---- the columns of a table ------------------------------------------------------------------ */

static void
describe_main (PoplensCliAnswer *answer)
{
  static const PoplensCliTable look = {"columns"};
  const PoplensTable *table =
      answer->series ? poplens_table_series_get_first (answer->series) : answer->tables->pdata[0];
  PoplensTable *columns = table_describe (table);

  g_clear_pointer (&answer->series, poplens_table_series_free);
  g_ptr_array_set_size (answer->tables, 0);
  g_array_set_size (answer->looks, 0);
  poplens_cli_answer_table (answer, columns, &look);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Loads the targets before anything is written. If a file cannot be read, there is only an error,
 * not an incomplete answer. */
static gboolean
load_targets (const PoplensCliAnswer *answer, gconstpointer targets[2], GError **error)
{
  for (guint r = 0; r < G_N_ELEMENTS (answer->reports) && answer->reports[r]; r++)
    if (!poplens_page_load_optional (answer->reports[r], POPLENS_PART_TARGET, &targets[r], NULL,
                                     error))
      return FALSE;
  return TRUE;
}

static void
write_reports (PoplensJsonWriter *json, const PoplensCliAnswer *answer,
               const gconstpointer targets[2])
{
  poplens_json_begin_array (json, "reports");
  for (guint r = 0; r < G_N_ELEMENTS (answer->reports) && answer->reports[r]; r++) {
    PoplensReport *report = answer->reports[r], *other = answer->reports[!r];
    const PoplensTarget *target = targets[r];
    g_autofree char *name = other ? poplens_report_name_beside (report, other)
                                  : g_strdup (poplens_report_get_name (report));
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "name", name);
    poplens_json_string (json, "path", poplens_report_get_path (report));
    poplens_json_string (json, "poplar", target ? target->poplar_version : NULL);
    poplens_json_string (json, "compiled", target ? target->timestamp : NULL);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_facts (PoplensJsonWriter *json, const PoplensCliAnswer *answer)
{
  poplens_json_begin_array (json, "answer");
  for (guint f = 0; f < answer->facts->len; f++) {
    const PoplensFact *fact = answer->facts->pdata[f];
    gboolean has_detail = fact->detail && *fact->detail;
    g_autofree char *text =
        g_strconcat (fact->label ? fact->label : "", fact->label ? ": " : "", fact->value,
                     has_detail ? ", " : "", has_detail ? fact->detail : "", NULL);
    poplens_json_string (json, NULL, text);
  }
  poplens_json_end_array (json);
}

/* Writes a figure's change: difference, ratio to Before, and whether it is better or worse by more
 * than noise. */
static void
write_change (PoplensJsonWriter *json, const PoplensCliFigure *figure)
{
  static const char *const verdicts[] = {"better", "same", "worse"};
  gboolean known = figure->before.type == POPLENS_VALUE_INT &&
                   figure->value.type == POPLENS_VALUE_INT && figure->value.unit != POPLENS_UNIT_ID;
  double change = known ? (double) figure->value.integer - (double) figure->before.integer : 0;
  double noise = known ? POPLENS_NOISE * fabs ((double) figure->before.integer) : 0;
  int sign = change > noise ? 1 : change < -noise ? -1 : 0;

  if (figure->direction == POPLENS_MORE_IS_BETTER)
    sign = -sign;
  poplens_json_begin_object (json, figure->key);
  poplens_value_write_json (&figure->before, "before", json);
  poplens_value_write_json (&figure->value, "after", json);
  poplens_json_double (json, "change", known ? change : NAN);
  poplens_json_double (json, "ratio",
                       known && figure->before.integer ? change / (double) figure->before.integer
                                                       : NAN);
  poplens_json_string (json, "verdict", known && figure->direction ? verdicts[sign + 1] : NULL);
  poplens_json_end_object (json);
}

static void
write_figures (PoplensJsonWriter *json, const PoplensCliAnswer *answer)
{
  poplens_json_begin_object (json, "figures");
  for (guint f = 0; f < answer->figures->len; f++) {
    const PoplensCliFigure *figure = &g_array_index (answer->figures, PoplensCliFigure, f);
    if (answer->reports[1])
      write_change (json, figure);
    else
      poplens_value_write_json (&figure->value, figure->key, json);
  }
  poplens_json_end_object (json);
}

static void
add_damage (PoplensCliAnswer *answer)
{
  for (guint r = 0; r < G_N_ELEMENTS (answer->reports) && answer->reports[r]; r++) {
    g_autoptr (GPtrArray) damage = poplens_report_list_damage (answer->reports[r]);
    for (guint i = 0; i < damage->len; i++)
      poplens_cli_answer_missing (answer, NULL, damage->pdata[i], TRUE);
  }
}

static void
write_missing (PoplensJsonWriter *json, PoplensCliAnswer *answer)
{
  add_damage (answer);
  poplens_json_begin_array (json, "missing");
  for (guint m = 0; m < answer->missing->len; m++) {
    const PoplensCliMissing *missing = answer->missing->pdata[m];
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "what", missing->what);
    poplens_json_string (json, "reason", missing->reason);
    poplens_json_bool (json, "damaged", missing->damaged);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static gboolean
answer_write_tables (PoplensCli *cli, const PoplensCliOutput *self, PoplensCliAnswer *answer,
                     PoplensJsonWriter *json, GError **error)
{
  PoplensCliOutput whole = {
      .format = POPLENS_TABLE_JSON, .limited = self->limited, .most = self->most};

  if ((answer->series || answer->tables->len) &&
      !answer_write_main (cli, self, answer, json, error))
    return FALSE;
  for (guint t = answer->series ? 0 : 1; t < answer->tables->len; t++) {
    const PoplensCliTable *look = &g_array_index (answer->looks, PoplensCliTable, t);
    if (!answer_write_table (cli, answer->tables->pdata[t], &whole, NULL, look, json, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_json (PoplensCli *cli, const char *command, const PoplensCliOutput *self,
            PoplensCliAnswer *answer, GError **error)
{
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (cli->out);
  gconstpointer targets[2] = {NULL, NULL};

  if (!load_targets (answer, targets, error))
    return FALSE;
  poplens_json_begin_object (json, NULL);
  poplens_json_int (json, "schema", POPLENS_JSON_SCHEMA);
  poplens_json_string (json, "poplens", POPLENS_VERSION);
  poplens_json_string (json, "command", command);
  write_reports (json, answer, targets);
  write_facts (json, answer);
  write_figures (json, answer);
  poplens_json_begin_object (json, "tables");
  if (!answer_write_tables (cli, self, answer, json, error))
    return FALSE;
  poplens_json_end_object (json);
  write_missing (json, answer);
  poplens_json_begin_array (json, "notices");
  for (guint n = 0; n < answer->notices->len; n++)
    poplens_json_string (json, NULL, answer->notices->pdata[n]);
  poplens_json_end_array (json);
  poplens_json_string (json, "next", answer->next);
  poplens_json_end_object (json);
  poplens_text_sink_write (cli->out, "\n", 1);
  return TRUE;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Removes the note of a table if a sentence of the answer contains the same text. */
static void
drop_said_notes (PoplensCliAnswer *answer)
{
  for (guint t = 0; t < answer->tables->len; t++)
    for (guint f = 0; f < answer->facts->len; f++) {
      const PoplensFact *fact = answer->facts->pdata[f];
      const char *note = poplens_table_get_note (answer->tables->pdata[t]);
      if (note && !fact->label && strstr (fact->value, note))
        poplens_table_set_note (answer->tables->pdata[t], NULL);
    }
}

static gboolean
write_answer_text (PoplensCli *cli, const PoplensCliOutput *self, PoplensCliAnswer *answer,
                   GError **error)
{
  PoplensCliView view = poplens_cli_view (cli, self);

  drop_said_notes (answer);
  poplens_cli_view_facts (&view, answer->facts);
  poplens_cli_view_notices (&view, answer);
  for (guint t = 0; t < answer->tables->len; t++) {
    const PoplensCliTable *look = &g_array_index (answer->looks, PoplensCliTable, t);
    if ((!look->further || self->all) &&
        !poplens_cli_view_table (
            &view, answer->tables->pdata[t], look,
            t > 0 || look->further ? poplens_table_get_title (answer->tables->pdata[t]) : NULL,
            error))
      return FALSE;
  }
  poplens_cli_view_next (&view, answer->next);
  return TRUE;
}

gboolean
poplens_cli_output_write (PoplensCli *cli, const char *command, const PoplensCliOutput *self,
                          PoplensCliAnswer *answer, GError **error)
{
  if (self->describe)
    describe_main (answer);
  if (self->format == POPLENS_TABLE_JSON)
    return write_json (cli, command, self, answer, error);
  return poplens_cli_output_is_table (self) || answer->series
             ? answer_write_main (cli, self, answer, NULL, error)
             : write_answer_text (cli, self, answer, error);
}
