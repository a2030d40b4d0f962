/* Listens on a socket for ssh's questions, which the helper poplens-askpass sends. A thread for
 * each question asks the user. */
#include "remote/askpass.h"

#include "base/error.h"
#include "remote/ssh-words.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define HELPER "poplens-askpass"
#define MOST_CALLS 8           /* most questions that are answered at the same time */
#define LONGEST_QUESTION 65536 /* most bytes of a question that are read */
#define LONGEST_SHOWN 500      /* most characters of a question that the user sees */

struct _PoplensAskpass {
  char *destination, *helper, *folder, *path;
  PoplensPromptFunc prompt;
  gpointer data;
  GDestroyNotify destroy;
  int listener;
  /* eventfd that wakes the listening thread: the object was closed, or a worker is done */
  int wake;
  pthread_mutex_t lock;
  gboolean closed;   /* protected by .lock */
  GHashTable *asked; /* set of all questions so far, each with the ID of its ssh process in front */
  /* TRUE if the last passphrase was given for a repeated question; protected by .lock */
  gboolean in_vain;
  GPtrArray *calls; /* Call: questions in progress; used by the listening thread only */
};

/* A question in progress. The listening thread owns the descriptor; a worker reads the question,
 * asks, and writes the answer. */
typedef struct {
  PoplensAskpass *askpass;
  int fd;
  GCancellable *cancellable;
  gboolean
      hung_up;   /* TRUE if ssh no longer waits for the answer; used by the listening thread only */
  gboolean done; /* TRUE if the worker has finished; protected by the lock */
} Call;

/* ---- questions ------------------------------------------------------------------------------- */

/* Returns the kind of question. @hint: SSH_ASKPASS_PROMPT, @text: the question */
static PoplensPromptKind
askpass_kind (const char *hint, const char *text)
{
  if (!strcmp (hint, "none"))
    return POPLENS_PROMPT_NOTICE;
  if (!strcmp (hint, "confirm") || strstr (text, "Are you sure you want to continue connecting") ||
      strstr (text, "Please type 'yes', 'no'"))
    return POPLENS_PROMPT_CONFIRM;
  return POPLENS_PROMPT_SECRET;
}

/* Returns a question as it is shown to the user. (transfer full) */
static char *
askpass_visible (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *shown = poplens_ssh_words_visible (stripped);

  if (g_utf8_strlen (shown, -1) > LONGEST_SHOWN)
    *g_utf8_offset_to_pointer (shown, LONGEST_SHOWN) = '\0';
  return shown;
}

/* Reads two NUL-terminated texts. Returns the first. @second: (out): the second, inside the same
 * memory. (transfer full) (nullable): NULL if they are too long or incomplete */
static char *
read_question (int fd, const char **second)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 piece[4096];
  guint ends = 0;

  while (ends < 2) {
    gssize n = read (fd, piece, sizeof piece);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0 || bytes->len + (gsize) n > LONGEST_QUESTION)
      return NULL;
    for (gssize i = 0; i < n; i++)
      ends += !piece[i];
    g_byte_array_append (bytes, piece, (guint) n);
  }
  char *first = (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
  *second = first + strlen (first) + 1;
  return first;
}

/* Returns the process id of the ssh that runs the helper at the other end of @fd; 0: unknown. It
 * distinguishes questions for several jump hosts: each has an ssh of its own. */
static int
asking_process (int fd)
{
  struct ucred peer;
  socklen_t size = sizeof peer;
  g_autofree char *status = NULL;
  int parent = 0;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    return 0;
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) peer.pid);
  if (g_file_get_contents (path, &status, NULL, NULL))
    /* "%*[^)]" skips the name of the helper, which has no ")". */
    sscanf (status, "%*d (%*[^)]) %*c %d", &parent);
  return parent;
}

/* TRUE if the same ssh asked the same question before. */
static gboolean
is_asked_again (Call *call, const char *text)
{
  PoplensAskpass *askpass = call->askpass;
  int process = asking_process (call->fd);

  if (!process)
    return FALSE;
  pthread_mutex_lock (&askpass->lock);
  gboolean again = !g_hash_table_add (askpass->asked, g_strdup_printf ("%d %s", process, text));
  pthread_mutex_unlock (&askpass->lock);
  return again;
}

/* Sends "+" and the answer. */
static void
send_answer (int fd, const char *answer)
{
  gsize left = strlen (answer);

  if (send (fd, "+", 1, MSG_NOSIGNAL) != 1)
    return;
  while (left) {
    gssize n = send (fd, answer, left, MSG_NOSIGNAL);
    if (n <= 0)
      return;
    answer += n;
    left -= (gsize) n;
  }
}

static void
answer_call (Call *call)
{
  const char *text;
  g_autofree char *hint = read_question (call->fd, &text);

  if (!hint)
    return;
  g_autofree char *shown = askpass_visible (text);
  PoplensPrompt prompt = {askpass_kind (hint, text), call->askpass->destination, shown,
                          is_asked_again (call, text)};
  char *answer = call->askpass->prompt (&prompt, call->cancellable, call->askpass->data);
  if (prompt.kind == POPLENS_PROMPT_SECRET) {
    pthread_mutex_lock (&call->askpass->lock);
    call->askpass->in_vain = answer && prompt.again;
    pthread_mutex_unlock (&call->askpass->lock);
  }
  if (!answer)
    return;
  if (!g_cancellable_is_cancelled (call->cancellable))
    send_answer (call->fd, answer);
  explicit_bzero (answer, strlen (answer));
  g_free (answer);
}

static void *
run_call (void *data)
{
  Call *call = data;
  PoplensAskpass *askpass = call->askpass;

  answer_call (call);
  /* The helper reads until the end of the stream. */
  shutdown (call->fd, SHUT_RDWR);
  pthread_mutex_lock (&askpass->lock);
  call->done = TRUE;
  eventfd_write (askpass->wake, 1);
  pthread_mutex_unlock (&askpass->lock);
  return NULL;
}

/* ---- the thread ------------------------------------------------------------------------------ */

static gboolean
is_own (int fd)
{
  struct ucred peer;
  socklen_t size = sizeof peer;

  return !getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == geteuid ();
}

static void
call_free (gpointer data)
{
  Call *self = data;

  close (self->fd);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
accept_call (PoplensAskpass *self)
{
  int fd = accept4 (self->listener, NULL, NULL, SOCK_CLOEXEC);
  pthread_t thread;

  if (fd < 0)
    return;
  Call *call = g_new0 (Call, 1);
  *call = (Call){.askpass = self, .fd = fd, .cancellable = g_cancellable_new ()};
  if (self->calls->len >= MOST_CALLS || !is_own (fd) ||
      pthread_create (&thread, NULL, run_call, call) != 0) {
    call_free (call);
    return;
  }
  pthread_detach (thread);
  g_ptr_array_add (self->calls, call);
}

/* Removes calls whose worker has finished. FALSE if the object is closed and no call is left. */
static gboolean
look_after_calls (PoplensAskpass *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean closed = self->closed;
  for (guint i = self->calls->len; i-- > 0;) {
    Call *call = g_ptr_array_index (self->calls, i);
    if (call->done)
      g_ptr_array_remove_index_fast (self->calls, i);
  }
  pthread_mutex_unlock (&self->lock);
  for (guint i = 0; closed && i < self->calls->len; i++) {
    Call *call = g_ptr_array_index (self->calls, i);
    call->hung_up = TRUE;
    shutdown (call->fd, SHUT_RDWR);
    g_cancellable_cancel (call->cancellable);
  }
  return !closed || self->calls->len;
}

/* Waits for a question, for a helper that ends, or for the eventfd. */
static void
wait_for_events (PoplensAskpass *self)
{
  struct pollfd polled[2 + MOST_CALLS];
  guint n = self->calls->len;
  eventfd_t rung;

  polled[0] = (struct pollfd){self->listener, POLLIN, 0};
  polled[1] = (struct pollfd){self->wake, POLLIN, 0};
  for (guint i = 0; i < n; i++) {
    Call *call = g_ptr_array_index (self->calls, i);
    /* poll () reports a hangup even if no events are requested. */
    polled[2 + i] = (struct pollfd){call->hung_up ? -1 : call->fd, 0, 0};
  }
  if (poll (polled, 2 + n, -1) < 0)
    return;
  for (guint i = 0; i < n; i++) {
    Call *call = g_ptr_array_index (self->calls, i);
    if (polled[2 + i].revents) {
      call->hung_up = TRUE;
      g_cancellable_cancel (call->cancellable);
    }
  }
  if (polled[1].revents)
    eventfd_read (self->wake, &rung);
  if (polled[0].revents)
    accept_call (self);
}

static void
askpass_finalize (PoplensAskpass *self)
{
  if (self->destroy)
    self->destroy (self->data);
  if (self->listener >= 0)
    close (self->listener);
  close (self->wake);
  pthread_mutex_destroy (&self->lock);
  g_hash_table_unref (self->asked);
  g_ptr_array_unref (self->calls);
  g_free (self->destination);
  g_free (self->helper);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

static void *
run_listener (void *data)
{
  PoplensAskpass *self = data;

  pthread_setname_np (pthread_self (), "askpass");
  while (look_after_calls (self))
    wait_for_events (self);
  askpass_finalize (self);
  return NULL;
}

/* ---- the object ------------------------------------------------------------------------------ */

/* Returns the path of the helper program. It is in the folder of this program if that is a build
 * folder, else in the libexec folder of the installation. (transfer full) (nullable) */
static char *
find_helper (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program ? g_path_get_dirname (program) : g_strdup ("/");
  char *beside = g_build_filename (folder, HELPER, NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return beside;
  g_free (beside);
  char *installed = g_build_filename (folder, POPLENS_LIBEXEC_FROM_BIN, HELPER, NULL);
  if (g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE))
    return installed;
  g_free (installed);
  return NULL;
}

/* Creates a folder that only this user can access. FALSE with errno. */
static gboolean
make_folder (PoplensAskpass *self, const char *parent)
{
  self->folder = g_build_filename (parent, "poplens-XXXXXX", NULL);
  self->path = NULL;
  if (!g_mkdtemp_full (self->folder, 0700)) {
    g_clear_pointer (&self->folder, g_free);
    return FALSE;
  }
  self->path = g_build_filename (self->folder, "askpass", NULL);
  return TRUE;
}

/* Creates the listening socket. FALSE with errno. */
static gboolean
listen_there (PoplensAskpass *self)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};

  if (strlen (self->path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return FALSE;
  }
  strcpy (address.sun_path, self->path);
  self->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return self->listener >= 0 &&
         !bind (self->listener, (struct sockaddr *) &address, sizeof address) &&
         !chmod (self->path, 0600) && !listen (self->listener, MOST_CALLS);
}

static void
remove_folder (PoplensAskpass *self)
{
  if (!self->folder)
    return;
  g_unlink (self->path);
  g_rmdir (self->folder);
}

static gboolean
open_socket (PoplensAskpass *self, GError **error)
{
  const char *runtime = g_get_user_runtime_dir ();

  if (!g_file_test (runtime, G_FILE_TEST_IS_DIR))
    runtime = g_get_tmp_dir ();
  if ((make_folder (self, runtime) || make_folder (self, g_get_tmp_dir ())) && listen_there (self))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK,
               "Cannot ask for passwords: no socket in %s (%s)", runtime, g_strerror (errno));
  return FALSE;
}

static gboolean
askpass_start (PoplensAskpass *self, GError **error)
{
  pthread_t thread;

  self->helper = find_helper ();
  if (!self->helper) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                         HELPER " was not found beside the program; install Poplens again");
    return FALSE;
  }
  if (!open_socket (self, error))
    return FALSE;
  if (pthread_create (&thread, NULL, run_listener, self) != 0)
    g_error ("no thread can be started"); /* ends the program, as g_thread_new () does on failure */
  pthread_detach (thread);
  return TRUE;
}

PoplensAskpass *
poplens_askpass_new (const char *destination, PoplensPromptFunc prompt, gpointer data,
                     GDestroyNotify destroy, GError **error)
{
  PoplensAskpass *self = g_new0 (PoplensAskpass, 1);

  self->destination = g_strdup (destination);
  self->prompt = prompt;
  self->data = data;
  self->destroy = destroy;
  self->listener = -1;
  self->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->calls = g_ptr_array_new_with_free_func (call_free);
  pthread_mutex_init (&self->lock, NULL);
  if (askpass_start (self, error))
    return self;
  remove_folder (self);
  askpass_finalize (self);
  return NULL;
}

char **
poplens_askpass_extend (PoplensAskpass *self, char **environment)
{
  environment = g_environ_setenv (environment, "SSH_ASKPASS", self->helper, TRUE);
  environment = g_environ_setenv (environment, "SSH_ASKPASS_REQUIRE", "force", TRUE);
  return g_environ_setenv (environment, "POPLENS_ASKPASS_SOCKET", self->path, TRUE);
}

gboolean
poplens_askpass_was_in_vain (PoplensAskpass *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean in_vain = self->in_vain;
  pthread_mutex_unlock (&self->lock);
  return in_vain;
}

/* Returns at once. The listening thread frees @self when all questions have ended. */
void
poplens_askpass_free (PoplensAskpass *self)
{
  remove_folder (self);
  pthread_mutex_lock (&self->lock);
  self->closed = TRUE;
  eventfd_write (self->wake, 1);
  pthread_mutex_unlock (&self->lock);
}
