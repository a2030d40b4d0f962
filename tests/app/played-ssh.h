/* Other computers that are this one, behind tests/end-to-end/fake-ssh. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From here on ssh is played. Before there are threads. FALSE: this computer has no SFTP server. */
gboolean played_ssh_begin (void);
/* How connecting goes from now on: words of fake-ssh. */
void played_ssh_set (const char *mode);
/* All connections are lost. */
void played_ssh_end (void);

G_END_DECLS
