/* Tests of waiting for servers that are late or read nothing: calls can be cancelled, and none
 * waits forever. */
#include "remote/sftp.h"

#include "remote/conversation.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *
waiting_cancel_soon (void *data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

/* Runs @ask with a cancellable that is cancelled soon; it would wait forever otherwise. */
static void
check_cancelled (int (*ask) (PoplensSftp *sftp, GCancellable *cancellable), PoplensSftp *sftp)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  pthread_t thread;

  g_assert_cmpint (pthread_create (&thread, NULL, waiting_cancel_soon, cancellable), ==, 0);
  g_assert_cmpint (ask (sftp, cancellable), ==, ECANCELED);
  pthread_join (thread, NULL);
  g_assert_cmpint (ask (sftp, cancellable), ==, ECANCELED);
}

static int
ask_stat (PoplensSftp *sftp, GCancellable *cancellable)
{
  PoplensFileInfo info;

  return poplens_sftp_stat (sftp, "/late", TRUE, &info, cancellable);
}

static int
ask_open (PoplensSftp *sftp, GCancellable *cancellable)
{
  GBytes *handle;

  return poplens_sftp_open (sftp, "/late", &handle, cancellable);
}

static int
ask_list (PoplensSftp *sftp, GCancellable *cancellable)
{
  GPtrArray *entries;

  return poplens_sftp_list (sftp, "/late", 100, &entries, cancellable);
}

static int
ask_many (PoplensSftp *sftp, GCancellable *cancellable)
{
  static const char *const paths[] = {"/late", "/late", "/late"};
  PoplensFileInfo infos[3];
  int codes[3];

  poplens_sftp_stat_many (sftp, paths, 3, TRUE, infos, codes, cancellable);
  g_assert_cmpint (codes[1], ==, codes[0]);
  g_assert_cmpint (codes[2], ==, codes[0]);
  return codes[0];
}

/* Answers nothing until "/now" is requested, then everything; the client must close what was opened
 * late. */
static void
answer_late (int fd, gpointer data)
{
  FakeRequest requests[20];
  guint n = 0, n_handles = 0;

  fake_greet (fd, FALSE);
  do
    g_assert_true (fake_read (fd, &requests[n]));
  while (memcmp (requests[n++].body + 4, "/now", 4) != 0);
  for (guint i = 0; i < n; i++) {
    n_handles += requests[i].type == FAKE_OPEN || requests[i].type == FAKE_OPENDIR;
    fake_answer (fd, &requests[i]);
  }
  g_assert_cmpuint (n_handles, ==, 4);
  while (n_handles-- > 0) {
    g_assert_true (fake_read (fd, &requests[0]));
    g_assert_cmpuint (requests[0].type, ==, FAKE_CLOSE);
  }
  fake_drain (fd);
}

static void
test_waiting_cancel (void)
{
  Fake *fake;
  PoplensSftp *sftp = conversation_start (answer_late, NULL, &fake);
  PoplensFileInfo info;

  check_cancelled (ask_stat, sftp);
  check_cancelled (ask_many, sftp);
  check_cancelled (ask_open, sftp);
  check_cancelled (ask_list, sftp);
  g_assert_cmpint (poplens_sftp_stat (sftp, "/now", TRUE, &info, NULL), ==, 0);
  g_usleep (50000);
  conversation_finish (sftp, fake);
}

static void
hang (int fd, gpointer data)
{
  fake_drain (fd);
}

static void
test_cancel_greeting (void)
{
  Fake *fake = fake_start (hang, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  pthread_t thread;

  g_assert_cmpint (pthread_create (&thread, NULL, waiting_cancel_soon, cancellable), ==, 0);
  g_assert_null (conversation_new (fake, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  pthread_join (thread, NULL);
  fake_join (fake);
}

/* Reads nothing until *@data is set. */
static void
take_late (int fd, gpointer data)
{
  FakeRequest request;

  fake_greet (fd, FALSE);
  while (!g_atomic_int_get ((gint *) data))
    g_usleep (1000);
  while (fake_read (fd, &request))
    fake_answer (fd, &request);
}

#define MANY 20000

/* Callers do not wait for the server, even if more is to be sent than a pipe holds. */
static void
test_full_pipe (void)
{
  Fake *fake;
  gint takes = FALSE;
  PoplensSftp *sftp = conversation_start (take_late, &takes, &fake);
  g_autofree char *path = g_strnfill (1000, 'p');
  g_autofree const char **paths = g_new (const char *, MANY);
  g_autofree PoplensFileInfo *infos = g_new (PoplensFileInfo, MANY);
  g_autofree int *codes = g_new (int, MANY);
  g_autoptr (GBytes) handle = g_bytes_new_static ("h", 1);
  Reading reading = READING;

  for (guint i = 0; i < MANY; i++)
    poplens_sftp_read (sftp, handle, 0, 1, reading_take, &reading);
  g_atomic_int_set (&takes, TRUE);
  for (guint i = 0; i < MANY; i++)
    paths[i] = path;
  poplens_sftp_stat_many (sftp, paths, MANY, TRUE, infos, codes, NULL);
  for (guint i = 0; i < MANY; i++)
    g_assert_cmpint (codes[i], ==, 0);
  pthread_mutex_lock (&reading.lock);
  g_assert_cmpuint (reading.n_done, ==, MANY);
  pthread_mutex_unlock (&reading.lock);
  conversation_finish (sftp, fake);
}

/* A pending read is finished once, with an error, when the conversation ends. */
static void
test_read_at_end (void)
{
  Fake *fake;
  gint takes = FALSE;
  PoplensSftp *sftp = conversation_start (take_late, &takes, &fake);
  g_autoptr (GBytes) handle = g_bytes_new_static ("h", 1);
  Reading reading = READING;

  for (guint i = 0; i < 10; i++)
    poplens_sftp_read (sftp, handle, 0, 65536, reading_take, &reading);
  poplens_sftp_close (sftp);
  pthread_mutex_lock (&reading.lock);
  while (reading.n_done < 10)
    pthread_cond_wait (&reading.changed, &reading.lock);
  g_assert_cmpint (reading.code, ==, ENOLINK);
  pthread_mutex_unlock (&reading.lock);
  g_atomic_int_set (&takes, TRUE);
  poplens_sftp_unref (sftp);
  fake_join (fake);
  pthread_mutex_lock (&reading.lock);
  g_assert_cmpuint (reading.n_done, ==, 10);
  pthread_mutex_unlock (&reading.lock);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/waiting/cancel", test_waiting_cancel);
  g_test_add_func ("/remote/waiting/cancel-greeting", test_cancel_greeting);
  g_test_add_func ("/remote/waiting/full-pipe", test_full_pipe);
  g_test_add_func ("/remote/waiting/read-at-end", test_read_at_end);
  return g_test_run ();
}
