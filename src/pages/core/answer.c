/* Writes the sentence that a page begins with: the main result for the whole report, whatever is
 * selected or in view. Summary and Insights begin with the verdict instead. */
#include "derived/headline.h"
#include "derived/operations/operations-source.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-sums.h"
#include "derived/time/time-source.h"
#include "pages/core/page-private.h"

/* Smallest share of the total for which a page's first sentence names an operation or program. */
#define WORTH 0.01

/* ---- memory ---------------------------------------------------------------------------------- */

char *
poplens_tile_title (const PoplensTarget *target, guint32 tile)
{
  return target && target->num_ipus > 1
             ? g_strdup_printf ("tile %u on IPU %u", tile,
                                poplens_target_ipu_of_tile (target, tile))
             : g_strdup_printf ("tile %u", tile);
}

/* Says how full the fullest tile is: "holds 622 KiB of 624 KiB", "needs 1,129 KiB, 505 KiB more
 * than it has". (transfer full) */
static char *
say_fullest (const PoplensHeadline *headline, PoplensByteUnit unit)
{
  guint64 bytes = headline->fullest_bytes, capacity = headline->tile_capacity;
  const char *bound = headline->memory_incomplete ? "at least " : "";
  g_autofree char *held = poplens_bytes_of (bytes, capacity, unit);
  PoplensNumber number, over;

  if (!capacity || bytes <= capacity)
    return g_strconcat ("holds ", bound, held, NULL);
  return g_strdup_printf ("needs %s%s, %s more than it has", bound,
                          poplens_format_bytes (number, bytes, unit),
                          poplens_format_bytes (over, bytes - capacity, unit));
}

static char *
answer_memory (const PoplensHeadline *headline, const PoplensTarget *target, PoplensByteUnit unit)
{
  PoplensNumber over, all, number;

  if (!headline->has_memory || headline->fullest_position == G_MAXUINT32)
    return NULL;
  g_autofree char *tile = poplens_tile_title (target, headline->fullest_tile);
  g_autofree char *fullest = say_fullest (headline, unit);
  g_autoptr (GString) text = g_string_new (NULL);
  if (headline->fit_known && headline->fits)
    g_string_append (text, "Every tile fits. ");
  else if (headline->tiles_over)
    g_string_append_printf (text, "%s of %s %s over capacity. ",
                            poplens_format_count (over, headline->tiles_over),
                            poplens_format_items (all, headline->n_tiles, "tile"),
                            headline->tiles_over == 1 ? "is" : "are");
  g_string_append_printf (text, "The fullest, %s, %s", tile, fullest);
  guint64 gaps = headline->total_known && headline->fullest_bytes > headline->fullest_total
                     ? headline->fullest_bytes - headline->fullest_total
                     : 0;
  if (gaps && (double) gaps >= WORTH * (double) headline->fullest_bytes)
    g_string_append_printf (
        text, ", of which %s are gaps",
        poplens_format_bytes_beside (number, gaps, headline->fullest_bytes, unit));
  g_string_append_c (text, '.');
  return g_strdup (text->str);
}

/* ---- liveness -------------------------------------------------------------------------------- */

static char *
answer_liveness (const PoplensHeadline *headline, const PoplensPeak *peak, PoplensByteUnit unit)
{
  PoplensNumber bytes, always;

  if (!headline->has_peak)
    return NULL;
  const char *label = peak->label ? peak->label : "";
  g_autofree char *rest =
      headline->always_unknown
          ? g_strdup ("without always-live memory, which is not recorded")
          : g_strdup_printf ("of which %s are always live",
                             poplens_format_bytes_beside (always, headline->always_live,
                                                          headline->peak_bytes, unit));
  return g_strdup_printf ("Most bytes are live at step %u%s%s: %s, %s.", headline->peak_step,
                          *label ? ", " : "", label,
                          poplens_format_bytes (bytes, headline->peak_bytes, unit), rest);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Gives the program's cycles as a sentence: "The program takes 2,818,970 cycles, one iteration
 * 681,766." (transfer full) */
static char *
say_cycles (const PoplensProgramTime *time)
{
  PoplensNumber program, iteration;
  g_autofree char *each = time->iterations_known && time->n_lengths
                              ? g_strdup_printf (", one iteration %s",
                                                 poplens_format_count (iteration, time->iteration))
                              : g_strdup ("");

  return g_strdup_printf ("The program takes %s%s cycles%s.", time->incomplete ? "at least " : "",
                          poplens_format_count (program, time->program), each);
}

/* Returns the sentence for the trace: where the cycles went or, until the time findings are
 * computed, how many cycles the program takes. (transfer full) (nullable) */
static char *
answer_trace (PoplensReport *report, GCancellable *cancellable)
{
  g_autoptr (PoplensTimeFindings) found =
      poplens_report_peek_time (report)
          ? poplens_report_time_findings (report, NULL, cancellable, NULL)
          : NULL;
  PoplensProgramTime time;

  if (found && found->where)
    return g_strdup (found->where);
  return poplens_report_program_time (report, FALSE, &time, cancellable, NULL) && time.known
             ? say_cycles (&time)
             : NULL;
}

/* ---- operations and programs ----------------------------------------------------------------- */

/* Gives the largest share as a sentence: "Update/adam takes the most tile cycles, 7.1 % of all."
 * (transfer full) */
static char *
say_most (const char *name, const char *does, double most, double all)
{
  PoplensNumber share;

  return g_strdup_printf ("%s %s, %s of all.", name, does,
                          poplens_format_percent (share, most / all));
}

/* Names the operation with the largest share of the tile cycles or, if that share is below WORTH,
 * of the bytes at the peak. NULL if both shares are below WORTH. (transfer full) (nullable) */
static char *
answer_operations (PoplensReport *report, const PoplensLocation *location,
                   GCancellable *cancellable)
{
  static const struct {
    PoplensMetric metric;
    const char *does;
  } ways[] = {{POPLENS_METRIC_TILE_CYCLES, "takes the most tile cycles"},
              {POPLENS_METRIC_PEAK_BYTES, "holds the most bytes at the peak"}};
  g_autoptr (PoplensLocation) of = poplens_location_with (location, "operation", NULL);
  PoplensOperationSource source;

  if (!poplens_operation_source_init (&source, report, of, cancellable, NULL))
    return NULL;
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++) {
    guint most = G_MAXUINT;
    gint64 value = 0, all = 0;
    for (guint i = 0; i < source.operations->operations->len; i++) {
      const PoplensOperation *operation =
          &g_array_index (source.operations->operations, PoplensOperation, i);
      gint64 cost = operation->costs[ways[w].metric];
      /* Waiting belongs to no operation: leave it out of the total. */
      all += operation->kind == POPLENS_OPERATION_NO_PROGRAM ? 0 : cost;
      if (operation->kind == POPLENS_OPERATION_CONTEXT && cost > value) {
        most = i;
        value = cost;
      }
    }
    if (most == G_MAXUINT || (double) value < WORTH * (double) all)
      continue;
    g_autofree char *name = poplens_operation_name (&source, most);
    return say_most (name, ways[w].does, (double) value, (double) all);
  }
  return NULL;
}

static char *
answer_programs (PoplensReport *report, const PoplensLocation *location, GCancellable *cancellable)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (report, location, cancellable, NULL);
  const PoplensProgramSums *sums =
      programs ? poplens_program_sums_get (report, cancellable, NULL) : NULL;
  guint32 most = 0;
  double all = 0;

  /* Cycles are known only for the compilation step that was executed: return NULL for any other
   * step. */
  if (!sums || sums->n != programs->n)
    return NULL;
  for (guint32 p = 0; p < sums->n; p++) {
    all += (double) sums->tile_cycles[p];
    most = sums->tile_cycles[p] > sums->tile_cycles[most] ? p : most;
  }
  if (all <= 0)
    return NULL;
  g_autofree char *title = poplens_program_title (programs, programs->id[most]);
  g_autofree char *name = g_strdup_printf ("Program %u, %s,", programs->id[most], title);
  return say_most (name, "takes the most tile cycles", (double) sums->tile_cycles[most], all);
}

/* ---- any page -------------------------------------------------------------------------------- */

char *
poplens_page_find_answer (const PoplensPage *page, const PoplensPageContext *context)
{
  PoplensHeadlineParts parts;
  PoplensHeadline headline;

  if (page->of_two)
    return NULL;
  switch (page->id) {
  case POPLENS_PAGE_MEMORY:
  case POPLENS_PAGE_LIVENESS:
    poplens_headline_load (context->report,
                           page->id == POPLENS_PAGE_MEMORY
                               ? POPLENS_PART_BIT (POPLENS_PART_MEMORY)
                               : POPLENS_PART_BIT (POPLENS_PART_LIVENESS),
                           &parts, context->cancellable, NULL);
    poplens_headline_compute (&headline, parts.target, parts.memory, parts.peak, parts.execution);
    return page->id == POPLENS_PAGE_MEMORY ? answer_memory (&headline, parts.target, context->unit)
                                           : answer_liveness (&headline, parts.peak, context->unit);
  case POPLENS_PAGE_TRACE:
    return answer_trace (context->report, context->cancellable);
  case POPLENS_PAGE_OPERATIONS:
    return answer_operations (context->report, context->location, context->cancellable);
  case POPLENS_PAGE_PROGRAMS:
    return answer_programs (context->report, context->location, context->cancellable);
  default:
    return NULL;
  }
}
