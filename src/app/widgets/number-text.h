/* Numbers in labels, which break lines and may be read from right to left. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "32.4 %" has no letter that would say so: from right to left a label reads it "% 32.4". (transfer
 * full): with a mark before it where that is so */
char *poplens_number_text (const char *text);

G_END_DECLS
