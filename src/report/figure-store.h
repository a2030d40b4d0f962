/* Figures that were worked out of reports, kept in files on this computer, so that a program need
 * not work out again what another one did. They are only a copy: what is damaged, or what another
 * version of the program wrote, is as if it were not there. For any thread and several processes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensFigureStore PoplensFigureStore;

/* @folder: created with the first figures. @most: bytes on the disk, beyond which the figures that
 * were used longest ago go. (transfer full) */
PoplensFigureStore *poplens_figure_store_new (const char *folder, guint64 most);
/* Opens the store of the user's programs. (transfer full) */
PoplensFigureStore *poplens_figure_store_new_default (void);
PoplensFigureStore *poplens_figure_store_ref (PoplensFigureStore *self);
void poplens_figure_store_unref (PoplensFigureStore *self);

/* Returns the figures @kind of the report @identity (poplens_report_get_identity ()). Range checks
 * are up to the caller: the value is complete, but any program of the user can write the files.
 * (transfer full) (nullable): NULL if there are none of this version and @type */
GVariant *poplens_figure_store_read (PoplensFigureStore *self, const char *kind,
                                     const char *identity, const GVariantType *type);
/* Writes figures, in place of older ones. Writes nothing if the folder cannot be written, or the
 * disk is nearly full. @value: a floating reference is taken */
void poplens_figure_store_write (PoplensFigureStore *self, const char *kind, const char *identity,
                                 GVariant *value);

/* Returns a struct of numbers as figures: by its bytes, as only programs of the same source read
 * them. (transfer floating) */
GVariant *poplens_figures_pack (gconstpointer numbers, gsize size);
/* FALSE if @value has another size. @numbers: (out): @size bytes */
gboolean poplens_figures_unpack (GVariant *value, gpointer numbers, gsize size);

/* Returns the folder of the user's programs. (transfer full) */
char *poplens_figure_store_get_folder (void);
/* Returns the bytes that files of a store in @folder take on the disk. */
guint64 poplens_figure_store_get_size (const char *folder);
/* Deletes the files of a store in @folder, and no others. FALSE with NOT_FOUND. */
gboolean poplens_figure_store_clear (const char *folder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFigureStore, poplens_figure_store_unref)

G_END_DECLS
