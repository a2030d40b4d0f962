#include "app/widgets/cards-layout.h"

#define SPACE 12

struct _PoplensCardsLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensCardsLayout, poplens_cards_layout, GTK_TYPE_LAYOUT_MANAGER)

guint
poplens_cards_in_a_row (guint n, guint fit)
{
  guint most = CLAMP (MIN (n, POPLENS_CARDS_MOST), 1, MAX (fit, 1));
  guint rows = (n + most - 1) / most;

  return rows ? (n + rows - 1) / rows : 1;
}

/* The widest card's minimum and natural width; how many there are. */
static guint
measure_cards (GtkWidget *widget, int *minimum, int *natural)
{
  guint n = 0;

  *minimum = *natural = 0;
  for (GtkWidget *card = gtk_widget_get_first_child (widget); card;
       card = gtk_widget_get_next_sibling (card)) {
    int least, wished;
    if (!gtk_widget_should_layout (card))
      continue;
    gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wished, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
    n++;
  }
  return n;
}

/* Rows, and the width of a card in them. */
static guint
columns_for (GtkWidget *widget, int width, int *card_width)
{
  int least, wished;
  guint n = measure_cards (widget, &least, &wished);
  guint columns = poplens_cards_in_a_row (n, (guint) MAX ((width + SPACE) / (wished + SPACE), 1));

  *card_width = MAX ((width - SPACE * ((int) columns - 1)) / (int) columns, least);
  return columns;
}

static int
card_height (GtkWidget *widget, int card_width)
{
  int most = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (widget); card;
       card = gtk_widget_get_next_sibling (card)) {
    int natural;
    if (!gtk_widget_should_layout (card))
      continue;
    gtk_widget_measure (card, GTK_ORIENTATION_VERTICAL, card_width, NULL, &natural, NULL, NULL);
    most = MAX (most, natural);
  }
  return most;
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
  int least, wished, width;
  guint n = measure_cards (widget, &least, &wished), columns;

  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    columns = poplens_cards_in_a_row (n, G_MAXUINT);
    *minimum = least;
    *natural = n ? wished * (int) columns + SPACE * ((int) columns - 1) : 0;
    return;
  }
  columns = columns_for (widget, for_size < 0 ? least : for_size, &width);
  guint rows = (n + columns - 1) / columns;
  *minimum = *natural =
      rows ? card_height (widget, width) * (int) rows + SPACE * ((int) rows - 1) : 0;
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  int card, tall, i = 0;
  int columns = (int) columns_for (widget, width, &card);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  tall = card_height (widget, card);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_should_layout (child))
      continue;
    int x = i % columns * (card + SPACE), y = i / columns * (tall + SPACE);
    GtkAllocation at = {mirrored ? width - x - card : x, y, card, tall};
    gtk_widget_size_allocate (child, &at, -1);
    i++;
  }
}

static void
poplens_cards_layout_class_init (PoplensCardsLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = get_request_mode;
  manager_class->measure = measure;
  manager_class->allocate = allocate;
}

static void
poplens_cards_layout_init (PoplensCardsLayout *self)
{
}

GtkLayoutManager *
poplens_cards_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_CARDS_LAYOUT, NULL);
}
