/* How much lines of source code account for, as a sentence. */
#pragma once

#include "base/format.h"
#include "derived/operations/sources-source.h"

G_BEGIN_DECLS

G_END_DECLS
