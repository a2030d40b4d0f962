/* Tests of ssh as a child process, played by scripts: arguments, prompts, exit and termination. */
#include "remote/ssh-child.h"

#include "base/error.h"
#include "remote/sftp.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Number of waits of 10 ms for something that certainly happens, even on a busy machine. */
#define MOST_WAITS 12000

typedef struct {
  char *folder, *program;
  PoplensAddress *address;
} SshFixture;

static void
ssh_set_up (SshFixture *self, gconstpointer data)
{
  self->folder = temp_dir_new ();
  self->program = g_build_filename (self->folder, "ssh", NULL);
  self->address = poplens_address_parse ("ssh://kim@gc-01:2222/data", NULL);
}

static void
ssh_tear_down (SshFixture *self, gconstpointer data)
{
  temp_dir_remove (self->folder);
  g_free (self->folder);
  g_free (self->program);
  poplens_address_free (self->address);
}

/* Starts a child that runs @script in the folder of the test. (transfer full) */
static PoplensSshChild *
start_child (SshFixture *self, const char *script, PoplensSshOptions options)
{
  g_autofree char *text =
      g_strdup_printf ("#!/bin/sh\ncd '%s' || exit 9\n%s\n", self->folder, script);
  g_autoptr (GError) error = NULL;

  g_free (temp_dir_write (self->folder, "ssh", text, -1));
  g_assert_cmpint (chmod (self->program, 0700), ==, 0);
  options.program = self->program;
  PoplensSshChild *child = poplens_ssh_child_new (self->address, &options, &error);
  g_assert_no_error (error);
  return child;
}

/* Waits for a file that the script writes, and returns its text. (transfer full) */
static char *
read_file (SshFixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  char *text = NULL;

  for (guint i = 0; i < MOST_WAITS && (!g_file_get_contents (path, &text, NULL, NULL) || !*text);
       i++) {
    g_clear_pointer (&text, g_free);
    g_usleep (10000);
  }
  g_assert_nonnull (text);
  return text;
}

/* TRUE if the process runs. A zombie counts as ended: in a container it may never be reaped. */
static gboolean
is_alive (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return FALSE;
  const char *name_end = strrchr (stat, ')');
  return name_end && !g_str_has_prefix (name_end, ") Z");
}

static void
wait_until_gone (pid_t pid)
{
  for (guint i = 0; i < MOST_WAITS && is_alive (pid); i++)
    g_usleep (10000);
  g_assert_false (is_alive (pid));
}

/* ---- what it is given ------------------------------------------------------------------------ */

#define FIXED                                                                                      \
  "-oClearAllForwardings=yes\n-oForwardAgent=no\n-oForwardX11=no\n-oPermitLocalCommand=no\n"       \
  "-oRemoteCommand=none\n-oRequestTTY=no\n-oEscapeChar=none\n"                                     \
  "-oServerAliveInterval=3\n-oServerAliveCountMax=3\n"
#define TELL_ARGUMENTS "printf '%s\\n' \"$@\" >arguments.new; mv arguments.new arguments"

static void
test_arguments (SshFixture *self, gconstpointer data)
{
  g_autoptr (PoplensSshChild) child = start_child (self, TELL_ARGUMENTS, (PoplensSshOptions){0});
  g_autofree char *arguments = read_file (self, "arguments");

  g_assert_cmpstr (arguments, ==, FIXED "-p2222\n-lkim\n-s\n--\ngc-01\nsftp\n");
}

static void
test_batch (SshFixture *self, gconstpointer data)
{
  PoplensSshOptions options = {.batch = TRUE, .control_path = "/run/a b/%C"};
  g_autoptr (PoplensSshChild) child = start_child (self, TELL_ARGUMENTS, options);
  g_autofree char *arguments = read_file (self, "arguments");

  g_assert_cmpstr (arguments, ==,
                   FIXED "-oBatchMode=yes\n-oControlMaster=auto\n-oControlPersist=10m\n"
                         "-oControlPath=\"/run/a b/%C\"\n-p2222\n-lkim\n-s\n--\ngc-01\nsftp\n");
}

/* POPLENS_SSH is the name of a program: no shell splits it into words. */
static void
test_program (SshFixture *self, gconstpointer data)
{
  PoplensSshOptions options = {0};
  g_autoptr (GError) error = NULL;

  g_setenv ("POPLENS_SSH", "ssh -v; touch x", TRUE);
  g_assert_null (poplens_ssh_child_new (self->address, &options, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "POPLENS_SSH"));
  g_clear_error (&error);
  poplens_ssh_child_free (start_child (self, "exit 0", options));
  g_setenv ("POPLENS_SSH", self->program, TRUE);
  g_autoptr (PoplensSshChild) child = poplens_ssh_child_new (self->address, &options, &error);
  g_assert_no_error (error);
  g_unsetenv ("POPLENS_SSH");
}

/* A program that is found but cannot be executed. */
static void
test_not_a_program (SshFixture *self, gconstpointer data)
{
  PoplensSshOptions options = {.program = self->program};
  g_autoptr (GError) error = NULL;

  g_free (temp_dir_write (self->folder, "ssh",
                          "\x7f"
                          "ELFx",
                          -1));
  g_assert_cmpint (chmod (self->program, 0700), ==, 0);
  g_assert_null (poplens_ssh_child_new (self->address, &options, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
}

static void
test_conversation (SshFixture *self, gconstpointer data)
{
  int in, out;
  PoplensFileInfo info;
  g_autoptr (GError) error = NULL;

  if (!g_file_test ("/usr/lib/openssh/sftp-server", G_FILE_TEST_IS_EXECUTABLE)) {
    g_test_skip ("/usr/lib/openssh/sftp-server is missing; install openssh-sftp-server");
    return;
  }
  g_autoptr (PoplensSshChild) child =
      start_child (self, "exec /usr/lib/openssh/sftp-server", (PoplensSshOptions){0});
  poplens_ssh_child_take_descriptors (child, &in, &out);
  g_autoptr (PoplensSftp) sftp = poplens_sftp_new ("gc-01", in, out, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (poplens_sftp_stat (sftp, self->program, TRUE, &info, NULL), ==, 0);
  g_clear_pointer (&child, poplens_ssh_child_free);
  while (!(error = poplens_sftp_get_error (sftp)))
    g_usleep (1000);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_assert_cmpint (poplens_sftp_stat (sftp, self->program, TRUE, &info, NULL), ==, ENOLINK);
}

/* Text that the host prints at login is reported, even if ssh succeeds. */
static void
test_ssh_noise (SshFixture *self, gconstpointer data)
{
  int in, out;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensSshChild) child = start_child (
      self, "echo Banner >&2; echo 'Welcome to gc-01'; exec cat", (PoplensSshOptions){0});

  poplens_ssh_child_take_descriptors (child, &in, &out);
  g_assert_null (poplens_sftp_new ("gc-01", in, out, NULL, &error));
  poplens_ssh_child_set_error (child, &error);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_assert_nonnull (strstr (error->message, "prints text at login (“Welcome to gc-01”)"));
}

/* In batch mode the child has a session of its own, so that it cannot prompt on the terminal. */
static void
test_session (SshFixture *self, gconstpointer data)
{
  static const char script[] = "cut -d' ' -f1,6 /proc/$$/stat >session.new; mv session.new session";
  pid_t pid, session;

  for (guint batch = 0; batch < 2; batch++) {
    g_autoptr (PoplensSshChild) child =
        start_child (self, script, (PoplensSshOptions){.batch = batch});
    g_autofree char *text = read_file (self, "session");
    g_autofree char *path = g_build_filename (self->folder, "session", NULL);
    g_assert_cmpint (sscanf (text, "%d %d", &pid, &session), ==, 2);
    g_assert_cmpint (session, ==, batch ? pid : getsid (0));
    unlink (path);
  }
}

/* ---- how it ends ----------------------------------------------------------------------------- */

/* Checks the error of a child that ends. Repeats the call until it has ended: each one waits up to
 * a second. @before: (nullable): an earlier error */
static void
check_ssh_error (SshFixture *self, const char *script, const char *before, const char *expected)
{
  g_autoptr (PoplensSshChild) child = start_child (self, script, (PoplensSshOptions){0});
  g_autoptr (GError) error =
      before ? g_error_new_literal (POPLENS_ERROR, POPLENS_ERROR_LINK, before) : NULL;
  guint n_asked = 0;

  do
    poplens_ssh_child_set_error (child, &error);
  while (strcmp (error->message, expected) && ++n_asked < 20);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_errors (SshFixture *self, gconstpointer data)
{
  check_ssh_error (
      self, "echo 'subsystem request failed on channel 0' >&2; exit 255", "lost",
      "kim@gc-01:2222 offers no SFTP; enable “Subsystem sftp” in its sshd_config, or copy "
      "the report");
  check_ssh_error (
      self, "echo 'sh: 1: /usr/lib/sftp-server: not found' >&2; exit 127", "lost",
      "kim@gc-01:2222 offers no SFTP; enable “Subsystem sftp” in its sshd_config, or copy "
      "the report");
  check_ssh_error (self, "echo 'Strange things' >&2; exit 255", "lost",
                   "Cannot connect to kim@gc-01:2222: ssh says “Strange things”");
  check_ssh_error (self, "echo Banner >&2; exit 0", "noise", "noise");
  check_ssh_error (self, "exit 255", "lost", "lost");
  check_ssh_error (self, "exit 0", NULL, "The connection to kim@gc-01:2222 was lost");
  check_ssh_error (self, "kill -9 $$", "lost",
                   "The connection to kim@gc-01:2222 was lost (ssh ended by signal 9)");
}

/* A child that keeps running does not block the call, which leaves the error unchanged. */
static void
test_goes_on (SshFixture *self, gconstpointer data)
{
  g_autoptr (PoplensSshChild) child =
      start_child (self, "echo $$ >pid; exec sleep 1000", (PoplensSshOptions){0});
  g_autofree char *text = read_file (self, "pid");
  g_autoptr (GError) error = g_error_new_literal (POPLENS_ERROR, POPLENS_ERROR_LINK, "noise");

  poplens_ssh_child_set_error (child, &error);
  g_assert_cmpstr (error->message, ==, "noise");
  g_assert_true (is_alive (atoi (text)));
}

/* The exit is detected even if an orphaned process holds the other end of stderr. */
static void
test_left_behind (SshFixture *self, gconstpointer data)
{
  check_ssh_error (self, "sleep 30 & echo 'Strange things' >&2; exit 255", "lost",
                   "Cannot connect to kim@gc-01:2222: ssh says “Strange things”");
}

/* Only the last messages are stored, and the child is never blocked by its stderr. */
static void
test_flood (SshFixture *self, gconstpointer data)
{
  g_autoptr (PoplensSshChild) child =
      start_child (self, "yes 'much to say' | head -n 800000 >&2; echo last >&2; exit 255",
                   (PoplensSshOptions){0});
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20 && !(error && strstr (error->message, "last")); i++) {
    g_clear_error (&error);
    poplens_ssh_child_set_error (child, &error);
  }
  g_assert_cmpstr (error->message, ==,
                   "Cannot connect to kim@gc-01:2222: ssh says “much to say; last”");
  g_autofree char *words = poplens_ssh_child_get_words (child);
  g_assert_cmpuint (strlen (words), ==, 8192);
  g_assert_true (g_str_has_suffix (words, "much to say\nlast\n"));
}

/* ---- how it is ended ------------------------------------------------------------------------- */

static void
check_ended (SshFixture *self, const char *script, PoplensSshOptions options)
{
  g_autofree char *path = g_build_filename (self->folder, "pid", NULL);
  PoplensSshChild *child = start_child (self, script, options);
  g_autofree char *text = read_file (self, "pid");

  poplens_ssh_child_free (child);
  wait_until_gone (atoi (text));
  unlink (path);
}

static void
test_free (SshFixture *self, gconstpointer data)
{
  check_ended (self, "echo $$ >pid; exec sleep 100", (PoplensSshOptions){0});
  check_ended (self, "echo $$ >pid; exec sleep 100", (PoplensSshOptions){.batch = TRUE});
  /* A child that ignores SIGTERM. */
  check_ended (self, "trap '' TERM; echo $$ >pid; while :; do sleep 1; done",
               (PoplensSshOptions){.batch = TRUE});
  /* A process that it started, such as ssh for a jump host. */
  check_ended (self, "sleep 100 & echo $! >pid; wait", (PoplensSshOptions){.batch = TRUE});
}

/* The child does not outlive the program, however that ends. */
static void
test_parent_dies (SshFixture *self, gconstpointer data)
{
  if (g_test_subprocess ()) {
    start_child (self,
                 "echo $$ >\"$POPLENS_TEST_PID.new\"; mv \"$POPLENS_TEST_PID.new\" "
                 "\"$POPLENS_TEST_PID\"; exec sleep 100",
                 (PoplensSshOptions){0});
    while (!g_file_test (g_getenv ("POPLENS_TEST_PID"), G_FILE_TEST_EXISTS))
      g_usleep (10000);
    kill (getpid (), SIGKILL);
  }
  g_autofree char *path = g_build_filename (self->folder, "pid", NULL);
  g_setenv ("POPLENS_TEST_PID", path, TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_autofree char *text = read_file (self, "pid");
  wait_until_gone (atoi (text));
  g_unsetenv ("POPLENS_TEST_PID");
}

/* ---- what it asks ---------------------------------------------------------------------------- */

typedef struct {
  pthread_mutex_t lock;
  GString *log; /* "kind destination text|" for each prompt */
  const char *answer;
  guint n_cancelled, n_destroyed;
} Person;

static void
log_prompt (Person *self, const PoplensPrompt *prompt)
{
  pthread_mutex_lock (&self->lock);
  g_string_append_printf (self->log, "%d %s %s%s|", prompt->kind, prompt->destination, prompt->text,
                          prompt->again ? " (again)" : "");
  pthread_mutex_unlock (&self->lock);
}

static char *
answer_prompt (const PoplensPrompt *prompt, GCancellable *cancellable, gpointer data)
{
  Person *self = data;

  log_prompt (self, prompt);
  return g_strdup (self->answer);
}

/* Waits to be cancelled, as a notice does. */
static char *
wait_prompt (const PoplensPrompt *prompt, GCancellable *cancellable, gpointer data)
{
  Person *self = data;

  log_prompt (self, prompt);
  for (guint i = 0; i < MOST_WAITS && !g_cancellable_is_cancelled (cancellable); i++)
    g_usleep (10000);
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  pthread_mutex_lock (&self->lock);
  self->n_cancelled++;
  pthread_mutex_unlock (&self->lock);
  return NULL;
}

static void
destroy_person (gpointer data)
{
  Person *self = data;

  pthread_mutex_lock (&self->lock);
  self->n_destroyed++;
  pthread_mutex_unlock (&self->lock);
}

static guint
read_count (Person *self, const guint *count)
{
  pthread_mutex_lock (&self->lock);
  guint n = *count;
  pthread_mutex_unlock (&self->lock);
  return n;
}

static void
wait_for_count (Person *self, const guint *count)
{
  for (guint i = 0; i < MOST_WAITS && !read_count (self, count); i++)
    g_usleep (10000);
  g_assert_cmpuint (read_count (self, count), ==, 1);
}

static void
check_prompt (SshFixture *self, const char *script, PoplensPromptFunc prompt, const char *answer,
              const char *expected, const char *said)
{
  Person person = {PTHREAD_MUTEX_INITIALIZER, g_string_new (NULL), answer};
  PoplensSshOptions options = {
      .prompt = prompt, .prompt_data = &person, .prompt_destroy = destroy_person};
  PoplensSshChild *child = start_child (self, script, options);
  g_autofree char *path = g_build_filename (self->folder, "said", NULL);
  g_autofree char *text = read_file (self, "said");

  g_assert_cmpstr (text, ==, said);
  poplens_ssh_child_free (child);
  wait_for_count (&person, &person.n_destroyed);
  g_assert_cmpstr (person.log->str, ==, expected);
  g_assert_cmpuint (person.n_cancelled, ==, prompt == wait_prompt);
  g_string_free (person.log, TRUE);
  unlink (path);
}

#define ASK(question)                                                                              \
  "answer=$(\"$SSH_ASKPASS\" " question "); echo \"$? $answer\" >said.new; mv said.new said; "     \
  "sleep 100"

static void
test_prompts (SshFixture *self, gconstpointer data)
{
  check_prompt (self, ASK ("\"Enter passphrase for key '/k': \""), answer_prompt, "a b'\"ü%s",
                "0 kim@gc-01:2222 Enter passphrase for key '/k':|", "0 a b'\"ü%s\n");
  check_prompt (self, ASK ("\"kim@gc-01's password: \""), answer_prompt, "",
                "0 kim@gc-01:2222 kim@gc-01's password:|", "0 \n");
  check_prompt (self, ASK ("\"kim@gc-01's password: \""), answer_prompt, NULL,
                "0 kim@gc-01:2222 kim@gc-01's password:|", "1 \n");
  check_prompt (self,
                ASK ("\"$(printf 'ED25519 key is X.\\nAre you sure you want to continue connecting "
                     "(yes/no/[fingerprint])? ')\""),
                answer_prompt, "yes",
                "1 kim@gc-01:2222 ED25519 key is X.\nAre you sure you want to continue connecting "
                "(yes/no/[fingerprint])?|",
                "0 yes\n");
  check_prompt (self, "export SSH_ASKPASS_PROMPT=confirm\n" ASK ("'Allow?'"), answer_prompt, "no",
                "1 kim@gc-01:2222 Allow?|", "0 no\n");
}

/* A prompt that one ssh repeats is marked as such; a nested ssh, as for a jump host, has prompts of
 * its own. */
static void
test_asked_again (SshFixture *self, gconstpointer data)
{
  check_prompt (self,
                "ask () { \"$SSH_ASKPASS\" \"$1: \" >/dev/null; }\n"
                "ask a; ask b; ask a; (ask a; ask b; ask b)\necho asked >said; sleep 100",
                answer_prompt, "x",
                "0 kim@gc-01:2222 a:|0 kim@gc-01:2222 b:|0 kim@gc-01:2222 a: (again)|"
                "0 kim@gc-01:2222 a:|0 kim@gc-01:2222 b:|0 kim@gc-01:2222 b: (again)|",
                "asked\n");
}

/* A notice is cancelled when ssh ends its helper. */
static void
test_notice (SshFixture *self, gconstpointer data)
{
  check_prompt (self,
                "SSH_ASKPASS_PROMPT=none \"$SSH_ASKPASS\" 'Touch your key' &\n"
                "sleep 0.3; kill $!; sleep 0.3; echo over >said; sleep 100",
                wait_prompt, NULL, "2 kim@gc-01:2222 Touch your key|", "over\n");
}

/* Ending the child cancels its prompts, without waiting for them. */
static void
test_ended_while_asking (SshFixture *self, gconstpointer data)
{
  check_prompt (self, "\"$SSH_ASKPASS\" 'Password: ' &\nsleep 0.5; echo asks >said; wait",
                wait_prompt, NULL, "0 kim@gc-01:2222 Password:|", "asks\n");
}

/* Text of prompts comes from the server: it is never interpreted. */
static void
test_hostile_question (SshFixture *self, gconstpointer data)
{
  Person person = {PTHREAD_MUTEX_INITIALIZER, g_string_new (NULL), "x"};
  PoplensSshOptions options = {
      .prompt = answer_prompt, .prompt_data = &person, .prompt_destroy = destroy_person};
  PoplensSshChild *child =
      start_child (self, ASK ("\"$(printf '\\033[2J\\377%09000d' 7)\""), options);
  g_autofree char *text = read_file (self, "said");

  g_assert_cmpstr (text, ==, "0 x\n");
  poplens_ssh_child_free (child);
  wait_for_count (&person, &person.n_destroyed);
  g_assert_true (g_str_has_prefix (person.log->str, "0 kim@gc-01:2222 \\x1b[2J\xef\xbf\xbd"
                                                    "000"));
  g_assert_cmpint (g_utf8_strlen (person.log->str, -1), ==, 500 + strlen ("0 kim@gc-01:2222 |"));
  g_string_free (person.log, TRUE);
}

/* The socket and its folder are private, and deleted at the end. The answer is neither in ssh's
 * environment nor in its arguments. */
static void
test_private (SshFixture *self, gconstpointer data)
{
  Person person = {PTHREAD_MUTEX_INITIALIZER, g_string_new (NULL), "hunter2"};
  PoplensSshOptions options = {
      .prompt = answer_prompt, .prompt_data = &person, .prompt_destroy = destroy_person};
  PoplensSshChild *child = start_child (self,
                                        "\"$SSH_ASKPASS\" 'Password: ' >/dev/null; (cat "
                                        "/proc/$$/environ; printf '%s' \"$@\") | grep -c "
                                        "hunter2 >count; stat -c %a \"$POPLENS_ASKPASS_SOCKET\" "
                                        "\"$(dirname \"$POPLENS_ASKPASS_SOCKET\")\" "
                                        ">said.new; echo \"$SSH_ASKPASS_REQUIRE $(cat count) "
                                        "$POPLENS_ASKPASS_SOCKET\" >>said.new; mv "
                                        "said.new said; sleep 100",
                                        options);
  g_autofree char *text = read_file (self, "said");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpstr (lines[0], ==, "600");
  g_assert_cmpstr (lines[1], ==, "700");
  g_assert_true (g_str_has_prefix (lines[2], "force 0 /"));
  g_autofree char *socket = g_strdup (lines[2] + strlen ("force 0 "));
  g_autofree char *folder = g_path_get_dirname (socket);
  g_assert_true (g_file_test (socket, G_FILE_TEST_EXISTS));
  g_autofree char *words = poplens_ssh_child_get_words (child);
  g_assert_cmpstr (words, ==, "");
  poplens_ssh_child_free (child);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  wait_for_count (&person, &person.n_destroyed);
  g_string_free (person.log, TRUE);
}

#define ADD(name, function)                                                                        \
  g_test_add ("/remote/ssh-child/" name, SshFixture, NULL, ssh_set_up, function, ssh_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("arguments", test_arguments);
  ADD ("batch", test_batch);
  ADD ("program", test_program);
  ADD ("not-a-program", test_not_a_program);
  ADD ("conversation", test_conversation);
  ADD ("noise", test_ssh_noise);
  ADD ("session", test_session);
  ADD ("errors", test_errors);
  ADD ("goes-on", test_goes_on);
  ADD ("left-behind", test_left_behind);
  ADD ("flood", test_flood);
  ADD ("free", test_free);
  ADD ("parent-dies", test_parent_dies);
  ADD ("prompts", test_prompts);
  ADD ("asked-again", test_asked_again);
  ADD ("notice", test_notice);
  ADD ("ended-while-asking", test_ended_while_asking);
  ADD ("hostile-question", test_hostile_question);
  ADD ("private", test_private);
  return g_test_run ();
}
