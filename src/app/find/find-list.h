/* PoplensFindList: what was found, as rows to choose from; the keyboard stays elsewhere. */
#pragma once

#include <adwaita.h>

#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_LIST (poplens_find_list_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindList, poplens_find_list, POPLENS, FIND_LIST, AdwBin)

/* Signals: "chosen" (gboolean goes): the selected row was clicked, with Ctrl where it goes there at
 * once; "selected" (): another row is */

/* Shows the results and selects the first. @finds: (nullable): none. */
void poplens_find_list_show (PoplensFindList *self, const PoplensFinds *finds);
/* Moves the selection; stays at the ends. */
void poplens_find_list_move (PoplensFindList *self, int rows);
guint poplens_find_list_get_n (PoplensFindList *self);
/* Location and spoken text of the selected row; NULL where there is none. (transfer none) */
const char *poplens_find_list_get_location (PoplensFindList *self);
/* The words that find its card (tables/card/card.h); NULL where it has none. (transfer none) */
const char *poplens_find_list_get_ref (PoplensFindList *self);
const char *poplens_find_list_get_text (PoplensFindList *self);
guint poplens_find_list_get_position (PoplensFindList *self);

G_END_DECLS
