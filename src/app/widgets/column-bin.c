#include "app/widgets/column-bin.h"

struct _PoplensColumnBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensColumnBin, poplens_column_bin, ADW_TYPE_BIN)

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_measure (child, orientation,
                        orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                        minimum_baseline, natural_baseline);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
poplens_column_bin_class_init (PoplensColumnBinClass *klass)
{
}

static void
poplens_column_bin_init (PoplensColumnBin *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
}

GtkWidget *
poplens_column_bin_new (GtkWidget *child)
{
  return g_object_new (POPLENS_TYPE_COLUMN_BIN, "child", child, NULL);
}
