/* PoplensTableChoice: keeps the chosen row selected in its table, reports a row that the user
 * selects, and scrolls to the chosen row. */
#include "app/table/table-choice.h"

/* Maximum number of frames to wait until the view has measured the rows of a new model. */
#define MOST_FRAMES 6

struct _PoplensTableChoice {
  PoplensTableWidget *table;
  PoplensTableModel *model; /* (nullable): model that .handler is connected to */
  gulong handler, model_handler;
  GtkEventController *keys, *click; /* owned by the column view */
  PoplensRowChosen chosen;
  gpointer data;
  guint32 row;     /* chosen table row; G_MAXUINT32: none */
  guint tick;      /* id of the tick callback that scrolls the chosen row into view; 0: none */
  guint frames;    /* how many more frames .tick may wait */
  gboolean quiet;  /* this code is changing the selection: do not report a choice of the user */
  gboolean unseen; /* scroll the chosen row into view as soon as it is in the model */
};

/* ---- scrolling into view --------------------------------------------------------------------- */

/* Scrolls the row at @position into view. GTK 4.8 has no function for that, so this assumes that
 * all rows have equal heights. FALSE if the heights are not known yet. */
static gboolean
scroll_to (PoplensTableChoice *self, guint position)
{
  GtkAdjustment *adjustment =
      gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (poplens_table_widget_get_view (self->table)));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  double upper = gtk_adjustment_get_upper (adjustment);
  double page = gtk_adjustment_get_page_size (adjustment);
  double value = gtk_adjustment_get_value (adjustment);

  if (!n || page <= 0 || upper < n)
    return FALSE;
  double height = upper / n, top = height * position;
  if (top < value || top + height > value + page)
    gtk_adjustment_set_value (adjustment, CLAMP (top - page / 2, 0, MAX (upper - page, 0)));
  return TRUE;
}

static gboolean
on_choice_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  PoplensTableChoice *self = data;
  guint position = self->model && self->row != G_MAXUINT32
                       ? poplens_table_model_uncover (self->model, self->row)
                       : GTK_INVALID_LIST_POSITION;

  /* Skip the first frame: tick callbacks run before its layout, so a new model has no heights yet.
   */
  if (position != GTK_INVALID_LIST_POSITION && self->frames-- > 0 &&
      (self->frames + 1 == MOST_FRAMES || !scroll_to (self, position)))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* ---- the selection --------------------------------------------------------------------------- */

static void
on_selection_changed (GtkSelectionModel *model, guint position, guint n, gpointer data)
{
  PoplensTableChoice *self = data;
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (model);
  guint32 row;

  if (self->quiet || gtk_bitset_get_size (selected) != 1)
    return;
  row = poplens_table_model_get_row (self->model, gtk_bitset_get_nth (selected, 0));
  if (row == G_MAXUINT32 || row == self->row)
    return;
  self->row = row;
  self->unseen = FALSE;
  self->chosen (row, self->data);
}

static void
select_row (PoplensTableChoice *self)
{
  guint position;

  if (!self->model)
    return;
  self->quiet = TRUE;
  position = self->row == G_MAXUINT32 ? GTK_INVALID_LIST_POSITION
                                      : poplens_table_model_uncover (self->model, self->row);
  if (position == GTK_INVALID_LIST_POSITION)
    gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->model));
  else if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->model), position))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->model), position, TRUE);
  self->quiet = FALSE;
  if (self->unseen && position != GTK_INVALID_LIST_POSITION) {
    self->unseen = FALSE;
    self->frames = MOST_FRAMES;
    if (!self->tick)
      self->tick =
          gtk_widget_add_tick_callback (GTK_WIDGET (self->table), on_choice_tick, self, NULL);
  }
}

static void
forget_model (PoplensTableChoice *self)
{
  if (self->model)
    g_clear_signal_handler (&self->handler, self->model);
  g_clear_object (&self->model);
}

void
poplens_table_choice_renew (PoplensTableChoice *self)
{
  GtkSelectionModel *model =
      gtk_column_view_get_model (poplens_table_widget_get_view (self->table));

  if (GTK_SELECTION_MODEL (self->model) != model) {
    forget_model (self);
    if (model) {
      self->model = g_object_ref (POPLENS_TABLE_MODEL (model));
      self->handler =
          g_signal_connect (model, "selection-changed", G_CALLBACK (on_selection_changed), self);
    }
  }
  select_row (self);
}

void
poplens_table_choice_set (PoplensTableChoice *self, guint32 row)
{
  if (row == self->row)
    return;
  self->row = row;
  self->unseen = row != G_MAXUINT32;
  select_row (self);
}

gboolean
poplens_table_choice_is_left_out (PoplensTableChoice *self)
{
  return self->model && self->row != G_MAXUINT32 &&
         poplens_table_model_uncover (self->model, self->row) == GTK_INVALID_LIST_POSITION;
}

/* ---- clearing the choice --------------------------------------------------------------------- */

static gboolean
choose_none (PoplensTableChoice *self)
{
  if (self->row == G_MAXUINT32)
    return FALSE;
  self->row = G_MAXUINT32;
  select_row (self);
  self->chosen (G_MAXUINT32, self->data);
  return TRUE;
}

static gboolean
on_choice_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
               gpointer data)
{
  return keyval == GDK_KEY_Escape && choose_none (data);
}

/* Clears the choice if the user clicks below the last row: there is no row widget under the
 * pointer, only the view or its list. */
static void
on_choice_pressed (GtkGestureClick *click, int n_press, double x, double y, gpointer data)
{
  PoplensTableChoice *self = data;
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self->table));
  GtkWidget *found = gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT);

  if (found && (found == view || GTK_IS_LIST_BASE (found)))
    choose_none (self);
}

static void
watch_view (PoplensTableChoice *self)
{
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self->table));

  self->keys = gtk_event_controller_key_new ();
  g_signal_connect (self->keys, "key-pressed", G_CALLBACK (on_choice_key), self);
  gtk_widget_add_controller (view, self->keys);
  self->click = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  g_signal_connect (self->click, "pressed", G_CALLBACK (on_choice_pressed), self);
  gtk_widget_add_controller (view, self->click);
}

/* ---- construction and destruction ------------------------------------------------------------ */

PoplensTableChoice *
poplens_table_choice_new (PoplensTableWidget *table, PoplensRowChosen chosen, gpointer data)
{
  PoplensTableChoice *self = g_new0 (PoplensTableChoice, 1);

  self->table = table;
  self->chosen = chosen;
  self->data = data;
  self->row = G_MAXUINT32;
  /* Sorting and filtering can set a new model. */
  self->model_handler =
      g_signal_connect_swapped (poplens_table_widget_get_view (table), "notify::model",
                                G_CALLBACK (poplens_table_choice_renew), self);
  watch_view (self);
  poplens_table_widget_set_chooses (table, TRUE);
  return self;
}

void
poplens_table_choice_free (PoplensTableChoice *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (self->table);

  if (self->tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->table), self->tick);
  if (view) {
    g_clear_signal_handler (&self->model_handler, view);
    gtk_widget_remove_controller (GTK_WIDGET (view), self->keys);
    gtk_widget_remove_controller (GTK_WIDGET (view), self->click);
  }
  forget_model (self);
  g_free (self);
}
