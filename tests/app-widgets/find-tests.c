/* Tests of the search palette (Ctrl+K), and of the location that is copied as a command. */
#include "app-widgets/app-widgets-test.h"

#include "app/find/find-list.h"
#include "app/find/find-palette.h"
#include "app/find/find-source.h"
#include "app/remote/report-link.h"
#include "support/report-fixture.h"

/* ---- location ---- */

/* Asserts that the words of the command, as a shell parses it, are the report and the same
 * location. */
static void
check_location (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  g_autofree char *command = poplens_location_command (path, location);
  g_auto (GStrv) words = NULL;

  g_assert_no_error (error);
  g_assert_true (g_shell_parse_argv (command, NULL, &words, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (words), ==, 4);
  g_assert_cmpstr (words[0], ==, "poplens");
  g_assert_cmpstr (words[1], ==, path);
  g_assert_cmpstr (words[2], ==, "--location");
  g_autoptr (PoplensLocation) again = poplens_location_parse (words[3], &error);
  g_assert_no_error (error);
  g_assert_true (poplens_location_equal (again, location));
}

static void
test_location (void)
{
  check_location ("/data/run 1", "memory?tile=5");
  check_location ("/data/it's; $(rm) \"x\"", "summary");
  check_location (
      "/d\303\244ta",
      "liveness?filter.live-variables=%3Canon%3E it's %26 100%25&from=1.5&step=3&to=20");
}

/* A path that is not valid UTF-8 cannot be on the clipboard: it is quoted for the shell. */
static void
test_location_of_odd_names (void)
{
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autofree char *command = poplens_location_command ("/data/\377'x\\", location);

  g_assert_cmpstr (command, ==, "poplens $'/data/\\377\\047x\\134' --location 'memory'");
}

/* ---- the list ---- */

static void
found_free (gpointer data)
{
  PoplensFound *found = data;

  g_free (found->title);
  g_free (found->detail);
  g_free (found->location);
  g_free (found);
}

/* Returns @n tiles, each with a link to itself. (transfer full) */
static PoplensFinds *
make_finds (guint n)
{
  PoplensFinds *finds = g_new0 (PoplensFinds, 1);

  finds->total = n;
  finds->results = g_ptr_array_new_with_free_func (found_free);
  for (guint i = 0; i < n; i++) {
    PoplensFound *found = g_new0 (PoplensFound, 1);
    *found = (PoplensFound){POPLENS_FOUND_TILE, i, g_strdup_printf ("Tile %u", i),
                            g_strdup ("1 KiB"), g_strdup_printf ("memory?tile=%u", i)};
    g_ptr_array_add (finds->results, found);
  }
  return finds;
}

static void
test_list (void)
{
  GtkWidget *widget = g_object_new (POPLENS_TYPE_FIND_LIST, NULL);
  PoplensFindList *list = POPLENS_FIND_LIST (widget);
  GtkWidget *window = show_in_window (widget);
  g_autoptr (PoplensFinds) many = make_finds (100);
  g_autoptr (PoplensFinds) few = make_finds (2);

  g_assert_null (poplens_find_list_get_location (list));
  poplens_find_list_move (list, 1);
  poplens_find_list_show (list, many);
  settle (window);
  g_assert_cmpstr (poplens_find_list_get_location (list), ==, "memory?tile=0");
  g_assert_cmpstr (poplens_find_list_get_text (list), ==, "Tile: Tile 0, 1 KiB");
  g_assert_cmpstr (poplens_find_list_get_ref (list), ==, "tile 0");
  poplens_find_list_move (list, -1);
  g_assert_cmpuint (poplens_find_list_get_position (list), ==, 0);
  poplens_find_list_move (list, 1000);
  settle (window);
  g_assert_cmpstr (poplens_find_list_get_location (list), ==, "memory?tile=99");
  /* New results are shown from the top. */
  poplens_find_list_show (list, few);
  g_assert_cmpstr (poplens_find_list_get_location (list), ==, "memory?tile=0");
  poplens_find_list_show (list, NULL);
  g_assert_null (poplens_find_list_get_location (list));
  check_finalizes (window, widget);
}

/* ---- searching a report ---- */

static PoplensSession *
open_session (void)
{
  g_autoptr (PoplensReport) report =
      report_fixture_open (report_fixture_choose ("integrals", "demo-run"));

  return report ? poplens_session_new (report, NULL) : NULL;
}

typedef struct {
  guint answers, closings;
  guint64 total;
  char *location;
} FindSignals;

static void
on_found (PoplensFindSource *source, PoplensFinds *finds, FindSignals *heard)
{
  heard->answers++;
  heard->total = finds->total;
}

static gboolean
is_answered (gpointer data)
{
  return ((FindSignals *) data)->answers > 0;
}

/* Only the last of several queries is answered, both before and after the index is loaded. */
static void
test_last_query (void)
{
  g_autoptr (PoplensSession) session = open_session ();
  g_autoptr (PoplensFindSource) source = session ? poplens_find_source_new (session) : NULL;
  FindSignals heard = {0};

  if (!session)
    return;
  g_signal_connect (source, "found", G_CALLBACK (on_found), &heard);
  poplens_find_source_ask (source, "variable");
  poplens_find_source_ask (source, "tile 5");
  wait_until (is_answered, &heard);
  g_assert_cmpuint (heard.total, ==, 1);
  heard = (FindSignals){0};
  for (guint i = 0; i < 50; i++)
    poplens_find_source_ask (source, "a");
  poplens_find_source_ask (source, "tile 99999");
  g_assert_true (poplens_find_source_is_asking (source));
  wait_until (is_answered, &heard);
  g_assert_cmpuint (heard.answers, ==, 1);
  g_assert_cmpuint (heard.total, ==, 0);
  g_assert_false (poplens_find_source_is_asking (source));
}

/* ---- the palette ---- */

static void
on_chosen (GtkWidget *palette, const char *location, FindSignals *heard)
{
  g_free (heard->location);
  heard->location = g_strdup (location);
}

static void
on_closed (GtkWidget *palette, FindSignals *heard)
{
  heard->closings++;
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static gboolean
has_location (gpointer data)
{
  return ((FindSignals *) data)->location != NULL;
}

/* Enter immediately after typing follows the first result of the typed text, even if it arrives
 * late. */
static void
test_palette (void)
{
  g_autoptr (PoplensSession) session = open_session ();
  FindSignals heard = {0};
  GtkWidget *palette, *overlay, *window, *entry;

  if (!session)
    return;
  palette = g_object_new (POPLENS_TYPE_FIND_PALETTE, NULL);
  overlay = gtk_overlay_new ();
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), palette);
  poplens_find_palette_set_session (POPLENS_FIND_PALETTE (palette), session);
  g_signal_connect (palette, "card", G_CALLBACK (on_chosen), &heard);
  g_signal_connect (palette, "closed", G_CALLBACK (on_closed), &heard);
  window = show_in_window (overlay);
  g_assert_false (gtk_widget_get_visible (palette));
  poplens_find_palette_open (POPLENS_FIND_PALETTE (palette));
  settle (window);
  entry = find_entry (palette);
  g_assert_true (
      gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (entry)))));

  gtk_editable_set_text (GTK_EDITABLE (entry), "tile 812");
  g_signal_emit_by_name (entry, "activate");
  wait_until (has_location, &heard);
  g_assert_cmpstr (heard.location, ==, "tile 812");
  g_assert_false (gtk_widget_get_visible (palette));
  g_assert_cmpuint (heard.closings, ==, 1);

  /* When the palette is opened again, the old text is selected, so that typing replaces it. */
  poplens_find_palette_open (POPLENS_FIND_PALETTE (palette));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "tile 812");
  g_clear_pointer (&heard.location, g_free);
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such thing");
  g_signal_emit_by_name (entry, "activate");
  settle (window);
  poplens_find_palette_close (POPLENS_FIND_PALETTE (palette));
  poplens_find_palette_close (POPLENS_FIND_PALETTE (palette));
  g_assert_null (heard.location);
  g_assert_cmpuint (heard.closings, ==, 2);

  /* A page is not an item with a card: Enter goes to the page. */
  g_signal_handlers_disconnect_by_func (palette, on_chosen, &heard);
  g_signal_connect (palette, "chosen", G_CALLBACK (on_chosen), &heard);
  poplens_find_palette_open (POPLENS_FIND_PALETTE (palette));
  gtk_editable_set_text (GTK_EDITABLE (entry), "memory gaps");
  g_signal_emit_by_name (entry, "activate");
  wait_until (has_location, &heard);
  g_assert_cmpstr (heard.location, ==, "memory?tab=tile-gaps");
  g_clear_pointer (&heard.location, g_free);
  check_finalizes (window, palette);
}

void
add_find_tests (void)
{
  g_test_add_func ("/app/find/location", test_location);
  g_test_add_func ("/app/find/location-of-odd-names", test_location_of_odd_names);
  g_test_add_func ("/app/find/list", test_list);
  g_test_add_func ("/app/find/last-query", test_last_query);
  g_test_add_func ("/app/find/palette", test_palette);
}
