/* Reads and writes pages of a database file, for damage that SQL cannot cause. */
#include "page-edit.h"

#include "support/mini-profile.h"

#include <fcntl.h>
#include <unistd.h>

guint32
page_edit_root (const char *path, const char *name)
{
  sqlite3 *handle = mini_profile_connect (path);
  sqlite3_stmt *statement;

  sqlite3_prepare_v2 (handle, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &statement,
                      NULL);
  sqlite3_bind_text (statement, 1, name, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  guint32 page = (guint32) sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (handle);
  return page;
}

void
page_edit_read (const char *path, guint32 page, guint8 *out)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  g_assert_cmpint (pread (fd, out, PAGE_BYTES, (off_t) (page - 1) * PAGE_BYTES), ==, PAGE_BYTES);
  close (fd);
}

void
page_edit_write (const char *path, guint32 page, const guint8 *bytes)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (pwrite (fd, bytes, PAGE_BYTES, (off_t) (page - 1) * PAGE_BYTES), ==, PAGE_BYTES);
  close (fd);
}

guint32
page_edit_first_leaf (const char *path, const char *name)
{
  guint32 page = page_edit_root (path, name);
  guint8 bytes[PAGE_BYTES];

  for (page_edit_read (path, page, bytes); bytes[0] == 5 || bytes[0] == 2;
       page_edit_read (path, page, bytes))
    page = page_edit_u32 (bytes + page_edit_u16 (bytes + 12));
  return page;
}
