#include "app/widgets/spare-layout.h"

struct _PoplensSpareLayout {
  GtkLayoutManager parent_instance;
  int enough;
};

G_DEFINE_FINAL_TYPE (PoplensSpareLayout, poplens_spare_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
least_height (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

/* The first child needs no height, as it may go. */
static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  int least, wished;

  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, &least, &wished,
                      NULL, NULL);
  gtk_widget_measure (gtk_widget_get_last_child (widget), orientation, for_size, minimum, natural,
                      NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  } else {
    *natural += wished;
  }
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget),
            *last = gtk_widget_get_last_child (widget);
  int above = least_height (first, width);
  int needed = MAX (POPLENS_SPARE_LAYOUT (manager)->enough, least_height (last, width));

  if (height - above < needed)
    above = 0;
  gtk_widget_set_child_visible (first, above > 0);
  if (above)
    gtk_widget_size_allocate (first, &(GtkAllocation){0, 0, width, above}, -1);
  gtk_widget_size_allocate (last, &(GtkAllocation){0, above, width, height - above}, -1);
}

static void
poplens_spare_layout_class_init (PoplensSpareLayoutClass *klass)
{
  GTK_LAYOUT_MANAGER_CLASS (klass)->measure = measure;
  GTK_LAYOUT_MANAGER_CLASS (klass)->allocate = allocate;
}

static void
poplens_spare_layout_init (PoplensSpareLayout *self)
{
}

GtkLayoutManager *
poplens_spare_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_SPARE_LAYOUT, NULL);
}

void
poplens_spare_layout_set_enough (PoplensSpareLayout *self, int enough)
{
  if (enough == self->enough)
    return;
  self->enough = enough;
  gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (self));
}
