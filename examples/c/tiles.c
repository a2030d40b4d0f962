/* The fullest tiles, and the categories that fill the fullest one. Reads columns where they lie. */
#include <poplens/poplens.h>
#include <stdio.h>
#include <stdlib.h>

#define SHOWN 5

/* The number of row @i; columns of tiles are of 32 bits. */
static guint32
at (const PoplensBuffer *buffer, gsize i)
{
  return *(const guint32 *) ((const char *) buffer->values + i * buffer->stride);
}

static PoplensBuffer
column (PoplensFrame *frame, const char *name)
{
  PoplensBuffer buffer;

  poplens_frame_get_buffer (frame, (guint) poplens_frame_find_column (frame, name), &buffer);
  return buffer;
}

/* The row with most bytes that is not taken yet; n where none is left. */
static gsize
fullest (const PoplensBuffer *bytes, const gboolean *taken)
{
  gsize most = bytes->n;

  for (gsize i = 0; i < bytes->n; i++)
    if (!taken[i] && (most == bytes->n || at (bytes, i) > at (bytes, most)))
      most = i;
  return most;
}

/* What each category takes on the tile of row @tile. */
static gboolean
print_categories (PoplensReport *report, gsize tile, GError **error)
{
  g_autoptr (PoplensFrame) categories =
      poplens_report_get_frame (report, "categories", 0, NULL, error);
  gsize n = categories ? poplens_frame_n_rows (categories) : 0;

  for (gsize c = 0; c < n; c++) {
    g_autoptr (PoplensFrame) tiles =
        poplens_report_get_frame (report, "category-tiles", c, NULL, error);
    guint64 bytes = 0;
    if (!tiles)
      return FALSE;
    /* Column 0 is the tile; the others are its bytes, region by region. */
    for (guint l = 1; l < poplens_frame_n_columns (tiles); l++) {
      PoplensBuffer list;
      poplens_frame_get_buffer (tiles, l, &list);
      bytes += at (&list, tile);
    }
    if (bytes)
      printf ("  %-28s %10" G_GUINT64_FORMAT " bytes\n", poplens_frame_get_text (categories, 0, c),
              bytes);
  }
  return categories != NULL;
}

static gboolean
print_tiles (PoplensReport *report, GError **error)
{
  g_autoptr (PoplensFrame) tiles = poplens_report_get_frame (report, "tiles", 0, NULL, error);

  if (!tiles)
    return FALSE;
  PoplensBuffer number = column (tiles, "tile"), bytes = column (tiles, "total_including_gaps");
  g_autofree gboolean *taken = g_new0 (gboolean, bytes.n + 1);
  gsize first = fullest (&bytes, taken);
  for (int i = 0; i < SHOWN; i++) {
    gsize row = fullest (&bytes, taken);
    if (row == bytes.n)
      break;
    taken[row] = TRUE;
    printf ("tile %u: %u bytes\n", at (&number, row), at (&bytes, row));
  }
  return first == bytes.n || print_categories (report, first, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = argc == 2 ? poplens_report_open (argv[1], &error) : NULL;

  if (report && print_tiles (report, &error))
    return EXIT_SUCCESS;
  fprintf (stderr, "%s\n", error ? error->message : "Usage: tiles REPORT");
  return EXIT_FAILURE;
}
