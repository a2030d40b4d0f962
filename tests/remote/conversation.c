/* Starts SFTP conversations with fake servers, and waits for reads. */
#include "remote/conversation.h"

PoplensSftp *
conversation_new (Fake *fake, GCancellable *cancellable, GError **error)
{
  int in, out;

  fake_take (fake, &in, &out);
  return poplens_sftp_new ("gc-01", in, out, cancellable, error);
}

PoplensSftp *
conversation_start (FakeScript script, gpointer data, Fake **fake)
{
  g_autoptr (GError) error = NULL;

  *fake = fake_start (script, data);
  PoplensSftp *sftp = conversation_new (*fake, NULL, &error);
  g_assert_no_error (error);
  return sftp;
}

void
conversation_finish (PoplensSftp *sftp, Fake *fake)
{
  g_autoptr (GError) error = poplens_sftp_get_error (sftp);

  g_assert_no_error (error);
  poplens_sftp_unref (sftp);
  fake_join (fake);
}

void
reading_take (gpointer data, const guint8 *bytes, gsize n, int code)
{
  Reading *self = data;

  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (bytes[i], ==, 'x');
  pthread_mutex_lock (&self->lock);
  self->n_done++;
  self->n = n;
  self->code = code;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}
