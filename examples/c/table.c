/* Prints a table of Poplens as tab-separated values; without a name, lists all tables.
 *
 *   table REPORT [TABLE [LOCATION]]      table training memory-tiles 'memory?tile=0-9'
 */
#include <poplens/poplens.h>
#include <stdio.h>
#include <stdlib.h>

static void
print_cell (PoplensFrame *frame, guint column, gsize row)
{
  const char *text = poplens_frame_get_text (frame, column, row);
  gint64 integer;
  double real;

  if (text)
    printf ("%s", text);
  else if (poplens_frame_get_int (frame, column, row, &integer))
    printf ("%" G_GINT64_FORMAT, integer);
  else if (poplens_frame_get_double (frame, column, row, &real))
    printf ("%.17g", real);
}

static void
print_frame (PoplensFrame *frame)
{
  guint n = poplens_frame_n_columns (frame);

  for (guint c = 0; c < n; c++)
    printf ("%s%c", poplens_frame_get_column (frame, c)->name, c + 1 < n ? '\t' : '\n');
  for (gsize r = 0; r < poplens_frame_n_rows (frame); r++)
    for (guint c = 0; c < n; c++) {
      print_cell (frame, c, r);
      putchar (c + 1 < n ? '\t' : '\n');
    }
}

static void
list_tables (void)
{
  PoplensFrameInfo info;

  for (guint t = 0; poplens_describe_table (t, &info); t++)
    printf ("%-26s %s\n", info.name, info.doc);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (PoplensFrame) frame = NULL;

  if (argc < 3) {
    list_tables ();
    return EXIT_SUCCESS;
  }
  report = poplens_report_open (argv[1], &error);
  if (report)
    frame = poplens_report_get_table (report, argv[2], argc > 3 ? argv[3] : NULL, NULL, &error);
  if (!frame) {
    fprintf (stderr, "%s\n", error->message);
    return EXIT_FAILURE;
  }
  print_frame (frame);
  return EXIT_SUCCESS;
}
