/* What ssh's last words mean: one table from them to sentences that say what to do. */
#pragma once

#include "remote/address.h"

#include <glib.h>

G_BEGIN_DECLS

/* What became of ssh's questions, which decides what there is to do. */
typedef enum {
  POPLENS_SSH_ASKED,    /* there was somebody, or nothing to ask */
  POPLENS_SSH_IN_VAIN,  /* the last passphrase or password was not accepted */
  POPLENS_SSH_UNASKED,  /* nobody could be asked */
  POPLENS_SSH_HELD_BACK /* somebody can be asked, who did not want to connect just now */
} PoplensSshAsked;

/* @words: what it wrote to its stderr. Unknown ones are given as they are, made visible; NULL where
 * there are none. (transfer full) (nullable) */
char *poplens_ssh_words_explain (const char *words, const PoplensAddress *address,
                                 PoplensSshAsked asked);
/* That the host has no SFTP. (transfer full) */
char *poplens_ssh_words_without_sftp (const PoplensAddress *address);
/* @words on lines as they are, but with nothing in them that a reader obeys or does not see.
 * (transfer full) */
char *poplens_ssh_words_visible (const char *words);

/* ---- names that ssh knows -------------------------------------------------------------------- */

/* Names of computers that the user's ssh knows, to be suggested where one has to be written. What
 * ssh makes of a name is its own business: nothing else is read here. */

/* Names after Host in @folder/config and the files that it includes, but for patterns, and those of
 * @folder/known_hosts that are not hashed; one with a port of its own as "ssh://gc-01:2222".
 * Sorted, each once. @folder: "/home/kim/.ssh". A file that cannot be read has none. Waits for the
 * disk. (transfer full) */
GStrv poplens_ssh_config_list_hosts (const char *folder);

G_END_DECLS
