/* Yes, no, thanks and the like in other languages. */
#include "language/phrase_book.h"

#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

const struct phrase_book phrase_book_others = {
    .of[PHRASE_YES] =
        LIST("да", "конечно", "ja", "jo", "joo", "jawohl", "klar", "gerne", "ja gerne", "ja bitte",
             "ich nehme an", "einverstanden", "oui", "d'accord", "volontiers", "oui merci", "si",
             "sí", "sì", "claro", "vale", "acepto", "accetto", "va bene", "certo", "da", "da da",
             "tak", "zgoda", "hai", "kyllä", "kylla", "sopii", "sim", "aceito", "claro que sim",
             "evet", "ano", "igen"),
    .of[PHRASE_PLAIN_YES] =
        LIST("да", "ja", "jo", "joo", "jawohl", "genau", "ja bitte", "oui", "si", "sí", "sì", "da",
             "tak", "hai", "kyllä", "kylla", "sim", "evet", "ano", "igen"),
    .of[PHRASE_NOT] =
        LIST("nicht", "kein", "nein", "nie", "pas", "jamais", "non", "não", "nao", "нет"),
    .of[PHRASE_NO] =
        LIST("нет", "nein", "nein danke", "lieber nicht", "non", "non merci", "não", "nao",
             "não obrigado", "não obrigada", "nao obrigado", "nao obrigada", "nie", "nie dziekuje",
             "nie dziękuję", "iie", "nee", "nej", "nei", "ei", "ei kiitos", "no gracias",
             "no grazie", "nyet", "niet", "hayır", "nem", "ne"),
    .of[PHRASE_COURTESY] =
        LIST("dzięki", "dziękuję", "merci beaucoup", "vielen dank", "danke schön", "liebe grüße",
             "viele grüße", "s'il vous plaît", "muchas gracias", "muito obrigado", "muito obrigada",
             "grazie mille", "proszę", "bom jogo", "viel spaß", "viel glück", "buena suerte",
             "buona fortuna", "bonne chance", "boa sorte", "onnea"),
    .of[PHRASE_DOUBT] = LIST("wenn", "aber", "nicht", "kein", "vielleicht", "falls", "mais",
                             "peut-etre", "pas", "pero", "quizas", "quizás", "se", "forse", "però",
                             "mas", "talvez", "jesli", "ale", "moze", "mutta", "jos", "ehkä",
                             "nein", "non", "não", "nao", "nie", "iie", "nee", "ei", "oder", "ou"),
    .of[PHRASE_NO_DOUBT] = LIST("ja", "oui", "doch", "sondern", "si"),
    .of[PHRASE_TAKES_BACK] = LIST("nein", "nein doch nicht", "doch nicht", "moment", "halt", "non",
                                  "não", "nao", "nie", "espera", "aspetta", "attends"),
    .of[PHRASE_LEAD] =
        LIST("ich spiele", "ich ziehe", "mein zug", "mein zug ist", "je joue", "je joue de",
             "juego", "gioco", "jogo", "pelaan", "siirto", "siirrän", "gram", "mój ruch",
             "mi jugada", "mia mossa", "von", "de", "da", "desde", "ruch", "zug", "spiele", "coup",
             "mon coup", "minha jogada", "la mia mossa", "mi movimiento", "joue", "muevo", "muovo"),
    .of[PHRASE_JOIN] = LIST("und", "et", "y", "e", "i", "ja", "dann", "puis", "oraz"),
    .of[PHRASE_NAME_LEAD] =
        LIST("ich bin", "ich heiße", "ich heisse", "mein name ist", "mein name", "je m'appelle",
             "je suis", "mon nom est", "me llamo", "mi nombre es", "soy", "mi chiamo", "sono",
             "il mio nome è", "meu nome é", "me chamo", "sou", "nazywam się", "jestem",
             "mam na imię", "nimeni on", "olen", "minä olen", "jag heter", "jeg heter", "ik ben",
             "ik heet", "menya zovut", "ja", "oui", "sí", "si", "tak", "kyllä", "da"),
    .of[PHRASE_FILLER] = LIST("mit", "gegen", "avec", "contre", "con", "contra", "com", "gegen"),
    .of[PHRASE_BUT] = LIST("aber", "mais", "pero", "mas", "ale", "mutta"),
    .of[PHRASE_PLEA] = LIST("bitte", "s'il vous plaît", "por favor", "per favore"),
    .of[PHRASE_GREETING] = LIST("hallo", "guten", "moin", "liebe", "lieber", "morgen", "servus",
                                "ciao", "hola", "bonjour", "salut", "hej", "hei"),
    .of[PHRASE_GOES_ON] = LIST("nicht", "ich", "oder"),
    .of[PHRASE_TO] = LIST("nach", "auf", "zu", "naar", "vers", "til", "a", "à", "na", "do"),
    .of[PHRASE_BOARD] = LIST("brett"),
    .of[PHRASE_OR] = LIST("oder", "ou", "o", "lub"),
};
