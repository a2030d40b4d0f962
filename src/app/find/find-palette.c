/* PoplensFindPalette: shows the search field and the results on top of the page, and handles Enter
 * and clicks. */
#include "app/find/find-palette.h"

#include "app/find/find-list.h"
#include "app/find/find-source.h"

#define WIDTH 640
#define HEIGHT 468
#define MARGIN 18
#define PAGE_ROWS 7

struct _PoplensFindPalette {
  GtkWidget parent;
  GtkWidget *card;
  GtkEntry *entry;
  GtkStack *stack; /* children "hint", "progress", "nothing" and "list" */
  GtkProgressBar *progress;
  GtkLabel *nothing;
  /* Advice to type fewer words; hidden if the results have a hint about numbers. */
  GtkWidget *fewer;
  PoplensFindList *list;
  /* Box with a button that adds names of a remote report that are not searched yet. */
  GtkWidget *offer;
  GtkLabel *offer_text;
  GtkLabel *status;

  PoplensFindSource *source;
  gboolean is_taken, goes; /* .is_taken: Enter was pressed before the results arrived; .goes: Enter
                              was pressed with Ctrl */
};

G_DEFINE_FINAL_TYPE (PoplensFindPalette, poplens_find_palette, GTK_TYPE_WIDGET)

/* ---- contents -------------------------------------------------------------------------------- */

static gboolean
is_empty (PoplensFindPalette *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  return !*g_strstrip (text);
}

/* Sets the accessible description of the search field to the text of the selected row. */
static void
on_selected (PoplensFindPalette *self)
{
  const char *text = poplens_find_list_get_text (self->list);
  g_autofree char *spoken = text ? g_strdup_printf ("%s, result %u of %u", text,
                                                    poplens_find_list_get_position (self->list) + 1,
                                                    poplens_find_list_get_n (self->list))
                                 : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spoken ? spoken : "", -1);
}

static void
show_hint (PoplensFindPalette *self)
{
  poplens_find_list_show (self->list, NULL);
  gtk_label_set_text (self->status, "");
  gtk_stack_set_visible_child_name (self->stack, "hint");
}

static void
show_hit_count (PoplensFindPalette *self, const PoplensFinds *finds)
{
  PoplensNumber n, total;
  g_autofree char *text = NULL;

  if (finds->results->len < finds->total)
    text = g_strdup_printf ("%s of %s results; add words to narrow the search",
                            poplens_format_count (n, finds->results->len),
                            poplens_format_count (total, finds->total));
  else
    text = g_strdup_printf ("%s found%s%s", poplens_format_count (total, finds->total),
                            finds->hint ? ". " : "", finds->hint ? finds->hint : "");
  gtk_label_set_text (self->status, text);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Chooses the selected row: opens its card. If it has no card, or @goes is TRUE, goes to its page
 * instead. */
static void
choose (PoplensFindPalette *self, gboolean goes)
{
  g_autofree char *location = g_strdup (poplens_find_list_get_location (self->list));
  g_autofree char *ref = goes ? NULL : g_strdup (poplens_find_list_get_ref (self->list));

  if (!location)
    return;
  poplens_find_palette_close (self);
  g_signal_emit_by_name (self, ref ? "card" : "chosen", ref ? ref : location);
}

static void
on_results_found (PoplensFindPalette *self, PoplensFinds *finds)
{
  gboolean is_taken = self->is_taken;

  self->is_taken = FALSE;
  if (is_empty (self)) {
    show_hint (self);
    return;
  }
  if (!finds->total) {
    poplens_find_list_show (self->list, NULL);
    /* Show no hint if the index leaves out names, because one of these names may match. */
    const char *hint = gtk_widget_get_visible (self->offer) ? NULL : finds->hint;
    gtk_label_set_text (self->nothing, hint ? hint : "");
    gtk_label_set_text (self->status, "");
    gtk_widget_set_visible (self->fewer, !finds->asks_number);
    gtk_stack_set_visible_child_name (self->stack, "nothing");
    return;
  }
  poplens_find_list_show (self->list, finds);
  show_hit_count (self, finds);
  gtk_stack_set_visible_child_name (self->stack, "list");
  if (is_taken && gtk_widget_get_visible (GTK_WIDGET (self)))
    choose (self, self->goes);
}

/* The text has changed: starts a query. Until its results arrive, the previous ones stay, so that
 * nothing flickers while the user types. */
static void
on_changed (PoplensFindPalette *self)
{
  self->is_taken = FALSE;
  if (!self->source || !gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  poplens_find_source_ask (self->source, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  if (!poplens_find_source_is_ready (self->source))
    gtk_stack_set_visible_child_name (self->stack, is_empty (self) ? "hint" : "progress");
  else if (is_empty (self))
    show_hint (self);
}

static void
on_index_progress (PoplensFindPalette *self, double fraction, const char *what)
{
  g_autofree char *text = g_strdup_printf ("Loading %s…", what);

  gtk_progress_bar_set_fraction (self->progress, CLAMP (fraction, 0, 1));
  gtk_progress_bar_set_text (self->progress, text);
}

static void
on_index_ready (PoplensFindPalette *self)
{
  g_autofree char *left_out = poplens_find_source_describe_left_out (self->source);
  g_autofree char *text =
      left_out ? g_strdup_printf ("Names not loaded: %s", left_out) : g_strdup ("");

  gtk_label_set_text (self->offer_text, text);
  gtk_widget_set_visible (self->offer, left_out != NULL);
}

static void
on_load (PoplensFindPalette *self)
{
  gtk_widget_set_visible (self->offer, FALSE);
  poplens_find_source_want_all (self->source);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  on_changed (self);
}

static void
on_failed (PoplensFindPalette *self, const char *message)
{
  gtk_label_set_text (self->nothing, message);
  gtk_widget_set_visible (self->fewer, FALSE);
  gtk_stack_set_visible_child_name (self->stack, "nothing");
}

/* ---- keys and mouse -------------------------------------------------------------------------- */

static void
take_item (PoplensFindPalette *self, gboolean goes)
{
  self->goes = goes;
  if (poplens_find_source_is_asking (self->source))
    self->is_taken = TRUE;
  else
    choose (self, goes);
}

static void
on_activate (PoplensFindPalette *self)
{
  take_item (self, FALSE);
}

static gboolean
is_enter (guint key)
{
  return key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter;
}

static gboolean
on_palette_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                gpointer data)
{
  PoplensFindPalette *self = data;

  if (state & GDK_CONTROL_MASK && is_enter (key)) {
    take_item (self, TRUE);
    return GDK_EVENT_STOP;
  }
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  switch (key) {
  case GDK_KEY_Escape:
    poplens_find_palette_close (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
  case GDK_KEY_KP_Up:
    poplens_find_list_move (self->list, -1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Down:
  case GDK_KEY_KP_Down:
    poplens_find_list_move (self->list, 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Page_Up:
    poplens_find_list_move (self->list, -PAGE_ROWS);
    return GDK_EVENT_STOP;
  case GDK_KEY_Page_Down:
    poplens_find_list_move (self->list, PAGE_ROWS);
    return GDK_EVENT_STOP;
  case GDK_KEY_Tab:
  case GDK_KEY_ISO_Left_Tab:
    /* Ignore Tab: while the palette is open, only its field can have the focus. */
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

/* Closes the palette if the user clicks outside of its card. */
static void
on_palette_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensFindPalette *self = data;
  graphene_rect_t card;

  if (gtk_widget_compute_bounds (self->card, GTK_WIDGET (self), &card) &&
      !graphene_rect_contains_point (&card, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    poplens_find_palette_close (self);
}

/* ---- size: fixed, so that nothing moves as results arrive ------------------------------------ */

static void
poplens_find_palette_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                              int *minimum, int *natural, int *minimum_baseline,
                              int *natural_baseline)
{
  PoplensFindPalette *self = POPLENS_FIND_PALETTE (widget);

  gtk_widget_measure (self->card, orientation, -1, minimum, natural, NULL, NULL);
  *natural = MAX (*minimum, orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT);
}

static void
poplens_find_palette_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensFindPalette *self = POPLENS_FIND_PALETTE (widget);
  int least_width, least_height;
  GtkAllocation card;

  gtk_widget_measure (self->card, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  gtk_widget_measure (self->card, GTK_ORIENTATION_VERTICAL, -1, &least_height, NULL, NULL, NULL);
  card.width = MAX (least_width, MIN (WIDTH, width - 2 * MARGIN));
  card.height = MAX (least_height, MIN (HEIGHT, height - 2 * MARGIN));
  card.x = (width - card.width) / 2;
  card.y = MAX (0, MIN ((height - card.height) / 2, MAX (MARGIN, height / 10)));
  gtk_widget_size_allocate (self->card, &card, -1);
}

/* ---- opening and closing --------------------------------------------------------------------- */

void
poplens_find_palette_set_session (PoplensFindPalette *self, PoplensSession *session)
{
  g_return_if_fail (!self->source);
  self->source = poplens_find_source_new (session);
  g_signal_connect_swapped (self->source, "found", G_CALLBACK (on_results_found), self);
  g_signal_connect_swapped (self->source, "progress", G_CALLBACK (on_index_progress), self);
  g_signal_connect_swapped (self->source, "ready", G_CALLBACK (on_index_ready), self);
  g_signal_connect_swapped (self->source, "failed", G_CALLBACK (on_failed), self);
}

void
poplens_find_palette_open (PoplensFindPalette *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  poplens_find_source_prepare (self->source);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  /* Search again: while the palette was hidden, the report may have been reloaded, or the byte unit
   * changed. */
  on_changed (self);
}

void
poplens_find_palette_close (PoplensFindPalette *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  self->is_taken = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit_by_name (self, "closed");
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_find_palette_dispose (GObject *object)
{
  PoplensFindPalette *self = POPLENS_FIND_PALETTE (object);

  if (self->source)
    g_signal_handlers_disconnect_by_data (self->source, self);
  g_clear_object (&self->source);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_FIND_PALETTE);
  G_OBJECT_CLASS (poplens_find_palette_parent_class)->dispose (object);
}

static void
poplens_find_palette_class_init (PoplensFindPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_find_palette_dispose;
  widget_class->measure = poplens_find_palette_measure;
  widget_class->size_allocate = poplens_find_palette_size_allocate;
  g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("card", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (POPLENS_TYPE_FIND_LIST);
  gtk_widget_class_set_css_name (widget_class, "poplensfind");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/find-palette.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensFindPalette, child)
  BIND (card);
  BIND (entry);
  BIND (stack);
  BIND (progress);
  BIND (nothing);
  BIND (fewer);
  BIND (list);
  BIND (offer);
  BIND (offer_text);
  BIND (status);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_load);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, choose);
}

static void
poplens_find_palette_init (PoplensFindPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_palette_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (click, "pressed", G_CALLBACK (on_palette_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
