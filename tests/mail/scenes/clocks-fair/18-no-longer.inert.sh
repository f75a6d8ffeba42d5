postmove hold off
