/* Layout managers: wrapped rows, and rows of cards. */
#include "app/widgets/layouts.h"

/* Pixels between children. */
#define SPACE 12

void
poplens_place_child (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int from = mirrored ? gtk_widget_get_width (widget) - x - width : x;

  gtk_widget_size_allocate (child, &(GtkAllocation){from, y, width, height}, -1);
}

/* ---- wrapped rows ---------------------------------------------------------------------------- */

struct _PoplensWrapLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensWrapLayout, poplens_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* One row of a PoplensWrapLayout: the children from .first to before .end. */
typedef struct {
  GtkWidget *first, *end;
  int used, height;
  int n_expand;
} WrapRow;

static GtkWidget *
next_shown (GtkWidget *child)
{
  while (child && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* Returns the natural width of @child, but at most @width, and never less than its minimum width.
 */
static int
width_of (GtkWidget *child, int width)
{
  int least, wished;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wished, NULL, NULL);
  return MAX (MIN (wished, width), least);
}

static int
height_of (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return height;
}

/* Returns the width of @child in @row: its natural width and, if it expands, a share of the
 * remaining width. */
static int
width_in (const WrapRow *row, GtkWidget *child, int width)
{
  int wide = width_of (child, width);

  if (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL))
    wide += MAX (width - row->used, 0) / row->n_expand;
  return wide;
}

static WrapRow
take_row (GtkWidget *first, int width)
{
  WrapRow row = {.first = first, .end = first, .used = -SPACE};

  while (row.end) {
    int wide = width_of (row.end, width);
    if (row.end != first && row.used + SPACE + wide > width)
      break;
    row.used += SPACE + wide;
    row.n_expand += gtk_widget_compute_expand (row.end, GTK_ORIENTATION_HORIZONTAL);
    row.end = next_shown (gtk_widget_get_next_sibling (row.end));
  }
  for (GtkWidget *child = first; child != row.end;
       child = next_shown (gtk_widget_get_next_sibling (child)))
    row.height = MAX (row.height, height_of (child, width_in (&row, child, width)));
  return row;
}

static GtkSizeRequestMode
wrap_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
wrap_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                     int for_size, int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  GtkWidget *child = next_shown (gtk_widget_get_first_child (widget));
  int width = for_size < 0 ? G_MAXINT / 2 : for_size;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    for (; child; child = next_shown (gtk_widget_get_next_sibling (child))) {
      int least, wished;
      gtk_widget_measure (child, orientation, -1, &least, &wished, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += wished + (*natural ? SPACE : 0);
    }
    return;
  }
  while (child) {
    WrapRow row = take_row (child, width);
    *natural += row.height + (*natural ? SPACE / 2 : 0);
    child = row.end;
  }
  *minimum = *natural;
}

static void
place_row (GtkWidget *widget, const WrapRow *row, int y, int width)
{
  gboolean centred = !row->n_expand && gtk_widget_get_halign (widget) == GTK_ALIGN_CENTER;
  int x = centred ? (width - row->used) / 2 : 0;

  for (GtkWidget *child = row->first; child != row->end;
       child = next_shown (gtk_widget_get_next_sibling (child))) {
    int wide = width_in (row, child, width);
    poplens_place_child (widget, child, x, y, wide, row->height);
    x += wide + SPACE;
  }
}

static void
wrap_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                      int baseline)
{
  GtkWidget *child = next_shown (gtk_widget_get_first_child (widget));
  int y = 0;

  while (child) {
    WrapRow row = take_row (child, width);
    /* If there is only one row, it gets the whole height, as in a GtkBox. */
    if (!y && !row.end)
      row.height = height;
    place_row (widget, &row, y, width);
    y += row.height + SPACE / 2;
    child = row.end;
  }
}

static void
poplens_wrap_layout_class_init (PoplensWrapLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = wrap_layout_get_request_mode;
  manager_class->measure = wrap_layout_measure;
  manager_class->allocate = wrap_layout_allocate;
}

static void
poplens_wrap_layout_init (PoplensWrapLayout *self)
{
}

GtkLayoutManager *
poplens_wrap_layout_new (void)
{
  return g_object_new (POPLENS_TYPE_WRAP_LAYOUT, NULL);
}

/* ---- cards in rows --------------------------------------------------------------------------- */

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

/* Measures the cards. @minimum, @natural: (out): widths of the widest card. Returns the number of
 * cards. */
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

/* Returns how many cards are in a row of @width pixels. @card_width: (out): width of each card. */
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
cards_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
cards_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                      int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
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
cards_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                       int baseline)
{
  int card, tall, i = 0;
  int columns = (int) columns_for (widget, width, &card);

  tall = card_height (widget, card);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_should_layout (child))
      continue;
    int x = i % columns * (card + SPACE), y = i / columns * (tall + SPACE);
    poplens_place_child (widget, child, x, y, card, tall);
    i++;
  }
}

static void
poplens_cards_layout_class_init (PoplensCardsLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = cards_layout_get_request_mode;
  manager_class->measure = cards_layout_measure;
  manager_class->allocate = cards_layout_allocate;
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
