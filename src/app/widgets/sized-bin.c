#include "app/widgets/sized-bin.h"

struct _PoplensSizedBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensSizedBin, poplens_sized_bin, ADW_TYPE_BIN)

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  return child ? gtk_widget_get_request_mode (child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_measure (child, orientation, for_size, minimum, natural, minimum_baseline,
                        natural_baseline);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  int least;

  if (!child || !gtk_widget_get_visible (child))
    return;
  g_signal_emit_by_name (widget, "sized", width, height);
  /* What changed now is measured before it is laid out. */
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, MAX (width, least), NULL, NULL, NULL, NULL);
  gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
poplens_sized_bin_class_init (PoplensSizedBinClass *klass)
{
  g_signal_new ("sized", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void
poplens_sized_bin_init (PoplensSizedBin *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
}

GtkWidget *
poplens_sized_bin_new (GtkWidget *child)
{
  return g_object_new (POPLENS_TYPE_SIZED_BIN, "child", child, NULL);
}
