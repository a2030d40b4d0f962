/* The schema of profile.pop, version 3.8.0: all 67 tables and 3 indices. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* NULL-terminated: CREATE statements in the order in which a real file has them. */
const char *const *demo_ddl (void);

G_END_DECLS
