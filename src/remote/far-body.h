/* A file on another computer in one state. All that read it share its handles and its blocks. */
#pragma once

#include "remote/host-private.h"

G_BEGIN_DECLS

typedef struct _PoplensFarBody PoplensFarBody;

/* The file as @info says that it is now: the one that others read, or another one. (transfer full)
 */
PoplensFarBody *poplens_far_body_take (PoplensHost *host, const char *path,
                                       const PoplensFileInfo *info);
/* Lets go of it. Where nobody else reads it, it is closed; its blocks stay for who opens it next,
 * if it is the same then. */
void poplens_far_body_leave (PoplensFarBody *self, PoplensHost *host);
/* Nobody gets it from take () any more. */
void poplens_far_body_forget (PoplensFarBody *self, PoplensHost *host);
gboolean poplens_far_body_is_open (PoplensFarBody *self);
/* Opens it over the connection that there is, which is made if need be, and again if it is lost
 * meanwhile. 0, an errno, ECANCELED, ESTALE if the file changed since it was opened first, or
 * ENOLINK as poplens_host_take () has it. @again: by its name even if it is open over that
 * connection: another file may have the name by now. */
int poplens_far_body_connect (PoplensFarBody *self, PoplensHost *host, gboolean again,
                              GCancellable *cancellable);
/* NULL until it was opened for the first time. (transfer none) */
PoplensBlocks *poplens_far_body_get_blocks (PoplensFarBody *self);
/* Whether all that came of it is of the state @was, where that was asked for at monotonic @since.
 */
gboolean poplens_far_body_is_known (PoplensFarBody *self, PoplensHost *host,
                                    const PoplensFileInfo *was, gint64 since);
/* Its blocks go to the disk from here on, and those that came before, too. */
void poplens_far_body_keep (PoplensFarBody *self);
guint64 poplens_far_body_get_size (PoplensFarBody *self, PoplensHost *host);

G_END_DECLS
