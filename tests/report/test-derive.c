/* Tests of poplens_report_derive (): a value is made once, however many threads request it, and is
 * cached in the report. */
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <pthread.h>

#define THREADS 8

/* Data of one test. `make` has no argument for it, so it is attached to the report. */
typedef struct {
  gint made, going, freed;       /* atomic: calls of make; calls in progress; freed values */
  gint most_going;               /* atomic: the most calls in progress at once, which must be 1 */
  guint fail;                    /* number of first calls that fail */
  gboolean empty;                /* make returns NULL without an error */
  GCancellable *cancels;         /* (nullable): cancelled by make */
  gint held;                     /* atomic: make does not return while this is set */
  const PoplensDerived *derived; /* value that the threads request */
  PoplensReport *report;
  char *dir;
} DeriveFixture;

#define SELF "test-fixture"

static void
thing_clear (gpointer data)
{
  DeriveFixture **thing = data;

  g_atomic_int_inc (&(*thing)->freed);
}

static void
thing_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, thing_clear);
}

static gpointer
thing_make (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  DeriveFixture *f = g_object_get_data (G_OBJECT (report), SELF);
  guint call = g_atomic_int_add (&f->made, 1);
  gint going = g_atomic_int_add (&f->going, 1) + 1;
  DeriveFixture **thing = NULL;

  if (going > g_atomic_int_get (&f->most_going))
    g_atomic_int_set (&f->most_going, going);
  if (f->cancels)
    g_cancellable_cancel (f->cancels);
  /* Waits, so that all other threads arrive. */
  do
    g_usleep (50 * 1000);
  while (g_atomic_int_get (&f->held));
  if (call < f->fail)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "Call %u fails.", call);
  else if (!f->empty)
    *(thing = g_atomic_rc_box_new0 (DeriveFixture *)) = f;
  g_atomic_int_add (&f->going, -1);
  return thing;
}

static const PoplensDerived thing = {"test-thing", thing_make, g_atomic_rc_box_acquire,
                                     thing_unref};

/* As thing, but owned by the report alone. */
static const PoplensDerived lent = {"test-lent", thing_make, NULL, thing_unref};

/* A value that needs the first one. */
static gpointer
house_make (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &thing, cancellable, error);
}

static const PoplensDerived house = {"test-house", house_make, g_atomic_rc_box_acquire,
                                     thing_unref};

static void
derive_set_up (DeriveFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->dir = temp_dir_new ();
  f->derived = &thing;
  g_autofree char *path = g_build_filename (f->dir, "profile.pop", NULL);
  mini_profile_write (path, NULL);
  f->report = poplens_report_open (f->dir, &error);
  g_assert_no_error (error);
  g_object_set_data (G_OBJECT (f->report), SELF, f);
}

static void
derive_tear_down (DeriveFixture *f, gconstpointer data)
{
  g_clear_object (&f->report);
  temp_dir_remove (f->dir);
  g_free (f->dir);
}

/* ---- many at once ---------------------------------------------------------------------------- */

typedef struct {
  DeriveFixture *f;
  pthread_barrier_t *start;
  gpointer got;
  GError *error;
} DeriveCaller;

static void *
derive_thing (void *data)
{
  DeriveCaller *asker = data;

  pthread_barrier_wait (asker->start);
  asker->got = poplens_report_derive (asker->f->report, asker->f->derived, NULL, &asker->error);
  return NULL;
}

static void
ask_at_once (DeriveFixture *f, DeriveCaller askers[THREADS])
{
  pthread_t threads[THREADS];
  pthread_barrier_t start;

  pthread_barrier_init (&start, NULL, THREADS);
  for (guint i = 0; i < THREADS; i++) {
    askers[i] = (DeriveCaller){f, &start, NULL, NULL};
    g_assert_cmpint (pthread_create (&threads[i], NULL, derive_thing, &askers[i]), ==, 0);
  }
  for (guint i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  pthread_barrier_destroy (&start);
}

static void
test_made_once (DeriveFixture *f, gconstpointer derived)
{
  DeriveCaller askers[THREADS];

  f->derived = derived;
  ask_at_once (f, askers);
  g_assert_cmpint (f->made, ==, 1);
  for (guint i = 0; i < THREADS; i++) {
    g_assert_no_error (askers[i].error);
    g_assert_true (askers[i].got == askers[0].got);
    thing_unref (askers[i].got);
  }
  /* The report owns the value, and frees it. */
  g_assert_cmpint (f->freed, ==, 0);
  g_clear_object (&f->report);
  g_assert_cmpint (f->freed, ==, 1);
}

/* The first three calls fail one after another; each error is returned only to its own caller. */
static void
test_next_tries (DeriveFixture *f, gconstpointer data)
{
  DeriveCaller askers[THREADS];
  guint failed = 0;

  f->fail = 3;
  ask_at_once (f, askers);
  g_assert_cmpint (f->made, ==, 4);
  g_assert_cmpint (f->most_going, ==, 1);
  for (guint i = 0; i < THREADS; i++) {
    g_assert_true (!askers[i].got == !!askers[i].error);
    failed += askers[i].error != NULL;
    g_clear_error (&askers[i].error);
    g_clear_pointer (&askers[i].got, thing_unref);
  }
  g_assert_cmpuint (failed, ==, 3);
}

static void
test_derive_nothing (DeriveFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->empty = TRUE;
  for (gint i = 1; i <= 2; i++) {
    g_assert_null (poplens_report_derive (f->report, &thing, NULL, &error));
    g_assert_no_error (error);
    g_assert_cmpint (f->made, ==, i);
  }
}

/* ---- cancelling ------------------------------------------------------------------------------ */

/* If a thread that waits for another one's value is cancelled, it returns at once; the other one is
 * not affected. */
static void
test_waiter_leaves (DeriveFixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  pthread_barrier_t start;
  DeriveCaller maker = {f, &start, NULL, NULL};
  pthread_t thread;

  f->cancels = cancellable;
  f->held = TRUE;
  pthread_barrier_init (&start, NULL, 1);
  g_assert_cmpint (pthread_create (&thread, NULL, derive_thing, &maker), ==, 0);
  while (!g_atomic_int_get (&f->made))
    g_usleep (1000);
  g_assert_null (poplens_report_derive (f->report, &thing, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_atomic_int_set (&f->held, FALSE);
  pthread_join (thread, NULL);
  pthread_barrier_destroy (&start);
  g_assert_no_error (maker.error);
  g_assert_cmpint (f->made, ==, 1);
  /* An existing value is returned even if the cancellable is cancelled. */
  gpointer again = poplens_report_derive (f->report, &thing, cancellable, NULL);
  g_assert_true (again == maker.got);
  thing_unref (again);
  thing_unref (maker.got);
}

/* Callers get no reference; the value is freed once, with the report. */
static void
test_lent (DeriveFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gpointer first = poplens_report_derive (f->report, &lent, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (first);
  g_assert_true (poplens_report_derive (f->report, &lent, NULL, NULL) == first);
  g_assert_true (poplens_report_peek_derived (f->report, &lent) == first);
  g_assert_cmpint (f->made, ==, 1);
  g_assert_cmpint (f->freed, ==, 0);
  g_clear_object (&f->report);
  g_assert_cmpint (f->freed, ==, 1);
}

#define ADD(path, data, func)                                                                      \
  g_test_add ("/report/derive/" path, DeriveFixture, data, derive_set_up, func, derive_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("made-once", &thing, test_made_once);
  ADD ("one-that-needs-another", &house, test_made_once);
  ADD ("the-next-tries", NULL, test_next_tries);
  ADD ("nothing", NULL, test_derive_nothing);
  ADD ("lent", NULL, test_lent);
  ADD ("who-waits-may-leave", NULL, test_waiter_leaves);
  return g_test_run ();
}
