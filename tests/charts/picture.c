/* Compares drawings with golden pictures (see the header). */
#include "charts/picture.h"

#include <glib/gstdio.h>
#include <pango/pango.h>
#include <stdlib.h>

/* Allowed difference of a channel, as antialiasing differs between versions of cairo, and largest
 * share of pixels that differ by more, as hinting differs between versions of FreeType. */
#define CHANNEL_TOLERANCE 12
#define MOST_DIFFERING 0.002
/* The share for releases of Pango other than 1.50 of Debian 12, which place some letters one pixel
 * further left or right. */
#define MOST_OF_OTHER_TEXT 0.02

static const guint32 *
row_of (cairo_surface_t *surface, int y)
{
  return (const guint32 *) (void *) (cairo_image_surface_get_data (surface) +
                                     (gsize) y * cairo_image_surface_get_stride (surface));
}

static gboolean
differs (guint32 a, guint32 b)
{
  for (int shift = 0; shift < 24; shift += 8)
    if (abs ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > CHANNEL_TOLERANCE)
      return TRUE;
  return FALSE;
}

/* Returns the number of different pixels. They are red in @diff; all others are black on white. */
static guint
compare_pixels (cairo_surface_t *actual, cairo_surface_t *golden, cairo_surface_t *diff)
{
  int width = cairo_image_surface_get_width (actual);
  int height = cairo_image_surface_get_height (actual);
  guint n = 0;

  for (int y = 0; y < height; y++) {
    const guint32 *a = row_of (actual, y), *g = row_of (golden, y);
    guint32 *d = (guint32 *) row_of (diff, y);
    for (int x = 0; x < width; x++) {
      gboolean other = differs (a[x], g[x]);
      d[x] = other ? 0xffff0000 : 0xffffffff;
      n += other;
    }
  }
  cairo_surface_mark_dirty (diff);
  return n;
}

/* Loads the golden picture. Converts it to RGB24, as which cairo loads a PNG without alpha
 * anyway. */
static cairo_surface_t *
load_golden (const char *path, int width, int height)
{
  cairo_surface_t *file = cairo_image_surface_create_from_png (path);
  cairo_surface_t *golden;
  cairo_t *cr;

  if (cairo_surface_status (file) != CAIRO_STATUS_SUCCESS)
    g_error ("%s cannot be read: make it with POPLENS_UPDATE_GOLDEN=1, and look at it", path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, width);
  g_assert_cmpint (cairo_image_surface_get_height (file), ==, height);
  golden = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cr = cairo_create (golden);
  cairo_set_source_surface (cr, file, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (file);
  cairo_surface_flush (golden);
  return golden;
}

static void
write_failure (cairo_surface_t *surface, const char *name, const char *suffix)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "charts", "golden", NULL);
  g_autofree char *file = g_strdup_printf ("%s.%s.png", name, suffix);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  g_mkdir_with_parents (folder, 0777);
  cairo_surface_write_to_png (surface, path);
  g_test_message ("see %s", path);
}

static double
most_differing (void)
{
  gboolean is_same = pango_version () >= PANGO_VERSION_ENCODE (1, 50, 0) &&
                     pango_version () < PANGO_VERSION_ENCODE (1, 52, 0);

  return is_same ? MOST_DIFFERING : MOST_OF_OTHER_TEXT;
}

void
picture_assert (cairo_surface_t *surface, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "charts", "golden", file, NULL);
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  cairo_surface_t *golden, *diff;
  guint n;

  cairo_surface_flush (surface);
  if (g_getenv ("POPLENS_UPDATE_GOLDEN")) {
    g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
    return;
  }
  golden = load_golden (path, width, height);
  diff = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  n = compare_pixels (surface, golden, diff);
  if (n > (guint) (width * height * most_differing ())) {
    write_failure (surface, name, "actual");
    write_failure (diff, name, "diff");
    g_test_message ("%s: %u pixels differ", name, n);
    g_test_fail ();
  }
  cairo_surface_destroy (golden);
  cairo_surface_destroy (diff);
}
