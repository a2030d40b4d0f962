#include "app/page/page-divider.h"

#include "app/widgets/sized-bin.h"
#include "app/widgets/text-scale-bin.h"

/* What is below has room for its tabs and eight rows of a table with a note and totals, or without,
 * as long as this much is left above: axes, legend and overview of a chart, and half of them for
 * what it draws. */
#define ENOUGH_BELOW 320
#define LINE 24
#define LEAST_ABOVE 240
/* Rows are less than twice as high with text that is twice as large. */
#define MORE_BELOW 80

typedef struct {
  GtkPaned *paned; /* (not owned): in the bin that has this */
  gboolean divided;
  int wanted; /* of the upper half; 0: by what is requested */
  int spare;  /* lines that are not below: of a note, of totals */
} Divider;

static int
requested (GtkWidget *widget)
{
  int height;

  gtk_widget_get_size_request (widget, NULL, &height);
  return MAX (height, 1);
}

static int
least (GtkWidget *widget, int width)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

/* What the handle takes. */
static int
handle_height (GtkPaned *paned)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (paned));

  while (child &&
         (child == gtk_paned_get_start_child (paned) || child == gtk_paned_get_end_child (paned)))
    child = gtk_widget_get_next_sibling (child);
  return child ? least (child, -1) : 0;
}

/* By what is requested and not by what the halves need at the moment: their contents come one by
 * one, and which of them are there is chance. */
static void
divide (Divider *self, GtkWidget *top, GtkWidget *bottom, int width, int height)
{
  int wanted = requested (top), all = wanted + requested (bottom);
  double scale = poplens_text_scale (top), below = ENOUGH_BELOW + (scale - 1) * MORE_BELOW;
  int position = self->wanted
                     ? self->wanted
                     : MIN ((int) ((gint64) height * wanted / all),
                            (int) MAX (height - below + self->spare * LINE, LEAST_ABOVE * scale));

  position = MIN (position, height - least (bottom, width));
  gtk_paned_set_position (self->paned, MAX (position, least (top, width)));
}

/* A paned shares its room anew whenever what its halves ask for changes, until it has been told a
 * position: it is before it is laid out with both for the first time. */
static void
on_sized (Divider *self, int width, int height)
{
  GtkWidget *top = gtk_paned_get_start_child (self->paned);
  GtkWidget *bottom = gtk_paned_get_end_child (self->paned);

  if (self->divided || !top || !bottom || !gtk_widget_get_visible (top) ||
      !gtk_widget_get_visible (bottom))
    return;
  self->divided = TRUE;
  divide (self, top, bottom, width, height - handle_height (self->paned));
}

static Divider *
divider_of (GtkWidget *divider)
{
  return g_object_get_data (G_OBJECT (divider), "poplens-divider");
}

void
poplens_page_divider_set_height (GtkWidget *divider, int height)
{
  Divider *self = divider_of (divider);

  if (height == self->wanted)
    return;
  self->wanted = height;
  self->divided = FALSE;
  gtk_widget_queue_allocate (divider);
}

void
poplens_page_divider_set_spare (GtkWidget *divider, int lines)
{
  divider_of (divider)->spare = lines;
}

GtkPaned *
poplens_page_divider_get_paned (GtkWidget *divider)
{
  return divider_of (divider)->paned;
}

GtkWidget *
poplens_page_divider_new (GtkWidget *top)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *divider = poplens_sized_bin_new (paned);
  Divider *self = g_new0 (Divider, 1);

  self->paned = GTK_PANED (paned);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_paned_set_start_child (self->paned, top);
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  g_object_set_data_full (G_OBJECT (divider), "poplens-divider", self, g_free);
  g_signal_connect_swapped (divider, "sized", G_CALLBACK (on_sized), self);
  return divider;
}
