/* Stores the hosts that were used recently, lists them, and parses the field for a host. */
#include "app/remote/remote-places.h"

#include <string.h>

#define GROUP "remote"
/* Maximum number of stored hosts; the least recently used ones are dropped. */
#define MOST 24

void
poplens_remote_place_free (PoplensRemotePlace *self)
{
  poplens_address_free (self->address);
  g_free (self->destination);
  g_free (self);
}

/* Returns the settings key for the host of @address. Escapes the brackets of an IPv6 address, which
 * would end the key. (transfer full) */
static char *
place_key_of (const PoplensAddress *address)
{
  g_autofree char *destination = poplens_address_get_destination (address);

  return g_uri_escape_string (destination, "@:", FALSE);
}

/* Parses a stored value such as "1700000000 gc-01:/data/run". (transfer full) (nullable): NULL if
 * @value has another form. */
static PoplensRemotePlace *
place_read (const char *value)
{
  char *end = NULL;
  gint64 seen = value ? g_ascii_strtoll (value, &end, 10) : 0;
  g_autoptr (PoplensAddress) address =
      end && *end == ' ' ? poplens_address_parse (end + 1, NULL) : NULL;

  if (!address)
    return NULL;
  PoplensRemotePlace *self = g_new0 (PoplensRemotePlace, 1);
  self->destination = poplens_address_get_destination (address);
  self->address = g_steal_pointer (&address);
  self->seen = seen;
  return self;
}

static int
newest_first (gconstpointer a, gconstpointer b)
{
  const PoplensRemotePlace *first = *(gconstpointer *) a, *second = *(gconstpointer *) b;

  if (first->seen != second->seen)
    return first->seen < second->seen ? 1 : -1;
  return strcmp (first->destination, second->destination);
}

GPtrArray *
poplens_remote_places_list (PoplensSettings *settings)
{
  g_auto (GStrv) keys = poplens_settings_list_keys (settings, GROUP);
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_remote_place_free);

  for (guint i = 0; keys && keys[i]; i++) {
    g_autofree char *value = poplens_settings_get_string (settings, GROUP, keys[i]);
    PoplensRemotePlace *place = place_read (value);
    if (place)
      g_ptr_array_add (places, place);
  }
  g_ptr_array_sort (places, newest_first);
  return places;
}

PoplensAddress *
poplens_remote_places_find (PoplensSettings *settings, const PoplensAddress *address)
{
  g_autofree char *key = place_key_of (address);
  g_autofree char *value = poplens_settings_get_string (settings, GROUP, key);
  g_autoptr (PoplensRemotePlace) place = place_read (value);

  return place ? poplens_address_copy (place->address) : NULL;
}

void
poplens_remote_places_add (PoplensSettings *settings, const PoplensAddress *address, gint64 now)
{
  g_autofree char *key = place_key_of (address);
  g_autofree char *text = poplens_address_to_string (address);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT " %s", now, text);

  poplens_settings_set_string (settings, GROUP, key, value);
  g_autoptr (GPtrArray) places = poplens_remote_places_list (settings);
  for (guint i = MOST; i < places->len; i++)
    poplens_remote_places_remove (settings, ((PoplensRemotePlace *) places->pdata[i])->address);
}

void
poplens_remote_places_remove (PoplensSettings *settings, const PoplensAddress *address)
{
  g_autofree char *key = place_key_of (address);

  poplens_settings_set_string (settings, GROUP, key, NULL);
}

PoplensAddress *
poplens_remote_parse (const char *text, GError **error)
{
  g_autofree char *copy = g_strdup (text);
  const char *typed = g_strstrip (copy);
  gboolean bare = !strpbrk (typed, ":/");
  g_autofree char *whole = bare ? g_strconcat (typed, ":", NULL) : g_strdup (typed);

  return poplens_address_parse (whole, error);
}
