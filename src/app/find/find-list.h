/* PoplensFindList: list of search results, in which one row is selected. The focus stays in the
 * search field. */
#pragma once

#include <adwaita.h>

#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_LIST (poplens_find_list_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindList, poplens_find_list, POPLENS, FIND_LIST, AdwBin)

/* Signals: "chosen" (gboolean goes): the user clicked the selected row; @goes: TRUE if Ctrl was
 * pressed, to go to the page of the row instead of opening its card. "selected" (): another row was
 * selected */

/* Shows search results and selects the first one. @finds: (nullable): NULL empties the list. */
void poplens_find_list_show (PoplensFindList *self, const PoplensFinds *finds);
/* Moves the selection down by @rows, or up if negative. Stops at the first and last row. */
void poplens_find_list_move (PoplensFindList *self, int rows);
guint poplens_find_list_get_n (PoplensFindList *self);
/* get_location (): returns the location of the selected row; get_text (): its accessible text.
 * (transfer none) (nullable): NULL if no row is selected. */
const char *poplens_find_list_get_location (PoplensFindList *self);
/* Returns the words that find the card of the selected row (tables/card/card.h). (transfer none)
 * (nullable): NULL if it has no card. */
const char *poplens_find_list_get_ref (PoplensFindList *self);
const char *poplens_find_list_get_text (PoplensFindList *self);
guint poplens_find_list_get_position (PoplensFindList *self);

G_END_DECLS
