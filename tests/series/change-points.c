/* Prints change points of series as JSON: reads a line of values for each series from standard
 * input, and writes a line for it. Used by the tests in Python. */
#include "analysis/reports/change-points.h"

#include <math.h>
#include <stdio.h>

static void
print_number (const char *key, double value)
{
  if (isnan (value))
    printf (", \"%s\": null", key);
  else
    printf (", \"%s\": %.17g", key, value);
}

static void
print_change (const PoplensChangePoint *change)
{
  printf ("{\"kind\": \"%s\", \"at\": %u, \"previous\": %u, \"last\": %s",
          change->once   ? "once"
          : change->over ? "drift"
                         : "step",
          change->at, change->previous, change->last ? "true" : "false");
  print_number ("before", change->before);
  print_number ("after", change->after);
  print_number ("noise", change->noise);
  printf ("}");
}

static void
print_answer (const char *line)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  PoplensSeriesNoise noise;

  for (guint w = 0; words[w]; w++) {
    double value = g_ascii_strtod (words[w], NULL);
    g_array_append_val (values, value);
  }
  g_autoptr (GArray) changes =
      poplens_change_points_find ((const double *) values->data, values->len, &noise);
  printf ("{\"changes\": [");
  for (guint c = 0; c < changes->len; c++) {
    printf ("%s", c ? ", " : "");
    print_change (&g_array_index (changes, PoplensChangePoint, c));
  }
  printf ("], \"exact\": %s, \"turns\": %s", noise.exact ? "true" : "false",
          noise.turns ? "true" : "false");
  print_number ("level", noise.level);
  print_number ("differ", noise.differ);
  print_number ("latest", noise.latest);
  printf ("}\n");
}

int
main (void)
{
  g_autoptr (GIOChannel) in = g_io_channel_unix_new (0);
  g_autoptr (GError) error = NULL;
  char *line;
  gsize end;

  while (g_io_channel_read_line (in, &line, NULL, &end, &error) == G_IO_STATUS_NORMAL) {
    line[end] = '\0';
    print_answer (line);
    g_free (line);
  }
  return error != NULL;
}
