/* Command diff: differences of two reports, largest first, as text, data or Markdown. */
#include "base/error.h"
#include "base/typed.h"
#include "base/visible.h"
#include "cli/cli.h"
#include "cli/diff.h"
#include "cli/answer.h"
#include "cli/screen.h"
#include "cli/write.h"
#include "derived/compare/compare-headline.h"
#include "derived/operations/debug-source.h"
#include "tables/compare/compare-judge.h"
#include "tables/engine/table.h"

#include <string.h>

#define FEW 8
/* Minimum number of characters of a name in a line. Longer names are cut to leave space for the
 * numbers of both reports. */
#define LEAST_NAME 24

static const struct {
  const char *by, *name; /* word of --by; name of the table */
  gboolean asked;        /* shown only if --by names it */
  gboolean of_time; /* needs the cycles of all steps, and can be limited to a range of cycles */
} names[POPLENS_DIFF_SECTIONS] = {{"figure", "summary"},
                                  {"option", "options"},
                                  {"cause", "time-causes", .of_time = TRUE},
                                  {"critical-path", "critical-path", .of_time = TRUE},
                                  {"finding", "time-findings", .of_time = TRUE},
                                  {"finding", "findings"},
                                  {"category", "memory-categories"},
                                  {"tile", "memory-tiles"},
                                  {"variable", "variables"},
                                  {"contents", "contents", TRUE},
                                  {"step", "liveness-steps"},
                                  {"program", "programs"},
                                  {"compute-set", "compute-sets"},
                                  {"operation", "operations"},
                                  {"top-down", "trace-costs", TRUE, TRUE}};
#define BY                                                                                         \
  "figure, option, cause, critical-path, finding, category, tile, variable, contents, step, "      \
  "program, compute-set, operation or top-down"
#define BY_OF_TIME "cause, critical-path, finding or top-down"

/* ---- sections -------------------------------------------------------------------------------- */

static void
diff_clear (PoplensDiff *self)
{
  for (guint s = 0; s < self->n_sections; s++) {
    poplens_table_unref (self->sections[s].table);
    g_free (self->sections[s].absent);
  }
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  g_free (self->fit);
  g_free (self->fullest);
  g_free (self->peak);
  g_free (self->next);
  poplens_time_answer_clear (&self->time);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensDiff, diff_clear)

static gboolean
is_section (const char *word, gboolean of_time)
{
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    if (g_str_equal (word, names[n].by) && (names[n].of_time || !of_time))
      return TRUE;
  return FALSE;
}

/* Selects the sections to compare. @by: (nullable): value of --by; NULL: the default sections.
 * FALSE with POPLENS_ERROR_USAGE if a word of @by is invalid, or if the output format cannot hold
 * several tables. */
static gboolean
choose_sections (PoplensDiff *self, const char *by, GError **error)
{
  g_auto (GStrv) asked = g_strsplit (by ? by : "", ",", -1);
  g_autoptr (GString) tables = g_string_new (NULL);

  for (guint i = 0; asked[i]; i++) {
    if (is_section (g_strstrip (asked[i]), self->is_range))
      continue;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid --by “%s”%s; use %s", asked[i],
                 self->is_range ? " with --range" : "", self->is_range ? BY_OF_TIME : BY);
    return FALSE;
  }
  self->is_chosen = by || self->is_range;
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    if ((names[n].of_time || !self->is_range) &&
        (by ? g_strv_contains ((const char *const *) asked, names[n].by) : !names[n].asked)) {
      g_string_append_printf (tables, "%s%s", self->n_sections ? ", " : "", names[n].name);
      self->sections[self->n_sections++] = (PoplensDiffSection){
          .by = names[n].by, .name = names[n].name, .of_time = names[n].of_time};
    }
  if (!by || self->n_sections == 1 ||
      (!self->output->describe && !poplens_cli_output_is_table (self->output)))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "--by names %u tables, of which only one can be written so; use --json, or table "
               "NAME BEFORE AFTER with one of %s",
               self->n_sections, tables->str);
  return FALSE;
}

/* Returns the file of @report that a section needs, but that takes too long to read over a link.
 * (transfer none) (nullable): NULL if all files are read, as they are for sections that the user
 * chose */
static const PoplensReportFile *
find_unread (const PoplensDiff *self, const PoplensDiffSection *section, PoplensReport *report)
{
  if (self->is_chosen)
    return NULL;
  if (g_str_equal (section->name, "operations"))
    return poplens_debug_is_far (report) ? poplens_report_get_file (report, POPLENS_FILE_DEBUG)
                                         : NULL;
  return section->of_time && !poplens_report_is_near (report)
             ? poplens_report_get_file (report, POPLENS_FILE_PROFILE)
             : NULL;
}

/* Explains which file was not read for a section. (transfer full) (nullable): NULL if all files are
 * read */
static char *
explain_unread (const PoplensDiff *self, const PoplensDiffSection *section)
{
  PoplensReport *of[] = {self->first, self->second};

  for (guint r = 0; r < G_N_ELEMENTS (of); r++) {
    const PoplensReportFile *file = find_unread (self, section, of[r]);
    PoplensNumber size;
    if (file)
      return g_strdup_printf ("%s (%s) was not read over the link; use --by %s", file->path,
                              poplens_format_bytes (size, file->size, self->output->unit),
                              section->by);
  }
  return NULL;
}

/* Computes the kinds of variables, if a section has them. They take most memory, so this comes
 * before the time is computed, which is kept. */
static void
prepare_sections (const PoplensDiff *self)
{
  for (guint s = 0; s < self->n_sections; s++)
    if (!find_unread (self, &self->sections[s], self->first) &&
        !find_unread (self, &self->sections[s], self->second))
      poplens_tables_prepare (self->sections[s].name, self->first, NULL, NULL);
}

/* Builds the table of a section; if a report lacks the data, sets .absent instead. FALSE if a
 * report cannot be read. */
static gboolean
build_section (PoplensDiff *self, PoplensDiffSection *section, GError **error)
{
  g_autoptr (GError) local = NULL;

  if ((section->absent = explain_unread (self, section)))
    return TRUE;
  section->table =
      poplens_tables_compare (section->name, self->first, self->location, NULL, &local);
  if (section->table && section->of_time && !self->is_range && !self->time.text)
    poplens_compare_time_of (self->first, &self->time, NULL, NULL);
  if (section->table) {
    g_autoptr (PoplensTable) all = section->table;
    double noise = self->threshold < 0 ? 100 * POPLENS_NOISE : self->threshold;
    g_autoptr (PoplensTable) worse = poplens_compare_rows_beyond (all, TRUE, noise);
    section->worse = poplens_table_n_rows (worse);
    section->table = poplens_compare_rows_beyond (all, FALSE, self->threshold);
    section->differences = poplens_compare_count_changed (all);
    return TRUE;
  }
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  section->absent = g_strdup (local->message);
  section->one_sided = !poplens_compare_neither_has (local);
  return TRUE;
}

/* ---- verdict --------------------------------------------------------------------------------- */

static void
count_differences (const PoplensDiff *self, guint32 *rows, guint32 *exceeding)
{
  *rows = *exceeding = 0;
  for (guint s = 0; s < self->n_sections; s++) {
    const PoplensDiffSection *section = &self->sections[s];
    /* Do not count all rows: data that only one report has is not a difference. */
    *rows += section->differences;
    *exceeding += section->table ? poplens_compare_count_changed (section->table) : 0;
  }
}

/* Counts the rows that violate --fail-if. Checks the sections that the user chose, or else only the
 * figures. @is_unknown: (out): TRUE if some rows could not be checked */
static guint32
count_refused (const PoplensDiff *diff, gboolean *is_unknown)
{
  guint32 refused = 0;

  *is_unknown = diff->damaged;
  for (guint s = 0; diff->demand && s < diff->n_sections; s++) {
    const PoplensDiffSection *section = &diff->sections[s];
    if (!diff->is_chosen && !g_str_equal (section->by, "figure"))
      continue;
    *is_unknown |=
        section->one_sided || (section->table && poplens_table_get_lacks (section->table));
    refused += diff->demand == POPLENS_DIFF_NOT_WORSE ? section->worse
               : section->table ? poplens_compare_count_changed (section->table)
                                : 0;
  }
  return refused;
}

/* Returns POPLENS_EXIT_CHECK if --fail-if is violated, or cannot be checked because data is damaged
 * or missing. */
static PoplensExit
diff_status (const PoplensDiff *diff)
{
  gboolean is_unknown;
  guint32 refused = count_refused (diff, &is_unknown);

  return diff->demand && (refused || is_unknown) ? POPLENS_EXIT_CHECK : POPLENS_EXIT_GOOD;
}

static char *
describe_rows (const PoplensDiff *diff)
{
  PoplensNumber percent;
  guint32 rows, exceeding;
  PoplensNumber all, some;

  count_differences (diff, &rows, &exceeding);
  if (!rows)
    return g_strdup ("No differences.");
  poplens_format_count (all, rows);
  if (diff->threshold < 0)
    return g_strdup_printf (rows == 1 ? "%s difference." : "%s differences.", all);
  poplens_format_digits (percent, diff->threshold, 12);
  if (!exceeding)
    return g_strdup_printf (rows == 1 ? "%s difference, none of more than %s %%."
                                      : "%s differences, none of more than %s %%.",
                            all, percent);
  return g_strdup_printf (rows == 1 ? "%s difference, %s of more than %s %%."
                                    : "%s differences, %s of more than %s %%.",
                          all, poplens_format_count (some, exceeding), percent);
}

/* Returns a sentence about all rows: "12 differences, 3 of more than 5 %." (transfer full) */
static char *
diff_verdict (const PoplensDiff *diff)
{
  g_autofree char *verdict = describe_rows (diff);
  gboolean is_unknown;
  guint32 refused = count_refused (diff, &is_unknown);
  PoplensNumber count;
  g_autofree char *fails = refused ? g_strdup_printf (refused == 1 ? " %s does not meet --fail-if."
                                                                   : " %s do not meet --fail-if.",
                                                      poplens_format_count (count, refused))
                                   : g_strdup ("");

  return g_strconcat (
      verdict, fails,
      diff->demand && diff->damaged ? " Data is damaged or missing: not judged in full." : "",
      NULL);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Returns short column titles, such as "Change". The title of the section already names the
 * measure. (transfer full) */
static GStrv
short_titles (const PoplensTable *table, const char *const *columns)
{
  static const char *const short_ones[][2] = {
      {"_change", "Change"}, {"_ratio", "In %"}, {"_before", "Before"}, {"_after", "After"}};
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  g_autofree char *measure = poplens_compare_main_measure (table);

  for (guint c = 0; columns[c]; c++) {
    guint column = (guint) poplens_table_find_column (table, columns[c]);
    const char *title = poplens_table_get_column (table, column)->title;
    for (guint i = 0; measure && i < G_N_ELEMENTS (short_ones); i++)
      if (g_str_has_suffix (columns[c], short_ones[i][0]))
        title = short_ones[i][1];
    g_strv_builder_add (titles, title);
  }
  return g_strv_builder_end (titles);
}

/* Returns the title of a section with its measure: "Tiles that differ: With gaps". (transfer full)
 */
static char *
section_title (const PoplensTable *table)
{
  g_autofree char *measure = poplens_compare_main_measure (table);
  g_autofree char *name = measure ? g_strconcat (measure, "_change", NULL) : NULL;
  const char *title =
      name
          ? poplens_table_get_column (table, (guint) poplens_table_find_column (table, name))->title
          : NULL;

  if (!title || !g_str_has_suffix (title, " change"))
    return g_strdup (poplens_table_get_title (table));
  return g_strdup_printf ("%s: %.*s", poplens_table_get_title (table),
                          (int) (strlen (title) - strlen (" change")), title);
}

/* Joins the names of all sections that are absent for the same reason as section number @section:
 * "cause, critical-path". (transfer full) (nullable): NULL if an earlier section has the same
 * reason, and its list contains @section */
static char *
diff_absent_names (const PoplensDiff *diff, guint section)
{
  const char *why = diff->sections[section].absent;
  GString *all = NULL;

  for (guint s = 0; s < diff->n_sections; s++) {
    if (g_strcmp0 (diff->sections[s].absent, why))
      continue;
    if (s < section)
      return NULL;
    if (all)
      g_string_append_printf (all, ", %s", diff->sections[s].by);
    else
      all = g_string_new (diff->sections[s].by);
  }
  return g_string_free (all, FALSE);
}

static gboolean
print_section (PoplensCliView *view, const PoplensDiff *diff, guint s, GError **error)
{
  const PoplensDiffSection *section = &diff->sections[s];
  PoplensCliTable look = {"", FEW, .least_first = LEAST_NAME};

  if (!section->table)
    return TRUE;
  g_auto (GStrv) columns = poplens_compare_columns (section->table, NULL);
  g_auto (GStrv) titles = short_titles (section->table, (const char *const *) columns);
  g_autofree char *title = section_title (section->table);
  g_autofree char *shown = g_strjoinv (" ", columns);
  look.columns = shown;
  look.titles = (const char *const *) titles;
  return poplens_cli_view_table (view, section->table, &look, title, error);
}

/* Adds the sentences of the comparison in the order of output. */
static void
fill_diff (PoplensCliAnswer *answer, const PoplensDiff *diff)
{
  g_autofree char *verdict = diff_verdict (diff);

  for (guint n = 0; n < diff->notices->len; n++)
    g_ptr_array_add (answer->notices, g_strdup (diff->notices->pdata[n]));
  if (diff->fit)
    poplens_cli_answer_say (answer, "%s", diff->fit);
  for (guint t = 0; t < G_N_ELEMENTS (diff->told); t++)
    if (diff->told[t])
      poplens_cli_answer_say (answer, "%s", diff->told[t]);
  poplens_cli_answer_say (answer, "%s", verdict);
  answer->next = g_strdup (diff->next);
  if (!diff->is_range)
    poplens_cli_add_changes (answer);
}

/* Prints the sections that differ but are not shown, as values of --by: "Also: --by cause (6),
 * finding (10), …". */
static void
offer_sections (PoplensCli *cli, const PoplensDiff *diff)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 n = 0;

  for (guint s = 1; s < diff->n_sections; s++) {
    const PoplensDiffSection *section = &diff->sections[s];
    PoplensNumber count;
    n += section->differences;
    /* Two tables can have the same word of --by, such as "finding": print the sum of both. */
    if (s + 1 < diff->n_sections && g_str_equal (section->by, section[1].by))
      continue;
    if (n)
      g_string_append_printf (text, "%s%s (%s)", text->len ? ", " : "Also: --by ", section->by,
                              poplens_format_count (count, n));
    n = 0;
  }
  if (text->len)
    poplens_cli_print_help (cli, g_string_append (text, "; --all shows all\n")->str);
}

static gboolean
diff_print_text (PoplensCli *cli, const PoplensDiff *diff, PoplensCliAnswer *answer, GError **error)
{
  PoplensCliView view = poplens_cli_view (cli, diff->output);
  gboolean all = diff->is_chosen || diff->output->all;

  for (guint s = 0; s < diff->n_sections; s++) {
    g_autofree char *names_of = diff->sections[s].absent ? diff_absent_names (diff, s) : NULL;
    if (names_of)
      poplens_cli_answer_say (answer, "%s: %s", names_of, diff->sections[s].absent);
  }
  view.left = G_MAXINT;
  poplens_cli_view_facts (&view, answer->facts);
  poplens_cli_view_notices (&view, answer);
  for (guint s = 0; s < (all ? diff->n_sections : 1); s++)
    if (!print_section (&view, diff, s, error))
      return FALSE;
  if (!all)
    offer_sections (cli, diff);
  poplens_cli_view_next (&view, answer->next);
  return TRUE;
}

/* Writes the sections as tables; sections that a report lacks are listed as missing. */
static gboolean
diff_write_tables (PoplensCli *cli, const PoplensDiff *diff, PoplensCliAnswer *answer,
                   GError **error)
{
  for (guint s = 0; s < diff->n_sections; s++) {
    const PoplensDiffSection *section = &diff->sections[s];
    const PoplensCliTable look = {section->by};
    if (section->table)
      poplens_cli_answer_table (answer, poplens_table_ref (section->table), &look);
    else
      poplens_cli_answer_missing (answer, section->by, section->absent, FALSE);
  }
  /* Columns cannot be selected without a table; finish_diff () reports the reason. */
  if (!answer->tables->len &&
      (diff->output->describe || poplens_cli_output_is_table (diff->output)))
    return TRUE;
  return poplens_cli_output_write (cli, "diff", diff->output, answer, error);
}

/* ---- Markdown -------------------------------------------------------------------------------- */

/* Escapes @text from a report for Markdown of GitHub and GitLab. The result is one line, without
 * cells, links, mentions, markup or HTML. (transfer full) */
static char *
markdown_escape (const char *text)
{
  g_autofree char *visible = poplens_visible_text (text, -1);
  GString *out = g_string_sized_new (strlen (visible));

  for (const char *c = visible; *c; c++)
    if (strchr ("&<>|@:", *c))
      g_string_append_printf (out, "&#%d;", *c);
    else if (strchr ("\\`*_{}[]()#+-!~=^$\"'", *c))
      g_string_append_printf (out, "\\%c", *c);
    else
      g_string_append_c (out, *c);
  return g_string_free (out, FALSE);
}

static void
write_markdown_cell (const PoplensTable *table, guint32 row, guint column, PoplensByteUnit unit,
                     PoplensTextSink *out)
{
  PoplensNumber buffer;
  PoplensValue value = poplens_table_get (table, row, column);
  g_autofree char *text = markdown_escape (poplens_value_format (&value, unit, buffer));

  poplens_text_sink_printf (out, " %s |", text);
}

static void
write_markdown_header (const PoplensTable *table, const guint *columns, guint n,
                       PoplensTextSink *out)
{
  poplens_text_sink_write (out, "\n|", 2);
  for (guint c = 0; c < n; c++) {
    g_autofree char *title = markdown_escape (poplens_table_get_column (table, columns[c])->title);
    poplens_text_sink_printf (out, " %s |", title);
  }
  poplens_text_sink_write (out, "\n|", 2);
  for (guint c = 0; c < n; c++) {
    PoplensUnit unit = poplens_table_get_column (table, columns[c])->unit;
    gboolean right = poplens_unit_is_numeric (unit) || unit == POPLENS_UNIT_MIXED;
    poplens_text_sink_write (out, right ? " ---: |" : " --- |", -1);
  }
  poplens_text_sink_write (out, "\n", 1);
}

/* Writes the first @most rows (0: all) and the @columns (NULL-terminated) as a Markdown table. If
 * rows are left out, adds "and 12 more". */
static void
markdown_table (const PoplensTable *table, const char *const *columns, guint32 most,
                PoplensByteUnit unit, PoplensTextSink *out)
{
  guint32 n = poplens_table_n_rows (table), shown = most ? MIN (n, most) : n;
  guint n_columns = g_strv_length ((char **) columns);
  g_autofree guint *chosen = g_new (guint, MAX (n_columns, 1));

  for (guint c = 0; c < n_columns; c++)
    chosen[c] = (guint) MAX (poplens_table_find_column (table, columns[c]), 0);
  write_markdown_header (table, chosen, n_columns, out);
  for (guint32 row = 0; row < shown; row++) {
    poplens_text_sink_write (out, "|", 1);
    for (guint c = 0; c < n_columns; c++)
      write_markdown_cell (table, row, chosen[c], unit, out);
    poplens_text_sink_write (out, "\n", 1);
  }
  if (shown < n) {
    PoplensNumber more;
    poplens_text_sink_printf (out, "\nand %s more\n", poplens_format_count (more, n - shown));
  }
}

#define MARKDOWN_FEW 10

/* Writes @text (nullable) as a paragraph. */
static void
write_markdown_paragraph (const char *text, PoplensTextSink *out)
{
  g_autofree char *escaped = text ? markdown_escape (text) : NULL;

  if (escaped)
    poplens_text_sink_printf (out, "\n%s\n", escaped);
}

static void
write_markdown_section (const PoplensDiff *diff, guint s, PoplensTextSink *out)
{
  const PoplensDiffSection *section = &diff->sections[s];

  if (!section->table) {
    g_autofree char *name = diff_absent_names (diff, s);
    if (!name)
      return;
    g_autofree char *why = markdown_escape (section->absent);
    poplens_text_sink_printf (out, "\n### %s\n\nCannot compare\\: %s\n", name, why);
    return;
  }
  if (!poplens_table_n_rows (section->table))
    return;
  g_auto (GStrv) columns = poplens_compare_columns (section->table, NULL);
  const char *note = poplens_table_get_note (section->table);
  g_autofree char *escaped = markdown_escape (note ? note : "");
  poplens_text_sink_printf (out, "\n### %s\n\n%s\n", poplens_table_get_title (section->table),
                            escaped);
  markdown_table (section->table, (const char *const *) columns,
                  diff->output->all ? 0 : MARKDOWN_FEW, diff->output->unit, out);
}

static void
diff_write_markdown (const PoplensDiff *diff, PoplensTextSink *out)
{
  g_autofree char *name = poplens_report_name_beside (diff->first, diff->second);
  g_autofree char *other = poplens_report_name_beside (diff->second, diff->first);
  g_autofree char *first = markdown_escape (name);
  g_autofree char *second = markdown_escape (other);
  g_autofree char *verdict = diff_verdict (diff);

  poplens_text_sink_printf (out, "## Changes from %s to %s\n", first, second);
  for (guint n = 0; n < diff->notices->len; n++)
    write_markdown_paragraph (diff->notices->pdata[n], out);
  write_markdown_paragraph (diff->fit, out);
  poplens_text_sink_printf (out, "\n%s\n", verdict);
  for (guint t = 0; t < G_N_ELEMENTS (diff->told); t++)
    write_markdown_paragraph (diff->told[t], out);
  for (guint s = 0; s < diff->n_sections; s++)
    write_markdown_section (diff, s, out);
}

/* ---- command --------------------------------------------------------------------------------- */

typedef struct {
  PoplensCliOutput output;
  gboolean markdown, same;
  char *threshold, *by, *range, *fail_if;
} DiffOptions;

static void
diff_options_clear (DiffOptions *self)
{
  g_free (self->threshold);
  g_free (self->by);
  g_free (self->range);
  g_free (self->fail_if);
  poplens_cli_output_clear (&self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DiffOptions, diff_options_clear)

/* Parses "5", "5%" or "0.5 %". FALSE if it is invalid. @text: (nullable): NULL does not change
 * @percent */
static gboolean
parse_threshold (const char *text, double *percent)
{
  g_autofree char *plain = text ? poplens_typed_number (text) : NULL;
  char *end;

  if (!text)
    return TRUE;
  if (!plain || (!g_ascii_isdigit (*plain) && *plain != '.'))
    return FALSE;
  *percent = g_ascii_strtod (plain, &end);
  while (*end == ' ')
    end++;
  return end != plain && (!*end || !strcmp (end, "%")) && *percent >= 0 && *percent < 1e12;
}

static gboolean
parse_demand (const char *text, PoplensDiffDemand *demand)
{
  *demand = !text                         ? POPLENS_DIFF_NO_DEMAND
            : g_str_equal (text, "worse") ? POPLENS_DIFF_NOT_WORSE
                                          : POPLENS_DIFF_UNCHANGED;
  return *demand != POPLENS_DIFF_UNCHANGED || g_str_equal (text, "changed");
}

/* Returns the exit status after the output: that of --fail-if, or an error if a section that --by
 * names is absent. */
static PoplensExit
finish_diff (const PoplensDiff *diff, PoplensCli *cli)
{
  for (guint s = 0; diff->is_chosen && s < diff->n_sections; s++)
    if (!diff->sections[s].table) {
      g_autoptr (GError) error = g_error_new (POPLENS_ERROR, POPLENS_ERROR_ABSENT, "%s: %s",
                                              diff->sections[s].by, diff->sections[s].absent);
      return poplens_cli_fail (cli, error);
    }
  return diff_status (diff);
}

static PoplensExit
run_diff (PoplensCli *cli, PoplensDiff *diff, const DiffOptions *options)
{
  g_autoptr (GError) error = NULL;
  gboolean good = TRUE;

  prepare_sections (diff);
  for (guint s = 0; s < diff->n_sections && good; s++)
    good = build_section (diff, &diff->sections[s], &error);
  if (good)
    poplens_diff_answer (diff);
  good = good && poplens_report_is_whole_since (diff->first, 0, &error);
  if (!good)
    return poplens_cli_fail (cli, error);
  g_autoptr (PoplensCliAnswer) answer = poplens_cli_answer_new (diff->first, NULL, diff->output);
  answer->reports[1] = diff->second;
  fill_diff (answer, diff);
  if (options->markdown)
    diff_write_markdown (diff, cli->out);
  else if (options->output.json || poplens_cli_output_is_table (&options->output))
    good = diff_write_tables (cli, diff, answer, &error);
  else
    good = diff_print_text (cli, diff, answer, &error);
  return good ? finish_diff (diff, cli) : poplens_cli_fail (cli, error);
}

PoplensExit
poplens_cli_run_diff (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (DiffOptions) options = {0};
  g_autoptr (PoplensLocation) summary = poplens_location_new (POPLENS_PAGE_SUMMARY);
  GOptionEntry entries[6 + POPLENS_CLI_OUTPUT_ENTRIES + 1] = {
      {"threshold", 0, 0, G_OPTION_ARG_STRING, &options.threshold,
       "show only changes of more than P percent", "P"},
      {"by", 0, 0, G_OPTION_ARG_STRING, &options.by, "compare only these: " BY, "WHAT,…"},
      {"range", 0, 0, G_OPTION_ARG_STRING, &options.range,
       "compare time in these cycles, this iteration or run of both: " BY_OF_TIME,
       "FROM..TO|iteration=N|run=N"},
      {"fail-if", 0, 0, G_OPTION_ARG_STRING, &options.fail_if,
       "exit with status 3 if a figure, or with --by a row of it, got worse or changed; worse is "
       "beyond the threshold (default: 0.1)",
       "worse|changed"},
      {"same", 0, 0, G_OPTION_ARG_NONE, &options.same, "also rows that are alike", NULL},
      {"markdown", 0, 0, G_OPTION_ARG_NONE, &options.markdown,
       "write Markdown, for a review comment", NULL},
  };
  g_auto (PoplensDiff) diff = {.output = &options.output, .threshold = POPLENS_NO_THRESHOLD};
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_output_parse (cli, command, &options.output, entries, &argc, &argv, 2, &status))
    return status;
  if (options.output.json && options.markdown)
    return poplens_cli_misuse (command, "--json and --markdown cannot be combined");
  if (!parse_threshold (options.threshold, &diff.threshold))
    return poplens_cli_misuse (command, "invalid threshold “%s”; use a percentage, for example 5",
                               options.threshold);
  if (!parse_demand (options.fail_if, &diff.demand))
    return poplens_cli_misuse (command, "invalid --fail-if “%s”; use worse or changed",
                               options.fail_if);
  diff.is_range = options.range != NULL;
  if (!poplens_cli_check_value ("range", options.range, &error) ||
      !choose_sections (&diff, options.by, &error))
    return poplens_cli_misuse (command, "%s", error->message);
  g_autoptr (PoplensReport) first = poplens_cli_open (cli, argv[1], &error);
  if (!first || !poplens_cli_compare (cli, first, argv[2], &error))
    return poplens_cli_fail (cli, error);
  g_autoptr (PoplensReport) second = poplens_report_ref_other (first);
  g_autoptr (PoplensLocation) all =
      poplens_location_with (summary, "same", options.same ? "yes" : NULL);
  g_autoptr (PoplensLocation) location = poplens_location_with (all, "range", options.range);
  diff.first = first;
  diff.second = second;
  diff.location = location;
  return run_diff (cli, &diff, &options);
}
