/*
 * curl_library.h: libcurl, opened when it is first needed.
 *
 * Some forty libraries come with libcurl. Loading them takes three times as long as everything
 * else in a run that finds no mail. So postmove is not linked with libcurl, and a run that
 * talks to no mail server does not load it.
 */
#ifndef POSTMOVE_CURL_LIBRARY_H
#define POSTMOVE_CURL_LIBRARY_H

#include <curl/curl.h>
#include <glib.h>
#include <stdbool.h>

/* The functions of libcurl that this folder uses, without "curl_easy_" before their names. What
 * follows an option has the type that libcurl's header names for it: a number must be a long. */
struct curl_library {
    CURLcode (*global_init)(long flags);
    CURL *(*init)(void);
    void (*cleanup)(CURL *curl);
    CURLcode (*perform)(CURL *curl);
    CURLcode (*setopt)(CURL *curl, CURLoption option, ...);
    CURLcode (*getinfo)(CURL *curl, CURLINFO info, ...);
    const char *(*strerror)(CURLcode code);
};

extern struct curl_library libcurl;

/* Call it before any function of libcurl; the library stays open until the program ends. Fails
 * with POSTMOVE_ERROR_LATER if the library is missing or lacks a function that we use. */
bool curl_library_open(GError **error);

#endif
