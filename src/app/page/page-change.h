/* What a change of location asks of a page that is shown. */
#pragma once

#include "model/location.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_CHANGE_NONE,
  /* only keys of how a page is looked at (poplens_location_is_view_key()): nothing to build but
   * what follows them */
  POPLENS_CHANGE_VIEW,
  POPLENS_CHANGE_SELECTION, /* tile, steps and variable too: shown at once, and tables to build */
  POPLENS_CHANGE_PAGE,      /* another page, or other choices: all to build */
} PoplensLocationChange;

/* A key that says how @page is looked at, not what is on it, by the register of keys. The same key
 * may make another page elsewhere: colours of the trace do. */
gboolean poplens_location_is_view_key (const char *key, PoplensPageId page);

/* @before: (nullable): NULL is another page. */
PoplensLocationChange poplens_location_compare (const PoplensLocation *before,
                                                const PoplensLocation *now);

G_END_DECLS
