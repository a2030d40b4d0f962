/* Divides a page between chart and tables, once both have been measured. */
#include "app/page/page-divider.h"

#include "app/widgets/bins.h"

/* Pixels below for tabs and eight rows of a table with note and totals, if at least LEAST_ABOVE are
 * left above: axes and legend of a chart, and as much again for its plot. */
#define ENOUGH_BELOW 320
#define LINE 24
#define LEAST_ABOVE 190
/* Where the chart has priority: fraction below; in a window lower than LOW, pixels below. */
#define SHARE_BELOW 0.34
#define LOW 650
#define LOW_BELOW 190
/* Additional height below per unit of text scale: rows grow less than their text. */
#define MORE_BELOW 80

typedef struct {
  GtkPaned *paned; /* (not owned): in the bin that owns this struct */
  gboolean divided;
  gboolean closed;                /* only the tabs themselves are visible below */
  gboolean chart_first;           /* the chart gets all that the fraction for tables leaves */
  int wanted;                     /* height of the upper child; 0: by natural heights */
  char *note;                     /* (nullable): note above the rows */
  gboolean has_table, has_totals; /* the table below is known, and has totals */
} PageDivider;

static void
divider_free (gpointer data)
{
  PageDivider *self = data;

  g_free (self->note);
  g_free (self);
}

static int
requested_height (GtkWidget *widget)
{
  int height;

  gtk_widget_get_size_request (widget, NULL, &height);
  return MAX (height, 1);
}

static int
minimum_height (GtkWidget *widget, int width)
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
  height = minimum_height (label, width);
  g_object_unref (label);
  return height;
}

static double
enough_below (const PageDivider *self, double scale, int width)
{
  double below = ENOUGH_BELOW + (scale - 1) * MORE_BELOW;

  if (!self->has_table)
    return below;
  return below - 2 * LINE + (self->note ? note_height (self->note, width) : 0) +
         (self->has_totals ? LINE : 0);
}

/* Divides by natural heights, not by present minimums: contents are added one by one, so those
 * depend on timing. */
static void
divide_height (PageDivider *self, GtkWidget *top, GtkWidget *bottom, int width, int height)
{
  int wanted = requested_height (top), all = wanted + requested_height (bottom);
  double scale = poplens_text_scale (top), below = enough_below (self, scale, width);
  double share = height < LOW * scale ? LOW_BELOW * scale : height * SHARE_BELOW;
  int position = self->closed        ? height
                 : self->wanted      ? self->wanted
                 : self->chart_first ? height - (int) share
                                     : MIN ((int) ((gint64) height * wanted / all),
                                            (int) MAX (height - below, LEAST_ABOVE * scale));

  position = MIN (position, height - minimum_height (bottom, width));
  gtk_paned_set_position (self->paned, MAX (position, minimum_height (top, width)));
}

/* Sets the position once both children are visible. Until it has a position, GtkPaned divides again
 * whenever a child's request changes. */
static void
on_sized (PageDivider *self, int width, int height)
{
  GtkWidget *top = gtk_paned_get_start_child (self->paned);
  GtkWidget *bottom = gtk_paned_get_end_child (self->paned);

  if ((self->divided && !self->closed) || !top || !bottom || !gtk_widget_get_visible (top) ||
      !gtk_widget_get_visible (bottom))
    return;
  self->divided = TRUE;
  /* Subtract the height of the handle. */
  GtkPaned *paned = self->paned;
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (paned));
  while (child &&
         (child == gtk_paned_get_start_child (paned) || child == gtk_paned_get_end_child (paned)))
    child = gtk_widget_get_next_sibling (child);
  divide_height (self, top, bottom, width, height - (child ? minimum_height (child, -1) : 0));
}

static PageDivider *
divider_of (GtkWidget *divider)
{
  return g_object_get_data (G_OBJECT (divider), "poplens-divider");
}

void
poplens_page_divider_set_height (GtkWidget *divider, int height)
{
  PageDivider *self = divider_of (divider);

  if (height == self->wanted)
    return;
  self->wanted = height;
  self->divided = FALSE;
  gtk_widget_queue_allocate (divider);
}

void
poplens_page_divider_set_closed (GtkWidget *divider, gboolean closed)
{
  PageDivider *self = divider_of (divider);

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
poplens_page_divider_set_table (GtkWidget *divider, const PoplensTable *table, gboolean redivide)
{
  PageDivider *self = divider_of (divider);

  g_free (self->note);
  self->note = table ? g_strdup (poplens_table_get_note (table)) : NULL;
  self->has_table = table != NULL;
  self->has_totals = table && poplens_table_has_totals (table);
  if (!redivide)
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
  PageDivider *self = g_new0 (PageDivider, 1);

  self->paned = GTK_PANED (paned);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_paned_set_start_child (self->paned, top);
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  g_object_set_data_full (G_OBJECT (divider), "poplens-divider", self, divider_free);
  g_signal_connect_swapped (divider, "sized", G_CALLBACK (on_sized), self);
  return divider;
}
