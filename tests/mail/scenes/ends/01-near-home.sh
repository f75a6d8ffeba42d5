# Ann needs one step.
postmove match create halma ann bob \
    "--from=1111..../111...../11....../.1....../......../..22222./..22222./........ 1 20,20 0 -" >/dev/null
