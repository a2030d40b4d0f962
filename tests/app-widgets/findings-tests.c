/* Tests of the list of findings: texts, links, and the commands that rows copy. */
#include "app-widgets/app-widgets-test.h"

#include "app/page/findings-view.h"

typedef struct {
  char *followed, *said; /* argument of the last signal of each kind */
} FindingSignals;

static void
on_follow (GtkWidget *view, const char *link, gpointer data)
{
  FindingSignals *heard = data;

  g_free (heard->followed);
  heard->followed = g_strdup (link);
}

static void
on_toast (GtkWidget *view, const char *text, gpointer data)
{
  FindingSignals *heard = data;

  g_free (heard->said);
  heard->said = g_strdup (text);
}

static void
fact_free (gpointer data)
{
  PoplensFact *fact = data;

  g_free (fact->label);
  g_free (fact->value);
  g_free (fact->detail);
  g_free (fact->link);
  g_free (fact->command);
  g_free (fact);
}

static void
add_finding (GPtrArray *findings, const char *label, const char *link, const char *command)
{
  PoplensFact *fact = g_new0 (PoplensFact, 1);

  fact->label = g_strdup (label);
  fact->value = g_strdup ("5 KiB");
  fact->fill = fact->mark = -1;
  fact->detail = g_strconcat (label, " takes 5 KiB.", NULL);
  fact->link = g_strdup (link);
  fact->command = g_strdup (command);
  g_ptr_array_add (findings, fact);
}

static gboolean
row_says (GtkWidget *widget, const char *text)
{
  GtkWidget *child;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return TRUE;
  for (child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    if (row_says (child, text))
      return TRUE;
  return FALSE;
}

static GtkListBoxRow *
row_at (GtkWidget *view, int index)
{
  GtkWidget *list = find_type (view, GTK_TYPE_LIST_BOX);

  g_assert_nonnull (list);
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), index);
}

static void
check_clipboard (GtkWidget *view, const char *expected)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (view);
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (
      gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value, NULL));
  g_assert_cmpstr (g_value_get_string (&value), ==, expected);
}

static void
test_finding_rows (void)
{
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (fact_free);
  GtkWidget *view = poplens_findings_view_new (), *window, *button;
  FindingSignals heard = {NULL, NULL};

  add_finding (findings, "Gaps", "memory?tile=5", "poplens-cli table changes 'a b'");
  add_finding (findings, "No link", NULL, NULL);
  g_signal_connect (view, "follow", G_CALLBACK (on_follow), &heard);
  g_signal_connect (view, "toast", G_CALLBACK (on_toast), &heard);
  poplens_findings_view_set_findings (POPLENS_FINDINGS_VIEW (view), findings);
  /* Only some rows are added at first. */
  g_assert_true (poplens_findings_view_show_more (POPLENS_FINDINGS_VIEW (view)));
  while (poplens_findings_view_show_more (POPLENS_FINDINGS_VIEW (view)))
    ;
  window = show_in_window (view);
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 0)), "Gaps takes 5\u00a0KiB."));

  /* As a click or Enter does. */
  g_signal_emit_by_name (row_at (view, 0), "activate");
  g_assert_cmpstr (heard.followed, ==, "memory?tile=5");
  g_assert_false (gtk_list_box_row_get_activatable (row_at (view, 1)));
  g_assert_null (find_type (GTK_WIDGET (row_at (view, 1)), GTK_TYPE_BUTTON));

  /* The button copies the command and does not follow the link. */
  g_clear_pointer (&heard.followed, g_free);
  button = find_type (GTK_WIDGET (row_at (view, 0)), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  check_clipboard (view, "poplens-cli table changes 'a b'");
  g_assert_cmpstr (heard.said, ==, "Command copied");
  g_assert_null (heard.followed);

  /* Replaces all findings by others, then by none. */
  g_ptr_array_set_size (findings, 1);
  poplens_findings_view_set_findings (POPLENS_FINDINGS_VIEW (view), findings);
  g_assert_nonnull (row_at (view, 0));
  g_assert_null (row_at (view, 1));
  poplens_findings_view_set_findings (POPLENS_FINDINGS_VIEW (view), NULL);
  g_assert_null (row_at (view, 0));
  check_finalizes (window, view);
  g_free (heard.followed);
  g_free (heard.said);
}

static void
show_all (GtkWidget *view, GPtrArray *findings)
{
  poplens_findings_view_set_findings (POPLENS_FINDINGS_VIEW (view), findings);
  while (poplens_findings_view_show_more (POPLENS_FINDINGS_VIEW (view)))
    ;
}

/* New findings: repeated ones keep their rows, and the others are replaced one at a time. */
static void
test_change_findings (void)
{
  g_autoptr (GPtrArray) first = g_ptr_array_new_with_free_func (fact_free);
  g_autoptr (GPtrArray) second = g_ptr_array_new_with_free_func (fact_free);
  GtkWidget *view = poplens_findings_view_new (), *window;
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (view);
  GtkListBoxRow *gaps, *code;

  add_finding (first, "Gaps", NULL, NULL);
  add_finding (first, "Old", NULL, NULL);
  add_finding (first, "Code", NULL, NULL);
  add_finding (second, "New", NULL, NULL);
  add_finding (second, "Gaps", NULL, NULL);
  add_finding (second, "Newer", NULL, NULL);
  add_finding (second, "Code", NULL, NULL);
  show_all (view, first);
  window = show_in_window (view);
  gaps = row_at (view, 0);
  code = row_at (view, 2);
  poplens_findings_view_set_findings (self, second);
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 0)), "New takes 5\u00a0KiB."));
  g_assert_true (row_at (view, 1) == gaps);
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 2)), "Old takes 5\u00a0KiB."));
  g_assert_true (poplens_findings_view_show_more (self));
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 2)), "Newer takes 5\u00a0KiB."));
  g_assert_true (row_at (view, 3) == code);
  g_assert_false (poplens_findings_view_show_more (self));
  g_assert_null (row_at (view, 4));
  show_all (view, first);
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 0)), "Gaps takes 5\u00a0KiB."));
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 1)), "Old takes 5\u00a0KiB."));
  g_assert_true (row_says (GTK_WIDGET (row_at (view, 2)), "Code takes 5\u00a0KiB."));
  g_assert_null (row_at (view, 3));
  check_finalizes (window, view);
}

static graphene_rect_t
place_of (GtkWidget *view, const char *label)
{
  GtkWidget *found = find_label (view, label);
  graphene_rect_t at;

  g_assert_nonnull (found);
  g_assert_true (gtk_widget_compute_bounds (found, view, &at));
  return at;
}

/* The texts are beside the number, or below it if the space beside it is narrow. */
static void
test_narrow (void)
{
  for (guint narrow = 0; narrow < 2; narrow++) {
    g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (fact_free);
    GtkWidget *view = poplens_findings_view_new ();
    add_finding (findings, "Gaps", "memory?tile=5", "poplens-cli table changes 'a b'");
    show_all (view, findings);
    GtkWidget *window = show_in_window_of (view, narrow ? 300 : 800, 300);
    settle (window);
    graphene_rect_t number = place_of (view, "5 KiB");
    graphene_rect_t sentence = place_of (view, "Gaps takes 5\u00a0KiB.");
    if (narrow) {
      g_assert_cmpfloat (sentence.origin.y, >=, number.origin.y + number.size.height);
      g_assert_cmpfloat (sentence.origin.x, ==, number.origin.x);
      g_assert_cmpfloat (sentence.size.width, >, 0.9f * (float) gtk_widget_get_width (view));
    } else {
      g_assert_cmpfloat (sentence.origin.x, >, number.origin.x + number.size.width);
    }
    check_finalizes (window, view);
  }
}

void
add_findings_tests (void)
{
  g_test_add_func ("/app-widgets/findings/narrow", test_narrow);
  g_test_add_func ("/app-widgets/findings/change", test_change_findings);
  g_test_add_func ("/app-widgets/findings/rows", test_finding_rows);
}
