/* setup: main.cf and master.cf of Postfix, as texts (setup_text.h). */
#include <string.h>

#include "cli/setup_text.h"
#include "transport/postfix.h"

/* ---- logical lines ---- */

/* A logical line: where it is in the text, and its words in one line. */
struct logical {
    const char *at;
    size_t length; /* without comments and empty lines behind its last line */
    char *words;
};

/* Reads the next logical line and moves *text behind it. False at the end. Free `words`. */
static bool next_logical(const char **text, struct logical *line)
{
    g_autoptr(GString) words = g_string_new(NULL);
    *line = (struct logical){ 0 };
    const char *at = *text;
    while (*at != '\0') {
        const size_t length = strcspn(at, "\n");
        const size_t whole = length + (at[length] == '\n');
        const size_t blank = MIN(strspn(at, " \t\r"), length);
        const bool empty = blank == length || at[blank] == '#';
        if (!empty && line->at != NULL && blank == 0) {
            break;
        }
        if (!empty) {
            line->at = line->at != NULL ? line->at : at;
            line->length = (size_t)(at - line->at) + whole;
            g_string_append_printf(words, "%s%.*s", words->len > 0 ? " " : "",
                                   (int)(length - blank), at + blank);
        }
        at += whole;
    }
    *text = line->at != NULL ? line->at + line->length : at;
    line->words = g_strchomp(g_string_free(g_steal_pointer(&words), FALSE));
    if (line->at == NULL) {
        g_clear_pointer(&line->words, g_free);
    }
    return line->at != NULL;
}

/* The words of a text, separated by one blank. Free with g_free. */
static char *plainly(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\r\n", -1);
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0') {
            g_strv_builder_add(kept, *word);
        }
    }
    g_auto(GStrv) plain = g_strv_builder_end(kept);
    return g_strjoinv(" ", plain);
}

/* The comments within a logical line, which stay in front of what replaces it. Free
 * with g_free. */
static char *comments_in(const struct logical *line)
{
    g_autoptr(GString) comments = g_string_new(NULL);
    for (size_t i = 0; i < line->length;) {
        const char *at = line->at + i;
        const size_t length = MIN(strcspn(at, "\n") + 1, line->length - i);
        if (at[strspn(at, " \t")] == '#') {
            g_string_append_len(comments, at, (gssize)length);
        }
        i += length;
    }
    return g_string_free(g_steal_pointer(&comments), FALSE);
}

/* The text with `new` (NULL: nothing) in place of a logical line, or at its end if that has no
 * place in it. */
static char *replaced(const char *text, const struct logical *line, const char *new)
{
    const char *feed = *text != '\0' && !g_str_has_suffix(text, "\n") ? "\n" : "";
    if (new == NULL) {
        g_autofree char *before =
            g_strndup(text, line->at != NULL ? (gsize)(line->at - text) : strlen(text));
        g_autofree char *comments = line->at != NULL ? comments_in(line) : g_strdup("");
        return g_strconcat(before, comments, line->at != NULL ? line->at + line->length : "", NULL);
    }
    if (line->at == NULL) {
        return g_strconcat(text, feed, new, "\n", NULL);
    }
    g_autofree char *before = g_strndup(text, (gsize)(line->at - text));
    g_autofree char *comments = comments_in(line);
    return g_strconcat(before, comments, new, "\n", line->at + line->length, NULL);
}

/* ---- main.cf ---- */

/* True if a logical line sets a parameter; *value is then where its value begins. */
static bool sets(const struct logical *line, const char *name, const char **value)
{
    const size_t length = strlen(name);
    const char *after = line->words + length;
    if (strncmp(line->words, name, length) != 0 || after[strspn(after, " \t")] != '=') {
        return false;
    }
    after += strspn(after, " \t") + 1;
    *value = after + strspn(after, " \t");
    return true;
}

/* The last logical line that sets the parameter, which is the one that counts; its `at` is NULL if
 * no line does. */
static struct logical line_of(const char *text, const char *name, char **value)
{
    struct logical found = { 0 }, line;
    *value = NULL;
    while (next_logical(&text, &line)) {
        const char *said;
        if (sets(&line, name, &said)) {
            g_free(*value);
            *value = plainly(said);
            found = line;
        }
        g_free(line.words);
    }
    found.words = NULL;
    return found;
}

char *setup_parameter(const char *text, const char *name)
{
    char *value;
    line_of(text, name, &value);
    return value;
}

char *setup_set_parameter(const char *text, const char *name, const char *value)
{
    g_autofree char *old = NULL;
    const struct logical line = line_of(text, name, &old);
    g_autofree char *wanted = plainly(value);
    if (g_strcmp0(old, wanted) == 0) {
        return g_strdup(text);
    }
    g_autofree char *new = g_strconcat(name, " = ", value, NULL);
    return replaced(text, &line, new);
}

/* Sets a parameter, or takes it out if `value` is NULL. */
static char *put_parameter(const char *text, const char *name, const char *value)
{
    if (value != NULL) {
        return setup_set_parameter(text, name, value);
    }
    g_autofree char *old = NULL;
    const struct logical line = line_of(text, name, &old);
    return replaced(text, &line, NULL);
}

/* ---- lists of main.cf ---- */

/* True for $NAME, ${NAME} and $(NAME). */
static bool is_parameter(const char *entry, const char *name)
{
    const size_t braces = entry[0] == '$' && (entry[1] == '{' || entry[1] == '(') ? 1 : 0;
    const size_t length = strlen(name);
    return entry[0] == '$' && strlen(entry) == 1 + 2 * braces + length &&
           strncmp(entry + 1 + braces, name, length) == 0;
}

/* True if an entry is the domain, or a parameter whose value is the domain. */
static bool is_domain(const struct setup_postfix *postfix, const char *entry)
{
    const bool here = g_ascii_strcasecmp(postfix->hostname, postfix->domain) == 0;
    const bool parent = g_ascii_strcasecmp(postfix->mydomain, postfix->domain) == 0;
    return g_ascii_strcasecmp(entry, postfix->domain) == 0 ||
           (here && is_parameter(entry, "myhostname")) ||
           (parent && is_parameter(entry, "mydomain"));
}

/* The entries of an inline table as KEY=VALUE, without braces and blanks; NULL: it is another kind
 * of table. Free with g_strfreev. */
static char **inline_entries(const char *table)
{
    static const char begin[] = "inline:{";
    if (!g_str_has_prefix(table, begin) || !g_str_has_suffix(table, "}")) {
        return NULL;
    }
    g_autofree char *inner =
        g_strndup(table + strlen(begin), strlen(table) - strlen(begin) - strlen("}"));
    char **entries = postfix_entries(inner);
    for (char **entry = entries; *entry != NULL; entry++) {
        char *to = *entry;
        for (const char *from = *entry; *from != '\0'; from++) {
            *to = *from;
            to += strchr("{} \t\r\n", *from) == NULL ? 1 : 0;
        }
        *to = '\0';
    }
    return entries;
}

/* True if an entry of a table is one that setup may have written for the domain: the example has
 * its key, or its value. */
static bool is_like(const struct setup_postfix *postfix, const char *entry, char *const *examples)
{
    const char *equals = strchr(entry, '='), *at = strchr(entry, '@');
    g_autofree char *host =
        at != NULL && equals > at ? g_strndup(at + 1, (gsize)(equals - at - 1)) : NULL;
    if (host == NULL || g_ascii_strcasecmp(host, postfix->domain) != 0) {
        return false;
    }
    bool like = false;
    for (; *examples != NULL; examples++) {
        const char *middle = strchr(*examples, '=');
        like = like || (middle != NULL && strcmp(middle, equals) == 0) ||
               g_ascii_strncasecmp(*examples, entry, (gsize)(equals + 1 - entry)) == 0;
    }
    return like;
}

/* True if a table is one that setup wrote, perhaps for other answers. Whatever else is in a table
 * is somebody's mail, so such a table stays. */
static bool is_ours(const struct setup_postfix *postfix, const char *table, const char *example)
{
    g_auto(GStrv) entries = inline_entries(table);
    g_auto(GStrv) examples = example != NULL ? inline_entries(example) : NULL;
    if (entries == NULL || examples == NULL || g_strv_length(entries) != g_strv_length(examples)) {
        return false;
    }
    for (char **entry = entries; *entry != NULL; entry++) {
        if (!is_like(postfix, *entry, examples)) {
            return false;
        }
    }
    return true;
}

/* A list without the entries of the domain, and without the table that setup wrote in place of
 * `added`, which stands at its end (NULL: nothing). */
static char *list_with(const struct setup_postfix *postfix, const char *list, const char *added)
{
    g_auto(GStrv) entries = postfix_entries(list);
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    for (char **entry = entries; *entry != NULL; entry++) {
        if (!is_domain(postfix, *entry) && !is_ours(postfix, *entry, added)) {
            g_strv_builder_add(kept, *entry);
        }
    }
    if (added != NULL) {
        g_strv_builder_add(kept, added);
    }
    g_auto(GStrv) all = g_strv_builder_end(kept);
    return g_strjoinv(", ", all);
}

static bool lists(const struct setup_postfix *postfix, const char *list)
{
    g_auto(GStrv) entries = postfix_entries(list);
    for (char **entry = entries; *entry != NULL; entry++) {
        if (is_domain(postfix, *entry)) {
            return true;
        }
    }
    return false;
}

/* ---- what becomes of each parameter ---- */

/* The new value of a parameter, given the old one (NULL: not set) and that of the example. NULL:
 * it stays. Free with g_free. */
typedef char *merger(const struct setup_postfix *postfix, const char *old, const char *example);

static const char usual_destination[] = "$myhostname, localhost.$mydomain, localhost";

/* True if mail for the domain goes to the users of this machine. */
static bool is_of_users(const struct setup_postfix *postfix, const char *text)
{
    g_autofree char *list = setup_parameter(text, "mydestination");
    return lists(postfix, list != NULL ? list : usual_destination);
}

static char *merge_destination(const struct setup_postfix *postfix, const char *old,
                               const char *example)
{
    const char *list = old != NULL ? old : usual_destination;
    if (!lists(postfix, list)) {
        return NULL;
    }
    g_autofree char *rest = list_with(postfix, list, NULL);
    g_auto(GStrv) names = postfix_entries(rest);
    const bool forwarded = postfix->users != NULL && *rest != '\0' &&
                           !g_strv_contains((const char *const *)names, "localhost");
    return forwarded ? g_strconcat(rest, ", localhost", NULL)
                     : g_strdup(*rest != '\0' ? rest : example);
}

/* Each of its characters is a delimiter. */
static char *merge_delimiter(const struct setup_postfix *postfix, const char *old,
                             const char *example)
{
    (void)postfix;
    const char *now = old != NULL ? old : "";
    return strstr(now, example) != NULL ? NULL : g_strconcat(now, example, NULL);
}

static char *merge_domains(const struct setup_postfix *postfix, const char *old,
                           const char *example)
{
    if (old == NULL || *old == '\0') {
        return g_strdup(example);
    }
    return lists(postfix, old) ? NULL : g_strconcat(old, ", ", example, NULL);
}

static char *merge_list(const struct setup_postfix *postfix, const char *old, const char *example)
{
    g_autofree char *plain = plainly(example);
    char *list = list_with(postfix, old != NULL ? old : "", plain);
    if (strcmp(list, plain) != 0) {
        return list;
    }
    g_free(list);
    return g_strdup(example); /* in the lines of the example */
}

static char *merge_plain(const struct setup_postfix *postfix, const char *old, const char *example)
{
    (void)postfix;
    (void)old;
    return g_strdup(example);
}

static const struct {
    const char *name;
    merger *merge;
} mergers[] = {
    { "mydestination", merge_destination },       { "recipient_delimiter", merge_delimiter },
    { "virtual_mailbox_domains", merge_domains }, { "virtual_mailbox_maps", merge_list },
    { "virtual_alias_maps", merge_list },
};

/* Says where mail for virtual mailboxes goes: if others have a transport already, by a line for the
 * server's address alone. */
static char *set_transport(const char *text, const struct setup_postfix *postfix,
                           const char *example)
{
    static const char name[] = "virtual_transport";
    g_autofree char *domains = setup_parameter(text, "virtual_mailbox_domains");
    g_autofree char *others = list_with(postfix, domains != NULL ? domains : "", NULL);
    g_autofree char *old = setup_parameter(text, name);
    g_autofree char *addresses = setup_parameter(text, "virtual_mailbox_maps");
    g_auto(GStrv) tables = postfix_entries(addresses != NULL ? addresses : "");
    const bool alone = *others == '\0' && g_strv_length(tables) <= 1;
    if (alone || g_strcmp0(old, example) == 0) {
        return setup_set_parameter(text, name, example);
    }
    g_autofree char *maps = setup_parameter(text, "transport_maps");
    g_autofree char *line = g_strdup_printf("inline:{ %s=%s: }", postfix->address, example);
    if (maps != NULL && strstr(maps, line) != NULL) {
        return g_strdup(text);
    }
    g_autofree char *list = list_with(postfix, maps != NULL ? maps : "", line);
    return setup_set_parameter(text, "transport_maps", list);
}

/* True if other virtual domains have no table of addresses: any is taken. */
static bool takes_any_of_others(const char *text, const struct setup_postfix *postfix)
{
    g_autofree char *maps = setup_parameter(text, "virtual_mailbox_maps");
    g_autofree char *domains = setup_parameter(text, "virtual_mailbox_domains");
    g_autofree char *others = list_with(postfix, domains != NULL ? domains : "", NULL);
    return (maps == NULL || *maps == '\0') && *others != '\0';
}

static char *set_one(const char *text, const char *name, const char *example,
                     const struct setup_postfix *postfix)
{
    if (strcmp(name, "virtual_transport") == 0) {
        return set_transport(text, postfix, example);
    }
    if (strcmp(name, "virtual_mailbox_maps") == 0 && takes_any_of_others(text, postfix)) {
        return g_strdup(text);
    }
    merger *merge = merge_plain;
    for (size_t i = 0; i < G_N_ELEMENTS(mergers); i++) {
        merge = strcmp(mergers[i].name, name) == 0 ? mergers[i].merge : merge;
    }
    g_autofree char *old = setup_parameter(text, name);
    g_autofree char *value = merge(postfix, old, example);
    return value != NULL ? setup_set_parameter(text, name, value) : g_strdup(text);
}

/* The next parameter of an example: its name (free with g_free) and its value as it is written.
 * NULL at the end. */
static char *next_example(const char **lines, char **value)
{
    struct logical line;
    while (next_logical(lines, &line)) {
        const size_t length = strspn(line.words, G_CSET_a_2_z "_");
        g_autofree char *name = g_strndup(line.words, length);
        g_autofree char *whole = g_strchomp(g_strndup(line.at, line.length));
        const char *equals = strchr(whole, '=');
        g_free(line.words);
        if (equals != NULL) {
            *value = g_strdup(equals + 1 + strspn(equals + 1, " \t"));
            return g_steal_pointer(&name);
        }
    }
    return NULL;
}

/* Forwards mail for the users of this machine, if the domain is theirs. */
static char *forward_users(const char *text, const struct setup_postfix *postfix)
{
    static const char name[] = "virtual_alias_maps";
    if (postfix->users == NULL || !is_of_users(postfix, text)) {
        return g_strdup(text);
    }
    g_autofree char *old = setup_parameter(text, name);
    g_autofree char *list = old != NULL && *old != '\0'
                                ? g_strconcat(old, ", ", postfix->users, NULL)
                                : g_strdup(postfix->users);
    return setup_set_parameter(text, name, list);
}

char *setup_set_main(const char *text, const char *lines, const struct setup_postfix *postfix)
{
    char *changed = forward_users(text, postfix), *name, *example;
    while ((name = next_example(&lines, &example)) != NULL) {
        char *next = set_one(changed, name, example, postfix);
        g_free(changed);
        g_free(name);
        g_free(example);
        changed = next;
    }
    return changed;
}

/* ---- the way back ---- */

static bool has_entry(char *const *entries, const char *wanted)
{
    bool found = false;
    for (; *entries != NULL && !found; entries++) {
        g_autofree char *entry = plainly(*entries);
        found = strcmp(entry, wanted) == 0;
    }
    return found;
}

/* A list without what `then` has and `was` had not. NULL if nothing is left. Free with g_free. */
static char *list_without(const char *list, const char *then, const char *was)
{
    g_auto(GStrv) entries = postfix_entries(list);
    g_auto(GStrv) added = postfix_entries(then), old = postfix_entries(was);
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    for (char **entry = entries; *entry != NULL; entry++) {
        g_autofree char *plain = plainly(*entry);
        if (!has_entry(added, plain) || has_entry(old, plain)) {
            g_strv_builder_add(kept, *entry);
        }
    }
    g_auto(GStrv) all = g_strv_builder_end(kept);
    return all[0] != NULL ? g_strjoinv(", ", all) : NULL;
}

/* Undoes what setup did to one parameter. `made`: the text that setup made of `before`. */
static char *unset_one(const char *text, const char *name, const char *before, const char *made)
{
    static const char *const extended[] = { "virtual_mailbox_domains", "virtual_mailbox_maps",
                                            "virtual_alias_maps", "transport_maps", NULL };
    g_autofree char *now = setup_parameter(text, name);
    g_autofree char *then = setup_parameter(made, name);
    g_autofree char *was = setup_parameter(before, name);
    if (now == NULL || then == NULL || g_strcmp0(then, was) == 0) {
        return g_strdup(text);
    }
    if (strcmp(now, then) == 0) {
        return put_parameter(text, name, was);
    }
    if (!g_strv_contains(extended, name)) {
        return g_strdup(text);
    }
    g_autofree char *rest = list_without(now, then, was != NULL ? was : "");
    return put_parameter(text, name, rest);
}

char *setup_unset_main(const char *text, const char *before, const char *lines,
                       const struct setup_postfix *postfix)
{
    const bool known = before != NULL;
    before = known ? before : "";
    g_autofree char *made = setup_set_main(before, lines, postfix);
    char *changed = unset_one(text, "transport_maps", before, made), *name, *example;
    while ((name = next_example(&lines, &example)) != NULL) {
        const bool stays = !known && (strcmp(name, "mydestination") == 0 ||
                                      strcmp(name, "recipient_delimiter") == 0);
        char *next = stays ? g_strdup(changed) : unset_one(changed, name, before, made);
        g_free(changed);
        g_free(name);
        g_free(example);
        changed = next;
    }
    return changed;
}

/* ---- master.cf ---- */

/* The words of an entry without its options, -o NAME=VALUE, which are added to `options` (NULL: not
 * kept), each with a blank before it. Free with g_free. */
static char *without_options(const char *entry, GString *options)
{
    g_auto(GStrv) words = postfix_entries(entry);
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    g_autoptr(GString) all = g_string_new(NULL);
    for (char **word = words; *word != NULL; word++) {
        if (strcmp(*word, "-o") == 0 && word[1] != NULL) {
            word++;
            g_string_append_printf(all, " -o %s", *word);
        } else if (g_str_has_prefix(*word, "-o")) {
            g_string_append_printf(all, " %s", *word);
        } else {
            g_strv_builder_add(kept, *word);
        }
    }
    if (options != NULL) {
        g_string_assign(options, all->str);
    }
    g_auto(GStrv) plain = g_strv_builder_end(kept);
    return g_strjoinv(" ", plain);
}

char *setup_set_service(const char *text, const char *entry)
{
    struct logical ours = { 0 };
    const char *example = entry;
    if (!next_logical(&example, &ours)) {
        return g_strdup(text);
    }
    g_autofree char *wanted = without_options(ours.words, NULL);
    g_free(ours.words);
    g_auto(GStrv) named = g_strsplit(wanted, " ", 3); /* its name and its type */
    g_autoptr(GString) options = g_string_new(NULL), set = g_string_new(NULL);
    struct logical found = { 0 }, line;
    const char *at = text;
    while (next_logical(&at, &line)) {
        g_autofree char *words = without_options(line.words, set);
        g_auto(GStrv) each = g_strsplit(words, " ", 3);
        g_free(line.words);
        if (g_strv_length(each) > 2 && strcmp(each[0], named[0]) == 0 &&
            strcmp(each[1], named[1]) == 0) {
            if (strcmp(words, wanted) == 0) {
                return g_strdup(text);
            }
            found = line;
            g_string_assign(options, set->str);
        }
    }
    /* The options that the operator has set stay, behind the first line. */
    const size_t first = strcspn(ours.at, "\n");
    g_autofree char *head = g_strndup(ours.at, first);
    g_autofree char *rest = g_strchomp(g_strndup(ours.at + first, ours.length - first));
    g_autofree char *new = g_strconcat(head, options->str, rest, NULL);
    return replaced(text, &found, new);
}

char *setup_unset_service(const char *text, const char *entry)
{
    struct logical ours, line;
    if (!next_logical(&entry, &ours)) {
        return g_strdup(text);
    }
    g_auto(GStrv) named = g_strsplit(ours.words, " ", 3); /* its name and its type */
    g_free(ours.words);
    const char *at = text;
    while (next_logical(&at, &line)) {
        g_autofree char *plain = plainly(line.words);
        g_auto(GStrv) words = g_strsplit(plain, " ", 3);
        g_free(line.words);
        if (g_strv_length(words) > 2 && strcmp(words[0], named[0]) == 0 &&
            strcmp(words[1], named[1]) == 0) {
            return replaced(text, &line, NULL);
        }
    }
    return g_strdup(text);
}
