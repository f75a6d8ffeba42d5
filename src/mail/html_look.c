#include "mail/html_look.h"

#include <string.h>

#include "mail/html_property.h"

static const double letters_usual = 16; /* pixels */
static const double letters_least = 4;
static const double opacity_least = 0.1;

enum {
    CLASSES_MOST = 1000
}; /* bytes of a class attribute; the classes of a longer one are not
      compared */

/* True if one of them sets a custom property. */
static bool has_variable(const GArray *declarations)
{
    const int variable = html_property_find("--");
    for (guint i = 0; i < declarations->len; i++) {
        if (g_array_index(declarations, struct css_declaration, i).property == variable) {
            return true;
        }
    }
    return false;
}

static void take(struct html_look *look, const GArray *declarations, bool important)
{
    for (guint i = 0; i < declarations->len; i++) {
        const struct css_declaration *each =
            &g_array_index(declarations, struct css_declaration, i);
        if (each->important == important) {
            html_property_take(look, each->property, each->value);
        }
    }
}

/* ---- elements ---- */

bool html_look_has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (; *words != '\0'; words += strcspn(words, " \t\r\n\f")) {
        words += strspn(words, " \t\r\n\f");
        if (strcspn(words, " \t\r\n\f") == length &&
            g_ascii_strncasecmp(words, word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* The properties of an element that selectors are compared with. */
struct asked {
    const char *tag;
    xmlChar *classes, *id;
};

static bool fits(const struct css_selector *selector, const struct asked *element)
{
    if (selector->tag != NULL && g_ascii_strcasecmp(selector->tag, element->tag) != 0) {
        return false;
    }
    for (guint i = 0; i < selector->names->len; i++) {
        const char *name = selector->names->pdata[i];
        const xmlChar *of = *name == '#' ? element->id : element->classes;
        if (of == NULL || xmlStrlen(of) > CLASSES_MOST ||
            !html_look_has_word((const char *)of, name + 1)) {
            return false;
        }
    }
    return true;
}

static void set_by_attribute(const xmlNode *element, const char *name, const char *property,
                             struct html_look *look)
{
    xmlChar *value = xmlGetProp(element, (const xmlChar *)name);
    struct html_color color;
    if (value != NULL && html_color_read_attribute((const char *)value, &color)) {
        g_autofree char *text =
            g_strdup_printf("rgb(%d %d %d)", (int)color.red, (int)color.green, (int)color.blue);
        html_property_take(look, html_property_find(property), text);
    } else if (value != NULL && *value != '\0') {
        html_property_take(look, html_property_find(property), "unknown()");
    }
    xmlFree(value);
}

/* Applies what HTML itself says, before any style. */
static void take_attributes(const xmlNode *element, struct html_look *look)
{
    set_by_attribute(element, "bgcolor", "background-color", look);
    bool font = g_ascii_strcasecmp((const char *)element->name, "font") == 0;
    bool body = g_ascii_strcasecmp((const char *)element->name, "body") == 0;
    if (font || body) {
        set_by_attribute(element, font ? "color" : "text", "color", look);
    }
    xmlChar *direction = xmlGetProp(element, (const xmlChar *)"dir");
    if (direction != NULL && g_ascii_strcasecmp((const char *)direction, "rtl") == 0) {
        look->leftwards = true;
    } else if (direction != NULL && g_ascii_strcasecmp((const char *)direction, "") != 0) {
        look->leftwards = false;
    }
    xmlFree(direction);
    xmlChar *picture = xmlGetProp(element, (const xmlChar *)"background");
    look->ground_unknown |= picture != NULL && *picture != '\0';
    xmlFree(picture);
}

static void settle(struct html_look *look)
{
    look->doubtful |= look->tight && look->cut_off;
    look->turned |= look->overriding && look->leftwards;
    look->gone |= (look->flat && look->cut_off) || (look->positioned && look->far_off) ||
                  look->opacity < opacity_least;
    look->parent = NULL;
}

void html_look_begin(const struct css_sheets *sheets, struct html_look *look)
{
    *look = (struct html_look){
        .size = letters_usual, .opacity = 1, .color = { 0, 0, 0, 1 }, .ground = { 255, 255, 255, 1 }
    };
    for (guint i = 0; i < sheets->rules->len; i++) {
        const struct css_rule *rule = sheets->rules->pdata[i];
        look->variables |= has_variable(rule->declarations);
    }
}

/* Applies a rule that may hold for the element or not: if it would hide what is seen without
 * it, the look becomes doubtful. */
static void take_uncertain(struct html_look *look, const struct css_rule *rule)
{
    struct html_look other = *look;
    take(&other, rule->declarations, false);
    take(&other, rule->declarations, true);
    settle(&other);
    look->doubtful |= html_look_hides(&other) || html_look_of_words(&other) != HTML_SEEN;
    look->flat |= other.flat;
    look->tight |= other.tight;
    look->cut_off |= other.cut_off;
}

/* The rules for the element; a later one overrides an earlier one. Free with
 * g_ptr_array_unref. */
static GPtrArray *find_rules(const struct css_sheets *sheets, const struct asked *asked)
{
    GPtrArray *matched = g_ptr_array_new();
    for (guint i = 0; i < sheets->rules->len; i++) {
        struct css_rule *rule = sheets->rules->pdata[i];
        if (fits(&rule->selector, asked)) {
            g_ptr_array_add(matched, rule);
        }
    }
    return matched;
}

static void take_rules(struct html_look *look, const GPtrArray *matched, bool important)
{
    for (guint i = 0; i < matched->len; i++) {
        const struct css_rule *rule = matched->pdata[i];
        if (rule->selector.certain) {
            take(look, rule->declarations, important);
        }
    }
}

/* True if it contains a character by a name that only newer programs know: "&colon;". */
static bool has_entity(const xmlChar *value)
{
    for (const char *at = (const char *)value; at != NULL && (at = strchr(at, '&')) != NULL; at++) {
        size_t letters = strspn(at + 1, G_CSET_A_2_Z G_CSET_a_2_z);
        if (letters > 0 && at[1 + letters] == ';') {
            return true;
        }
    }
    return false;
}

static void take_styles(struct html_look *look, const GPtrArray *matched, const char *style)
{
    bool cut = false;
    g_autoptr(GArray) own = css_declarations(style, &cut);
    look->variables |= has_variable(own);
    take_rules(look, matched, false);
    take(look, own, false);
    take_rules(look, matched, true);
    take(look, own, true);
    for (guint i = 0; i < matched->len; i++) {
        const struct css_rule *rule = matched->pdata[i];
        if (!rule->selector.certain) {
            take_uncertain(look, rule);
        }
    }
    look->doubtful |= cut;
}

void html_look_of(const struct html_look *parent, const xmlNode *element,
                  const struct css_sheets *sheets, struct html_look *look)
{
    *look = *parent;
    look->parent = parent;
    look->gone = look->struck = look->flat = look->tight = look->cut_off = false;
    look->positioned = look->far_off = false;
    look->overriding = g_ascii_strcasecmp((const char *)element->name, "bdo") == 0;
    look->doubtful |= sheets->confusing;
    bool plain = element->properties == NULL && sheets->rules->len == 0;
    if (plain || sheets->confusing) {
        settle(look);
        return;
    }
    take_attributes(element, look);
    struct asked asked = { .tag = (const char *)element->name,
                           .classes = xmlGetProp(element, (const xmlChar *)"class"),
                           .id = xmlGetProp(element, (const xmlChar *)"id") };
    xmlChar *style = xmlGetProp(element, (const xmlChar *)"style");
    look->doubtful |= xmlStrlen(asked.classes) > CLASSES_MOST || has_entity(asked.classes) ||
                      has_entity(asked.id) || has_entity(style);
    g_autoptr(GPtrArray) matched = find_rules(sheets, &asked);
    take_styles(look, matched, style != NULL ? (const char *)style : "");
    settle(look);
    xmlFree(style);
    xmlFree(asked.classes);
    xmlFree(asked.id);
}

bool html_look_hides(const struct html_look *look)
{
    return look->gone || look->struck;
}

enum html_seen html_look_of_words(const struct html_look *look)
{
    struct html_color color = look->filled ? look->fill : look->color;
    if (look->invisible || look->size < letters_least || color.alpha < opacity_least) {
        return HTML_NOT_SEEN;
    }
    if (look->doubtful || look->turned || look->color_unknown || look->ground_unknown) {
        return HTML_PERHAPS_SEEN;
    }
    if (!html_color_alike(html_color_over(color, look->ground), look->ground)) {
        return HTML_SEEN;
    }
    return look->grounded ? HTML_NOT_SEEN : HTML_PERHAPS_SEEN;
}
