#include "transport/mailbox_kinds.h"

#include <string.h>

#include "transport/dialogue.h"
#include "transport/replies.h"
#include "transport/spool.h"
#include "transport/stamp.h"

enum {
    SOURCE_LETTERS = 8, /* of the hash of server, user and folder */
    MISSED_MAX = 10,    /* mails of a round that the server may fail to send */
};

struct imap {
    const struct mailbox *mailbox;
    const struct mailbox_round *round;
    struct dialogue dialogue;
    struct intake intake;
    struct replies_folder folder;
    enum mailbox_done done;
    char *path;         /* of the folder in a URL, with its UIDVALIDITY: if that has changed by
                           then, libcurl does nothing in the folder */
    const char *source; /* its first SOURCE_LETTERS are SOURCE in a mail's name */
    GArray *uids;       /* guint32: the mails to fetch */
    bool known[MAILBOX_BATCH], left[MAILBOX_BATCH]; /* for each mail of the batch, set by look_up */
    GHashTable *dates; /* when those mails arrived; a mail is missing if the server did not tell */
    guint missed;
};

/* ---- words for the server ---- */

/* A string in quotes (RFC 3501 section 4.3), its % escaped for libcurl. */
static char *quoted(const char *string)
{
    GString *text = g_string_new("\"");
    for (const char *c = string; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            g_string_append_c(text, '\\');
        }
        g_string_append(text, *c == '%' ? "%25" : (char[]){ *c, '\0' });
    }
    g_string_append_c(text, '"');
    return g_string_free(text, FALSE);
}

/* A set of UIDs (RFC 3501 section 9, sequence-set). */
static char *set_of(const guint32 *uids, guint count)
{
    GString *set = g_string_new(NULL);
    for (guint i = 0; i < count; i++) {
        g_string_append_printf(set, "%s%u", i > 0 ? "," : "", uids[i]);
    }
    return g_string_free(set, FALSE);
}

/* Sends a command in the folder. */
static CURLcode ask(struct imap *imap, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);

static CURLcode ask(struct imap *imap, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *command = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    CURLcode code = dialogue_ask(&imap->dialogue, imap->path, command, false, error);
    if (code == CURLE_QUOTE_ERROR) {
        g_auto(GStrv) words = g_strsplit(command, " ", 3);
        dialogue_fault(&imap->dialogue, error, "refused the command %s %s", words[0], words[1]);
    } else if (code == CURLE_REMOTE_FILE_NOT_FOUND) {
        dialogue_fault(
            &imap->dialogue, error,
            "the folder %s has numbered its mails anew (UIDVALIDITY) meanwhile; they are "
            "fetched the next time",
            imap->mailbox->folder);
    }
    return code;
}

/* ---- the folder ---- */

/* Selects the folder and learns about it. */
static bool open_folder(struct imap *imap, GError **error)
{
    const char *name = imap->mailbox->folder;
    g_autofree char *folder = quoted(name);
    g_autofree char *command = g_strconcat("SELECT ", folder, NULL);
    CURLcode code = dialogue_ask(&imap->dialogue, "", command, false, error);
    if (code == CURLE_QUOTE_ERROR) {
        g_autofree char *said = dialogue_refusal(&imap->dialogue);
        dialogue_fault(&imap->dialogue, error,
                       "there is no folder %s that we may use: see to `source`%s", name, said);
    }
    if (code != CURLE_OK) {
        return false;
    }
    const GString *reply = imap->dialogue.reply;
    replies_folder(reply->str, reply->len, &imap->folder);
    if (imap->folder.uid_validity == 0) {
        return dialogue_fault(&imap->dialogue, error,
                              "it does not number its mails for good (UIDVALIDITY), so they cannot "
                              "be told apart: fetch them with POP3");
    }
    g_autofree char *escaped = g_uri_escape_string(name, NULL, FALSE);
    imap->path = g_strdup_printf("%s;UIDVALIDITY=%u", escaped, imap->folder.uid_validity);
    /* Mail is marked as configured, or moved if the folder keeps no keywords. */
    imap->done = imap->mailbox->done;
    if (imap->done == MAILBOX_MARK && !imap->folder.keywords && !imap->folder.read_only) {
        imap->done = MAILBOX_MOVE;
        return imap->mailbox->done_folder != NULL ||
               dialogue_fault(&imap->dialogue, error,
                              "the folder %s keeps no keywords: write done = move:FOLDER", name);
    }
    return true;
}

/* Adds to `uids` the mails with these numbers that match those search keys. */
static bool find(struct imap *imap, guint32 from, guint32 to, const char *keys, const char *dates,
                 GArray *uids, GError **error)
{
    if (ask(imap, error, "UID SEARCH %u:%u %s %s", from, to, keys, dates) != CURLE_OK) {
        return false;
    }
    const GString *reply = imap->dialogue.reply;
    replies_search(reply->str, reply->len, MAILBOX_WINDOW, uids);
    return true;
}

/* Adds the mails with these numbers that are done and to be fetched again. */
static bool find_done(struct imap *imap, guint32 from, guint32 to, GError **error)
{
    const struct mailbox_round *round = imap->round;
    if (round->again == 0 || imap->done != MAILBOX_MARK) {
        return true;
    }
    g_autofree char *day = stamp_day(MAX(round->again, round->since));
    g_autofree char *since = g_strconcat("SINCE ", day, NULL);
    return find(imap, from, to, "UNDELETED KEYWORD " REPLIES_KEYWORD, since, imap->uids, error);
}

/* Searches the folder, MAILBOX_WINDOW mails at a time, since libcurl cannot read a line with
 * all UIDs of a large folder. Nothing is changed meanwhile, so the mails keep their numbers.
 * The server knows on which day each arrived: those older than round->since are left. */
static bool search(struct imap *imap, GError **error)
{
    static const char *const keys[] = {
        [MAILBOX_MARK] = "UNDELETED UNKEYWORD " REPLIES_KEYWORD,
        [MAILBOX_MOVE] = "UNDELETED",
        [MAILBOX_DELETE] = "ALL", /* some may be flagged as deleted already, but not removed */
    };
    const struct mailbox_round *round = imap->round;
    g_autofree char *day = stamp_day(round->since);
    g_autofree char *since = g_strconcat("SINCE ", day, NULL);
    for (guint32 at = 1; at <= imap->folder.exists && !round->stop(); at += MAILBOX_WINDOW) {
        guint32 to = MIN(at + MAILBOX_WINDOW - 1, imap->folder.exists);
        if (!find(imap, at, to, keys[imap->done], since, imap->uids, error) ||
            !find_done(imap, at, to, error)) {
            return false;
        }
    }
    return true;
}

/* ---- taking in ---- */

/* The name of a mail ("imap"), or of one that is left ("imap-left"). Padded, so that names
 * sort in the order of arrival. */
static char *name_of(const struct imap *imap, const char *kind, guint32 uid)
{
    return g_strdup_printf("%s.%s.%.*s.%u.%010u", imap->mailbox->name, kind, SOURCE_LETTERS,
                           imap->source, imap->folder.uid_validity, uid);
}

/* Sets known[] for each mail that is processed or in the spool, left[] for each that was left
 * in an earlier round, and the dates. */
static bool look_up(void *owner, guint from, guint to, GError **error)
{
    struct imap *imap = owner;
    const struct mailbox_round *round = imap->round;
    const guint32 *uids = &g_array_index(imap->uids, guint32, from);
    guint count = to - from;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) left_names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < count; i++) {
        g_ptr_array_add(names, name_of(imap, "imap", uids[i]));
        g_ptr_array_add(left_names, name_of(imap, "imap-left", uids[i]));
    }
    g_autofree char *set = set_of(uids, count);
    if (!round->known(round->data, (char *const *)names->pdata, imap->known, count, error) ||
        !round->known(round->data, (char *const *)left_names->pdata, imap->left, count, error) ||
        ask(imap, error, "UID FETCH %s (UID INTERNALDATE)", set) != CURLE_OK) {
        return false;
    }
    for (guint i = 0; i < count; i++) {
        imap->known[i] = imap->known[i] || spool_has(round->spool, names->pdata[i]);
    }
    g_hash_table_remove_all(imap->dates);
    replies_dates(imap->dialogue.reply->str, imap->dialogue.reply->len, imap->dates);
    return true;
}

/* The server did not send a mail. Somebody may have removed it meanwhile; if not, it is
 * reported at the end, and does not keep the others waiting. False if too many were missed. */
static bool miss(struct imap *imap, guint32 uid, GError **error)
{
    g_clear_error(error);
    if (ask(imap, error, "UID SEARCH UID %u", uid) != CURLE_OK) {
        return false;
    }
    g_autoptr(GArray) there = g_array_new(FALSE, FALSE, sizeof(guint32));
    replies_search(imap->dialogue.reply->str, imap->dialogue.reply->len, 1, there);
    if (there->len > 0) {
        GError *trouble = NULL;
        dialogue_fault(&imap->dialogue, &trouble,
                       "the mail with UID %u in the folder %s cannot be fetched: look at it, or "
                       "move it away",
                       uid, imap->mailbox->folder);
        intake_trouble(&imap->intake, trouble);
    }
    return ++imap->missed < MISSED_MAX ||
           dialogue_fault(&imap->dialogue, error,
                          "many mails in the folder %s cannot be fetched: is another program "
                          "emptying it?",
                          imap->mailbox->folder);
}

/* Fetches the mail at that path; tries once more if the connection ended with it, as it may
 * with a mail that the server itself cannot read. */
static CURLcode fetch_mail(struct imap *imap, const char *path, GError **error)
{
    enum { TRIES = 2 };
    CURLcode code = CURLE_RECV_ERROR;
    for (int i = 0; i < TRIES && dialogue_ended(&imap->dialogue, code); i++) {
        g_clear_error(error);
        intake_begin(&imap->intake, "");
        code = dialogue_fetch(&imap->dialogue, path, &imap->intake, error);
    }
    return code;
}

/* Fetches the bytes to keep of a mail and puts it into the spool, unless it is known or left. */
static bool take_in(void *owner, guint number, bool *here, GError **error)
{
    struct imap *imap = owner;
    guint32 uid = g_array_index(imap->uids, guint32, number);
    *here = imap->known[number % MAILBOX_BATCH];
    if (*here || imap->left[number % MAILBOX_BATCH]) {
        return true;
    }
    /* One byte more than is kept, so that a longer mail is noticed. */
    g_autofree char *path =
        g_strdup_printf("%s;UID=%u;PARTIAL=0.%d", imap->path, uid, SPOOL_MAIL_MAX + 1);
    CURLcode code = fetch_mail(imap, path, error);
    /* libcurl cannot read an answer without a literal, such as NIL. */
    if (code == CURLE_REMOTE_FILE_NOT_FOUND || code == CURLE_WEIRD_SERVER_REPLY ||
        dialogue_ended(&imap->dialogue, code)) {
        return miss(imap, uid, error);
    }
    const gint64 *date = g_hash_table_lookup(imap->dates, GUINT_TO_POINTER(uid));
    gint64 arrived = date != NULL ? *date : 0;
    if (code == CURLE_OK && intake_leave(&imap->intake, name_of(imap, "imap-left", uid), arrived)) {
        return true;
    }
    g_autofree char *name = name_of(imap, "imap", uid);
    *here = code == CURLE_OK && intake_put(&imap->intake, name, arrived, error);
    return *here;
}

/* ---- marking ---- */

static bool move_to_folder(struct imap *imap, const char *set, GError **error)
{
    const char *name = imap->mailbox->done_folder;
    g_autofree char *folder = quoted(name);
    CURLcode code = ask(imap, error, "UID MOVE %s %s", set, folder);
    if (code == CURLE_QUOTE_ERROR) {
        /* The folder may be missing; if it is not, the second answer counts. */
        g_clear_error(error);
        code = ask(imap, NULL, "CREATE %s", folder);
        code = code == CURLE_OK || code == CURLE_QUOTE_ERROR
                   ? ask(imap, error, "UID MOVE %s %s", set, folder)
                   : code;
        if (code != CURLE_OK) {
            return dialogue_fault(
                &imap->dialogue, error,
                "mail cannot be moved to the folder %s: make it, or write another "
                "`done`",
                name);
        }
    }
    return code == CURLE_OK;
}

static bool delete (struct imap *imap, const char *set, GError **error)
{
    if (ask(imap, error, "UID STORE %s +FLAGS.SILENT (\\Deleted)", set) != CURLE_OK) {
        return false;
    }
    CURLcode code = ask(imap, error, "UID EXPUNGE %s", set);
    return code == CURLE_OK ||
           (code == CURLE_QUOTE_ERROR &&
            dialogue_fault(&imap->dialogue, error,
                           "it cannot delete single mails (UIDPLUS): write done = keyword or "
                           "done = move:FOLDER"));
}

static void fault_read_only(const struct imap *imap, GError **error)
{
    dialogue_fault(
        &imap->dialogue, error,
        "the folder %s is read-only for `user`: mail is fetched, but cannot be marked or "
        "moved. Give `user` the right to change it (IMAP rights s, t, e, w)",
        imap->mailbox->folder);
}

/* Marks mails. Nothing is marked in a read-only folder: the next round meets the mails again,
 * and knows them by their names. */
static bool mark(void *owner, const GArray *numbers, GError **error)
{
    struct imap *imap = owner;
    if (imap->folder.read_only) {
        return true;
    }
    guint32 uids[MAILBOX_BATCH];
    for (guint i = 0; i < numbers->len; i++) {
        uids[i] = g_array_index(imap->uids, guint32, g_array_index(numbers, guint, i));
    }
    g_autofree char *set = set_of(uids, numbers->len);
    switch (imap->done) {
    case MAILBOX_MOVE:
        return move_to_folder(imap, set, error);
    case MAILBOX_DELETE:
        return delete (imap, set, error);
    case MAILBOX_MARK:
        break;
    }
    return ask(imap, error, "UID STORE %s +FLAGS.SILENT (" REPLIES_KEYWORD ")", set) == CURLE_OK;
}

/* ---- a round ---- */

bool imap_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    const struct service *service = mailbox->service;
    g_autofree char *host = g_ascii_strdown(service->host, -1);
    g_autofree char *account = g_strjoin("\n", host, service->user, mailbox->folder, NULL);
    g_autofree char *source = g_compute_checksum_for_string(G_CHECKSUM_SHA256, account, -1);
    struct imap imap = { .mailbox = mailbox, .round = round, .source = source };
    imap.uids = g_array_new(FALSE, FALSE, sizeof(guint32));
    imap.dates = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    intake_init(&imap.intake, mailbox, round);
    GError *fault = NULL;
    if (dialogue_init(&imap.dialogue, service, round->stop, &fault) && open_folder(&imap, &fault) &&
        search(&imap, &fault)) {
        const struct intake_work work = {
            .owner = &imap,
            .count = imap.uids->len,
            .look_up = look_up,
            .take_in = take_in,
            .mark = mark,
        };
        if (intake_run(&imap.intake, &work, &fault) && imap.folder.read_only) {
            fault_read_only(&imap, &fault);
        }
    }
    if (imap.dialogue.refused) {
        round->refused(round->data);
    }
    bool done = intake_end(&imap.intake, fault, error);
    g_array_unref(imap.uids);
    g_hash_table_unref(imap.dates);
    dialogue_clear(&imap.dialogue);
    g_free(imap.path);
    return done;
}

bool imap_look(const struct mailbox *mailbox, guint *mails, GError **error)
{
    struct imap imap = { .mailbox = mailbox };
    bool done =
        dialogue_init(&imap.dialogue, mailbox->service, NULL, error) && open_folder(&imap, error);
    if (done && imap.folder.read_only) {
        fault_read_only(&imap, error);
        done = false;
    }
    *mails = imap.folder.exists;
    dialogue_clear(&imap.dialogue);
    g_free(imap.path);
    return done;
}
