/* How archive.a and the profile agree, in words. */
#pragma once

#include "analysis/memory/archive-compare.h"

G_BEGIN_DECLS

/* "All 1,472 images of archive.a agree with the profile: …", or how many do not. @target:
 * (nullable). (transfer full) */
char *poplens_archive_verdict (const PoplensArchiveComparison *comparison,
                               const PoplensArchive *archive, const PoplensTarget *target);

G_END_DECLS
