/* Cards of the things that rows of a table are (tables/card/card-ref.h), which the action
 * "report.card" opens: by a click on a name, the middle button anywhere in a row, Alt+Enter and the
 * context menu. A name that is a link and no thing is followed by the click. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Once, for a widget that has its view. */
void poplens_table_card_attach (PoplensTableWidget *self);
/* "Show Card" where @row of @table is a thing. */
void poplens_table_card_add_menu (const PoplensTable *table, guint32 row, GMenu *menu);
/* Alt+Enter; FALSE where the key is another one, or the row no thing. */
gboolean poplens_table_card_key (PoplensTableWidget *self, guint32 row, guint keyval,
                                 GdkModifierType state);

G_END_DECLS
