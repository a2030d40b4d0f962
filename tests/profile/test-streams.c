/* Tests of the names of the parts of a StreamCopy. */
#include "fixture.h"

#include "model/programs.h"

/* The parts of a StreamCopy are named by its streams, each once, without Poplar's own stream for
 * timing. A part of several copies, or without streams, is named by its type. */
static void
test_streams (void)
{
  g_autoptr (Mini) mini = mini_new (
      "DELETE FROM programs;"
      "INSERT INTO program_types VALUES (17, 'StreamCopyBegin', ''), (19, 'StreamCopyEnd', '');"
      "INSERT INTO programs SELECT NULL, column1, (SELECT id FROM program_types WHERE name = "
      "column2),"
      " column3, NULL, column4, 0, NULL FROM (VALUES (0, 'StreamCopyBegin', NULL, ''),"
      "(1, 'StreamCopyMid', 6, ''), (2, 'StreamCopyEnd', NULL, ''), (3, 'StreamCopyBegin', NULL, "
      "''),"
      "(4, 'StreamCopyMid', 7, ''), (5, 'StreamCopyEnd', NULL, 'own'),"
      "(7, 'StreamCopyEnd', NULL, ''), (8, 'StreamCopyMid', 8, ''));"
      "INSERT INTO host_exchange_to_host (stream_copy_mid_id, stream) VALUES (6, 'output'),"
      "(6, 'streamCopyTimingInfoStream_6'), (6, 'also'), (8, 'streamCopyTimingInfoStream_8');"
      "INSERT INTO host_exchange_from_host (stream_copy_mid_id, stream) SELECT 7, 'in ' || (value "
      "/ 2)"
      " FROM (WITH RECURSIVE n (value) AS (VALUES (0) UNION ALL SELECT value + 1 FROM n WHERE "
      "value "
      "< 19) SELECT value FROM n)");
  g_autoptr (PoplensPrograms) p = mini_load (mini, POPLENS_PART_PROGRAMS);
  static const char ten[] = "in 0, in 1, in 2, in 3, in 4, in 5, in 6, in 7 and 2 more";
  const char *const labels[] = {
      "input, output, also", "input, output, also", "input, output, also", ten, ten, "own",
      "StreamCopyEnd",       "StreamCopyMid"};

  g_assert_cmpuint (p->n, ==, G_N_ELEMENTS (labels));
  for (guint i = 0; i < p->n; i++)
    g_assert_cmpstr (poplens_programs_name_or_type (p, i), ==, labels[i]);
  /* The names in the file do not change. */
  g_assert_cmpstr (poplens_strings_get (p->strings, p->name[1]), ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/streams", test_streams);
  return g_test_run ();
}
