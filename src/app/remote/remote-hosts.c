/* PoplensHost as the window asks it. */
#include "app/remote/remote-access.h"
#include "app/remote/remote-ready.h"

static PoplensStorage *
host_get (const PoplensAddress *address)
{
  return POPLENS_STORAGE (poplens_host_get (address));
}

static void
host_set_prompter (PoplensStorage *host, PoplensPromptFunc prompt, gpointer user_data,
                   GDestroyNotify destroy)
{
  poplens_host_set_prompter (POPLENS_HOST (host), prompt, user_data, destroy);
}

static gboolean
host_connect (PoplensStorage *host, GCancellable *cancellable, GError **error)
{
  return poplens_host_connect (POPLENS_HOST (host), cancellable, error);
}

static int
host_resolve (PoplensStorage *host, const PoplensAddress *address, char **path,
              GCancellable *cancellable)
{
  return poplens_host_resolve (POPLENS_HOST (host), address, path, cancellable);
}

static char *
host_describe (PoplensStorage *host)
{
  return poplens_host_describe (POPLENS_HOST (host));
}

static PoplensHostState
host_get_state (PoplensStorage *host)
{
  return poplens_host_get_state (POPLENS_HOST (host));
}

static char *
host_get_words (PoplensStorage *host)
{
  return poplens_host_get_words (POPLENS_HOST (host));
}

const PoplensRemoteAccess *
poplens_remote_hosts (void)
{
  static const PoplensRemoteAccess access = {host_get,      host_set_prompter, host_connect,
                                             host_resolve,  host_describe,     host_get_state,
                                             host_get_words};

  return &access;
}

static PoplensHostTraffic
traffic_of (const char *path)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_is_remote (path) ? poplens_address_parse (path, NULL) : NULL;
  g_autoptr (PoplensHost) host = address ? poplens_host_get (address) : NULL;
  PoplensHostTraffic traffic = {0};

  if (host)
    poplens_host_get_traffic (host, &traffic);
  return traffic;
}

guint64
poplens_remote_rate (const char *path)
{
  return traffic_of (path).rate;
}

guint64
poplens_remote_received (const char *path)
{
  return traffic_of (path).received;
}
