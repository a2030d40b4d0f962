/* Names of computers that the user's ssh knows, to be suggested where one has to be written. What
 * ssh makes of a name is its own business: nothing else is read here. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names after Host in @folder/config and the files that it includes, but for patterns, and those of
 * @folder/known_hosts that are not hashed; one with a port of its own as "ssh://gc-01:2222".
 * Sorted, each once. @folder: "/home/kim/.ssh". A file that cannot be read has none. Waits for the
 * disk. (transfer full) */
GStrv poplens_ssh_config_list_hosts (const char *folder);

G_END_DECLS
