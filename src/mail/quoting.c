#include "mail/quoting.h"

#include <string.h>

#include "mail/reply.h"

/* All words below are case folded, as the lines they are compared with. */

/* Alone on a line they end what is read. */
static const char *const stop_words[] = {
    "end", "quit", "stop", "--", "-", "- --", /* `--` within what is signed (RFC 9580, 7.2) */
};

/* The same, below something else; above it they greet. */
static const char *const thanks[] = {
    "thanks", "thank you", "thank", "thx", "kthxbye",
};

/* Begin and end of the lines that programs put below a mail, or above one
 * that they forward. */
static const struct {
    const char *begin, *end;
} stop_lines[] = {
    /* put there by telephones and programs */
    { "sent from ", "" },
    { "sent via ", "" },
    { "sent with ", "" },
    { "get outlook for ", "" },
    { "get bluemail for ", "" },
    { "sent using ", "" },
    { "yahoo mail: ", "" },
    { "von meinem ", " gesendet" },
    { "von meinem/meiner ", " gesendet" },
    { "von meinem ", " gesendet." },
    { "gesendet von ", "" },
    { "gesendet mit ", "" },
    { "gesendet vom ", "" },
    { "vom ", " gesendet" },
    { "mit ", " gesendet" },
    { "von unterwegs gesendet", "" },
    { "von yahoo mail ", " gesendet" },
    { "von aol ", " gesendet" },
    { "diese nachricht wurde von ", " gesendet." },
    { "bluemail für ", " herunterladen" },
    { "envoyé de mon ", "" },
    { "envoyé depuis ", "" },
    { "envoyé à partir de ", "" },
    { "envoyé avec ", "" },
    { "envoyé via ", "" },
    { "télécharger bluemail ", "" },
    { "obtenir bluemail ", "" },
    { "provenance : courrier ", "" },
    { "enviado desde ", "" },
    { "enviado con ", "" },
    { "enviado dende ", "" },
    { "enviado do ", "" },
    { "enviado com ", "" },
    { "enviado a partir do ", "" },
    { "inviato da ", "" },
    { "inviato dal ", "" },
    { "inviato con ", "" },
    { "verstuurd vanaf ", "" },
    { "verstuurd met ", "" },
    { "verstuurd via ", "" },
    { "verzonden vanaf ", "" },
    { "verzonden vanuit ", "" },
    { "verzonden met ", "" },
    { "verzonden via ", "" },
    { "skickat från ", "" },
    { "skickat via ", "" },
    { "skickades från ", "" },
    { "sendt fra ", "" },
    { "sendt frá ", "" },
    { "sent úr ", "" },
    { "lähetetty ", "" },
    { "wysłane z ", "" },
    { "wysłane za ", "" },
    { "wysłane bezpieczną ", "" },
    { "wysłano z ", "" },
    { "odesláno z ", "" },
    { "odoslané z ", "" },
    { "poslano s ", "" },
    { "poslano iz ", "" },
    { "poslato sa ", "" },
    { "послато са ", "" },
    { "изпратено от ", "" },
    { "išsiųsta iš ", "" },
    { "sūtīts no ", "" },
    { "nosūtīts no ", "" },
    { "saadetud minu ", "" },
    { "bidalia nire ", "" },
    { "enviat des ", "" },
    { "trimis de pe ", "" },
    { "", "'umdan gönderildi" },
    { "", " cihazımdan gönderildi" },
    { "", " ile gönderildi" },
    { "εστάλη από ", "" },
    { "gửi từ ", "" },
    { "đã gửi từ ", "" },
    { "ส่งจาก", "" },
    { "dikirim dari ", "" },
    { "dihantar daripada ", "" },
    { "मेरे ", " से भेजा गया" },
    { "נשלח מ", "" },
    { "מה-", " נשלח" },
    { "أُرسلت من ", "" },
    { "أرسلت من ", "" },
    { "تم الإرسال من ", "" },
    { "ارسال شده از ", "" },
    { "از ", " ارسال شد" },
    { "elküldve ", "" },
    { "", "-ról küldve" },
    { "", " alkalmazásból küldve" },
    { "отправлено с ", "" },
    { "отправлено из ", "" },
    { "надіслано з ", "" },
    { "", "から送信" },
    { "发自", "" },
    { "發自", "" },
    { "來自我的", "" },
    { "来自我的", "" },
    { "從我的", "" },
    { "从我的", "" },
    { "从 ", "发送" },
    { "", "에서 보냄" },
    /* what looks for viruses says so */
    { "virus-free.", "" },
    { "virenfrei.", "" },
    { "sans virus.", "" },
    { "libre de virus.", "" },
    { "livre de vírus.", "" },
    { "privo di virus.", "" },
    { "virusvrij.", "" },
    { "wolny od wirusów.", "" },
    { "без вирусов.", "" },
    { "this email has been checked for viruses ", "" },
    { "diese e-mail wurde von avast", "" },
    /* above a forwarded mail */
    { "begin forwarded message", ":" },
    { "start of forwarded message", ":" },
    { "anfang der weitergeleiteten ", ":" },
    { "début du message ", ":" },
    { "inicio del mensaje ", ":" },
    { "início da mensagem ", ":" },
    { "inizio messaggio inoltrato", ":" },
    { "begin doorgestuurd bericht", ":" },
    { "vidarebefordrat brev", ":" },
    { "videresendt besked", ":" },
    { "videresendt melding", ":" },
    { "välitetty viesti", ":" },
    { "początek przekazanej wiadomości", ":" },
    { "начало переадресованного сообщения", ":" },
    { "転送されたメッセージ", ":" },
    { "以下是转发的邮件", ":" },
};

/* The headers that programs write above a mail they quote. */
static const char *const header_words[] = {
    "from",        "sent",         "to",
    "cc",          "date",         "subject",
    "reply-to",    "importance",   "attachments", /* en */
    "von",         "gesendet",     "an",
    "betreff",     "datum",        "antwort an",
    "gesendet am", /* de */
    "de",          "envoyé",       "à",
    "objet",       "date d'envoi", "envoyé le",
    "a", /* fr */
    "enviado",     "enviado el",   "para",
    "asunto",      "fecha", /* es */
    "enviada",     "enviada em",   "enviado em",
    "assunto",     "data", /* pt */
    "da",          "inviato",      "oggetto",
    "data invio", /* it */
    "van",         "verzonden",    "aan",
    "onderwerp", /* nl */
    "från",        "skickat",      "till",
    "ämne",        "kopia", /* sv */
    "fra",         "sendt",        "til",
    "emne",        "dato",         "kopi", /* da no */
    "lähettäjä",   "lähetetty",    "vastaanottaja",
    "aihe",        "päivämäärä",   "kopio", /* fi */
    "od",          "wysłano",      "do",
    "temat",       "dw", /* pl */
    "odesláno",    "komu",         "předmět",
    "odoslané",    "predmet",      "kopie", /* cs sk */
    "feladó",      "elküldve",     "címzett",
    "tárgy", /* hu */
    "gönderen",    "gönderilen",   "kime",
    "konu",        "tarih", /* tr */
    "от",          "отправлено",   "кому",
    "тема",        "дата",         "копия",
    "від",         "надіслано", /* ru uk */
    "από",         "προσ",         "θέμα",
    "στάλθηκε",    "ημερομηνία", /* el */
    "差出人",      "送信日時",     "宛先",
    "件名",        "日時",         "送信者", /* ja */
    "发件人",      "发送时间",     "收件人",
    "主题",        "抄送",         "日期",
    "寄件者",      "收件者",       "主旨", /* zh */
    "보낸 사람",   "보낸 날짜",    "받는 사람",
    "제목",        "날짜", /* ko */
    "kimden",      "gönderildi",   "de la",
    "trimis",      "către",        "subiect",  /* tr ro */
    "изпратено",   "до",           "относно",  /* bg */
    "enviat el",   "per a",        "assumpte", /* ca */
    "poslano",     "prima",        "za",
    "zadeva", /* hr sl */
    "saatja",      "saadetud",     "adressaat",
    "teema", /* et */
    "từ",          "đã gửi",       "tới",
    "chủ đề", /* vi */
    "dari",        "dikirim",      "kepada",
    "subjek", /* id */
    "מאת",         "נשלח",         "אל",
    "נושא", /* he */
    "من",          "تم الإرسال",   "إلى",
    "الموضوع",     "المرسل",       "المستلم",
    "التاريخ", /* ar */
    "จาก",         "ส่ง",           "ถึง",
    "เรื่อง",        "วันที่",          "หัวเรื่อง", /* th */
    "no",          "nosūtīts",     "kam",
    "tēma",        "sūtītājs",     "adresāts",
    "temats", /* lv */
    "nuo",         "išsiųsta",     "tema",
    "siuntėjas",   "gavėjas", /* lt */
    "šalje",       "poslato",      "naslov",
    "шаље",        "послато",      "прима",
    "наслов",                  /* sr */
    "daripada",    "dihantar", /* ms */
    "از",          "ارسال شده",    "به",
    "موضوع", /* fa */
    "от кого",     "寄件人",
};

/* "wrote" as attributions have it. `within`: in a script without blanks
 * between words, so found anywhere. */
static const struct {
    const char *word;
    bool within;
} verbs[] = {
    { "wrote", false },      { "writes", false },      { "schrieb", false },
    { "schreibt", false },   { "geschrieben", false }, { "écrit", false },
    { "ecrit", false },      { "escribió", false },    { "escribio", false },
    { "escriure", false },   { "escreveu", false },    { "scritto", false },
    { "scrive", false },     { "schreef", false },     { "geschreven", false },
    { "skrev", false },      { "skreiv", false },      { "kirjoitti", false },
    { "kirjutas", false },   { "rakstīja", false },    { "rašė", false },
    { "pisze", false },      { "napisał", false },     { "napisała", false },
    { "napisał(a)", false }, { "napsal", false },      { "napsal(a)", false },
    { "napísal", false },    { "napísal(a)", false },  { "napisao", false },
    { "napisal", false },    { "írta", false },        { "ezt írta", false },
    { "scris", false },      { "yazdı", false },       { "έγραψε", false },
    { "написал", false },    { "написала", false },    { "написал(а)", false },
    { "пишет", false },      { "писал", false },       { "пише", false },
    { "написав", false },    { "написа", false },      { "viết", false },
    { "menulis", false },    { "כתב", false },         { "כתבה", false },
    { "كتب", false },        { "كتبت", false },        { "نوشت", false },
    { "เขียน", true },        { "写道", true },         { "寫道", true },
    { "写到", true },        { "のメール", true },     { "のメッセージ", true },
    { "書きました", true },  { "のコメント", true },   { "작성", true },
};

/* How attributions of several lines begin. */
static const char *const openers[] = {
    "on ", "am ",     "le ",     "el ",    "il ",          "in data ", "op ", "den ",
    "em ", "no dia ", "w dniu ", "dnia ",  "dne ",         "dňa ",     "på ", "pe ",
    "la ", "στισ ",   "vào ",    "a las ", "missatge de ", "בתאריך ",  "في ",
};

char *quoting_fold(const char *plain)
{
    if (g_str_is_ascii(plain)) {
        return g_strstrip(g_ascii_strdown(plain, -1));
    }
    g_autofree char *composed = g_utf8_normalize(plain, -1, G_NORMALIZE_NFC);
    return g_strstrip(g_utf8_casefold(composed != NULL ? composed : plain, -1));
}

bool quoting_is_quoted(const char *folded)
{
    return *folded == '>' || *folded == '|';
}

bool quoting_is_marker(const char *folded)
{
    return strstr(folded, REPLY_MARKER) != NULL;
}

static bool ends_with(const char *line, const char *ending)
{
    return g_str_has_suffix(line, ending);
}

/* Whether a line is one of some words: "Thanks!", "end." */
static bool is_one_of(const char *folded, const char *const *words, size_t count)
{
    size_t length = strlen(folded);
    while (length > 0 && strchr(".!,", folded[length - 1]) != NULL) {
        length--;
    }
    for (size_t i = 0; i < count; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], folded, length) == 0) {
            return true;
        }
    }
    return false;
}

/* "Get Outlook for iOS": names the program and the machine in every
 * language. */
static bool is_outlook_line(const char *folded)
{
    enum { LONGEST = 100 };
    bool telephone = strstr(folded, "ios") != NULL || strstr(folded, "android") != NULL ||
                     strstr(folded, " mac") != NULL;
    return telephone && strstr(folded, "outlook") != NULL && strlen(folded) <= LONGEST;
}

static bool is_stop_line(const char *folded)
{
    /* In plain text an address stands behind the words that lead to it. */
    const char *link = strstr(folded, "<http");
    g_autofree char *words =
        g_strndup(folded, link != NULL ? (gsize)(link - folded) : strlen(folded));
    g_strchomp(words);
    if (is_outlook_line(words)) {
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(stop_lines); i++) {
        if (g_str_has_prefix(words, stop_lines[i].begin) && ends_with(words, stop_lines[i].end)) {
            return true;
        }
    }
    return false;
}

/* What opens a signed mail is followed by its writer's words. */
bool quoting_is_separator(const char *folded)
{
    size_t length = strlen(folded), dashes = strspn(folded, "-");
    bool fenced = dashes >= 3 && dashes < length && ends_with(folded, "---");
    return fenced && strcmp(folded, "-----begin pgp signed message-----") != 0;
}

static bool is_rule(const char *folded)
{
    return strspn(folded, "_") >= 10;
}

bool quoting_is_stop(const char *folded)
{
    return is_one_of(folded, stop_words, G_N_ELEMENTS(stop_words)) || is_stop_line(folded) ||
           quoting_is_separator(folded) || is_rule(folded);
}

bool quoting_is_thanks(const char *folded)
{
    return is_one_of(folded, thanks, G_N_ELEMENTS(thanks));
}

bool quoting_is_header(const char *folded)
{
    /* Some programs write *From:* for bold. */
    folded += strspn(folded, "* ");
    const char *colon = strchr(folded, ':');
    if (colon == NULL) {
        return false;
    }
    size_t length = (size_t)(colon - folded);
    while (length > 0 && (folded[length - 1] == ' ' || folded[length - 1] == '*')) {
        length--;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(header_words); i++) {
        if (strlen(header_words[i]) == length && memcmp(header_words[i], folded, length) == 0) {
            return true;
        }
    }
    return false;
}

bool quoting_is_label(const char *folded)
{
    enum { LABEL_MOST = 60 /* bytes: of three to a letter in some scripts */ };
    const char *colon = strchr(folded, ':');
    if (colon == NULL || colon == folded || colon - folded > LABEL_MOST) {
        return false;
    }
    g_autofree char *label = g_strndup(folded, (gsize)(colon - folded));
    return strpbrk(label, "0123456789@<") == NULL && strspn(colon + 1, "* ") < strlen(colon + 1);
}

/* ---- attributions ---- */

static bool begins_word(const char *line, const char *at)
{
    return at == line || !g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(at)));
}

static bool holds_verb(const char *line)
{
    for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
        const char *at = strstr(line, verbs[i].word);
        for (; at != NULL; at = strstr(at + 1, verbs[i].word)) {
            const char *after = at + strlen(verbs[i].word);
            if (verbs[i].within ||
                (begins_word(line, at) && !g_unichar_isalnum(g_utf8_get_char(after)))) {
                return true;
            }
        }
    }
    return false;
}

static bool holds_digit(const char *line)
{
    return strpbrk(line, "0123456789") != NULL;
}

/* "12:20" or "12.20" */
static bool holds_time(const char *line)
{
    for (const char *c = line; c[0] != '\0'; c++) {
        if (g_ascii_isdigit(c[0]) && (c[1] == ':' || c[1] == '.') && g_ascii_isdigit(c[2]) &&
            g_ascii_isdigit(c[3])) {
            return true;
        }
    }
    return false;
}

/* A year of this century, no digit beside it. */
static bool holds_year(const char *line)
{
    for (const char *at = line; (at = strpbrk(at, "0123456789")) != NULL;) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 4 && strncmp(at, "20", 2) == 0) {
            return true;
        }
        at += digits;
    }
    return false;
}

static bool begins_attribution(const char *folded)
{
    if (!holds_digit(folded)) {
        return false;
    }
    bool dated = g_ascii_isdigit(*folded) || holds_year(folded);
    if (holds_verb(folded) || (dated && holds_time(folded))) {
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(openers); i++) {
        if (g_str_has_prefix(folded, openers[i])) {
            return true;
        }
    }
    return false;
}

/* "... wrote:", or a time and somebody's address or <name>, on one line or
 * over all of them. */
struct attribution_signs {
    bool verb, time, name;
};

static void note_signs(struct attribution_signs *signs, const char *folded)
{
    signs->verb |= holds_verb(folded);
    signs->time |= holds_time(folded);
    signs->name |= strchr(folded, '@') != NULL || ends_with(folded, ">:");
}

static bool ends_attribution(const struct attribution_signs *signs, const char *folded)
{
    return ends_with(folded, ":") && (signs->verb || (signs->time && signs->name));
}

guint quoting_attribution(char *const *folded, guint count)
{
    struct attribution_signs signs = { false };
    note_signs(&signs, folded[0]);
    if (ends_attribution(&signs, folded[0])) {
        return 1;
    }
    if (!begins_attribution(folded[0])) {
        return 0;
    }
    for (guint i = 1; i < MIN(count, QUOTING_ATTRIBUTION_LINES); i++) {
        note_signs(&signs, folded[i]);
        if (ends_attribution(&signs, folded[i]) || ends_with(folded[i], ">:")) {
            return i + 1;
        }
    }
    return 0;
}

bool quoting_may_attribute(char *const *folded, guint count)
{
    if (count == 0 || !ends_with(folded[count - 1], ":")) {
        return false;
    }
    bool dated = count == 1 ? holds_digit(folded[0]) : holds_time(folded[0]);
    bool word = count == 1 && strchr(folded[0], ' ') == NULL; /* a move may end so */
    return !word && (dated || strchr(folded[0], '@') != NULL);
}
