#include "mail/quoting.h"

#include <string.h>

#include "base/plain.h"
#include "mail/letter.h"
#include "mail/reply.h"

/* "3 May 12:20" has five digits, a date with a year and a time have eight. */
enum { DIGITS_DATE = 5, DIGITS_DATE_AND_TIME = 8 };

/* All patterns below are of case folded words, like the lines that they are compared with. */

/* Alone on a line these begin a signature. In signed mail `--` becomes `- --` (RFC 9580, 7.2). */
static const char signatures[] =
    "^(?:--|- --|-----begin pgp signature.*|-=-=-=-.*|__\\._,_\\.___.*)\\z";

/* Alone on a line below other words these end commands; above them they greet. */
static const char thanks[] = "^[.!,]*(?:thanks|thank you|thank|thx|kthxbye)[.!,]*\\z";

/* How telephones and programs say that they sent a mail, or where to get them. */
static const char sent[] =
    "^[ .<(:]*+(?:sent from |sent via |sent with |sent using |sent securely |"
    "get outlook for |get bluemail for |get typeapp for |yahoo mail: |yahoo mail : |"
    "gesendet |sicher versendet mit |holen sie sich outlook |envoyé d|envoyé à |"
    "envoyé avec |envoyé grâce |envoyé via |télécharger |obtenir |provenance : |enviado |"
    "enviat |inviato |scarica outlook |verstuurd |verzonden |skickat |skickades |"
    "hämta outlook |sendt |sent úr |få outlook |hent outlook |lähetetty |hanki outlook|"
    "wysłan|pobierz |odeslán|odoslan|stáhn|poslano |poslato |послато |изпратено |trimis |"
    "εστάλη |στάλθηκε |gửi từ |đã gửi |ส่งจาก|dikirim |dihantar |נשלח|أُرسلت |أرسلت |"
    "تم الإرسال |ارسال شده |elküldve |az outlook beszerzése|отправлено |надіслано |发自|發自|"
    "来自|來自|从|從|使用 |nosūtīts |sūtīts |išsiųsta |saadetud |bidalia |"
    "(?:von .*gesendet|vom .*gesendet|mit .*gesendet|diese nachricht .*gesendet|"
    ".* herunterladen|.* beziehen|.* downloaden|.*gönderildi|.*भेजा गया|.*נשלח|.*ارسال شد|"
    ".*küldve|.*送信|.*送信しました|.*送信しました。|.*入手|.*보냄)[ .<(:]*\\z)";

static const char products[] =
    "iphon|ipad|android|galaxy|samsung|huawei|xiaomi|outlook|windows|mail|yahoo|aol|gmx|web\\.de|"
    "tuta|spark|phone|mobil|handy|telefon|手机|手機|e-post|posta|courrier|watch|typeapp";

/* What a notice calls the mail. */
static const char mails[] =
    "mail|message|nachricht|correo|courriel|mensaje|mensagem|messaggio|bericht|meddel|melding|"
    "besked|viesti|wiadomo|zpráv|сообщени|письм|邮件|郵件|メール|메일|subscri";

static const char outside[] =
    "extern|outside|außerhalb|extérieur|esterno|fuera de|fora d|zewnętrz|внешн|外部|외부|utanför";

static const char links[] = "http|www\\.|@";

/* What else notices speak of: the more of these, the less it is a person. */
static const char *const dangers[] = {
    outside,
    "caution|warning|attention|achtung|vorsicht|warnung|cuidado|attenzione|uwaga|внимание|注意",
    "originat|sender|absender|expéditeur|remitente|remetente|mittente|afzender|don't often get",
    "attachment|anhang|anhäng|pièces jointes|adjunto|anexo|allegat|bijlage|bilag",
    "click|klick|cliqu|clic |open |öffne|learn why|careful",
    "confidential|vertraulich|confidencial|confidentiel|riservat|vertrouwelijk|privileged",
    "recipient|empfänger|destinatair|destinatari|ontvanger|addressee",
    "virus|viren|malware|phishing",
    "scanned|checked|geprüft",
    "intended|bestimmt|destiné|prohibited|strictly|adressat|in error|irrtümlich|par erreur",
    "delete|destroy|lösch|vernicht|détrui|supprim|elimin|cancella",
    "avast|avg|antivir|kaspersky|norton",
    "to unsubscribe|you received this|you are receiving|mailing list",
    "subscri|abmelden|désabonn",
    links,
};

static const char first_person[] = " i | i'm | my | me | ich | mein| je | mon | yo | io | ik ";

char *quoting_fold(const char *plain)
{
    if (g_str_is_ascii(plain)) {
        return g_strstrip(g_ascii_strdown(plain, -1));
    }
    g_autofree char *composed = plain_composed(plain);
    return g_strstrip(g_utf8_casefold(composed, -1));
}

/* The digits of a line that may be of a date or a time: not those that follow a letter, as in `h3`,
 * nor those of addresses and long words. */
static guint date_digits(const char *folded)
{
    enum { LONGEST = 40 /* bytes; some scripts write a date without blanks */ };
    guint count = 0;
    for (const char *word = folded; *word != '\0';) {
        const size_t length = strcspn(word, " "), plain = strcspn(word, " @<%");
        for (size_t i = 0; i < length && plain == length && length <= LONGEST; i++) {
            size_t digits = strspn(word + i, "0123456789");
            count += i == 0 || !g_ascii_isalpha(word[i - 1]) ? (guint)digits : 0;
            i += digits;
        }
        word += length + strspn(word + length, " ");
    }
    return count;
}

/* ---- letters of ours ---- */

/* True for "game 117: ann - bob": words, a number, and players. */
static bool is_heading(const char *folded)
{
    return strstr(folded, " - ") != NULL &&
           pattern_fits(folded, "^(?:(?!: ).)*[a-z] [0-9]+: (?:[^ ]+ - )+[^ ]+\\z");
}

bool quoting_is_marker(const char *folded)
{
    return strstr(folded, REPLY_MARKER_END) != NULL ||
           strstr(folded, REPLY_MARKER_OTHER_END) != NULL;
}

bool quoting_is_letter(const char *folded)
{
    return quoting_is_marker(folded) || is_heading(folded + strspn(folded, ">| "));
}

/* ---- what ends reading ---- */

bool quoting_is_signature(const char *folded)
{
    return pattern_fits(folded, signatures);
}

/* The line that opens a signed mail is followed by its writer's words. */
bool quoting_is_separator(const char *folded)
{
    size_t length = strlen(folded), dashes = strspn(folded, "-");
    bool fenced = dashes >= 3 && dashes < length && g_str_has_suffix(folded, "---");
    return fenced && strcmp(folded, "-----begin pgp signed message-----") != 0;
}

bool quoting_is_stop(const char *folded)
{
    /* Some keyboards turn `--` into one dash, which people write, too. */
    bool rule = strspn(folded, "_") >= 10 || strcmp(folded, "-") == 0;
    return quoting_is_signature(folded) || quoting_is_separator(folded) || rule;
}

bool quoting_is_dashes(const char *folded)
{
    size_t dashes = strspn(folded, "-=*");
    return dashes >= 3 && folded[dashes] == '\0';
}

bool quoting_is_thanks(const char *folded)
{
    return pattern_fits(folded, thanks);
}

/* True if a line begins with a short label without digits, a colon, and something behind it. Some
 * scripts have three bytes for a letter. */
static bool is_label(const char *folded)
{
    return pattern_fits(folded, "^[^:0-9@<]{1,60}:[* ]*[^* ]");
}

bool quoting_are_headers(const char *const *folded, guint count)
{
    enum { LABELS_LEAST = 2 };
    guint labels = 0, digits = 0;
    bool address = false, bracket = false, tag = false;
    for (guint i = 0; i < count; i++) {
        labels += is_label(folded[i]) ? 1 : 0;
        digits += date_digits(folded[i]);
        address |= strchr(folded[i], '@') != NULL;
        bracket |= strchr(folded[i], '<') != NULL;
        tag |= strstr(folded[i], REPLY_TAG) != NULL;
    }
    const bool few = labels == LABELS_LEAST;
    return count > 0 && is_label(folded[0]) && labels >= LABELS_LEAST &&
           (tag || (address && (bracket || !few)) || (!few && digits >= DIGITS_DATE));
}

/* ---- what programs write into a mail ---- */

bool quoting_is_sent_line(const char *folded)
{
    enum { LONGEST = 200 };
    /* In plain text the address of a link follows its words. */
    const char *link = strstr(folded, "http");
    g_autofree char *words =
        g_strndup(folded, link != NULL ? (gsize)(link - folded) : strlen(folded));
    /* The longest pattern comes last. */
    return strlen(folded) <= LONGEST && strpbrk(words, "!?") == NULL &&
           (link != NULL || pattern_fits(words, products)) && pattern_fits(words, sent);
}

/* True for "[EXTERNAL]" and "*** External email ***". */
static bool is_tag(const char *folded)
{
    static const char words[] = "^[]\\[*=: -]*[^ ]+(?: [^ ]+)?[]\\[*=: -]*\\z";
    const bool fenced = *folded == '[' || *folded == '*';
    return pattern_fits(folded, outside) && (fenced || pattern_fits(folded, mails)) &&
           pattern_fits(folded, words);
}

/* True if a line may go on a notice: it is no single word and no move. */
static bool goes_on(const char *folded)
{
    const bool move = strpbrk(folded, "0123456789") != NULL && strlen(folded) < 12;
    const bool words = strchr(folded, ' ') != NULL || g_str_has_suffix(folded, ".");
    return pattern_fits(folded, links) || (words && !move);
}

guint quoting_notice_lines(const char *const *folded, guint count, bool below)
{
    enum { SIGNS_LEAST = 3 };
    if (count > 0 && is_tag(folded[0])) {
        return 1;
    }
    g_autoptr(GString) text = g_string_new(" ");
    guint lines = 0, signs = 0;
    for (; lines < count && goes_on(folded[lines]); lines++) {
        g_string_append_printf(text, "%s ", folded[lines]);
    }
    if (!pattern_fits(text->str, mails) || pattern_fits(text->str, first_person)) {
        return 0;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(dangers); i++) {
        signs += pattern_fits(text->str, dangers[i]) ? 1 : 0;
    }
    signs += !below && pattern_fits(text->str, outside) ? 1 : 0;
    return signs >= SIGNS_LEAST ? lines : 0;
}

/* ---- attributions ---- */

/* The words that attributions begin with, case folded. They only tell where one begins if it is
 * right below words of the writer's own. */
static const char openers[] =
    "^(?:on|am|le|el|il|op|den|em|w|dnia|dne|på|in|at|на|vào|στισ|pada|quoting)\\z";

/* True for a line with digits behind letters and no address: it may be a move. */
static bool may_be_move(const char *folded)
{
    return strpbrk(folded, "@<") == NULL && pattern_fits(folded, "[a-z][0-9]");
}

int attribution_open(const char *const *folded, guint count)
{
    int open = 0;
    for (guint i = 0; i < count; i++) {
        for (const char *at = folded[i]; (at = strpbrk(at, "<>")) != NULL; at++) {
            const bool opens = *at == '<' && (at[1] == '\0' || g_ascii_isalpha(at[1]));
            open = MAX(open + (opens ? 1 : *at == '>' ? -1 : 0), 0);
        }
    }
    return open;
}

/* True if a line ends a sentence, and not with an abbreviation, as in a date. */
static bool ends_sentence(const char *folded)
{
    enum { ABBREVIATION_MOST = 4 };
    const char *blank = strrchr(folded, ' '), *word = blank != NULL ? blank + 1 : folded;
    return g_str_has_suffix(folded, "!") || g_str_has_suffix(folded, "?") ||
           (g_str_has_suffix(folded, ".") && strlen(word) > ABBREVIATION_MOST);
}

static bool is_evidence(const char *const *folded, guint count, enum attribution_below below)
{
    guint digits = 0, above = 0; /* above the address */
    bool address = false, bracket = false, sentences = false, sender = false;
    for (guint i = 0; i < count; i++) {
        digits += date_digits(folded[i]);
        above = address ? above : digits;
        address |= strchr(folded[i], '@') != NULL;
        bracket |= strchr(folded[i], '<') != NULL;
        sender |= strstr(folded[i], LETTER_SENDER) != NULL;
        sentences |= i + 1 < count && ends_sentence(folded[i]);
    }
    const bool colon = count > 0 && g_str_has_suffix(folded[count - 1], ":");
    const bool timed = digits >= DIGITS_DATE_AND_TIME && !sentences, dated = digits >= DIGITS_DATE;
    if (below == BELOW_OTHER) {
        return (colon && (timed || (address && (dated || bracket)))) ||
               (timed && address && above >= DIGITS_DATE) ||
               (sender && (timed || colon || (address && bracket)));
    }
    return colon ? address || dated || (bracket && below == BELOW_LETTER)
                 : timed && below == BELOW_LETTER && strchr(folded[count - 1], ':') != NULL;
}

static bool begins_with_opener(const char *folded)
{
    g_autofree char *word = g_strndup(folded, strcspn(folded, " ,."));
    return *word != '\0' && pattern_fits(word, openers);
}

/* True if an attribution seems to begin with the first of these lines: its first word is one of
 * those, and a date is below. */
static bool opens(const char *const *folded, guint count)
{
    guint digits = 0;
    for (guint i = 0; i < count; i++) {
        digits += date_digits(folded[i]);
    }
    return digits >= DIGITS_DATE && begins_with_opener(folded[0]);
}

/* True if the line above line `at` of an attribution belongs to it, too. */
static bool joins_above(const char *const *folded, guint at, guint count, bool elsewhere)
{
    const char *above = folded[at - 1], *line = folded[at];
    if (may_be_move(above)) {
        return false;
    }
    const bool begins = begins_with_opener(above), word = strchr(above, ' ') == NULL;
    bool address = false; /* or our name, there or further above */
    for (guint i = 0; i < at; i++) {
        address |= strchr(folded[i], '@') != NULL || strstr(folded[i], LETTER_SENDER) != NULL;
    }
    if (attribution_open(folded, at) > 0 || *line == '<' || address || (begins && word)) {
        return true;
    }
    const char end = above[strlen(above) - 1];
    const bool dated = date_digits(above) > 0 || (word && (end == ',' || end == '.'));
    const bool sentence = end == '!' || end == '?';
    return !opens(folded + at, count - at) && (begins || dated || (elsewhere && !sentence));
}

/* The line at which an attribution begins that ends with the last of these lines. */
static guint first_line(const char *const *folded, guint count, enum attribution_below below,
                        bool elsewhere)
{
    guint first = count - 1;
    while (first > 0 && !is_evidence(folded + first, count - first, below) &&
           is_evidence(folded, count, below)) {
        first--;
    }
    while (first > 0 && joins_above(folded, first, count, elsewhere)) {
        first--;
    }
    return first;
}

guint attribution_lines(const char *const *folded, guint count, enum attribution_below below,
                        bool elsewhere)
{
    const char *last = count > 0 ? folded[count - 1] : "";
    /* words with a colon, in whatever language, that are no move */
    const bool words = (count > 1 || strchr(last, ' ') != NULL) && g_str_has_suffix(last, ":") &&
                       !may_be_move(last);
    if (below != BELOW_OTHER && count > 0 &&
        (is_evidence(folded, count, below) || is_evidence(folded, count, BELOW_OTHER) ||
         (below == BELOW_LETTER && words))) {
        return first_line(folded, count, below, elsewhere) == 0 ? count : 0;
    }
    for (guint lines = 1; lines <= count; lines++) {
        const bool broken =
            lines < count && (attribution_open(folded, lines) > 0 || *folded[lines] == '<');
        if (!broken && is_evidence(folded, lines, BELOW_OTHER)) {
            return first_line(folded, lines, BELOW_OTHER, elsewhere) == 0 ? lines : 0;
        }
    }
    return 0;
}
