/* Holds a report to limits, as a build server may: prints each rule, and where one is not kept
 * writes the trace beside it for whoever looks into it.
 *
 *   check REPORT TRACE RULE…      check training slow.pftrace 'max-program-cycles=20,000,000' \
 *                                   'program:conv*:max-share=70 %'
 *
 * Ends with 0 where all are kept, 3 where one is not, 1 where the report does not say.
 */
#include <poplens/poplens.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *
text (PoplensFrame *frame, const char *column, gsize row)
{
  const char *found =
      poplens_frame_get_text (frame, (guint) poplens_frame_find_column (frame, column), row);

  return found ? found : "";
}

static void
print_rule (PoplensFrame *budget, gsize row)
{
  double value, limit = 0;

  printf ("%-7s %s %s", text (budget, "result", row), text (budget, "name", row),
          text (budget, "rule", row));
  poplens_frame_get_double (budget, (guint) poplens_frame_find_column (budget, "limit"), row,
                            &limit);
  if (poplens_frame_get_double (budget, (guint) poplens_frame_find_column (budget, "value"), row,
                                &value))
    printf (": %.17g, limit %.17g %s\n", value, limit, text (budget, "unit", row));
  else
    printf (": %s\n", text (budget, "reason", row));
}

/* Where to look: the five that are called as a rule's name is, without its * and ?. */
static gboolean
print_places (PoplensReport *report, const char *name, GError **error)
{
  g_autofree char *words = g_strdelimit (g_strdup (name), "*?", ' ');
  g_autoptr (PoplensFrame) found = poplens_report_find (report, words, 5, NULL, error);

  if (!found)
    return FALSE;
  for (gsize r = 0; r < poplens_frame_n_rows (found); r++)
    printf ("  %s %s: poplens --location '%s'\n", text (found, "kind", r), text (found, "title", r),
            text (found, "location", r));
  return TRUE;
}

static int
check (PoplensReport *report, const char *trace, const char *const *rules, GError **error)
{
  g_autoptr (PoplensFrame) budget = poplens_report_check_budget (report, NULL, rules, NULL, error);
  g_autofree char *summary = NULL;
  int status = EXIT_SUCCESS;

  if (!budget)
    return EXIT_FAILURE;
  for (gsize r = 0; r < poplens_frame_n_rows (budget); r++) {
    print_rule (budget, r);
    if (!strcmp (text (budget, "result", r), "pass"))
      continue;
    status = !strcmp (text (budget, "result", r), "fail") ? 3 : MAX (status, EXIT_FAILURE);
    if (!print_places (report, text (budget, "name", r), error))
      return EXIT_FAILURE;
  }
  printf ("%s\n", poplens_frame_get_note (budget));
  if (status != 3)
    return status;
  if (!poplens_report_save_trace (report, trace, NULL, NULL, &summary, NULL, error))
    return EXIT_FAILURE;
  printf ("%s: %s\n", trace, summary);
  return status;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = NULL;
  int status = EXIT_FAILURE;

  if (argc < 4) {
    fprintf (stderr, "check REPORT TRACE RULE...\n");
    return EXIT_FAILURE;
  }
  report = poplens_report_open (argv[1], &error);
  if (report)
    status = check (report, argv[2], (const char *const *) argv + 3, &error);
  if (error)
    fprintf (stderr, "%s\n", error->message);
  return status;
}
