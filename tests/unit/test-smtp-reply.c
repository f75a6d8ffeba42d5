/* Replies of a mail server: read, and made fit to be told. */
#include "transport/smtp.h"

#include <string.h>

static void hear(struct smtp_reply *reply, const char *line)
{
    *reply = (struct smtp_reply){ 0 };
    smtp_reply_read(reply, line, strlen(line));
}

static void test_codes(void)
{
    static const struct {
        const char *line;
        int code;
        const char *text;
    } cases[] = {
        { "250 Ok\r\n", 250, "Ok  " },
        { "250-SIZE 100\r\n", 250, "SIZE 100  " },
        { "250\r\n", 250, "\n" },
        { "250", 250, "" },
        { "550 5.1.1 no", 550, "5.1.1 no" },
        { "099 x", 0, "" },
        { "25 x", 0, "" },
        { "2500 x", 0, "" },
        { "25x x", 0, "" },
        { "", 0, "" },
        { "250_x", 0, "" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct smtp_reply reply;
        hear(&reply, cases[i].line);
        g_assert_cmpint(reply.code, ==, cases[i].code);
        g_autofree char *text = g_strstrip(g_strdup(reply.text));
        g_autofree char *expected = g_strstrip(g_strdup(cases[i].text));
        g_assert_cmpstr(text, ==, expected);
    }
}

/* The last line that is one counts; what is none is passed over. */
static void test_lines(void)
{
    struct smtp_reply reply;
    hear(&reply, "250-first\r\n");
    smtp_reply_read(&reply, "250 last\r\n", strlen("250 last\r\n"));
    smtp_reply_read(&reply, "\xff\xff", 2);
    g_assert_cmpint(reply.code, ==, 250);
    g_assert_true(g_str_has_prefix(reply.text, "last"));
}

static void test_long(void)
{
    g_autofree char *filling = g_strnfill(100000, 'x');
    g_autofree char *line = g_strconcat("451 ", filling, NULL);
    struct smtp_reply reply;
    hear(&reply, line);
    g_assert_cmpuint(strlen(reply.text), ==, SMTP_REPLY_MAX);
}

static void test_words(void)
{
    static const char *const unspoken[] = { "turns+b.1.abcd2345@example.org", "a@example.net",
                                            NULL };
    static const struct {
        const char *line, *words;
    } cases[] = {
        { "250 2.0.0 Ok: queued as 4BxA1\r\n", "250 2.0.0 Ok: queued as 4BxA1" },
        { "550 <a@example.net>: no such user", "550 [address] no such user" },
        { "550 user A is unknown, say others", "550 user [address] is unknown, say others" },
        { "550 (a) x=a; a=example.net ab", "550 [address] [address] [address] ab" },
        { "550 see other@example.com", "550 see [address]" },
        { "550 from turns+b.1.abcd2345 no", "550 from [address] no" },
        { "550 \033[31mred\a \303\251\r\n", "550 [31mred" },
        { "250\r\n", "250" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct smtp_reply reply;
        hear(&reply, cases[i].line);
        g_autofree char *words = smtp_reply_words(&reply, unspoken);
        g_assert_cmpstr(words, ==, cases[i].words);
    }
}

static void test_status(void)
{
    static const struct {
        const char *line, *status;
    } cases[] = {
        { "550 5.1.1 no", "5.1.1" },     { "550 5.123.456", "5.123.456" },
        { "550 5.1234.1 no", "5.0.0" },  { "550 5.1.1234 no", "5.0.0" },
        { "550 no such user", "5.0.0" }, { "550 4.1.1 no", "5.0.0" },
        { "550 5.", "5.0.0" },           { "550 5.1", "5.0.0" },
        { "550 5.1.", "5.0.0" },         { "550", "5.0.0" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct smtp_reply reply;
        hear(&reply, cases[i].line);
        g_autofree char *status = smtp_reply_status(&reply);
        g_assert_cmpstr(status, ==, cases[i].status);
    }
}

/* Of an answer to a log-in nothing is told that might be the secret. */
static void test_codes_alone(void)
{
    static const char *const cases[][2] = {
        { "535 5.7.8 Bad credentials: AHR1cm5zAGh1c2g=", "535 5.7.8" },
        { "500 AHR1cm5zAGh1c2g=", "500" },
        { "500 1234567", "500" },
        { "500 5.1234.5", "500" },
        { "454-4.7.0 later", "454 4.7.0" },
        { "535", "535" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct smtp_reply reply;
        hear(&reply, cases[i][0]);
        g_autofree char *codes = smtp_reply_codes(&reply);
        g_assert_cmpstr(codes, ==, cases[i][1]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/smtp-reply/codes", test_codes);
    g_test_add_func("/smtp-reply/lines", test_lines);
    g_test_add_func("/smtp-reply/long", test_long);
    g_test_add_func("/smtp-reply/words", test_words);
    g_test_add_func("/smtp-reply/status", test_status);
    g_test_add_func("/smtp-reply/codes-alone", test_codes_alone);
    return g_test_run();
}
