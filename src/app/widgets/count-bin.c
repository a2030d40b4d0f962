#include "app/widgets/count-bin.h"

#define LONG_COUNT "1,472 rows"

struct _PoplensCountBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensCountBin, poplens_count_bin, ADW_TYPE_BIN)

/* Wished for only: a narrow window may cut it, which it could not with a width in characters. */
static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (!child)
    return;
  gtk_widget_measure (child, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  layout = gtk_widget_create_pango_layout (child, LONG_COUNT);
  pango_layout_get_pixel_size (layout, &width, NULL);
  *natural = MAX (*natural, width);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
poplens_count_bin_class_init (PoplensCountBinClass *klass)
{
}

static void
poplens_count_bin_init (PoplensCountBin *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (NULL, measure, allocate));
}
