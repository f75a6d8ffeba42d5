#include "cli/session.h"

#include <pwd.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/clock.h"
#include "base/plain_file.h"
#include "base/random.h"
#include "cli/missing.h"
#include "office/desk.h"
#include "store/journal.h"
#include "store/replacement.h"

static struct lock *take(const struct config *config, const char *kind, const char *command,
                         int seconds, bool *busy, GError **error)
{
    g_autofree char *path = g_strconcat(config->database, kind, NULL);
    plain_file_prepare(path, config->database);
    return lock_take(path, command, seconds, busy, error);
}

/* A number of the environment; false if it is not set or none. */
static bool number_of(const char *variable, guint64 *number)
{
    const char *text = g_getenv(variable);
    return text != NULL && g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, number, NULL);
}

/* For a database made for tests: what time it is, the environment says. */
static void take_time(void)
{
    guint64 time;
    if (number_of("POSTMOVE_TIME", &time)) {
        clock_set((gint64)time);
    }
}

void session_reseed(const struct session *session)
{
    guint64 seed;
    if (db_testing(session->db) && number_of("POSTMOVE_SEED", &seed)) {
        random_seed(seed, db_moment(session->db));
    }
}

bool server_open(struct server *server, const struct invocation *invocation, GError **error)
{
    *server = (struct server){ 0 };
    server->config = cli_config(invocation, error);
    server->words = server->config != NULL ? cli_words(server->config, error) : NULL;
    if (server->words == NULL || !office_words_ready(server->words, error)) {
        server_clear(server);
        return false;
    }
    return true;
}

void server_clear(struct server *server)
{
    g_clear_pointer(&server->words, words_free);
    g_clear_pointer(&server->config, config_free);
}

/* What failed comes out of the commit; the transaction ends with the handle. */
static bool begin_reading(struct db *db, GError **error)
{
    return db_begin(db) || db_commit(db, error);
}

bool session_open(struct session *session, const struct config *config, const struct words *words,
                  enum db_mode mode, const char *command, GError **error)
{
    *session = (struct session){ 0 };
    if (mode == DB_WRITE) {
        session->lock = take(config, BESIDE_LOCK_WRITE, command, SESSION_WAIT_SECONDS, NULL, error);
        if (session->lock == NULL) {
            return false;
        }
    }
    if (!session_on(session, config->database, config, words, mode, error)) {
        missing_explain(config, error);
        return false;
    }
    return true;
}

bool session_on(struct session *session, const char *path, const struct config *config,
                const struct words *words, enum db_mode mode, GError **error)
{
    session->db = db_open(path, mode, error);
    if (session->db == NULL || (mode == DB_READ && !begin_reading(session->db, error))) {
        session_close(session);
        return false;
    }
    if (db_testing(session->db)) {
        take_time();
    }
    session_reseed(session);
    session->office = (struct office){
        .db = session->db,
        .config = config,
        .words = words,
        .now = clock_now(),
    };
    return true;
}

void session_close(struct session *session)
{
    desk_close_office(&session->office);
    g_clear_pointer(&session->db, db_close);
    g_clear_pointer(&session->lock, lock_free);
}

bool session_create(const struct config *config, bool testing, bool anew, GError **error)
{
    g_autoptr(Lock) lock =
        take(config, BESIDE_LOCK_WRITE, "init", SESSION_WAIT_SECONDS, NULL, error);
    guint64 seed;
    if (testing) {
        take_time();
    }
    if (testing && number_of("POSTMOVE_SEED", &seed)) {
        random_seed(seed, 0);
    }
    return lock != NULL && replacement_settle(config->database, error) &&
           (anew || missing_allows_new(config, error)) &&
           db_create(config->database, testing, error);
}

struct lock *session_single(const struct config *config, const char *kind, bool *busy,
                            GError **error)
{
    g_autofree char *suffix = g_strconcat(".", kind, ".lock", NULL);
    return take(config, suffix, kind, 0, busy, error);
}

void session_locks_free(struct session_locks *locks)
{
    for (size_t i = 0; i < G_N_ELEMENTS(locks->lock); i++) {
        g_clear_pointer(&locks->lock[i], lock_free);
    }
}

bool session_lock_all(struct session_locks *locks, const struct config *config, const char *command,
                      GError **error)
{
    g_autofree const char **kinds = beside_endings(BESIDE_LOCK);
    *locks = (struct session_locks){ 0 };
    for (size_t i = 0; i < BESIDE_LOCKS; i++) {
        locks->lock[i] = take(config, kinds[i], command, SESSION_WAIT_SECONDS, NULL, error);
        if (locks->lock[i] == NULL) {
            session_locks_free(locks);
            return false;
        }
    }
    return true;
}

void session_journal(const struct session *session, const char *act, const char *text)
{
    const struct passwd *user = getpwuid(getuid());
    g_autofree char *name =
        user != NULL ? g_strdup(user->pw_name) : g_strdup_printf("%u", getuid());
    journal_add(session->db, name, act, text, session->office.now);
}

bool session_transact(const struct server *server, const char *command, const GString *about,
                      session_act *act, void *data, GError **error)
{
    return session_transact_then(server, command, about, act, NULL, data, error);
}

bool session_transact_then(const struct server *server, const char *command, const GString *about,
                           session_act *act, session_act *then, void *data, GError **error)
{
    struct session session;
    if (!session_open(&session, server->config, server->words, DB_WRITE, command, error)) {
        return false;
    }
    db_begin(session.db);
    bool done = act(&session.office, data, error);
    if (done) {
        session_journal(&session, command, about->str);
        done = db_commit(session.db, error) && (then == NULL || then(&session.office, data, error));
    } else {
        db_rollback(session.db);
    }
    session_close(&session);
    return done;
}

bool session_read(const struct config *config, const struct words *words, const char *command,
                  session_act *act, void *data, GError **error)
{
    struct session session;
    if (!session_open(&session, config, words, DB_READ, command, error)) {
        return false;
    }
    bool done = act(&session.office, data, error);
    if (db_failed(session.db)) { /* whatever was made of that: the commit tells what failed */
        g_clear_error(error);
        done = db_commit(session.db, error);
    }
    session_close(&session);
    return done;
}
