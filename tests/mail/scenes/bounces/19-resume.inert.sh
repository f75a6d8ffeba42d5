postmove player resume ann && ! postmove player resume ann 2>/dev/null && ! postmove player resume zoe 2>/dev/null
