/* Tests of SFTP conversations with hostile servers: each ends with an error message, or continues
 * normally; none hangs. */
#include "remote/sftp.h"

#include "base/error.h"
#include "remote/conversation.h"

#include <errno.h>
#include <string.h>

/* ---- greetings ------------------------------------------------------------------------------- */

typedef struct {
  const char *bytes;
  gsize n;
  const char *message;
} Greeting;

#define BYTES(text) (text), sizeof (text) - 1

static const Greeting greetings[] = {
    {BYTES ("Welcome to \x1b[1mgc-01\x1b[0m\r\nIt is late\n"),
     "gc-01 prints text at login (“Welcome to \\x1b[1mgc-01\\x1b[0m”), which breaks SFTP; guard it "
     "in "
     ".bashrc with “[ -t 1 ] &&”"},
    {BYTES ("hi\n"),
     "gc-01 prints text at login (“hi”), which breaks SFTP; guard it in .bashrc with "
     "“[ -t 1 ] &&”"},
    {BYTES ("hi\n\0\0\0\5\2\0\0\0\3"),
     "gc-01 prints text at login (“hi”), which breaks SFTP; guard it in .bashrc with "
     "“[ -t 1 ] &&”"},
    {BYTES (""), "The connection to gc-01 was lost"},
    {BYTES ("\0\0\0\5\2\0"), "The connection to gc-01 was lost"},
    {BYTES ("\0\0\0\5\2\0\0\0\2"), "gc-01 speaks SFTP version 2; Poplens needs version 3"},
    {BYTES ("\0\0\0\5\2\0\0\0\6"), "gc-01 speaks SFTP version 6; Poplens needs version 3"},
    {BYTES ("\0\x8\0\1\2\0\0\0\3"),
     "gc-01 broke the SFTP protocol (a packet of an invalid length); "
     "connect again, or copy the report"},
    {BYTES ("\0\0\0\5\3\0\0\0\3"),
     "gc-01 broke the SFTP protocol (an invalid packet); connect again, "
     "or copy the report"},
    {BYTES ("\0\0\0\x9\x65\0\0\0\1\0\0\0\0"),
     "gc-01 broke the SFTP protocol (an unexpected packet); connect again, or copy the report"},
};

static void
greet_oddly (int fd, gpointer data)
{
  const Greeting *greeting = data;
  FakeRequest request;

  fake_read (fd, &request);
  fake_write (fd, greeting->bytes, greeting->n);
}

static void
test_greetings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (greetings); i++) {
    Fake *fake = fake_start (greet_oddly, (gpointer) &greetings[i]);
    g_autoptr (GError) error = NULL;
    g_assert_null (conversation_new (fake, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
    g_assert_cmpstr (error->message, ==, greetings[i].message);
    fake_join (fake);
  }
}

/* ---- broken answers -------------------------------------------------------------------------- */

/* A server's answer that violates the protocol; the client sends a request of each kind. */
typedef struct {
  const char *name;
  void (*answer) (int fd, const FakeRequest *request);
  const char *what; /* part of the message */
} Breach;

#define BREACH(name, type_, ...)                                                                   \
  static void name (int fd, const FakeRequest *request)                                            \
  {                                                                                                \
    if (request->type != (type_))                                                                  \
      fake_answer (fd, request);                                                                   \
    else                                                                                           \
      fake_send (fd, __VA_ARGS__);                                                                 \
  }

BREACH (wrong_id, FAKE_STAT, FAKE_ATTRS, "uu", request->id + 1, 0u)
BREACH (wrong_kind, FAKE_STAT, FAKE_HANDLE, "us", request->id, "h")
BREACH (success_alone, FAKE_STAT, FAKE_STATUS, "uu", request->id, 0u)
BREACH (data_too_long, FAKE_READ, FAKE_DATA, "ud", request->id,
        fake_number (request->body + 13) + 1)
BREACH (empty_data, FAKE_READ, FAKE_DATA, "ud", request->id, 0u)
BREACH (one_byte, FAKE_READ, FAKE_DATA, "ud", request->id, 1u)
BREACH (read_success, FAKE_READ, FAKE_STATUS, "uu", request->id, 0u)
BREACH (read_kind, FAKE_READ, FAKE_ATTRS, "uu", request->id, 0u)
BREACH (no_names, FAKE_READDIR, FAKE_NAME, "uu", request->id, 0u)
BREACH (slash_name, FAKE_READDIR, FAKE_NAME, "uussu", request->id, 1u, "../../etc/passwd", "", 0u)
BREACH (empty_name, FAKE_READDIR, FAKE_NAME, "uussu", request->id, 1u, "", "", 0u)
BREACH (many_names, FAKE_READDIR, FAKE_NAME, "uussu", request->id, 2u, "a", "", 0u)
BREACH (nul_name, FAKE_READDIR, FAKE_NAME, "uruu", request->id, "\0\0\0\1\0\0\0\3a\0b", (gsize) 11,
        0u, 0u)
BREACH (relative_path, FAKE_REALPATH, FAKE_NAME, "uussu", request->id, 1u, "home", "", 0u)
BREACH (two_paths, FAKE_REALPATH, FAKE_NAME, "uussussu", request->id, 2u, "/a", "", 0u, "/b", "",
        0u)
BREACH (greets_again, FAKE_STAT, 2, "u", 3u)

static void
answers_twice (int fd, const FakeRequest *request)
{
  fake_answer (fd, request);
  fake_answer (fd, request);
}

static void
hangs_up (int fd, const FakeRequest *request)
{
  if (request->type == FAKE_READ)
    fake_write (fd, "\0\0\1\0\x67\0\0", 7);
  else
    fake_answer (fd, request);
}

static const Breach breaches[] = {
    {"wrong id", wrong_id, "an answer without a request"},
    {"twice", answers_twice, "an answer without a request"},
    {"wrong kind", wrong_kind, "an answer of another kind than requested"},
    {"success alone", success_alone, "success without an answer"},
    {"data too long", data_too_long, "more data than requested"},
    {"empty data", empty_data, "an empty piece of a file"},
    {"a byte at a time", one_byte, "data in pieces that are too small"},
    {"read: success", read_success, "success without an answer"},
    {"read: other kind", read_kind, "an answer of another kind than requested"},
    {"no names", no_names, "an empty list of names"},
    {"name with a slash", slash_name, "an invalid file name"},
    {"empty name", empty_name, "an invalid file name"},
    {"more names than there are", many_names, "an invalid packet"},
    {"name with a NUL", nul_name, "an invalid file name"},
    {"relative path", relative_path, "an invalid path"},
    {"two paths", two_paths, "several answers to one request"},
    {"greets again", greets_again, "an unexpected packet"},
    {"half a packet", hangs_up, "was lost"},
};

static void
run_breach (int fd, gpointer data)
{
  const Breach *breach = data;
  FakeRequest request;

  fake_greet (fd, FALSE);
  while (fake_read (fd, &request)) {
    breach->answer (fd, &request);
    if (breach->answer == hangs_up && request.type == FAKE_READ)
      return;
  }
}

static int
read_and_wait (PoplensSftp *sftp, gsize n, gsize *got)
{
  g_autoptr (GBytes) handle = g_bytes_new_static ("h", 1);
  Reading reading = READING;

  poplens_sftp_read (sftp, handle, 0, n, reading_take, &reading);
  pthread_mutex_lock (&reading.lock);
  while (!reading.n_done)
    pthread_cond_wait (&reading.changed, &reading.lock);
  pthread_mutex_unlock (&reading.lock);
  *got = reading.n;
  return reading.code;
}

/* Sends requests of each kind until one fails. Returns the error code; 0: all succeeded */
static int
ask_everything (PoplensSftp *sftp)
{
  PoplensFileInfo info;
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  gsize got;
  int code = poplens_sftp_stat (sftp, "/a", TRUE, &info, NULL);

  if (!code)
    code = poplens_sftp_real_path (sftp, "a", &path, NULL);
  if (!code)
    code = poplens_sftp_list (sftp, "/a", 100, &entries, NULL);
  if (!code)
    code = read_and_wait (sftp, 65536, &got);
  /* A broken answer may cause an error only at the next request. */
  return code ? code : poplens_sftp_stat (sftp, "/a", TRUE, &info, NULL);
}

static void
test_breaches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (breaches); i++) {
    Fake *fake = fake_start (run_breach, (gpointer) &breaches[i]);
    g_autoptr (GError) error = NULL;
    PoplensSftp *sftp = conversation_new (fake, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpint (ask_everything (sftp), ==, ENOLINK);
    error = poplens_sftp_get_error (sftp);
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
    if (!strstr (error->message, breaches[i].what))
      g_error ("%s: %s", breaches[i].name, error->message);
    /* The conversation stays ended. */
    g_assert_cmpint (ask_everything (sftp), ==, ENOLINK);
    poplens_sftp_unref (sftp);
    fake_join (fake);
  }
}

/* Answers with random types and bytes, at times correctly. @data: the seed */
static void
answer_by_chance (int fd, gpointer data)
{
  static const guint8 types[] = {2, 101, 102, 103, 104, 105, 201, 6, 0};
  g_autoptr (GRand) chance = g_rand_new_with_seed (GPOINTER_TO_UINT (data));
  FakeRequest request;
  guint8 body[64];

  fake_greet (fd, g_rand_boolean (chance));
  while (fake_read (fd, &request)) {
    gsize n = (gsize) g_rand_int_range (chance, 0, sizeof body);
    for (gsize i = 0; i < n; i++)
      body[i] = (guint8) (g_rand_boolean (chance) ? 0 : g_rand_int_range (chance, 0, 256) >> 4);
    if (g_rand_int_range (chance, 0, 3))
      fake_answer (fd, &request);
    else
      fake_send (fd, types[g_rand_int_range (chance, 0, sizeof types)], "ur", request.id, body, n);
  }
}

static void
test_chance (void)
{
  for (guint i = 0; i < 500; i++) {
    Fake *fake = fake_start (answer_by_chance, GUINT_TO_POINTER (g_test_rand_int ()));
    g_autoptr (GError) error = NULL;
    PoplensSftp *sftp = conversation_new (fake, NULL, &error);
    g_assert_no_error (error);
    for (guint k = 0; k < 20 && ask_everything (sftp) != ENOLINK; k++)
      ;
    poplens_sftp_unref (sftp);
    fake_join (fake);
  }
}

/* ---- what is odd, and right ------------------------------------------------------------------ */

static void
answer_backwards (int fd, gpointer data)
{
  FakeRequest requests[50];

  fake_greet (fd, FALSE);
  for (guint i = 0; i < 50; i++)
    g_assert_true (fake_read (fd, &requests[i]));
  for (guint i = 50; i-- > 0;)
    fake_send (fd, FAKE_ATTRS, "uuw", requests[i].id, 1u, (guint64) requests[i].body[4]);
  fake_drain (fd);
}

static void
test_any_order (void)
{
  Fake *fake;
  PoplensSftp *sftp = conversation_start (answer_backwards, NULL, &fake);
  char names[50][2] = {{0}};
  const char *paths[50];
  PoplensFileInfo infos[50];
  int codes[50];

  for (guint i = 0; i < 50; i++) {
    names[i][0] = (char) (i + 1);
    paths[i] = names[i];
  }
  poplens_sftp_stat_many (sftp, paths, 50, TRUE, infos, codes, NULL);
  for (guint i = 0; i < 50; i++) {
    g_assert_cmpint (codes[i], ==, 0);
    g_assert_cmpuint (infos[i].size, ==, i + 1);
  }
  conversation_finish (sftp, fake);
}

/* Answers reads of a file of 100,000 bytes with at most @data bytes each. */
static void
answer_short (int fd, gpointer data)
{
  FakeRequest request;
  guint32 size = 100000, most = GPOINTER_TO_UINT (data);

  fake_greet (fd, FALSE);
  while (fake_read (fd, &request)) {
    g_assert_cmpuint (request.type, ==, FAKE_READ);
    guint32 offset = fake_number (request.body + 9), n = fake_number (request.body + 13);
    g_assert_cmpuint (n, <=, 32768);
    if (offset >= size)
      fake_send (fd, FAKE_STATUS, "uuss", request.id, 1u, "End of file", "");
    else
      fake_send (fd, FAKE_DATA, "ud", request.id, MIN (MIN (n, most), size - offset));
  }
}

static void
test_short_answers (void)
{
  static const guint pieces[] = {32768, 8192, 5000, 1500};

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    Fake *fake;
    PoplensSftp *sftp = conversation_start (answer_short, GUINT_TO_POINTER (pieces[i]), &fake);
    gsize got;
    g_assert_cmpuint (poplens_sftp_get_most (sftp), ==, 32768);
    g_assert_cmpint (read_and_wait (sftp, 65536, &got), ==, 0);
    g_assert_cmpuint (got, ==, 65536);
    g_assert_cmpint (read_and_wait (sftp, 200000, &got), ==, 0);
    g_assert_cmpuint (got, ==, 100000);
    conversation_finish (sftp, fake);
  }
}

static void
answer_limits (int fd, gpointer data)
{
  FakeRequest request;

  fake_greet (fd, TRUE);
  g_assert_true (fake_read (fd, &request));
  g_assert_cmpuint (request.type, ==, 200);
  if (data)
    fake_send (fd, FAKE_REPLY, "uwwww", request.id, (guint64) 70000, (guint64) 65536, (guint64) 0,
               (guint64) 0);
  else
    fake_send (fd, FAKE_STATUS, "uu", request.id, 8u);
  while (fake_read (fd, &request))
    fake_answer (fd, &request);
}

static void
test_limits (void)
{
  for (guint known = 0; known < 2; known++) {
    Fake *fake;
    PoplensSftp *sftp = conversation_start (answer_limits, GUINT_TO_POINTER (known), &fake);
    PoplensFileInfo info;
    g_assert_cmpint (poplens_sftp_stat (sftp, "/a", TRUE, &info, NULL), ==, 0);
    g_assert_cmpuint (poplens_sftp_get_most (sftp), ==, known ? 65536 : 32768);
    conversation_finish (sftp, fake);
  }
}

/* Lists names forever. @data: the name */
static void
answer_names (int fd, gpointer data)
{
  const char *name = data;
  FakeRequest request;

  fake_greet (fd, FALSE);
  while (fake_read (fd, &request))
    if (request.type == FAKE_READDIR)
      fake_send (fd, FAKE_NAME, "uussussu", request.id, 2u, name, "", 0u, name, "", 0u);
    else
      fake_answer (fd, &request);
}

static void
test_endless_names (void)
{
  static const struct {
    const char *name;
    guint n;
  } cases[] = {{"a", 1000}, {"..", 0}};
  g_autofree char *long_name = g_strnfill (60000, 'n');

  for (guint i = 0; i < 3; i++) {
    Fake *fake;
    gboolean is_long = i == 2;
    PoplensSftp *sftp =
        conversation_start (answer_names, is_long ? long_name : (char *) cases[i].name, &fake);
    g_autoptr (GPtrArray) entries = NULL;
    g_assert_cmpint (poplens_sftp_list (sftp, "/a", 1000, &entries, NULL), ==, 0);
    g_assert_cmpuint (entries->len, ==, is_long ? 8 * 1024 * 1024 / 60001 : cases[i].n);
    conversation_finish (sftp, fake);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/hostile/greetings", test_greetings);
  g_test_add_func ("/remote/hostile/breaches", test_breaches);
  g_test_add_func ("/remote/hostile/chance", test_chance);
  g_test_add_func ("/remote/hostile/any-order", test_any_order);
  g_test_add_func ("/remote/hostile/short-answers", test_short_answers);
  g_test_add_func ("/remote/hostile/limits", test_limits);
  g_test_add_func ("/remote/hostile/endless-names", test_endless_names);
  return g_test_run ();
}
