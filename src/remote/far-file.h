/* PoplensFile for a file on another computer, which is read in blocks over the host's connection.
 */
#pragma once

#include "remote/host.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FAR_FILE (poplens_far_file_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFarFile, poplens_far_file, POPLENS, FAR_FILE, PoplensFile)

/* Reads the file with lowest priority, and keeps none of its blocks for other readers. Call it
 * before the file is opened. */
void poplens_far_file_set_patient (PoplensFarFile *self);
/* Returns how many bytes of @range have to be received over the link. Before the file is open, that
 * is all of @range. */
guint64 poplens_far_file_count_absent (PoplensFarFile *self, const PoplensByteRange *range);

G_END_DECLS
