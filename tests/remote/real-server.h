/* OpenSSH's sftp-server over a socket pair, without ssh. */
#pragma once

#include "remote/sftp.h"

G_BEGIN_DECLS

/* Whether it is installed; else the test is skipped, and says so. */
gboolean real_server_is_there (void);
gboolean real_server_knows (const char *extension);
/* A conversation with one of its own. @pid: (out): to be waited for. */
PoplensSftp *real_server_start (GPid *pid);

G_END_DECLS
