/*
 * pictures.h: boards as the rules of the games print them.
 */
#ifndef POSTMOVE_TEST_PICTURES_H
#define POSTMOVE_TEST_PICTURES_H

/* An empty diamond of 41 squares. */
static const char picture_of_diamond[] = "     1   2   3   4   5   6   7   8   9\n"
                                         "     |   |   |   |   |   |   |   |   |\n"
                                         " a -                 .\n\n"
                                         " b -             .   .   .\n\n"
                                         " c -         .   .   .   .   .\n\n"
                                         " d -     .   .   .   .   .   .   .\n\n"
                                         " e - .   .   .   .   .   .   .   .   .\n\n"
                                         " f -     .   .   .   .   .   .   .\n\n"
                                         " g -         .   .   .   .   .\n\n"
                                         " h -             .   .   .\n\n"
                                         " i -                 .\n";

/* Roamers and barriers of both sides, in the middle of a game. */
static const char picture_of_barriers[] = "     a   b   c   d   e   f   g\n"
                                          "   +---------------------------+\n"
                                          " 7 | .   .   . o .   .   .   . | 7\n"
                                          "   |xxx+xxx+   +   +   +   +   |\n"
                                          " 6 | .   .   O   .   .   . x . | 6\n"
                                          "   |   +xxx+   +   +   +   +   |\n"
                                          " 5 | X   .   .   . # . x O   . | 5\n"
                                          "   |   +ooo+   +   +   +   +   |\n"
                                          " 4 | O   .   .   .   .   .   . | 4\n"
                                          "   |ooo+   +   +   +ooo+   +   |\n"
                                          " 3 | .   .   .   X   X   .   . | 3\n"
                                          "   |   +   +   +   +   +   +   |\n"
                                          " 2 | .   .   .   .   .   .   . | 2\n"
                                          "   |ooo+   +   +   +   +   +   |\n"
                                          " 1 | .   . x .   .   .   . x . | 1\n"
                                          "   +---------------------------+\n"
                                          "     a   b   c   d   e   f   g\n";

#endif
