/* Who wants no letters, and who did not write. */
#include <glib.h>

#include "language/said.h"

static const struct {
    const char *text;
    unsigned wish;
} rows[] = {
    { "stop", LEAVE_STOP },
    { "STOP!!!", LEAVE_STOP },
    { "Please remove my address from your list.", LEAVE_STOP },
    { "Unsubscribe me, please", LEAVE_STOP },
    { "This was not me. Stop sending me mail!", LEAVE_STOP | LEAVE_NOT_ME },
    { "It wasn\u2019t me", LEAVE_NOT_ME },
    { "I didn't sign up for this.", LEAVE_NOT_ME },
    { "Hello,\n\nplease remove me from\nyour list.\n\nThanks", LEAVE_STOP },
    { "Hello Sir or Madam,\ntake me off this mailing list\nJohn Q. Public", LEAVE_STOP },
    { "Ich m\u00f6chte keine Mails mehr", LEAVE_STOP },
    { "Das war ich nicht!", LEAVE_NOT_ME },
    { "Bitte l\u00f6schen Sie meine Adresse", LEAVE_STOP },
    { "Veuillez me d\u00e9sinscrire, merci", LEAVE_STOP },
    { "Ce n'\u00e9tait pas moi.", LEAVE_NOT_ME },
    { "No quiero recibir m\u00e1s correos. Darme de baja por favor", LEAVE_STOP },
    { "No fui yo", LEAVE_NOT_ME },
    { "Cancellatemi dalla lista, grazie", LEAVE_STOP },
    { "Schrijf me uit alstublieft", LEAVE_STOP },
    { "stop looking at my king", LEAVE_NOTHING },
    { "I cannot stop laughing", LEAVE_NOTHING },
    { "You never stop thinking", LEAVE_NOTHING },
    { "stopover", LEAVE_NOTHING },
    { "Not bad for me!", LEAVE_NOTHING },
    { "please", LEAVE_NOTHING },
    { "", LEAVE_NOTHING },
};

static void test_rows(void)
{
    const struct grammar_context plain = { 0 };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s", rows[i].text);
        g_assert_cmpuint(leave_wish(&plain, rows[i].text), ==, rows[i].wish);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/leave-wish/rows", test_rows);
    return g_test_run();
}
