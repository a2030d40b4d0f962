/* Does the program fit, and what does the report hold?
 *
 *   cc summary.c $(pkg-config --cflags --libs poplens) -o summary && ./summary REPORT
 */
#include <poplens/poplens.h>
#include <stdio.h>
#include <stdlib.h>

/* Every column of the only row; what is not known is left out. */
static void
print_row (PoplensFrame *frame)
{
  for (guint c = 0; c < poplens_frame_n_columns (frame); c++) {
    const PoplensFrameColumn *column = poplens_frame_get_column (frame, c);
    const char *text = poplens_frame_get_text (frame, c, 0);
    double number;

    if (text)
      printf ("%-22s %s\n", column->name, text);
    else if (poplens_frame_get_double (frame, c, 0, &number))
      printf ("%-22s %.15g %s\n", column->name, number, column->unit);
  }
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  PoplensReport *report = argc == 2 ? poplens_report_open (argv[1], &error) : NULL;
  PoplensFrame *headline =
      report ? poplens_report_get_frame (report, "headline", 0, NULL, &error) : NULL;

  if (!headline) {
    fprintf (stderr, "%s\n", error ? error->message : "Usage: summary REPORT");
    return EXIT_FAILURE;
  }
  printf ("%s\n", poplens_report_get_name (report));
  print_row (headline);
  for (const char *const *part = poplens_report_list_parts (); *part; part++) {
    const char *why = poplens_report_explain_part (report, *part);
    if (why)
      printf ("no %s: %s\n", *part, why);
  }
  poplens_frame_unref (headline);
  g_object_unref (report);
  return EXIT_SUCCESS;
}
