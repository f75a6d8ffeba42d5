#include "mail/quoting.h"

#include <string.h>

#include "base/plain.h"
#include "mail/reply.h"

/* All words below are case folded, like the lines they are compared with. */

/* Alone on a line these end what is read. */
static const char stop_words[] = "end|quit|stop|-";

/* Alone on a line these begin a signature. In signed mail `--` becomes `- --` (RFC 9580, 7.2). */
static const char signature_marks[] = "--|- --";

/* Alone on a line below other words these end what is read; above them they greet. */
static const char thanks[] = "thanks|thank you|thank|thx|kthxbye";

/* The lines that telephones and programs put at the end of a mail. */
static const char sent_lines[] =
    "sent from *|sent via *|sent with *|sent using *|sent securely *|"
    "get outlook for *|get bluemail for *|get typeapp for *|yahoo mail: *|"
    "yahoo mail : *|"
    "von meinem * gesendet|von meinem/meiner * gesendet|von meinem * gesendet.|"
    "mit * proton mail gesendet.|sicher versendet mit *|gesendet von *|gesendet mit *|"
    "gesendet vom *|vom * gesendet|mit * gesendet|von unterwegs gesendet*|"
    "von yahoo mail * gesendet|von aol * gesendet|"
    "diese nachricht wurde von * gesendet.|bluemail für * herunterladen|"
    "envoyé de mon *|envoyé depuis *|envoyé à partir de *|envoyé à l'aide de *|"
    "envoyé grâce à *|envoyé avec *|envoyé via *|télécharger bluemail *|"
    "obtenir bluemail *|provenance : courrier *|"
    "enviado desde *|enviado con *|enviado dende *|enviado mediante *|"
    "enviado através d*|enviado do *|enviado com *|enviado a partir do *|"
    "inviato da *|inviato dal *|inviato con *|inviato tramite *|"
    "verstuurd vanaf *|verstuurd met *|verstuurd via *|verzonden vanaf *|"
    "verzonden vanuit *|verzonden met *|verzonden via *|"
    "skickat från *|skickat via *|skickat med *|skickades från *|"
    "sendt fra *|sendt med *|sendt via *|sendt frá *|sent úr *|lähetetty *|"
    "wysłane z *|wysłane za *|wysłane bezpieczną *|wysłano z *|wysłano za *|"
    "wysłano bezpieczną *|"
    "odesláno z *|odesláno pomocí *|odoslané z *|poslano s *|poslano iz *|"
    "poslato sa *|послато са *|изпратено от *|"
    "išsiųsta iš *|sūtīts no *|nosūtīts no *|saadetud minu *|"
    "bidalia nire *|enviat des *|trimis de pe *|"
    "*'umdan gönderildi|*'mden gönderildi|* cihazımdan gönderildi|* ile gönderildi|"
    "* ile gönderildi.|"
    "εστάλη από *|gửi từ *|đã gửi từ *|ส่งจาก*|"
    "dikirim dari *|dihantar daripada *|मेरे * से भेजा गया|"
    "נשלח מ*|מה-* נשלח|"
    "أُرسلت من *|أرسلت من *|تم الإرسال من *|"
    "ارسال شده از *|از * ارسال شد|"
    "elküldve *|*-ról küldve|* alkalmazásból küldve|"
    "отправлено с *|отправлено из *|отправлено через *|отправлено при помощи *|"
    "надіслано з *|надіслано за *|надіслано через *|"
    "*から送信|proton mail*で送信しました。|"
    "发自*|發自*|來自我的*|来自我的*|從我的*|从我的*|从 *发送|使用 proton mail *|"
    "*에서 보냄";

/* The lines that programs put above a forwarded mail. */
static const char forward_lines[] =
    "begin forwarded message*:|start of forwarded message*:|anfang der weitergeleiteten *:|"
    "début du message *:|inicio del mensaje *:|início da mensagem *:|inizio messaggio inoltrato*:|"
    "begin doorgestuurd bericht*:|vidarebefordrat brev*:|videresendt besked*:|"
    "videresendt melding*:|välitetty viesti*:|początek przekazanej wiadomości*:|"
    "начало переадресованного сообщения*:|転送されたメッセージ*:|以下是转发的邮件*:";

/* The lines below which only programs write: virus scanners and mailing lists. */
static const char footers[] =
    "virus-free.*|virenfrei.*|sans virus.*|libre de virus.*|livre de vírus.*|"
    "privo di virus.*|virusvrij.*|wolny od wirusów.*|без вирусов.*|"
    "this email has been checked for viruses *|diese e-mail wurde von avast*|"
    "diese e-mail wurde auf viren geprüft*|"
    "to unsubscribe*|you received this message because you *|"
    "you are receiving this email because *|__._,_.___*|-=-=-=-*|"
    "-----begin pgp signature*";

/* The headers that programs write above a quoted mail. */
static const char header_words[] =
    "from|sent|to|cc|date|subject|reply-to|importance|attachments|" /* en */
    "von|gesendet|an|betreff|datum|antwort an|gesendet am|"         /* de */
    "de|envoyé|à|objet|date d'envoi|envoyé le|a|"                   /* fr */
    "enviado|enviado el|para|asunto|fecha|"                         /* es */
    "enviada|enviada em|enviado em|assunto|data|"                   /* pt */
    "da|inviato|oggetto|data invio|"                                /* it */
    "van|verzonden|aan|onderwerp|"                                  /* nl */
    "från|skickat|till|ämne|kopia|"                                 /* sv */
    "fra|sendt|til|emne|dato|kopi|"                                 /* da no */
    "lähettäjä|lähetetty|vastaanottaja|aihe|päivämäärä|kopio|"      /* fi */
    "od|wysłano|do|temat|dw|"                                       /* pl */
    "odesláno|komu|předmět|odoslané|predmet|kopie|"                 /* cs sk */
    "feladó|elküldve|címzett|tárgy|"                                /* hu */
    "gönderen|gönderilen|kime|konu|tarih|"                          /* tr */
    "от|отправлено|кому|тема|дата|копия|від|надіслано|"             /* ru uk */
    "από|προσ|θέμα|στάλθηκε|ημερομηνία|"                            /* el */
    "差出人|送信日時|宛先|件名|日時|送信者|"                        /* ja */
    "发件人|发送时间|收件人|主题|抄送|日期|寄件者|收件者|主旨|"     /* zh */
    "보낸 사람|보낸 날짜|받는 사람|제목|날짜|"                      /* ko */
    "kimden|gönderildi|de la|trimis|către|subiect|"                 /* tr ro */
    "изпратено|до|относно|"                                         /* bg */
    "enviat el|per a|assumpte|"                                     /* ca */
    "poslano|prima|za|zadeva|"                                      /* hr sl */
    "saatja|saadetud|adressaat|teema|"                              /* et */
    "từ|đã gửi|tới|chủ đề|"                                         /* vi */
    "dari|dikirim|kepada|subjek|"                                   /* id */
    "מאת|נשלח|אל|נושא|"                                             /* he */
    "من|تم الإرسال|إلى|الموضوع|المرسل|المستلم|التاريخ|"             /* ar */
    "จาก|ส่ง|ถึง|เรื่อง|วันที่|หัวเรื่อง|"                                    /* th */
    "no|nosūtīts|kam|tēma|sūtītājs|adresāts|temats|"                /* lv */
    "nuo|išsiųsta|tema|siuntėjas|gavėjas|"                          /* lt */
    "šalje|poslato|naslov|шаље|послато|прима|наслов|"               /* sr */
    "daripada|dihantar|"                                            /* ms */
    "از|ارسال شده|به|موضوع|"                                        /* fa */
    "от кого|寄件人" /* ru zh */;

char *quoting_fold(const char *plain)
{
    if (g_str_is_ascii(plain)) {
        return g_strstrip(g_ascii_strdown(plain, -1));
    }
    g_autofree char *composed = plain_composed(plain);
    return g_strstrip(g_utf8_casefold(composed, -1));
}

bool quoting_is_quoted(const char *folded)
{
    return *folded == '>' || *folded == '|';
}

bool quoting_is_marker(const char *folded)
{
    return strstr(folded, REPLY_MARKER_END) != NULL;
}

bool quoting_fits(const char *folded, const char *list)
{
    size_t length = strlen(folded);
    for (const char *word = list, *end; *word != '\0'; word = end + (*end == '|')) {
        end = strchrnul(word, '|');
        const char *star = memchr(word, '*', (size_t)(end - word));
        size_t first = (size_t)((star != NULL ? star : end) - word);
        size_t last = star != NULL ? (size_t)(end - star - 1) : 0;
        if ((star != NULL ? length >= MAX(first, last) : length == first) &&
            memcmp(folded, word, first) == 0 &&
            memcmp(folded + length - last, end - last, last) == 0) {
            return true;
        }
    }
    return false;
}

/* True if a line is a word of a list: "Thanks!", "end." */
static bool is_word_of(const char *folded, const char *list)
{
    g_autofree char *word = g_strdup(folded);
    for (size_t end = strlen(word); end > 0 && strchr(".!,", word[end - 1]) != NULL; end--) {
        word[end - 1] = '\0';
    }
    return quoting_fits(word, list);
}

/* True for lines like "Get Outlook for iOS", which name the program and the machine in every
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
    /* In plain text the address of a link follows its words. */
    const char *link = strstr(folded, "<http");
    g_autofree char *words =
        g_strndup(folded, link != NULL ? (gsize)(link - folded) : strlen(folded));
    g_strchomp(words);
    return is_outlook_line(words) || quoting_fits(words, sent_lines) ||
           quoting_fits(words, forward_lines);
}

/* The line that opens a signed mail is followed by its writer's words. */
bool quoting_is_separator(const char *folded)
{
    size_t length = strlen(folded), dashes = strspn(folded, "-");
    bool fenced = dashes >= 3 && dashes < length && g_str_has_suffix(folded, "---");
    return fenced && strcmp(folded, "-----begin pgp signed message-----") != 0;
}

bool quoting_is_dashes(const char *folded)
{
    size_t dashes = strspn(folded, "-=*");
    return dashes >= 3 && folded[dashes] == '\0';
}

bool quoting_is_footer(const char *folded)
{
    return quoting_fits(folded, footers) || is_word_of(folded, signature_marks);
}

bool quoting_is_stop(const char *folded)
{
    bool rule = strspn(folded, "_") >= 10;
    return quoting_is_footer(folded) || is_word_of(folded, stop_words) || is_stop_line(folded) ||
           quoting_is_separator(folded) || rule;
}

bool quoting_is_thanks(const char *folded)
{
    return is_word_of(folded, thanks);
}

bool quoting_is_header(const char *folded)
{
    /* Some programs write *From:* for bold. */
    folded += strspn(folded, "* ");
    size_t length = strcspn(folded, ":");
    if (folded[length] == '\0') {
        return false;
    }
    while (length > 0 && strchr(" *", folded[length - 1]) != NULL) {
        length--;
    }
    g_autofree char *word = g_strndup(folded, length);
    return quoting_fits(word, header_words);
}

bool quoting_is_label(const char *folded)
{
    enum { LABEL_MOST = 60 /* bytes; some scripts have three for a letter */ };
    const char *colon = strchr(folded, ':');
    if (colon == NULL || colon == folded || colon - folded > LABEL_MOST) {
        return false;
    }
    g_autofree char *label = g_strndup(folded, (gsize)(colon - folded));
    return strpbrk(label, "0123456789@<") == NULL && strspn(colon + 1, "* ") < strlen(colon + 1);
}
