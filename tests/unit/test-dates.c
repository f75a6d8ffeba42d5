/* Days as people write them. */
#include <glib.h>
#include <string.h>

#include "language/dates.h"
#include "render/speech.h"

/* Read on 22 Nov 2026. */
static const struct {
    const char *text, *dates; /* NULL: refused */
} rows[] = {
    { "2026-12-24 2027-01-06", "2026-12-24 2027-01-06" },
    { "24.12.2026 6.1.2027", "2026-12-24 2027-01-06" },
    { "24.12. 6.1.", "2026-12-24 2027-01-06" },
    { "24.12 6.1", "2026-12-24 2027-01-06" },
    { "24 Dec 6 Jan", "2026-12-24 2027-01-06" },
    { "24 Dec 2026 6 January 2027", "2026-12-24 2027-01-06" },
    { "24. december 2026 - 6. january 2027.", "2026-12-24 2027-01-06" },
    { "Dec 24, 2026 to Jan 6, 2027", "2026-12-24 2027-01-06" },
    { "from 24 Dec until 6 Jan!", "2026-12-24 2027-01-06" },
    { "today tomorrow", "2026-11-22 2026-11-23" },
    { "Today until 2026-11-22", "2026-11-22 2026-11-22" },
    { "22 Nov 21 Nov", "2026-11-22 2027-11-21" },
    { "29 Feb 1 Mar", NULL },
    { "1 may 3 sept", "2027-05-01 2027-09-03" },
    { "from the third of December to the tenth of December", "2026-12-03 2026-12-10" },
    { "3 Dec to 10th Dec", "2026-12-03 2026-12-10" },
    { "from 10 to 20 December", "2026-12-10 2026-12-20" },
    { "the 10th until the 20th of january 2027", "2027-01-10 2027-01-20" },
    { "December 3rd through December twenty-first", "2026-12-03 2026-12-21" },
    { "from the third of December to the tenth", "2026-12-03 2026-12-10" },
    { "24 Dec to 6", "2026-12-24 2027-01-06" },
    { "friday 4 december to sunday 6 december", "2026-12-04 2026-12-06" },
    { "friday, 4 december to sun, the 6th of december", "2026-12-04 2026-12-06" },
    { "friday 4 december", "2026-12-04" },
    { "3 to 10 december 2027", "2027-12-03 2027-12-10" },
    { "3 december to 10 december 2027", "2027-12-03 2027-12-10" },
    { "24 dec to 6 jan 2028", "2027-12-24 2028-01-06" },
    { "28 to 4 january", "2026-12-28 2027-01-04" },
    { "3-10 december", "2026-12-03 2026-12-10" },
    { "Dec 24-31", "2026-12-24 2026-12-31" },
    { "24.12.-31.12.", "2026-12-24 2026-12-31" },
    { "24  Dec  for  two weeks", "2026-12-24 2027-01-06" },
    { "until friday", "2026-11-22 2026-11-27" },
    { "from now until friday", "2026-11-22 2026-11-27" },
    { "starting friday for one week", "2026-11-27 2026-12-03" },
    { "for the next two weeks", "2026-11-22 2026-12-05" },
    { "between 3 dec and 10 dec", "2026-12-03 2026-12-10" },
    { "friday to sunday", "2026-11-27 2026-11-29" },
    { "from tomorrow for two weeks", "2026-11-23 2026-12-06" },
    { "24 Dec for a week", "2026-12-24 2026-12-30" },
    { "ten days", "2026-11-22 2026-12-01" },
    { "for 1 day", "2026-11-22 2026-11-22" },
    { "2026-12-24", "2026-12-24" },
    { "12/24/2026 12/26/2026", "2026-12-24 2026-12-26" },
    { "24/12/2026 26/12/2026", "2026-12-24 2026-12-26" },
    { "12/24/26 - 12/26/26", "2026-12-24 2026-12-26" },
    { "12/24 to 12/26", "2026-12-24 2026-12-26" },
    { "24/12-26/12", "2026-12-24 2026-12-26" },
    { "12/24/2026 01/06/2027", "2026-12-24 2027-01-06" },
    { "24-12-2026 06-01-2027", "2026-12-24 2027-01-06" },
    { "2026/12/24 2026/12/26", "2026-12-24 2026-12-26" },
    { "2026-12-24/2027-01-06", "2026-12-24 2027-01-06" },
    { "2026-12-24 \u2013 2027-01-06", "2026-12-24 2027-01-06" },
    { "12.24.2026 12.26.2026", NULL },
    { "3rd-10th december", "2026-12-03 2026-12-10" },
    { "24.12.-6. january", "2026-12-24 2027-01-06" },
    { "24.12. 2026, 26.12. 2026", "2026-12-24 2026-12-26" },
    { "24 dec 2027 to 6 jan", "2027-12-24 2028-01-06" },
    { "a partir du 24 dec", "2026-12-24" },
    { "02/03/2027 04/03/2027", "2027-03-02 2027-03-04 or 2027-02-03 2027-04-03" },
    { "05/05/2027 06/06/2027", "2027-05-05 2027-06-06" },
    { "02/03/2027", "2027-03-02 or 2027-02-03" },
    { "next week", "2026-11-23 2026-11-29" },
    { "vom 24. Dezember bis zum 6. Januar", "2026-12-24 2027-01-06" },
    { "ab Montag, f\u00fcr zwei Wochen", "2026-11-23 2026-12-06" },
    { "1. M\u00e4rz bis 3. M\u00e4rz 2027", "2027-03-01 2027-03-03" },
    { "n\u00e4chste Woche", "2026-11-23 2026-11-29" },
    { "Freitag, 4. Dezember bis Sonntag", "2026-12-04 2026-12-06" },
    { "du 24 d\u00e9cembre au 6 janvier", "2026-12-24 2027-01-06" },
    { "le 1er f\u00e9vrier jusqu'au 3 f\u00e9vrier", "2027-02-01 2027-02-03" },
    { "pendant deux semaines", "2026-11-22 2026-12-05" },
    { "del 24 de diciembre al 6 de enero de 2027", "2026-12-24 2027-01-06" },
    { "ma\u00f1ana hasta el viernes", "2026-11-23 2026-11-27" },
    { "dal 24 dicembre al 6 gennaio", "2026-12-24 2027-01-06" },
    { "van 24 december tot en met 6 januari", "2026-12-24 2027-01-06" },
    { "de 24 de dezembro a 6 de janeiro", "2026-12-24 2027-01-06" },
    { "ter\u00e7a-feira", "2026-11-24" },
    { "until", NULL },
    { "", NULL },
    { "2026-12-24 2026-12-25 2026-12-26", NULL },
    { "2026-13-01 2026-14-01", NULL },
    { "2026-02-29 2026-03-01", NULL },
    { "2026-00-00 2026-01-00", NULL },
    { "1969-12-31 1970-01-01", NULL },
    { "9999-01-01 9999-01-02", NULL },
    { "99999-01-01 2026-01-02", NULL },
    { "31 Feb 1 Mar", NULL },
    { "24 Dec", "2026-12-24" },
    { "24", NULL },
    { "24 of", NULL },
    { "to 20", NULL },
    { "mar 8/12", NULL },
    { "10 to 20", NULL },
    { "the 99th of December", NULL },
    { "for two", NULL },
    { "for", NULL },
    { "two days for two days", NULL },
    { "24 Dec 26 Dec for two days", NULL },
    { "December", NULL },
    { "December third fourth", NULL },
    { "3 dec 24", NULL },
    { "3 dec and 10 dec", NULL },
    { "from two weeks", NULL },
    { "24 dec to three days", NULL },
    { "258 december to 270 december", NULL },
    { "258.12. to 260.12.", NULL },
    { "december 2050 to december 2055", NULL },
    { "thursday 25 december to sunday 3 january", NULL },
    { "friday 24", NULL },
    { "the first", NULL },
    { "two", NULL },
    { "Dec", NULL },
    { "Dec.24 Jan.6", NULL },
    { "24 De 6 Ja", NULL },
    { "24..12.2026 6.1.2027", NULL },
    { "24.12.2026.5 6.1.2027", NULL },
    { "24-12.2026 6.1.2027", NULL },
    { "13/13/2026 14/14/2026", NULL },
    { "24/12.2026 26/12.2026", NULL },
    { "was nice", NULL },
    { "-1 Dec 3 Dec", NULL },
};

static void day(GDate *date, int number, int month, int year)
{
    g_date_clear(date, 1);
    g_date_set_dmy(date, (GDateDay)number, (GDateMonth)month, (GDateYear)year);
}

/* "2026-12-24 ...", with " or " between two readings; NULL if the text is refused. Free with
 * g_free. */
static char *read_as_text(const char *text, const GDate *today)
{
    struct dates readings[DATES_READINGS];
    const int count = dates_read(text, today, readings);
    g_autoptr(GString) read = g_string_new(NULL);
    for (int i = 0; i < count; i++) {
        g_string_append(read, i > 0 ? " or" : "");
        for (int each = 0; each < readings[i].count; each++) {
            const GDate *date = &readings[i].day[each];
            g_string_append_printf(read, "%s%04d-%02d-%02d", read->len > 0 ? " " : "",
                                   g_date_get_year(date), g_date_get_month(date),
                                   g_date_get_day(date));
        }
    }
    return count > 0 ? g_string_free(g_steal_pointer(&read), FALSE) : NULL;
}

static void test_rows(void)
{
    GDate today;
    day(&today, 22, 11, 2026);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *read = read_as_text(rows[i].text, &today);
        g_test_message("%s", rows[i].text);
        g_assert_cmpstr(read, ==, rows[i].dates);
    }
}

/* Every day is read back from each way to write it. */
static void test_back(void)
{
    static const char *const forms[] = { "%Y-%m-%d", "%d.%m.%Y", "%d %b %Y", "%B %d, %Y" };
    GDate today;
    day(&today, 1, 1, 2030);
    for (int i = 0; i < 1000; i++) {
        GDate date = today;
        g_date_add_days(&date, (guint)g_test_rand_int_range(0, 365 * 400));
        char text[64];
        char want[64];
        g_date_strftime(text, sizeof text, forms[i % (int)G_N_ELEMENTS(forms)], &date);
        g_date_strftime(want, sizeof want, "%Y-%m-%d", &date);
        g_autofree char *read = read_as_text(text, &today);
        g_assert_cmpstr(read, ==, want);
    }
}

static void test_nonsense(void)
{
    static const char signs[] = "0123456789.-, \tDecJanmay/ \xc3\xbc";
    GDate today;
    day(&today, 31, 12, 2026);
    for (int i = 0; i < 4000; i++) {
        char text[2 * DATES_LINE_MAX] = "";
        int length = g_test_rand_int_range(0, i % 50 == 0 ? (int)sizeof text - 1 : 30);
        for (int at = 0; at < length; at++) {
            text[at] = signs[g_test_rand_int_range(0, (int)sizeof signs - 1)];
        }
        struct dates readings[DATES_READINGS];
        int count = dates_read(text, &today, readings);
        g_assert_true(count >= 0 && count <= DATES_READINGS);
        g_assert_true(strlen(text) <= DATES_LINE_MAX || count == 0);
        g_assert_true(count == 0 || dates_are_days(text));
        for (int each = 0; each < count; each++) {
            g_assert_true(g_date_valid(&readings[each].day[0]));
            g_assert_true(g_date_valid(&readings[each].day[1]));
        }
    }
}

static void test_are_days(void)
{
    static const char *const dates[] = { "24/12",     "friday",        "ten days",
                                         "next week", "ab Donnerstag", NULL };
    static const char *const talk[] = { "was nice",  "may be nice", "is over", "",
                                        "next year", "mondayish",   NULL };
    for (int i = 0; dates[i] != NULL; i++) {
        g_test_message("%s", dates[i]);
        g_assert_true(dates_are_days(dates[i]));
    }
    for (int i = 0; talk[i] != NULL; i++) {
        g_test_message("%s", talk[i]);
        g_assert_false(dates_are_days(talk[i]));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dates/are-days", test_are_days);
    g_test_add_func("/dates/rows", test_rows);
    g_test_add_func("/dates/back", test_back);
    g_test_add_func("/dates/nonsense", test_nonsense);
    return g_test_run();
}
