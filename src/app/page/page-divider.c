#include "app/page/page-divider.h"

#include "app/widgets/text-scale-bin.h"

/* What is below has room for its tabs and eight rows of a table, as long as this much is left
 * above: axes, legend and overview of a chart, and half of them for what it draws. */
#define ENOUGH_BELOW 320
#define LEAST_ABOVE 240
/* Rows are less than twice as high with text that is twice as large. */
#define MORE_BELOW 80

typedef struct {
  GtkPaned *paned; /* (not owned): it has this */
  gboolean divided;
  int wanted; /* of the upper half; 0: by what is requested */
  guint idle;
} Divider;

static void
divider_free (gpointer data)
{
  Divider *self = data;

  g_clear_handle_id (&self->idle, g_source_remove);
  g_free (self);
}

static int
requested (GtkWidget *widget)
{
  int height;

  gtk_widget_get_size_request (widget, NULL, &height);
  return MAX (height, 1);
}

static int
least (GtkWidget *widget)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (widget), &height,
                      NULL, NULL, NULL);
  return height;
}

/* By what is requested and not by what the halves need at the moment: their contents come one by
 * one, and which of them are there is chance. */
static void
divide (Divider *self, GtkWidget *top, GtkWidget *bottom)
{
  int wanted = requested (top), all = wanted + requested (bottom);
  int height = gtk_widget_get_height (top) + gtk_widget_get_height (bottom);
  double scale = poplens_text_scale (top), below = ENOUGH_BELOW + (scale - 1) * MORE_BELOW;
  int position = self->wanted ? self->wanted
                              : MIN ((int) ((gint64) height * wanted / all),
                                     (int) MAX (height - below, LEAST_ABOVE * scale));

  position = MIN (position, height - least (bottom));
  gtk_paned_set_position (self->paned, MAX (position, least (top)));
}

static gboolean
on_idle (gpointer data)
{
  Divider *self = data;
  GtkWidget *top = gtk_paned_get_start_child (self->paned);
  GtkWidget *bottom = gtk_paned_get_end_child (self->paned);

  self->idle = 0;
  if (top && bottom && gtk_widget_get_mapped (top) && gtk_widget_get_mapped (bottom) &&
      gtk_widget_get_height (bottom)) {
    self->divided = TRUE;
    divide (self, top, bottom);
  }
  return G_SOURCE_REMOVE;
}

/* A paned shares its room anew whenever what its halves ask for changes, until it has been told a
 * position. In the middle of a layout it is told none. */
static void
on_moved (Divider *self)
{
  if (!self->divided && !self->idle)
    self->idle = g_idle_add (on_idle, self);
}

void
poplens_page_divider_set_height (GtkWidget *paned, int height)
{
  Divider *self = g_object_get_data (G_OBJECT (paned), "poplens-divider");

  if (height == self->wanted)
    return;
  self->wanted = height;
  self->divided = FALSE;
  on_moved (self);
}

GtkWidget *
poplens_page_divider_new (GtkWidget *top)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  Divider *self = g_new0 (Divider, 1);

  self->paned = GTK_PANED (paned);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_paned_set_start_child (self->paned, top);
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  g_object_set_data_full (G_OBJECT (paned), "poplens-divider", self, divider_free);
  g_signal_connect_swapped (paned, "notify::position", G_CALLBACK (on_moved), self);
  return paned;
}
