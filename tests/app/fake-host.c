#include "app/fake-host.h"

#include "base/error.h"

#include <errno.h>
#include <string.h>

#define STEP_US 20000

struct _FakeHost {
  PoplensStorage parent;
  PoplensStorage *local;
  char *root;
  char *asked;
  const FakePlan *plan;
  GMutex lock;
  const char *step; /* under the lock, as are … */
  PoplensPromptFunc prompt;
  gpointer prompt_data;
  GDestroyNotify prompt_destroy;
  int lost, held, n_connected, state; /* atomic */
};

G_DEFINE_FINAL_TYPE (FakeHost, fake_host, POPLENS_TYPE_STORAGE)

static FakeHost *last;

static gboolean
on_changed (gpointer data)
{
  g_signal_emit_by_name (data, "changed");
  return G_SOURCE_REMOVE;
}

/* ---- files -------------------------------------------------------------------------------------
 */

/* (transfer full) (nullable): where the file is here; NULL: the link is lost. */
static char *
path_here (PoplensStorage *storage, const char *path)
{
  FakeHost *self = FAKE_HOST (storage);

  while (g_atomic_int_get (&self->held) &&
         !g_cancellable_is_cancelled (g_cancellable_get_current ()))
    g_usleep (1000);
  return g_atomic_int_get (&self->lost) ? NULL : g_build_filename (self->root, path, NULL);
}

static int
fake_stat (PoplensStorage *storage, const char *path, PoplensFileInfo *info)
{
  g_autofree char *here = path_here (storage, path);

  return here ? poplens_storage_stat (FAKE_HOST (storage)->local, here, info) : ENOLINK;
}

static GPtrArray *
fake_list (PoplensStorage *storage, const char *path, guint most, int *code)
{
  g_autofree char *here = path_here (storage, path);

  *code = ENOLINK;
  return here ? poplens_storage_list (FAKE_HOST (storage)->local, here, most, code) : NULL;
}

static char *
fake_get_name (PoplensStorage *storage, const char *path)
{
  return g_strconcat ("gc-01:", path, NULL);
}

static void
fake_set_error (PoplensStorage *storage, const char *path, int code, GError **error)
{
  if (code == ENOLINK)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK,
                 "The connection to gc-01 was lost (timed out)");
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open gc-01:%s: %s", path,
                 g_strerror (code));
}

static void
fake_host_finalize (GObject *object)
{
  FakeHost *self = FAKE_HOST (object);

  if (self->prompt_destroy)
    self->prompt_destroy (self->prompt_data);
  if (last == self)
    last = NULL;
  g_object_unref (self->local);
  g_free (self->root);
  g_free (self->asked);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (fake_host_parent_class)->finalize (object);
}

static void
fake_host_class_init (FakeHostClass *klass)
{
  PoplensStorageClass *storage_class = POPLENS_STORAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fake_host_finalize;
  storage_class->stat = fake_stat;
  storage_class->list = fake_list;
  storage_class->get_name = fake_get_name;
  storage_class->set_error = fake_set_error;
  g_signal_new ("changed", TYPE_FAKE_HOST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
fake_host_init (FakeHost *self)
{
  g_mutex_init (&self->lock);
  self->local = poplens_storage_new_local ();
}

FakeHost *
fake_host_new (const char *root)
{
  FakeHost *self = g_object_new (TYPE_FAKE_HOST, NULL);

  self->root = g_strdup (root);
  last = self;
  return self;
}

void
fake_host_set_plan (FakeHost *self, const FakePlan *plan)
{
  self->plan = plan;
}

static void
set_state (FakeHost *self, PoplensHostState state)
{
  g_atomic_int_set (&self->state, state);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_changed, g_object_ref (self), g_object_unref);
}

void
fake_host_lose (FakeHost *self, gboolean lost)
{
  g_atomic_int_set (&self->lost, lost);
  if (!lost)
    return;
  g_mutex_lock (&self->lock);
  self->step = "The connection to gc-01 was lost (timed out)";
  g_mutex_unlock (&self->lock);
  set_state (self, POPLENS_HOST_LOST);
}

void
fake_host_hold (FakeHost *self, gboolean held)
{
  g_atomic_int_set (&self->held, held);
}

int
fake_host_n_connected (FakeHost *self)
{
  return g_atomic_int_get (&self->n_connected);
}

const char *
fake_host_get_asked (FakeHost *self)
{
  return self->asked;
}

/* ---- connecting --------------------------------------------------------------------------------
 */

static PoplensStorage *
fake_get (const PoplensAddress *address)
{
  g_free (last->asked);
  last->asked = poplens_address_to_string (address);
  return g_object_ref (POPLENS_STORAGE (last));
}

static void
fake_set_prompter (PoplensStorage *host, PoplensPromptFunc prompt, gpointer user_data,
                   GDestroyNotify destroy)
{
  FakeHost *self = FAKE_HOST (host);

  if (self->prompt_destroy)
    self->prompt_destroy (self->prompt_data);
  self->prompt = prompt;
  self->prompt_data = user_data;
  self->prompt_destroy = destroy;
}

static void
say (FakeHost *self, const char *step)
{
  g_mutex_lock (&self->lock);
  self->step = step;
  g_mutex_unlock (&self->lock);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_changed, g_object_ref (self), g_object_unref);
  g_usleep (STEP_US);
}

static gboolean
on_over (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

/* A notice is over by itself. */
static gboolean
ask (FakeHost *self, GCancellable *cancellable)
{
  const FakePlan *plan = self->plan;
  g_autoptr (GCancellable) over = g_cancellable_new ();

  if (!plan->answer)
    g_timeout_add_full (G_PRIORITY_DEFAULT, 300, on_over, g_object_ref (over), g_object_unref);
  g_autofree char *answer =
      self->prompt (plan->prompt, plan->answer ? cancellable : over, self->prompt_data);
  return !plan->answer || !g_strcmp0 (answer, plan->answer);
}

static gboolean
fake_connect (PoplensStorage *host, GCancellable *cancellable, GError **error)
{
  FakeHost *self = FAKE_HOST (host);
  const FakePlan *plan = self->plan;
  const char *why = plan->error;

  set_state (self, POPLENS_HOST_CONNECTING);
  for (guint i = 0; plan->steps && plan->steps[i]; i++)
    say (self, plan->steps[i]);
  while (plan->hangs && !g_cancellable_is_cancelled (cancellable))
    g_usleep (1000);
  if (plan->prompt && !ask (self, cancellable))
    why = "gc-01 let nobody in as “kim” with the keys at hand (publickey). Try “ssh kim@gc-01” in "
          "a terminal.";
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  g_atomic_int_inc (&self->n_connected);
  if (why)
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_LINK, why);
  set_state (self, why ? POPLENS_HOST_LOST : POPLENS_HOST_CONNECTED);
  return !why;
}

static int
fake_resolve (PoplensStorage *host, const PoplensAddress *address, char **path,
              GCancellable *cancellable)
{
  PoplensFileInfo info;

  *path = *address->path == '/' ? g_strdup (address->path)
                                : g_build_filename ("/home", address->path, NULL);
  if (g_str_has_suffix (*path, "/"))
    (*path)[strlen (*path) - 1] = '\0';
  return poplens_storage_stat (host, *path, &info);
}

static char *
fake_describe (PoplensStorage *host)
{
  FakeHost *self = FAKE_HOST (host);

  g_mutex_lock (&self->lock);
  char *step = g_strdup (self->step ? self->step : "");
  g_mutex_unlock (&self->lock);
  return step;
}

static PoplensHostState
fake_get_state (PoplensStorage *host)
{
  return (PoplensHostState) g_atomic_int_get (&FAKE_HOST (host)->state);
}

static char *
fake_get_words (PoplensStorage *host)
{
  return g_strdup ("debug1: Connecting to gc-01 [10.1.2.3] port 22.\nkim@gc-01: Permission denied "
                   "(publickey).");
}

const PoplensRemoteAccess *
fake_access (void)
{
  static const PoplensRemoteAccess access = {fake_get,      fake_set_prompter, fake_connect,
                                             fake_resolve,  fake_describe,     fake_get_state,
                                             fake_get_words};

  return &access;
}
