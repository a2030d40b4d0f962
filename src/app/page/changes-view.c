/* PoplensChangesView: builds a row with filter and factor per change, and the check buttons. After
 * emitting "changes", waits for the result before emitting again. */
#include "app/page/changes-view.h"

#include "app/widgets/layouts.h"
#include "app/widgets/suggestion-entry.h"
#include "app/widgets/tooltip.h"
#include "app/window/session.h"
#include "pages/insights/changes.h"

#include <math.h>
#include <string.h>

/* ---- the filter field ------------------------------------------------------------------------ */

/* PoplensFilterEntry: a field for a part of a variable's name, which suggests variables and
 * categories while the user types.
 *
 * Signals:
 *   "filter-changed" (): the text changed and typing paused, a suggestion was chosen, or Enter
 * pressed */

#define POPLENS_TYPE_FILTER_ENTRY (poplens_filter_entry_get_type ())

G_DECLARE_FINAL_TYPE (PoplensFilterEntry, poplens_filter_entry, POPLENS, FILTER_ENTRY,
                      PoplensSuggestionEntry)

/* Milliseconds without typing after which "filter-changed" is emitted. */
#define REST 250
#define MOST 8
#define WIDTH_CHARS 9

struct _PoplensFilterEntry {
  PoplensSuggestionEntry parent_instance;
  PoplensSession *session;
  GCancellable *cancellable; /* (nullable): cancels the running request for suggestions */
  guint rest;
};

G_DEFINE_FINAL_TYPE (PoplensFilterEntry, poplens_filter_entry, POPLENS_TYPE_SUGGESTION_ENTRY)

static void
stop_asking (PoplensSuggestionEntry *entry)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (entry);

  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
tell_entry (PoplensFilterEntry *self)
{
  g_clear_handle_id (&self->rest, g_source_remove);
  g_signal_emit_by_name (self, "filter-changed");
}

/* ---- suggestions ----------------------------------------------------------------------------- */

static void
show_list (PoplensFilterEntry *self, const GPtrArray *found)
{
  PoplensSuggestionEntry *entry = POPLENS_SUGGESTION_ENTRY (self);
  PoplensByteUnit unit = poplens_session_get_byte_unit (self->session);

  poplens_suggestion_entry_clear (entry);
  for (guint i = 0; i < found->len && poplens_suggestion_entry_has_focus (entry); i++) {
    const PoplensScale *scale = found->pdata[i];
    PoplensNumber number;
    poplens_suggestion_entry_add (entry, scale->filter,
                                  poplens_format_bytes (number, scale->bytes, unit));
  }
  poplens_suggestion_entry_open (entry, NULL);
}

typedef struct {
  PoplensReport *report;
  char *text;
} SuggestionQuestion;

static void
suggestion_question_free (gpointer data)
{
  SuggestionQuestion *question = data;

  g_object_unref (question->report);
  g_free (question->text);
  g_free (question);
}

static void
answer_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const SuggestionQuestion *question = data;
  GError *error = NULL;
  GPtrArray *found =
      poplens_changes_suggest (question->report, question->text, MOST, cancellable, &error);

  if (found)
    g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFilterEntry) self = data;
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (found)
    show_list (self, found);
}

static void
request_suggestions (PoplensSuggestionEntry *entry)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (entry);
  PoplensReport *report = poplens_session_get_report (self->session);
  g_autoptr (GTask) task = NULL;
  SuggestionQuestion *question;

  stop_asking (entry);
  if (!report)
    return;
  question = g_new (SuggestionQuestion, 1);
  *question = (SuggestionQuestion){g_object_ref (report),
                                   g_strdup (poplens_suggestion_entry_get_text (entry))};
  self->cancellable = g_cancellable_new ();
  /* Pass no source object: the task may be freed on the worker, where a widget must not be
   * finalized. */
  task = g_task_new (NULL, self->cancellable, on_answer, g_object_ref (self));
  g_task_set_task_data (task, question, suggestion_question_free);
  g_task_run_in_thread (task, answer_thread);
}

/* ---- typing ---------------------------------------------------------------------------------- */

static gboolean
on_rest (gpointer data)
{
  PoplensFilterEntry *self = data;

  self->rest = 0;
  tell_entry (self);
  return G_SOURCE_REMOVE;
}

static void
poplens_filter_entry_written (PoplensSuggestionEntry *entry)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (entry);

  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add (REST, on_rest, self);
  if (*poplens_suggestion_entry_get_text (entry))
    request_suggestions (entry);
  else
    poplens_suggestion_entry_close (entry);
}

static void
poplens_filter_entry_taken (PoplensSuggestionEntry *entry, const char *suggestion)
{
  if (suggestion)
    poplens_suggestion_entry_set_text (entry, suggestion);
  tell_entry (POPLENS_FILTER_ENTRY (entry));
}

static void
poplens_filter_entry_left (PoplensSuggestionEntry *entry)
{
  if (POPLENS_FILTER_ENTRY (entry)->rest)
    tell_entry (POPLENS_FILTER_ENTRY (entry));
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_filter_entry_dispose (GObject *object)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (object);

  stop_asking (POPLENS_SUGGESTION_ENTRY (self));
  g_clear_handle_id (&self->rest, g_source_remove);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_filter_entry_parent_class)->dispose (object);
}

static void
poplens_filter_entry_class_init (PoplensFilterEntryClass *klass)
{
  PoplensSuggestionEntryClass *entry_class = POPLENS_SUGGESTION_ENTRY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_filter_entry_dispose;
  entry_class->written = poplens_filter_entry_written;
  entry_class->asked = request_suggestions;
  entry_class->taken = poplens_filter_entry_taken;
  entry_class->closed = stop_asking;
  entry_class->left = poplens_filter_entry_left;
  g_signal_new ("filter-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
poplens_filter_entry_init (PoplensFilterEntry *self)
{
  poplens_suggestion_entry_describe (POPLENS_SUGGESTION_ENTRY (self), "Part of a variable name",
                                     WIDTH_CHARS, "Variables to scale");
}

static GtkWidget *
filter_entry_new (PoplensSession *session)
{
  PoplensFilterEntry *self = g_object_new (POPLENS_TYPE_FILTER_ENTRY, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* Milliseconds after which "changes" is emitted again although the last one was not answered. */
#define PATIENCE 1000
#define MOST_FACTOR 1000.0
#define SLIDER_MOST 4.0
/* Maximum number of decimals of a factor. Factors are stored in millionths: the factor 1 is
 * POPLENS_FACTOR_ONE. */
#define FACTOR_DIGITS 6

struct _PoplensChangesView {
  GtkWidget parent_instance;
  PoplensSession *session;
  GtkWidget *box;
  GtkWidget *rows;
  GtkWidget *toggles; /* grid of boxes, each with a check button */
  char *command;
  guint waiting; /* id of the timeout that runs while "changes" waits for its result; 0: none */
  gboolean dirty, remember;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensChangesView, poplens_changes_view, GTK_TYPE_WIDGET)

/* Widgets of the row of one change; object data of the row's box. */
typedef struct {
  GtkWidget *entry, *spin, *slider, *matched;
} ChangeRow;

static ChangeRow *
change_row_of (GtkWidget *box)
{
  return g_object_get_data (G_OBJECT (box), "poplens-row");
}

static const char *
filter_of (GtkWidget *box)
{
  return poplens_suggestion_entry_get_text (POPLENS_SUGGESTION_ENTRY (change_row_of (box)->entry));
}

/* ---- reporting changes ----------------------------------------------------------------------- */

/* Returns the check button in @box, a child of .toggles. */
static GtkCheckButton *
check_of (GtkWidget *box)
{
  return GTK_CHECK_BUTTON (gtk_widget_get_first_child (box));
}

static const char *
change_key_of (GtkWidget *box)
{
  return g_object_get_data (G_OBJECT (box), "poplens-key");
}

static PoplensChanges *
read_changes (PoplensChangesView *self)
{
  PoplensChanges *changes = poplens_changes_new_empty ();

  for (GtkWidget *box = gtk_widget_get_first_child (self->rows); box;
       box = gtk_widget_get_next_sibling (box)) {
    double factor = gtk_spin_button_get_value (GTK_SPIN_BUTTON (change_row_of (box)->spin));
    if (*filter_of (box))
      g_ptr_array_add (
          changes->scales,
          poplens_scale_new (filter_of (box), (gint64) (factor * POPLENS_FACTOR_ONE + 0.5)));
  }
  for (GtkWidget *box = gtk_widget_get_first_child (self->toggles); box;
       box = gtk_widget_get_next_sibling (box))
    g_ptr_array_add (
        changes->toggles,
        poplens_toggle_new (change_key_of (box), "", gtk_check_button_get_active (check_of (box))));
  return changes;
}

static gboolean on_patience (gpointer data);

static void
tell_now (PoplensChangesView *self)
{
  PoplensChanges *changes = read_changes (self);
  gboolean remember = self->remember;

  self->dirty = self->remember = FALSE;
  self->waiting = g_timeout_add (PATIENCE, on_patience, self);
  g_signal_emit_by_name (self, "changes", changes, remember);
  poplens_changes_free (changes);
}

static gboolean
on_patience (gpointer data)
{
  PoplensChangesView *self = data;

  self->waiting = 0;
  if (self->dirty)
    tell_now (self);
  return G_SOURCE_REMOVE;
}

/* Emits "changes". If the last emission has no result yet, waits for that result first. So each
 * result is shown, even while the user keeps changing a number. */
static void
tell_changes (PoplensChangesView *self, gboolean remember)
{
  if (self->quiet)
    return;
  self->dirty = TRUE;
  self->remember |= remember;
  if (!self->waiting)
    tell_now (self);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
on_filter_changed (GtkWidget *entry, gpointer data)
{
  tell_changes (data, TRUE);
}

static void
set_slider (ChangeRow *row, double factor)
{
  gtk_range_set_value (GTK_RANGE (row->slider), MIN (factor, SLIDER_MOST));
}

static void
on_factor_changed (GtkSpinButton *spin, gpointer data)
{
  PoplensChangesView *self = data;
  ChangeRow *row = g_object_get_data (G_OBJECT (spin), "poplens-row");
  gboolean quiet = self->quiet;

  self->quiet = TRUE;
  set_slider (row, gtk_spin_button_get_value (spin));
  self->quiet = quiet;
  tell_changes (self, FALSE);
}

static void
on_slider_changed (GtkRange *slider, gpointer data)
{
  PoplensChangesView *self = data;
  ChangeRow *row = g_object_get_data (G_OBJECT (slider), "poplens-row");

  if (!self->quiet)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (row->spin), gtk_range_get_value (slider));
}

/* Reads the factor. Keeps the old factor if the text is invalid: a factor of 0 would remove the
 * variables. */
static int
on_factor_input (GtkSpinButton *spin, double *factor, gpointer data)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin)));
  char *end;

  g_strstrip (text);
  *factor = g_strtod (text, &end);
  if (!*text || *end || !isfinite (*factor))
    *factor = gtk_spin_button_get_value (spin);
  return TRUE;
}

/* Writes the factor with two decimals or, if they are not enough, with up to six: hints contain
 * factors such as 1.528. */
static gboolean
on_factor_output (GtkSpinButton *spin, gpointer data)
{
  PoplensNumber number;
  double factor = gtk_spin_button_get_value (spin);
  gboolean is_short = fabs (factor * 100 - round (factor * 100)) < 1e-6;

  poplens_format_fixed (number, factor, is_short ? 2 : 6);
  for (gsize end = strlen (number); !is_short && number[end - 1] == '0'; end--)
    number[end - 1] = '\0';
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), number))
    gtk_editable_set_text (GTK_EDITABLE (spin), number);
  return TRUE;
}

static void add_change_row (PoplensChangesView *self);

static void
on_remove_clicked (GtkWidget *button, gpointer data)
{
  PoplensChangesView *self = data;
  GtkWidget *box = button;
  while (!change_row_of (box) || !GTK_IS_BOX (box))
    box = gtk_widget_get_parent (box);
  gboolean had_filter = *filter_of (box) != '\0';

  gtk_box_remove (GTK_BOX (self->rows), box);
  if (!gtk_widget_get_first_child (self->rows))
    add_change_row (self);
  if (had_filter)
    tell_changes (self, TRUE);
}

static void
name_widget (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Disables the wheel on @widget: scrolling the page would otherwise change a factor that comes
 * under the pointer. */
static void
leave_wheel_to_page (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL (one))
      gtk_event_controller_set_propagation_phase (one, GTK_PHASE_NONE);
  }
}

static void
build_factor (PoplensChangesView *self, ChangeRow *row)
{
  row->spin = gtk_spin_button_new_with_range (0, MOST_FACTOR, 0.1);
  /* A numeric spin button accepts only the locale's decimal separator, but factors are written with
   * a point. */
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (row->spin), FALSE);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (row->spin), FACTOR_DIGITS);
  gtk_editable_set_width_chars (GTK_EDITABLE (row->spin), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (row->spin), 7);
  g_signal_connect (row->spin, "input", G_CALLBACK (on_factor_input), NULL);
  g_signal_connect (row->spin, "output", G_CALLBACK (on_factor_output), NULL);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (row->spin), 1);
  poplens_tooltip_set (row->spin, "Factor: 1 = unchanged, 2 = double, 0 = removed");
  name_widget (row->spin, "Factor");
  g_object_set_data (G_OBJECT (row->spin), "poplens-row", row);
  g_signal_connect (row->spin, "value-changed", G_CALLBACK (on_factor_changed), self);
  row->slider = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, SLIDER_MOST, 0.05);
  gtk_scale_set_draw_value (GTK_SCALE (row->slider), FALSE);
  gtk_scale_add_mark (GTK_SCALE (row->slider), 1, GTK_POS_BOTTOM, NULL);
  gtk_range_set_value (GTK_RANGE (row->slider), 1);
  gtk_widget_set_size_request (row->slider, 60, -1);
  gtk_widget_set_hexpand (row->slider, TRUE);
  name_widget (row->slider, "Factor as a slider");
  g_object_set_data (G_OBJECT (row->slider), "poplens-row", row);
  g_signal_connect (row->slider, "value-changed", G_CALLBACK (on_slider_changed), self);
  leave_wheel_to_page (row->spin);
  leave_wheel_to_page (row->slider);
}

static GtkWidget *
make_matched (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "caption");
  return label;
}

/* Adds a row for one change: filter, factor and, below them, the matched variables. In a narrow
 * window, the factor wraps to a line of its own. */
static void
add_change_row (PoplensChangesView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  ChangeRow *row = g_new0 (ChangeRow, 1);

  gtk_widget_set_layout_manager (line, poplens_wrap_layout_new ());
  g_object_set_data_full (G_OBJECT (box), "poplens-row", row, g_free);
  row->entry = filter_entry_new (self->session);
  gtk_widget_set_hexpand (row->entry, TRUE);
  g_signal_connect (row->entry, "filter-changed", G_CALLBACK (on_filter_changed), self);
  build_factor (self, row);
  row->matched = make_matched ();
  gtk_box_append (GTK_BOX (line), row->entry);
  gtk_box_append (GTK_BOX (line), row->spin);
  gtk_box_append (GTK_BOX (line), row->slider);
  GtkWidget *remove = gtk_button_new_from_icon_name ("list-remove-symbolic");
  gtk_widget_add_css_class (remove, "flat");
  poplens_tooltip_set (remove, "Remove Change");
  name_widget (remove, "Remove change");
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove_clicked), self);
  gtk_box_append (GTK_BOX (line), remove);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), row->matched);
  gtk_box_append (GTK_BOX (self->rows), box);
}

static void
on_add_clicked (PoplensChangesView *self)
{
  GtkWidget *last = gtk_widget_get_last_child (self->rows);
  guint n = 0;

  for (GtkWidget *row = last; row; row = gtk_widget_get_prev_sibling (row))
    n++;
  if ((!last || *filter_of (last)) && n < POPLENS_MOST_CHANGES)
    add_change_row (self);
  gtk_widget_child_focus (change_row_of (gtk_widget_get_last_child (self->rows))->entry,
                          GTK_DIR_TAB_FORWARD);
}

/* ---- showing --------------------------------------------------------------------------------- */

static void
show_matched (ChangeRow *row, const PoplensScale *scale, PoplensByteUnit unit)
{
  g_autofree char *text = scale ? poplens_scale_describe (scale, unit) : g_strdup ("");

  gtk_label_set_label (GTK_LABEL (row->matched), text);
  poplens_tooltip_set (row->matched, *text ? text : NULL);
}

static void
show_scale (PoplensChangesView *self, ChangeRow *row, const PoplensScale *scale,
            PoplensByteUnit unit)
{
  double factor = (double) scale->factor / POPLENS_FACTOR_ONE;
  PoplensSuggestionEntry *entry = POPLENS_SUGGESTION_ENTRY (row->entry);

  if (!poplens_suggestion_entry_has_focus (entry))
    poplens_suggestion_entry_set_text (entry, scale->filter);
  if (!self->dirty && gtk_spin_button_get_value (GTK_SPIN_BUTTON (row->spin)) != factor) {
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (row->spin), factor);
    set_slider (row, factor);
  }
  show_matched (row, scale, unit);
}

/* Returns the first row from @box on whose filter is not empty. (nullable) */
static GtkWidget *
next_written (GtkWidget *box)
{
  while (box && !*filter_of (box))
    box = gtk_widget_get_next_sibling (box);
  return box;
}

static void
show_scales (PoplensChangesView *self, const PoplensChanges *changes, PoplensByteUnit unit)
{
  GtkWidget *box = next_written (gtk_widget_get_first_child (self->rows));

  for (guint i = 0; i < changes->scales->len; i++) {
    if (!box) {
      /* Reuse the last row if its filter is empty. */
      box = gtk_widget_get_last_child (self->rows);
      if (!box || *filter_of (box) ||
          poplens_suggestion_entry_has_focus (
              POPLENS_SUGGESTION_ENTRY (change_row_of (box)->entry))) {
        add_change_row (self);
        box = gtk_widget_get_last_child (self->rows);
      }
    }
    show_scale (self, change_row_of (box), changes->scales->pdata[i], unit);
    box = next_written (gtk_widget_get_next_sibling (box));
  }
  while (box && !self->dirty) {
    GtkWidget *gone = box;
    box = next_written (gtk_widget_get_next_sibling (box));
    gtk_box_remove (GTK_BOX (self->rows), gone);
  }
  for (box = gtk_widget_get_first_child (self->rows); box; box = gtk_widget_get_next_sibling (box))
    if (!*filter_of (box))
      show_matched (change_row_of (box), NULL, unit);
  if (!gtk_widget_get_first_child (self->rows))
    add_change_row (self);
}

/* Unchecks the other micro-batch changes: there is only one micro-batch size. */
static void
release_others (PoplensChangesView *self, GtkCheckButton *check)
{
  gboolean quiet = self->quiet;

  self->quiet = TRUE;
  for (GtkWidget *box = gtk_widget_get_first_child (self->toggles); box;
       box = gtk_widget_get_next_sibling (box))
    if (check_of (box) != check && g_str_has_prefix (change_key_of (box), "micro-batch="))
      gtk_check_button_set_active (check_of (box), FALSE);
  self->quiet = quiet;
}

static void
on_check_toggled (GtkCheckButton *check, PoplensChangesView *self)
{
  const char *key = change_key_of (gtk_widget_get_parent (GTK_WIDGET (check)));

  if (!self->quiet && gtk_check_button_get_active (check) && g_str_has_prefix (key, "micro-batch="))
    release_others (self, check);
  tell_changes (self, TRUE);
}

static GtkWidget *
make_toggle (PoplensChangesView *self, const PoplensToggle *toggle)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *check = gtk_check_button_new_with_label (toggle->title);
  GtkWidget *label = gtk_widget_get_last_child (check);
  GtkWidget *reason = make_matched ();

  /* Ellipsize the label: it can contain the full name of a variable, which the location has set. */
  if (GTK_IS_LABEL (label))
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_tooltip_text (check, toggle->key);

  g_object_set_data_full (G_OBJECT (box), "poplens-key", g_strdup (toggle->key), g_free);
  g_signal_connect (check, "toggled", G_CALLBACK (on_check_toggled), self);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), reason);
  return box;
}

static gboolean
has_toggles (PoplensChangesView *self, const GPtrArray *toggles)
{
  GtkWidget *box = gtk_widget_get_first_child (self->toggles);

  for (guint i = 0; i < toggles->len; i++, box = gtk_widget_get_next_sibling (box))
    if (!box || strcmp (change_key_of (box), ((const PoplensToggle *) toggles->pdata[i])->key))
      return FALSE;
  return !box;
}

/* Shows the toggles. If they are the same as before, their widgets and the focus stay. */
static void
show_toggles (PoplensChangesView *self, const GPtrArray *toggles)
{
  GtkWidget *box;

  if (!has_toggles (self, toggles)) {
    while ((box = gtk_widget_get_first_child (self->toggles)))
      gtk_grid_remove (GTK_GRID (self->toggles), box);
    for (guint i = 0; i < toggles->len; i++)
      gtk_grid_attach (GTK_GRID (self->toggles), make_toggle (self, toggles->pdata[i]), (int) i % 2,
                       (int) i / 2, 1, 1);
  }
  box = gtk_widget_get_first_child (self->toggles);
  for (guint i = 0; i < toggles->len; i++, box = gtk_widget_get_next_sibling (box)) {
    /* Show why a toggle cannot be chosen. A toggle that is already chosen stays sensitive, so that
     * the user can clear it. */
    const PoplensToggle *toggle = toggles->pdata[i];
    GtkWidget *check = gtk_widget_get_first_child (box), *reason = gtk_widget_get_last_child (box);
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), toggle->is_on);
    gtk_widget_set_sensitive (check, !toggle->why_not || toggle->is_on);
    gtk_label_set_label (GTK_LABEL (reason), toggle->why_not ? toggle->why_not : "");
    gtk_widget_set_visible (reason, toggle->why_not != NULL);
  }
}

void
poplens_changes_view_set_changes (PoplensChangesView *self, const PoplensChanges *changes,
                                  PoplensByteUnit unit)
{
  gboolean quiet = self->quiet;

  self->quiet = TRUE;
  show_scales (self, changes, unit);
  if (!self->dirty)
    show_toggles (self, changes->toggles);
  g_free (self->command);
  self->command = g_strdup (changes->command);
  self->quiet = quiet;
  g_clear_handle_id (&self->waiting, g_source_remove);
  if (self->dirty)
    tell_now (self);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
on_copy_clicked (PoplensChangesView *self)
{
  if (!self->command)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->command);
  g_signal_emit_by_name (self, "toast", "Command copied");
}

static void
poplens_changes_view_dispose (GObject *object)
{
  PoplensChangesView *self = POPLENS_CHANGES_VIEW (object);

  g_clear_handle_id (&self->waiting, g_source_remove);
  self->quiet = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->command, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_changes_view_parent_class)->dispose (object);
}

static void
poplens_changes_view_class_init (PoplensChangesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_changes_view_dispose;
  g_signal_new ("changes", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_POINTER, G_TYPE_BOOLEAN);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/changes-view.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensChangesView, child)
  BIND (box);
  BIND (rows);
  BIND (toggles);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_add_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
}

static void
poplens_changes_view_init (PoplensChangesView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
poplens_changes_view_new (PoplensSession *session)
{
  PoplensChangesView *self = g_object_new (POPLENS_TYPE_CHANGES_VIEW, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
