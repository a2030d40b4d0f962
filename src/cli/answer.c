/* Answer of a command, whose sentences, figures and tables are collected before they are written.
 * Also figures that several commands share, and the options of output. */
#include "cli/answer.h"

#include "analysis/summary/headline.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/headline.h"
#include "pages/core/page-private.h"

#include <string.h>

/* ---- answer ---------------------------------------------------------------------------------- */

static void
missing_free (gpointer data)
{
  PoplensCliMissing *self = data;

  g_free (self->what);
  g_free (self->reason);
  g_free (self);
}

PoplensCliAnswer *
poplens_cli_answer_new (PoplensReport *report, const PoplensLocation *location,
                        const PoplensCliOutput *output)
{
  PoplensCliAnswer *self = g_new0 (PoplensCliAnswer, 1);

  self->reports[0] = report;
  self->location = location;
  self->unit = output->unit;
  self->all = output->all;
  self->facts = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_fact_free);
  self->figures = g_array_new (FALSE, FALSE, sizeof (PoplensCliFigure));
  self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_table_unref);
  self->looks = g_array_new (FALSE, FALSE, sizeof (PoplensCliTable));
  self->missing = g_ptr_array_new_with_free_func (missing_free);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
poplens_cli_answer_free (PoplensCliAnswer *self)
{
  g_ptr_array_unref (self->facts);
  g_array_unref (self->figures);
  g_ptr_array_unref (self->tables);
  g_array_unref (self->looks);
  g_ptr_array_unref (self->missing);
  g_ptr_array_unref (self->notices);
  g_clear_pointer (&self->series, poplens_table_series_free);
  g_free (self->next);
  g_free (self);
}

void
poplens_cli_answer_fact (PoplensCliAnswer *self, const char *label, const char *value,
                         const char *detail, PoplensTone tone)
{
  PoplensFact *fact = g_new0 (PoplensFact, 1);

  fact->label = g_strdup (label);
  fact->value = g_strdup (value);
  fact->detail = g_strdup (detail);
  fact->tone = tone;
  g_ptr_array_add (self->facts, fact);
}

void
poplens_cli_answer_say (PoplensCliAnswer *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (*text)
    poplens_cli_answer_fact (self, NULL, text, NULL, POPLENS_TONE_NEUTRAL);
}

void
poplens_cli_answer_figure (PoplensCliAnswer *self, const char *key, PoplensValue value)
{
  PoplensCliFigure figure = {.key = key, .value = value};

  g_array_append_val (self->figures, figure);
}

static void
add_known_figure (PoplensCliAnswer *self, const char *key, gboolean known, guint64 number,
                  PoplensUnit unit)
{
  poplens_cli_answer_figure (self, key,
                             known ? poplens_value_int ((gint64) MIN (number, G_MAXINT64), unit)
                                   : (PoplensValue){0});
}

void
poplens_cli_answer_bytes (PoplensCliAnswer *self, const char *key, gboolean known, guint64 bytes)
{
  add_known_figure (self, key, known, bytes, POPLENS_UNIT_BYTES);
}

void
poplens_cli_answer_cycles (PoplensCliAnswer *self, const char *key, gboolean known, guint64 cycles)
{
  add_known_figure (self, key, known, cycles, POPLENS_UNIT_CYCLES);
}

void
poplens_cli_answer_table (PoplensCliAnswer *self, PoplensTable *table, const PoplensCliTable *look)
{
  g_ptr_array_add (self->tables, table);
  g_array_append_vals (self->looks, look, 1);
}

void
poplens_cli_answer_missing (PoplensCliAnswer *self, const char *what, const char *reason,
                            gboolean damaged)
{
  PoplensCliMissing *one = g_new0 (PoplensCliMissing, 1);

  *one = (PoplensCliMissing){g_strdup (what), g_strdup (reason), damaged};
  g_ptr_array_add (self->missing, one);
}

void
poplens_cli_answer_next (PoplensCliAnswer *self, const char *command, const char *options)
{
  g_autofree char *report = poplens_cli_report_argument (self->reports[0]);

  g_free (self->next);
  self->next = g_strjoin (" ", "poplens-cli", command, report, *options ? options : NULL, NULL);
}

gboolean
poplens_cli_answer_build (PoplensCliAnswer *self, const PoplensCliTable *look, GError **error)
{
  g_autoptr (GError) local = NULL;
  PoplensTable *table = NULL;

  if (poplens_tables_prepare (look->table, self->reports[0], NULL, &local))
    table = (self->reports[1] ? poplens_tables_compare : poplens_tables_build) (
        look->table, self->reports[0], self->location, NULL, &local);
  if (table) {
    poplens_cli_answer_table (self, table, look);
    return TRUE;
  }
  if ((!self->tables->len && !look->further) || !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_cli_answer_missing (self, look->table, local->message,
                              g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_DAMAGED));
  return TRUE;
}

/* ---- figures of a report --------------------------------------------------------------------- */

static PoplensValue
figure_value (PoplensFigure figure, gint64 value)
{
  static const PoplensUnit units[] = {POPLENS_UNIT_BOOL, POPLENS_UNIT_COUNT, POPLENS_UNIT_ID,
                                      POPLENS_UNIT_BYTES, POPLENS_UNIT_CYCLES};

  return value == POPLENS_NO_FIGURE
             ? (PoplensValue){0}
             : poplens_value_int (value, units[poplens_figure_spec (figure)->unit]);
}

static guint32
figure_part (PoplensFigure figure)
{
  return figure < POPLENS_FIGURE_ALWAYS_LIVE_BYTES ? POPLENS_PART_BIT (POPLENS_PART_MEMORY)
         : figure < POPLENS_FIGURE_ITERATIONS      ? POPLENS_PART_BIT (POPLENS_PART_LIVENESS)
                                                   : POPLENS_PART_BIT (POPLENS_PART_EXECUTION);
}

static gboolean
find_figures (PoplensReport *report, guint32 bits, gint64 figures[POPLENS_N_FIGURES],
              GError **error)
{
  PoplensHeadlineParts parts;
  PoplensHeadline headline;

  if (!poplens_headline_load (report, bits, &parts, NULL, error) && error)
    return FALSE;
  poplens_headline_compute (&headline, parts.target, parts.memory, parts.peak, parts.execution);
  poplens_figures_compute (figures, &headline, &parts.time);
  return TRUE;
}

gboolean
poplens_cli_add_figures (PoplensCliAnswer *answer, guint32 bits, GError **error)
{
  gint64 figures[POPLENS_N_FIGURES];

  if (!find_figures (answer->reports[0], bits, figures, error))
    return FALSE;
  for (PoplensFigure f = 0; f < POPLENS_N_FIGURES; f++)
    if (figure_part (f) & bits)
      poplens_cli_answer_figure (answer, poplens_figure_spec (f)->key,
                                 figure_value (f, figures[f]));
  return TRUE;
}

gboolean
poplens_cli_add_facts (PoplensCliAnswer *answer, guint32 bits, GError **error)
{
  g_autoptr (GPtrArray) facts = poplens_page_headline (
      answer->reports[0], bits, (PoplensPageDefaults){.unit = answer->unit}, NULL, error);

  if (!facts)
    return FALSE;
  g_ptr_array_extend_and_steal (answer->facts, g_steal_pointer (&facts));
  return poplens_cli_add_figures (answer, bits, error);
}

void
poplens_cli_add_changes (PoplensCliAnswer *answer)
{
  gint64 before[POPLENS_N_FIGURES], after[POPLENS_N_FIGURES];

  find_figures (answer->reports[0], POPLENS_HEADLINE_ALL, before, NULL);
  find_figures (answer->reports[1], POPLENS_HEADLINE_ALL, after, NULL);
  for (PoplensFigure f = 0; f < POPLENS_N_FIGURES; f++) {
    const PoplensFigureSpec *spec = poplens_figure_spec (f);
    const PoplensCliFigure figure = {.key = spec->key,
                                     .before = figure_value (f, before[f]),
                                     .value = figure_value (f, after[f]),
                                     .direction = spec->direction};
    if (before[f] != POPLENS_NO_FIGURE || after[f] != POPLENS_NO_FIGURE)
      g_array_append_val (answer->figures, figure);
  }
}

gboolean
poplens_cli_has_contents (PoplensReport *report)
{
  static const PoplensPart parts[] = {POPLENS_PART_MEMORY, POPLENS_PART_LIVENESS,
                                      POPLENS_PART_VARIABLES, POPLENS_PART_PROGRAMS};

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    if (poplens_report_get_absence (report, parts[p]) ||
        poplens_report_peek_damage (report, parts[p]))
      return FALSE;
  g_autofree char *lowered = poplens_report_explain_no_lowered (report);
  return !lowered;
}

/* ---- options of output ----------------------------------------------------------------------- */

void
poplens_cli_output_clear (PoplensCliOutput *self)
{
  g_free (self->columns);
  g_free (self->sort);
  g_free (self->filter);
  g_free (self->limit);
  g_free (self->unit_name);
  g_strfreev (self->where);
}

void
poplens_cli_output_add (PoplensCliOutput *self, GOptionEntry *entries)
{
  const GOptionEntry all[POPLENS_CLI_OUTPUT_ENTRIES] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &self->json, "write the answer as JSON", NULL},
      {"csv", 0, 0, G_OPTION_ARG_NONE, &self->csv, "write the main table as CSV", NULL},
      {"csv-safe", 0, 0, G_OPTION_ARG_NONE, &self->csv_safe,
       "CSV: put ' before texts that spreadsheets run as formulas", NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &self->all, "show all rows, columns and tables", NULL},
      {"limit", 0, 0, G_OPTION_ARG_STRING, &self->limit, "show at most N rows, 0 for all", "N"},
      {"sort", 0, 0, G_OPTION_ARG_STRING, &self->sort,
       "sort rows: numbers largest first, changes by size; -COL largest, +COL smallest first",
       "[-+]COL,…"},
      {"columns", 0, 0, G_OPTION_ARG_STRING, &self->columns, "show these columns, in this order",
       "COL,…"},
      {"filter", 0, 0, G_OPTION_ARG_STRING, &self->filter, "keep rows that contain all words",
       "WORDS"},
      {"where", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->where,
       "keep rows that match, for example 'bytes > 1 MiB'; can be repeated", "COND"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &self->unit_name,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {"describe", 0, 0, G_OPTION_ARG_NONE, &self->describe,
       "describe the columns of the main table: unit, source and meaning", NULL},
  };

  while (entries->long_name)
    entries++;
  memcpy (entries, all, sizeof all);
}

static gboolean
parse_limit (const PoplensCliCommand *command, PoplensCliOutput *self)
{
  guint64 most = 0;

  self->limited = self->limit != NULL;
  if (self->limited && !poplens_typed_unsigned (self->limit, 0, G_MAXUINT32, &most)) {
    poplens_cli_misuse (command, "invalid --limit “%s”; use 0 (all) or more", self->limit);
    return FALSE;
  }
  self->most = (guint32) most;
  return TRUE;
}

/* Evaluates the output options into .format, .unit and .most. FALSE after printing an error. */
static gboolean
read_options (const PoplensCliCommand *command, PoplensCliOutput *self)
{
  self->format = self->json  ? POPLENS_TABLE_JSON
                 : self->csv ? POPLENS_TABLE_CSV
                             : POPLENS_TABLE_TEXT;
  if (self->json && self->csv) {
    poplens_cli_misuse (command, "--csv and --json exclude each other");
    return FALSE;
  }
  if (self->csv_safe && !self->csv) {
    poplens_cli_misuse (command, "--csv-safe needs --csv");
    return FALSE;
  }
  return parse_limit (command, self) &&
         poplens_cli_parse_unit (command, self->unit_name, &self->unit);
}

gboolean
poplens_cli_output_parse (PoplensCli *cli, const PoplensCliCommand *command, PoplensCliOutput *self,
                          GOptionEntry *entries, int *argc, char ***argv, int n,
                          PoplensExit *status)
{
  poplens_cli_output_add (self, entries);
  if (n ? !poplens_cli_parse_words (cli, command, entries, argc, argv, n, status)
        : !poplens_cli_parse (cli, command, entries, argc, argv, status))
    return FALSE;
  *status = POPLENS_EXIT_USAGE;
  return read_options (command, self);
}

gboolean
poplens_cli_output_is_table (const PoplensCliOutput *self)
{
  return self->format != POPLENS_TABLE_JSON &&
         (self->alone || self->csv || self->columns || self->sort || self->filter || self->where ||
          self->describe);
}
