/* Tests of embedding Cairo's SVG beside others: IDs get a prefix, texts do not change. */
#include "pages/picture/canvas.h"
#include "pages/share/share-private.h"

#include "charts/fixtures.h"

#include <string.h>

static char *
embed_svg (const char *svg, const char *prefix)
{
  GString *out = g_string_new (NULL);

  poplens_share_svg (svg, strlen (svg), prefix, out);
  return g_string_free (out, FALSE);
}

static void
test_cases (void)
{
  static const struct {
    const char *svg, *becomes;
  } cases[] = {
      {"", ""},
      {"no picture", ""},
      {"<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 1 1\"></svg>\n",
       "<svg viewBox=\"0 0 1 1\"></svg>\n"},
      {"<svg><g id=\"clip1\" clip-path=\"url(#clip1)\"/></svg>",
       "<svg><g id=\"p-clip1\" clip-path=\"url(#p-clip1)\"/></svg>"},
      {"<svg><use xlink:href=\"#glyph0-1\" x=\"1.25\"/></svg>",
       "<svg><use xlink:href=\"#p-glyph0-1\" x=\"1.25\"/></svg>"},
      {"<svg><image xlink:href=\"data:image/png;base64,AAAA\"/></svg>",
       "<svg><image xlink:href=\"data:image/png;base64,AAAA\"/></svg>"},
      {"<svg><g style='fill:url(#a);stroke:url(#b);'/></svg>",
       "<svg><g style='fill:url(#p-a);stroke:url(#p-b);'/></svg>"},
      /* Texts that look like IDs. */
      {"<svg><text grid=\"7\">id=\"x\" url(#y) #z 1.23456</text></svg>",
       "<svg><text grid=\"7\">id=\"x\" url(#y) #z 1.23456</text></svg>"},
      {"<svg><path d=\"M 1.234567 -0.005 L 10.100 20.999 L 3 4.5 Z\"/></svg>",
       "<svg><path d=\"M 1.23 -0.01 L 10.1 21 L 3 4.5 Z\"/></svg>"},
      {"<svg><path id=\"d\" d=\"M 100.000 0.001\"/></svg>",
       "<svg><path id=\"p-d\" d=\"M 100 0\"/></svg>"},
      /* Truncated SVG is copied without reading past its end. */
      {"<svg><g id=\"a", "<svg><g id=\"a"},
      {"<svg><g id=", "<svg><g id="},
      {"<svg><g id", "<svg><g id"},
      {"<svg><", "<svg><"},
      {"<svg d=\"1.2345", "<svg d=\"1.2345"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *got = embed_svg (cases[i].svg, "p-");
    g_assert_cmpstr (got, ==, cases[i].becomes);
  }
}

static void
check_element (GMarkupParseContext *context, const char *element, const char **names,
               const char **values, gpointer data, GError **error)
{
  GHashTable *ids = data;

  (void) context;
  (void) element;
  (void) error;
  for (guint i = 0; names[i]; i++)
    if (!strcmp (names[i], "id")) {
      g_assert_true (g_str_has_prefix (values[i], "c7l-"));
      g_assert_true (g_hash_table_add (ids, g_strdup (values[i])));
    } else if (g_str_has_suffix (names[i], "href") && *values[i] == '#') {
      g_assert_true (g_hash_table_contains (ids, values[i] + 1));
    }
}

/* A real chart stays well-formed, refers only to itself, and becomes smaller. */
static void
test_chart (void)
{
  static const GMarkupParser parser = {.start_element = check_element};
  PoplensChartStyle style = {0};
  g_autoptr (PoplensChart) chart = fixture_stack (2000, TRUE);
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (PoplensCanvas) canvas = poplens_canvas_new (&style, POPLENS_PICTURE_SVG, 1000, 400, 1);
  g_autoptr (PoplensChartLayout) layout =
      poplens_chart_layout_new (chart, &view, &style, 1000, 400);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, ids, NULL);
  g_autoptr (GError) error = NULL;
  gsize n;

  poplens_chart_layout_draw (layout, poplens_canvas_get_cairo (canvas));
  g_autoptr (GBytes) bytes = poplens_canvas_finish (canvas, &error);
  g_assert_no_error (error);
  const char *svg = g_bytes_get_data (bytes, &n);
  g_autoptr (GString) out = g_string_new (NULL);
  poplens_share_svg (svg, n, "c7l-", out);
  g_assert_cmpuint (out->len, <, n);
  g_assert_true (g_str_has_prefix (out->str, "<svg"));
  g_assert_true (g_markup_parse_context_parse (context, out->str, (gssize) out->len, &error));
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (ids), >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/share/svg-cases", test_cases);
  g_test_add_func ("/share/svg-chart", test_chart);
  return g_test_run ();
}
