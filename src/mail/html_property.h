/*
 * html_property.h: what each property of a style can hide.
 */
#ifndef POSTMOVE_HTML_PROPERTY_H
#define POSTMOVE_HTML_PROPERTY_H

#include "mail/html_look.h"

/* The number of a property that can hide something, by its name in lower case; properties with
 * the same effect share a number. -1: the property hides nothing. */
int html_property_find(const char *name);

/* Applies a value to the look of an element, whose `parent` is set. An invalid value changes
 * nothing; a value whose effect cannot be computed makes the look doubtful. */
void html_property_take(struct html_look *look, int property, const char *value);

#endif
