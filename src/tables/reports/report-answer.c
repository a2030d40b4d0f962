/* Describes in a few lines what changed along the reports of a list. */
#include "tables/reports/report-list.h"

#include "base/visible.h"
#include "report/candidates.h"

#include <math.h>

static const struct {
  const char *name, *more;
} measures[POPLENS_N_MEASURES] = {
    [POPLENS_MEASURE_ITERATION] = {"iteration", "slower"},
    [POPLENS_MEASURE_PROGRAM] = {"program", "slower"},
    [POPLENS_MEASURE_FULLEST] = {"fullest tile", "fuller"},
    [POPLENS_MEASURE_PEAK] = {"peak", "higher"},
};

static const PoplensReportChange *
change_at (const PoplensReportList *self, guint c)
{
  return &g_array_index (self->changes, PoplensReportChange, c);
}

static const PoplensListedReport *
report_at (const PoplensReportList *self, guint32 row)
{
  return g_ptr_array_index (self->reports, row);
}

/* Description that is being written, and the list that it describes. */
typedef struct {
  const PoplensReportList *list;
  PoplensByteUnit unit;
  guint most; /* maximum number of lines for each group of reports */
  GString *text;
  guint8 *lasting; /* [reports]: TRUE if the report got worse by a lasting change */
} ListAnswer;

static void
append_report_name (ListAnswer *self, guint32 report)
{
  g_autofree char *name = poplens_visible_text (report_at (self->list, report)->path, -1);

  g_string_append (self->text, name);
}

static const char *
format_level (PoplensNumber buffer, const PoplensReportChange *change, double value,
              PoplensByteUnit unit)
{
  return poplens_report_measure_is_time (change->measure)
             ? poplens_format_count (buffer, (guint64) llround (value))
             : poplens_format_bytes (buffer, (guint64) llround (value), unit);
}

/* Appends the values of a figure before and after a change, with their noise: " (level 426,355 ±
 * 120 → 462,355)". */
static void
append_levels (ListAnswer *self, const PoplensReportChange *change)
{
  const PoplensChangePoint *level = &change->level;
  PoplensNumber before, after, noise;

  g_string_append_printf (self->text, " (level %s",
                          format_level (before, change, level->before, self->unit));
  if (level->noise >= 0.5)
    g_string_append_printf (self->text, " ± %s",
                            format_level (noise, change, level->noise, self->unit));
  g_string_append_printf (self->text, " → %s)",
                          format_level (after, change, level->after, self->unit));
}

/* Appends a change, and how many later reports stay as bad: "iteration 8.6 % slower than run-6
 * (level 4,999,466 ± 59,402 → 5,431,693), and so are the 9 after it". */
static void
append_change_text (ListAnswer *self, const PoplensReportChange *change)
{
  const PoplensChangePoint *level = &change->level;
  PoplensNumber number;

  if (change->measure == POPLENS_MEASURE_FITS) {
    g_autofree char *text = poplens_report_change_text (change, self->unit);
    g_string_append (self->text, text);
    return;
  }
  double by = level->after - level->before;
  g_string_append_printf (self->text, "%s %s %s than ", measures[change->measure].name,
                          poplens_report_measure_is_time (change->measure) && level->before > 0
                              ? poplens_format_percent (number, by / level->before)
                              : format_level (number, change, by, self->unit),
                          measures[change->measure].more);
  if (change->previous != change->report)
    append_report_name (self, change->previous);
  else
    g_string_append (self->text, "all others");
  append_levels (self, change);
  if (level->over)
    g_string_append_printf (self->text, ", steadily over %s",
                            poplens_format_items (number, level->over, "report"));
  else if (!level->once && change->later == 1)
    g_string_append (self->text, ", and so is the one after it");
  else if (!level->once && change->later)
    g_string_append_printf (self->text, ", and so are the %u after it", change->later);
  else if (level->last && level->noise >= 0.5)
    g_string_append (self->text, ", which no later report confirms yet");
}

/* Appends the cause of a change: ", +430,112 from inter-IPU exchange and others, with
 * encoder/layer.4 added". Appends nothing if cycles did not rise, or if the critical paths are not
 * known. */
static void
append_cause (ListAnswer *self, guint c)
{
  const PoplensReportList *list = self->list;
  const PoplensReportChange *change = change_at (list, c);
  const PoplensReportCause *cause = !list->causes        ? NULL
                                    : change->level.over ? &list->steady[c]
                                                         : &list->causes[change->report];
  PoplensNumber number;

  if (!poplens_report_measure_is_time (change->measure) || !cause || cause->cycles <= 0)
    return;
  g_string_append_printf (self->text, ", %s from %s%s",
                          poplens_format_signed (number, cause->cycles), cause->title,
                          2 * cause->cycles < cause->all ? " and others" : "");
  if (cause->layers)
    g_string_append_printf (self->text, ", with %s", cause->layers);
}

/* Appends ", better again since run-12", if a later report reversed most of change @c. */
static void
append_mend (ListAnswer *self, guint c)
{
  const PoplensReportChange *mend = poplens_report_list_find_mend (self->list, c);

  if (!mend)
    return;
  g_string_append (self->text, mend->measure == POPLENS_MEASURE_FITS ? ", fits again since "
                                                                     : ", better again since ");
  append_report_name (self, mend->report);
}

static void
find_lasting (ListAnswer *self)
{
  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (!change->level.once && poplens_report_change_is_worse (change))
      self->lasting[change->report] = TRUE;
  }
}

/* TRUE if @change is for the worse, and its report belongs to the group that @once selects. @once:
 * TRUE: reports that got worse only as outliers; FALSE: reports with a lasting change for the
 * worse. */
static gboolean
is_listed_change (const ListAnswer *self, const PoplensReportChange *change, gboolean once)
{
  return self->lasting[change->report] != once && poplens_report_change_is_worse (change);
}

/* Counts the reports that got worse. @once: TRUE: only as outliers; FALSE: by a lasting change. */
static guint
count_worse (const ListAnswer *self, gboolean once)
{
  guint n = 0;
  guint32 last = G_MAXUINT32;

  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (!is_listed_change (self, change, once))
      continue;
    n += change->report != last;
    last = change->report;
  }
  return n;
}

/* TRUE if the latest report of a series got worse as an outlier: a later report may still confirm
 * it. */
static gboolean
is_latest_worse (const ListAnswer *self)
{
  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (is_listed_change (self, change, TRUE) && change->level.last)
      return TRUE;
  }
  return FALSE;
}

/* Appends a line for each report that got worse, with all its changes for the worse. @once: TRUE:
 * reports that got worse only as outliers; FALSE: by a lasting change. */
static void
append_worse (ListAnswer *self, gboolean once)
{
  guint n = 0;
  guint32 last = G_MAXUINT32;

  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (!is_listed_change (self, change, once))
      continue;
    gboolean is_first = change->report != last;
    n += is_first;
    last = change->report;
    if (n > self->most)
      continue;
    g_string_append (self->text, is_first ? "\n  " : "; ");
    if (is_first) {
      append_report_name (self, change->report);
      g_string_append (self->text, ": ");
    }
    append_change_text (self, change);
    append_cause (self, c);
    append_mend (self, c);
  }
  if (n > self->most)
    g_string_append_printf (self->text, "\n  and %u more (column Worse)", n - self->most);
}

/* TRUE if all parts of the report were read. */
static gboolean
is_readable (const PoplensListedReport *report)
{
  return report->opened && !report->error;
}

static guint
count_readable (const PoplensReportList *self)
{
  guint n = 0;

  for (guint32 r = 0; r < self->reports->len; r++)
    n += is_readable (report_at (self, r));
  return n;
}

/* Appends how many reports there are: "50 reports." or "50 reports, 48 readable." */
static void
append_counts (const PoplensReportList *self, GString *out)
{
  PoplensNumber all, readable;
  guint n = count_readable (self);

  g_string_append (out, poplens_format_items (all, self->reports->len, "report"));
  if (n < self->reports->len)
    g_string_append_printf (out, ", %s readable", poplens_format_count (readable, n));
  g_string_append_c (out, '.');
}

static guint
count_reports_of_series (const PoplensReportList *self, const char *series)
{
  guint n = 0;

  for (guint32 r = 0; r < self->reports->len; r++)
    n += self->series[r] == series;
  return n;
}

/* Appends how many models the reports belong to: " 2 models, each by itself: bert/∗ (12 reports),
 * run-7 (3 reports)." */
static void
append_models (ListAnswer *self)
{
  const PoplensReportList *list = self->list;
  const char *last = NULL;
  PoplensNumber reports;
  guint n = 0;

  if (list->n_series < 2)
    return;
  g_autoptr (GHashTable) told = g_hash_table_new (NULL, NULL);
  g_string_append_printf (self->text, " %u models, each by itself:", list->n_series);
  for (guint32 r = 0; r < list->reports->len && n < self->most; r++) {
    last = list->series[r];
    if (last && g_hash_table_add (told, (gpointer) last))
      g_string_append_printf (
          self->text, "%s %s (%s)", n++ ? "," : "", last,
          poplens_format_items (reports, count_reports_of_series (list, last), "report"));
  }
  if (list->n_series > n)
    g_string_append_printf (self->text, " and %u more (column Series)", list->n_series - n);
  g_string_append_c (self->text, '.');
}

/* Appends a line for each figure whose values have noise, or alternate between two clusters. */
static void
append_noise (const PoplensReportList *self, GString *out)
{
  for (PoplensReportMeasure m = 0; m < POPLENS_N_MEASURES; m++) {
    const PoplensReportNoise *noise = &self->noise[m];
    PoplensNumber differ, latest;
    /* Skip the noise of the program if that of iterations is known: a program consists mostly of
     * iterations. */
    if (m == POPLENS_MEASURE_PROGRAM && self->noise[POPLENS_MEASURE_ITERATION].latest > 0)
      continue;
    if (noise->turns)
      g_string_append_printf (
          out,
          "\nValues of %s%s%s are of two kinds that take turns (two machines?): "
          "compare like with like.",
          measures[m].name, self->n_series > 1 ? " of " : "",
          self->n_series > 1 ? noise->turns : "");
    else if (noise->latest > 0)
      g_string_append_printf (out,
                              "\nValues of %s differ by %s from one to the next; a rise of the "
                              "latest below %s would look "
                              "the same.",
                              measures[m].name, poplens_format_percent (differ, noise->differ),
                              poplens_format_percent (latest, noise->latest));
  }
}

/* Appends how the last two reports differ, if there are too few to detect changes: " Fewer than 8
 * reports: only the last two are compared: iteration +4.0 % from run-6 to run-7." */
static void
append_few (ListAnswer *self)
{
  const PoplensReportRise *rise = &self->list->rise;
  PoplensNumber number;

  g_string_append_printf (self->text, " Fewer than %d%s: only the last two are compared: ",
                          POPLENS_CHANGE_POINTS_ENOUGH,
                          self->list->n_series > 1 ? " reports of a model" : " reports");
  if (rise->after <= 0) {
    g_string_append (self->text, "nothing got worse.");
    return;
  }
  g_string_append_printf (self->text, "%s %s from ", measures[rise->measure].name,
                          poplens_format_signed_percent (number, rise->after / rise->before - 1));
  append_report_name (self, rise->previous);
  g_string_append (self->text, " to ");
  append_report_name (self, rise->report);
  g_string_append_c (self->text, '.');
}

/* Appends that no report got worse, or that there is nothing to compare. @n_once: number of reports
 * that only got worse as outliers. */
static void
append_nothing (ListAnswer *self, guint n_once)
{
  guint n = count_readable (self->list);

  if (n_once)
    g_string_append (self->text, " None got worse for good.");
  else if (n > self->list->n_series && !(self->list->few && n < POPLENS_CHANGE_POINTS_ENOUGH))
    g_string_append (self->text, " None got worse.");
  else if (n <= self->list->n_series)
    g_string_append (self->text, " Nothing to compare.");
  if (self->list->few)
    append_few (self);
}

/* Appends how many reports lack times that take long to compute: iterations of long traces, and
 * programs of reports on another computer. */
static void
append_unknown_times (const PoplensReportList *self, GString *out)
{
  PoplensNumber number;
  guint n_iterations = 0, n_programs = 0;

  for (guint32 r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = report_at (self, r);
    n_iterations += report->timing.known && !report->timing.iterations_known;
    n_programs += report->headline.has_cycles && !report->timing.known && !report->time_asked &&
                  !report->error;
  }
  if (n_iterations)
    g_string_append_printf (
        out,
        "\nThe program is judged, as iterations of %s with a long trace are found "
        "only with all their steps (in the terminal --time).",
        poplens_format_items (number, n_iterations, "report"));
  if (n_programs)
    g_string_append_printf (out,
                            "\nThe time of %s is not judged: it takes all their programs (in the "
                            "terminal --time).",
                            poplens_format_items (number, n_programs, "report"));
}

static guint
count_errors (const PoplensReportList *self)
{
  guint n = 0;

  for (guint32 r = 0; r < self->reports->len; r++)
    n += report_at (self, r)->error != NULL;
  return n;
}

/* Appends the reports that could not be read, or only in part, and why. */
static void
append_errors (ListAnswer *self)
{
  guint n = count_errors (self->list), told = 0;

  if (n)
    g_string_append_printf (self->text, "\nErrors: %u", n);
  for (guint32 r = 0; r < self->list->reports->len && told < self->most; r++) {
    const PoplensListedReport *report = report_at (self->list, r);
    if (!report->error)
      continue;
    g_string_append (self->text, "\n  ");
    append_report_name (self, r);
    g_string_append_printf (self->text, ": %s", report->error);
    told++;
  }
  if (n > told)
    g_string_append_printf (self->text,
                            "\n  and %u more (column Error; in the terminal --columns=path,error)",
                            n - told);
}

static void
append_unsearched (const PoplensReportList *self, GString *out)
{
  guint n = self->unsearched ? self->unsearched->len : 0;

  if (!n)
    return;
  const PoplensUnsearched *first = g_ptr_array_index (self->unsearched, 0);
  g_string_append_printf (out, "\nNot searched: %s (%s)", first->name, first->why);
  if (n > 1)
    g_string_append_printf (out, " and %u more", n - 1);
}

/* Returns the rank of a change by importance: 0 for a program that no longer fits, and so cannot
 * run, 1 for time, 2 for memory. */
static guint
change_rank (const PoplensReportChange *change)
{
  return change->measure == POPLENS_MEASURE_FITS            ? 0
         : poplens_report_measure_is_time (change->measure) ? 1
                                                            : 2;
}

static const PoplensReportChange *
higher_ranked_change (const PoplensReportChange *found, const PoplensReportChange *change)
{
  return !found || change_rank (change) < change_rank (found) ? change : found;
}

const PoplensReportChange *
poplens_report_list_worst (const PoplensReportList *self, gboolean *mended)
{
  const PoplensReportChange *worst = NULL, *better = NULL, *latest = NULL;

  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = change_at (self, c);
    if (!poplens_report_change_is_worse (change) || (change->level.once && !change->level.last))
      continue;
    if (change->level.once)
      latest = higher_ranked_change (latest, change);
    else if (poplens_report_list_find_mend (self, c))
      better = better ? better : change;
    else
      worst = higher_ranked_change (worst, change);
  }
  *mended = !worst && !latest;
  return worst ? worst : latest ? latest : better;
}

gboolean
poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next)
{
  gboolean mended;
  const PoplensReportChange *worst = poplens_report_list_worst (self, &mended);

  if (worst)
    *next = (PoplensReportPair){worst->previous, worst->report, worst->measure};
  else
    *next = (PoplensReportPair){self->rise.previous, self->rise.report, self->rise.measure};
  return worst || self->rise.after > 0;
}

char *
poplens_report_list_command (const PoplensReportList *self)
{
  PoplensReportPair next;

  if (!poplens_report_list_next (self, &next))
    return NULL;
  GString *out = g_string_new ("poplens-cli diff");
  const char *words[] = {report_at (self, next.before)->address,
                         report_at (self, next.after)->address};
  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    g_autofree char *quoted = poplens_shell_argument (words[w]);
    g_string_append_printf (out, " %s", quoted);
  }
  return g_string_free (out, FALSE);
}

char *
poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most)
{
  g_autofree guint8 *lasting = g_new0 (guint8, self->reports->len);
  ListAnswer answer = {self, unit, most, g_string_new (NULL), lasting};

  find_lasting (&answer);
  guint n_worse = count_worse (&answer, FALSE), n_once = count_worse (&answer, TRUE);

  append_counts (self, answer.text);
  append_models (&answer);
  if (n_worse) {
    g_string_append_printf (answer.text, " %u got worse:", n_worse);
    append_worse (&answer, FALSE);
  } else if (n_once && is_latest_worse (&answer)) {
    g_string_append_printf (answer.text, " %u got worse alone:", n_once);
    append_worse (&answer, TRUE);
    n_once = 0;
  } else {
    append_nothing (&answer, n_once);
  }
  append_noise (self, answer.text);
  append_unknown_times (self, answer.text);
  if (n_once) {
    g_string_append_printf (answer.text, "\nWorse once, not afterwards: %u", n_once);
    append_worse (&answer, TRUE);
  }
  append_errors (&answer);
  append_unsearched (self, answer.text);
  return g_string_free (answer.text, FALSE);
}
