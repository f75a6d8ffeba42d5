/*
 * html_property.h: what each property of a style may hide.
 */
#ifndef POSTMOVE_HTML_PROPERTY_H
#define POSTMOVE_HTML_PROPERTY_H

#include "mail/html_look.h"

/* The number of a property that may hide something, by its name in lower case; those with the same
 * effect share one; -1: it is none. */
int html_property_find(const char *name);

/* Takes its value into the look of an element, whose `parent` is set. A value that is invalid
 * changes nothing; one whose effect cannot be computed leaves a doubt. */
void html_property_take(struct html_look *look, int property, const char *value);

#endif
