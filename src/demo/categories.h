/* The 27 kinds of data that a variable can hold. */
#pragma once

#include "demo/db.h"

G_BEGIN_DECLS

const char *demo_category_name (guint id);
void demo_write_categories (DemoDb *db);

G_END_DECLS
