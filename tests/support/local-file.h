/* Opens a file of a report by its path on this computer, for each reader. */
#pragma once

#include "archive/archive.h"
#include "debuginfo/debuginfo.h"
#include "profile/profile.h"
#include "report/json-reader.h"

/* Inline functions, as each test links only some of these libraries. */

static inline PoplensDatabase *
local_database_open (const char *path, const PoplensSchema *schema, PoplensFileIdentity *identity,
                     GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_database_open (file, schema, identity, error);
}

static inline gboolean
local_file_identity_stat (const char *path, PoplensFileIdentity *identity, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_file_identity_stat (file, identity, error);
}

static inline gboolean
local_profile_probe (const char *path)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_profile_probe (file, NULL);
}

static inline PoplensProfile *
local_profile_open (const char *path, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_profile_open (file, error);
}

static inline PoplensArchive *
local_archive_read (const char *path, const PoplensTarget *target, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_archive_read (file, target, cancellable, error);
}

static inline PoplensSlice *
local_archive_read_symbols (const char *path, const PoplensArchive *archive, guint32 tile,
                            GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_archive_read_symbols (file, archive, tile, cancellable, error);
}

static inline PoplensDebugContexts *
local_debuginfo_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_debuginfo_read (file, cancellable, error);
}

static inline PoplensSlice *
local_debuginfo_read_body (const char *path, const PoplensDebugContexts *contexts, guint64 id,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_debuginfo_read_body (file, contexts, id, cancellable, error);
}

static inline PoplensJsonTree *
local_json_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);

  return poplens_json_read (file, cancellable, error);
}
