/* PoplensFindingsView: decides which rows are visible, searches them, dismisses findings with a
 * reason, and handles the menu and keys. */
#include "app/page/findings-view.h"

#include "app/dialogs/bookmarks.h"
#include "app/page/facts-view.h"
#include "app/page/finding-row.h"
#include "app/widgets/bins.h"
#include "app/widgets/popover-point.h"
#include "app/widgets/toaster.h"
#include "report/bookmarks.h"
#include "report/report.h"

#include <gtk/gtk.h>
#include <string.h>

/* ---- dismissing a finding -------------------------------------------------------------------- */

/* Dismisses a finding of a report (report/bookmarks.h), or restores it. Main thread only. @name:
 * from poplens_finding_name (). @reason: (nullable): NULL restores the finding; may be "". */
static void
dismissed_set (PoplensReport *report, const char *name, const char *reason)
{
  g_autofree char *group = poplens_dismissed_group (report);

  poplens_bookmarks_set (poplens_bookmarks_get_default (), group, name, reason);
}

typedef struct {
  PoplensReport *report;
  char *name;
} DismissalUndo;

static void
undo_free (gpointer data)
{
  DismissalUndo *self = data;

  g_object_unref (self->report);
  g_free (self->name);
  g_free (self);
}

static void
undo_dismissal (gpointer data)
{
  const DismissalUndo *self = data;

  dismissed_set (self->report, self->name, NULL);
}

void
poplens_finding_dismiss (GtkWidget *view, PoplensSession *session, const char *name,
                         const char *reason)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (view, ADW_TYPE_TOAST_OVERLAY);
  PoplensReport *report = poplens_session_get_report (session);

  if (!toasts)
    return;
  if (reason) {
    DismissalUndo *back = g_new (DismissalUndo, 1);
    *back = (DismissalUndo){g_object_ref (report), g_strdup (name)};
    poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), "Finding dismissed", "Undo", undo_dismissal,
                           back, undo_free);
  } else {
    poplens_toaster_say (ADW_TOAST_OVERLAY (toasts), "Finding restored");
  }
  dismissed_set (report, name, reason);
  poplens_bookmarks_save (poplens_bookmarks_get_default (), toasts, reason);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* Minimum number of PART or ITEM rows that are shown, even if fewer fit into the window. */
#define LEAST_ROWS 3
/* Height of all contents of a page except the PART rows of an open group, in pixels at the normal
 * text size. */
#define BESIDE_PARTS 270
/* Height of a closed group, in pixels at the normal text size. */
#define GROUP_HEIGHT 49
/* Height of a PART row, in pixels at the normal text size. */
#define PART_HEIGHT 30
/* Height of all contents of a page except its ITEM rows, in pixels at the normal text size. */
#define BESIDE_ITEMS 400
/* Height of an ITEM row, in pixels at the normal text size. */
#define ITEM_HEIGHT 46
/* Word of the location's key "open" that means the first group, which is open by default. */
#define FIRST "first"

struct _PoplensFindingsView {
  GtkWidget parent_instance;
  PoplensFactList rows;
  GtkWidget *list;
  GtkSizeGroup *numbers; /* gives the numbers of all rows the same width */
  GStrv open;            /* groups that are open: words of the location's key "open" */
  GStrv words;           /* case-folded words that rows must contain; empty: all rows are shown */
  PoplensFindingRow *picked;  /* (nullable): weak: row for which .menu or .popover is open */
  GtkWidget *menu;            /* (nullable) */
  GtkWidget *popover, *entry; /* (nullable): asks for the reason to dismiss .picked */
  GtkAdjustment *scroll; /* (nullable): vertical adjustment of the scrolled page; its "page-size" is
                            the visible height */
  guint tick;
};

G_DEFINE_FINAL_TYPE (PoplensFindingsView, poplens_findings_view, GTK_TYPE_WIDGET)

/* ---- visible rows ---------------------------------------------------------------------------- */

static PoplensFindingRow *
row_after (PoplensFindingRow *row)
{
  GtkWidget *next = gtk_widget_get_next_sibling (GTK_WIDGET (row));

  return next ? POPLENS_FINDING_ROW (next) : NULL;
}

static PoplensFindingRow *
row_before (PoplensFindingRow *row)
{
  GtkWidget *previous = gtk_widget_get_prev_sibling (GTK_WIDGET (row));

  return previous ? POPLENS_FINDING_ROW (previous) : NULL;
}

static PoplensFindingRow *
first_row (PoplensFindingsView *self)
{
  GtkWidget *first = gtk_widget_get_first_child (self->list);

  return first ? POPLENS_FINDING_ROW (first) : NULL;
}

static PoplensFactForm
form_of (PoplensFindingRow *row)
{
  return row ? poplens_finding_row_get_form (row) : POPLENS_FACT_STEP;
}

static gboolean
is_in_group (PoplensFindingRow *row)
{
  PoplensFactForm form = form_of (row);

  return form == POPLENS_FACT_ADVICE || form == POPLENS_FACT_PART ||
         (form == POPLENS_FACT_MORE && form_of (row_before (row)) == POPLENS_FACT_PART);
}

/* Returns the group of @row: @row itself, or the GROUP row above it. (nullable): NULL if @row
 * belongs to no group. */
static PoplensFindingRow *
group_of (PoplensFindingRow *row)
{
  while (row && is_in_group (row))
    row = row_before (row);
  return form_of (row) == POPLENS_FACT_GROUP ? row : NULL;
}

static gboolean
has_word (PoplensFindingsView *self, const char *word)
{
  return word && g_strv_contains ((const char *const *) self->open, word);
}

static gboolean
findings_is_open (PoplensFindingsView *self, PoplensFindingRow *row)
{
  return has_word (self, poplens_finding_row_get_group (row)) ||
         (row == first_row (self) && form_of (row) == POPLENS_FACT_GROUP && has_word (self, FIRST));
}

/* Returns how many rows of @form fit into the window. */
static guint
rows_that_fit (PoplensFindingsView *self, PoplensFactForm form)
{
  double height = self->scroll ? gtk_adjustment_get_page_size (self->scroll) : 0;
  double text = poplens_text_scale (GTK_WIDGET (self));
  gboolean part = form == POPLENS_FACT_PART;
  double beside = part ? BESIDE_PARTS : BESIDE_ITEMS, row = part ? PART_HEIGHT : ITEM_HEIGHT;

  for (PoplensFindingRow *one = first_row (self); part && one; one = row_after (one))
    beside += form_of (one) == POPLENS_FACT_GROUP ? GROUP_HEIGHT : 0;
  double n = (height / text - beside) / row;
  return n > LEAST_ROWS ? (guint) n : LEAST_ROWS;
}

static gboolean
findings_matches (PoplensFindingsView *self, PoplensFindingRow *row)
{
  PoplensFindingRow *group = group_of (row);

  return poplens_finding_row_matches (row, group == row ? NULL : group, self->words);
}

/* TRUE if the row @group or one of the PART rows below it contains the searched words. */
static gboolean
group_matches (PoplensFindingsView *self, PoplensFindingRow *group)
{
  if (findings_matches (self, group))
    return TRUE;
  for (PoplensFindingRow *row = row_after (group); row && is_in_group (row); row = row_after (row))
    if (form_of (row) == POPLENS_FACT_PART && findings_matches (self, row))
      return TRUE;
  return FALSE;
}

/* Shows or hides @first, the rows of the same form after it, and the MORE row at their end. Shows
 * at most as many as fit into the window. Returns the next row. (nullable) */
static PoplensFindingRow *
show_run (PoplensFindingsView *self, PoplensFindingRow *first, gboolean is_shown)
{
  PoplensFactForm form = form_of (first);
  PoplensFindingRow *row = first, *more = first;
  guint n = 0, most = rows_that_fit (self, form), at = 0;
  gboolean searches = *self->words != NULL;

  for (; form_of (more) == form && more; more = row_after (more))
    n++;
  gboolean cuts = form_of (more) == POPLENS_FACT_MORE && !poplens_finding_row_get_link (more);
  /* TRUE if rows are still being made, so that their number is not known yet. */
  gboolean comes = !more && self->rows.facts && self->rows.next < self->rows.facts->len;
  /* Show all rows during a search, if the user asked for more, or if only one row would be hidden.
   */
  if (!comes && (!cuts || searches || n <= most + 1 || findings_is_open (self, more)))
    most = n;
  for (; row != more; row = row_after (row), at++) {
    if (cuts && at == most)
      poplens_finding_row_set_more (more, n - most, poplens_finding_row_get_value (row));
    gtk_widget_set_visible (GTK_WIDGET (row),
                            is_shown && (searches ? findings_matches (self, row) : at < most));
  }
  if (!cuts)
    return more;
  gtk_widget_set_visible (GTK_WIDGET (more), is_shown && most < n);
  return row_after (more);
}

/* Updates which rows are visible. A visible row is in an open group and contains the searched
 * words. PART and ITEM rows that do not fit into the window are hidden. */
static void
findings_update (PoplensFindingsView *self)
{
  gboolean searches = *self->words != NULL, open = TRUE;
  PoplensFindingRow *row = first_row (self);

  while (row) {
    PoplensFactForm form = form_of (row);
    if (form == POPLENS_FACT_GROUP) {
      gboolean found = !searches || group_matches (self, row);
      open = searches ? found : findings_is_open (self, row);
      poplens_finding_row_set_open (row, open);
      gtk_widget_set_visible (GTK_WIDGET (row), found);
    } else if (form == POPLENS_FACT_PART || form == POPLENS_FACT_ITEM) {
      row = show_run (self, row, form == POPLENS_FACT_ITEM || open);
      continue;
    } else {
      gboolean shown = form == POPLENS_FACT_ADVICE ? open
                       : form == POPLENS_FACT_MORE ? !searches && poplens_finding_row_get_link (row)
                                                   : !searches || findings_matches (self, row);
      gtk_widget_set_visible (GTK_WIDGET (row), shown);
    }
    row = row_after (row);
  }
}

/* TRUE if @group has PART rows. The PART rows are then counted as findings instead of the group. */
static gboolean
has_parts (PoplensFindingRow *group)
{
  PoplensFindingRow *row = row_after (group);

  while (row && form_of (row) == POPLENS_FACT_ADVICE)
    row = row_after (row);
  return form_of (group) == POPLENS_FACT_GROUP && row && form_of (row) == POPLENS_FACT_PART;
}

void
poplens_findings_view_count (PoplensFindingsView *self, guint *shown, guint *all)
{
  for (PoplensFindingRow *row = first_row (self); row; row = row_after (row)) {
    gboolean counts = poplens_finding_row_counts (row) && !has_parts (row);
    *all += counts;
    *shown += counts && findings_matches (self, row);
  }
}

/* ---- state from the location ----------------------------------------------------------------- */

/* Splits words at blanks and case-folds them. (transfer full) */
static GStrv
split_words (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text ? text : "", -1);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint i = 0; parts[i]; i++)
    if (*parts[i])
      g_strv_builder_add (words, parts[i]);
  return g_strv_builder_end (words);
}

void
poplens_findings_view_follow_location (PoplensFindingsView *self, const PoplensLocation *location)
{
  const char *open = poplens_location_get (location, "open");

  g_strfreev (self->open);
  g_strfreev (self->words);
  self->open = g_strsplit (open ? open : FIRST, ",", -1);
  self->words = split_words (poplens_location_get (location, "search"));
  findings_update (self);
}

/* Opens or closes a group, or shows more rows, by changing the location. */
static void
findings_toggle (PoplensFindingsView *self, PoplensFindingRow *row)
{
  const char *word = poplens_finding_row_get_group (row);
  gboolean is_open = findings_is_open (self, row), is_first = row == first_row (self);
  g_autoptr (GString) open = g_string_new (NULL);

  if (!word)
    return;
  for (guint i = 0; self->open[i]; i++)
    if (strcmp (self->open[i], word) && !(is_first && !strcmp (self->open[i], FIRST)) &&
        strcmp (self->open[i], "none"))
      g_string_append_printf (open, "%s%s", open->len ? "," : "", self->open[i]);
  if (!is_open)
    g_string_append_printf (open, "%s%s", open->len ? "," : "", is_first ? FIRST : word);
  g_signal_emit_by_name (self, "open", open->len ? open->str : "none");
}

/* ---- actions on a row ------------------------------------------------------------------------ */

/* Returns the focused row. (nullable) */
static PoplensFindingRow *
focused_row (PoplensFindingsView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus ? gtk_widget_get_ancestor (focus, POPLENS_TYPE_FINDING_ROW) : NULL;

  return row && gtk_widget_is_ancestor (row, GTK_WIDGET (self)) ? POPLENS_FINDING_ROW (row) : NULL;
}

static void
pick_row (PoplensFindingsView *self, PoplensFindingRow *row)
{
  g_set_weak_pointer (&self->picked, row);
}

static void
on_reason (PoplensFindingsView *self)
{
  g_autofree char *reason = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  const char *name = self->picked ? poplens_finding_row_get_finding (self->picked) : NULL;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (name)
    g_signal_emit_by_name (self, "dismiss", name, g_strstrip (reason));
}

/* Makes the popover that asks for the reason to dismiss a finding. Enter in its field dismisses the
 * finding. */
static void
make_popover (PoplensFindingsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_with_label ("Dismiss");

  self->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), "Reason to dismiss this finding");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Reason to dismiss this finding", -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 36);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_reason), self);
  gtk_widget_add_css_class (button, "suggested-action");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_reason), self);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), button);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

/* Restores the finding of @row if it is dismissed; else asks for the reason to dismiss it. */
static void
findings_dismiss (PoplensFindingsView *self, PoplensFindingRow *row)
{
  const char *name = poplens_finding_row_get_finding (row);
  GtkWidget *widget = GTK_WIDGET (row);
  double x, y;

  if (!name)
    return;
  if (poplens_finding_row_is_dismissed (row)) {
    g_signal_emit_by_name (self, "dismiss", name, NULL);
    return;
  }
  pick_row (self, row);
  if (!self->popover)
    make_popover (self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  if (!gtk_widget_translate_coordinates (widget, GTK_WIDGET (self),
                                         gtk_widget_get_width (widget) / 2.0,
                                         gtk_widget_get_height (widget), &x, &y))
    return;
  poplens_popover_point_at (GTK_POPOVER (self->popover), x, y);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->entry);
}

static void
findings_follow (PoplensFindingsView *self, PoplensFindingRow *row)
{
  const char *link = poplens_finding_row_get_link (row);

  if (link)
    g_signal_emit_by_name (self, "follow", link);
  else
    findings_toggle (self, row);
}

/* ---- context menu ---------------------------------------------------------------------------- */

static void
on_menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);

  if (!self->picked)
    return;
  if (g_str_equal (action, "findings.show"))
    findings_follow (self, self->picked);
  else if (g_str_equal (action, "findings.copy"))
    poplens_finding_row_copy (self->picked);
  else
    findings_dismiss (self, self->picked);
}

static GMenuModel *
build_finding_menu (PoplensFindingRow *row)
{
  GMenu *menu = g_menu_new ();

  if (poplens_finding_row_get_link (row))
    g_menu_append (menu, "Show", "findings.show");
  if (poplens_finding_row_get_command (row))
    g_menu_append (menu, "Copy Command", "findings.copy");
  if (poplens_finding_row_get_finding (row))
    g_menu_append (menu, poplens_finding_row_is_dismissed (row) ? "Restore Finding" : "Dismiss…",
                   "findings.dismiss");
  return G_MENU_MODEL (menu);
}

static void
popup_menu (PoplensFindingsView *self, PoplensFindingRow *row, double x, double y)
{
  g_autoptr (GMenuModel) menu = build_finding_menu (row);

  if (!g_menu_model_get_n_items (menu))
    return;
  pick_row (self, row);
  if (!self->menu) {
    self->menu = gtk_popover_menu_new_from_model (menu);
    gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
    gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
    gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  } else {
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), menu);
  }
  poplens_popover_point_at (GTK_POPOVER (self->menu), x, y);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_secondary_press (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  GtkWidget *found = gtk_widget_pick (data, x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = found ? gtk_widget_get_ancestor (found, POPLENS_TYPE_FINDING_ROW) : NULL;

  if (row)
    popup_menu (data, POPLENS_FINDING_ROW (row), x, y);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static gboolean
on_findings_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);
  PoplensFindingRow *row = focused_row (self);
  double x, y;

  if (!row || !gtk_widget_translate_coordinates (GTK_WIDGET (row), widget, 24, 24, &x, &y))
    return FALSE;
  popup_menu (self, row, x, y);
  return TRUE;
}

/* Right opens a group, Left closes it. Left in a row of a group focuses the group. */
static gboolean
on_open_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean opens = g_variant_get_boolean (arguments) != mirrored;
  PoplensFindingRow *row = focused_row (self), *group = row ? group_of (row) : NULL;

  if (!group)
    return FALSE;
  if (opens ? row != group : row != group || !poplens_finding_row_get_open (group)) {
    gtk_widget_grab_focus (GTK_WIDGET (group));
    return TRUE;
  }
  if (poplens_finding_row_get_open (group) != opens)
    findings_toggle (self, group);
  return TRUE;
}

static gboolean
on_copy_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensFindingRow *row = focused_row (POPLENS_FINDINGS_VIEW (widget));

  if (!row || !poplens_finding_row_get_command (row))
    return FALSE;
  poplens_finding_row_copy (row);
  return TRUE;
}

static gboolean
on_delete_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);
  PoplensFindingRow *row = focused_row (self);

  if (!row || !poplens_finding_row_get_finding (row))
    return FALSE;
  findings_dismiss (self, row);
  return TRUE;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
on_row_follow (PoplensFindingRow *row, const char *link, gpointer view)
{
  g_signal_emit_by_name (view, "follow", link);
}

static void
on_row_toast (PoplensFindingRow *row, const char *text, gpointer view)
{
  g_signal_emit_by_name (view, "toast", text);
}

static void
on_row_toggle (PoplensFindingRow *row, gpointer view)
{
  findings_toggle (view, row);
}

static void
on_row_dismiss (PoplensFindingRow *row, gpointer view)
{
  findings_dismiss (view, row);
}

static GtkWidget *
make_row (gpointer data, const PoplensFact *fact)
{
  PoplensFindingsView *self = data;
  GtkWidget *row = poplens_finding_row_new (fact, self->numbers);

  g_signal_connect_object (row, "follow", G_CALLBACK (on_row_follow), self, 0);
  g_signal_connect_object (row, "toast", G_CALLBACK (on_row_toast), self, 0);
  g_signal_connect_object (row, "toggle", G_CALLBACK (on_row_toggle), self, 0);
  g_signal_connect_object (row, "dismiss", G_CALLBACK (on_row_dismiss), self, 0);
  return row;
}

static void
insert_row (GtkWidget *list, GtkWidget *row, int index)
{
  gtk_list_box_insert (GTK_LIST_BOX (list), row, index);
}

static void
remove_row (GtkWidget *list, GtkWidget *row)
{
  gtk_list_box_remove (GTK_LIST_BOX (list), row);
}

gboolean
poplens_findings_view_show_more (PoplensFindingsView *self)
{
  gboolean more = poplens_fact_list_show_more (&self->rows);

  findings_update (self);
  return more;
}

void
poplens_findings_view_set_findings (PoplensFindingsView *self, GPtrArray *findings)
{
  poplens_fact_list_set (&self->rows, findings);
  findings_update (self);
}

static void
on_finding_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  findings_follow (data, POPLENS_FINDING_ROW (row));
}

/* ---- construction and destruction ------------------------------------------------------------ */

static gboolean
on_fit_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);

  self->tick = 0;
  findings_update (self);
  return G_SOURCE_REMOVE;
}

/* Updates the visible rows in the next frame, because they must not change during the layout that
 * reports the new size. */
static void
on_page_size (PoplensFindingsView *self)
{
  if (!self->tick)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_fit_tick, NULL, NULL);
}

static void
poplens_findings_view_root (GtkWidget *widget)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  GTK_WIDGET_CLASS (poplens_findings_view_parent_class)->root (widget);
  if (!scrolled)
    return;
  self->scroll =
      g_object_ref (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)));
  g_signal_connect_object (self->scroll, "notify::page-size", G_CALLBACK (on_page_size), self,
                           G_CONNECT_SWAPPED);
}

static void
poplens_findings_view_unroot (GtkWidget *widget)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (widget);

  if (self->scroll)
    g_signal_handlers_disconnect_by_func (self->scroll, on_page_size, self);
  g_clear_object (&self->scroll);
  if (self->tick)
    gtk_widget_remove_tick_callback (widget, self->tick);
  self->tick = 0;
  GTK_WIDGET_CLASS (poplens_findings_view_parent_class)->unroot (widget);
}

static void
poplens_findings_view_dispose (GObject *object)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (object);

  pick_row (self, NULL);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->numbers);
  poplens_fact_list_clear (&self->rows);
  g_clear_pointer (&self->open, g_strfreev);
  g_clear_pointer (&self->words, g_strfreev);
  G_OBJECT_CLASS (poplens_findings_view_parent_class)->dispose (object);
}

static void
poplens_findings_view_class_init (PoplensFindingsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_findings_view_dispose;
  widget_class->root = poplens_findings_view_root;
  widget_class->unroot = poplens_findings_view_unroot;
  g_signal_new ("follow", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("open", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("dismiss", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "findings.show", NULL, on_menu_action);
  gtk_widget_class_install_action (widget_class, "findings.copy", NULL, on_menu_action);
  gtk_widget_class_install_action (widget_class, "findings.dismiss", NULL, on_menu_action);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_findings_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_findings_menu_key,
                                NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_open_key, "b", TRUE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_open_key, "b", FALSE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, on_copy_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, on_delete_key, NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_findings_view_init (PoplensFindingsView *self)
{
  static const PoplensFactWidgets widgets = {make_row, insert_row, remove_row};
  GtkGesture *click = gtk_gesture_click_new ();

  self->numbers = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->open = g_strsplit (FIRST, ",", -1);
  self->words = split_words (NULL);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "findings");
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_finding_activated), self);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  self->rows = (PoplensFactList){&widgets, self, self->list, NULL, 0};
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_press), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
poplens_findings_view_new (void)
{
  return g_object_new (POPLENS_TYPE_FINDINGS_VIEW, NULL);
}
