/* Fake remote computers for tests: connections lead to this computer, through
 * tests/end-to-end/fake-ssh. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Replaces ssh by the fake from now on; call it before threads are started. FALSE if this computer
 * has no SFTP server. */
gboolean played_ssh_begin (void);
/* Sets the behaviour of later connections. @mode: words of fake-ssh. */
void played_ssh_set (const char *mode);
/* Kills all connections. */
void played_ssh_end (void);

G_END_DECLS
