/* What ssh's last words mean: one table from them to sentences that say what to do. */
#pragma once

#include "remote/address.h"

G_BEGIN_DECLS

/* @words: what it wrote to its stderr. Unknown ones are given as they are, made visible; NULL where
 * there are none. @unasked: nobody could be asked. (transfer full) (nullable) */
char *poplens_ssh_words_explain (const char *words, const PoplensAddress *address,
                                 gboolean unasked);
/* That the host has no SFTP. (transfer full) */
char *poplens_ssh_words_without_sftp (const PoplensAddress *address);
/* @words on lines as they are, but with nothing in them that a reader obeys or does not see.
 * (transfer full) */
char *poplens_ssh_words_visible (const char *words);

G_END_DECLS
