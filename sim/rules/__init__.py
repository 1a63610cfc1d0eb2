"""Rules as data: TOML files are read, checked and turned into the record that the core plays by."""
