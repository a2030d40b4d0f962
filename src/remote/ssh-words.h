/* Translates ssh's messages into sentences that say what to do, and lists the hosts that the user's
 * ssh knows. */
#pragma once

#include "remote/address.h"

#include <glib.h>

G_BEGIN_DECLS

/* Outcome of ssh's questions, which decides what the user can do. */
typedef enum {
  POPLENS_SSH_ASKED,    /* the user could be asked, or there was no question */
  POPLENS_SSH_IN_VAIN,  /* the last passphrase or password was not accepted */
  POPLENS_SSH_UNASKED,  /* the user could not be asked */
  POPLENS_SSH_HELD_BACK /* the user can be asked, but did not ask to connect now */
} PoplensSshAsked;

/* Explains messages. @words: what ssh wrote to stderr. Unknown messages are returned as they are,
 * made printable. (transfer full) (nullable): NULL if there are none */
char *poplens_ssh_words_explain (const char *words, const PoplensAddress *address,
                                 PoplensSshAsked asked);
/* Returns a sentence that the host has no SFTP. (transfer full) */
char *poplens_ssh_words_without_sftp (const PoplensAddress *address);
/* Returns @words with their line breaks, without control characters and invisible characters.
 * (transfer full) */
char *poplens_ssh_words_visible (const char *words);

/* ---- known hosts ----------------------------------------------------------------------------- */

/* Hosts that the user's ssh knows, as suggestions where the user types a host. Nothing else of
 * ssh's settings is read. */

/* Returns the hosts named after Host in @folder/config and the files that it includes, without
 * patterns, and those in @folder/known_hosts that are not hashed; with a port as
 * "ssh://gc-01:2222". Sorted, without duplicates. Unreadable files are skipped. Reads the disk.
 * @folder: "/home/kim/.ssh". (transfer full) */
GStrv poplens_ssh_config_list_hosts (const char *folder);

G_END_DECLS
