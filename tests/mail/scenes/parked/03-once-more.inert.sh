# The operator has them tried again.
postmove mail retry --all
