/* Disk cache of figures that were computed from reports, so that no program computes them again.
 * Damaged files, and files that another version of the program wrote, count as absent. For any
 * thread and several processes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensFigureStore PoplensFigureStore;

/* Creates a cache of up to @most bytes in @folder. It removes the least recently used figures
 * first, and creates the folder when it first writes. (transfer full) */
PoplensFigureStore *poplens_figure_store_new (const char *folder, guint64 most);
/* Creates the cache that all programs of the user share. (transfer full) */
PoplensFigureStore *poplens_figure_store_new_default (void);
PoplensFigureStore *poplens_figure_store_ref (PoplensFigureStore *self);
void poplens_figure_store_unref (PoplensFigureStore *self);

/* Returns the figures @kind of the report @identity (poplens_report_identify_at ()). @type: type
 * with which they were written; the file does not record it. The caller must check ranges, as any
 * program of the user can write the file. (transfer full) (nullable): NULL if there is no intact
 * file of this version, or if its bytes are not a valid value of @type */
GVariant *poplens_figure_store_read (PoplensFigureStore *self, const char *kind,
                                     const char *identity, const GVariantType *type);
/* Writes figures, and replaces older ones. Writes nothing if the value is too large, the folder
 * cannot be written, or the disk is nearly full. @value: a floating reference is taken */
void poplens_figure_store_write (PoplensFigureStore *self, const char *kind, const char *identity,
                                 GVariant *value);

/* Packs a struct of numbers of @size bytes. Only a program built from the same sources can unpack
 * it. (transfer floating) */
GVariant *poplens_figures_pack (gconstpointer numbers, gsize size);
/* Unpacks a struct of @size bytes into @numbers. FALSE if @value has another size. */
gboolean poplens_figures_unpack (GVariant *value, gpointer numbers, gsize size);

/* Returns $XDG_CACHE_HOME/poplens/figures. (transfer full) */
char *poplens_figure_store_get_folder (void);
/* Returns the disk space that figures in @folder take, in bytes. */
guint64 poplens_figure_store_get_size (const char *folder);
/* Deletes the figures in @folder, and no other files. FALSE with POPLENS_ERROR_NOT_FOUND. */
gboolean poplens_figure_store_clear (const char *folder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFigureStore, poplens_figure_store_unref)

G_END_DECLS
