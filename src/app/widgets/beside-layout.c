#include "app/widgets/beside-layout.h"

/* The least that is left to what matters beside the other. */
#define LEAST 280

struct _PoplensBesideLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensBesideLayout, poplens_beside_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
least (GtkWidget *child, GtkOrientation orientation, int for_size)
{
  int minimum = 0;

  if (gtk_widget_should_layout (child))
    gtk_widget_measure (child, orientation, for_size, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget);
  GtkWidget *last = gtk_widget_get_last_child (widget);

  gtk_widget_measure (first, orientation, -1, minimum, natural, NULL, NULL);
  *minimum = MAX (*minimum, least (last, orientation, -1));
  *natural = MAX (*natural, *minimum);
}

static void
place (GtkWidget *child, int x, int y, int width, int height)
{
  if (gtk_widget_should_layout (child))
    gtk_widget_size_allocate (child, &(GtkAllocation){x, y, width, height}, -1);
}

static void
place_beside (GtkWidget *widget, GtkWidget *children[3], int width, int height, int wide)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int line = least (children[1], GTK_ORIENTATION_HORIZONTAL, -1), rest = width - wide - line;

  place (children[0], mirrored ? width - rest : 0, 0, rest, height);
  place (children[1], mirrored ? wide : rest, 0, line, height);
  place (children[2], mirrored ? 0 : width - wide, 0, wide, height);
}

/* What is below scrolls: it has half, or what is left over. */
static void
place_below (GtkWidget *children[3], int width, int height)
{
  int line = least (children[1], GTK_ORIENTATION_VERTICAL, -1);
  int top = MAX (height / 2, least (children[0], GTK_ORIENTATION_VERTICAL, width));

  top = MIN (top, height - line - least (children[2], GTK_ORIENTATION_VERTICAL, width));
  place (children[0], 0, 0, width, top);
  place (children[1], 0, top, width, line);
  place (children[2], 0, top + line, width, height - top - line);
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget);
  GtkWidget *children[3] = {first, gtk_widget_get_next_sibling (first),
                            gtk_widget_get_last_child (widget)};
  int wide = least (children[2], GTK_ORIENTATION_HORIZONTAL, -1);

  if (!gtk_widget_should_layout (children[2]))
    place (children[0], 0, 0, width, height);
  else if (width - wide >= LEAST)
    place_beside (widget, children, width, height, wide);
  else
    place_below (children, width, height);
}

static void
poplens_beside_layout_class_init (PoplensBesideLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->measure = measure;
  manager_class->allocate = allocate;
}

static void
poplens_beside_layout_init (PoplensBesideLayout *self)
{
}
