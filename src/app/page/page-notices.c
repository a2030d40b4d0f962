#include "app/page/page-notices.h"

#include "app/page/page-tables.h"
#include "app/widgets/column-bin.h"

#define SPACING 6

/* Always there: a line of what is open and, at its end, a button that remembers whether the notes
 * below are. Not a GtkExpander, over which GTK 4.8 stumbles when Tab comes by and it is closed. */
static GtkWidget *
open_of (GtkWidget *self)
{
  return adw_bin_get_child (
      ADW_BIN (gtk_widget_get_first_child (gtk_widget_get_first_child (self))));
}

static GtkWidget *
button_of (GtkWidget *self)
{
  return gtk_widget_get_last_child (gtk_widget_get_first_child (self));
}

static GtkWidget *
notes_of (GtkWidget *self)
{
  return gtk_widget_get_last_child (self);
}

/* A warning, and what can be taken away. */
static gboolean
stays_open (const PoplensSection *section)
{
  return section->notice.tone == POPLENS_TONE_WARNING || section->notice.tone == POPLENS_TONE_BAD ||
         section->notice.links;
}

/* A way on from this page: what it leaves out of the location is to go. What was zoomed or selected
 * since the page was made stays. */
static void
on_button (GtkWidget *button, gpointer session)
{
  const char *text = g_object_get_data (G_OBJECT (button), "poplens-place");
  const PoplensLocation *from = g_object_get_data (G_OBJECT (button), "poplens-from");
  const PoplensLocation *now = poplens_session_get_location (session);
  g_autoptr (PoplensLocation) link = poplens_location_parse (text, NULL);
  PoplensPageId page = poplens_location_get_page (from);

  if (!link)
    return;
  if (poplens_location_get_page (link) == page && poplens_location_get_page (now) == page) {
    g_autoptr (PoplensLocation) location = poplens_location_rebase (link, from, now);
    poplens_session_go (session, location);
  } else {
    poplens_session_go (session, link);
  }
}

static GtkWidget *
make_notice (PoplensSession *session, const PoplensPage *page, const PoplensSection *section)
{
  GtkWidget *notice = poplens_page_notice_new (section->notice.tone, section->text);

  for (guint i = 0; section->notice.links && i < section->notice.links->len; i++) {
    const PoplensPageLink *link = section->notice.links->pdata[i];
    GtkWidget *button = gtk_button_new_with_label (link->title);
    g_object_set_data_full (G_OBJECT (button), "poplens-place", g_strdup (link->location), g_free);
    g_object_set_data_full (G_OBJECT (button), "poplens-from",
                            poplens_location_ref (page->location),
                            (GDestroyNotify) poplens_location_unref);
    g_signal_connect_object (button, "clicked", G_CALLBACK (on_button), session, 0);
    poplens_page_notice_add_beside (notice, button);
  }
  return notice;
}

/* What holds for the report is in the header bar. Why a jump led nowhere is said once, by the
 * page's view: it is no more true when something else is selected. What a partial page waits for
 * lies over it: it goes again. */
static gboolean
is_notice (const PoplensSection *section)
{
  return section->kind == POPLENS_SECTION_NOTICE && !section->notice.is_standing &&
         section->state != POPLENS_PARTIAL && g_strcmp0 (section->key, "jump");
}

const char *
poplens_page_partial_text (const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (section->kind == POPLENS_SECTION_NOTICE && section->state == POPLENS_PARTIAL)
      return section->text;
  }
  return NULL;
}

/* Of @page's notices those that stay open, or those that do not. */
static guint
count (const PoplensPage *page, gboolean open)
{
  guint n = 0;

  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    n += is_notice (section) && stays_open (section) == open;
  }
  return n;
}

static void
on_toggled (GtkToggleButton *button, gpointer self)
{
  gboolean open = gtk_toggle_button_get_active (button);
  GtkWidget *arrow = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_widget_set_visible (notes_of (self), open && gtk_widget_get_first_child (notes_of (self)));
}

static void
clear (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
}

static void
label_button (GtkWidget *button, guint n)
{
  GtkWidget *inside = gtk_button_get_child (GTK_BUTTON (button));
  g_autofree char *label = g_strdup_printf (n == 1 ? "%u notice" : "%u notices", n);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (inside)), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

void
poplens_page_notices_show (GtkWidget *self, PoplensSession *session, const PoplensPage *page)
{
  guint n = count (page, FALSE), n_open = count (page, TRUE);
  /* A line that opens saves nothing where there is nothing else. */
  gboolean folds = n + n_open > 1 && n > 0;

  clear (open_of (self));
  clear (notes_of (self));
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (!is_notice (section))
      continue;
    gtk_box_append (GTK_BOX (folds && !stays_open (section) ? notes_of (self) : open_of (self)),
                    make_notice (session, page, section));
  }
  label_button (button_of (self), n);
  on_toggled (GTK_TOGGLE_BUTTON (button_of (self)), self);
  gtk_widget_set_visible (button_of (self), folds);
  gtk_widget_set_visible (open_of (self), gtk_widget_get_first_child (open_of (self)) != NULL);
  gtk_widget_set_visible (self, n + n_open > 0);
}

static GtkWidget *
make_button (GtkWidget *self)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (inside), gtk_image_new_from_icon_name ("pan-end-symbolic"));
  gtk_box_append (GTK_BOX (inside), gtk_label_new (NULL));
  gtk_button_set_child (GTK_BUTTON (button), inside);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "page-notes");
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_toggled), self, 0);
  return button;
}

GtkWidget *
poplens_page_notices_new (void)
{
  GtkWidget *self = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  GtkWidget *open = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  gtk_widget_add_css_class (self, "page-notices");
  gtk_widget_set_hexpand (open, TRUE);
  gtk_box_append (GTK_BOX (line), poplens_column_bin_new (open));
  gtk_box_append (GTK_BOX (line), make_button (self));
  gtk_box_append (GTK_BOX (self), line);
  gtk_box_append (GTK_BOX (self), gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING));
  gtk_widget_set_visible (self, FALSE);
  return self;
}
