/* PoplensCardSplit: places the content and the card, and moves the focus when the card opens and
 * closes. */
#include "app/card/card-split.h"

#include "app/card/card-pane.h"

#include <math.h>

/* Width of the card in pixels. */
#define PANE 352
/* Minimum width of the content beside a card, in pixels. If the window is too narrow, the card
 * covers a part of the content. */
#define LEAST_CONTENT 880
/* Natural width of the content in pixels: in a narrower window, the sidebar is folded. It is the
 * same for all pages, so that going to another page does not fold the sidebar. */
#define WISHED 400

struct _PoplensCardSplit {
  GtkWidget parent;
  GtkWidget *content, *pane;
  GtkWidget *header; /* (nullable): widget at the top of the content; a card that covers the content
                        begins below this widget */
  GtkWidget *focus_before; /* (nullable): weak pointer: widget that had the focus before it moved
                              into the card */
};

enum { PROP_CONTENT = 1 };

G_DEFINE_FINAL_TYPE (PoplensCardSplit, poplens_card_split, GTK_TYPE_WIDGET)

/* ---- size ------------------------------------------------------------------------------------ */

static GtkSizeRequestMode
card_split_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
card_split_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (POPLENS_CARD_SPLIT (widget)->content, orientation,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                      NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, WISHED);
}

static void
allocate_child (GtkWidget *child, int x, int y, int width, int height)
{
  int least;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  width = MAX (width, least);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation){x, y, width, MAX (height, least)}, -1);
}

/* Returns the y in pixels of the lower edge of .header; 0 without a header. A card on top of the
 * content begins there. */
static int
get_header_end (PoplensCardSplit *self)
{
  graphene_rect_t bounds;

  if (!self->header || !gtk_widget_get_mapped (self->header) ||
      !gtk_widget_compute_bounds (self->header, GTK_WIDGET (self), &bounds))
    return 0;
  return (int) ceil (bounds.origin.y + bounds.size.height);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensCardSplit *self = POPLENS_CARD_SPLIT (widget);
  gboolean from_right = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean is_open = gtk_widget_should_layout (self->pane);
  int pane = MIN (PANE, width);
  int content = is_open && width - pane >= LEAST_CONTENT ? width - pane : width;

  allocate_child (self->content, from_right ? width - content : 0, 0, content, height);
  int from = content == width ? get_header_end (self) : 0;
  if (is_open)
    allocate_child (self->pane, from_right ? 0 : width - pane, from, pane, height - from);
}

void
poplens_card_split_set_header (PoplensCardSplit *self, GtkWidget *header)
{
  g_set_weak_pointer (&self->header, header);
}

/* ---- opening and closing --------------------------------------------------------------------- */

static gboolean
has_focus (PoplensCardSplit *self)
{
  return gtk_widget_get_focus_child (GTK_WIDGET (self)) == self->pane;
}

void
poplens_card_split_open (PoplensCardSplit *self, const char *ref)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (!has_focus (self))
    g_set_weak_pointer (&self->focus_before, root ? gtk_root_get_focus (root) : NULL);
  poplens_card_pane_open (POPLENS_CARD_PANE (self->pane), ref, TRUE);
}

/* Action "report.card": opens a card. The focus does not move, so that the user can continue in a
 * table after a click. */
static void
on_card (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensCardSplit *self = POPLENS_CARD_SPLIT (widget);

  poplens_card_pane_open (POPLENS_CARD_PANE (self->pane), g_variant_get_string (parameter, NULL),
                          FALSE);
}

static void
on_closed (PoplensCardSplit *self)
{
  GtkWidget *before = self->focus_before;

  if (has_focus (self) && before && gtk_widget_get_mapped (before))
    gtk_widget_grab_focus (before);
  else if (has_focus (self))
    g_signal_emit_by_name (self, "left");
  g_clear_weak_pointer (&self->focus_before);
}

gboolean
poplens_card_split_close (PoplensCardSplit *self)
{
  if (!gtk_widget_get_visible (self->pane))
    return FALSE;
  poplens_card_pane_close (POPLENS_CARD_PANE (self->pane));
  return TRUE;
}

static void
on_card_follow (PoplensCardSplit *self, const char *location)
{
  g_signal_emit_by_name (self, "follow", location);
}

static void
on_card_toast (PoplensCardSplit *self, const char *text)
{
  g_signal_emit_by_name (self, "toast", text);
}

void
poplens_card_split_set_session (PoplensCardSplit *self, PoplensSession *session)
{
  poplens_card_pane_set_session (POPLENS_CARD_PANE (self->pane), session);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  PoplensCardSplit *self = POPLENS_CARD_SPLIT (object);

  g_return_if_fail (!self->content);
  self->content = g_value_get_object (value);
  gtk_widget_insert_before (self->content, GTK_WIDGET (self), self->pane);
}

static void
dispose (GObject *object)
{
  PoplensCardSplit *self = POPLENS_CARD_SPLIT (object);

  g_clear_weak_pointer (&self->focus_before);
  g_clear_weak_pointer (&self->header);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->pane, gtk_widget_unparent);
  G_OBJECT_CLASS (poplens_card_split_parent_class)->dispose (object);
}

static void
poplens_card_split_class_init (PoplensCardSplitClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->get_request_mode = card_split_get_request_mode;
  widget_class->measure = card_split_measure;
  widget_class->size_allocate = size_allocate;
  g_object_class_install_property (object_class, PROP_CONTENT,
                                   g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                                                        G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  GType type = G_TYPE_FROM_CLASS (klass);
  static const char *const names[] = {"follow", "toast"};
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                  G_TYPE_STRING);
  g_signal_new ("left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, "report.card", "s", on_card);
}

static void
poplens_card_split_init (PoplensCardSplit *self)
{
  self->pane = g_object_new (POPLENS_TYPE_CARD_PANE, NULL);
  gtk_widget_set_parent (self->pane, GTK_WIDGET (self));
  g_signal_connect_swapped (self->pane, "follow", G_CALLBACK (on_card_follow), self);
  g_signal_connect_swapped (self->pane, "toast", G_CALLBACK (on_card_toast), self);
  g_signal_connect_swapped (self->pane, "closed", G_CALLBACK (on_closed), self);
}
