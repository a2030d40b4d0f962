/* Tests of the shortest names that distinguish paths, against names written by hand. */
#include "base/name-apart.h"

#include <string.h>

#define MOST 3

typedef struct {
  const char *what;
  PoplensNamed named[MOST];
  const char *want[MOST];
} NameCase;

static const NameCase cases[] = {
    {"one", {{"run", "/a/run"}}, {"run"}},
    {"names differ", {{"run-1", "/a/run-1"}, {"run-2", "/b/run-2"}}, {"run-1", "run-2"}},
    {"one is the end of the other", {{"run", "/a/run"}, {"a-run", "/b/a-run"}}, {"run", "a-run"}},
    {"same name", {{"run", "/a/sx/run"}, {"run", "/a/sy/run"}}, {"sx/run", "sy/run"}},
    {"same parents",
     {{"run", "/a/1/new/run"}, {"run", "/a/2/new/run"}},
     {"1/new/run", "2/new/run"}},
    {"name of two parts",
     {{"run/training", "/a/run/training"}, {"run/training", "/b/run/training"}},
     {"a/run/training", "b/run/training"}},
    {"a part is the end of another",
     {{"run", "/a/x/run"}, {"run", "/a/xx/run"}},
     {"x/run", "xx/run"}},
    {"path is the end of the other",
     {{"run", "/x/run"}, {"run", "/y/x/run"}},
     {"/x/run", "y/x/run"}},
    {"the root", {{"run", "/run"}, {"run", "/y/run"}}, {"/run", "y/run"}},
    {"same path", {{"run", "/a/run"}, {"run", "/a/run"}}, {"run", "run"}},
    {"same path, other name",
     {{"run", "/a/run"}, {"run (before reload)", "/a/run"}},
     {"run", "run (before reload)"}},
    {"slashes at the end", {{"run", "/a/run/"}, {"run", "/a/run"}}, {"run", "run"}},
    {"slashes within", {{"run", "/a//run//"}, {"run", "/b//run"}}, {"a//run", "b//run"}},
    {"file in the folder of the name",
     {{"run", "/a/sx/run/profile_0000002a.pop"}, {"run", "/a/sy/run"}},
     {"sx/run", "sy/run"}},
    {"file of another name",
     {{"monday.sqlite", "/a/1/monday.sqlite"}, {"monday.sqlite", "/a/2/monday.sqlite"}},
     {"1/monday.sqlite", "2/monday.sqlite"}},
    {"addresses",
     {{"run", "ssh://one/x/run"}, {"run", "ssh://two/x/run"}},
     {"one/x/run", "two/x/run"}},
    {"addresses in short", {{"run", "one:run"}, {"run", "two:run"}}, {"one:run", "two:run"}},
    {"here and there", {{"run", "/x/run"}, {"run", "one:/x/run"}}, {"/x/run", "one:/x/run"}},
    {"name that no path ends in", {{"home", "one:"}, {"home", "two:"}}, {"one:", "two:"}},
    {"letters of several bytes",
     {{"Läufe", "/Ä/Läufe"}, {"Läufe", "/Ö/Läufe"}},
     {"Ä/Läufe", "Ö/Läufe"}},
    {"three, each as short as can be",
     {{"run", "/x/1/run"}, {"run", "/y/1/run"}, {"run", "/x/2/run"}},
     {"x/1/run", "y/1/run", "2/run"}},
    {"one has its longer name already",
     {{"sx/run", "/a/sx/run"}, {"run", "/a/sy/run"}},
     {"sx/run", "sy/run"}},
};

static void
test_cases (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    const NameCase *one = &cases[c];
    guint n = 0;
    while (n < MOST && one->named[n].name)
      n++;
    for (guint i = 0; i < n; i++) {
      PoplensNamed others[MOST];
      memcpy (others, one->named, sizeof others);
      others[i] = others[n - 1];
      g_test_message ("%s, %u", one->what, i);
      g_autofree char *name = poplens_name_apart (&one->named[i], others, n - 1);
      g_assert_cmpstr (name, ==, one->want[i]);
    }
  }
}

/* Names of random paths with few different parts all differ, and each is an end of its path. */
static void
test_random_paths (void)
{
  GRand *random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 200; round++) {
    g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
    PoplensNamed named[12];
    for (guint i = 0; i < G_N_ELEMENTS (named); i++) {
      GString *path = g_string_new (NULL);
      for (guint part = 0, parts = 1 + g_rand_int (random) % 4; part < parts; part++)
        g_string_append_printf (path, "/%c", 'a' + g_rand_int (random) % 3);
      g_ptr_array_add (paths, g_string_free (path, FALSE));
      named[i] = (PoplensNamed){strrchr (paths->pdata[i], '/') + 1, paths->pdata[i]};
    }
    for (guint i = 0; i < paths->len; i++)
      g_ptr_array_add (names, poplens_name_apart (&named[i], named, paths->len));
    for (guint i = 0; i < paths->len; i++) {
      g_assert_true (g_str_has_suffix (paths->pdata[i], names->pdata[i]));
      for (guint j = 0; j < i; j++)
        g_assert_cmpint (!strcmp (names->pdata[i], names->pdata[j]), ==,
                         !strcmp (paths->pdata[i], paths->pdata[j]));
    }
  }
  g_rand_free (random);
}

static const struct {
  const char *names[2];
  gsize most;
  const char *want[2];
} shorter[] = {
    {{"run-1", "run-2"}, 5, {"run-1", "run-2"}},
    {{"run", "run-of-today"}, 8, {"run", "run-of-today"}},
    {{"run-of-monday-1", "run-of-monday-2"}, 8, {"run- … ay-1", "run- … ay-2"}},
    {{"seed-1/new/run", "seed-2/new/run"}, 8, {"seed-1/…", "seed-2/…"}},
    {{"a-long-seed-1/run", "a-long-seed-2/run"}, 8, {"a-lo … ed-1/…", "a-lo … ed-2/…"}},
    {{"run-1/training", "run-1/inference"}, 8, {"run- … ning", "run- … ence"}},
    {{"one/x/run", "x/run"}, 5, {"one/x/…", "x/…"}},
    {{"/x/run", "y/x/run"}, 5, {"/x/…", "y/x/…"}},
    {{"same/run", "same/run"}, 5, {"same/…", "same/…"}},
    {{"ÄÄÄÄÄÄ", "ÖÖÖÖÖÖ"}, 5, {"Ä … Ä", "Ö … Ö"}},
};

static void
test_shorten (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (shorter); s++) {
    char *names[] = {g_strdup (shorter[s].names[0]), g_strdup (shorter[s].names[1])};
    poplens_names_shorten (names, shorter[s].most);
    for (guint i = 0; i < 2; i++) {
      g_assert_cmpstr (names[i], ==, shorter[s].want[i]);
      g_free (names[i]);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name-apart/cases", test_cases);
  g_test_add_func ("/name-apart/random", test_random_paths);
  g_test_add_func ("/name-apart/shorten", test_shorten);
  return g_test_run ();
}
