/* Translates ssh's messages into sentences that say what to do, and lists the hosts that the user's
 * ssh knows. */
#pragma once

#include "remote/address.h"

#include <glib.h>

G_BEGIN_DECLS

/* Whether ssh could ask the user for a password, or about a host key. */
typedef enum {
  POPLENS_SSH_ASKED,    /* ssh could ask the user, or had no question */
  POPLENS_SSH_IN_VAIN,  /* the last passphrase or password was not accepted */
  POPLENS_SSH_UNASKED,  /* ssh could not ask the user */
  POPLENS_SSH_HELD_BACK /* ssh may only ask the user after Reconnect is pressed */
} PoplensSshAsked;

/* Explains messages. @words: what ssh wrote to stderr. Unknown messages are returned as they are,
 * made printable. (transfer full) (nullable): NULL if @words has no message */
char *poplens_ssh_words_explain (const char *words, const PoplensAddress *address,
                                 PoplensSshAsked asked);
/* Returns a sentence that says that the host has no SFTP. (transfer full) */
char *poplens_ssh_words_without_sftp (const PoplensAddress *address);
/* Returns @words without control characters and invisible characters, but with line breaks.
 * (transfer full) */
char *poplens_ssh_words_visible (const char *words);

/* ---- known hosts ----------------------------------------------------------------------------- */

/* Returns the hosts that the user's ssh knows: names after Host in @folder/config and its included
 * files, and names in @folder/known_hosts. Sorted, without duplicates. Skips patterns, hashed names
 * and unreadable files. A host with a port is "ssh://gc-01:2222". Reads the disk. @folder:
 * "/home/kim/.ssh". (transfer full) */
GStrv poplens_ssh_config_list_hosts (const char *folder);

G_END_DECLS
