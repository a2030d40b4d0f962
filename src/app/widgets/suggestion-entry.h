/* PoplensSuggestionEntry: text field with a list of suggestions below it while the user types. Down
 * and Up select in the list; Enter or a click takes the selected row, and Enter without a selection
 * the typed text. Subclasses provide the suggestions, and handle the result. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_SUGGESTION_ENTRY (poplens_suggestion_entry_get_type ())
G_DECLARE_DERIVABLE_TYPE (PoplensSuggestionEntry, poplens_suggestion_entry, POPLENS,
                          SUGGESTION_ENTRY, GtkWidget)

struct _PoplensSuggestionEntryClass {
  GtkWidgetClass parent_class;
  /* The user changed the text. */
  void (*written) (PoplensSuggestionEntry *self);
  /* (nullable): Down or Up was pressed while the list is closed; NULL: the keys keep their default
   * function */
  void (*asked) (PoplensSuggestionEntry *self);
  /* The user chose @suggestion or, if it is NULL, the typed text. The list is already closed. */
  void (*taken) (PoplensSuggestionEntry *self, const char *suggestion);
  /* (nullable): the list was closed by Escape, by a choice, or because the field lost the focus */
  void (*closed) (PoplensSuggestionEntry *self);
  void (*left) (PoplensSuggestionEntry *self); /* (nullable): the field lost the focus */
};

/* Sets the placeholder, the minimum width (characters), and the accessible label. */
void poplens_suggestion_entry_describe (PoplensSuggestionEntry *self, const char *placeholder,
                                        int width_chars, const char *label);
const char *poplens_suggestion_entry_get_text (PoplensSuggestionEntry *self);
/* Sets the text without calling written () or showing suggestions. */
void poplens_suggestion_entry_set_text (PoplensSuggestionEntry *self, const char *text);
gboolean poplens_suggestion_entry_has_focus (PoplensSuggestionEntry *self);

/* Empties the list. Rows added afterwards are shown by poplens_suggestion_entry_open (). */
void poplens_suggestion_entry_clear (PoplensSuggestionEntry *self);
/* Adds a row. @detail: (nullable): dimmed text at the end of the row */
void poplens_suggestion_entry_add (PoplensSuggestionEntry *self, const char *suggestion,
                                   const char *detail);
/* Opens the list; closes it if it is empty. @rest: (nullable): text about rows that are left out.
 */
void poplens_suggestion_entry_open (PoplensSuggestionEntry *self, const char *rest);
void poplens_suggestion_entry_close (PoplensSuggestionEntry *self);

G_END_DECLS
