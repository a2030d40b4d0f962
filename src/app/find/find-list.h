/* PoplensFindList: list of search results. The focus stays in the search field. */
#pragma once

#include <adwaita.h>

#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_LIST (poplens_find_list_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindList, poplens_find_list, POPLENS, FIND_LIST, AdwBin)

/* Signals: "chosen" (gboolean goes): the user clicked the selected row; @goes: with Ctrl, to show
 * its page at once; "selected" (): another row was selected */

/* Shows the results and selects the first. @finds: (nullable): NULL: no results. */
void poplens_find_list_show (PoplensFindList *self, const PoplensFinds *finds);
/* Moves the selection by @rows; stops at the ends. */
void poplens_find_list_move (PoplensFindList *self, int rows);
guint poplens_find_list_get_n (PoplensFindList *self);
/* Location and accessible text of the selected row. (transfer none) (nullable): NULL if no row is
 * selected. */
const char *poplens_find_list_get_location (PoplensFindList *self);
/* Returns the words that find its card (tables/card/card.h). (transfer none) (nullable): NULL if it
 * has no card. */
const char *poplens_find_list_get_ref (PoplensFindList *self);
const char *poplens_find_list_get_text (PoplensFindList *self);
guint poplens_find_list_get_position (PoplensFindList *self);

G_END_DECLS
