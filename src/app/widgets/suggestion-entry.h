/* PoplensSuggestionEntry: a field with a list of suggestions below it while somebody writes. Down
 * and Up choose in the list, Enter or a click takes a row of it, and Enter alone what is written.
 * What is suggested, and what becomes of it, is its subclass's. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_SUGGESTION_ENTRY (poplens_suggestion_entry_get_type ())
G_DECLARE_DERIVABLE_TYPE (PoplensSuggestionEntry, poplens_suggestion_entry, POPLENS,
                          SUGGESTION_ENTRY, GtkWidget)

struct _PoplensSuggestionEntryClass {
  GtkWidgetClass parent_class;
  /* Somebody wrote something else. */
  void (*written) (PoplensSuggestionEntry *self);
  /* Down or Up while there is no list. (nullable): the keys then do what they do in any field */
  void (*asked) (PoplensSuggestionEntry *self);
  /* A suggestion, or NULL: what is written. The list is closed. */
  void (*taken) (PoplensSuggestionEntry *self, const char *suggestion);
  /* The list was closed by Escape, by something taken, or as the keyboard went elsewhere;
   * (nullable)
   */
  void (*closed) (PoplensSuggestionEntry *self);
  void (*left) (PoplensSuggestionEntry *self); /* (nullable) */
};

/* What the empty field says, how wide it is at least, and its name for a screen reader. */
void poplens_suggestion_entry_describe (PoplensSuggestionEntry *self, const char *placeholder,
                                        int width_chars, const char *label);
const char *poplens_suggestion_entry_get_text (PoplensSuggestionEntry *self);
/* From outside: nobody is told, and nothing suggested. */
void poplens_suggestion_entry_set_text (PoplensSuggestionEntry *self, const char *text);
gboolean poplens_suggestion_entry_has_focus (PoplensSuggestionEntry *self);

/* Empties the list; what is added then shows with poplens_suggestion_entry_open (). */
void poplens_suggestion_entry_clear (PoplensSuggestionEntry *self);
/* @detail: (nullable): at the end of the line, dim */
void poplens_suggestion_entry_add (PoplensSuggestionEntry *self, const char *suggestion,
                                   const char *detail);
/* @rest: (nullable): what the list leaves out. An empty list closes. */
void poplens_suggestion_entry_open (PoplensSuggestionEntry *self, const char *rest);
void poplens_suggestion_entry_close (PoplensSuggestionEntry *self);

G_END_DECLS
