/* Three bins: widgets with one child. See bins.h. */
#include "app/widgets/bins.h"

#include <math.h>

/* ---- reporting the size ---------------------------------------------------------------------- */

struct _PoplensSizedBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensSizedBin, poplens_sized_bin, ADW_TYPE_BIN)

static GtkSizeRequestMode
sized_bin_get_request_mode (GtkWidget *widget)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  return child ? gtk_widget_get_request_mode (child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
sized_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_measure (child, orientation, for_size, minimum, natural, minimum_baseline,
                        natural_baseline);
}

static void
sized_bin_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  int least;

  if (!child || !gtk_widget_get_visible (child))
    return;
  g_signal_emit_by_name (widget, "sized", width, height);
  /* A handler of "sized" can have changed the child. GTK requires to measure it again before it is
   * allocated. */
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
  gtk_widget_set_layout_manager (
      GTK_WIDGET (self),
      gtk_custom_layout_new (sized_bin_get_request_mode, sized_bin_measure, sized_bin_allocate));
}

GtkWidget *
poplens_sized_bin_new (GtkWidget *child)
{
  return g_object_new (POPLENS_TYPE_SIZED_BIN, "child", child, NULL);
}

/* ---- column of wrapped texts ----------------------------------------------------------------- */

struct _PoplensColumnBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensColumnBin, poplens_column_bin, ADW_TYPE_BIN)

static GtkSizeRequestMode
column_bin_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
column_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child)
    gtk_widget_measure (child, orientation,
                        orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                        minimum_baseline, natural_baseline);
}

static void
column_bin_allocate (GtkWidget *widget, int width, int height, int baseline)
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
  gtk_widget_set_layout_manager (
      GTK_WIDGET (self),
      gtk_custom_layout_new (column_bin_get_request_mode, column_bin_measure, column_bin_allocate));
}

GtkWidget *
poplens_column_bin_new (GtkWidget *child)
{
  return g_object_new (POPLENS_TYPE_COLUMN_BIN, "child", child, NULL);
}

/* ---- scaling with the text size -------------------------------------------------------------- */

/* Value of GtkSettings:gtk-xft-dpi at the normal text size: 1/1024 dots per inch. */
#define USUAL_DPI (96.0 * 1024)
#define MOST 2.0

struct _PoplensTextScaleBin {
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensTextScaleBin, poplens_text_scale_bin, ADW_TYPE_BIN)

double
poplens_text_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / USUAL_DPI, 1, MOST) : 1;
}

static GtkSizeRequestMode
text_scale_bin_get_request_mode (GtkWidget *widget)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  return child ? gtk_widget_get_request_mode (child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
text_scale_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  double scale = poplens_text_scale (widget);

  if (!child)
    return;
  gtk_widget_measure (child, orientation, for_size < 0 ? -1 : (int) (for_size / scale), minimum,
                      natural, NULL, NULL);
  *minimum = (int) ceil (*minimum * scale);
  *natural = (int) ceil (*natural * scale);
}

static void
text_scale_bin_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  double scale = poplens_text_scale (widget);

  if (!child)
    return;
  gtk_widget_allocate (child, (int) (width / scale), (int) (height / scale), -1,
                       scale > 1 ? gsk_transform_scale (NULL, (float) scale, (float) scale) : NULL);
}

static void
poplens_text_scale_bin_class_init (PoplensTextScaleBinClass *klass)
{
}

static void
poplens_text_scale_bin_init (PoplensTextScaleBin *self)
{
  gtk_widget_set_layout_manager (
      GTK_WIDGET (self), gtk_custom_layout_new (text_scale_bin_get_request_mode,
                                                text_scale_bin_measure, text_scale_bin_allocate));
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (gtk_widget_queue_resize), self, G_CONNECT_SWAPPED);
}

GtkWidget *
poplens_text_scale_bin_new (GtkWidget *child)
{
  return g_object_new (POPLENS_TYPE_TEXT_SCALE_BIN, "child", child, NULL);
}
