#include "app/remote/host-entry.h"

#include "base/format.h"
#include "remote/ssh-config.h"

#include <gio/gio.h>
#include <string.h>

#define MOST 8
#define WIDTH_CHARS 32

struct _PoplensHostEntry {
  PoplensSuggestionEntry parent_instance;
  GStrv recent; /* (nullable) */
  GStrv known;  /* by ssh; NULL: its files are still read */
};

G_DEFINE_FINAL_TYPE (PoplensHostEntry, poplens_host_entry, POPLENS_TYPE_SUGGESTION_ENTRY)

/* ---- names of ssh ------------------------------------------------------------------------------
 */

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *folder = g_build_filename (g_get_home_dir (), ".ssh", NULL);

  g_task_return_pointer (task, poplens_ssh_config_list_hosts (folder), (GDestroyNotify) g_strfreev);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensHostEntry) self = data;

  g_strfreev (self->known);
  self->known = g_task_propagate_pointer (G_TASK (result), NULL);
}

/* ---- suggestions -------------------------------------------------------------------------------
 */

/* What is completed: behind "kim@", which stays. NULL: a path is being written. */
static const char *
name_of (const char *text)
{
  const char *at = strrchr (text, '@');

  if (g_str_has_prefix (text, "ssh://") || strpbrk (text, "/:"))
    return NULL;
  return at ? at + 1 : text;
}

static gboolean
fits (const char *name, const char *typed)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  g_autofree char *wanted = g_utf8_casefold (typed, -1);

  return strstr (folded, wanted) && g_utf8_collate (folded, wanted);
}

/* Adds what fits of @names; how many do. */
static guint
suggest (PoplensHostEntry *self, const char *const *names, const char *detail, GHashTable *seen)
{
  PoplensSuggestionEntry *entry = POPLENS_SUGGESTION_ENTRY (self);
  const char *text = poplens_suggestion_entry_get_text (entry), *typed = name_of (text);
  guint n = 0;

  for (guint i = 0; names && names[i]; i++) {
    gboolean has_user = typed != text;
    g_autofree char *whole = has_user && !strpbrk (names[i], "@:")
                                 ? g_strdup_printf ("%.*s%s", (int) (typed - text), text, names[i])
                                 : g_strdup (names[i]);
    if (!fits (whole, text) || !g_hash_table_add (seen, g_strdup (whole)))
      continue;
    if (g_hash_table_size (seen) <= MOST)
      poplens_suggestion_entry_add (entry, whole, detail);
    n++;
  }
  return n;
}

static void
show_list (PoplensSuggestionEntry *entry)
{
  PoplensHostEntry *self = POPLENS_HOST_ENTRY (entry);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PoplensNumber shown, all;
  g_autofree char *rest = NULL;
  guint n = 0;

  poplens_suggestion_entry_clear (entry);
  if (name_of (poplens_suggestion_entry_get_text (entry))) {
    n = suggest (self, (const char *const *) self->recent, "recent", seen);
    n += suggest (self, (const char *const *) self->known, NULL, seen);
  }
  if (n > MOST)
    rest = g_strdup_printf ("%s of %s names", poplens_format_count (shown, MOST),
                            poplens_format_count (all, n));
  poplens_suggestion_entry_open (entry, rest);
}

static void
on_written (PoplensSuggestionEntry *entry)
{
  show_list (entry);
  g_signal_emit_by_name (entry, "changed");
}

/* A name that was chosen is written; Enter then connects, so that a path can be added. */
static void
on_taken (PoplensSuggestionEntry *entry, const char *suggestion)
{
  if (suggestion) {
    poplens_suggestion_entry_set_text (entry, suggestion);
    g_signal_emit_by_name (entry, "changed");
  } else {
    g_signal_emit_by_name (entry, "entered");
  }
}

/* ---- life --------------------------------------------------------------------------------------
 */

void
poplens_host_entry_set_recent (PoplensHostEntry *self, const char *const *names)
{
  g_strfreev (self->recent);
  self->recent = g_strdupv ((GStrv) names);
}

static void
poplens_host_entry_finalize (GObject *object)
{
  PoplensHostEntry *self = POPLENS_HOST_ENTRY (object);

  g_strfreev (self->recent);
  g_strfreev (self->known);
  G_OBJECT_CLASS (poplens_host_entry_parent_class)->finalize (object);
}

static void
poplens_host_entry_class_init (PoplensHostEntryClass *klass)
{
  PoplensSuggestionEntryClass *entry_class = POPLENS_SUGGESTION_ENTRY_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = poplens_host_entry_finalize;
  entry_class->written = on_written;
  entry_class->asked = show_list;
  entry_class->taken = on_taken;
  for (guint i = 0; i < 2; i++)
    g_signal_new (i ? "entered" : "changed", POPLENS_TYPE_HOST_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL,
                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
poplens_host_entry_init (PoplensHostEntry *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_read, g_object_ref (self));

  poplens_suggestion_entry_describe (POPLENS_SUGGESTION_ENTRY (self), "Host or address",
                                     WIDTH_CHARS, "Host or address");
  g_task_run_in_thread (task, read_thread);
}
