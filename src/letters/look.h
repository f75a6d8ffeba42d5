/*
 * look.h: how everything in a letter looks, as styles of elements; src/README.md has the rules.
 *
 * There are three sizes: SMALL, that of WORDS, and HEADLINE. The one accent is the color of links,
 * which the main button is filled with. Outlook takes the first of the fonts, and asks for them at
 * each paragraph and cell.
 */
#ifndef POSTMOVE_LETTERS_LOOK_H
#define POSTMOVE_LETTERS_LOOK_H

#define ACCENT "#0b57d0"
#define FONT "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
#define WORDS FONT "font-size:16px;line-height:1.45;"
#define SMALL "font-size:14px;opacity:.75;"
#define HEADLINE "font-size:20px;line-height:1.3;"
#define FIXED_FONT "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;"
#define LAID_OUT FIXED_FONT "font-size:14px;line-height:1.25;overflow-x:auto"
#define BAR "border-left:3px solid #808080;padding-left:10px;"

#define AS_WRITTEN "white-space:pre-wrap;"

#define BUTTON                                                                                     \
    "display:inline-block;line-height:1.2;padding:10px 16px;margin:4px 8px 4px 0;border:1px "      \
    "solid #808080;border-radius:6px;text-decoration:none"
#define MAIN_BUTTON BUTTON ";border-color:" ACCENT ";background-color:" ACCENT ";color:#ffffff"

/* A button among many, as in rows of moves; lines that have room for it; and in a table. */
#define CHIP                                                                                       \
    "padding:7px 9px;margin-right:5px;border:1px "                                                 \
    "solid #808080;border-radius:6px;text-decoration:none;white-space:nowrap"
#define CHIPS "line-height:2.6;"
#define CHIP_ALONE CHIP ";display:inline-block;line-height:1.2;margin:3px 0"

/* A cell of a table; more may follow. */
#define CELL "style=\"" WORDS "border-top:1px solid #808080;padding:6px 4px 6px 0;"

#endif
