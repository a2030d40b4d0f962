/* Runs ssh as a child process: arguments, start, its messages, and how it ended. */
#include "remote/ssh-child.h"

#include "base/error.h"
#include "remote/askpass.h"
#include "remote/ssh-words.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_WORDS 8192
#define SOCKET_BYTES (4 * 1024 * 1024)
#define MOMENT_MS 1000 /* ms in which a child has to end */
#define MOST_LEFT 64   /* most reads after the child's end; enough to empty a full pipe */
#define LOOK_MS 20     /* ms between checks whether the child has ended */

struct _PoplensSshChild {
  int life; /* references: one by the owner, one by the thread; atomic */
  PoplensAddress *address;
  gboolean own_session;
  PoplensSshAsked asked; /* whether ssh can ask the user; rejected answers: see .askpass */
  char *program;
  char **argv, **environment;
  PoplensAskpass *askpass; /* (nullable): NULL if ssh cannot ask the user through this program */
  int ours, theirs;        /* ends of the socket pair; −1 once closed or passed on */
  int wake;                /* an eventfd: makes the thread check whether the child has ended */
  pthread_mutex_t lock;
  pthread_cond_t changed;

  /* Protected by the lock. */
  gboolean started;
  int failure; /* errno if the child could not be started */
  pid_t pid;
  gboolean reaped, ended, unwanted;
  int status; /* exit status, from waitpid () */
  GString *words;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static void
add_argument (GPtrArray *arguments, const char *text)
{
  g_ptr_array_add (arguments, g_strdup (text));
}

/* Returns ssh's arguments. They leave the user's settings of host keys and login keys as they are.
 * ssh gives up if the host is silent for 12 s. */
static char **
make_arguments (const PoplensAddress *address, const PoplensSshOptions *options)
{
  static const char *const fixed[] = {
      "-oClearAllForwardings=yes", "-oForwardAgent=no",       "-oForwardX11=no",
      "-oPermitLocalCommand=no",   "-oRemoteCommand=none",    "-oRequestTTY=no",
      "-oEscapeChar=none",         "-oServerAliveInterval=3", "-oServerAliveCountMax=3"};
  GPtrArray *arguments = g_ptr_array_new ();

  add_argument (arguments, "ssh");
  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    add_argument (arguments, fixed[i]);
  /* Connecting through a jump host includes the time in which the user answers questions. So
   * .patience should be 0 if the user can be asked. */
  if (options->patience)
    g_ptr_array_add (arguments, g_strdup_printf ("-oConnectTimeout=%u", options->patience));
  if (options->batch)
    add_argument (arguments, "-oBatchMode=yes");
  if (options->control_path) {
    add_argument (arguments, "-oControlMaster=auto");
    add_argument (arguments, "-oControlPersist=10m");
    g_ptr_array_add (arguments, g_strdup_printf ("-oControlPath=\"%s\"", options->control_path));
  }
  if (address->port)
    g_ptr_array_add (arguments, g_strdup_printf ("-p%u", address->port));
  if (address->user)
    g_ptr_array_add (arguments, g_strdup_printf ("-l%s", address->user));
  add_argument (arguments, "-s");
  add_argument (arguments, "--");
  add_argument (arguments, address->host);
  add_argument (arguments, "sftp");
  g_ptr_array_add (arguments, NULL);
  return (char **) g_ptr_array_free (arguments, FALSE);
}

/* Returns the path of ssh. NULL with @error. (transfer full) (nullable) */
static char *
find_program (const PoplensSshOptions *options, GError **error)
{
  const char *named = options->program ? options->program : g_getenv ("POPLENS_SSH");
  char *found = g_find_program_in_path (named && *named ? named : "ssh");

  if (!found && named && *named)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                 "ssh “%s” was not found; correct POPLENS_SSH", named);
  else if (!found)
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                         "ssh was not found; install OpenSSH's client, or set POPLENS_SSH");
  return found;
}

/* ---- the child's side ------------------------------------------------------------------------ */

/* Resets signal handlers. Between fork () and exec (), only async-signal-safe functions (POSIX) and
 * prctl () are allowed. */
static void
become_default (void)
{
  struct sigaction action;
  sigset_t none;

  for (int number = 1; number < NSIG; number++)
    if (!sigaction (number, NULL, &action) && (number == SIGPIPE || action.sa_handler != SIG_IGN)) {
      action.sa_handler = SIG_DFL;
      action.sa_flags = 0;
      sigaction (number, &action, NULL);
    }
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

/* Replaces this process by ssh. On failure, writes the errno to @told. On success, exec () closes
 * @told. */
G_NORETURN static void
run_program (PoplensSshChild *self, pid_t parent, int words, int told)
{
  int socket = fcntl (self->theirs, F_DUPFD_CLOEXEC, 3);
  int errors = fcntl (words, F_DUPFD_CLOEXEC, 3);
  int failure;

  /* In a session of its own, ssh has no terminal: it asks only through askpass, and Ctrl+C for this
   * program does not reach it. */
  if (self->own_session)
    setsid ();
  /* End the child if this program is killed: the kernel sends SIGTERM when the thread that called
   * fork () ends. Otherwise that thread waits for the child. */
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != parent)
    _exit (127);
  become_default ();
  if (dup2 (socket, 0) == 0 && dup2 (socket, 1) == 1 && dup2 (errors, 2) == 2)
    execve (self->program, self->argv, self->environment);
  failure = errno;
  if (write (told, &failure, sizeof failure) < 0)
    _exit (126);
  _exit (127);
}

/* ---- parent side, on a thread that lives as long as the child -------------------------------- */

static void
ssh_child_release (PoplensSshChild *self)
{
  if (!g_atomic_int_dec_and_test (&self->life))
    return;
  if (self->ours >= 0)
    close (self->ours);
  if (self->theirs >= 0)
    close (self->theirs);
  close (self->wake);
  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->changed);
  g_clear_pointer (&self->askpass, poplens_askpass_free);
  poplens_address_free (self->address);
  g_string_free (self->words, TRUE);
  g_strfreev (self->argv);
  g_strfreev (self->environment);
  g_free (self->program);
  g_free (self);
}

/* Starts the child. Returns the read end of its stderr; −1 if it could not be started. */
static int
start_child (PoplensSshChild *self)
{
  int words[2] = {-1, -1}, told[2] = {-1, -1}, failure = 0;
  pid_t parent = getpid (), pid = -1;
  sigset_t all, before;

  if (pipe2 (words, O_CLOEXEC) < 0 || pipe2 (told, O_CLOEXEC) < 0) {
    failure = errno;
  } else {
    /* No signal handler of ours may run in the child. */
    sigfillset (&all);
    pthread_sigmask (SIG_SETMASK, &all, &before);
    pid = fork ();
    if (pid == 0)
      run_program (self, parent, words[1], told[1]);
    failure = pid < 0 ? errno : 0;
    pthread_sigmask (SIG_SETMASK, &before, NULL);
    close (words[1]);
    close (told[1]);
    if (pid > 0 && read (told[0], &failure, sizeof failure) > 0)
      waitpid (pid, NULL, 0);
    close (told[0]);
  }
  close (self->theirs);
  self->theirs = -1;
  pthread_mutex_lock (&self->lock);
  self->started = TRUE;
  self->pid = pid;
  self->failure = failure;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
  if (!failure)
    return words[0];
  close (words[0]);
  return -1;
}

/* Reads messages of the child, keeping the last ones. FALSE at the end of the stream. */
static gboolean
take_words (PoplensSshChild *self, int from)
{
  char bytes[4096];
  gssize n = read (from, bytes, sizeof bytes);

  if (n <= 0)
    return n < 0 && errno == EINTR;
  pthread_mutex_lock (&self->lock);
  g_string_append_len (self->words, bytes, n);
  if (self->words->len > MOST_WORDS)
    g_string_erase (self->words, 0, (gssize) (self->words->len - MOST_WORDS));
  pthread_mutex_unlock (&self->lock);
  return TRUE;
}

/* Sends a signal to the child, if it runs. If the child has its own session, its jump hosts and
 * helpers get the signal, too. Called with the lock held. */
static void
kill_locked (PoplensSshChild *self, int signal_number)
{
  if (self->started && !self->failure && !self->reaped)
    kill (self->own_session ? -self->pid : self->pid, signal_number);
}

/* Gets the exit status of the child without waiting. TRUE if the child has ended. @kills: sends
 * SIGKILL if the child still runs */
static gboolean
reap (PoplensSshChild *self, gboolean kills)
{
  int status = 0;

  pthread_mutex_lock (&self->lock);
  pid_t pid = waitpid (self->pid, &status, WNOHANG);
  /* ECHILD: this program ignores SIGCHLD, so the exit status is lost. With status 255, ssh's
   * messages explain the end. */
  if (pid == self->pid || (pid < 0 && errno == ECHILD)) {
    self->status = pid < 0 ? W_EXITCODE (255, 0) : status;
    self->reaped = TRUE;
  } else if (kills) {
    kill_locked (self, SIGKILL);
  }
  gboolean reaped = self->reaped;
  pthread_mutex_unlock (&self->lock);
  return reaped;
}

/* Reads the last messages of the child, then wakes waiting threads. The number of reads is limited,
 * because a process that the child started may keep writing. */
static void
tell_ended (PoplensSshChild *self, int words)
{
  for (guint i = 0; words >= 0 && i < MOST_LEFT; i++) {
    struct pollfd polled = {words, POLLIN, 0};
    if (poll (&polled, 1, 0) <= 0 || !take_words (self, words))
      break;
  }
  pthread_mutex_lock (&self->lock);
  self->ended = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

static gboolean
is_unwanted (PoplensSshChild *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean unwanted = self->unwanted;
  pthread_mutex_unlock (&self->lock);
  return unwanted;
}

/* Reads messages until the child has ended. Checks for its end after the eventfd was signalled, and
 * after the end of stderr. stderr alone tells nothing: a process that the child started may keep it
 * open. */
static void
attend (PoplensSshChild *self, int words)
{
  gint64 until = 0, kill_at = G_MAXINT64;
  eventfd_t rung;

  for (;;) {
    gboolean is_looked_for = g_get_monotonic_time () < until;
    int pause = is_looked_for ? LOOK_MS : words < 0 ? MOMENT_MS : -1;
    struct pollfd polled[] = {{words, POLLIN, 0}, {self->wake, POLLIN, 0}};
    if (poll (polled, 2, pause) < 0)
      continue;
    if (polled[0].revents && !take_words (self, words)) {
      close (words);
      words = -1;
    }
    if (polled[1].revents && !eventfd_read (self->wake, &rung)) {
      until = g_get_monotonic_time () + 2 * MOMENT_MS * 1000;
      if (kill_at == G_MAXINT64 && is_unwanted (self))
        kill_at = g_get_monotonic_time () + MOMENT_MS * 1000;
    }
    if ((pause >= 0 || words < 0) && reap (self, g_get_monotonic_time () > kill_at))
      break;
  }
  tell_ended (self, words);
  if (words >= 0)
    close (words);
}

static void *
run_child (void *data)
{
  PoplensSshChild *self = data;

  pthread_setname_np (pthread_self (), "ssh");
  int words = start_child (self);
  if (words >= 0)
    attend (self, words);
  ssh_child_release (self);
  return NULL;
}

/* TRUE if ssh itself can ask the user: on the terminal, or by the user's askpass. */
static gboolean
can_ask (void)
{
  static const char *const variables[] = {"DISPLAY", "WAYLAND_DISPLAY", "SSH_ASKPASS_REQUIRE"};
  int terminal = open ("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

  if (terminal >= 0)
    close (terminal);
  for (guint i = 0; i < G_N_ELEMENTS (variables) && terminal < 0; i++) {
    const char *value = g_getenv (variables[i]);
    if (value && *value)
      return TRUE;
  }
  return terminal >= 0;
}

/* ---- the object ------------------------------------------------------------------------------ */

static gboolean
make_socket (PoplensSshChild *self, GError **error)
{
  int ends[2], size = SOCKET_BYTES;

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK, "Cannot start ssh: %s",
                 g_strerror (errno));
    return FALSE;
  }
  for (guint i = 0; i < 2; i++) {
    setsockopt (ends[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    setsockopt (ends[i], SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  }
  self->ours = ends[0];
  self->theirs = ends[1];
  return TRUE;
}

/* Creates ssh's environment, with an askpass program if the user can be asked. Takes ownership of
 * .prompt_data, on failure too. */
static gboolean
make_environment (PoplensSshChild *self, const PoplensSshOptions *options, GError **error)
{
  g_autofree char *destination = poplens_address_get_destination (self->address);

  self->environment = g_get_environ ();
  if (options->batch || !options->prompt) {
    if (options->prompt_destroy)
      options->prompt_destroy (options->prompt_data);
    return TRUE;
  }
  self->askpass = poplens_askpass_new (destination, options->prompt, options->prompt_data,
                                       options->prompt_destroy, error);
  if (!self->askpass)
    return FALSE;
  self->environment = poplens_askpass_extend (self->askpass, self->environment);
  return TRUE;
}

/* Starts the thread, which starts the child, and waits until the child runs. FALSE with @error. */
static gboolean
launch (PoplensSshChild *self, GError **error)
{
  pthread_t thread;

  g_atomic_int_inc (&self->life);
  if (pthread_create (&thread, NULL, run_child, self) != 0)
    g_error ("no thread can be started"); /* abort, as g_thread_new () does on failure */
  pthread_detach (thread);
  pthread_mutex_lock (&self->lock);
  while (!self->started)
    pthread_cond_wait (&self->changed, &self->lock);
  int failure = self->failure;
  pthread_mutex_unlock (&self->lock);
  if (failure)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot start %s: %s",
                 self->program, g_strerror (failure));
  return !failure;
}

PoplensSshChild *
poplens_ssh_child_new (const PoplensAddress *address, const PoplensSshOptions *options,
                       GError **error)
{
  PoplensSshChild *self = g_new0 (PoplensSshChild, 1);

  self->life = 1;
  self->address = poplens_address_copy (address);
  self->asked = options->held_back                                    ? POPLENS_SSH_HELD_BACK
                : options->batch || (!options->prompt && !can_ask ()) ? POPLENS_SSH_UNASKED
                                                                      : POPLENS_SSH_ASKED;
  self->own_session = options->batch || options->prompt;
  self->argv = make_arguments (address, options);
  self->ours = self->theirs = -1;
  self->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  self->words = g_string_new (NULL);
  pthread_condattr_t attributes;
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &attributes);
  pthread_condattr_destroy (&attributes);
  if (make_environment (self, options, error) && (self->program = find_program (options, error)) &&
      make_socket (self, error) && launch (self, error))
    return self;
  ssh_child_release (self);
  return NULL;
}

void
poplens_ssh_child_take_descriptors (PoplensSshChild *self, int *in, int *out)
{
  *in = self->ours;
  *out = fcntl (self->ours, F_DUPFD_CLOEXEC, 3);
  self->ours = -1;
}

/* ---- how it ended ---------------------------------------------------------------------------- */

static gboolean
wait_for_end (PoplensSshChild *self, int *status)
{
  struct timespec until;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_sec += MOMENT_MS / 1000;
  eventfd_write (self->wake, 1);
  pthread_mutex_lock (&self->lock);
  while (!self->ended && !pthread_cond_timedwait (&self->changed, &self->lock, &until))
    ;
  gboolean ended = self->ended;
  *status = self->status;
  pthread_mutex_unlock (&self->lock);
  return ended;
}

static char *
copy_words (PoplensSshChild *self)
{
  pthread_mutex_lock (&self->lock);
  char *words = g_strdup (self->words->str);
  pthread_mutex_unlock (&self->lock);
  return words;
}

/* Returns why ssh ended. Status 255 is a failure of ssh itself; any other status comes from the
 * server. (transfer full) (nullable): NULL if ssh gives no reason */
static char *
explain_status (PoplensSshChild *self, int status)
{
  g_autofree char *words = copy_words (self);
  g_autofree char *to = poplens_address_get_destination (self->address);

  if (WIFSIGNALED (status) && WTERMSIG (status) == SIGPIPE)
    return NULL; /* no reason: this program closed the socket first */
  if (WIFSIGNALED (status))
    return g_strdup_printf ("The connection to %s was lost (ssh ended by signal %d)", to,
                            WTERMSIG (status));
  switch (WEXITSTATUS (status)) {
  case 255:
    return poplens_ssh_words_explain (words, self->address,
                                      self->askpass && poplens_askpass_was_in_vain (self->askpass)
                                          ? POPLENS_SSH_IN_VAIN
                                          : self->asked);
  case 126:
  case 127:
    return poplens_ssh_words_without_sftp (self->address);
  default:
    return NULL;
  }
}

void
poplens_ssh_child_set_error (PoplensSshChild *self, GError **error)
{
  int status;
  g_autofree char *to = poplens_address_get_destination (self->address);
  g_autofree char *reason = wait_for_end (self, &status) ? explain_status (self, status) : NULL;

  if (!error || (!reason && *error))
    return;
  g_clear_error (error);
  if (reason)
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_LINK, reason);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK, "The connection to %s was lost", to);
}

char *
poplens_ssh_child_get_words (PoplensSshChild *self)
{
  g_autofree char *words = copy_words (self);

  return poplens_ssh_words_visible (words);
}

void
poplens_ssh_child_free (PoplensSshChild *self)
{
  pthread_mutex_lock (&self->lock);
  self->unwanted = TRUE;
  kill_locked (self, SIGTERM);
  pthread_mutex_unlock (&self->lock);
  eventfd_write (self->wake, 1);
  g_clear_pointer (&self->askpass, poplens_askpass_free);
  ssh_child_release (self);
}
