/* Tests of pictures as files: their sizes and contents. */
#include "pages/picture/canvas.h"

#include "charts/fixtures.h"
#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes.h"
#include "charts/map-fixture.h"

#include <string.h>

#define WIDTH 1000
#define HEIGHT 600
#define MIB (1u << 20)

static GBytes *
draw_picture (PoplensChart *chart, PoplensPictureFormat format, double scale)
{
  PoplensChartStyle style = {0};
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (PoplensCanvas) canvas = poplens_canvas_new (&style, format, WIDTH, HEIGHT, scale);
  g_autoptr (PoplensChartLayout) layout =
      poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  poplens_canvas_set_title (canvas, "a < b & \"c\"", "memory?tile=5");
  poplens_chart_layout_draw (layout, poplens_canvas_get_cairo (canvas));
  bytes = poplens_canvas_finish (canvas, &error);
  g_assert_no_error (error);
  return bytes;
}

/* Files are as large as their pixels require, however many items the chart has. */
static void
test_bounded (void)
{
  static const char *const kinds[] = {"areas", "lanes", "floor", "address"};

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++) {
    for (PoplensPictureFormat f = 0; f < POPLENS_N_PICTURES; f++) {
      gsize sizes[2];
      for (guint i = 0; i < 2; i++) {
        gsize n = i ? 1000000 : 20000;
        g_autoptr (PoplensChart) chart = kind == 0   ? fixture_stack (n, TRUE)
                                         : kind == 1 ? fixture_lanes (n, FALSE, -1, FALSE)
                                         : kind == 2 ? fixture_floor (i ? 64 : 8, 32, 46)
                                                     : fixture_random_address (n, 4);
        g_autoptr (GBytes) bytes = draw_picture (chart, f, 1);
        sizes[i] = g_bytes_get_size (bytes);
      }
      g_test_message ("%s %s: %" G_GSIZE_FORMAT " and %" G_GSIZE_FORMAT " bytes", kinds[kind],
                      poplens_picture_name (f), sizes[0], sizes[1]);
      g_assert_cmpuint (sizes[1], <, 3 * MIB);
      /* With 64 IPUs, every cell still has pixels of its own. */
      g_assert_cmpuint (sizes[1], <, (kind == 2 ? 8 : 2) * sizes[0] + 65536);
    }
  }
}

/* ---- given up -------------------------------------------------------------------------------- */

/* Cancels when the file is being written, after drawing. */
static void
on_picture_work (double fraction, const char *what, gpointer cancellable)
{
  if (!strcmp (what, "Writing"))
    g_cancellable_cancel (cancellable);
}

static void
test_picture_cancelled (void)
{
  for (PoplensPictureFormat format = 0; format < POPLENS_N_PICTURES; format++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    PoplensWork work = {on_picture_work, cancellable, cancellable, 0, 1};
    PoplensChartStyle style = {0};
    g_autoptr (PoplensCanvas) canvas = poplens_canvas_new (&style, format, WIDTH, HEIGHT, 1);
    g_autoptr (GError) error = NULL;
    poplens_canvas_set_work (canvas, &work);
    poplens_canvas_fill (canvas, (PoplensColor){1, 0, 0, 1}, 5, 5, 50, 50);
    g_assert_null (poplens_canvas_finish (canvas, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
}

/* ---- SVG ------------------------------------------------------------------------------------- */

typedef struct {
  char *element;
  char *title, *desc;
  GString *texts;
  gboolean is_px;
} SvgContents;

static void
on_start (GMarkupParseContext *context, const char *element, const char **names,
          const char **values, gpointer data, GError **error)
{
  SvgContents *seen = data;

  g_free (seen->element);
  seen->element = g_strdup (element);
  for (guint i = 0; !strcmp (element, "svg") && names[i]; i++)
    seen->is_px |= !strcmp (names[i], "width") && !strcmp (values[i], "2000px");
}

static void
on_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         GError **error)
{
  SvgContents *seen = data;

  if (!g_strcmp0 (seen->element, "text"))
    g_string_append_printf (seen->texts, "|%.*s", (int) length, text);
  else if (!g_strcmp0 (seen->element, "title") && !seen->title)
    seen->title = g_strndup (text, length);
  else if (!g_strcmp0 (seen->element, "desc") && !seen->desc)
    seen->desc = g_strndup (text, length);
}

static void
read_svg (GBytes *bytes, SvgContents *seen)
{
  static const GMarkupParser parser = {.start_element = on_start, .text = on_text};
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, seen, NULL);
  g_autoptr (GError) error = NULL;
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  seen->texts = g_string_new (NULL);
  g_assert_true (g_markup_parse_context_parse (context, data, (gssize) n, &error) &&
                 g_markup_parse_context_end_parse (context, &error));
  g_assert_no_error (error);
}

static void
seen_clear (SvgContents *seen)
{
  g_free (seen->element);
  g_free (seen->title);
  g_free (seen->desc);
  g_string_free (seen->texts, TRUE);
}

static void
test_svg (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (1472, TRUE);
  g_autoptr (GBytes) bytes = draw_picture (chart, POPLENS_PICTURE_SVG, 2);
  SvgContents seen = {0};

  read_svg (bytes, &seen);
  g_assert_true (seen.is_px);
  g_assert_cmpstr (seen.title, ==, "a < b & \"c\"");
  g_assert_cmpstr (seen.desc, ==, "memory?tile=5");
  g_assert_nonnull (strstr (seen.texts->str, "|IPU 0"));
  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    g_assert_nonnull (strstr (seen.texts->str, poplens_chart_get_series_name (chart, s)));
  seen_clear (&seen);
}

static void
test_pdf (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (1472, TRUE);
  g_autoptr (GBytes) bytes = draw_picture (chart, POPLENS_PICTURE_PDF, 1);
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  g_assert_cmpint (strncmp (data, "%PDF-", 5), ==, 0);
  /* Sizes are 96 pixels and 72 points per inch. */
  g_assert_nonnull (memmem (data, n, "[ 0 0 750 450 ]", 15));
  /* A reader can map glyphs to letters, so the text can be searched. */
  g_assert_nonnull (memmem (data, n, "/ToUnicode", 10));
  g_assert_nonnull (memmem (data, n, "/Title (a < b & \"c\")", 20));
  g_assert_nonnull (memmem (data, n, "(memory?tile=5)", 15));
}

/* Checks that the texts of a chart of cells are texts in SVG and letters in PDF. */
static void
check_map (PoplensChart *chart, const char *const *texts)
{
  g_autoptr (GBytes) svg = draw_picture (chart, POPLENS_PICTURE_SVG, 1);
  g_autoptr (GBytes) pdf = draw_picture (chart, POPLENS_PICTURE_PDF, 1);
  SvgContents seen = {0};
  gsize n;
  const char *data = g_bytes_get_data (pdf, &n);

  read_svg (svg, &seen);
  for (guint t = 0; texts[t]; t++) {
    g_autofree char *one = g_strconcat ("|", texts[t], NULL);
    if (!strstr (seen.texts->str, one))
      g_error ("no “%s” in %s", texts[t], seen.texts->str);
  }
  seen_clear (&seen);
  g_assert_nonnull (memmem (data, n, "/ToUnicode", 10));
  /* Cells are an image that is enlarged without smoothing: a reader must not interpolate it. */
  g_assert_null (memmem (data, n, "/Interpolate true", 17));
}

static void
test_maps (void)
{
  static const char *const floor[] = {"IPU 0", "IPU 3", NULL};
  static const char *const address[] = {"0x4c000", NULL};
  g_autoptr (PoplensChart) plan = fixture_floor (4, 32, 46);
  g_autoptr (PoplensChart) memory = fixture_address (TRUE);

  check_map (plan, floor);
  check_map (memory, address);
}

static void
test_png_scale (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (100, FALSE);
  g_autoptr (GBytes) bytes = draw_picture (chart, POPLENS_PICTURE_PNG, 2.5);
  const guint8 *data = g_bytes_get_data (bytes, NULL);

  g_assert_cmpuint (data[18] << 8 | data[19], ==, WIDTH * 5 / 2);
  g_assert_cmpuint (data[22] << 8 | data[23], ==, HEIGHT * 5 / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pictures/bounded", test_bounded);
  g_test_add_func ("/pictures/cancelled", test_picture_cancelled);
  g_test_add_func ("/pictures/svg", test_svg);
  g_test_add_func ("/pictures/pdf", test_pdf);
  g_test_add_func ("/pictures/maps", test_maps);
  g_test_add_func ("/pictures/png-scale", test_png_scale);
  return g_test_run ();
}
