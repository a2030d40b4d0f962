/* Headline of a folder of reports: a sentence with the most important change and its cause, and
 * further sentences on its consequences. */
#include "tables/reports/report-list.h"

#include "base/visible.h"

#include <math.h>
#include <string.h>

typedef struct {
  const PoplensReportList *list;
  PoplensByteUnit unit;
  PoplensReportsHeadline *out;
  GString *title, *text;
} Headline;

static const PoplensListedReport *
headline_report (const Headline *self, guint32 report)
{
  return g_ptr_array_index (self->list->reports, report);
}

/* Returns the path of a report as text to show. (transfer full) */
static char *
headline_name (const Headline *self, guint32 report)
{
  return poplens_visible_text (headline_report (self, report)->path, -1);
}

static void
begin_sentence (Headline *self)
{
  if (self->text->len)
    g_string_append_c (self->text, ' ');
}

static void
point_at (Headline *self, PoplensReportsTone tone, guint32 report)
{
  self->out->tone = tone;
  self->out->marked = TRUE;
  self->out->report = report;
}

static void
compare_with (Headline *self, guint32 before, PoplensReportMeasure measure)
{
  self->out->worse = before != self->out->report;
  self->out->before = before;
  self->out->measure = measure;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Cycles before and after a change: of the program, or of the iteration if reports have different
 * numbers of iterations. */
typedef struct {
  gboolean by_program;
  double before, after; /* cycles */
} Slowdown;

static Slowdown
measure_slowdown (const PoplensReportList *self, guint32 before, guint32 after)
{
  const PoplensListedReport *const of[] = {g_ptr_array_index (self->reports, before),
                                           g_ptr_array_index (self->reports, after)};
  const PoplensProgramTime *a = &of[0]->timing, *b = &of[1]->timing;
  gboolean by_program = a->n_iterations == b->n_iterations;

  return (Slowdown){by_program, (double) (by_program ? a->program : a->iteration),
                    (double) (by_program ? b->program : b->iteration)};
}

/* Returns the cycles of the reports before and after a change. Returns the levels of the change
 * instead if it is a trend, if the cycles are unknown, or if the cycles changed in the opposite
 * direction. */
static Slowdown
find_slowdown (const PoplensReportList *self, const PoplensReportChange *change)
{
  Slowdown slowdown = measure_slowdown (self, change->previous, change->report);
  gboolean worse = poplens_report_change_is_worse (change);

  if (change->level.over || change->previous == change->report || slowdown.before <= 0 ||
      worse != (slowdown.after > slowdown.before))
    slowdown = (Slowdown){change->measure == POPLENS_MEASURE_PROGRAM, change->level.before,
                          change->level.after};
  return slowdown;
}

/* Returns what made the report slower. (nullable): NULL if critical paths are not known, or if none
 * of their parts got longer */
static const PoplensReportCause *
find_change_cause (const Headline *self, const PoplensReportChange *change)
{
  const PoplensReportList *list = self->list;
  const PoplensReportCause *cause;

  if (!list->causes)
    return NULL;
  cause = change->level.over
              ? &list->steady[change - (const PoplensReportChange *) list->changes->data]
              : &list->causes[change->report];
  return cause->title && cause->cycles > 0 ? cause : NULL;
}

/* Returns the length of @title in bytes without its part in parentheses. That part names copies,
 * streams or operations, which the table shows. */
static int
short_length (const char *title)
{
  const char *more = strstr (title, " (");

  return (int) (more ? (gsize) (more - title) : strlen (title));
}

/* Appends the cause to the title: ", because of inter-IPU exchange". */
static void
add_because (Headline *self, const PoplensReportCause *cause)
{
  if (!cause)
    return;
  g_string_append_printf (self->title, ", because of %.*s%s", short_length (cause->title),
                          cause->title, 2 * cause->cycles < cause->all ? " and others" : "");
}

/* Appends by how many cycles the cause got longer: "Inter-IPU exchange takes 480,000 cycles more
 * than in run-6". */
static void
headline_add_cycles (Headline *self, Slowdown slowdown, const PoplensReportCause *cause,
                     guint32 before)
{
  g_autofree char *name = headline_name (self, before);
  PoplensNumber cycles;
  gsize start;

  begin_sentence (self);
  start = self->text->len;
  if (cause)
    g_string_append_printf (self->text, "%.*s takes %s cycles more than in %s",
                            short_length (cause->title), cause->title,
                            poplens_format_count (cycles, (guint64) cause->cycles), name);
  else
    g_string_append_printf (
        self->text, "%s takes %s cycles more than in %s",
        slowdown.by_program ? "The program" : "An iteration",
        poplens_format_count (cycles, (guint64) llround (slowdown.after - slowdown.before)), name);
  /* Begin the sentence with a capital, unless the title is a path of names in the model. */
  if (!cause || !memchr (cause->title, '/', (gsize) short_length (cause->title)))
    self->text->str[start] = g_ascii_toupper (self->text->str[start]);
}

/* Appends what later reports show: ", and run-8 is as slow", ", and the 9 reports after it are as
 * slow". @as: "as slow" */
static void
add_later (Headline *self, const PoplensReportChange *change, const char *as)
{
  const PoplensReportList *list = self->list;
  PoplensNumber n;

  if (change->later == 1) {
    guint32 next = change->report + 1;
    while (next + 1 < list->reports->len && list->series[next] != list->series[change->report])
      next++;
    g_autofree char *name = headline_name (self, next);
    g_string_append_printf (self->text, ", and %s is %s", name, as);
  } else if (change->later) {
    g_string_append_printf (self->text, ", and the %s after it are %s",
                            poplens_format_items (n, change->later, "report"), as);
  } else if (change->level.last && change->level.noise >= 0.5) {
    g_string_append (self->text, ", which no later report confirms yet");
  }
  g_string_append_c (self->text, '.');
}

/* Appends how memory changed between the reports @before and @report. */
static void
headline_add_memory (Headline *self, guint32 before, guint32 report)
{
  const PoplensReportList *list = self->list;
  const PoplensHeadline *a = &headline_report (self, before)->headline;
  const PoplensHeadline *b = &headline_report (self, report)->headline;

  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (change->report != report || poplens_report_measure_is_time (change->measure))
      continue;
    g_autofree char *words = poplens_report_change_text (change, self->unit);
    begin_sentence (self);
    g_string_append_c (self->text, g_ascii_toupper (*words));
    g_string_append_printf (self->text, "%s.", words + 1);
    return;
  }
  if (a->has_memory && b->has_memory && a->fullest_bytes == b->fullest_bytes) {
    begin_sentence (self);
    g_string_append (self->text, "Memory did not change.");
  }
}

static void
describe_slower (Headline *self, const PoplensReportChange *change)
{
  g_autofree char *name = headline_name (self, change->report);
  Slowdown slowdown = find_slowdown (self->list, change);
  const PoplensReportCause *cause = find_change_cause (self, change);
  PoplensNumber percent, n;
  double ratio = slowdown.after / MAX (slowdown.before, 1) - 1;

  point_at (self, POPLENS_REPORTS_WORSE, change->report);
  compare_with (self, change->previous, change->measure);
  if (change->level.over)
    g_string_append_printf (self->title, "Reports got slower steadily, by %s over %s",
                            poplens_format_percent (percent, ratio),
                            poplens_format_items (n, change->level.over, "report"));
  else
    g_string_append_printf (self->title,
                            slowdown.by_program ? "%s got slower by %s"
                                                : "Iterations of %s got slower by %s",
                            name, poplens_format_percent (percent, ratio));
  add_because (self, cause);
  if (!self->out->worse)
    return;
  headline_add_cycles (self, slowdown, cause, change->previous);
  add_later (self, change, "as slow");
  headline_add_memory (self, change->previous, change->report);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Returns the bytes and capacity of a report's fullest tile: "622 KiB of 624 KiB". (transfer full)
 */
static char *
tile_of_capacity (const Headline *self, guint32 report)
{
  const PoplensHeadline *headline = &headline_report (self, report)->headline;

  return poplens_bytes_of (headline->fullest_bytes, headline->tile_capacity, self->unit);
}

static void
describe_over (Headline *self, const PoplensReportChange *change)
{
  g_autofree char *name = headline_name (self, change->report);
  g_autofree char *bytes = tile_of_capacity (self, change->report);

  point_at (self, POPLENS_REPORTS_OVER, change->report);
  compare_with (self, change->previous, change->measure);
  g_string_append_printf (self->title, change->level.once ? "%s does not fit" : "%s no longer fits",
                          name);
  g_string_append_printf (self->text, "The fullest tile needs %s", bytes);
  add_later (self, change, "over, too");
}

static void
describe_fuller (Headline *self, const PoplensReportChange *change)
{
  g_autofree char *name = headline_name (self, change->report);
  g_autofree char *bytes = tile_of_capacity (self, change->report);
  double by = change->level.after - change->level.before;
  PoplensNumber more, level;

  point_at (self, POPLENS_REPORTS_WORSE, change->report);
  compare_with (self, change->previous, change->measure);
  poplens_format_bytes (more, (guint64) llround (by), self->unit);
  if (change->measure == POPLENS_MEASURE_FULLEST) {
    g_string_append_printf (self->title, "%s needs %s more on its fullest tile", name, more);
    g_string_append_printf (self->text, "That is %s", bytes);
  } else {
    g_string_append_printf (self->title, "The peak of %s rose by %s", name, more);
    g_string_append_printf (
        self->text, "It is %s",
        poplens_format_bytes (level, (guint64) llround (change->level.after), self->unit));
  }
  add_later (self, change, "as full");
}

/* ---- without a change ------------------------------------------------------------------------ */

static gboolean
report_is_over (const PoplensListedReport *report)
{
  return report->headline.fit_known && !report->headline.fits;
}

static guint
count_reports_that (const PoplensReportList *list, gboolean (*is) (const PoplensListedReport *))
{
  guint n = 0;

  for (guint r = 0; r < list->reports->len; r++)
    n += is (g_ptr_array_index (list->reports, r));
  return n;
}

/* Sets title and text on the reports that do not fit: "bert-oom does not fit", "2 reports do not
 * fit: a and b". */
static void
describe_reports_over (Headline *self)
{
  const PoplensReportList *list = self->list;
  guint n = count_reports_that (list, report_is_over), told = 0;
  PoplensNumber count;

  for (guint r = 0; r < list->reports->len && told < 2; r++) {
    g_autofree char *name = headline_name (self, r);
    if (!report_is_over (headline_report (self, r)))
      continue;
    if (!told++)
      point_at (self, POPLENS_REPORTS_OVER, r);
    if (n == 1)
      g_string_append_printf (self->title, "%s does not fit", name);
    else if (told == 1)
      g_string_append_printf (self->title, "%s do not fit: %s",
                              poplens_format_items (count, n, "report"), name);
    else
      g_string_append_printf (self->title, n > 2 ? ", %s and %u more" : " and %s", name, n - 2);
  }
  g_autofree char *bytes = tile_of_capacity (self, self->out->report);
  g_autofree char *first = headline_name (self, self->out->report);
  g_string_append_printf (self->text, "The fullest tile of %s needs %s.", first, bytes);
}

/* Appends the rise from one report to the next, for a model with too few reports to detect changes:
 * "plain-2 is slower by 8.4 % than plain-1". */
static void
describe_rise (Headline *self)
{
  const PoplensReportRise *rise = &self->list->rise;
  g_autofree char *after = headline_name (self, rise->report);
  g_autofree char *before = headline_name (self, rise->previous);
  gboolean first = !self->title->len;
  PoplensNumber number;

  if (first)
    point_at (self, POPLENS_REPORTS_WORSE, rise->report);
  else
    g_string_append (self->title, ", and ");
  if (poplens_report_measure_is_time (rise->measure)) {
    Slowdown slowdown = measure_slowdown (self->list, rise->previous, rise->report);
    const PoplensReportCause *cause = self->list->causes ? &self->list->causes[rise->report] : NULL;
    gboolean because = cause && cause->title && cause->cycles > 0;
    if (slowdown.after <= slowdown.before)
      slowdown = (Slowdown){FALSE, rise->before, rise->after};
    g_string_append_printf (
        self->title, "%s is slower by %s than %s", after,
        poplens_format_percent (number, slowdown.after / MAX (slowdown.before, 1) - 1), before);
    if (first)
      add_because (self, because ? cause : NULL);
    headline_add_cycles (self, slowdown, because ? cause : NULL, rise->previous);
    g_string_append_c (self->text, '.');
  } else {
    guint64 by = (guint64) llround (rise->after - rise->before);
    g_string_append_printf (self->title,
                            rise->measure == POPLENS_MEASURE_FULLEST
                                ? "%s needs %s more on its fullest tile than %s"
                                : "%s has a peak that is %s higher than that of %s",
                            after, poplens_format_bytes (number, by, self->unit), before);
  }
  self->out->report = rise->report;
  compare_with (self, rise->previous, rise->measure);
}

static void
describe_improvement (Headline *self, const PoplensReportChange *change)
{
  g_autofree char *name = headline_name (self, change->report);
  double by = change->level.before - change->level.after;
  PoplensNumber number;

  point_at (self, POPLENS_REPORTS_GOOD, change->report);
  if (change->measure == POPLENS_MEASURE_FITS) {
    g_string_append_printf (self->title, "%s fits again", name);
  } else if (poplens_report_measure_is_time (change->measure)) {
    Slowdown slowdown = find_slowdown (self->list, change);
    double ratio = 1 - slowdown.after / MAX (slowdown.before, 1);
    g_string_append_printf (self->title,
                            slowdown.by_program ? "%s got faster by %s"
                                                : "Iterations of %s got faster by %s",
                            name, poplens_format_percent (number, ratio));
  } else {
    poplens_format_bytes (number, (guint64) llround (by), self->unit);
    g_string_append_printf (self->title,
                            change->measure == POPLENS_MEASURE_FULLEST
                                ? "%s needs %s less on its fullest tile"
                                : "The peak of %s fell by %s",
                            name, number);
  }
}

/* Returns the last lasting change for the better. (nullable): NULL if there is none */
static const PoplensReportChange *
find_better (const PoplensReportList *list)
{
  const PoplensReportChange *better = NULL;

  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (!change->level.once && !poplens_report_change_is_worse (change))
      better = change;
  }
  return better;
}

/* ---- the headline ---------------------------------------------------------------------------- */

static gboolean
is_broken (const PoplensListedReport *report)
{
  return report->error != NULL;
}

static gboolean
is_opened (const PoplensListedReport *report)
{
  return report->opened;
}

static void
add_models (Headline *self)
{
  const PoplensReportList *list = self->list;
  guint broken = count_reports_that (list, is_broken);
  PoplensNumber n, all;

  if (list->n_series > 1) {
    begin_sentence (self);
    g_string_append_printf (self->text, "The %u models are not compared with each other.",
                            list->n_series);
  }
  if (broken) {
    begin_sentence (self);
    g_string_append_printf (self->text, "%s of %s cannot be read, or only in part.",
                            poplens_format_count (n, broken),
                            poplens_format_items (all, list->reports->len, "report"));
  }
}

static void
describe_no_change (Headline *self)
{
  const PoplensReportList *list = self->list;
  guint opened = count_reports_that (list, is_opened);

  if (!opened)
    g_string_append (self->title, "No report can be read");
  else if (opened <= list->n_series)
    g_string_append (self->title,
                     opened > 1 ? "There is one report of each model" : "There is one report");
  else
    g_string_append (self->title, "No report got worse");
}

void
poplens_report_list_headline (const PoplensReportList *list, PoplensByteUnit unit,
                              PoplensReportsHeadline *out)
{
  Headline self = {list, unit, out, g_string_new (NULL), g_string_new (NULL)};
  gboolean mended;
  const PoplensReportChange *worst = poplens_report_list_worst (list, &mended);

  *out = (PoplensReportsHeadline){POPLENS_REPORTS_GOOD};
  if (worst && !mended) {
    if (worst->measure == POPLENS_MEASURE_FITS)
      describe_over (&self, worst);
    else if (poplens_report_measure_is_time (worst->measure))
      describe_slower (&self, worst);
    else
      describe_fuller (&self, worst);
  } else if (count_reports_that (list, report_is_over) || list->rise.after > 0) {
    if (count_reports_that (list, report_is_over))
      describe_reports_over (&self);
    if (list->rise.after > 0)
      describe_rise (&self);
  } else if (find_better (list)) {
    describe_improvement (&self, find_better (list));
  } else {
    describe_no_change (&self);
  }
  add_models (&self);
  out->title = g_string_free (self.title, FALSE);
  out->text = g_string_free (self.text, FALSE);
}

/* ---- one report ------------------------------------------------------------------------------ */

/* Describes a change for the worse: "got slower by 18.7 %", "peak +1.20 MiB". (transfer full) */
static char *
change_verdict (const PoplensReportList *list, const PoplensReportChange *change,
                PoplensByteUnit unit)
{
  PoplensNumber percent;

  if (!poplens_report_measure_is_time (change->measure))
    return poplens_report_change_text (change, unit);
  Slowdown slowdown = find_slowdown (list, change);
  return g_strdup_printf (
      "got slower by %s%s",
      poplens_format_percent (percent, slowdown.after / MAX (slowdown.before, 1) - 1),
      change->level.once   ? " once"
      : change->level.over ? " steadily"
                           : "");
}

/* Returns the last lasting change before @report; @report still has its level. (nullable): NULL if
 * there is none, or if the change is for the better */
static const PoplensReportChange *
find_current_level (const PoplensReportList *list, guint32 report)
{
  const PoplensReportChange *level = NULL;

  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (change->report < report && list->series[change->report] == list->series[report] &&
        !change->level.once && !change->level.over && (!level || level->measure == change->measure))
      level = change;
  }
  return level && poplens_report_change_is_worse (level) ? level : NULL;
}

char *
poplens_report_list_verdict (const PoplensReportList *list, guint32 report, PoplensByteUnit unit)
{
  const PoplensListedReport *of = g_ptr_array_index (list->reports, report);
  g_autoptr (GString) worse = g_string_new (NULL);
  PoplensNumber n;

  for (guint c = 0; list->changes && c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (change->report != report || !poplens_report_change_is_worse (change))
      continue;
    g_autofree char *one = change_verdict (list, change, unit);
    g_string_append_printf (worse, "%s%s", worse->len ? ", " : "", one);
  }
  if (worse->len)
    return g_strdup (worse->str);
  if (of->error)
    return g_strdup (of->error);
  if (report_is_over (of))
    return g_strdup_printf ("%s over", poplens_format_items (n, of->headline.tiles_over, "tile"));
  const PoplensReportChange *level =
      list->changes && list->series ? find_current_level (list, report) : NULL;
  if (!level)
    return NULL;
  const PoplensListedReport *first = g_ptr_array_index (list->reports, level->report);
  g_autofree char *name = poplens_visible_text (first->path, -1);
  return g_strdup_printf ("as %s as %s",
                          poplens_report_measure_is_time (level->measure) ? "slow" : "full", name);
}

void
poplens_reports_headline_clear (PoplensReportsHeadline *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->text, g_free);
}
