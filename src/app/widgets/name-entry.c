#include "app/widgets/name-entry.h"

#include "base/format.h"

#include <string.h>

#define MOST 10
#define WIDTH_CHARS 20

struct _PoplensNameEntry {
  PoplensSuggestionEntry parent_instance;
  const char *const *names;
};

G_DEFINE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, POPLENS_TYPE_SUGGESTION_ENTRY)

static void
poplens_name_entry_written (PoplensSuggestionEntry *entry)
{
  const char *const *names = POPLENS_NAME_ENTRY (entry)->names;
  const char *text = poplens_suggestion_entry_get_text (entry);
  guint n = 0;

  poplens_suggestion_entry_clear (entry);
  for (guint i = 0; *text && names[i]; i++)
    if (strcasestr (names[i], text) && n++ < MOST)
      poplens_suggestion_entry_add (entry, names[i], NULL);

  /* What the list leaves out is said. */
  PoplensNumber some, all;
  g_autofree char *rest =
      g_strdup_printf ("%s of %s names; type more to narrow the list",
                       poplens_format_count (some, MIN (n, MOST)), poplens_format_count (all, n));
  poplens_suggestion_entry_open (entry, n > MOST ? rest : NULL);
}

static void
poplens_name_entry_taken (PoplensSuggestionEntry *entry, const char *suggestion)
{
  g_autofree char *name =
      g_strdup (suggestion ? suggestion : poplens_suggestion_entry_get_text (entry));

  poplens_suggestion_entry_set_text (entry, "");
  if (*name)
    g_signal_emit_by_name (entry, "taken", name);
}

static void
poplens_name_entry_class_init (PoplensNameEntryClass *klass)
{
  POPLENS_SUGGESTION_ENTRY_CLASS (klass)->written = poplens_name_entry_written;
  POPLENS_SUGGESTION_ENTRY_CLASS (klass)->taken = poplens_name_entry_taken;
  g_signal_new ("taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
poplens_name_entry_init (PoplensNameEntry *self)
{
}

GtkWidget *
poplens_name_entry_new (const char *const *names, const char *title)
{
  PoplensNameEntry *self = g_object_new (POPLENS_TYPE_NAME_ENTRY, NULL);

  self->names = names;
  poplens_suggestion_entry_describe (POPLENS_SUGGESTION_ENTRY (self), title, WIDTH_CHARS, title);
  return GTK_WIDGET (self);
}
