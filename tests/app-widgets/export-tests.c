/* Tests of exports: pictures and rows on the clipboard, the trace, the report as HTML, and a long
 * table that is saved. */
#include "app-widgets/app-widgets-test.h"
#include "app-widgets/report-window.h"

#include "app/chart/chart-widget.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/save-job.h"
#include "app/page/page-view.h"
#include "app/table/table-copy.h"
#include "app/table/table-widget.h"
#include "app/window/settings.h"
#include "pages/share/share.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- the clipboard ---- */

static gboolean
offers (GtkWidget *widget, const char *type)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));
  g_autoptr (GdkContentFormats) formats =
      content ? gdk_content_provider_ref_formats (content) : NULL;

  return formats && gdk_content_formats_contain_mime_type (formats, type);
}

typedef struct {
  gboolean done;
  GError *error;
} Written;

static gboolean
is_done (gpointer data)
{
  return ((Written *) data)->done;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Written *written = data;

  gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (source), result,
                                               &written->error);
  written->done = TRUE;
}

/* Returns the bytes that another program would paste as @type. (transfer full) */
static GBytes *
paste (GtkWidget *widget, const char *type)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  Written written = {0};

  gdk_content_provider_write_mime_type_async (content, type, stream, G_PRIORITY_DEFAULT, NULL,
                                              on_written, &written);
  wait_until (is_done, &written);
  g_assert_no_error (written.error);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
check_begin (GtkWidget *widget, const char *type, const char *begin)
{
  g_autoptr (GBytes) bytes = paste (widget, type);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_cmpuint (size, >=, strlen (begin));
  g_assert_cmpmem (data, strlen (begin), begin, strlen (begin));
}

/* Gets the clipboard's content as a value, which GDK converts into bytes itself. */
static void
get_value (GtkWidget *widget, GType type, GValue *value)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));

  g_value_init (value, type);
  g_assert_true (gdk_content_provider_get_value (content, value, NULL));
}

static void
check_texture (GtkWidget *widget)
{
  g_auto (GValue) value = G_VALUE_INIT;

  get_value (widget, GDK_TYPE_TEXTURE, &value);
  g_assert_cmpint (gdk_texture_get_width (g_value_get_object (&value)), >=, 100);
}

static void
check_copied_text (GtkWidget *widget, const char *begin)
{
  g_auto (GValue) value = G_VALUE_INIT;

  get_value (widget, G_TYPE_STRING, &value);
  g_assert_true (g_str_has_prefix (g_value_get_string (&value), begin));
}

/* ---- pictures ---- */

static gboolean
offers_pdf (gpointer view)
{
  return offers (view, "application/pdf");
}

static gboolean
has_menu (gpointer chart)
{
  return find_label (chart, "Copy Image") && find_label (chart, "Export Image…");
}

static gboolean
has_trace_item (gpointer chart)
{
  return find_label (chart, "Export Trace…") != NULL;
}

static void
test_copy_picture (void)
{
  ReportWindow on = {0};
  GtkWidget *chart;

  if (!report_window_open (&on, "memory?tile=5"))
    return;
  wait_until (has_chart, on.view);
  settle (on.window);
  chart = GTK_WIDGET (report_window_chart (&on));
  press_key (chart, GDK_KEY_Menu, 0);
  wait_until (has_menu, chart);
  g_assert_false (has_trace_item (chart));
  g_assert_null (find_label (chart, "Copy Details")); /* areas have no blocks to copy */
  gtk_popover_popdown (GTK_POPOVER (find_type (chart, GTK_TYPE_POPOVER_MENU)));
  g_assert_false (offers_pdf (on.view));
  g_assert_true (gtk_widget_activate_action (chart, "page.copy-picture", NULL));
  wait_until (offers_pdf, on.view);
  check_texture (on.view);
  check_begin (on.view, "image/svg+xml", "<?xml");
  check_begin (on.view, "application/pdf", "%PDF-");
  settle (on.window);
  report_window_close (&on);
}

/* ---- the trace ---- */

static void
on_toast (GtkWidget *widget, const char *text, char **said)
{
  g_free (*said);
  *said = g_strdup (text);
}

static gboolean
is_said (gpointer said)
{
  return *(char **) said != NULL;
}

/* The extension of the file selects the format, and the trace is exported as the page shows it.
 * Other pages have no such menu item. */
static void
test_trace (void)
{
  static const char *const files[][2] = {{"a.pftrace", "\x0a"},
                                         {"a.trace.json", "{\"displayTimeUnit\":\"ns\""},
                                         {"a.folded", "IPU 0;"}};
  g_autofree char *folder = NULL;
  ReportWindow on = {0};
  GtkWidget *chart;

  if (!report_window_open (&on, "trace?range=0..2000"))
    return;
  folder = g_dir_make_tmp ("poplens-export-XXXXXX", NULL);
  wait_until (has_chart, on.view);
  settle (on.window);
  chart = GTK_WIDGET (report_window_chart (&on));
  press_key (chart, GDK_KEY_Menu, 0);
  wait_until (has_trace_item, chart);
  gtk_popover_popdown (GTK_POPOVER (find_type (chart, GTK_TYPE_POPOVER_MENU)));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *path = g_build_filename (folder, files[i][0], NULL), *text = NULL;
    g_autofree char *begin = g_strdup_printf ("Saved %s: 3 blocks in 2 tracks, ", path);
    g_autofree char *said = NULL;
    gulong handler = g_signal_connect (on.view, "toast", G_CALLBACK (on_toast), &said);
    poplens_trace_save_to (on.view, on.report, poplens_session_get_location (on.session), path);
    wait_until (is_said, &said);
    g_signal_handler_disconnect (on.view, handler);
    g_assert_true (g_str_has_prefix (said, begin));
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_true (g_str_has_prefix (text, files[i][1]));
    g_unlink (path);
  }
  g_rmdir (folder);
  settle (on.window);
  report_window_close (&on);
}

/* ---- the report ---- */

/* Saving writes one file and reports it; a cancelled export leaves no file. */
static void
test_share (void)
{
  g_autofree char *folder = NULL, *said = NULL, *text = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  PoplensWork work = {.cancellable = cancellable, .to = 1};
  PoplensShareSpec spec = {.program = "test", .command = "test", .work = &work};
  ReportWindow on = {0};

  if (!report_window_open (&on, "summary"))
    return;
  folder = g_dir_make_tmp ("poplens-export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a report.html", NULL);
  gulong handler = g_signal_connect (on.view, "toast", G_CALLBACK (on_toast), &said);
  poplens_share_save_to (on.view, on.session, path);
  wait_until (is_said, &said);
  g_signal_handler_disconnect (on.view, handler);
  g_assert_cmpstr (said, ==, "Saved a report.html");
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_assert_true (g_str_has_prefix (text, "<!DOCTYPE html>"));
  g_assert_nonnull (strstr (text, " -o &apos;a report.html&apos;</code>"));
  g_assert_null (strstr (text, poplens_report_get_path (on.report)));
  g_unlink (path);

  g_cancellable_cancel (cancellable);
  g_assert_false (poplens_share_save (on.report, &spec, path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  settle (on.window);
  report_window_close (&on);
}

/* ---- rows ---- */

static GtkWidget *
show_table (PoplensTable *table, char **said, GtkWidget **window)
{
  GtkWidget *widget = poplens_table_widget_new (0);

  g_signal_connect (widget, "toast", G_CALLBACK (on_toast), said);
  *window = show_in_window (widget);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (*window);
  return widget;
}

/* Rows are added to the list a few in each frame. */
static gboolean
has_all_rows (gpointer model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (model)) == 100001;
}

static void
test_copy_rows (void)
{
  g_autoptr (PoplensTable) table = make_table (100001);
  g_autofree char *said = NULL;
  g_autoptr (GBytes) csv = NULL;
  GtkWidget *window, *widget = show_table (table, &said, &window);
  GtkSelectionModel *model =
      GTK_SELECTION_MODEL (poplens_table_widget_get_model (POPLENS_TABLE_WIDGET (widget)));
  static const char expected[] = "id,name,size\r\n2,row 2,14\r\n3,row 3,\r\n";

  gtk_selection_model_select_range (model, 2, 2, TRUE);
  g_assert_true (gtk_widget_activate_action (widget, "table.copy-rows", NULL));
  g_assert_cmpstr (said, ==, "Copied 2 rows");
  csv = paste (widget, "text/csv");
  g_assert_cmpmem (g_bytes_get_data (csv, NULL), g_bytes_get_size (csv), expected,
                   strlen (expected));
  check_copied_text (widget, "Id\tName\tSize\n2\trow 2\t14\n3\trow 3\t\n");

  /* One row too many: the message gives the number of rows, and the clipboard keeps its content. */
  wait_until (has_all_rows, model);
  gtk_selection_model_select_range (model, 0, 100001, TRUE);
  gtk_widget_activate_action (widget, "table.copy-rows", NULL);
  g_assert_cmpstr (said, ==, "Cannot copy 100,001 rows (maximum 100,000). Save the table as CSV.");
  check_begin (widget, "text/csv", expected);
  check_finalizes (window, widget);
}

/* ---- a long table ---- */

/* Slow cells, so that writing all of them would take hours. */
static void
slow_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  if (row > 1000)
    g_usleep (20);
  value->type = POPLENS_VALUE_INT;
  value->integer = row;
}

static gboolean
has_progress (gpointer widget)
{
  return find_type (widget, GTK_TYPE_PROGRESS_BAR) && find_label (widget, "Cancel");
}

static gboolean
has_no_progress (gpointer widget)
{
  return !find_type (widget, GTK_TYPE_PROGRESS_BAR);
}

static void
test_cancel_saving (void)
{
  g_autoptr (PoplensTable) table =
      poplens_table_new ("slow", "Slow", 1u << 30, slow_cell, NULL, NULL, NULL);
  g_autofree char *folder = g_dir_make_tmp ("poplens-export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "slow.csv", NULL);
  g_autofree char *said = NULL;
  g_autofree char *expected = g_strdup_printf ("Cancelled; %s not written", path);
  GtkWidget *window, *widget, *label;
  g_autoptr (GDir) files = NULL;

  poplens_table_add_column (table, "id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "A number.");
  widget = show_table (table, &said, &window);
  poplens_table_save_to (POPLENS_TABLE_WIDGET (widget), POPLENS_TABLE_CSV, path);
  g_assert_null (find_type (widget, GTK_TYPE_PROGRESS_BAR)); /* nothing is shown for quick work */
  wait_until (has_progress, widget);
  g_assert_nonnull (find_label (widget, "Saving slow.csv"));
  g_assert_null (said);
  label = find_label (widget, "Cancel");
  g_signal_emit_by_name (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON), "clicked");
  wait_until (is_said, &said);
  g_assert_cmpstr (said, ==, expected);
  wait_until (has_no_progress, widget);
  files = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (files));
  check_finalizes (window, widget);
  g_rmdir (folder);
}

/* ---- a large picture ---- */

static gboolean
has_bar (gpointer dialog)
{
  return find_type (dialog, GTK_TYPE_PROGRESS_BAR) != NULL;
}

/* Creates the dialog with the largest size that it allows, at four times the resolution, which
 * takes seconds to compress. */
static GtkWidget *
new_dialog (const ReportWindow *on, int size)
{
  PoplensSettings *settings = poplens_settings_get_default ();
  PoplensWork work = {.to = 1};
  PoplensLocation *location = poplens_session_get_location (on->session);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPageBundle) bundle = poplens_page_bundle_build (
      on->report, location, (PoplensPageDefaults){0}, NULL, &work, &error);
  GtkWidget *dialog;

  g_assert_no_error (error);
  poplens_settings_set_int (settings, "export", "width", size);
  poplens_settings_set_int (settings, "export", "height", size);
  dialog = poplens_export_dialog_new (on->view, bundle, location);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/* Enter saves, as the dialog's default button suggests. (Once the focus was on Cancel.) */
static void
test_focus (void)
{
  ReportWindow on = {0};
  GtkWidget *dialog, *focus;

  if (!report_window_open (&on, "memory?tile=5"))
    return;
  wait_until (has_chart, on.view);
  dialog = new_dialog (&on, 300);
  settle (dialog);
  focus = gtk_window_get_focus (GTK_WINDOW (dialog));
  g_assert_nonnull (focus);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (focus)), ==, "export.save");
  gtk_window_close (GTK_WINDOW (dialog));
  report_window_close (&on);
}

static void
test_picture (void)
{
  ReportWindow on = {0};
  g_autofree char *folder = g_dir_make_tmp ("poplens-export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.png", NULL);
  g_autofree char *expected = g_strdup_printf ("Cancelled; %s not written", path);
  g_autofree char *saved = g_strdup_printf ("Saved %s", path);
  g_autofree char *said = NULL;

  if (!report_window_open (&on, "memory?tile=5"))
    return;
  g_signal_connect (on.view, "toast", G_CALLBACK (on_toast), &said);
  wait_until (has_chart, on.view);

  GtkWidget *dialog = new_dialog (&on, 8000);
  poplens_export_dialog_save_to (POPLENS_EXPORT_DIALOG (dialog), path);
  g_assert_false (has_bar (dialog)); /* nothing is shown for quick work */
  wait_until (has_bar, dialog);
  g_assert_null (said);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (is_said, &said);
  g_assert_cmpstr (said, ==, expected);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (files));

  g_clear_pointer (&said, g_free);
  dialog = new_dialog (&on, 300);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  poplens_export_dialog_save_to (POPLENS_EXPORT_DIALOG (dialog), path);
  wait_until (is_said, &said);
  g_assert_cmpstr (said, ==, saved);
  settle (on.window);
  g_assert_null (dialog);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_unlink (path);
  g_rmdir (folder);
  report_window_close (&on);
}

static gboolean
shows_table (gpointer on)
{
  return report_window_table (on) != NULL;
}

/* A page without a chart offers no picture, and says which tables it has. */
static void
test_no_chart (void)
{
  ReportWindow on = {0};
  g_autofree char *said = NULL;

  if (!report_window_open (&on, "programs"))
    return;
  g_signal_connect (on.view, "toast", G_CALLBACK (on_toast), &said);
  wait_until (shows_table, &on);
  g_assert_true (gtk_widget_activate_action (on.view, "page.export", NULL));
  wait_until (is_said, &said);
  g_assert_nonnull (strstr (said, "HTML Report"));
  report_window_close (&on);
}

void
add_export_tests (void)
{
  g_test_add_func ("/app-widgets/export/no-chart", test_no_chart);
  g_test_add_func ("/app-widgets/export/focus", test_focus);
  g_test_add_func ("/app-widgets/export/picture", test_picture);
  g_test_add_func ("/app-widgets/export/copy-picture", test_copy_picture);
  g_test_add_func ("/app-widgets/export/trace", test_trace);
  g_test_add_func ("/app-widgets/export/report", test_share);
  g_test_add_func ("/app-widgets/export/copy-rows", test_copy_rows);
  g_test_add_func ("/app-widgets/export/cancel", test_cancel_saving);
}
