/* Facts and figures of a report that several commands begin with. */
#include "cli/headline.h"

#include "analysis/summary/headline.h"
#include "derived/headline.h"
#include "pages/core/page-private.h"

static PoplensValue
value_of (PoplensFigure figure, gint64 value)
{
  static const PoplensUnit units[] = {POPLENS_UNIT_BOOL, POPLENS_UNIT_COUNT, POPLENS_UNIT_ID,
                                      POPLENS_UNIT_BYTES, POPLENS_UNIT_CYCLES};

  return value == POPLENS_NO_FIGURE
             ? (PoplensValue){0}
             : poplens_value_int (value, units[poplens_figure_spec (figure)->unit]);
}

static guint32
part_of (PoplensFigure figure)
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
    if (part_of (f) & bits)
      poplens_cli_answer_figure (answer, poplens_figure_spec (f)->key, value_of (f, figures[f]));
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
                                     .before = value_of (f, before[f]),
                                     .value = value_of (f, after[f]),
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
