#include "app/widgets/wrap-layout.h"

#define SPACE 12

struct _PoplensWrapLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensWrapLayout, poplens_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* A row of children: those from .first to before .end. */
typedef struct {
  GtkWidget *first, *end;
  int used, height;
  int n_expand;
} Row;

static GtkWidget *
next_shown (GtkWidget *child)
{
  while (child && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* A child has what it wishes for, or all of a row where that is less. */
static int
width_of (GtkWidget *child, int width)
{
  int least, wished;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wished, NULL, NULL);
  return MAX (MIN (wished, width), least);
}

static int
height_of (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return height;
}

/* With what a child that expands has of the rest of its row. */
static int
width_in (const Row *row, GtkWidget *child, int width)
{
  int wide = width_of (child, width);

  if (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL))
    wide += MAX (width - row->used, 0) / row->n_expand;
  return wide;
}

static Row
take_row (GtkWidget *first, int width)
{
  Row row = {.first = first, .end = first, .used = -SPACE};

  while (row.end) {
    int wide = width_of (row.end, width);
    if (row.end != first && row.used + SPACE + wide > width)
      break;
    row.used += SPACE + wide;
    row.n_expand += gtk_widget_compute_expand (row.end, GTK_ORIENTATION_HORIZONTAL);
    row.end = next_shown (gtk_widget_get_next_sibling (row.end));
  }
  for (GtkWidget *child = first; child != row.end;
       child = next_shown (gtk_widget_get_next_sibling (child)))
    row.height = MAX (row.height, height_of (child, width_in (&row, child, width)));
  return row;
}

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = next_shown (gtk_widget_get_first_child (widget));
  int width = for_size < 0 ? G_MAXINT / 2 : for_size;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    for (; child; child = next_shown (gtk_widget_get_next_sibling (child))) {
      int least, wished;
      gtk_widget_measure (child, orientation, -1, &least, &wished, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += wished + (*natural ? SPACE : 0);
    }
    return;
  }
  while (child) {
    Row row = take_row (child, width);
    *natural += row.height + (*natural ? SPACE / 2 : 0);
    child = row.end;
  }
  *minimum = *natural;
}

static void
place_row (GtkWidget *widget, const Row *row, int y, int width)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean centred = !row->n_expand && gtk_widget_get_halign (widget) == GTK_ALIGN_CENTER;
  int x = centred ? (width - row->used) / 2 : 0;

  for (GtkWidget *child = row->first; child != row->end;
       child = next_shown (gtk_widget_get_next_sibling (child))) {
    int wide = width_in (row, child, width);
    GtkAllocation at = {mirrored ? width - x - wide : x, y, wide, row->height};
    gtk_widget_size_allocate (child, &at, -1);
    x += wide + SPACE;
  }
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = next_shown (gtk_widget_get_first_child (widget));
  int y = 0;

  while (child) {
    Row row = take_row (child, width);
    /* All of the height, as of any box, where there is one row. */
    if (!y && !row.end)
      row.height = height;
    place_row (widget, &row, y, width);
    y += row.height + SPACE / 2;
    child = row.end;
  }
}

static void
poplens_wrap_layout_class_init (PoplensWrapLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = get_request_mode;
  manager_class->measure = measure;
  manager_class->allocate = allocate;
}

static void
poplens_wrap_layout_init (PoplensWrapLayout *self)
{
}

GtkLayoutManager *
poplens_wrap_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_WRAP_LAYOUT, NULL);
}
