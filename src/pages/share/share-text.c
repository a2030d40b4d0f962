/* Words of a shared report: facts, findings, notices. */
#include "pages/share/share-private.h"

#include "base/visible.h"

#include <string.h>

void
poplens_share_text (PoplensShare *self, const char *text)
{
  g_autofree char *cut = NULL;
  g_autofree char *markup =
      poplens_visible_markup (text ? poplens_shorten (text, POPLENS_CARD_BYTES, &cut) : "", -1);

  poplens_text_sink_write (self->out, markup, -1);
}

void
poplens_share_path (PoplensShare *self, const char *text)
{
  g_autofree char *cut = NULL;
  g_autofree char *markup =
      poplens_visible_markup (text ? poplens_shorten (text, POPLENS_CARD_BYTES, &cut) : "", -1);

  for (const char *at = markup, *end; *at; at = end) {
    end = strchr (at, '/');
    end = end ? end + 1 : at + strlen (at);
    poplens_text_sink_write (self->out, at, end - at);
    if (*end && end[-1] == '/')
      poplens_text_sink_write (self->out, "<wbr>", -1);
  }
}

void
poplens_share_element (PoplensShare *self, const char *tag, const char *class, const char *text)
{
  if (!text)
    return;
  if (class)
    poplens_text_sink_printf (self->out, "<%s class=\"%s\">", tag, class);
  else
    poplens_text_sink_printf (self->out, "<%s>", tag);
  poplens_share_path (self, text);
  poplens_text_sink_printf (self->out, "</%s>", tag);
}

/* Classes of the style sheet. */
static const char *
tone_class (PoplensTone tone)
{
  static const char *const classes[] = {"", "good", "warning", "bad"};

  return classes[tone];
}

static void
write_facts (PoplensShare *self, const GPtrArray *facts)
{
  poplens_text_sink_write (self->out, "<dl class=\"facts\">\n", -1);
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    poplens_text_sink_write (self->out, "<div>", -1);
    poplens_share_element (self, "dt", NULL, fact->label);
    poplens_share_element (self, "dd", tone_class (fact->tone), fact->value);
    if (fact->fill >= 0)
      poplens_text_sink_printf (self->out,
                                "<dd class=\"fill\"><i class=\"%s\" style=\"width:%d%%\"></i></dd>",
                                tone_class (fact->tone), (int) (CLAMP (fact->fill, 0, 1) * 100));
    poplens_share_element (self, "dd", "detail", fact->detail);
    poplens_text_sink_write (self->out, "</div>\n", -1);
  }
  poplens_text_sink_write (self->out, "</dl>\n", -1);
}

/* @command without the folder that the report lies in: whoever reads this has it elsewhere.
 * (transfer full) */
static char *
name_report (PoplensShare *self, const char *command)
{
  g_autofree char *path = poplens_shell_word (poplens_report_get_path (self->report));
  g_autofree char *name = g_shell_quote (self->name);
  g_autoptr (GString) text = g_string_new (command);

  g_string_replace (text, path, name, 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
write_findings (PoplensShare *self, const PoplensSection *section)
{
  poplens_share_element (self, "h3", NULL, section->title);
  poplens_text_sink_write (self->out, "\n<ul class=\"findings\">\n", -1);
  for (guint i = 0; i < section->facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (section->facts, i);
    if (fact->detail && g_hash_table_contains (self->said, fact->detail))
      continue;
    poplens_text_sink_write (self->out, "<li>", -1);
    poplens_share_element (self, "b", tone_class (fact->tone), *fact->value ? fact->value : "–");
    poplens_text_sink_write (self->out, "<div>", -1);
    poplens_share_element (self, "strong", NULL, fact->label);
    poplens_share_element (self, "p", NULL, fact->detail);
    poplens_share_element (self, "p", "dim", fact->cause);
    g_autofree char *command = fact->command ? name_report (self, fact->command) : NULL;
    poplens_share_element (self, "code", NULL, command);
    poplens_text_sink_write (self->out, "</div></li>\n", -1);
  }
  poplens_text_sink_write (self->out, "</ul>\n", -1);
}

/* Once, where several pages say it. */
static void
write_notice (PoplensShare *self, const PoplensSection *section)
{
  if (!g_hash_table_add (self->said, g_strdup (section->text)))
    return;
  /* What is only said stands back behind what matters. */
  poplens_text_sink_printf (
      self->out, "<p class=\"%s\">",
      section->notice.tone == POPLENS_TONE_NEUTRAL ? "dim" : tone_class (section->notice.tone));
  poplens_share_text (self, section->text);
  poplens_text_sink_write (self->out, "</p>\n", -1);
}

void
poplens_share_texts (PoplensShare *self, const PoplensPage *page, PoplensSectionKind kind)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind != kind)
      continue;
    if (kind == POPLENS_SECTION_FACTS)
      write_facts (self, section->facts);
    else if (kind == POPLENS_SECTION_FINDINGS)
      write_findings (self, section);
    else
      write_notice (self, section);
  }
}
