#include "app/widgets/fit-layout.h"

struct _PoplensFitLayout {
  GtkLayoutManager parent_instance;
  int least; /* children that always stay */
};

enum { PROP_LEAST = 1 };

G_DEFINE_FINAL_TYPE (PoplensFitLayout, poplens_fit_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
natural_width (GtkWidget *child)
{
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  int i = 0, least, wished;

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_get_visible (child))
      continue;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
      *natural += natural_width (child);
      *minimum = i++ < POPLENS_FIT_LAYOUT (manager)->least ? *natural : *minimum;
      continue;
    }
    gtk_widget_measure (child, orientation, -1, &least, &wished, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  }
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL, full = FALSE;
  int x = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_get_visible (child))
      continue;
    int wide = natural_width (child);
    full |= x + wide > width;
    gtk_widget_set_child_visible (child, !full);
    if (full)
      continue;
    GtkAllocation at = {mirrored ? width - x - wide : x, 0, wide, height};
    gtk_widget_size_allocate (child, &at, -1);
    x += wide;
  }
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_int (value, POPLENS_FIT_LAYOUT (object)->least);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  POPLENS_FIT_LAYOUT (object)->least = g_value_get_int (value);
  gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (object));
}

static void
poplens_fit_layout_class_init (PoplensFitLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = get_property;
  G_OBJECT_CLASS (klass)->set_property = set_property;
  manager_class->measure = measure;
  manager_class->allocate = allocate;
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_LEAST,
                                   g_param_spec_int ("least", NULL, NULL, 0, G_MAXINT, 0,
                                                     G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
poplens_fit_layout_init (PoplensFitLayout *self)
{
}
