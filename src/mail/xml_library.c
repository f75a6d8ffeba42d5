#include "mail/xml_library.h"

#include <glib.h>
#include <libxml/HTMLparser.h>

#include "base/late_library.h"

/* The name carries the version of the interface, which the headers tell. */
static const char *const library_name = LIBXML_VERSION < 21400 ? "libxml2.so.2" : "libxml2.so.16";

static struct {
    __typeof__(htmlReadMemory) *read_memory;
    __typeof__(xmlDocGetRootElement) *root_element;
    __typeof__(xmlFreeDoc) *free_doc;
    __typeof__(xmlGetProp) *get_prop;
    __typeof__(xmlHasProp) *has_prop;
    __typeof__(xmlInitParser) *init_parser;
    __typeof__(xmlNodeGetContent) *get_content;
    __typeof__(xmlNodeSetName) *set_name;
    __typeof__(xmlStrlen) *string_length;
    xmlFreeFunc *free;
} library;

static const struct late_symbol symbols[] = {
    { "htmlReadMemory", &library.read_memory },
    { "xmlDocGetRootElement", &library.root_element },
    { "xmlFreeDoc", &library.free_doc },
    { "xmlGetProp", &library.get_prop },
    { "xmlHasProp", &library.has_prop },
    { "xmlInitParser", &library.init_parser },
    { "xmlNodeGetContent", &library.get_content },
    { "xmlNodeSetName", &library.set_name },
    { "xmlStrlen", &library.string_length },
    { "xmlFree", &library.free }, /* a variable */
};

xmlFreeFunc xmlFree;

bool xml_library_open(GError **error)
{
    if (xmlFree == NULL && late_library_open(library_name, symbols, G_N_ELEMENTS(symbols), error)) {
        xmlFree = *library.free;
    }
    return xmlFree != NULL;
}

/* ---- the functions, under libxml2's names ---- */

htmlDocPtr htmlReadMemory(const char *buffer, int size, const char *url, const char *encoding,
                          int options)
{
    return library.read_memory(buffer, size, url, encoding, options);
}

xmlNodePtr xmlDocGetRootElement(const xmlDoc *document)
{
    return library.root_element(document);
}

void xmlFreeDoc(xmlDocPtr cur)
{
    library.free_doc(cur);
}

xmlChar *xmlGetProp(const xmlNode *node, const xmlChar *name)
{
    return library.get_prop(node, name);
}

xmlAttrPtr xmlHasProp(const xmlNode *node, const xmlChar *name)
{
    return library.has_prop(node, name);
}

void xmlInitParser(void)
{
    library.init_parser();
}

xmlChar *xmlNodeGetContent(const xmlNode *cur)
{
    return library.get_content(cur);
}

void xmlNodeSetName(xmlNodePtr cur, const xmlChar *name)
{
    library.set_name(cur, name);
}

int xmlStrlen(const xmlChar *string)
{
    return library.string_length(string);
}
