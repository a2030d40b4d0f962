#include "app/page/findings-view.h"

#include "app/dialogs/bookmarks.h"
#include "app/page/facts-view.h"
#include "app/page/share-bar.h"
#include "app/widgets/number-text.h"
#include "app/widgets/toaster.h"
#include "app/widgets/tooltip.h"
#include "base/visible.h"
#include "report/bookmarks.h"
#include "report/report.h"

#include <gtk/gtk.h>

/* ---- dismissing a finding -------------------------------------------------------------------- */

/* Dismisses findings of a report (report/bookmarks.h), and takes that back. Main thread only.
 * @name: of poplens_finding_name (). @reason: NULL takes it back; may be "". */
static void
dismissed_set (PoplensReport *report, const char *name, const char *reason)
{
  g_autofree char *group = poplens_dismissed_group (report);

  poplens_bookmarks_set (poplens_bookmarks_get_default (), group, name, reason);
}

#define KEY "poplens-finding"

static void
emit (GtkWidget *widget, gpointer view, const char *reason)
{
  g_signal_emit_by_name (view, "dismiss", g_object_get_data (G_OBJECT (widget), KEY), reason);
}

static void
on_restore (GtkButton *button, gpointer view)
{
  emit (GTK_WIDGET (button), view, NULL);
}

static void
on_reason (GtkWidget *entry, gpointer view)
{
  g_autofree char *reason = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  GtkWidget *popover = gtk_widget_get_ancestor (entry, GTK_TYPE_POPOVER);

  gtk_popover_popdown (GTK_POPOVER (popover));
  emit (entry, view, g_strstrip (reason));
}

/* As Enter in the entry before it. */
static void
on_dismiss (GtkWidget *button, gpointer view)
{
  on_reason (gtk_widget_get_prev_sibling (button), view);
}

static void
set_name (GtkWidget *widget, const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (name), g_free);
}

static void
set_label (GtkWidget *widget, const char *label)
{
  gtk_widget_set_tooltip_text (widget, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/* Enter dismisses, with what stands there. */
static GtkWidget *
entry_new (GtkWidget *view, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "Reason to dismiss this finding");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Reason to dismiss this finding", -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 36);
  set_name (entry, name);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_reason), view, 0);
  return entry;
}

static GtkWidget *
restore_new (GtkWidget *view, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  set_name (button, name);
  set_label (button, "Restore Finding");
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_restore), view, 0);
  return button;
}

static GtkWidget *
dismiss_new (GtkWidget *view, const char *name)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *dismiss = gtk_button_new_with_label ("Dismiss");

  gtk_box_append (GTK_BOX (row), entry_new (view, name));
  g_signal_connect_object (dismiss, "clicked", G_CALLBACK (on_dismiss), view, 0);
  gtk_box_append (GTK_BOX (row), dismiss);
  gtk_popover_set_child (GTK_POPOVER (popover), row);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "window-close-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  set_label (button, "Dismiss Finding…");
  return button;
}

/* @view: gets the signal "dismiss" (char *name, char *reason); without a reason it is restored.
 * (floating) */
static GtkWidget *
finding_dismiss_new (GtkWidget *view, const PoplensFact *finding)
{
  GtkWidget *button = finding->is_dismissed ? restore_new (view, finding->finding)
                                            : dismiss_new (view, finding->finding);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

/* ---- what it does ------------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  char *name;
} Undo;

static void
undo_free (gpointer data)
{
  Undo *self = data;

  g_object_unref (self->report);
  g_free (self->name);
  g_free (self);
}

static void
undo (gpointer data)
{
  const Undo *self = data;

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
    Undo *back = g_new (Undo, 1);
    *back = (Undo){g_object_ref (report), g_strdup (name)};
    poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), "Finding dismissed", "Undo", undo, back,
                           undo_free);
  } else {
    poplens_toaster_say (ADW_TOAST_OVERLAY (toasts), "Finding restored");
  }
  dismissed_set (report, name, reason);
  poplens_bookmarks_save (poplens_bookmarks_get_default (), toasts, reason);
}

/* ---- the layout of a finding ----------------------------------------------------------------- */

/* PoplensFindingLayout: three children in a row: a number, texts that take the width, and what can
 * be done. Where that leaves the texts too little width, they are below the other two. */

#define POPLENS_TYPE_FINDING_LAYOUT (poplens_finding_layout_get_type ())

G_DECLARE_FINAL_TYPE (PoplensFindingLayout, poplens_finding_layout, POPLENS, FINDING_LAYOUT,
                      GtkLayoutManager)

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
finding_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
finding_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                        int for_size, int *minimum, int *wished, int *minimum_baseline,
                        int *natural_baseline)
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
finding_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                         int baseline)
{
  Parts parts = parts_of (widget);
  int between = width_between (&parts, width);

  /* At the end of its column beside the texts; above them it begins where they do. */
  if (GTK_IS_LABEL (parts.number))
    gtk_label_set_xalign (GTK_LABEL (parts.number), between < LEAST ? 0 : 1);
  if (between < LEAST) {
    int head = head_height (&parts), top = head + LINE_SPACE;
    int number = natural (parts.number, GTK_ORIENTATION_VERTICAL, -1);
    place (widget, parts.number, 0, (head - number) / 2, parts.number_width, number);
    place (widget, parts.tools, width - parts.tools_width, 0, parts.tools_width, head);
    place (widget, parts.texts, 0, top, width, height - top);
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

  manager_class->get_request_mode = finding_layout_get_request_mode;
  manager_class->measure = finding_layout_measure;
  manager_class->allocate = finding_layout_allocate;
}

static void
poplens_finding_layout_init (PoplensFindingLayout *self)
{
}

/* ---- the view -------------------------------------------------------------------------------- */

/* "1,023 KiB" */
#define NUMBER_CHARS 9

struct _PoplensFindingsView {
  GtkWidget parent_instance;
  PoplensFactList rows;
  GtkWidget *list;
  GtkSizeGroup *numbers; /* one column */
};

G_DEFINE_FINAL_TYPE (PoplensFindingsView, poplens_findings_view, GTK_TYPE_WIDGET)

static GtkWidget *
add_finding_label (GtkWidget *box, const char *text, const char *css_class)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* The number, with its bar below it. */
static void
add_number_with_bar (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *number = add_finding_label (column, finding->value, "finding-number");

  gtk_label_set_wrap (GTK_LABEL (number), FALSE);
  gtk_widget_add_css_class (number, "numeric");
  gtk_box_append (GTK_BOX (column), poplens_share_bar_new (finding));
  gtk_widget_set_valign (column, GTK_ALIGN_CENTER);
  gtk_size_group_add_widget (self->numbers, column);
  gtk_box_append (GTK_BOX (box), column);
}

static void
add_number (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  if (finding->fill >= 0) {
    add_number_with_bar (self, box, finding);
    return;
  }
  g_autofree char *text = poplens_number_text (finding->value);
  GtkWidget *number = add_finding_label (box, text, "finding-number");

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_wrap (GTK_LABEL (number), FALSE);
  /* For all that come later too. */
  gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS);
  gtk_widget_set_valign (number, GTK_ALIGN_START);
  gtk_widget_add_css_class (number, "numeric");
  gtk_size_group_add_widget (self->numbers, number);
}

static void
on_copy_clicked (GtkButton *button, gpointer data)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)),
                          g_object_get_data (G_OBJECT (button), "poplens-command"));
  g_signal_emit_by_name (data, "toast", "Command copied");
}

static void
add_copy_button (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("utilities-terminal-symbolic");
  g_autofree char *tooltip =
      g_strdup_printf ("Copy the command that prints these figures:\n%s", finding->command);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  poplens_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Copy the command", -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-command", g_strdup (finding->command),
                          g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_copy_clicked), self, 0);
  gtk_box_append (GTK_BOX (box), button);
}

static void
on_code_clicked (GtkButton *button, gpointer data)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)),
                          g_object_get_data (G_OBJECT (button), "poplens-code"));
  g_signal_emit_by_name (data, "toast", "Option copied");
}

/* Options, of which a long one is cut at its end. */
static void
add_code (PoplensFindingsView *self, GtkWidget *texts, const char *code)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (code);
  g_autofree char *tooltip = g_strdup_printf ("Copy the option:\n%s", code);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "finding-code");
  poplens_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-code", g_strdup (code), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_code_clicked), self, 0);
  gtk_box_append (GTK_BOX (texts), button);
}

static void
on_link_button (GtkWidget *button, gpointer self)
{
  g_signal_emit_by_name (self, "follow", g_object_get_data (G_OBJECT (button), "poplens-link"));
}

/* Several rows have buttons of one name; the title tells them apart for a screen reader. */
static void
add_link_button (PoplensFindingsView *self, GtkWidget *tools, const PoplensFact *finding,
                 const PoplensPageLink *link)
{
  GtkWidget *button = gtk_button_new_with_label (link->title);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  if (link->is_likely)
    gtk_widget_add_css_class (button, "suggested-action");
  if (link->is_on)
    gtk_widget_set_state_flags (button, GTK_STATE_FLAG_CHECKED, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  finding->label, -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-link", g_strdup (link->location), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_link_button), self, 0);
  gtk_box_append (GTK_BOX (tools), button);
}

/* What is said, one below the other. */
static void
add_texts (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  add_finding_label (texts, finding->label, "finding-title");
  if (finding->detail) {
    g_autofree char *wrapped = poplens_wrapped_text (finding->detail);
    GtkWidget *sentence = add_finding_label (texts, wrapped, "finding-sentence");
    /* Rows with bars are as high as each other, before they are filled, too. */
    if (finding->fill >= 0) {
      gtk_label_set_wrap (GTK_LABEL (sentence), FALSE);
      gtk_label_set_ellipsize (GTK_LABEL (sentence), PANGO_ELLIPSIZE_END);
      poplens_tooltip_set (sentence, finding->detail);
    }
  }
  if (finding->cause)
    add_finding_label (texts, finding->cause, "fact-detail");
  if (finding->code)
    add_code (self, texts, finding->code);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), texts);
}

/* What can be done, in a row. */
static void
add_tools (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  if (finding->command)
    add_copy_button (self, tools, finding);
  if (finding->finding)
    gtk_box_append (GTK_BOX (tools), finding_dismiss_new (GTK_WIDGET (self), finding));
  for (guint i = 0; finding->links && i < finding->links->len; i++)
    add_link_button (self, tools, finding, finding->links->pdata[i]);
  if (finding->link && !finding->links) {
    GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
    gtk_widget_add_css_class (arrow, "dim-label");
    gtk_box_append (GTK_BOX (tools), arrow);
  }
  gtk_box_append (GTK_BOX (box), tools);
}

static GtkWidget *
make_row (gpointer self, const PoplensFact *finding)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (box, g_object_new (POPLENS_TYPE_FINDING_LAYOUT, NULL));
  poplens_tooltip_set (row, finding->source);
  if (finding->fill >= 0)
    gtk_widget_add_css_class (row, "step");
  add_number (self, box, finding);
  add_texts (self, box, finding);
  add_tools (self, box, finding);
  if (finding->link)
    g_object_set_data_full (G_OBJECT (row), "poplens-link", g_strdup (finding->link), g_free);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), finding->link != NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_add_css_class (row, poplens_tone_css_class (finding->tone));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  finding->detail ? finding->detail : finding->label, -1);
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
  return poplens_fact_list_show_more (&self->rows);
}

void
poplens_findings_view_set_findings (PoplensFindingsView *self, GPtrArray *findings)
{
  poplens_fact_list_set (&self->rows, findings);
}

static void
on_finding_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  const char *link = g_object_get_data (G_OBJECT (row), "poplens-link");

  if (link)
    g_signal_emit_by_name (data, "follow", link);
}

static void
poplens_findings_view_dispose (GObject *object)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (object);

  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->numbers);
  poplens_fact_list_clear (&self->rows);
  G_OBJECT_CLASS (poplens_findings_view_parent_class)->dispose (object);
}

static void
poplens_findings_view_class_init (PoplensFindingsViewClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_findings_view_dispose;
  g_signal_new ("follow", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("dismiss", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_findings_view_init (PoplensFindingsView *self)
{
  static const PoplensFactWidgets widgets = {make_row, insert_row, remove_row};

  self->numbers = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "findings");
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_finding_activated), self);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  self->rows = (PoplensFactList){&widgets, self, self->list, NULL, 0};
}

GtkWidget *
poplens_findings_view_new (void)
{
  return g_object_new (POPLENS_TYPE_FINDINGS_VIEW, NULL);
}
