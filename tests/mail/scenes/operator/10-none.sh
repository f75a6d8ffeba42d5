postmove player password anna --none
