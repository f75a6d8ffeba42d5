#include "mail/automatic.h"

#include <string.h>

#include "base/plain.h"
#include "mail/address.h"
#include "mail/quoting.h"
#include "mail/reply.h"

/* A value that begins with one of these words; one that has any other word. */
#define WORD(words) "^(?:" words ")(?![\\w-])"
#define NOT_NO "^(?!no(?![\\w-]))."

/* Header fields that are signs, as patterns of their name and value. The first that fits counts. */
static const struct sign {
    const char *field, *value, *reason;
} signs[] = {
    { "^" AUTOMATIC_LOOP_HEADER "\\z", "", AUTOMATIC_LOOP },
    { "^(X-)?Feedback-Type\\z", "", AUTOMATIC_ABUSE },
    { "^Auto-Submitted\\z", NOT_NO, "auto-submitted" },
    { "^Return-Path\\z", WORD("<>"), "bounce" },
    { "^X-Failed-Recipients\\z", "", "bounce" },
    { "^Content-Type\\z",
      WORD("multipart/report|message/delivery-status|message/disposition-notification"), "report" },
    { "^(X-)?Precedence\\z", WORD("auto[_-]reply"), "autoreply" },
    { "^X-Auto-?(reply|respond)", NOT_NO, "autoreply" },
    { "^X-FC-MachineGenerated\\z", WORD("true"), "autoreply" },
    { "^X-POST-MessageClass\\z", WORD("9; Autoresponder"), "autoreply" },
    { "^Delivered-To\\z", WORD("Autoresponder"), "autoreply" },
    { "^X-(Auto-?generated|Mail-Autoreply|Vacation.*|MS-Exchange-Inbox-Rules-Loop|"
      "MS-Exchange-Generated-Message-Source|Cron-Env)\\z",
      "", "autoreply" },
    /* Weak signs, below all others: mail programs and lists also put these on people's mail. */
    { "^(X-)?Precedence\\z", WORD("bulk|junk|list"), "precedence" },
    { "^(List-.*|(X-)?Mailing-List|X-BeenThere)\\z", "", "list" },
};

/* Addresses that people do not write from, by their local parts. */
static const char robots[] =
    "^(?:noreply|noreply-.*|noreply\\+.*|no-reply|no-reply-.*|no-reply\\+.*|no_reply|no\\.reply|.*-"
    "noreply|"
    ".*-no-reply|donotreply|do-not-reply|do_not_reply|bounce|bounces|bounce-.*|bounces-.*|bounce\\+"
    ".*|"
    "bounces\\+.*|.*-bounce|.*-bounces|owner-.*|.*-owner|.*-request|majordomo|listserv|listmaster|"
    "autoreply|auto-reply|autoresponder|vacation|daemon)(?:@[^@]*)?\\z";

/* Those that failure notices come from. */
static const char postmasters[] =
    "^(?:mailer-daemon|mailerdaemon|mail-daemon|maildaemon|postmaster|mailer_daemon|"
    "microsoftexchange.*)(?:@[^@]*)?\\z";

/* How vacation programs begin a Subject, case folded. */
static const char absences[] =
    "^(?:out of office|out of the office|out-of-office|automatic reply|"
    "automatic response|auto-reply|autoreply|auto reply|auto response|"
    "autoresponse|auto:|away from my mail|"
    "abwesenheitsnotiz|abwesenheit:|abwesend:|automatische antwort|"
    "réponse automatique|message d'absence|absence du bureau|absent du bureau|"
    "respuesta automática|respuesta automatica|fuera de la oficina|"
    "resposta automática|fora do escritório|"
    "risposta automatica|fuori sede|fuori ufficio|răspuns automat|"
    "automatisch antwoord|automatisch bericht|afwezigheidsbericht|afwezig:|"
    "autosvar|automatiskt svar|automatisk svar|frånvaro|fraværsassistent|"
    "fravær:|"
    "automaattinen vastaus|poissaoloviesti|automatikus válasz|házon kívül|"
    "otomatik yanıt|"
    "automatyczna odpowiedź|autoodpowiedź|automatická odpověď|automatická odpoveď|"
    "αυτόματη απάντηση|автоответ|автоматический ответ|автоматична відповідь|"
    "自動応答|自動返信|自动回复|自动答复|自動回覆|자동 회신|부재 중|부재중)";

/* What programs put before the Subject of our letter, case folded, if nobody reads it for now,
 * if it was read, or if it was deleted unread. */
static const char receipts[] =
    "^(?:vacation:|read:|not read:|read receipt:|gelesen:|ungelesen gelöscht:|"
    "nicht gelesen:|lesebestätigung:|"
    "lu :|lu:|non lu :|non lu:|leído:|no leído:|lido:|lida:|letto:|"
    "non letto:|gelezen:|niet gelezen:|"
    "läst:|lest:|læst:|luettu:|przeczytano:|přečteno:|olvasott:|okundu:|"
    "прочитано:|開封済み:|已读:|已讀:|읽음:)";

/* What mail servers put there if they could not deliver it. */
static const char failures[] =
    "^(?:undeliverable|undelivered mail|delivery status notification|delivery failure|"
    "delivery notification|mail delivery failed|mail delivery failure|"
    "mail delivery system|failure notice|returned mail|warning: message|"
    "unzustellbar|non remis|non distribuable|no se puede entregar|onbestelbaar)";

/* The reason that a header gives; with `only`, just that reason is looked for. */
static const char *reason_in_headers(const struct headers *headers, const char *only)
{
    for (size_t i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (only != NULL && !g_str_equal(signs[i].reason, only)) {
            continue;
        }
        for (guint field = 0; field < headers->fields->len; field++) {
            const struct header *header = g_ptr_array_index(headers->fields, field);
            if (pattern_fits(header->name, signs[i].field) &&
                pattern_fits(header->value, signs[i].value)) {
                return signs[i].reason;
            }
        }
    }
    return NULL;
}

static bool is_robot(const char *address)
{
    return address != NULL &&
           (pattern_fits(address, postmasters) || pattern_fits(address, robots) ||
            pattern_fits(address, "-bounces\\+.*@"));
}

const char *automatic_reason(const struct headers *headers, const char *sender, const char *from,
                             const char *subject)
{
    if (sender != NULL && (*sender == '\0' || strcmp(sender, "<>") == 0)) {
        return "bounce";
    }
    const char *reason = reason_in_headers(headers, NULL);
    if (reason != NULL) {
        return reason;
    }
    g_autofree char *envelope = sender != NULL ? address_of_envelope(sender) : NULL;
    if (is_robot(envelope) || is_robot(from)) {
        return "sender";
    }
    g_autofree char *folded = quoting_fold(subject);
    bool ours = strstr(subject, REPLY_TAG) != NULL;
    /* Without our tag, a Subject that looks like a receipt's could be a person's. */
    bool tells = pattern_fits(folded, absences) || pattern_fits(folded, failures) ||
                 (ours && pattern_fits(folded, receipts));
    return !tells ? NULL : ours ? "subject" : "guess";
}

bool automatic_is_weak(const char *reason)
{
    static const char *const weak[] = { "precedence", "list", "sender", "guess", NULL };
    return g_strv_contains(weak, reason);
}

bool automatic_is_failure_notice(const struct headers *headers, const char *from,
                                 const char *subject)
{
    const char *type = headers_first(headers, "Content-Type");
    bool other_report = type != NULL && pattern_fits(type, WORD("multipart/report")) &&
                        strstr(type, "delivery-status") == NULL;
    bool answers = reason_in_headers(headers, "autoreply") != NULL;
    g_autofree char *folded = quoting_fold(subject);
    if (other_report || answers || pattern_fits(folded, absences)) {
        return false;
    }
    return headers_first(headers, "X-Failed-Recipients") != NULL ||
           (from != NULL && pattern_fits(from, postmasters)) || pattern_fits(folded, failures);
}

bool automatic_is_echo(const char *subject, const char *text)
{
    text += strspn(text, " \t\n");
    g_autofree char *first = g_strndup(text, strcspn(text, "\n"));
    g_autofree char *folded = quoting_fold(first);
    return g_str_has_prefix(subject, REPLY_TAG) && g_str_has_prefix(folded, "===") &&
           quoting_is_marker(folded);
}
