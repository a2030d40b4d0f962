/* The headline figures as facts: whether the model fits, which tile is fullest, when memory peaks,
 * and how long the program runs. */
#include "pages/summary/summary.h"

#include "analysis/memory/memory-analysis.h"
#include "analysis/summary/headline.h"
#include "base/error.h"
#include "derived/headline.h"

#include <string.h>

static char *
describe_overflow (const PoplensHeadline *headline, const PoplensMemory *memory,
                   PoplensByteUnit unit)
{
  PoplensNumber over, capacity;

  poplens_format_bytes (over, headline->over_bytes, unit);
  if (!headline->tile_capacity)
    return g_strdup_printf ("tile %u is %s over its capacity",
                            memory->tile[headline->worst_position], over);
  return g_strdup_printf ("tile %u is %s over its %s", memory->tile[headline->worst_position], over,
                          poplens_format_bytes (capacity, headline->tile_capacity, unit));
}

/* Returns the used bytes of all tiles: without gaps or, if the report has no such total, with
 * gaps. */
static guint64
in_use (const PoplensHeadline *headline)
{
  return headline->total_known ? headline->total : headline->total_including_gaps;
}

static gboolean
is_nearly_full (const PoplensHeadline *headline)
{
  return poplens_is_nearly_full (headline->fullest_bytes, headline->tile_capacity);
}

/* Adds the fact that says whether the model fits in memory, and by how much. */
static void
add_fit (GPtrArray *facts, const PoplensHeadline *headline, const PoplensMemory *memory,
         PoplensByteUnit unit)
{
  PoplensNumber used, percent, spare, count;
  g_autofree char *detail = NULL;
  g_autofree char *value = NULL;
  const char *gaps = headline->total_known ? "" : " including gaps";
  PoplensFact *fact;

  if (!headline->fit_known) {
    value = g_strdup ("Unknown");
    detail = g_strdup_printf ("%s%s used%s · %s", headline->memory_incomplete ? "at least " : "",
                              poplens_format_bytes (used, in_use (headline), unit), gaps,
                              headline->tile_capacity
                                  ? "archive.a is incomplete: some tiles may be missing"
                                  : "tile capacity not recorded");
  } else if (!headline->fits) {
    value =
        g_strdup_printf ("No: %s over", poplens_format_items (count, headline->tiles_over, "tile"));
    detail = describe_overflow (headline, memory, unit);
  } else {
    detail = g_strdup_printf (
        "%s used%s · %s free on the fullest tile",
        poplens_format_percent (percent, (double) in_use (headline) / (double) headline->capacity),
        gaps,
        poplens_format_bytes (
            spare, headline->tile_capacity - MIN (headline->fullest_bytes, headline->tile_capacity),
            unit));
  }
  fact = poplens_facts_add (facts, "Memory fit", value ? value : "Yes", detail);
  fact->tone = !headline->fit_known        ? POPLENS_TONE_NEUTRAL
               : !headline->fits           ? POPLENS_TONE_BAD
               : is_nearly_full (headline) ? POPLENS_TONE_WARNING
                                           : POPLENS_TONE_GOOD;
  /* If the model does not fit, link to Insights, which has the causes and says what to change. */
  fact->link = g_strdup (headline->fit_known && !headline->fits ? "insights" : "memory");
  fact->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

static double
fill_of (guint64 bytes, guint64 of)
{
  return of ? MIN (1.0, (double) bytes / (double) of) : -1;
}

/* Describes the fullest tile: "tile 1054 on IPU 0, 613 KiB excluding gaps". (transfer full) */
static char *
describe_tile (const PoplensHeadline *headline, const PoplensHeadlineParts *parts,
               PoplensByteUnit unit)
{
  PoplensNumber bytes;
  g_autofree char *tile = poplens_tile_title (parts->target, headline->fullest_tile);

  return headline->total_known
             ? g_strdup_printf ("%s, %s excluding gaps", tile,
                                poplens_format_bytes_beside (bytes, headline->fullest_total,
                                                             headline->fullest_bytes, unit))
             : g_strconcat (tile, ", including gaps", NULL);
}

/* Returns @value or, if the report is incomplete, "at least VALUE". @value: (transfer full).
 * (transfer full) */
static char *
mark_bound (char *value, gboolean incomplete)
{
  g_autofree char *taken = value;

  return incomplete ? g_strconcat ("at least ", taken, NULL) : g_steal_pointer (&taken);
}

/* Describes the memory of all tiles: "1,472 tiles, 5.2 MiB including gaps". (transfer full) */
static char *
describe_tiles (const PoplensHeadline *headline, const PoplensHeadlineParts *parts,
                PoplensByteUnit unit)
{
  PoplensNumber with_gaps, tiles;

  poplens_format_items (tiles, headline->n_tiles, "tile");
  if (!headline->total_known)
    return g_strdup_printf ("%s; bytes excluding gaps not recorded", tiles);
  return g_strdup_printf ("%s%s, %s including gaps", tiles,
                          parts->target && parts->target->num_replicas > 1 ? " of one replica" : "",
                          poplens_format_bytes_beside (with_gaps, headline->total_including_gaps,
                                                       headline->capacity, unit));
}

static void
headline_add_memory (GPtrArray *facts, const PoplensHeadline *headline,
                     const PoplensHeadlineParts *parts, PoplensByteUnit unit)
{
  PoplensFact *fact;

  add_fit (facts, headline, parts->memory, unit);
  if (headline->fullest_position != G_MAXUINT32) {
    g_autofree char *value =
        mark_bound (poplens_bytes_of (headline->fullest_bytes, headline->tile_capacity, unit),
                    headline->memory_incomplete);
    g_autofree char *detail = describe_tile (headline, parts, unit);
    fact = poplens_facts_add (facts, "Fullest tile", value, detail);
    fact->fill = fill_of (headline->fullest_bytes, headline->tile_capacity);
    fact->link = g_strdup_printf ("memory?tile=%u", headline->fullest_tile);
    fact->tone = headline->tiles_over        ? POPLENS_TONE_BAD
                 : is_nearly_full (headline) ? POPLENS_TONE_WARNING
                                             : POPLENS_TONE_NEUTRAL;
    fact->source = poplens_provenance_text (POPLENS_FROM_FILE);
  }
  /* If tiles are missing, the capacity of all tiles is unknown: show no capacity. */
  guint64 capacity = headline->memory_incomplete ? 0 : headline->capacity;
  g_autofree char *value = mark_bound (poplens_bytes_of (in_use (headline), capacity, unit),
                                       headline->memory_incomplete);
  g_autofree char *detail = describe_tiles (headline, parts, unit);
  fact = poplens_facts_add (facts, headline->total_known ? "Memory used" : "Memory including gaps",
                            value, detail);
  fact->fill = fill_of (in_use (headline), capacity);
  if (capacity && in_use (headline) > capacity)
    fact->tone = POPLENS_TONE_BAD;
  fact->link = g_strdup ("memory");
  fact->source = poplens_provenance_text (POPLENS_FROM_FILE);
}

static void
headline_add_peak (GPtrArray *facts, const PoplensHeadline *headline,
                   const PoplensHeadlineParts *parts, PoplensByteUnit unit)
{
  PoplensNumber number, always;
  const char *label = parts->peak->label;
  gboolean unknown = headline->always_unknown;
  g_autofree char *live =
      unknown ? g_strdup ("Excludes always-live memory (not recorded)")
              : g_strdup_printf ("%s always live",
                                 poplens_format_bytes_beside (always, headline->always_live,
                                                              headline->peak_bytes, unit));
  g_autofree char *detail = g_strdup_printf ("%s; at step %u%s%s", live, headline->peak_step,
                                             label ? ", " : "", label ? label : "");
  g_autofree char *value = g_strconcat (
      unknown ? "> " : "", poplens_format_bytes (number, headline->peak_bytes, unit), NULL);

  PoplensFact *fact = poplens_facts_add (facts, "Peak live memory", value, detail);
  fact->link = g_strdup_printf ("liveness?step=%u", headline->peak_step);
  fact->source = poplens_provenance_text (POPLENS_FROM_FILE);
}

/* Returns the sum of the elapsed times of all runs, in seconds; −1 if a run has no recorded
 * time. */
static double
elapsed_seconds (const PoplensExecution *execution)
{
  double sum = 0;

  if (!execution->n_runs)
    return -1;
  for (guint32 r = 0; r < execution->n_runs; r++) {
    if (execution->runs[r].elapsed_microseconds <= 0)
      return -1;
    sum += (double) execution->runs[r].elapsed_microseconds / 1e6;
  }
  return sum;
}

/* Appends @cycles as nominal time: "387 µs". If @text is empty, also appends the clock: "387 µs at
 * 1.85 GHz". */
static void
append_clock (GString *text, guint64 cycles, guint64 clock_hz)
{
  gboolean first = !text->len;
  PoplensNumber seconds, clock;

  g_string_append (text, poplens_format_seconds (seconds, (double) cycles / (double) clock_hz));
  if (first)
    g_string_append_printf (text, " at %s GHz",
                            poplens_format_digits (clock, (double) clock_hz / 1e9, 3));
}

/* Appends the program's nominal time, and the time that the host measured: "387 µs at 1.85 GHz; the
 * host measured 1.50 ms for the run, start and end included" (formats.md 8.3). */
static void
append_program (GString *text, const PoplensProgramTime *program, const PoplensExecution *execution,
                guint64 clock_hz)
{
  PoplensNumber runs, seconds;
  double elapsed = elapsed_seconds (execution);

  if (!clock_hz)
    return;
  append_clock (text, program->program, clock_hz);
  if (elapsed > 0 && !program->incomplete)
    g_string_append_printf (
        text, "; the host measured %s for %s, start and end included",
        poplens_format_seconds (seconds, elapsed),
        execution->n_runs == 1 ? "the run" : poplens_format_items (runs, execution->n_runs, "run"));
}

static void
append_apart (GString *text)
{
  if (text->len)
    g_string_append (text, " · ");
}

/* Appends details of the fact on time: iterations, the time of the whole program, and time outside
 * the program. */
static void
append_details (GString *text, const PoplensProgramTime *program, const PoplensExecution *execution,
                guint64 clock_hz)
{
  PoplensNumber cycles, n;

  if (program->n_iterations) {
    if (clock_hz)
      append_clock (text, program->iteration, clock_hz);
    g_string_append_printf (text, "%smedian of %s", text->len ? ", " : "",
                            poplens_format_count (n, program->n_lengths));
    if (program->n_lengths < program->n_iterations)
      g_string_append_printf (text, " of %s", poplens_format_count (n, program->n_iterations));
    append_apart (text);
    g_string_append_printf (text, "program %s%s cycles%s", program->incomplete ? "at least " : "",
                            poplens_format_count (cycles, program->program), clock_hz ? ", " : "");
  }
  append_program (text, program, execution, clock_hz);
  if (!program->iterations_known) {
    append_apart (text);
    g_string_append (text, "iterations not searched yet (Execution Trace)");
  }
  append_apart (text);
  g_string_append_printf (text, "outside %s cycles", poplens_format_count (n, program->outside));
  g_string_append_printf (text, ", trace %s", poplens_format_count (n, program->trace));
}

static void
headline_add_cycles (GPtrArray *facts, const PoplensHeadline *headline,
                     const PoplensHeadlineParts *parts, guint64 clock_hz)
{
  const PoplensProgramTime *program = &parts->time;
  PoplensNumber number;
  g_autoptr (GString) detail = g_string_new (NULL);
  const char *title = !program->known         ? "Trace length"
                      : program->n_iterations ? "Iteration"
                                              : "Program time";
  guint64 cycles = !program->known         ? headline->cycles
                   : program->n_iterations ? program->iteration
                                           : program->program;
  gboolean bound =
      program->known ? program->incomplete && !program->n_iterations : headline->cycles_incomplete;

  if (program->known)
    append_details (detail, program, parts->execution, clock_hz);
  else if (clock_hz && cycles)
    append_clock (detail, cycles, clock_hz);
  g_autofree char *value =
      mark_bound (g_strdup_printf ("%s cycles", poplens_format_count (number, cycles)), bound);
  PoplensFact *fact = poplens_facts_add (facts, title, value, detail->len ? detail->str : NULL);
  fact->link = g_strdup ("trace?tab=trace-time");
  fact->source =
      poplens_provenance_text (program->known ? POPLENS_FROM_DERIVED : POPLENS_FROM_MEASURED);
}

/* Adds a fact for a report that has no executed steps, only blocks of lightweight profiling. */
static void
headline_add_blocks (GPtrArray *facts, const PoplensLightBlocks *blocks)
{
  PoplensNumber n, tiles, times;
  guint64 overflows = 0;

  for (guint32 row = 0; row < blocks->n; row++)
    overflows += blocks->type[row] == POPLENS_LIGHT_OVERFLOW;
  g_autofree char *lost = overflows
                              ? g_strdup_printf ("; buffer full %s, some lost",
                                                 poplens_format_items (times, overflows, "time"))
                              : NULL;
  g_autofree char *detail =
      g_strdup_printf ("on %s, lightweight profiling only%s",
                       poplens_format_items (tiles, blocks->n_tiles, "tile"), lost ? lost : "");
  PoplensFact *fact =
      poplens_facts_add (facts, "Blocks", poplens_format_count (n, blocks->n), detail);
  fact->link = g_strdup ("trace?view=blocks");
  fact->source = poplens_provenance_text (POPLENS_FROM_MEASURED);
}

void
poplens_page_add_odd_memory (PoplensPage *page, const PoplensMemory *memory)
{
  PoplensHeadline headline;

  poplens_headline_compute (&headline, NULL, memory, NULL, NULL);
  g_autofree char *text = poplens_headline_describe_odd (&headline, memory);
  if (text)
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "odd-memory", text);
}

GPtrArray *
poplens_page_summary_facts (PoplensReport *report, PoplensPageDefaults defaults,
                            GCancellable *cancellable, GError **error)
{
  PoplensPageContext context = {
      .report = report, .unit = defaults.unit, .cancellable = cancellable, .defaults = defaults};
  GPtrArray *facts =
      poplens_page_headline (report, POPLENS_HEADLINE_ALL, defaults, cancellable, error);

  if (!facts)
    return NULL;
  poplens_summary_add_debug (NULL, &context, facts);
  poplens_summary_add_absent (facts, report);
  return facts;
}

GPtrArray *
poplens_page_headline (PoplensReport *report, guint32 parts, PoplensPageDefaults defaults,
                       GCancellable *cancellable, GError **error)
{
  PoplensPageContext context = {
      .report = report, .unit = defaults.unit, .cancellable = cancellable, .defaults = defaults};
  g_autoptr (GError) wrong = NULL;
  PoplensHeadlineParts loaded;
  PoplensHeadline headline;

  if (!poplens_headline_load (report, parts, &loaded, cancellable, &wrong) &&
      !poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  GPtrArray *facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  poplens_headline_compute (&headline, loaded.target, loaded.memory, loaded.peak, loaded.execution);
  if (headline.has_memory)
    headline_add_memory (facts, &headline, &loaded, defaults.unit);
  if (headline.has_peak)
    headline_add_peak (facts, &headline, &loaded, defaults.unit);
  if (headline.has_cycles)
    headline_add_cycles (facts, &headline, &loaded, poplens_page_clock (&context, loaded.target));
  else if (loaded.execution && loaded.execution->light->n)
    headline_add_blocks (facts, loaded.execution->light);
  return facts;
}
