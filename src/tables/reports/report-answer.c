/* What happened along the reports of a list, in words. */
#include "tables/reports/report-list.h"

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

/* ", +430,112 from inter-IPU exchange": of more cycles, where the paths are known. */
static void
append_cause (GString *lines, const PoplensReportList *self, const PoplensReportChange *change)
{
  const PoplensReportCause *cause = self->causes ? &self->causes[change->report] : NULL;
  PoplensNumber number;

  if (change->measure == POPLENS_MEASURE_CYCLES && cause && cause->cycles > 0)
    g_string_append_printf (lines, ", %s from %s", poplens_format_signed (number, cause->cycles),
                            cause->title);
}

/* A line a report for its changes for the worse, those that are once or the others. Returns how
 * many reports have some; of these @most are written. */
static guint
append_worse (const PoplensReportList *self, gboolean once, PoplensByteUnit unit, guint most,
              GString *lines)
{
  guint n = 0;
  guint32 last = G_MAXUINT32;

  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = change_at (self, c);
    if (change->level.once != once || !poplens_report_change_is_worse (change))
      continue;
    gboolean is_first = change->report != last;
    n += is_first;
    last = change->report;
    if (n > most)
      continue;
    g_autofree char *text = poplens_report_change_text (change, unit, TRUE);
    if (is_first)
      g_string_append_printf (lines, "%s  %s: %s", lines->len ? "\n" : "",
                              report_at (self, change->report)->path, text);
    else
      g_string_append_printf (lines, "; %s", text);
    append_cause (lines, self, change);
  }
  if (n > most)
    g_string_append_printf (lines, "\n  and %u more (column worse)", n - most);
  return n;
}

/* "50 reports, 48 readable." */
static void
append_counts (const PoplensReportList *self, GString *out)
{
  PoplensNumber all, readable;
  guint n = 0;

  for (guint32 r = 0; r < self->reports->len; r++)
    n += report_at (self, r)->opened;
  g_string_append (out, poplens_format_items (all, self->reports->len, "report"));
  if (n == self->reports->len)
    g_string_append (out, n == 1 ? ", readable." : ", all readable.");
  else
    g_string_append_printf (out, ", %s readable.", poplens_format_count (readable, n));
}

/* Whether any series has that many reports that were read. */
static gboolean
has_series_of (const PoplensReportList *self, guint fewest)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint most = 0;

  for (guint32 r = 0; r < self->reports->len; r++) {
    gpointer series = (gpointer) self->series[r];
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, series)) + report_at (self, r)->opened;
    g_hash_table_insert (counts, series, GUINT_TO_POINTER (n));
    most = MAX (most, n);
  }
  return most >= fewest;
}

static void
append_rise (const PoplensReportList *self, const PoplensReportRise *rise, PoplensByteUnit unit,
             GString *out)
{
  const char *report = report_at (self, rise->report)->path;
  const char *previous = report_at (self, rise->previous)->path;
  guint64 by = (guint64) llround (rise->after - rise->before);
  PoplensNumber number;

  if (rise->measure == POPLENS_MEASURE_CYCLES)
    g_string_append_printf (out, "%s took %s more cycles than %s", report,
                            poplens_format_percent (number, rise->after / rise->before - 1),
                            previous);
  else if (rise->measure == POPLENS_MEASURE_FULLEST)
    g_string_append_printf (out, "the fullest tile of %s has %s more than that of %s", report,
                            poplens_format_bytes (number, by, unit), previous);
  else
    g_string_append_printf (out, "the peak of %s is %s above that of %s", report,
                            poplens_format_bytes (number, by, unit), previous);
}

/* Where nothing was found: that it is so, or that nobody can tell. */
static void
append_nothing (const PoplensReportList *self, PoplensByteUnit unit, GString *out)
{
  gboolean has_long = has_series_of (self, POPLENS_LEVELS_ENOUGH);
  PoplensReportRise rise;
  guint n;

  if (poplens_report_list_find_rise (self, &rise, &n)) {
    if (has_long)
      g_string_append_printf (out, " None got worse in series of %d and more.",
                              POPLENS_LEVELS_ENOUGH);
    g_string_append_printf (out, " %u reports are too few to tell noise from change; ", n);
    append_rise (self, &rise, unit, out);
    g_string_append_c (out, '.');
  } else if (has_series_of (self, POPLENS_LEVELS_FEWEST)) {
    g_string_append (out, " None got worse.");
  } else {
    g_string_append_printf (out, " Too few to compare: a series needs %d reports.",
                            POPLENS_LEVELS_FEWEST);
  }
}

/* Why reports cannot be read, or a part of them. */
static void
append_errors (const PoplensReportList *self, guint most, GString *out)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  guint n = 0;

  for (guint32 r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = report_at (self, r);
    if (report->error && ++n <= most)
      g_string_append_printf (lines, "\n  %s: %s", report->path, report->error);
  }
  if (n > most)
    g_string_append_printf (lines, "\n  and %u more (column error)", n - most);
  if (n)
    g_string_append_printf (out, "\nErrors: %u%s", n, lines->str);
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

const PoplensReportChange *
poplens_report_list_first_worse (const PoplensReportList *self)
{
  for (guint c = 0; c < self->changes->len; c++)
    if (!change_at (self, c)->level.once && poplens_report_change_is_worse (change_at (self, c)))
      return change_at (self, c);
  return NULL;
}

char *
poplens_report_list_command (const PoplensReportList *self)
{
  const PoplensReportChange *change = poplens_report_list_first_worse (self);

  if (!change)
    return NULL;
  GString *out = g_string_new ("poplens-cli diff");
  const char *words[] = {report_at (self, change->previous)->address,
                         report_at (self, change->report)->address};
  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    g_autofree char *quoted = g_shell_quote (words[w]);
    gboolean is_plain = !strpbrk (words[w], " \t\n'\"\\$`!*?[](){}<>|&;#~");
    g_string_append_printf (out, " %s", is_plain ? words[w] : quoted);
  }
  return g_string_free (out, FALSE);
}

char *
poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most)
{
  g_autoptr (GString) worse = g_string_new (NULL), once = g_string_new (NULL);
  guint n_worse = append_worse (self, FALSE, unit, most, worse);
  guint n_once = append_worse (self, TRUE, unit, most, once);
  GString *out = g_string_new (NULL);

  append_counts (self, out);
  if (n_worse)
    g_string_append_printf (out, " %u got worse:\n%s", n_worse, worse->str);
  else
    append_nothing (self, unit, out);
  if (n_once)
    g_string_append_printf (out, "\nWorse once, not afterwards: %u\n%s", n_once, once->str);
  append_errors (self, most, out);
  append_unsearched (self, out);
  return g_string_free (out, FALSE);
}
