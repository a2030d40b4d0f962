/* PoplensPromptPage: shows a question of ssh, with texts, icon and buttons for its kind. */
#include "app/remote/prompt-page.h"

#include <string.h>

struct _PoplensPromptPage {
  AdwBin parent;
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *explanation;
  GtkLabel *words;
  GtkWidget *fingerprint_box;
  GtkLabel *fingerprint;
  GtkEditable *secret;
  GtkWidget *spinner;
  GtkWidget *refuse;
  GtkWidget *accept;

  PoplensRemoteQuestion *question; /* (nullable): question that is shown; NULL if there is none */
};

G_DEFINE_FINAL_TYPE (PoplensPromptPage, poplens_prompt_page, ADW_TYPE_BIN)

static void
give_answer (PoplensPromptPage *self, const char *answer)
{
  if (!self->question)
    return;
  poplens_remote_question_answer (self->question, answer);
  poplens_prompt_page_clear (self);
  g_signal_emit_by_name (self, "answered");
}

static void
on_accept (PoplensPromptPage *self)
{
  gboolean secret =
      self->question && poplens_remote_question_get_kind (self->question) == POPLENS_PROMPT_SECRET;

  give_answer (self, secret ? gtk_editable_get_text (self->secret) : "yes");
}

static void
on_refuse (PoplensPromptPage *self)
{
  gboolean confirm =
      self->question && poplens_remote_question_get_kind (self->question) == POPLENS_PROMPT_CONFIRM;

  give_answer (self, confirm ? "no" : NULL);
}

/* Returns the reason why ssh asks for the same secret again. */
static const char *
why_again (PoplensRemoteQuestion *question)
{
  const char *text = poplens_remote_question_get_text (question);

  if (!poplens_remote_question_is_again (question))
    return "";
  return strcasestr (text, "passphrase") ? "That passphrase was not accepted"
         : strcasestr (text, "password") ? "That password was not accepted"
                                         : "That answer was not accepted";
}

typedef struct {
  const char *icon, *explanation, *accept;
  char *title;
  gboolean is_key; /* ssh asks whether to trust an unknown host key */
} PromptStyle;

static PromptStyle
prompt_style_of (PoplensRemoteQuestion *question, const char *fingerprint)
{
  const char *destination = poplens_remote_question_get_destination (question);
  PoplensPromptKind kind = poplens_remote_question_get_kind (question);

  if (kind == POPLENS_PROMPT_SECRET)
    return (PromptStyle){"dialog-password-symbolic", why_again (question), "_Continue",
                         g_strdup_printf ("Log In to %s", destination)};
  if (kind == POPLENS_PROMPT_NOTICE)
    return (PromptStyle){"dialog-information-symbolic", "", "",
                         g_strdup_printf ("Logging In to %s", destination)};
  if (!fingerprint)
    return (PromptStyle){"dialog-question-symbolic", "", "_Yes",
                         g_strdup_printf ("Connecting to %s", destination)};
  return (PromptStyle){
      "dialog-warning-symbolic",
      "This computer has not connected to it before. Compare the fingerprint with the one "
      "that its administrator gives. If they differ, somebody may be listening.",
      "_Trust and Connect", g_strdup_printf ("Unknown Host %s", destination), TRUE};
}

static void
show_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

/* Sets the labels of the buttons, and the button that Enter activates. Enter accepts a typed
 * secret. On a question, Enter refuses, so that it never trusts a host. */
static void
set_buttons (PoplensPromptPage *self, PoplensPromptKind kind, const PromptStyle *look)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  gtk_button_set_label (GTK_BUTTON (self->accept), look->accept);
  gtk_widget_set_visible (self->accept, kind != POPLENS_PROMPT_NOTICE);
  gtk_button_set_label (GTK_BUTTON (self->refuse),
                        kind == POPLENS_PROMPT_CONFIRM && !look->is_key ? "_No" : "_Cancel");
  if (kind == POPLENS_PROMPT_SECRET)
    gtk_widget_add_css_class (self->accept, "suggested-action");
  else
    gtk_widget_remove_css_class (self->accept, "suggested-action");
  if (GTK_IS_WINDOW (root))
    gtk_window_set_default_widget (GTK_WINDOW (root),
                                   kind == POPLENS_PROMPT_SECRET ? self->accept : self->refuse);
  gtk_widget_grab_focus (kind == POPLENS_PROMPT_SECRET ? GTK_WIDGET (self->secret) : self->refuse);
}

void
poplens_prompt_page_ask (PoplensPromptPage *self, PoplensRemoteQuestion *question)
{
  PoplensPromptKind kind = poplens_remote_question_get_kind (question);
  /* Find the fingerprint of the host key in the question, as OpenSSH writes it: "SHA256:…". */
  const char *text = poplens_remote_question_get_text (question);
  const char *start = strstr (text, "SHA256:");
  if (!start)
    start = strstr (text, "MD5:");
  g_autofree char *fingerprint =
      start ? g_strndup (start, strspn (start, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                                               "uvwxyz0123456789+/=:"))
            : NULL;
  PromptStyle look = prompt_style_of (question, fingerprint);
  g_autofree char *title = look.title;
  /* Remove "(yes/no)" from the question: the user clicks a button instead of typing a word. */
  GString *said = g_string_new (poplens_remote_question_get_text (question));
  g_string_replace (said, " (yes/no/[fingerprint])?", "?", 0);
  g_string_replace (said, " (yes/no)?", "?", 0);
  g_autofree char *words = g_string_free (said, FALSE);

  poplens_prompt_page_clear (self);
  self->question = poplens_remote_question_ref (question);
  gtk_image_set_from_icon_name (self->icon, look.icon);
  gtk_label_set_text (self->title, title);
  show_label (self->explanation, look.explanation);
  if (kind == POPLENS_PROMPT_SECRET)
    gtk_widget_add_css_class (GTK_WIDGET (self->explanation), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->explanation), "error");
  gtk_label_set_xalign (self->words, kind == POPLENS_PROMPT_NOTICE ? 0.5F : 0);
  show_label (self->words, words);
  gtk_label_set_text (self->fingerprint, fingerprint ? fingerprint : "");
  gtk_widget_set_visible (self->fingerprint_box, kind == POPLENS_PROMPT_CONFIRM && fingerprint);
  gtk_widget_set_visible (GTK_WIDGET (self->secret), kind == POPLENS_PROMPT_SECRET);
  gtk_widget_set_visible (self->spinner, kind == POPLENS_PROMPT_NOTICE);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), kind == POPLENS_PROMPT_NOTICE);
  set_buttons (self, kind, &look);
}

void
poplens_prompt_page_clear (PoplensPromptPage *self)
{
  g_clear_pointer (&self->question, poplens_remote_question_unref);
  gtk_editable_set_text (self->secret, "");
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
}

static void
poplens_prompt_page_dispose (GObject *object)
{
  PoplensPromptPage *self = POPLENS_PROMPT_PAGE (object);

  g_clear_pointer (&self->question, poplens_remote_question_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_PROMPT_PAGE);
  G_OBJECT_CLASS (poplens_prompt_page_parent_class)->dispose (object);
}

static void
poplens_prompt_page_class_init (PoplensPromptPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_prompt_page_dispose;
  g_signal_new ("answered", POPLENS_TYPE_PROMPT_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/prompt-page.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensPromptPage, child)
  BIND (icon);
  BIND (title);
  BIND (explanation);
  BIND (words);
  BIND (fingerprint_box);
  BIND (fingerprint);
  BIND (secret);
  BIND (spinner);
  BIND (refuse);
  BIND (accept);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_refuse);
}

static void
poplens_prompt_page_init (PoplensPromptPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
