postmove player password anna --letter
