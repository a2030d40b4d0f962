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
  /* Called when the user changed the text. */
  void (*written) (PoplensSuggestionEntry *self);
  /* (nullable): called when Down or Up was pressed while the list is closed. NULL: these keys have
   * GTK's function then. */
  void (*asked) (PoplensSuggestionEntry *self);
  /* Called when the user chose a suggestion, after the list was closed. @suggestion: (nullable):
   * NULL: the user chose the typed text. */
  void (*taken) (PoplensSuggestionEntry *self, const char *suggestion);
  /* (nullable): called when the list was closed: by Escape, by a choice, or because the field lost
   * the focus. */
  void (*closed) (PoplensSuggestionEntry *self);
  void (*left) (
      PoplensSuggestionEntry *self); /* (nullable): called when the field lost the focus */
};

/* Sets the placeholder, the minimum width in characters, and the accessible label of the field. */
void poplens_suggestion_entry_describe (PoplensSuggestionEntry *self, const char *placeholder,
                                        int width_chars, const char *label);
const char *poplens_suggestion_entry_get_text (PoplensSuggestionEntry *self);
/* Sets the text of the field, without calling written () or opening the list. */
void poplens_suggestion_entry_set_text (PoplensSuggestionEntry *self, const char *text);
gboolean poplens_suggestion_entry_has_focus (PoplensSuggestionEntry *self);

/* Removes all suggestions. Call before adding new ones. */
void poplens_suggestion_entry_clear (PoplensSuggestionEntry *self);
/* Adds a suggestion to the list. @detail: (nullable): dim text at the end of its row. */
void poplens_suggestion_entry_add (PoplensSuggestionEntry *self, const char *suggestion,
                                   const char *detail);
/* Opens the list, or closes it if it is empty. @rest: (nullable): text below the list, such as "10
 * of 812 names". */
void poplens_suggestion_entry_open (PoplensSuggestionEntry *self, const char *rest);
void poplens_suggestion_entry_close (PoplensSuggestionEntry *self);

G_END_DECLS
