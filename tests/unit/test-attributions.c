/*
 * Attributions in many languages, broken at every place where a mail program may break them, in
 * replies of many shapes: of the letter that is quoted nothing is taken for its reader's words, and
 * of those nothing is lost.
 */
#include <glib.h>
#include <string.h>

#include "mail/reply.h"

#define MOVE "h3-f3"
#define WORDS "Good luck, bob!"

static const char *const forms[] = {
    "On Fri, Nov 27, 2026 at 1:20 PM postmove <turns@example.org> wrote:",
    "On 27 Nov 2026, at 13:20, postmove <turns@example.org> wrote:",
    "Am Fr., 27. Nov. 2026 um 13:20 Uhr schrieb postmove <turns@example.org>:",
    "postmove <turns@example.org> schrieb am Fr., 27. Nov. 2026, 13:20:",
    "Le ven. 27 nov. 2026 à 13:20, postmove <turns@example.org> a écrit :",
    "El vie, 27 nov 2026 a las 13:20, postmove (<turns@example.org>) escribió:",
    "Missatge de postmove <turns@example.org> del dia dv., 27 de nov. 2026 a les 13:20:",
    "Em sex., 27 de nov. de 2026 às 13:20, postmove <turns@example.org> escreveu:",
    "Il giorno ven 27 nov 2026 alle ore 13:20 postmove <turns@example.org> ha scritto:",
    "În vin., 27 nov. 2026 la 13:20, postmove <turns@example.org> a scris:",
    "Op vr 27 nov. 2026 om 13:20 schreef postmove <turns@example.org>:",
    "Den fre 27 nov. 2026 kl 13:20 skrev postmove <turns@example.org>:",
    "fre. 27. nov. 2026 kl. 13:20 skrev postmove <turns@example.org>:",
    "Þann fös., 27. nóv. 2026 kl. 13:20 skrifaði postmove <turns@example.org>:",
    "pe 27. marrask. 2026 klo 13.20 postmove (turns@example.org) kirjoitti:",
    "Kuupäev R, 27. november 2026 kell 13:20 kirjutas postmove <turns@example.org>:",
    "piektd., 2026. g. 27. nov., plkst. 13:20 lietotājs postmove (<turns@example.org>) rakstīja:",
    "2026-11-27, pn, 13:20 postmove <turns@example.org> rašė:",
    "pt., 27 lis 2026 o 13:20 postmove <turns@example.org> napisał(a):",
    "pá 27. 11. 2026 v 13:20 odesílatel postmove <turns@example.org> napsal:",
    "V V pet., 27. nov. 2026 ob 13:20 je oseba postmove <turns@example.org> napisala:",
    "pet, 27. stu 2026. u 13:20 postmove <turns@example.org> napisao je:",
    "postmove <turns@example.org> ezt írta (időpont: 2026. nov. 27., P, 13:20):",
    "postmove <turns@example.org>, 27 Kas 2026 Cum, 13:20 tarihinde şunu yazdı:",
    "Στις Παρ 27 Νοε 2026 στις 1:20 μ.μ., ο χρήστης postmove <turns@example.org> έγραψε:",
    "пт, 27 нояб. 2026 г. в 13:20, postmove <turns@example.org>:",
    "пт, 27 лист. 2026 р. о 13:20 postmove <turns@example.org> пише:",
    "На пт, 27.11.2026 г. в 13:20 ч. postmove <turns@example.org> написа:",
    "Vào Th 6, 27 thg 11, 2026 vào lúc 13:20 postmove <turns@example.org> đã viết:",
    "Pada tanggal Jum, 27 Nov 2026 pukul 13.20 postmove <turns@example.org> menulis:",
    "ในวันที่ ศ. 27 พ.ย. 2026 เวลา 13:20 postmove <turns@example.org> เขียนว่า:",
    "शुक्र, 27 नव॰ 2026 को 1:20 pm बजे को postmove <turns@example.org> ने लिखा:",
    "בתאריך יום ו׳, 27 בנוב׳ 2026 ב-13:20 מאת postmove <turns@example.org>:",
    "في الجمعة، 27 نوفمبر 2026 في 1:20 م تمت كتابة ما يلي بواسطة postmove <turns@example.org>:",
    "در تاریخ جمعه ۲۷ نوامبر ۲۰۲۶، ۱۳:۲۰ postmove <turns@example.org> نوشت:",
    "2026年11月27日(金) 13:20 postmove <turns@example.org>:",
    "postmove <turns@example.org> 于2026年11月27日周五 13:20写道：",
    "2026년 11월 27일 (금) 오후 1:20, postmove <turns@example.org>님이 작성:",
    "Ar Gwe, 27 Tach 2026 am 13:20 ysgrifennodd postmove <turns@example.org>:",
    "2026-11-27 13:20 GMT+01:00 postmove <turns@example.org>:",
    "27 Nov 2026, 13:20 by turns@example.org:",
    "postmove wrote in <n2.117.1@example.org>:",
    "* postmove <turns@example.org> [2026-11-27 13:20]:",
    "On 27/11/2026 13:20, postmove wrote:",
    "On Fri, Nov 27, 2026 at 1:20 PM The Turn Server <turns@example.org> wrote:",
    "On Fri, Nov 27, 2026 at 1:20 PM postmove <turns@example.org<mailto:turns@example.org>> wrote:",
    "Hallo postmove, am Freitag, 27. November 2026 um 13:20 schrieben Sie:",
    "postmove (turns@example.org) igorleak hau idatzi zuen (2026 aza. 27, or. (13:20)):",
    "so 27. 11. 2026 o 13:20 The Turn Server <turns@example.org> napísal(a):",
    "2026/11/27 13:20、postmove <turns@example.org>のメール:",
    "W dniu 27.11.2026 o 13:20, postmove pisze:",
    "27.11.2026 13:20, postmove пишет:",
    "Quoting postmove <turns@example.org>:",
    "Am 27.11.26 um 13:20 schrieb postmove:",
    "2026-11-27 오후 1:20에 postmove 이(가) 쓴 글:",
};

#define REST                                                                                       \
    "\nbob writes:\n\n| h3-f3\n| resign\n|\n| chat 117 Listen!\n\n   a b c\n 3 O . . 3\n   a b "   \
    "c\n"                                                                                          \
    "\nReply with a move, such as h3-f3.\n"
#define HEADED "Halma 117: ann - bob\n" REST
#define LETTER "=== bob played a6-c6; your move. Please write above this line ===\n\n" HEADED

/* How mail programs put what their user writes around a quote: @ stands for the attribution, > and
 * | for the letter quoted with that sign, # for the letter as it is, ^ for one without its marker,
 * ~ for one that nothing tells, M and W for the writer's words. */
static const struct shape {
    const char *name, *text;
} shapes[] = {
    { "top", "M\n\nW\n\n@\n\n>" },
    { "top, tight", "M\n\nW\n\n@\n>" },
    { "below a telephone's line", "M\n\nW\n\nSent from my iPhone\n\n@\n>" },
    { "below dashes", "M\n\nW\n\n------- Original Message -------\n@\n\n>" },
    { "bottom", "@\n\n>\n\nM\n\nW\n" },
    { "bottom, tight", "@\n>\n\nM\n\nW\n-- \nAnn\n" },
    { "between", "M\n\n@\n>\n\nW\n" },
    { "bars", "M\n\nW\n\n@\n|" },
    { "not quoted", "M\n\nW\n\n@\n\n#" },
    { "not quoted, tight", "M\n\nW\n\n@\n#" },
    { "without the marker", "M\n\nW\n\n@\n\n^" },
    { "cut", "M\n\nW\n\n@\n\n~" },
};

static void append_quoted(GString *text, const char *sign)
{
    g_auto(GStrv) lines = g_strsplit(LETTER, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_string_append_printf(text, "%s%s%s\n", sign, **line != '\0' ? " " : "", *line);
    }
}

static char *reply_in_shape(const struct shape *shape, const char *attribution)
{
    GString *text = g_string_new(NULL);
    for (const char *at = shape->text; *at != '\0'; at++) {
        switch (at > shape->text && at[-1] != '\n' ? '\0' : *at) {
        case '@':
            g_string_append(text, attribution);
            break;
        case '>':
            append_quoted(text, ">");
            break;
        case '|':
            append_quoted(text, "|");
            break;
        case '#':
            g_string_append(text, LETTER);
            break;
        case '^':
            g_string_append(text, HEADED);
            break;
        case '~':
            g_string_append(text, REST);
            break;
        case 'M':
            g_string_append(text, MOVE);
            break;
        case 'W':
            g_string_append(text, WORDS);
            break;
        default:
            g_string_append_c(text, *at);
        }
    }
    return g_string_free(text, FALSE);
}

/* Reads a reply in which nothing but the two lines is its writer's. */
static bool is_read(const char *text)
{
    struct reply reply;
    reply_read(text, &reply);
    g_autoptr(GString) own = g_string_new(NULL);
    for (size_t i = 0; reply.lines[i] != NULL; i++) {
        if (strchr("tew", reply.kinds[i]) != NULL) {
            g_string_append_printf(own, "%s\n", reply.lines[i]);
        }
    }
    reply_clear(&reply);
    const bool good = strcmp(own->str, MOVE "\n" WORDS "\n") == 0;
    if (!good) {
        g_test_message("%s\n----\n%s", text, own->str);
    }
    return good;
}

/* The attribution with a line's end before each of the bytes `first` and `second`, in place of a
 * blank if there is one. */
static char *broken(const char *form, size_t first, size_t second)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; form[i] != '\0'; i++) {
        const bool breaks = i == first || i == second;
        g_string_append(text, breaks ? "\n" : "");
        g_string_append_len(text, form + i, breaks && form[i] == ' ' ? 0 : 1);
    }
    return g_string_free(text, FALSE);
}

/* True if a mail program may break a line before this byte: a blank, and within an address. */
static bool may_break(const char *form, size_t at)
{
    const char *open = strchr(form, '<'), *close = strchr(form, '>');
    return form[at] == ' ' || (open != NULL && form + at > open && form + at <= close);
}

static void test_shape(gconstpointer data)
{
    const struct shape *shape = data;
    guint tried = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        const char *form = forms[i];
        for (size_t first = 0; form[first] != '\0'; first++) {
            /* Broken twice, too, at blanks. */
            for (size_t second = first; form[second] != '\0'; second++) {
                const bool again = second == first || (form[first] == ' ' && form[second] == ' ');
                if ((first > 0 && !may_break(form, first)) || !again) {
                    continue;
                }
                g_autofree char *attribution =
                    broken(form, first > 0 ? first : G_MAXSIZE, second > 0 ? second : G_MAXSIZE);
                g_autofree char *text = reply_in_shape(shape, attribution);
                tried++;
                if (!is_read(text)) {
                    g_test_fail();
                }
            }
        }
    }
    g_assert_cmpuint(tried, >, 1000);
}

/* An attribution on one line does not take the words right above it along. */
static void test_directly_below(void)
{
    static const struct shape below_words = { "directly below", "M\nW\n@\n>" },
                              above_words = { "directly above", "M\n@\n>\n\nW" };
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autofree char *top = reply_in_shape(&below_words, forms[i]);
        g_autofree char *between = reply_in_shape(&above_words, forms[i]);
        g_assert_true(is_read(top));
        g_assert_true(is_read(between));
    }
}

/* Headers as programs write them above a letter that they do not quote. */
static const char *const headers[] = {
    "From: postmove <turns@example.org>\nSent: Friday, November 27, 2026 1:20 PM\n"
    "To: Ann <ann@example.net>\nSubject: [postmove] Halma 117: ann - bob",
    "*Von:* postmove\n*Gesendet:* Freitag, 27. November 2026 13:20\n*An:* Ann\n"
    "*Betreff:* [postmove] Halma 117: ann - bob",
    "Von: postmove <turns@example.org>\nGesendet: Freitag\nAn: Ann",
    "De : postmove\nEnvoyé : vendredi 27 novembre 2026 13:20\nÀ : Ann",
    "差出人: postmove <turns@example.org>\n送信日時: 2026年11月27日 13:20\n宛先: Ann",
    "Nork: postmove\nBidalita: 2026-11-27 13:20\nNori: Ann\nGaia: [postmove] Halma 117: ann - bob",
    "Begin forwarded message:\n\nFrom: postmove <turns@example.org>\nDate: 27 Nov 2026\nTo: Ann",
    "________________________________\nOd: postmove <turns@example.org>\nWysłano: piątek\nDo: Ann",
};

static void test_headers(void)
{
    static const char *const letters[] = { LETTER, HEADED, REST };
    for (size_t i = 0; i < G_N_ELEMENTS(headers); i++) {
        for (size_t j = 0; j < G_N_ELEMENTS(letters); j++) {
            g_autofree char *text =
                g_strconcat(MOVE "\n" WORDS "\n\n", headers[i], "\n\n", letters[j], NULL);
            g_assert_true(is_read(text));
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
        g_autofree char *path = g_strdup_printf("/attributions/%s", shapes[i].name);
        g_test_add_data_func(path, &shapes[i], test_shape);
    }
    g_test_add_func("/attributions/directly-below", test_directly_below);
    g_test_add_func("/attributions/headers", test_headers);
    return g_test_run();
}
