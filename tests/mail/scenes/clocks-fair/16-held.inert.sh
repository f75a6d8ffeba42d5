postmove hold on && postmove run 2>/dev/null
