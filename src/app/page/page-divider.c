#include "app/page/page-divider.h"

#include "app/widgets/bins.h"

/* What is below has room for its tabs and eight rows of a table with a line of note and totals, as
 * long as this much is left above: axes and legend of a chart, and half of them for what it draws.
 */
#define ENOUGH_BELOW 320
#define LINE 24
#define LEAST_ABOVE 190
/* Where the chart comes first, what is below takes this share; in a low window, so much. */
#define SHARE_BELOW 0.34
#define LOW 650
#define LOW_BELOW 190
/* Rows are less than twice as high with text that is twice as large. */
#define MORE_BELOW 80

typedef struct {
  GtkPaned *paned; /* (not owned): in the bin that has this */
  gboolean divided;
  gboolean closed;                /* nothing but the tabs themselves is shown below */
  gboolean chart_first;           /* it takes all that a share for the tables leaves */
  int wanted;                     /* of the upper half; 0: by what is requested */
  char *note;                     /* (nullable): above the rows */
  gboolean has_table, has_totals; /* what is known of the table below */
} Divider;

static void
divider_free (gpointer data)
{
  Divider *self = data;

  g_free (self->note);
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
least (GtkWidget *widget, int width)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static int
note_height (const char *note, int width)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new (note));
  int height;

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "table-note");
  height = least (label, width);
  g_object_unref (label);
  return height;
}

static double
enough_below (const Divider *self, double scale, int width)
{
  double below = ENOUGH_BELOW + (scale - 1) * MORE_BELOW;

  if (!self->has_table)
    return below;
  return below - 2 * LINE + (self->note ? note_height (self->note, width) : 0) +
         (self->has_totals ? LINE : 0);
}

/* By what is requested and not by what the halves need at the moment: their contents come one by
 * one, and which of them are there is chance. */
static void
divide (Divider *self, GtkWidget *top, GtkWidget *bottom, int width, int height)
{
  int wanted = requested (top), all = wanted + requested (bottom);
  double scale = poplens_text_scale (top), below = enough_below (self, scale, width);
  double share = height < LOW * scale ? LOW_BELOW * scale : height * SHARE_BELOW;
  int position = self->closed        ? height
                 : self->wanted      ? self->wanted
                 : self->chart_first ? height - (int) share
                                     : MIN ((int) ((gint64) height * wanted / all),
                                            (int) MAX (height - below, LEAST_ABOVE * scale));

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

  if ((self->divided && !self->closed) || !top || !bottom || !gtk_widget_get_visible (top) ||
      !gtk_widget_get_visible (bottom))
    return;
  self->divided = TRUE;
  /* What the handle takes. */
  GtkPaned *paned = self->paned;
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (paned));
  while (child &&
         (child == gtk_paned_get_start_child (paned) || child == gtk_paned_get_end_child (paned)))
    child = gtk_widget_get_next_sibling (child);
  divide (self, top, bottom, width, height - (child ? least (child, -1) : 0));
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
poplens_page_divider_set_closed (GtkWidget *divider, gboolean closed)
{
  Divider *self = divider_of (divider);

  if (closed == self->closed)
    return;
  self->closed = closed;
  self->divided = FALSE;
  gtk_widget_queue_allocate (divider);
}

void
poplens_page_divider_set_chart_first (GtkWidget *divider, gboolean chart_first)
{
  divider_of (divider)->chart_first = chart_first;
}

void
poplens_page_divider_set_table (GtkWidget *divider, const PoplensTable *table, gboolean anew)
{
  Divider *self = divider_of (divider);

  g_free (self->note);
  self->note = table ? g_strdup (poplens_table_get_note (table)) : NULL;
  self->has_table = table != NULL;
  self->has_totals = table && poplens_table_has_totals (table);
  if (!anew)
    return;
  self->divided = FALSE;
  gtk_widget_queue_allocate (divider);
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
  g_object_set_data_full (G_OBJECT (divider), "poplens-divider", self, divider_free);
  g_signal_connect_swapped (divider, "sized", G_CALLBACK (on_sized), self);
  return divider;
}
