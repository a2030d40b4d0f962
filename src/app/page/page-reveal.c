#include "app/page/page-reveal.h"

#include "app/page/page-tables.h"
#include "app/widgets/toaster.h"
#include "base/shorten.h"

/* Beside a button a message has one line. */
#define NAMES_BYTES 40

/* What was hidden, and can be again. */
typedef struct {
  PoplensSession *session;
  char *keys;
} Revealed;

static void
revealed_free (gpointer data)
{
  Revealed *self = data;

  g_object_unref (self->session);
  g_free (self->keys);
  g_free (self);
}

static gboolean
is_hidden (PoplensSession *session, const char *key)
{
  const char *hide = poplens_location_get (poplens_session_get_location (session), "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  return g_strv_contains ((const char *const *) hidden, key);
}

static void
set_hidden (const Revealed *self, gboolean hidden)
{
  g_auto (GStrv) keys = g_strsplit (self->keys, ",", -1);

  for (guint i = 0; keys[i]; i++)
    if (is_hidden (self->session, keys[i]) != hidden)
      poplens_page_toggle_series (self->session, keys[i]);
}

/* The page may be another one by now. */
static void
hide_again (gpointer data)
{
  const Revealed *self = data;

  if (poplens_location_get_page (poplens_session_get_location (self->session)) ==
      POPLENS_PAGE_TRACE)
    set_hidden (self, TRUE);
}

void
poplens_page_reveal (GtkWidget *page, PoplensSession *session, const PoplensPageBundle *bundle)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (page, ADW_TYPE_TOAST_OVERLAY);
  const PoplensLocation *location = poplens_session_get_location (session);
  g_autofree char *names = NULL;
  g_autofree char *cut = NULL;
  char *keys;

  if (!bundle || bundle->page->state == POPLENS_PARTIAL ||
      poplens_location_get_page (location) != bundle->page->id)
    return;
  keys = poplens_page_hides_selected (bundle->page, location, &names);
  if (!keys)
    return;
  Revealed *revealed = g_new (Revealed, 1);
  *revealed = (Revealed){g_object_ref (session), keys};
  g_autofree char *text =
      g_strdup_printf ("Now shown: %s", poplens_shorten (names, NAMES_BYTES, &cut));
  set_hidden (revealed, FALSE);
  if (toasts)
    poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), text, "Undo", hide_again, revealed,
                           revealed_free);
  else
    revealed_free (revealed);
}
