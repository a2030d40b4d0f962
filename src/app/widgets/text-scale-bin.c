#include "app/widgets/text-scale-bin.h"

#include <math.h>

/* Of fonts in 1/1024 dots an inch, as GtkSettings has them. */
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
  double scale = poplens_text_scale (widget);

  if (!child)
    return;
  gtk_widget_measure (child, orientation, for_size < 0 ? -1 : (int) (for_size / scale), minimum,
                      natural, NULL, NULL);
  *minimum = (int) ceil (*minimum * scale);
  *natural = (int) ceil (*natural * scale);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
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
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (gtk_widget_queue_resize), self, G_CONNECT_SWAPPED);
}

GtkWidget *
poplens_text_scale_bin_new (GtkWidget *child)
{
  return g_object_new (POPLENS_TYPE_TEXT_SCALE_BIN, "child", child, NULL);
}
