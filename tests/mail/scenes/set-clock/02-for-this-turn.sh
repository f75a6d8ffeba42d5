postmove match set-clock 1 ANN 2d
