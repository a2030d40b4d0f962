/* PoplensFindingRow: builds the seven forms of a row from a number, texts and tools, and shows
 * icons while the pointer or the focus is on the row. */
#include "app/page/finding-row.h"

#include "app/page/facts-view.h"
#include "app/page/share-bar.h"
#include "app/widgets/bins.h"
#include "app/widgets/layouts.h"
#include "app/widgets/number-text.h"
#include "app/widgets/tooltip.h"
#include "base/visible.h"

#include <string.h>

/* ---- layout of a finding --------------------------------------------------------------------- */

/* PoplensFindingLayout: places three children side by side: a number, texts that fill the width,
 * and tools. If the texts would be too narrow, they are below the number and the tools. */

#define POPLENS_TYPE_FINDING_LAYOUT (poplens_finding_layout_get_type ())

G_DECLARE_FINAL_TYPE (PoplensFindingLayout, poplens_finding_layout, POPLENS, FINDING_LAYOUT,
                      GtkLayoutManager)

#define SPACE 12
#define LINE_SPACE 3
/* Minimum width in pixels of texts beside the number and the tools, about eight words. Narrower
 * texts are placed below. */
#define LEAST 260

struct _PoplensFindingLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (PoplensFindingLayout, poplens_finding_layout, GTK_TYPE_LAYOUT_MANAGER)

/* Children of a PoplensFindingLayout, and the natural widths of number and tools. */
typedef struct {
  GtkWidget *number, *texts, *tools;
  int number_width, tools_width;
} FindingRowParts;

static int
natural_size (GtkWidget *child, GtkOrientation orientation, int for_size)
{
  int size;

  gtk_widget_measure (child, orientation, for_size, NULL, &size, NULL, NULL);
  return size;
}

static FindingRowParts
parts_of (GtkWidget *widget)
{
  GtkWidget *number = gtk_widget_get_first_child (widget);
  FindingRowParts parts = {number, gtk_widget_get_next_sibling (number),
                           gtk_widget_get_last_child (widget), 0, 0};

  parts.number_width = natural_size (number, GTK_ORIENTATION_HORIZONTAL, -1);
  parts.tools_width = natural_size (parts.tools, GTK_ORIENTATION_HORIZONTAL, -1);
  return parts;
}

static int
width_between (const FindingRowParts *parts, int width)
{
  int tools = parts->tools_width ? parts->tools_width + SPACE : 0;

  return width - parts->number_width - SPACE - tools;
}

/* Returns the height of the number and the tools, which is the height of their line if the texts
 * are below. */
static int
head_height (const FindingRowParts *parts)
{
  return MAX (natural_size (parts->number, GTK_ORIENTATION_VERTICAL, -1),
              natural_size (parts->tools, GTK_ORIENTATION_VERTICAL, -1));
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
  FindingRowParts parts = parts_of (widget);
  int between = width_between (&parts, for_size < 0 ? G_MAXINT / 2 : for_size), least, texts;

  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    gtk_widget_measure (parts.texts, orientation, -1, &least, &texts, NULL, NULL);
    *minimum = MAX (least, parts.number_width + SPACE + parts.tools_width);
    *wished = MAX (*minimum, texts - width_between (&parts, 0));
  } else if (between < LEAST) {
    *minimum = *wished =
        head_height (&parts) + LINE_SPACE + natural_size (parts.texts, orientation, for_size);
  } else {
    *minimum = *wished = MAX (head_height (&parts),
                              natural_size (parts.texts, orientation, for_size < 0 ? -1 : between));
  }
}

static void
finding_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                         int baseline)
{
  FindingRowParts parts = parts_of (widget);
  int between = width_between (&parts, width);

  /* Right-align the number if the texts are beside it. Left-align it if they are below. */
  if (GTK_IS_LABEL (parts.number))
    gtk_label_set_xalign (GTK_LABEL (parts.number), between < LEAST ? 0 : 1);
  if (between < LEAST) {
    int head = head_height (&parts), top = head + LINE_SPACE;
    int number = natural_size (parts.number, GTK_ORIENTATION_VERTICAL, -1);
    poplens_place_child (widget, parts.number, 0, (head - number) / 2, parts.number_width, number);
    poplens_place_child (widget, parts.tools, width - parts.tools_width, 0, parts.tools_width,
                         head);
    poplens_place_child (widget, parts.texts, 0, top, width, height - top);
    return;
  }
  poplens_place_child (widget, parts.number, 0, 0, parts.number_width, height);
  poplens_place_child (widget, parts.texts, parts.number_width + SPACE, 0, between, height);
  poplens_place_child (widget, parts.tools, width - parts.tools_width, 0, parts.tools_width,
                       height);
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

/* ---- the row --------------------------------------------------------------------------------- */

/* Width reserved for a number, in characters: enough for "1,023 KiB". */
#define NUMBER_CHARS 9
/* Width of an icon button with its spacing, in pixels. */
#define ICON_WIDTH 24
#define GROUP_BAR_WIDTH 74

struct _PoplensFindingRow {
  GtkListBoxRow parent_instance;
  PoplensFactForm form;
  char *group, *link, *command, *finding, *value;
  char *words; /* all texts of the row, case-folded */
  gboolean is_dismissed, is_open;
  GtkWidget *arrow; /* (nullable): in a GROUP row, the arrow button */
  GtkWidget *label; /* (nullable): in a MORE row, the label */
  GtkWidget *slot;  /* (nullable): container of the icons */
  GtkWidget *icons; /* (nullable): icons in .slot, made when they are first shown */
  GtkEventControllerMotion *motion;
  GtkEventControllerFocus *focus;
};

G_DEFINE_FINAL_TYPE (PoplensFindingRow, poplens_finding_row, GTK_TYPE_LIST_BOX_ROW)

PoplensFactForm
poplens_finding_row_get_form (PoplensFindingRow *self)
{
  return self->form;
}

const char *
poplens_finding_row_get_group (PoplensFindingRow *self)
{
  return self->group;
}

const char *
poplens_finding_row_get_link (PoplensFindingRow *self)
{
  return self->link;
}

const char *
poplens_finding_row_get_command (PoplensFindingRow *self)
{
  return self->command;
}

const char *
poplens_finding_row_get_finding (PoplensFindingRow *self)
{
  return self->finding;
}

gboolean
poplens_finding_row_is_dismissed (PoplensFindingRow *self)
{
  return self->is_dismissed;
}

const char *
poplens_finding_row_get_value (PoplensFindingRow *self)
{
  return self->value;
}

gboolean
poplens_finding_row_counts (PoplensFindingRow *self)
{
  return self->command && (self->form != POPLENS_FACT_GROUP || self->finding);
}

gboolean
poplens_finding_row_matches (PoplensFindingRow *self, PoplensFindingRow *group, char *const *words)
{
  for (; *words; words++)
    if (!strstr (self->words, *words) && !(group && strstr (group->words, *words)))
      return FALSE;
  return TRUE;
}

gboolean
poplens_finding_row_get_open (PoplensFindingRow *self)
{
  return self->is_open;
}

void
poplens_finding_row_set_open (PoplensFindingRow *self, gboolean open)
{
  self->is_open = open;
  if (!self->arrow)
    return;
  gtk_button_set_icon_name (GTK_BUTTON (self->arrow),
                            open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_STATE_EXPANDED, open,
                               -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  open ? "Collapse" : "Expand", -1);
}

void
poplens_finding_row_set_more (PoplensFindingRow *self, guint n, const char *from)
{
  PoplensNumber number;
  g_autofree char *text =
      g_strdup_printf ("%s more, from %s", poplens_format_count (number, n), from);

  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* ---- actions --------------------------------------------------------------------------------- */

void
poplens_finding_row_copy (PoplensFindingRow *self)
{
  if (!self->command)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->command);
  g_signal_emit_by_name (self, "toast", "Command copied");
}

static void
on_dismiss_clicked (PoplensFindingRow *self)
{
  g_signal_emit_by_name (self, "dismiss");
}

static void
on_arrow_clicked (PoplensFindingRow *self)
{
  g_signal_emit_by_name (self, "toggle");
}

static void
add_icon (PoplensFindingRow *self, const char *icon, const char *name, const char *tooltip,
          GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "finding-icon");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  poplens_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->icons), button);
}

static void
make_icons (PoplensFindingRow *self)
{
  self->icons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_set_halign (self->icons, GTK_ALIGN_END);
  gtk_widget_set_hexpand (self->icons, TRUE);
  if (self->command) {
    g_autofree char *tooltip =
        g_strdup_printf ("Copy the command that prints these figures:\n%s", self->command);
    add_icon (self, "utilities-terminal-symbolic", "Copy the command", tooltip,
              G_CALLBACK (poplens_finding_row_copy));
  }
  if (self->finding && self->is_dismissed)
    add_icon (self, "edit-undo-symbolic", "Restore Finding", "Restore Finding",
              G_CALLBACK (on_dismiss_clicked));
  else if (self->finding)
    add_icon (self, "window-close-symbolic", "Dismiss Finding…", "Dismiss Finding…",
              G_CALLBACK (on_dismiss_clicked));
  gtk_box_append (GTK_BOX (self->slot), self->icons);
}

/* Shows the icons while the pointer or the focus is on the row; else hides them, but keeps their
 * space. Does not use the state flags of the row: GTK unsets them for a moment when the pointer
 * moves between two children, and the icon under the pointer would disappear. */
static void
show_icons (PoplensFindingRow *self)
{
  gboolean shown = gtk_event_controller_motion_contains_pointer (self->motion) ||
                   gtk_event_controller_focus_contains_focus (self->focus);

  if (!shown && !self->icons)
    return;
  if (!self->icons)
    make_icons (self);
  gtk_widget_set_child_visible (self->icons, shown);
}

static void
add_slot (PoplensFindingRow *self, GtkWidget *box)
{
  int n = (self->command != NULL) + (self->finding != NULL);

  self->slot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_size_request (self->slot, n * ICON_WIDTH, -1);
  gtk_widget_set_valign (self->slot, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->slot, "finding-slot");
  gtk_box_append (GTK_BOX (box), self->slot);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  self->motion = GTK_EVENT_CONTROLLER_MOTION (motion);
  self->focus = GTK_EVENT_CONTROLLER_FOCUS (focus);
  g_signal_connect_swapped (motion, "notify::contains-pointer", G_CALLBACK (show_icons), self);
  g_signal_connect_swapped (focus, "notify::contains-focus", G_CALLBACK (show_icons), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static GtkWidget *
row_label_new (const char *text, const char *css_class)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
row_add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = row_label_new (text, css_class);

  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* Adds a text of one line, ellipsized at its end. */
static GtkWidget *
row_add_line (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = row_add_label (box, text, css_class);

  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static GtkWidget *
row_add_number (GtkWidget *box, const char *value, GtkSizeGroup *numbers)
{
  g_autofree char *text = poplens_number_text (value);
  GtkWidget *number = row_add_label (box, text, "finding-number");

  gtk_label_set_wrap (GTK_LABEL (number), FALSE);
  gtk_widget_add_css_class (number, "numeric");
  if (numbers)
    gtk_size_group_add_widget (numbers, number);
  return number;
}

/* Adds a column with the number of @fact and a bar below it. */
static void
row_add_number_with_bar (GtkWidget *box, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  GtkWidget *bar = poplens_share_bar_new (fact);

  row_add_number (column, fact->value, NULL);
  if (fact->form == POPLENS_FACT_GROUP)
    gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (bar), GROUP_BAR_WIDTH);
  gtk_box_append (GTK_BOX (column), bar);
  gtk_widget_set_valign (column, GTK_ALIGN_CENTER);
  gtk_size_group_add_widget (numbers, column);
  gtk_box_append (GTK_BOX (box), column);
}

/* ---- forms ----------------------------------------------------------------------------------- */

static void
on_code_clicked (GtkButton *button, gpointer row)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)),
                          g_object_get_data (G_OBJECT (button), "poplens-code"));
  g_signal_emit_by_name (row, "toast", "Option copied");
}

/* Adds a button that copies the option @code, such as an engine option with its value. A long
 * option is ellipsized in the middle, because its name and value are at the ends. */
static void
step_add_code (PoplensFindingRow *self, GtkWidget *texts, const char *code)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (code);
  g_autofree char *tooltip = g_strdup_printf ("Copy the option:\n%s", code);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "finding-code");
  /* If the row has no option, make the button invisible. Its space stays for an option that may
   * come later. */
  gtk_widget_set_sensitive (button, *code);
  gtk_widget_set_opacity (button, *code ? 1 : 0);
  poplens_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-code", g_strdup (code), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_code_clicked), self, 0);
  gtk_box_append (GTK_BOX (texts), button);
}

static void
on_link_button (GtkWidget *button, gpointer row)
{
  g_signal_emit_by_name (row, "follow", g_object_get_data (G_OBJECT (button), "poplens-link"));
}

/* Adds a button that follows the link of @fact. Several rows have buttons with the same label, so
 * the row's title describes the button for a screen reader. */
static void
step_add_button (PoplensFindingRow *self, GtkWidget *tools, const PoplensFact *fact,
                 const PoplensPageLink *link)
{
  GtkWidget *button = gtk_button_new_with_label (link->title);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  if (link->is_likely)
    gtk_widget_add_css_class (button, "suggested-action");
  if (link->is_on)
    gtk_widget_set_state_flags (button, GTK_STATE_FLAG_CHECKED, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  fact->label, -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-link", g_strdup (link->location), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_link_button), self, 0);
  gtk_box_append (GTK_BOX (tools), button);
}

/* Adds a text of at most two lines, ellipsized. A shorter text also takes the height of two lines:
 * a blank label of two lines is in the same grid cell. */
static GtkWidget *
step_add_two_lines (GtkWidget *box, const char *text)
{
  GtkWidget *cell = gtk_grid_new ();
  GtkWidget *label = row_label_new (text, "finding-sentence");
  GtkWidget *blank = g_object_new (GTK_TYPE_LABEL, "label", " \n ", "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_label_set_lines (GTK_LABEL (label), 2);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (blank, "finding-sentence");
  gtk_grid_attach (GTK_GRID (cell), blank, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (cell), label, 0, 0, 1, 1);
  gtk_box_append (GTK_BOX (box), cell);
  return label;
}

/* Adds title, sentence, cause and options, one below the other. */
static void
step_add_texts (PoplensFindingRow *self, GtkWidget *box, const PoplensFact *fact)
{
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  row_add_label (texts, fact->label, "finding-title");
  if (fact->detail) {
    g_autofree char *wrapped = poplens_wrapped_text (fact->detail);
    /* Rows with a bar (fact->fill ≥ 0) must have the same height before their texts are known. So
     * they have one line and an option, or two lines. */
    if (fact->fill < 0)
      row_add_label (texts, wrapped, "finding-sentence");
    else
      poplens_tooltip_set (fact->code ? row_add_line (texts, wrapped, "finding-sentence")
                                      : step_add_two_lines (texts, wrapped),
                           fact->detail);
  }
  if (fact->cause)
    row_add_label (texts, fact->cause, "fact-detail");
  if (fact->code)
    step_add_code (self, texts, fact->code);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), poplens_column_bin_new (texts));
}

static void
step_add_number (GtkWidget *box, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  if (fact->fill >= 0) {
    row_add_number_with_bar (box, fact, numbers);
    return;
  }
  GtkWidget *number = row_add_number (box, fact->value, numbers);
  gtk_label_set_xalign (GTK_LABEL (number), 1);
  /* Reserve the width of the longest number, because a row with this number can be added later. */
  if (*fact->value)
    gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS);
  gtk_widget_set_valign (number, GTK_ALIGN_START);
}

static GtkWidget *
make_step (PoplensFindingRow *self, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_set_layout_manager (box, g_object_new (POPLENS_TYPE_FINDING_LAYOUT, NULL));
  if (fact->fill >= 0)
    gtk_widget_add_css_class (GTK_WIDGET (self), "step");
  step_add_number (box, fact, numbers);
  step_add_texts (self, box, fact);
  for (guint i = 0; fact->links && i < fact->links->len; i++)
    step_add_button (self, tools, fact, fact->links->pdata[i]);
  if (!fact->links)
    add_slot (self, tools);
  gtk_box_append (GTK_BOX (box), tools);
  return box;
}

/* Adds two lines: the title, the icons and the cause of @fact; below, its detail over the whole
 * width. */
static void
item_add_texts (PoplensFindingRow *self, GtkWidget *box, const PoplensFact *fact)
{
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = row_add_line (head, fact->label, "finding-title");

  gtk_widget_set_hexpand (title, TRUE);
  add_slot (self, head);
  if (fact->cause)
    row_add_line (head, fact->cause, "finding-line");
  gtk_box_append (GTK_BOX (texts), head);
  row_add_line (texts, fact->detail ? fact->detail : "", "finding-line");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (box), texts);
}

static GtkWidget *
make_group (PoplensFindingRow *self, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->arrow = gtk_button_new ();
  gtk_widget_add_css_class (self->arrow, "flat");
  gtk_widget_add_css_class (self->arrow, "finding-icon");
  gtk_widget_set_valign (self->arrow, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (self->arrow, self->group != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  fact->label, -1);
  g_signal_connect_object (self->arrow, "clicked", G_CALLBACK (on_arrow_clicked), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), self->arrow);
  row_add_number_with_bar (box, fact, numbers);
  item_add_texts (self, box, fact);
  poplens_finding_row_set_open (self, FALSE);
  return box;
}

static GtkWidget *
make_item (PoplensFindingRow *self, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *number = row_add_number (box, fact->value, numbers);

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  /* Reserve the width of the longest number, because a row with this number can be added later. */
  gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS - 1);
  gtk_widget_set_valign (number, GTK_ALIGN_CENTER);
  item_add_texts (self, box, fact);
  return box;
}

/* Makes a PART row. Its title and detail get half of the width each, so that the details of all
 * rows begin at the same position. */
static GtkWidget *
make_part (PoplensFindingRow *self, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  row_add_number (box, fact->value, numbers);
  gtk_box_set_homogeneous (GTK_BOX (texts), TRUE);
  gtk_widget_set_hexpand (texts, TRUE);
  row_add_line (texts, fact->label, "finding-part");
  row_add_line (texts, fact->detail, "finding-line");
  gtk_box_append (GTK_BOX (box), texts);
  add_slot (self, box);
  return box;
}

static GtkWidget *
make_advice (const PoplensFact *fact)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *icon = gtk_image_new_from_icon_name ("poplens-insights-symbolic");

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box),
                  poplens_column_bin_new (row_label_new (fact->detail, "finding-text")));
  return box;
}

static GtkWidget *
make_line (const PoplensFact *fact)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  row_add_line (box, fact->label, "finding-part");
  GtkWidget *value = row_add_line (box, fact->value, "finding-line");

  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_set_hexpand (value, TRUE);
  return box;
}

static GtkWidget *
make_more (PoplensFindingRow *self, const PoplensFact *fact)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->label = row_add_line (box, fact->label, "finding-more");
  return box;
}

static GtkWidget *
make_child (PoplensFindingRow *self, const PoplensFact *fact, GtkSizeGroup *numbers)
{
  switch (fact->form) {
  case POPLENS_FACT_GROUP:
    return make_group (self, fact, numbers);
  case POPLENS_FACT_ADVICE:
    return make_advice (fact);
  case POPLENS_FACT_PART:
    return make_part (self, fact, numbers);
  case POPLENS_FACT_ITEM:
    return make_item (self, fact, numbers);
  case POPLENS_FACT_LINE:
    return make_line (fact);
  case POPLENS_FACT_MORE:
    return make_more (self, fact);
  case POPLENS_FACT_STEP:
  default:
    return make_step (self, fact, numbers);
  }
}

/* ---- construction and destruction ------------------------------------------------------------ */

/* Returns the tooltip of a row: the full sentence of @fact, and where its numbers come from.
 * (transfer full) (nullable) */
static char *
row_tooltip (const PoplensFact *fact)
{
  if (!fact->sentence)
    return g_strdup (fact->source);
  return fact->source ? g_strdup_printf ("%s\n%s", fact->sentence, fact->source)
                      : g_strdup (fact->sentence);
}

GtkWidget *
poplens_finding_row_new (const PoplensFact *fact, GtkSizeGroup *numbers)
{
  static const char *const forms[] = {
      [POPLENS_FACT_STEP] = "step-row",     [POPLENS_FACT_GROUP] = "group-row",
      [POPLENS_FACT_ADVICE] = "advice-row", [POPLENS_FACT_PART] = "part-row",
      [POPLENS_FACT_ITEM] = "item-row",     [POPLENS_FACT_LINE] = "line-row",
      [POPLENS_FACT_MORE] = "more-row"};
  PoplensFindingRow *self = g_object_new (POPLENS_TYPE_FINDING_ROW, NULL);
  GtkWidget *row = GTK_WIDGET (self);
  g_autofree char *tooltip = row_tooltip (fact);
  g_autofree char *said =
      g_strjoin (" ", fact->label, fact->value, fact->detail ? fact->detail : "",
                 fact->sentence ? fact->sentence : "", NULL);

  self->form = fact->form;
  self->group = g_strdup (fact->group);
  self->link = g_strdup (fact->link);
  self->command = g_strdup (fact->command);
  self->finding = g_strdup (fact->finding);
  self->value = g_strdup (fact->value);
  self->is_dismissed = fact->is_dismissed;
  self->words = g_utf8_casefold (said, -1);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), make_child (self, fact, numbers));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), fact->link || self->label);
  poplens_tooltip_set (row, tooltip);
  gtk_widget_add_css_class (row, forms[fact->form]);
  gtk_widget_add_css_class (row, poplens_tone_css_class (fact->tone));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  fact->sentence ? fact->sentence
                                  : fact->detail ? fact->detail
                                                 : fact->label,
                                  -1);
  return row;
}

static void
poplens_finding_row_finalize (GObject *object)
{
  PoplensFindingRow *self = POPLENS_FINDING_ROW (object);

  g_free (self->group);
  g_free (self->link);
  g_free (self->command);
  g_free (self->finding);
  g_free (self->value);
  g_free (self->words);
  G_OBJECT_CLASS (poplens_finding_row_parent_class)->finalize (object);
}

static void
poplens_finding_row_class_init (PoplensFindingRowClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = poplens_finding_row_finalize;
  g_signal_new ("follow", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("toggle", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("dismiss", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
poplens_finding_row_init (PoplensFindingRow *self)
{
}
