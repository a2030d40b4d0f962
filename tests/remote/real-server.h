/* OpenSSH's sftp-server over a socket pair, without ssh. */
#pragma once

#include "remote/sftp.h"

G_BEGIN_DECLS

/* TRUE if it is installed; else skips the test with a message. */
gboolean real_server_is_there (void);
gboolean real_server_knows (const char *extension);
/* Starts a server and a conversation with it. @pid: (out): process to wait for. (transfer full) */
PoplensSftp *real_server_start (GPid *pid);

G_END_DECLS
