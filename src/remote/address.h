/* Where a report on another computer lies, as the user writes it:
 *
 *   host:path, user@host:path          as scp has it, literal; "x" and "~/x" are below the home
 *   ssh://user@host:port/path          RFC 3986, percent-encoded; "/~/x" is below the home
 *
 * "sftp://" and "scp://" are the same as "ssh://". A text is an address of the first kind only
 * where no local file has that name, no "/" stands before the colon (scp's rule) and no "//" behind
 * it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  char *user; /* (nullable) */
  char *host; /* as ssh is given it: a name of ssh_config, too; an IPv6 address without brackets */
  guint port; /* 0: what ssh_config says */
  char *path; /* bytes as the host has them; "" is the home, without a leading "/" below it */
} PoplensAddress;

#define POPLENS_TYPE_ADDRESS (poplens_address_get_type ())
GType poplens_address_get_type (void);

/* Whether @text names something on another computer. Looks at the file system for scp's rule. */
gboolean poplens_address_is_remote (const char *text);
/* "http://…", "file://…" and the like: addresses, but not of ssh. */
gboolean poplens_address_has_other_scheme (const char *text);
/* NULL with USAGE where it cannot be one: an empty host, a host or user that ssh would take for an
 * option or a shell for a command, a bad port or percent-encoding, a password in it.
 * (transfer full) */
PoplensAddress *poplens_address_parse (const char *text, GError **error);
/* The same of "poplens://USER@HOST:PORT/PATH", whose errors speak of a link. (transfer full) */
PoplensAddress *poplens_address_parse_link (const char *link, GError **error);
PoplensAddress *poplens_address_copy (const PoplensAddress *self);
/* @self with another path. (transfer full) */
PoplensAddress *poplens_address_with_path (const PoplensAddress *self, const char *path);
void poplens_address_free (PoplensAddress *self);
/* "gc-01:/data/run" where that says it all and can be shown, else "ssh://kim@gc-01:2222/data/run";
 * always UTF-8, and parse () of it is the same address. (transfer full) */
char *poplens_address_to_string (const PoplensAddress *self);
/* "ssh://kim@gc-01:2222/data/run", percent-encoded; parse () of it is the same address.
 * (transfer full) */
char *poplens_address_to_uri (const PoplensAddress *self);
/* Of the computer alone: "gc-01", "kim@gc-01", "kim@gc-01:2222". (transfer full) */
char *poplens_address_get_destination (const PoplensAddress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensAddress, poplens_address_free)

G_END_DECLS
