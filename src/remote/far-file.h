/* A file on another computer. */
#pragma once

#include "remote/host.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FAR_FILE (poplens_far_file_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFarFile, poplens_far_file, POPLENS, FAR_FILE, PoplensFile)

/* It gives way to all others, and keeps nothing: before it is opened. */
void poplens_far_file_set_patient (PoplensFarFile *self);
/* Bytes of @range that would have to come over the link; all of them before it is open. */
guint64 poplens_far_file_count_absent (PoplensFarFile *self, const PoplensByteRange *range);

G_END_DECLS
