/* Tests of PoplensLocationReads: the recorded reads of a location show whether another location
 * gives the same answers. */
#include "model/location.h"

static PoplensLocation *
location (const char *text)
{
  g_autoptr (GError) error = NULL;
  PoplensLocation *self = poplens_location_parse (text, &error);

  g_assert_no_error (error);
  return self;
}

static gboolean
reads_agree (PoplensLocationReads *reads, const char *before, const char *now)
{
  g_autoptr (PoplensLocation) a = location (before), b = location (now);

  return poplens_location_reads_same (reads, a, b);
}

static void
test_reads_of_keys (void)
{
  g_autoptr (PoplensLocationReads) reads = poplens_location_reads_new ();
  g_autoptr (PoplensLocation) plain = location ("memory?tile=5&ipu=1");
  PoplensLocation *watched = poplens_location_watch (plain, reads);

  g_assert_cmpstr (poplens_location_get (watched, "tile"), ==, "5");
  g_assert_null (poplens_location_get (watched, "step"));
  poplens_location_get (plain, "ipu"); /* not recorded */
  poplens_location_unref (watched);
  g_assert_false (reads_agree (reads, "memory?ipu=1", "memory?tile=5&ipu=1"));
  g_assert_true (reads_agree (reads, "memory?tile=5", "memory?tile=5&ipu=1"));
  g_assert_true (reads_agree (reads, "memory?tile=5&ipu=1", "memory?tile=5&ipu=0&order=use"));
  g_assert_false (reads_agree (reads, "memory?tile=5", "memory?tile=6"));
  /* Reading an absent key is recorded too. */
  g_assert_false (reads_agree (reads, "memory?tile=5", "memory?tile=5&step=3"));
}

static void
test_copies (void)
{
  g_autoptr (PoplensLocationReads) reads = poplens_location_reads_new ();
  g_autoptr (PoplensLocation) plain = location ("memory?tile=5");
  PoplensLocation *watched = poplens_location_watch (plain, reads);
  PoplensLocation *other = poplens_location_with (watched, "step", "3");

  poplens_location_unref (watched);
  /* While a location derived from the watched one exists, all keys count as read, as they still may
   * be; afterwards only those that were. */
  g_assert_false (reads_agree (reads, "memory?tile=5", "memory?tile=6"));
  g_assert_true (reads_agree (reads, "memory?tile=5", "memory?tile=5"));
  poplens_location_get (other, "ipu");
  poplens_location_unref (other);
  g_assert_true (reads_agree (reads, "memory?tile=5", "memory?tile=6"));
  g_assert_false (reads_agree (reads, "memory?ipu=0", "memory?ipu=1"));
  /* A copy of the record does not change with later reads. */
  g_autoptr (PoplensLocationReads) then = poplens_location_reads_copy (reads);
  g_autoptr (PoplensLocation) again = poplens_location_watch (plain, reads);
  poplens_location_get (again, "tile");
  g_assert_true (reads_agree (then, "memory?tile=5", "memory?tile=6"));
}

static void
test_all (void)
{
  g_autoptr (PoplensLocation) plain = location ("memory?tile=5");

  for (guint i = 0; i < 3; i++) {
    g_autoptr (PoplensLocationReads) reads = poplens_location_reads_new ();
    PoplensLocation *watched = poplens_location_watch (plain, reads);
    g_autofree char *text = i == 0 ? poplens_location_to_string (watched) : NULL;
    g_auto (GStrv) keys = i == 1 ? poplens_location_list_keys (watched) : NULL;
    if (i == 2)
      poplens_location_get (watched, "filter.memory-tiles");
    poplens_location_unref (watched);
    g_assert_false (reads_agree (reads, "memory?tile=5", "memory?tile=5&order=use"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/place-reads/keys", test_reads_of_keys);
  g_test_add_func ("/model/place-reads/copies", test_copies);
  g_test_add_func ("/model/place-reads/all", test_all);
  return g_test_run ();
}
