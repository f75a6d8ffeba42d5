#include "receive/deliver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "receive/leave.h"

/* The mail in memory. It is read to its end before a file is made: a server
 * that dies half-way leaves nothing behind, and `truncated` is known when the
 * header is written. */
struct mail {
    char bytes[DELIVER_BYTES_MAX];
    size_t length;
    bool truncated;
};

static size_t read_some(char *buffer, size_t room)
{
    for (;;) {
        ssize_t count = read(STDIN_FILENO, buffer, room);
        if (count >= 0) {
            return (size_t)count;
        }
        if (errno != EINTR) {
            leave_later(LEAVE_SYSTEM, "cannot read the mail from standard input", errno);
        }
    }
}

static void read_mail(struct mail *mail)
{
    while (mail->length < sizeof(mail->bytes)) {
        size_t count = read_some(mail->bytes + mail->length, sizeof(mail->bytes) - mail->length);
        if (count == 0) {
            return;
        }
        mail->length += count;
    }
    /* A server whose pipe closes early takes that for a failure. */
    char beyond[16 * 1024];
    while (read_some(beyond, sizeof(beyond)) > 0) {
        mail->truncated = true;
    }
}

static void write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (count == 0 || errno != EINTR) {
            leave_later(LEAVE_SYSTEM, "cannot write the mail to the spool",
                        count == 0 ? ENOSPC : errno);
        }
    }
}

static void write_header(int file, const struct envelope *envelope, const struct mail *mail,
                         time_t received)
{
    char header[2 * ENVELOPE_BYTES_MAX + 200];
    bool from = envelope->sender_known, to = envelope->recipient[0] != '\0';
    int length = snprintf(
        header, sizeof(header), "postmove-spool 1\n%s%s%s%s%s%sreceived %lld\ntruncated %d\n\n",
        from ? "sender " : "", envelope->sender, from ? "\n" : "", to ? "recipient " : "",
        envelope->recipient, to ? "\n" : "", (long long)received, mail->truncated);
    write_all(file, header, (size_t)length);
}

/* SECONDS.MICROSECONDS_PID.RANDOM: sorts by arrival, and is never given twice,
 * even when the clock goes back. */
static void make_name(char *name, size_t room, const struct timespec *now)
{
    uint64_t random;
    if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random)) {
        leave_later(LEAVE_SYSTEM, "cannot draw random bytes", errno);
    }
    snprintf(name, room, "%lld.%06ld_%ld.%016llx", (long long)now->tv_sec, now->tv_nsec / 1000,
             (long)getpid(), (unsigned long long)random);
}

/* The spool itself is made by `postmove init`, so that a mistyped path does
 * not take mail in where nobody looks for it. */
static int open_spool(const char *path)
{
    int spool = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (spool < 0) {
        int error = errno;
        char what[512];
        snprintf(what, sizeof(what),
                 "cannot open the spool %s (mount its disk or put it back; on a new server "
                 "\"postmove init\" makes it)",
                 path);
        leave_later(LEAVE_SETUP, what, error);
    }
    return spool;
}

static bool made_folder(int spool, const char *name)
{
    if (mkdirat(spool, name, 0700) == 0) {
        return true;
    }
    if (errno != EEXIST) {
        leave_later(LEAVE_SYSTEM, "cannot make a folder in the spool", errno);
    }
    return false;
}

/* Opens new/, after making new/ and tmp/ where they are missing. */
static int open_new(int spool)
{
    bool new_made = made_folder(spool, "new"), tmp_made = made_folder(spool, "tmp");
    /* The name of new/ must outlast a power cut as much as the mail in it. */
    if ((new_made || tmp_made) && fsync(spool) != 0) {
        leave_later(LEAVE_SYSTEM, "cannot bring the spool to disk", errno);
    }
    int folder = openat(spool, "new", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        leave_later(LEAVE_SYSTEM, "cannot open new/ in the spool", errno);
    }
    return folder;
}

/* What root takes in must be open to the user whose spool it is. */
static void give_to_owner(int spool, int file)
{
    struct stat owned, made;
    if (geteuid() == 0 && fstat(spool, &owned) == 0 && fstat(file, &made) == 0 &&
        owned.st_uid != made.st_uid && fchown(file, owned.st_uid, owned.st_gid) != 0) {
        leave_later(LEAVE_SYSTEM, "cannot give the mail to the owner of the spool", errno);
    }
}

static void write_file(int spool, const char *path, const struct envelope *envelope,
                       const struct mail *mail, time_t received)
{
    int file = openat(spool, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        leave_later(LEAVE_SYSTEM, "cannot make a file in the spool", errno);
    }
    give_to_owner(spool, file);
    write_header(file, envelope, mail, received);
    write_all(file, mail->bytes, mail->length);
    if (fsync(file) != 0 || close(file) != 0) {
        leave_later(LEAVE_SYSTEM, "cannot bring the mail to disk", errno);
    }
}

void deliver(const char *spool_path, const struct envelope *envelope)
{
    static struct mail mail;
    read_mail(&mail);

    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    static char unfinished[128], finished[128];
    char name[100];
    make_name(name, sizeof(name), &now);
    snprintf(unfinished, sizeof(unfinished), "tmp/%s", name);
    snprintf(finished, sizeof(finished), "new/%s", name);

    int spool = open_spool(spool_path);
    int new_folder = open_new(spool);
    leave_removes(spool, unfinished);
    write_file(spool, unfinished, envelope, &mail, now.tv_sec);

    /* From the rename on the mail may be played. A signal now would make the
     * sender send it again for nothing. */
    leave_undisturbed();
    if (renameat(spool, unfinished, spool, finished) != 0) {
        leave_later(LEAVE_SYSTEM, "cannot move the mail to new/", errno);
    }
    leave_removes(spool, finished);
    if (fsync(new_folder) != 0) {
        leave_later(LEAVE_SYSTEM, "cannot bring the folder new/ to disk", errno);
    }
    leave_removes(spool, NULL);
    close(new_folder);
    close(spool);
}

/* ---- the envelope ---- */

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

/* Each value becomes a line of the spool file, so no byte that could end the
 * line, or that a terminal obeys, is let in. */
static void copy_clean(char into[ENVELOPE_BYTES_MAX + 1], const char *address)
{
    size_t length = 0;
    for (const char *c = address; *c != '\0' && length < ENVELOPE_BYTES_MAX; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= 0x20 && byte != 0x7f && byte != '<' && byte != '>') {
            into[length++] = *c;
        }
    }
    into[length] = '\0';
}

void envelope_read(struct envelope *envelope, const char *sender, const char *recipient)
{
    sender = sender != NULL ? sender : getenv("SENDER");
    envelope->sender_known = sender != NULL;
    copy_clean(envelope->sender, sender != NULL ? sender : "");
    /* Postfix calls the null sender so unless told otherwise; no address of
     * the Internet lacks its domain. */
    if (strcasecmp(envelope->sender, "MAILER-DAEMON") == 0) {
        envelope->sender[0] = '\0';
    }

    const char *const sources[] = { recipient != NULL ? recipient : "",
                                    environment("ORIGINAL_RECIPIENT"), environment("RECIPIENT") };
    envelope->recipient[0] = '\0';
    for (size_t i = 0; i < 3 && envelope->recipient[0] == '\0'; i++) {
        copy_clean(envelope->recipient, sources[i]);
    }
}
