#include "accounts/account.h"

#include <string.h>

#include "language/grammar.h"
#include "letters/letters.h"
#include "mail/address.h"
#include "match/options.h"
#include "store/inbox.h"
#include "store/players.h"

enum { LETTERS_A_WEEK = 5 /* that ask one mailbox to confirm */ };

const char *account_name_fault(struct run *run, const char *name, const char *folded)
{
    const struct grammar_context context = { .games = registry_names() };
    const char *fault = grammar_name_fault(&context, name);
    if (fault != NULL) {
        return fault;
    }
    /* A player has it, or a signup with another address is waiting for it. */
    g_autoptr(Player) player = player_by_name(run->db, name);
    g_autoptr(Pending) pending = pending_signup_by_name(run->db, name, run->now);
    if (player != NULL || (pending != NULL && g_strcmp0(pending->folded, folded) != 0)) {
        return "name-taken";
    }
    /* A player who had it was forgotten not long ago. */
    if (player_name_rests(run->db, name, run->now)) {
        return "name-kept";
    }
    /* Somebody other than the owner of that address had it not long ago. */
    gint64 keeper = player_name_kept(run->db, name, run->now);
    g_autoptr(Player) owner = keeper != 0 ? player_by_address(run->db, folded) : NULL;
    return keeper != 0 && (owner == NULL || owner->id != keeper) ? "name-kept" : NULL;
}

const char *account_address_fault(const struct run *run, const char *folded)
{
    const struct config *config = run->config;
    if (folded == NULL) {
        return "address-form";
    }
    bool own = address_kind(folded, config->local, config->delimiter, config->host, NULL) !=
               ADDRESS_FOREIGN;
    return own ? "address-own" : NULL;
}

void account_drop_address(struct run *run, const struct player *who, const char *address)
{
    g_autofree char *folded = address_fold(address);
    player_address_drop(run->db, who->id, folded);
    g_autofree char *language = player_setting(run->db, who->id, "language");
    letter_notice_former(run, address, language, "address-gone", pairs("name", who->name, NULL));
}

char *account_hash(struct run *run, const char *password)
{
    char *hash = password != NULL ? secret_password_hash(password) : NULL;
    if (password != NULL && hash == NULL) {
        db_halt(run->db, "there is no memory to hash a password");
    }
    return hash;
}

bool account_is_new_address(const struct pending *pending)
{
    return pending->kind == PENDING_SIGNUP || pending->kind == PENDING_ADDRESS ||
           pending->kind == PENDING_GREETING;
}

struct new_token account_token(struct run *run, const struct pending *pending, gint64 id)
{
    struct token token = {
        .player = account_is_new_address(pending) ? 0 : pending->player,
        .kind = TOKEN_CONFIRM,
        .object = id,
        .expires = pending->expires,
        .made = run->now,
    };
    return token_new(run->db, &token);
}

struct new_token account_greeting(struct run *run, const char *address, const char *folded,
                                  const char *name)
{
    g_autoptr(Pending) before = pending_greeting(run->db, folded, run->now);
    const struct pending pending = {
        .kind = PENDING_GREETING,
        .address = (char *)address,
        .folded = (char *)folded,
        .made = run->now,
        .expires = run->now + (gint64)LIMIT_GREETING_DAYS * CLOCK_DAY,
    };
    const struct pending *greeting = before != NULL ? before : &pending;
    const gint64 id = before != NULL ? before->id : pending_add(run->db, &pending);
    const struct new_token token = account_token(run, greeting, id);
    if (name != NULL) {
        g_autofree char *line = g_strjoin(" ", grammar_row(COMMAND_SIGNUP)->name, name, NULL);
        token_offers(run->db, token.id, line);
    }
    return token;
}

bool account_was_written_to(struct run *run, const char *folded)
{
    return notice_count(run->db, folded, "signup", clock_span(run->now, ACCOUNT_WEEK)) > 0;
}

/* Letters are also counted for the whole mailbox: a mailbox has countless addresses, each with
 * another word after a +. */
static const char by_mailbox[] = "signup-mailbox";

bool account_may_write_to(struct run *run, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    if (account_was_written_to(run, folded) ||
        notice_count(run->db, mailbox, by_mailbox, clock_span(run->now, ACCOUNT_WEEK)) >=
            LETTERS_A_WEEK) {
        return false;
    }
    bool room = notice_count(run->db, NULL, "signup", clock_span(run->now, CLOCK_DAY)) <
                LIMIT_SIGNUP_LETTERS_A_DAY;
    if (!room) {
        alarm_write(run, ALARM_SIGNUPS, NULL, NULL);
    }
    return room;
}

void account_wrote_to(struct run *run, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    notice_add(run->db, folded, "signup", run->now);
    notice_add(run->db, mailbox, by_mailbox, run->now);
}

/* ---- names that nobody may have ---- */

enum { PART_LEAST = 3 /* letters of the shortest word that counts as one of several in a name */ };

/* Words for the operator, the server's programs, the roles of RFC 2142, and nobody in particular.
 */
static const char *const reserved[] = {
    "abuse",     "admin",      "administrator", "anonymous",  "anybody",
    "anyone",    "bot",        "bounce",        "bounces",    "daemon",
    "everybody", "everyone",   "former",        "gamemaster", "helpdesk",
    "host",      "hostmaster", "house",         "info",       "mailer",
    "me",        "mod",        "moderator",     "nobody",     "noc",
    "noreply",   "operator",   "owner",         "postmaster", "postmove",
    "referee",   "root",       "security",      "server",     "service",
    "somebody",  "someone",    "support",       "sysadmin",   "sysop",
    "system",    "umpire",     "unknown",       "us",         "we",
    "webmaster", "you",        "your",          "yourself",   NULL,
};

/* Key words of commands, and words of commands that this server does not offer. */
static const char *const keywords[] = {
    "active", "again",    "all",   "ascii",    "autoplay", "back",   "branch", "cell",   "daily",
    "digest", "drop",     "else",  "end",      "flip",     "game",   "html",   "if",     "multiple",
    "name",   "new",      "next",  "no",       "notes",    "off",    "on",     "option", "other",
    "pass",   "picture",  "ply",   "position", "quit",     "rating", "stop",   "text",   "thanks",
    "then",   "timezone", "token", "topic",    "unicode",  "wide",   NULL,
};

/* Words that change nothing beside a reserved one: "the-admin", "support-team". */
static const char *const fillers[] = {
    "and", "chief", "desk",     "for",  "from",  "head", "help", "mail", "mister",
    "mrs", "our",   "official", "real", "staff", "team", "the",  "true", NULL,
};

/* What a reader takes for something else. A separator reads as nothing. */
static const struct {
    const char *written, *seen;
} likenesses[] = {
    { "cl", "d" }, { "c1", "d" }, { "rn", "m" }, { "vv", "w" }, { "-", "" },  { "_", "" },
    { "0", "o" },  { "1", "l" },  { "i", "l" },  { "2", "z" },  { "3", "e" }, { "4", "a" },
    { "5", "s" },  { "6", "b" },  { "7", "t" },  { "8", "b" },  { "9", "g" },
};

/* The first `length` bytes of a name or word as a reader sees them. Free with g_free. */
static char *seen(const char *name, size_t length)
{
    GString *look = g_string_ascii_down(g_string_new_len(name, (gssize)length));
    for (size_t i = 0; i < G_N_ELEMENTS(likenesses); i++) {
        g_string_replace(look, likenesses[i].written, likenesses[i].seen, 0);
    }
    return g_string_free(look, FALSE);
}

/* Adds the look of a word to the alternatives of an expression. */
static void add_word(GString *words, const char *word)
{
    g_autofree char *look = seen(word, strlen(word));
    g_autofree char *escaped = g_regex_escape_string(look, -1);
    g_string_append_printf(words, "%s%s", words->len > 0 && *look != '\0' ? "|" : "", escaped);
}

/* Adds a reserved word to `parts`, or, if it is too short for a part of a name, to `brief`. */
static void add_reserved(GString *brief, GString *parts, const char *word)
{
    add_word(strlen(word) < PART_LEAST ? brief : parts, word);
}

/* Matches the look of a name that is a reserved word, or that is made of words, at least one of
 * them reserved, perhaps of several ("admins"). Free with g_regex_unref. */
static GRegex *reserved_look(const struct config *config)
{
    g_autoptr(GString) brief = g_string_new(NULL);
    g_autoptr(GString) parts = g_string_new(NULL);
    g_autoptr(GString) filling = g_string_new(NULL);
    g_auto(GStrv) labels = g_strsplit(config->host, ".", -1);
    for (guint i = 0; labels[i] != NULL && (i == 0 || labels[i + 1] != NULL); i++) {
        add_reserved(brief, parts, labels[i]);
    }
    add_reserved(brief, parts, config->local);
    for (const char *const *word = reserved; *word != NULL; word++) {
        add_reserved(brief, parts, *word);
    }
    for (const char *const *game = registry_names(); *game != NULL; game++) {
        add_reserved(brief, parts, *game);
    }
    for (const char *const *word = fillers; *word != NULL; word++) {
        add_word(filling, *word);
    }
    g_autofree char *pattern = g_strdup_printf("^(?:%s|(?:%s)*(?:%s)(?:%s|%s)*s?)$", brief->str,
                                               filling->str, parts->str, parts->str, filling->str);
    return g_regex_new(pattern, G_REGEX_DOLLAR_ENDONLY, 0, NULL);
}

bool reserved_name(const struct config *config, const char *name)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    if (g_strv_contains(keywords, lower)) {
        return true;
    }
    g_autoptr(GRegex) words = reserved_look(config);
    size_t bare = strlen(name); /* length without a number at the end: "admin2", "admin-2" */
    while (bare > 0 && (g_ascii_isdigit(name[bare - 1]) || strchr("-_", name[bare - 1]) != NULL)) {
        bare--;
    }
    const size_t lengths[] = { strlen(name), bare };
    for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
        g_autofree char *look = seen(name, lengths[i]);
        if (g_regex_match(words, look, 0, NULL)) {
            return true;
        }
    }
    return false;
}
