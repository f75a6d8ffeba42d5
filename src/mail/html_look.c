#include "mail/html_look.h"

#include <string.h>

#include "mail/html_property.h"

static const double letters_usual = 16; /* pixels */
static const double letters_least = 4;
static const double opacity_least = 0.1;

enum { CLASSES_MOST = 1000 }; /* bytes of a class attribute; of a longer one none is compared */

/* Whether one of them sets a custom property. */
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

/* What selectors ask of an element. */
struct asked {
    const GumboNode *node;
    const char *classes, *id;
};

static bool fits(const struct css_selector *selector, const struct asked *element)
{
    if (selector->tag != NULL && !html_is_named(element->node, selector->tag)) {
        return false;
    }
    for (guint i = 0; i < selector->names->len; i++) {
        const char *name = selector->names->pdata[i];
        const char *of = *name == '#' ? element->id : element->classes;
        if (of == NULL || strlen(of) > CLASSES_MOST || !html_look_has_word(of, name + 1)) {
            return false;
        }
    }
    return true;
}

static void set_by_attribute(const GumboNode *element, const char *name, const char *property,
                             struct html_look *look)
{
    const char *value = html_attribute(element, name);
    struct html_color color;
    if (value != NULL && html_color_read_attribute(value, &color)) {
        g_autofree char *text =
            g_strdup_printf("rgb(%d %d %d)", (int)color.red, (int)color.green, (int)color.blue);
        html_property_take(look, html_property_find(property), text);
    } else if (value != NULL && *value != '\0') {
        html_property_take(look, html_property_find(property), "unknown()");
    }
}

/* What HTML itself says, before any style. */
static void take_attributes(const GumboNode *element, struct html_look *look)
{
    set_by_attribute(element, "bgcolor", "background-color", look);
    if (html_is_named(element, "font")) {
        set_by_attribute(element, "color", "color", look);
    } else if (html_is_named(element, "body")) {
        set_by_attribute(element, "text", "color", look);
    }
    const char *direction = html_attribute(element, "dir");
    if (direction != NULL && *direction != '\0') {
        look->leftwards = g_ascii_strcasecmp(direction, "rtl") == 0;
    }
    const char *picture = html_attribute(element, "background");
    look->ground_unknown |= picture != NULL && *picture != '\0';
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

/* A rule that may hold for the element or not: there is doubt if it hides what is seen without. */
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

/* The rules that are for the element, in the order in which they decide. Free with
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

void html_look_of(const struct html_look *parent, const GumboNode *element,
                  const struct css_sheets *sheets, struct html_look *look)
{
    *look = *parent;
    look->parent = parent;
    look->gone = look->struck = look->flat = look->tight = look->cut_off = false;
    look->positioned = look->far_off = false;
    look->overriding = html_is_named(element, "bdo");
    look->doubtful |= sheets->confusing;
    bool plain = element->v.element.attributes.length == 0 && sheets->rules->len == 0;
    if (plain || sheets->confusing) {
        settle(look);
        return;
    }
    take_attributes(element, look);
    struct asked asked = { .node = element,
                           .classes = html_attribute(element, "class"),
                           .id = html_attribute(element, "id") };
    look->doubtful |= asked.classes != NULL && strlen(asked.classes) > CLASSES_MOST;
    g_autoptr(GPtrArray) matched = find_rules(sheets, &asked);
    const char *style = html_attribute(element, "style");
    take_styles(look, matched, style != NULL ? style : "");
    settle(look);
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
