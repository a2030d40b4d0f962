#include "app/page/finding-layout.h"

#define SPACE 12
#define LINE_SPACE 3
/* Some eight words of a sentence. */
#define LEAST 260

struct _PoplensFindingLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensFindingLayout, poplens_finding_layout, GTK_TYPE_LAYOUT_MANAGER)

/* Number, texts and tools, with the widths of the first and the last. */
typedef struct {
  GtkWidget *number, *texts, *tools;
  int number_width, tools_width;
} Parts;

static int
natural (GtkWidget *child, GtkOrientation orientation, int for_size)
{
  int size;

  gtk_widget_measure (child, orientation, for_size, NULL, &size, NULL, NULL);
  return size;
}

static Parts
parts_of (GtkWidget *widget)
{
  GtkWidget *number = gtk_widget_get_first_child (widget);
  Parts parts = {number, gtk_widget_get_next_sibling (number), gtk_widget_get_last_child (widget),
                 0, 0};

  parts.number_width = natural (number, GTK_ORIENTATION_HORIZONTAL, -1);
  parts.tools_width = natural (parts.tools, GTK_ORIENTATION_HORIZONTAL, -1);
  return parts;
}

static int
width_between (const Parts *parts, int width)
{
  int tools = parts->tools_width ? parts->tools_width + SPACE : 0;

  return width - parts->number_width - SPACE - tools;
}

/* Of the line above the texts. */
static int
head_height (const Parts *parts)
{
  return MAX (natural (parts->number, GTK_ORIENTATION_VERTICAL, -1),
              natural (parts->tools, GTK_ORIENTATION_VERTICAL, -1));
}

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *wished, int *minimum_baseline, int *natural_baseline)
{
  Parts parts = parts_of (widget);
  int between = width_between (&parts, for_size < 0 ? G_MAXINT / 2 : for_size), least, texts;

  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    gtk_widget_measure (parts.texts, orientation, -1, &least, &texts, NULL, NULL);
    *minimum = MAX (least, parts.number_width + SPACE + parts.tools_width);
    *wished = MAX (*minimum, texts - width_between (&parts, 0));
  } else if (between < LEAST) {
    *minimum = *wished =
        head_height (&parts) + LINE_SPACE + natural (parts.texts, orientation, for_size);
  } else {
    *minimum = *wished =
        MAX (head_height (&parts), natural (parts.texts, orientation, for_size < 0 ? -1 : between));
  }
}

static void
place (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int from = mirrored ? gtk_widget_get_width (widget) - x - width : x;

  gtk_widget_size_allocate (child, &(GtkAllocation){from, y, width, height}, -1);
}

static void
place_below (GtkWidget *widget, const Parts *parts, int width, int height)
{
  int head = head_height (parts), top = head + LINE_SPACE;
  int number = natural (parts->number, GTK_ORIENTATION_VERTICAL, -1);

  place (widget, parts->number, 0, (head - number) / 2, parts->number_width, number);
  place (widget, parts->tools, width - parts->tools_width, 0, parts->tools_width, head);
  place (widget, parts->texts, 0, top, width, height - top);
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  Parts parts = parts_of (widget);
  int between = width_between (&parts, width);

  /* At the end of its column beside the texts; above them it begins where they do. */
  if (GTK_IS_LABEL (parts.number))
    gtk_label_set_xalign (GTK_LABEL (parts.number), between < LEAST ? 0 : 1);
  if (between < LEAST) {
    place_below (widget, &parts, width, height);
    return;
  }
  place (widget, parts.number, 0, 0, parts.number_width, height);
  place (widget, parts.texts, parts.number_width + SPACE, 0, between, height);
  place (widget, parts.tools, width - parts.tools_width, 0, parts.tools_width, height);
}

static void
poplens_finding_layout_class_init (PoplensFindingLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = get_request_mode;
  manager_class->measure = measure;
  manager_class->allocate = allocate;
}

static void
poplens_finding_layout_init (PoplensFindingLayout *self)
{
}

GtkLayoutManager *
poplens_finding_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_FINDING_LAYOUT, NULL);
}
