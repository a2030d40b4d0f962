/* Runs the tests of the window's widgets, each suite of which is a file (app-widgets-test.h). */
#include "app-widgets/app-widgets-test.h"

#include "app/window/application.h"
#include "support/report-fixture.h"

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  poplens_register_resources ();
  add_table_tests ();
  add_table_focus_tests ();
  add_table_replace_tests ();
  add_chart_tests ();
  add_column_tests ();
  add_lanes_tests ();
  add_map_tests ();
  add_tool_tests ();
  add_card_tests ();
  add_find_tests ();
  add_page_tests ();
  add_trace_tests ();
  add_direction_tests ();
  add_early_tests ();
  add_findings_tests ();
  add_cards_tests ();
  add_calm_tests ();
  add_liveness_tests ();
  add_lifetimes_tests ();
  add_export_tests ();
  add_graph_tests ();
  add_treemap_tests ();
  add_popover_tests ();
  add_status_tests ();
  add_toaster_tests ();
  add_divider_tests ();
  add_narrow_tests ();
  add_keyboard_tests ();
  add_text_scale_tests ();
  add_reports_tests ();
  add_reports_charts_tests ();
  add_room_tests ();
  return g_test_run ();
}
