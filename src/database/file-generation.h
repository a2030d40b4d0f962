/* Whether a database is still the file that was opened: one that was replaced or written since must
 * not be mixed with what has been read of it. For any thread. */
#pragma once

#include "database/identity.h"

G_BEGIN_DECLS

typedef struct _PoplensFileGeneration PoplensFileGeneration;

/* @identity: of the file, as it was opened. NULL with NOT_FOUND, DAMAGED or UNSUPPORTED where it
 * cannot be opened again. */
PoplensFileGeneration *poplens_file_generation_new (PoplensFile *file,
                                                    const PoplensFileIdentity *identity,
                                                    GError **error);
void poplens_file_generation_free (PoplensFileGeneration *self);
/* As poplens_file_check (). */
gboolean poplens_file_generation_check (PoplensFileGeneration *self, PoplensFileCheck check,
                                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFileGeneration, poplens_file_generation_free)

G_END_DECLS
