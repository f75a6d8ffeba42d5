/*
 * month-mail.h: the mail between the server and the players of month-crowd.c: what
 * they write goes to the spool, what it sends lies in its folder.
 */
#ifndef POSTMOVE_MONTH_MAIL_H
#define POSTMOVE_MONTH_MAIL_H

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "tests/faults/month-people.h"
#include "transport/spool.h"

/* A mail not yet handed to the server. */
struct mail {
    char *sender, *recipient, *bytes;
};

static inline void mail_free(struct mail *mail)
{
    g_free(mail->sender);
    g_free(mail->recipient);
    g_free(mail->bytes);
    g_free(mail);
}

/* What a mail server on our side adds to a mail it has checked. */
#define MONTH_VERDICT "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n"

/* A mail of a player; its number makes its Message-ID. */
static inline struct mail *mail_of(const struct person *person, const char *recipient,
                                   const char *subject, const char *text, int number, gint64 now)
{
    g_autofree char *date = clock_rfc5322(now);
    struct mail *mail = g_new0(struct mail, 1);
    mail->sender = g_strdup(person->address);
    mail->recipient = g_strdup(recipient);
    mail->bytes = g_strdup_printf(MONTH_VERDICT "From: %s\nTo: %s\nSubject: %s\nDate: %s\n"
                                                "Message-ID: <%d@mail.example.net>\n\n%s\n",
                                  person->address, recipient, subject, date, number, text);
    return mail;
}

/* The notice of a mail server that it could not deliver a letter sent from
 * `sender`. */
static inline struct mail *mail_of_bounce(const struct person *person, const char *sender,
                                          int number)
{
    struct mail *mail = g_new0(struct mail, 1);
    mail->sender = g_strdup("");
    mail->recipient = g_strdup(sender);
    mail->bytes =
        g_strdup_printf("Return-Path: <>\nFrom: postmaster@mail.example.net\nTo: %s\n"
                        "Subject: Undelivered\nMessage-ID: <%d@mail.example.net>\n"
                        "MIME-Version: 1.0\nContent-Type: multipart/report; "
                        "report-type=delivery-status; boundary=r\n\n--r\n"
                        "Content-Type: text/plain\n\nNo such user.\n\n--r\n"
                        "Content-Type: message/delivery-status\n\n"
                        "Reporting-MTA: dns; mail.example.net\n\n"
                        "Final-Recipient: rfc822; %s\nAction: failed\nStatus: 5.1.1\n\n--r--\n",
                        sender, number, person->address);
    return mail;
}

/* Hands it over as what was received at that time; names sort as mails are
 * numbered. */
static inline void mail_put(const struct mail *mail, const char *spool, gint64 received, int number)
{
    GError *error = NULL;
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT ".%08d", received, number);
    struct spool_mail put = {
        .sender = mail->sender,
        .recipient = mail->recipient,
        .received = received,
        .bytes = g_bytes_new_static(mail->bytes, strlen(mail->bytes)),
    };
    spool_put(spool, name, &put, &error);
    g_assert_no_error(error);
    g_bytes_unref(put.bytes);
}

/* ---- letters ---- */

/* The value of a header that is on one line. Free with g_free. NULL: none. */
static inline char *letter_header(const char *letter, const char *name)
{
    g_autofree char *begins = g_strdup_printf("\n%s: ", name);
    const char *end = strstr(letter, "\n\n");
    const char *found = g_strstr_len(letter, end != NULL ? end - letter : -1, begins);
    if (found == NULL) {
        return NULL;
    }
    found += strlen(begins);
    return g_strndup(found, strcspn(found, "\n"));
}

/* The number of the board in the Subject of a letter about one; 0: it is no such. */
static inline gint64 letter_board(const char *subject)
{
    const char *colon = subject != NULL ? strchr(subject, ':') : NULL;
    const char *digits = colon;
    while (digits != NULL && digits > subject && g_ascii_isdigit(digits[-1])) {
        digits--;
    }
    return digits == colon ? 0 : g_ascii_strtoll(digits, NULL, 10);
}

static inline int letter_compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The letters that lie in a folder, in the order in which they were sent, each
 * behind a line break; they are taken away. */
static inline GPtrArray *letters_take(const char *folder)
{
    GPtrArray *letters = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
    const char *name;
    while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
        if (g_str_has_suffix(name, ".eml")) {
            g_ptr_array_add(names, g_build_filename(folder, name, NULL));
        }
    }
    g_ptr_array_sort(names, letter_compare_names);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(names->pdata[i], &text, NULL, NULL));
        g_ptr_array_add(letters, g_strconcat("\n", text, NULL));
        g_unlink(names->pdata[i]);
    }
    return letters;
}

#endif
