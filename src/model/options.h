/* Engine options: the rows of compilation_parameters, target_parameters and
 * execution_parameters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_OPTION_COMPILATION,
  POPLENS_OPTION_TARGET,
  POPLENS_OPTION_EXECUTION,
} PoplensOptionSet;

typedef struct {
  PoplensOptionSet set;
  char *name;
  char *value;
  gboolean is_default;
  gint64 run; /* run of an execution option; −1 if the file does not say */
} PoplensOption;

typedef struct {
  GPtrArray *rows; /* PoplensOption, by set, then name, then run */
  guint n_changed; /* rows that differ from the default */
} PoplensOptions;

PoplensOptions *poplens_options_new (void);
void poplens_options_free (PoplensOptions *self);
/* Adds a row with copies of the texts. */
void poplens_options_add (PoplensOptions *self, PoplensOptionSet set, const char *name,
                          const char *value, gboolean is_default, gint64 run);
const char *poplens_option_set_name (PoplensOptionSet set);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOptions, poplens_options_free)

G_END_DECLS
