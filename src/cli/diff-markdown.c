/* A comparison as text for a comment on a change, or for the summary of a pipeline. */
#include "cli/diff.h"
#include "cli/markdown.h"

#include "tables/compare/compare-judge.h"

#define FEW 10

/* @text: (nullable) */
static void
write_paragraph (const char *text, PoplensTextSink *out)
{
  g_autofree char *escaped = text ? poplens_markdown_escape (text) : NULL;

  if (escaped)
    poplens_text_sink_printf (out, "\n%s\n", escaped);
}

static void
write_section (const PoplensDiff *diff, guint s, PoplensTextSink *out)
{
  const PoplensDiffSection *section = &diff->sections[s];

  if (!section->table) {
    g_autofree char *name = poplens_diff_absent_names (diff, s);
    if (!name)
      return;
    g_autofree char *why = poplens_markdown_escape (section->absent);
    poplens_text_sink_printf (out, "\n### %s\n\nCannot compare\\: %s\n", name, why);
    return;
  }
  if (!poplens_table_n_rows (section->table))
    return;
  g_auto (GStrv) columns = poplens_compare_columns (section->table, NULL);
  const char *note = poplens_table_get_note (section->table);
  g_autofree char *escaped = poplens_markdown_escape (note ? note : "");
  poplens_text_sink_printf (out, "\n### %s\n\n%s\n", poplens_table_get_title (section->table),
                            escaped);
  poplens_markdown_table (section->table, (const char *const *) columns,
                          diff->output->all ? 0 : FEW, diff->output->unit, out);
}

void
poplens_diff_write_markdown (const PoplensDiff *diff, PoplensTextSink *out)
{
  g_autofree char *name = poplens_report_name_beside (diff->first, diff->second);
  g_autofree char *other = poplens_report_name_beside (diff->second, diff->first);
  g_autofree char *first = poplens_markdown_escape (name);
  g_autofree char *second = poplens_markdown_escape (other);
  g_autofree char *verdict = poplens_diff_verdict (diff);

  poplens_text_sink_printf (out, "## Changes from %s to %s\n", first, second);
  for (guint n = 0; n < diff->notices->len; n++)
    write_paragraph (diff->notices->pdata[n], out);
  write_paragraph (diff->fit, out);
  poplens_text_sink_printf (out, "\n%s\n", verdict);
  for (guint t = 0; t < G_N_ELEMENTS (diff->told); t++)
    write_paragraph (diff->told[t], out);
  for (guint s = 0; s < diff->n_sections; s++)
    write_section (diff, s, out);
}
