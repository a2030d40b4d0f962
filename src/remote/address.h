/* Address of a report on another computer, as the user writes it, in one of two forms:
 *
 * "host:path" or "user@host:path", as for scp. "x" and "~/x" are below the home.
 * "ssh://user@host:port/path", a percent-encoded URI. "/~/x" is below the home. "sftp://" and
 * "scp://" mean the same as "ssh://".
 *
 * A text is of the first form only if no local file has that name, no "/" is before the colon (as
 * for scp), and no "//" is after the colon. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  char *user; /* (nullable) */
  /* Name that is passed to ssh, also one of ssh_config; an IPv6 address has no brackets */
  char *host;
  guint port; /* 0: the port of ssh_config */
  /* As on the host, in any encoding. A relative path begins at the home; "" is the home. */
  char *path;
} PoplensAddress;

#define POPLENS_TYPE_ADDRESS (poplens_address_get_type ())
GType poplens_address_get_type (void);

/* TRUE if @text is an address on another computer. Checks for a local file of that name, as scp
 * does. */
gboolean poplens_address_is_remote (const char *text);
/* TRUE for "http://…", "file://…" and the like: addresses that ssh cannot open. */
gboolean poplens_address_has_other_scheme (const char *text);
/* Parses an address. NULL with USAGE if @text is invalid, has a password, or names a host or user
 * that ssh or a shell could misread. (transfer full) */
PoplensAddress *poplens_address_parse (const char *text, GError **error);
/* Parses the address in a link "poplens://USER@HOST:PORT/PATH". NULL with USAGE as
 * poplens_address_parse (). (transfer full) */
PoplensAddress *poplens_address_parse_link (const char *link, GError **error);
PoplensAddress *poplens_address_copy (const PoplensAddress *self);
/* Returns a copy of @self with another path. (transfer full) */
PoplensAddress *poplens_address_with_path (const PoplensAddress *self, const char *path);
void poplens_address_free (PoplensAddress *self);
/* Returns the short form "gc-01:/data/run" if it is printable and has all of the address, else
 * "ssh://kim@gc-01:2222/data/run". Always UTF-8; parsing it gives the same address. (transfer full)
 */
char *poplens_address_to_string (const PoplensAddress *self);
/* Returns "ssh://kim@gc-01:2222/data/run", percent-encoded; parsing it gives the same address.
 * (transfer full) */
char *poplens_address_to_uri (const PoplensAddress *self);
/* Returns the host with user and port: "gc-01", "kim@gc-01", "kim@gc-01:2222". (transfer full) */
char *poplens_address_get_destination (const PoplensAddress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensAddress, poplens_address_free)

G_END_DECLS
