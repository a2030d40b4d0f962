/* What happened along the reports of a list, in words. */
#include "tables/reports/report-list.h"

#include "base/visible.h"
#include "report/candidates.h"

#include <math.h>
#include <string.h>

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

/* What is said, and the names of reports in it. */
typedef struct {
  const PoplensReportList *list;
  PoplensByteUnit unit;
  guint most; /* lines of a sort */
  GString *text;
  GArray *links;   /* PoplensAnswerLink */
  guint8 *lasting; /* [report]: whether it got worse for later ones, too */
} Answer;

static void
append_name (Answer *self, guint32 report)
{
  g_autofree char *name = poplens_visible_text (report_at (self->list, report)->path, -1);
  PoplensAnswerLink link = {.from = self->text->len, .report = report};

  g_string_append (self->text, name);
  link.to = self->text->len;
  g_array_append_val (self->links, link);
}

/* ", since run-1" where it came steadily, and ", +430,112 from inter-IPU exchange and others, with
 * encoder/layer.4 added"; of more cycles, where the paths are known. */
static void
append_cause (Answer *self, guint c)
{
  const PoplensReportList *list = self->list;
  const PoplensReportChange *change = change_at (list, c);
  const PoplensReportCause *cause = !list->causes        ? NULL
                                    : change->level.over ? &list->steady[c]
                                                         : &list->causes[change->report];
  PoplensNumber number;

  if (change->level.over) {
    g_string_append (self->text, ", since ");
    append_name (self, change->previous);
  }
  if (change->measure != POPLENS_MEASURE_CYCLES || !cause || cause->cycles <= 0)
    return;
  g_string_append_printf (self->text, ", %s from %s%s",
                          poplens_format_signed (number, cause->cycles), cause->title,
                          2 * cause->cycles < cause->all ? " and others" : "");
  if (cause->layers)
    g_string_append_printf (self->text, ", with %s", cause->layers);
}

/* ", better again since run-12" */
static void
append_mend (Answer *self, guint c)
{
  const PoplensReportChange *mend = poplens_report_list_find_mend (self->list, c);

  if (!mend)
    return;
  g_string_append (self->text, mend->measure == POPLENS_MEASURE_FITS ? ", fits again since "
                                                                     : ", better again since ");
  append_name (self, mend->report);
}

static void
find_lasting (Answer *self)
{
  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (!change->level.once && poplens_report_change_is_worse (change))
      self->lasting[change->report] = TRUE;
  }
}

/* A report that got worse by one figure for later ones, too, is not told twice for another one. */
static gboolean
is_worse (const Answer *self, const PoplensReportChange *change, gboolean once)
{
  return self->lasting[change->report] != once && poplens_report_change_is_worse (change);
}

/* Reports that got worse, once or from then on. */
static guint
count_worse (const Answer *self, gboolean once)
{
  guint n = 0;
  guint32 last = G_MAXUINT32;

  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (!is_worse (self, change, once))
      continue;
    n += change->report != last;
    last = change->report;
  }
  return n;
}

/* A line for each of them, with all that got worse. */
static void
append_worse (Answer *self, gboolean once)
{
  guint n = 0;
  guint32 last = G_MAXUINT32;

  for (guint c = 0; c < self->list->changes->len; c++) {
    const PoplensReportChange *change = change_at (self->list, c);
    if (!is_worse (self, change, once))
      continue;
    gboolean is_first = change->report != last;
    n += is_first;
    last = change->report;
    if (n > self->most)
      continue;
    g_autofree char *text = poplens_report_change_text (change, self->unit, TRUE);
    g_string_append (self->text, is_first ? "\n  " : "; ");
    if (is_first) {
      append_name (self, change->report);
      g_string_append (self->text, ": ");
    }
    g_string_append (self->text, text);
    append_cause (self, c);
    append_mend (self, c);
  }
  if (n > self->most)
    g_string_append_printf (self->text, "\n  and %u more (column Worse)", n - self->most);
}

/* All of its parts. */
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

/* "50 reports." or "50 reports, 48 readable." */
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

/* Whether any series has that many reports that can be read. */
static gboolean
has_series_of (const PoplensReportList *self, guint fewest)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint most = 0;

  for (guint32 r = 0; r < self->reports->len; r++) {
    gpointer series = (gpointer) self->series[r];
    guint n =
        GPOINTER_TO_UINT (g_hash_table_lookup (counts, series)) + is_readable (report_at (self, r));
    g_hash_table_insert (counts, series, GUINT_TO_POINTER (n));
    most = MAX (most, n);
  }
  return most >= fewest;
}

static void
append_rise (Answer *self, const PoplensReportRise *rise)
{
  guint64 by = (guint64) llround (rise->after - rise->before);
  PoplensNumber number;

  g_string_append (self->text, rise->measure == POPLENS_MEASURE_CYCLES    ? ""
                               : rise->measure == POPLENS_MEASURE_FULLEST ? "the fullest tile of "
                                                                          : "the peak of ");
  append_name (self, rise->report);
  if (rise->measure == POPLENS_MEASURE_CYCLES)
    g_string_append_printf (self->text, " took %s more cycles than ",
                            poplens_format_percent (number, rise->after / rise->before - 1));
  else
    g_string_append_printf (self->text, " is %s above that of ",
                            poplens_format_bytes (number, by, self->unit));
  append_name (self, rise->previous);
}

/* A line for each figure of which noise may hide more than what matters. */
static void
append_hidden (const PoplensReportList *self, GString *out)
{
  static const char *const names[POPLENS_N_MEASURES] = {"", "cycles", "the fullest tile",
                                                        "the peak"};

  for (PoplensReportMeasure m = POPLENS_MEASURE_CYCLES; m < POPLENS_N_MEASURES; m++) {
    const PoplensReportHidden *hidden = &self->hidden[m];
    PoplensNumber lasting, latest;
    if (hidden->any)
      g_string_append_printf (out, "\nNoise may hide any rise in %s: too few reports are alike.",
                              names[m]);
    else if (hidden->lasting > 0)
      g_string_append_printf (
          out, "\nNoise may hide a rise in %s below %s, in the latest report alone below %s.",
          names[m], poplens_format_percent (lasting, hidden->lasting),
          poplens_format_percent (latest, hidden->latest));
    else if (hidden->latest > 0)
      g_string_append_printf (out,
                              "\nChance may hide a rise in %s below %s in the latest report alone.",
                              names[m], poplens_format_percent (latest, hidden->latest));
  }
}

/* Where nothing was found: that it is so, or that nobody can tell. */
static void
append_nothing (Answer *self)
{
  PoplensReportRise rise;
  gboolean has_rise = poplens_report_list_find_rise (self->list, &rise);

  if (!has_series_of (self->list, POPLENS_LEVELS_FEWEST)) {
    g_string_append_printf (self->text,
                            count_readable (self->list) < POPLENS_LEVELS_FEWEST
                                ? " Too few to judge: a series needs %d reports."
                                : " No series: it needs %d reports whose paths differ in one part.",
                            POPLENS_LEVELS_FEWEST);
  } else if (has_rise && rise.alone) {
    g_string_append (self->text, " The first report alone is better: chance, or a rise since.");
  } else if (has_rise) {
    if (has_series_of (self->list, POPLENS_LEVELS_ENOUGH))
      g_string_append_printf (self->text, " None got worse in series of %d and more.",
                              POPLENS_LEVELS_ENOUGH);
    g_string_append_printf (self->text, " With fewer than %d, noise hides all but large changes.",
                            POPLENS_LEVELS_ENOUGH);
  } else {
    g_string_append (self->text, " None got worse.");
  }
  if (has_rise) {
    g_string_append (self->text, "\nLargest rise: ");
    append_rise (self, &rise);
    g_string_append_c (self->text, '.');
  }
  append_hidden (self->list, self->text);
}

static guint
count_errors (const PoplensReportList *self)
{
  guint n = 0;

  for (guint32 r = 0; r < self->reports->len; r++)
    n += report_at (self, r)->error != NULL;
  return n;
}

/* Why reports cannot be read, or a part of them. */
static void
append_errors (Answer *self)
{
  guint n = count_errors (self->list), told = 0;

  if (n)
    g_string_append_printf (self->text, "\nErrors: %u", n);
  for (guint32 r = 0; r < self->list->reports->len && told < self->most; r++) {
    const PoplensListedReport *report = report_at (self->list, r);
    if (!report->error)
      continue;
    g_string_append (self->text, "\n  ");
    append_name (self, r);
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
poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most,
                            GArray **links)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (PoplensAnswerLink));
  g_autofree guint8 *lasting = g_new0 (guint8, self->reports->len);
  Answer answer = {self, unit, most, g_string_new (NULL), found, lasting};

  find_lasting (&answer);
  guint n_worse = count_worse (&answer, FALSE), n_once = count_worse (&answer, TRUE);

  append_counts (self, answer.text);
  if (n_worse) {
    g_string_append_printf (answer.text, " %u got worse:", n_worse);
    append_worse (&answer, FALSE);
  } else {
    append_nothing (&answer);
  }
  if (n_once) {
    g_string_append_printf (answer.text, "\nWorse once, not afterwards: %u", n_once);
    append_worse (&answer, TRUE);
  }
  append_errors (&answer);
  append_unsearched (self, answer.text);
  if (links)
    *links = g_steal_pointer (&found);
  return g_string_free (answer.text, FALSE);
}
