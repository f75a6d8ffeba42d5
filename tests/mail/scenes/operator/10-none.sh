postmove player password anna --none --yes
