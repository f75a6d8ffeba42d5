/*
 * html_source.h: prepares HTML for libxml2.
 *
 * libxml2 shows some marks as words that every browser skips, such as the <![if
 * !supportLists]> of Word, and takes too long for others.
 */
#ifndef POSTMOVE_HTML_SOURCE_H
#define POSTMOVE_HTML_SOURCE_H

enum { HTML_SOURCE_ATTRIBUTES_MAX = 1000 }; /* of a tag */

/* The HTML without comments, declarations, processing instructions and elements whose text is
 * not shown, nested as html_nest.h describes, cut before a tag with too many attributes or too
 * many elements around it. Free with g_free. */
char *html_source(const char *html);

#endif
