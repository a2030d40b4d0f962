/* Divides the height of a page between the chart above and the tables below, once both have been
 * measured. */
#include "app/page/page-divider.h"

#include "app/widgets/bins.h"

/* Heights in pixels. ENOUGH_BELOW: tabs, a note, eight table rows, and totals. LINE: a note of one
 * line, or totals. LEAST_ABOVE: the least that the chart keeps. */
#define ENOUGH_BELOW 320
#define LINE 24
#define LEAST_ABOVE 190
/* Height of the tables if the chart has priority: the fraction SHARE_BELOW of the page. On a page
 * lower than LOW pixels, it is LOW_BELOW pixels. */
#define SHARE_BELOW 0.34
#define LOW 650
#define LOW_BELOW 190
/* If the text size doubles, ENOUGH_BELOW grows by this number of pixels. */
#define MORE_BELOW 80

typedef struct {
  GtkPaned *paned; /* (not owned): the divided widget; contains the chart and the tables */
  gboolean divided;
  gboolean closed;      /* the tables are closed: only the row of tabs is visible */
  gboolean chart_first; /* the tables get a fixed fraction of the height, the chart all else */
  int wanted;           /* height of the chart in pixels; 0: divide by natural heights */
  char *note;           /* (nullable): note above the rows of the table */
  gboolean has_table, has_totals; /* a table is known; the table has a row of totals */
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

/* Sets the position of the handle from the natural heights of both children. Their minimum heights
 * cannot be used, because they change while contents are added. */
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

/* Sets the position of the handle as soon as both children are visible. Without a position,
 * GtkPaned would divide again whenever the size request of a child changes. */
static void
on_sized (PageDivider *self, int width, int height)
{
  GtkWidget *top = gtk_paned_get_start_child (self->paned);
  GtkWidget *bottom = gtk_paned_get_end_child (self->paned);

  if ((self->divided && !self->closed) || !top || !bottom || !gtk_widget_get_visible (top) ||
      !gtk_widget_get_visible (bottom))
    return;
  self->divided = TRUE;
  /* Subtract the height of the handle from @height. */
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
