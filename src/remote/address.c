/* Parses and writes addresses of reports on other computers, refusing what ssh or a shell would
 * misread. */
#include "remote/address.h"

#include "base/error.h"
#include "base/visible.h"

#include <string.h>
#include <sys/stat.h>

/* Characters that RFC 3986 allows unescaped in a path, except ":" and "@", which separate parts of
 * an address. */
#define PLAIN_IN_PATH "/!$&'()*+,;="
#define HIGHEST_PORT 65535

G_DEFINE_BOXED_TYPE (PoplensAddress, poplens_address, poplens_address_copy, poplens_address_free)

/* The text that is parsed, for error messages. */
typedef struct {
  const char *text;
  gboolean is_link; /* TRUE: a link poplens://…; FALSE: an address */
} GivenText;

static gboolean
set_invalid (const GivenText *given, const char *why, GError **error)
{
  g_autofree char *shown = poplens_visible_text (given->text, -1);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               given->is_link
                   ? "invalid link “%s”: %s; use poplens://USER@HOST:PORT/PATH?location=…"
                   : "invalid address “%s”: %s; use HOST:PATH or ssh://USER@HOST:PORT/PATH",
               shown, why);
  return FALSE;
}

/* ---- names that ssh must not be given -------------------------------------------------------- */

/* FALSE if ssh could take @host for an option, or if @host has characters that are special in a
 * shell: ssh_config can pass the name to a shell. Same rule as valid_hostname () in OpenSSH's
 * ssh.c. */
static gboolean
is_good_host (const char *host)
{
  if (!*host || *host == '-')
    return FALSE;
  for (const char *at = host; *at; at++)
    if (strchr ("'`\"$\\;&<>|(){}[]/", *at) || g_ascii_isspace (*at) || g_ascii_iscntrl (*at))
      return FALSE;
  return g_utf8_validate (host, -1, NULL);
}

/* FALSE if ssh could take @user for an option, or if @user has characters that are special in a
 * shell. Same rule as valid_ruser () in OpenSSH's ssh.c. */
static gboolean
is_good_user (const char *user)
{
  gsize length = strlen (user);

  if (!length || *user == '-' || user[length - 1] == '\\')
    return FALSE;
  for (const char *at = user; *at; at++)
    if (strchr ("'`\";&<>|(){}", *at) || g_ascii_iscntrl (*at) ||
        (g_ascii_isspace (*at) && at[1] == '-'))
      return FALSE;
  return g_utf8_validate (user, -1, NULL);
}

static gboolean
check (const PoplensAddress *self, const GivenText *given, GError **error)
{
  if (!is_good_host (self->host))
    return set_invalid (given, *self->host ? "ssh refuses that host name" : "the host is missing",
                        error);
  if (self->user && !is_good_user (self->user))
    return set_invalid (given, "ssh refuses that user name", error);
  return TRUE;
}

/* ---- host:path ------------------------------------------------------------------------------- */

/* Returns the colon after the host, found as scp does; NULL if there is none. */
static const char *
find_colon (const char *text)
{
  const char *bracket = *text == '[' ? text : strstr (text, "@[");
  const char *slash = strchrnul (text, '/');
  const char *colon = strchr (text, ':');

  if (bracket && bracket < slash && (!colon || bracket < colon)) {
    colon = strstr (bracket, "]:");
    colon = colon ? colon + 1 : NULL;
  }
  return colon && colon > text && colon < slash ? colon : NULL;
}

/* Returns @path without a leading "~" or "~/": relative paths begin at the home. */
static const char *
skip_home (const char *path)
{
  if (*path != '~' || (path[1] && path[1] != '/'))
    return path;
  return path + 1 + strspn (path + 1, "/");
}

static char *
without_brackets (const char *host)
{
  gsize length = strlen (host);

  if (length > 2 && *host == '[' && host[length - 1] == ']')
    return g_strndup (host + 1, length - 2);
  return g_strdup (host);
}

static PoplensAddress *
parse_short (const char *text)
{
  PoplensAddress *self = g_new0 (PoplensAddress, 1);
  const char *colon = find_colon (text);
  const char *at = colon ? memrchr (text, '@', (gsize) (colon - text)) : NULL;
  const char *host = at ? at + 1 : text;
  g_autofree char *name = g_strndup (host, colon ? (gsize) (colon - host) : 0);

  if (at)
    self->user = g_strndup (text, (gsize) (at - text));
  self->host = without_brackets (name);
  self->path = g_strdup (colon ? skip_home (colon + 1) : "");
  return self;
}

/* ---- ssh://user@host:port/path --------------------------------------------------------------- */

/* Returns the text after "ssh://" or an equivalent scheme; NULL if there is none. */
static const char *
skip_scheme (const char *text)
{
  static const char *const schemes[] = {"ssh://", "sftp://", "scp://"};

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (!g_ascii_strncasecmp (text, schemes[i], strlen (schemes[i])))
      return text + strlen (schemes[i]);
  return NULL;
}

/* Percent-decodes. NULL if the encoding is invalid or contains a byte 0. (transfer full) */
static char *
decode (const char *from, const char *to)
{
  return g_uri_unescape_segment (from, to, NULL);
}

/* Parses the port between @colon and @end. FALSE if it is invalid. */
static gboolean
parse_port (PoplensAddress *self, const char *colon, const char *end)
{
  g_autofree char *digits = g_strndup (colon + 1, (gsize) (end - colon - 1));
  guint64 port;

  if (!g_ascii_string_to_unsigned (digits, 10, 1, HIGHEST_PORT, &port, NULL))
    return FALSE;
  self->port = (guint) port;
  return TRUE;
}

/* Returns the host between @from and @to, decoded. @end: (out): where it ends. (transfer full)
 * (nullable) */
static char *
parse_host (const char *from, const char *to, const char **end)
{
  const char *close = *from == '[' ? memchr (from, ']', (gsize) (to - from)) : NULL;

  if (close) {
    *end = close + 1;
    return decode (from + 1, close);
  }
  const char *colon = memchr (from, ':', (gsize) (to - from));
  *end = colon ? colon : to;
  return decode (from, *end);
}

static gboolean
parse_authority (PoplensAddress *self, const GivenText *given, const char *from, const char *to,
                 GError **error)
{
  const char *at = memrchr (from, '@', (gsize) (to - from)), *end;

  if (at && memchr (from, ':', (gsize) (at - from))) {
    /* Do not repeat the text with the password: messages are stored and shown. */
    g_set_error_literal (
        error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
        given->is_link ? "invalid link: it contains a password; remove it, and ssh asks for it"
                       : "invalid address: it contains a password; remove it, and ssh asks "
                         "for it");
    return FALSE;
  }
  if (at && !(self->user = decode (from, at)))
    return set_invalid (given, "invalid percent-encoding in the user name", error);
  self->host = parse_host (at ? at + 1 : from, to, &end);
  if (!self->host)
    return set_invalid (given, "invalid percent-encoding in the host", error);
  if (end != to && (*end != ':' || !parse_port (self, end, to)))
    return set_invalid (given, "the port is not a number from 1 to 65535", error);
  return TRUE;
}

static gboolean
parse_url (PoplensAddress *self, const GivenText *given, const char *rest, GError **error)
{
  const char *slash = strchrnul (rest, '/');
  const char *path = slash;

  if (!parse_authority (self, given, rest, slash, error))
    return FALSE;
  if (!strcmp (slash, "/~"))
    path = "";
  else if (g_str_has_prefix (slash, "/~/"))
    path = slash + strlen ("/~/");
  self->path = decode (path, path + strlen (path));
  return self->path || set_invalid (given, "invalid percent-encoding in the path", error);
}

/* ---- the address ----------------------------------------------------------------------------- */

gboolean
poplens_address_has_other_scheme (const char *text)
{
  const char *colon = find_colon (text);

  return !skip_scheme (text) && colon && g_str_has_prefix (colon, "://");
}

gboolean
poplens_address_is_remote (const char *text)
{
  struct stat info;

  if (skip_scheme (text))
    return TRUE;
  return find_colon (text) && !poplens_address_has_other_scheme (text) && lstat (text, &info) < 0;
}

PoplensAddress *
poplens_address_parse (const char *text, GError **error)
{
  const GivenText given = {text, FALSE};
  const char *rest = skip_scheme (text);
  g_autoptr (PoplensAddress) self = NULL;

  if (poplens_address_has_other_scheme (text)) {
    set_invalid (&given, "unknown scheme", error);
    return NULL;
  }
  if (rest) {
    self = g_new0 (PoplensAddress, 1);
    if (!parse_url (self, &given, rest, error))
      return NULL;
  } else {
    self = parse_short (text);
  }
  return check (self, &given, error) ? g_steal_pointer (&self) : NULL;
}

PoplensAddress *
poplens_address_parse_link (const char *link, GError **error)
{
  const GivenText given = {link, TRUE};
  const char *colon = strstr (link, "://");
  g_autoptr (PoplensAddress) self = g_new0 (PoplensAddress, 1);

  g_return_val_if_fail (colon, NULL);
  return parse_url (self, &given, colon + strlen ("://"), error) && check (self, &given, error)
             ? g_steal_pointer (&self)
             : NULL;
}

PoplensAddress *
poplens_address_copy (const PoplensAddress *self)
{
  return poplens_address_with_path (self, self->path);
}

PoplensAddress *
poplens_address_with_path (const PoplensAddress *self, const char *path)
{
  PoplensAddress *copy = g_new0 (PoplensAddress, 1);

  copy->user = g_strdup (self->user);
  copy->host = g_strdup (self->host);
  copy->port = self->port;
  copy->path = g_strdup (path);
  return copy;
}

void
poplens_address_free (PoplensAddress *self)
{
  g_free (self->user);
  g_free (self->host);
  g_free (self->path);
  g_free (self);
}

/* TRUE if @path can be shown, and stored in JSON, unchanged. */
static gboolean
path_is_plain (const char *path)
{
  if (!g_utf8_validate (path, -1, NULL))
    return FALSE;
  for (const char *at = path; *at; at = g_utf8_next_char (at))
    if (poplens_is_hidden (g_utf8_get_char (at)))
      return FALSE;
  return TRUE;
}

static gboolean
addresses_equal (const PoplensAddress *a, const PoplensAddress *b)
{
  return !g_strcmp0 (a->user, b->user) && !strcmp (a->host, b->host) && a->port == b->port &&
         !strcmp (a->path, b->path);
}

static void
append_encoded (GString *out, const char *text, const char *plain)
{
  g_autofree char *encoded = g_uri_escape_string (text, plain, FALSE);

  g_string_append (out, encoded);
}

char *
poplens_address_to_uri (const PoplensAddress *self)
{
  gboolean is_ip6 = strchr (self->host, ':') != NULL;
  GString *out = g_string_new ("ssh://");

  if (self->user) {
    append_encoded (out, self->user, NULL);
    g_string_append_c (out, '@');
  }
  g_string_append (out, is_ip6 ? "[" : "");
  append_encoded (out, self->host, is_ip6 ? ":" : NULL);
  g_string_append (out, is_ip6 ? "]" : "");
  if (self->port)
    g_string_append_printf (out, ":%u", self->port);
  if (*self->path != '/')
    g_string_append (out, "/~/");
  else if (self->path[1] == '~')
    /* Escape the "~" of a folder "~" in the root, as "/~/" means the home. */
    g_string_append_printf (out, "/%%%02X", (guint) '~');
  append_encoded (out, self->path + (g_str_has_prefix (self->path, "/~") ? 2 : 0), PLAIN_IN_PATH);
  return g_string_free (out, FALSE);
}

static char *
write_destination (const PoplensAddress *self, gboolean brackets)
{
  return g_strdup_printf (brackets ? "%s%s[%s]" : "%s%s%s", self->user ? self->user : "",
                          self->user ? "@" : "", self->host);
}

char *
poplens_address_to_string (const PoplensAddress *self)
{
  g_autofree char *destination = write_destination (self, strchr (self->host, ':') != NULL);
  g_autofree char *text = g_strconcat (destination, ":", self->path, NULL);
  g_autoptr (PoplensAddress) read =
      self->port || !path_is_plain (self->path) ? NULL : poplens_address_parse (text, NULL);

  return read && addresses_equal (read, self) ? g_steal_pointer (&text)
                                              : poplens_address_to_uri (self);
}

char *
poplens_address_get_destination (const PoplensAddress *self)
{
  g_autofree char *name = write_destination (self, self->port && strchr (self->host, ':'));

  return self->port ? g_strdup_printf ("%s:%u", name, self->port) : g_steal_pointer (&name);
}
