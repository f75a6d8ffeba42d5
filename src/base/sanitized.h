/*
 * sanitized.h: whether the program was built with AddressSanitizer, which needs address space,
 * files, a process of its own at the end, and stderr for its reports: limits that forbid these are
 * not set then.
 */
#ifndef POSTMOVE_SANITIZED_H
#define POSTMOVE_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#else
#define SANITIZED false
#endif
#else
#define SANITIZED false
#endif

#endif
