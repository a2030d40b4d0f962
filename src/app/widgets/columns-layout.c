#include "app/widgets/columns-layout.h"

#include "app/widgets/text-scale-bin.h"

#define SPACE 12
/* One column is as wide as lines are pleasant to read; two begin where each has half as much. Both
 * with text of the usual size. */
#define MAX_WIDTH 1064
#define ENOUGH_WIDTH 1130

struct _PoplensColumnsLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensColumnsLayout, poplens_columns_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
column_of (GtkWidget *child)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (child), "poplens-column")) - 1;
}

void
poplens_columns_layout_set (GtkWidget *child, int column)
{
  if (column == column_of (child))
    return;
  g_object_set_data (G_OBJECT (child), "poplens-column", GINT_TO_POINTER (column + 1));
  gtk_widget_queue_resize (child);
}

/* ---- where children lie ------------------------------------------------------------------------
 */

typedef struct {
  int x, width; /* of all columns */
  int column;   /* width of one */
  int n;
  int y[POPLENS_COLUMNS];
} Flow;

/* Also where those that have one are not shown yet. */
static gboolean
has_columns (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    if (column_of (child) >= 0)
      return TRUE;
  return FALSE;
}

static Flow
begin (GtkWidget *widget, int width)
{
  double text = poplens_text_scale (widget);
  Flow flow = {.n = width >= ENOUGH_WIDTH * text && has_columns (widget) ? POPLENS_COLUMNS : 1};

  flow.width = MIN (width, flow.n * (int) (MAX_WIDTH * text) + (flow.n - 1) * SPACE);
  flow.x = (width - flow.width) / 2;
  flow.column = (flow.width - (flow.n - 1) * SPACE) / flow.n;
  return flow;
}

static int
end_of (const Flow *self)
{
  int end = 0;

  for (int i = 0; i < self->n; i++)
    end = MAX (end, self->y[i]);
  return end;
}

/* Where the next child lies, from where one begins to read; nothing: its height is what it asks
 * for. */
static GtkAllocation
next (Flow *self, GtkWidget *child)
{
  int column = self->n > 1 ? column_of (child) : -1, height;
  GtkAllocation at = {self->x, end_of (self), self->width, 0};

  if (column >= 0)
    at = (GtkAllocation){self->x + column * (self->column + SPACE), self->y[column], self->column,
                         0};
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, at.width, NULL, &height, NULL, NULL);
  at.height = height;
  for (int i = 0; i < self->n; i++)
    if (column < 0 || column == i)
      self->y[i] = at.y + height + SPACE;
  return at;
}

/* ---- layout ------------------------------------------------------------------------------------
 */

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  Flow flow = begin (widget, for_size < 0 ? MAX_WIDTH : for_size);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    int least, wished;
    if (!gtk_widget_should_layout (child))
      continue;
    if (orientation == GTK_ORIENTATION_VERTICAL) {
      next (&flow, child);
      continue;
    }
    gtk_widget_measure (child, orientation, -1, &least, &wished, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  }
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = MAX (end_of (&flow) - SPACE, 0);
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  Flow flow = begin (widget, width);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    GtkAllocation at;
    if (!gtk_widget_should_layout (child))
      continue;
    at = next (&flow, child);
    if (mirrored)
      at.x = width - at.x - at.width;
    gtk_widget_size_allocate (child, &at, -1);
  }
}

static void
poplens_columns_layout_class_init (PoplensColumnsLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = get_request_mode;
  manager_class->measure = measure;
  manager_class->allocate = allocate;
}

static void
poplens_columns_layout_init (PoplensColumnsLayout *self)
{
}

GtkLayoutManager *
poplens_columns_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_COLUMNS_LAYOUT, NULL);
}
